"""A study's report: Markdown for reading, PDF for printing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from caracol.errors import MissingExtra
from caracol.lab.study import Study
from caracol.lab.tables import Row, Summary, growth, seconds_text, summaries

HEAD = (
    "genre",
    "size",
    "options",
    "solved",
    "min",
    "mean",
    "median",
    "p95",
    "max",
    "backtracks",
    "most",
)
CAPTIONS = {
    "seconds-by-size": "CPU time by size: mean, with a bar from the least to the most",
    "backtracks-by-size": "Mean backtracks by size",
    "cactus": "How many puzzles are solved within a time each",
    "distribution": "How the times are spread at the largest size",
}


def write(study: Study, rows: Sequence[Row], folder: Path, plots: Sequence[str]) -> Path:
    """Write ``report.md`` into the study's folder."""
    found = summaries(rows)
    lines = [f"# {study.title}", ""]
    if study.about:
        lines += [study.about.strip(), ""]
    lines += [_what(study, rows), "", *_table(study, found), ""]
    if any(one.solved < one.runs for one in found):
        lines += ["≥: some runs were given up, and count with what they had cost by then.", ""]
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


def text_table(study: Study, rows: Sequence[Row]) -> str:
    """The table for the terminal."""
    lines = [HEAD, *_lines(study, summaries(rows))]
    widths = [max(len(line[place]) for line in lines) for place in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place in (0, 2) else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _what(study: Study, rows: Sequence[Row]) -> str:
    parts = []
    for sample in study.samples:
        sizes = ", ".join(map(str, sample.sizes))
        parts.append(f"{sample.count} random {sample.genre} puzzles of each size {sizes}")
    whole = sum(sample.count * len(sample.sizes) for sample in study.samples) * len(study.options)
    done = "" if len(rows) == whole else f" Only {len(rows)} of {whole} runs are done yet."
    return f"{'; '.join(parts)}; seed {study.seed}; the same puzzles under all options.{done}"


def _lines(study: Study, found: Sequence[Summary]) -> list[tuple[str, ...]]:
    """The table: our figures, and under them those of others for the same."""
    lines = []
    for one in found:
        bound = "≥ " if one.solved < one.runs else ""
        times = [one.min, one.mean, one.median, one.p95, one.max]
        shown = [seconds_text(one.min), *(bound + seconds_text(time) for time in times[1:])]
        counts = [f"{bound}{one.backtracks:.2f}", f"{bound}{one.most_backtracks}"]
        solved = f"{one.solved} of {one.runs}"
        lines.append((one.genre, str(one.size), one.options, solved, *shown, *counts))
        for other in study.references:
            if (other.genre, other.size, other.options) == (one.genre, one.size, one.options):
                figures = dict(other.figures)
                theirs = [
                    seconds_text(figures[name]) if name in figures else ""
                    for name in ("min", "mean", "median", "p95", "max")
                ]
                backtracks = f"{figures['backtracks']:.2f}" if "backtracks" in figures else ""
                lines.append(("", "", f"· {other.source}", "", *theirs, backtracks, ""))
    return lines


def _table(study: Study, found: Sequence[Summary]) -> list[str]:
    bars = ["---", "--:", "---", *["--:"] * (len(HEAD) - 3)]
    return [f"| {' | '.join(line)} |" for line in (HEAD, bars, *_lines(study, found))]


def _growth(found: Sequence[Summary]) -> list[str]:
    """The growth of every set of options, in sentences."""
    lines = []
    for genre, options in dict.fromkeys((one.genre, one.options) for one in found):
        own = [one for one in found if (one.genre, one.options) == (genre, options)]
        said = []
        for word, points in (
            ("time grows", [(one.size, one.mean) for one in own]),
            ("backtracks grow", [(one.size, one.backtracks) for one in own]),
        ):
            fitted = growth(points)
            if fitted is not None:
                times = f"×{fitted.factor**2:.1f} every two sizes (R² {fitted.fit:.2f})"
                said.append(f"mean {word} {times}")
        if said:
            lines += [f"{genre}, {options}: {'; '.join(said)}.", ""]
    return lines


def _options(study: Study) -> list[str]:
    lines = []
    for name, options in study.options:
        chosen = {key: value for key, value in options.entries().items() if value is not None}
        lines.append(f"- {name}: " + ", ".join(f"{key} {value}" for key, value in chosen.items()))
    return lines


def _caption(name: str) -> str:
    return next((words for end, words in CAPTIONS.items() if name.endswith(end)), name)


def _typst(text: str) -> str:
    """Text in which nothing is markup."""
    return "".join(f"\\{letter}" if letter in "\\#$*_`<>@[]~=-+/" else letter for letter in text)
