"""A study's report: Markdown for reading, PDF for printing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from caracol.drawing.typeset import load_typst
from caracol.lab.run import COUNTERS
from caracol.lab.studies.peers import ENGINES, PLAIN
from caracol.lab.studies.study import TIMES, Reference, Study
from caracol.lab.studies.tables import Row, Summary, growth_in_words, seconds_text, summaries
from caracol.support.writing import write_file

HEAD = (
    "genre",
    "group",
    "size",
    "options",
    "answered",
    *TIMES,
    "resumptions",
    "entailments",
    "prunings",
    "backtracks",
    "most",
    "constraints",
)
"""The headings of the table; "most" is the largest number of backtracks."""
WORDS = ("genre", "group", "options")
"""The columns with words, which are aligned on the left."""
NONE = "–"
"""The sign for no solution, as in the reports, and for what an engine does not count."""
CAPTIONS = {
    "seconds-by-size": "CPU time by size: mean, with a bar from minimum to maximum",
    "backtracks-by-size": "Mean backtracks by size",
    "cactus": "Number of puzzles solved within a time",
    "by-board": "CPU time by board",
    "by-board-linear": "CPU time by board on a linear scale, without outliers",
    "distribution": "Spread of the times at the largest size",
}


def write(study: Study, rows: Sequence[Row], folder: Path, plots: Sequence[str]) -> Path:
    """Write ``report.md`` into the study's folder."""
    found = summaries(rows)
    lines = [f"# {study.title}", ""]
    if study.about:
        lines += [study.about.strip(), ""]
    lines += [_what(study, rows), "", *_table(study, found), ""]
    if any(one.solved < one.runs for one in found):
        lines += ["≥: some runs were stopped early and count with their cost up to then.", ""]
    if any(one.unsolvable for one in found):
        lines += [f"{NONE} instead of a time: there is no solution, and the run proved it.", ""]
    lines += _growth(found)
    for name in plots:
        lines += [f"![{_caption(name)}]({name}.svg)", ""]
    lines += ["## Options", "", *_options(study), ""]
    path = folder / "report.md"
    write_file("\n".join(lines).encode(), path, force=True)
    return path


def write_pdf(study: Study, rows: Sequence[Row], folder: Path, plots: Sequence[str]) -> Path:
    """Write ``report.pdf`` into the study's folder."""
    typst = load_typst()
    found = summaries(rows)
    head, *body = _whole_table(study, found)
    cells = [_typst(cell) for line in body for cell in line]
    left = ", ".join(str(place) for place, name in enumerate(head) if name in WORDS)
    text = [
        '#set page(paper: "a4", margin: 18mm, numbering: "1")',
        "#set text(size: 9.5pt)\n#set document(date: none)",
        f"= {_typst(study.title)}",
        *(_typst(part) + "\n" for part in study.about.strip().split("\n\n") if part),
        _typst(_what(study, rows)) + "\n",
        "#set table(stroke: none, inset: 3pt)",
        f"#set table(align: (x, y) => if x in ({left}) {{ left }} else {{ right }})",
        f"#text(size: 6pt, table(columns: {len(head)}, table.hline(),",
        "table.header(" + ", ".join(f"[*{_typst(name)}*]" for name in head) + "), table.hline(),",
        ", ".join(f"[{cell}]" for cell in cells) + ", table.hline()))",
        *(_typst(line) + "\n" for line in _growth(found)),
        *(
            f'#figure(image("{name}.svg", width: 85%), caption: [{_typst(_caption(name))}])'
            for name in plots
        ),
        "== Options",
        *(_typst(line.removeprefix("- ")) + "\n" for line in _options(study)),
    ]
    source = folder / "report.typ"
    source.write_text("\n".join(text), encoding="utf-8")
    path = folder / "report.pdf"
    try:
        typst.compile(str(source), output=str(path), root=str(folder))
    finally:
        source.unlink()
    return path


def table(study: Study, rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the table of a study, headings first."""
    return _whole_table(study, summaries(rows))


def text_table(study: Study, rows: Sequence[Row]) -> str:
    """Return the table of a study as text for the terminal."""
    lines = table(study, rows)
    head = lines[0]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if name in WORDS else cell.rjust(width)
            for name, cell, width in zip(head, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def _whole_table(study: Study, found: Sequence[Summary]) -> list[tuple[str, ...]]:
    """Return the table with its headings; without labels there is no column for groups."""
    lines = [HEAD, *_lines(study, found)]
    if any(one.group for one in found):
        return lines
    place = HEAD.index("group")
    return [(*line[:place], *line[place + 1 :]) for line in lines]


def _what(study: Study, rows: Sequence[Row]) -> str:
    parts = "; ".join(source.words() for source in study.sources)
    whole = sum(1 for _ in study.tasks())
    words = f"{parts}; seed {study.seed}; the same puzzles under all options."
    if len(rows) != whole:
        words += f" Only {len(rows)} of {whole} runs have been done so far."
    if study.left_out:
        names = ", ".join(choice.name for choice in study.left_out)
        words += f" Not installed here, so left out: {names}."
    return words


def _lines(study: Study, found: Sequence[Summary]) -> list[tuple[str, ...]]:
    """Return the lines of the table: our figures, each followed by the references."""
    lines = []
    for one in found:
        bound = "≥ " if one.solved < one.runs else ""
        times = [one.min, one.mean, one.median, one.p95, one.max]
        shown = [seconds_text(one.min), *(bound + seconds_text(time) for time in times[1:])]
        if one.runs == 1:
            # A single run has a time, but no spread.
            shown = ["", NONE if one.unsolvable else shown[1], "", "", ""]
        most = None if one.most_backtracks is None else float(one.most_backtracks)
        means = dict(zip(COUNTERS, one.counters, strict=True)) | {"most": most}
        # A run that was stopped has all its constraints, but not all of the rest.
        counts = [
            _number(means[name], "" if name == "constraints" else bound)
            for name in HEAD
            if name in means
        ]
        answered = f"{one.solved} of {one.runs}"
        where = one.board or str(one.size)
        lines.append((one.genre, one.group, where, one.options, answered, *shown, *counts))
        for other in study.references:
            if _about(other, one):
                figures = dict(other.figures)
                theirs = [seconds_text(figures[n]) if n in figures else "" for n in TIMES]
                if one.unsolvable and not other.figures:
                    theirs[TIMES.index("mean")] = NONE
                counted = [_number(figures[name]) if name in figures else "" for name in HEAD[-6:]]
                lines.append(("", "", "", f"· {other.source}", "", *theirs, *counted))
    return lines


def _number(value: float | None, bound: str = "") -> str:
    """Return a count, or the mean of counts with two decimals."""
    if value is None:
        return NONE
    return f"{bound}{value:.0f}" if value == int(value) else f"{bound}{value:.2f}"


def _about(other: Reference, one: Summary) -> bool:
    """Return whether a reference and a summary are about the same puzzles."""
    if (other.genre, other.options) != (one.genre, one.options):
        return False
    if other.group and other.group != one.group:
        return False
    return other.board == one.board if other.board else other.size == one.size and not one.board


def _table(study: Study, found: Sequence[Summary]) -> list[str]:
    head, *body = _whole_table(study, found)
    bars = ["---" if name in WORDS else "--:" for name in head]
    return [f"| {' | '.join(line)} |" for line in (head, bars, *body)]


def _growth(found: Sequence[Summary]) -> list[str]:
    """Return the growth of every set of options, in sentences.

    Means count only where every run was answered, medians where most were: a run that was stopped
    would make the growth look smaller than it is.
    """
    lines = []
    sized = [one for one in found if not one.board]
    for genre, group, options in dict.fromkeys((o.genre, o.group, o.options) for o in sized):
        own = [o for o in sized if (o.genre, o.group, o.options) == (genre, group, options)]
        whole = [one for one in own if one.solved == one.runs]
        most = [one for one in own if 2 * one.solved > one.runs]
        said = [
            f"{words} {fitted}"
            for words, points in (
                ("mean time grows", [(one.size, one.mean) for one in whole]),
                ("mean backtracks grow", [(one.size, one.backtracks or 0.0) for one in whole]),
                (
                    "median backtracks grow",
                    [(one.size, one.middle_backtracks or 0.0) for one in most],
                ),
            )
            if (fitted := growth_in_words(points))
        ]
        if said:
            named = ", ".join(word for word in (genre, group, options) if word)
            lines += [f"{named}: {'; '.join(said)}.", ""]
    return lines


def _options(study: Study) -> list[str]:
    lines = []
    for choice in study.choices:
        if choice.engine != PLAIN:
            lines.append(f"- {choice.name}: {ENGINES[choice.engine]}")
            continue
        entries = choice.options.entries().items()
        chosen = ", ".join(f"{key} {value}" for key, value in entries if value is not None)
        lines.append(f"- {choice.name}: {chosen}")
    return lines


def _caption(name: str) -> str:
    return next((words for end, words in CAPTIONS.items() if name.endswith(end)), name)


def _typst(text: str) -> str:
    """Return text with all markup characters escaped."""
    return "".join(f"\\{letter}" if letter in "\\#$*_`<>@[]~=-+/" else letter for letter in text)
