"""Plots of a study: time by size, puzzles solved within a time, and the spread of times."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import Any

from caracol.errors import MissingExtra
from caracol.lab.studies.study import Study
from caracol.lab.studies.tables import Row, growth, summaries

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Colours that most people can distinguish (Okabe and Ito)."""
MARKS = "osD^vPX*"
SHORTEST = 1e-6
"""Minimum time in seconds to draw; the logarithmic scale has no 0."""


def draw(
    study: Study, rows: Sequence[Row], folder: Path, *, kinds: Sequence[str] = ("svg", "png")
) -> list[str]:
    """Draw all plots that the results allow, and return their file names without endings."""
    made: list[str] = []

    def keep(name: str, figure: Any) -> None:
        _save(figure, folder / name, kinds)
        made.append(name)

    for genre in dict.fromkeys(row["genre"] for row in rows):
        own = [row for row in rows if row["genre"] == genre]
        sized = [row for row in own if not row.get("board")]
        named = [row for row in own if row.get("board")]
        if len({row["size"] for row in sized}) > 1:
            for what in ("seconds", "backtracks"):
                keep(f"{genre}-{what}-by-size", _by_size(study, sized, genre, what))
        if named:
            keep(f"{genre}-by-board", _bars(study, named))
        keep(f"{genre}-cactus", _cactus(study, own))
        if sized:
            keep(f"{genre}-distribution", _distribution(study, sized))
    return made


def require_matplotlib() -> None:
    """Raise an error if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise MissingExtra("matplotlib", "lab")


def _figure(title: str) -> tuple[Any, Any]:
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    figure.suptitle("\n".join(wrap(title, 80)), fontsize=11)
    axes.grid(True, which="major", linewidth=0.4, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _save(figure: Any, path: Path, kinds: Sequence[str]) -> None:
    from matplotlib import rc_context

    for kind in kinds:
        # Without ids and dates, the same results give the same files.
        with rc_context({"svg.hashsalt": "caracol", "svg.fonttype": "path"}):
            date = {"Date": None} if kind == "svg" else None
            figure.savefig(path.with_name(f"{path.name}.{kind}"), dpi=150, metadata=date)


def _styles(study: Study) -> dict[str, tuple[str, str]]:
    return {
        choice.name: (COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)])
        for number, choice in enumerate(study.choices)
    }


def _legend(axes: Any) -> None:
    """Place the legend below the plot, where it covers nothing."""
    axes.figure.legend(
        loc="outside lower left", fontsize=8, frameon=False, ncols=2, columnspacing=2.0
    )


def _by_size(study: Study, rows: Sequence[Row], genre: str, what: str) -> Any:
    """Return means by size on a logarithmic scale, with ranges as bars and the fitted growth."""
    words = {"seconds": "seconds of CPU", "backtracks": "backtracks (mean)"}[what]
    figure, axes = _figure(f"{study.title}: {words} by size")
    many = len(study.choices)
    for place, (name, (colour, mark)) in enumerate(_styles(study).items()):
        own = [
            one
            for one in summaries(rows)
            if one.options == name and (what == "seconds" or one.backtracks is not None)
        ]
        if not own:
            continue
        shift = 0.12 * (place - (many - 1) / 2)
        sizes = [one.size + shift for one in own]
        means = [one.mean if what == "seconds" else one.backtracks or 0.0 for one in own]
        fitted = growth([(one.size, mean) for one, mean in zip(own, means, strict=True)])
        label = name if fitted is None else f"{name}: {fitted}"
        shown = [max(mean, SHORTEST) if what == "seconds" else mean or None for mean in means]
        axes.plot(sizes, shown, mark, color=colour, label=label, markersize=6)
        if what == "seconds":
            axes.vlines(
                sizes,
                [max(o.min, SHORTEST) for o in own],
                [o.max for o in own],
                color=colour,
                linewidth=1,
            )
        if fitted is not None:
            used = [one.size for one, mean in zip(own, means, strict=True) if mean > 0]
            ends = [used[0], used[-1]]
            axes.plot(ends, [fitted.at(size) for size in ends], "--", color=colour, linewidth=1)
    sources = dict.fromkeys(one.source for one in study.references)
    for source, mark in zip(sources, "x+1234", strict=False):
        named = "mean" if what == "seconds" else "backtracks"
        points = [
            (one.size, dict(one.figures)[named])
            for one in study.references
            if one.source == source and one.genre == genre and dict(one.figures).get(named)
        ]
        if points:
            axes.plot(*zip(*points, strict=True), ":", marker=mark, color="#777777", label=source)
    axes.set_yscale("log")
    axes.set_xticks(sorted({row["size"] for row in rows}))
    axes.set_xlabel("size")
    axes.set_ylabel(words)
    _legend(axes)
    return figure


def _bars(study: Study, rows: Sequence[Row]) -> Any:
    """Return a group of bars for each board: every choice, and the reference figures."""
    figure, axes = _figure(f"{study.title}: seconds of CPU, board by board")
    found = summaries(rows)
    boards = list(dict.fromkeys(one.board for one in found))
    series: list[tuple[str, str, dict[str, float]]] = []
    for name, (colour, _) in _styles(study).items():
        times = {one.board: one.mean for one in found if one.options == name}
        if times:
            series.append((name, colour, times))
    sources = dict.fromkeys(one.source for one in study.references)
    for source, colour in zip(sources, ("#777777", "#bbbbbb", "#444444"), strict=False):
        own = [one for one in study.references if one.source == source and one.board in boards]
        times = {one.board: dict(one.figures)["mean"] for one in own if "mean" in dict(one.figures)}
        if times:
            series.append((source, colour, times))
    thick = 0.8 / len(series)
    seen = [time for _, _, times in series for time in times.values() if time > 0]
    least = min(seen, default=SHORTEST) / 3
    given_up = {(one.options, one.board) for one in found if one.solved < one.runs}
    for place, (name, colour, times) in enumerate(series):
        heights = [board - 0.4 + thick * (place + 0.5) for board in range(len(boards))]
        # A time below the clock's resolution is 0; draw a thin bar.
        shown = [max(times[board], least * 1.05) if board in times else 0.0 for board in boards]
        bars = axes.barh(heights, shown, thick * 0.9, color=colour, label=name)
        for bar, board in zip(bars, boards, strict=True):
            if (name, board) in given_up:
                bar.set(hatch="///", edgecolor="white")
    axes.set_xscale("log")
    axes.set_xlim(left=least)
    axes.set_axisbelow(True)
    if given_up:
        axes.set_title("hatched: stopped at this time", fontsize=9, loc="left")
    axes.set_yticks(range(len(boards)), boards, fontsize=8)
    axes.set_ylim(len(boards) - 0.5, -0.5)
    axes.set_xlabel("seconds of CPU")
    figure.set_size_inches(7, 2 + 0.14 * len(boards) * max(2, len(series)))
    _legend(axes)
    return figure


def _cactus(study: Study, rows: Sequence[Row]) -> Any:
    """Return the number of puzzles solved within each time."""
    figure, axes = _figure(f"{study.title}: puzzles solved within a time")
    for name, (colour, _) in _styles(study).items():
        solved = sorted(r["seconds"] for r in rows if r["options"] == name and r["solved"])
        total = sum(row["options"] == name for row in rows)
        if solved:
            axes.plot(
                range(1, len(solved) + 1),
                [max(seconds, SHORTEST) for seconds in solved],
                color=colour,
                label=f"{name} ({len(solved)} of {total})",
                drawstyle="steps-post",
            )
    axes.set_yscale("log")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("puzzles solved")
    axes.set_ylabel("seconds of CPU, each")
    _legend(axes)
    return figure


def _distribution(study: Study, rows: Sequence[Row]) -> Any:
    """Return the spread of the times at the largest size: a box plot with a point per run."""
    largest = max(row["size"] for row in rows)
    figure, axes = _figure(f"{study.title}: spread of times at size {largest}")
    names = [choice.name for choice in study.choices]
    groups = [
        [
            max(row["seconds"], SHORTEST)
            for row in rows
            if row["options"] == name and row["size"] == largest
        ]
        for name in names
    ]
    there = [(name, group) for name, group in zip(names, groups, strict=True) if group]
    axes.boxplot(
        [group for _, group in there],
        orientation="horizontal",
        widths=0.5,
        showfliers=False,
        medianprops={"color": "#d55e00"},
    )
    for place, (_, group) in enumerate(there, 1):
        # Points are spread by their order, not randomly, so that the picture stays the same.
        heights = [place + 0.16 * ((number * 0.618) % 1 - 0.5) * 2 for number in range(len(group))]
        axes.plot(group, heights, ".", color="#0072b2", alpha=0.35, markersize=4)
    axes.set_yticks(range(1, len(there) + 1), [name for name, _ in there])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("seconds of CPU")
    return figure
