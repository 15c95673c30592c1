"""A study's report: Markdown for reading, PDF for printing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from caracol.errors import MissingExtra
from caracol.lab.studies.peers import ENGINES, PLAIN
from caracol.lab.studies.study import Reference, Study
from caracol.lab.studies.tables import Row, Summary, growth, seconds_text, summaries

HEAD = (
    "genre",
    "size",
    "options",
    "answered",
    "min",
    "mean",
    "median",
    "p95",
    "max",
    "backtracks",
    "most",
)
CAPTIONS = {
    "seconds-by-size": "CPU time by size: mean, with a bar from minimum to maximum",
    "backtracks-by-size": "Mean backtracks by size",
    "cactus": "Number of puzzles solved within a time",
    "by-board": "CPU time by board",
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
    lines += _growth(found)
    for name in plots:
        lines += [f"![{_caption(name)}]({name}.svg)", ""]
    lines += ["## Options", "", *_options(study), ""]
    path = folder / "report.md"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def write_pdf(study: Study, rows: Sequence[Row], folder: Path, plots: Sequence[str]) -> Path:
    """Write ``report.pdf`` into the study's folder."""
    try:
        import typst
    except ImportError as problem:
        raise MissingExtra("typst", "print") from problem
    found = summaries(rows)
    cells = [_typst(cell) for line in _lines(study, found) for cell in line]
    text = [
        '#set page(paper: "a4", margin: 18mm, numbering: "1")',
        "#set text(size: 9.5pt)\n#set document(date: none)",
        f"= {_typst(study.title)}",
        *(_typst(part) + "\n" for part in study.about.strip().split("\n\n") if part),
        _typst(_what(study, rows)) + "\n",
        "#set table(stroke: none, inset: 3pt)",
        "#set table(align: (x, y) => if x in (0, 2) { left } else { right })",
        f"#text(size: 7pt, table(columns: {len(HEAD)}, table.hline(),",
        "table.header(" + ", ".join(f"[*{_typst(name)}*]" for name in HEAD) + "), table.hline(),",
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
    return [HEAD, *_lines(study, summaries(rows))]


def text_table(study: Study, rows: Sequence[Row]) -> str:
    """Return the table of a study as text for the terminal."""
    lines = table(study, rows)
    widths = [max(len(line[place]) for line in lines) for place in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place in (0, 2) else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


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
            shown = ["", shown[1], "", "", ""]
        counts = ["–", "–"]
        if one.backtracks is not None:
            counts = [f"{bound}{one.backtracks:.2f}", f"{bound}{one.most_backtracks}"]
        answered = f"{one.solved} of {one.runs}"
        where = one.board or str(one.size)
        lines.append((one.genre, where, one.options, answered, *shown, *counts))
        for other in study.references:
            if _about(other, one):
                figures = dict(other.figures)
                theirs = [
                    seconds_text(figures[name]) if name in figures else ""
                    for name in ("min", "mean", "median", "p95", "max")
                ]
                backtracks = f"{figures['backtracks']:.2f}" if "backtracks" in figures else ""
                lines.append(("", "", f"· {other.source}", "", *theirs, backtracks, ""))
    return lines


def _about(other: Reference, one: Summary) -> bool:
    """Return whether a reference and a summary are about the same puzzles."""
    if (other.genre, other.options) != (one.genre, one.options):
        return False
    return other.board == one.board if other.board else other.size == one.size and not one.board


def _table(study: Study, found: Sequence[Summary]) -> list[str]:
    bars = ["---", "--:", "---", *["--:"] * (len(HEAD) - 3)]
    return [f"| {' | '.join(line)} |" for line in (HEAD, bars, *_lines(study, found))]


def _growth(found: Sequence[Summary]) -> list[str]:
    """Return the growth of every set of options, in sentences."""
    lines = []
    sized = [one for one in found if not one.board]
    for genre, options in dict.fromkeys((one.genre, one.options) for one in sized):
        own = [one for one in sized if (one.genre, one.options) == (genre, options)]
        said = []
        for word, points in (
            ("time grows", [(one.size, one.mean) for one in own]),
            ("backtracks grow", [(one.size, one.backtracks or 0.0) for one in own]),
        ):
            fitted = growth(points)
            if fitted is not None:
                said.append(f"mean {word} {fitted}")
        if said:
            lines += [f"{genre}, {options}: {'; '.join(said)}.", ""]
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
