"""Plots of a study: time by size, puzzles solved within a time, and the spread of times."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import Any

from caracol.errors import MissingExtra
from caracol.lab.studies.study import Study
from caracol.lab.studies.tables import Row, Summary, growth, summaries

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Colours that most people can distinguish (Okabe and Ito)."""
MARKS = "osD^vPX*"
OUTLIER = 5
"""Minimum ratio between an outlier and the slowest board of the rest."""
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
        named = [row for row in own if row.get("board")]
        for group in dict.fromkeys(row.get("group", "") for row in own if not row.get("board")):
            sized = [r for r in own if r.get("group", "") == group and not r.get("board")]
            name = "-".join([genre, *re.findall(r"\w+", group.lower())])
            if len({row["size"] for row in sized}) > 1:
                for what in ("seconds", "backtracks"):
                    keep(f"{name}-{what}-by-size", _by_size(study, sized, genre, group, what))
            keep(f"{name}-distribution", _distribution(study, sized, group))
        if named:
            keep(f"{genre}-by-board", _bars(study, named))
            keep(f"{genre}-by-board-linear", _linear_bars(study, named))
        keep(f"{genre}-cactus", _cactus(study, own))
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


def _by_size(study: Study, rows: Sequence[Row], genre: str, group: str, what: str) -> Any:
    """Return means by size on a logarithmic scale, with ranges as bars and the fitted growth."""
    words = {"seconds": "seconds of CPU", "backtracks": "backtracks (mean)"}[what]
    figure, axes = _figure(f"{study.title}: {words} by size{group and f', {group}'}")
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
        # A run that was stopped would make the growth look smaller than it is.
        whole = [
            (one.size, mean) for one, mean in zip(own, means, strict=True) if one.solved == one.runs
        ]
        fitted = growth(whole)
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
            used = [size for size, mean in whole if mean > 0]
            ends = [used[0], used[-1]]
            axes.plot(ends, [fitted.at(size) for size in ends], "--", color=colour, linewidth=1)
    sources = dict.fromkeys(one.source for one in study.references)
    for source, mark in zip(sources, "x+1234", strict=False):
        named = "mean" if what == "seconds" else "backtracks"
        points = [
            (one.size, dict(one.figures)[named])
            for one in study.references
            if one.source == source
            and one.genre == genre
            and one.group in ("", group)
            and dict(one.figures).get(named)
        ]
        if points:
            axes.plot(*zip(*points, strict=True), ":", marker=mark, color="#777777", label=source)
    axes.set_yscale("log")
    axes.set_xticks(sorted({row["size"] for row in rows}))
    axes.set_xlabel("size")
    axes.set_ylabel(words)
    _legend(axes)
    return figure


Series = list[tuple[str, str, dict[str, float]]]
"""Names, colours, and times by board."""


def _series(study: Study, found: Sequence[Summary]) -> Series:
    """Return every choice and every source of reference figures."""
    series: Series = []
    for name, (colour, _) in _styles(study).items():
        times = {one.board: one.mean for one in found if one.options == name}
        if times:
            series.append((name, colour, times))
    boards = {one.board for one in found}
    sources = dict.fromkeys(one.source for one in study.references)
    for source, colour in zip(sources, ("#777777", "#bbbbbb", "#444444"), strict=False):
        own = [one for one in study.references if one.source == source and one.board in boards]
        times = {one.board: dict(one.figures)["mean"] for one in own if "mean" in dict(one.figures)}
        if times:
            series.append((source, colour, times))
    return series


def _draw_bars(
    axes: Any, series: Series, boards: Sequence[str], least: float = 0.0
) -> dict[tuple[str, str], Any]:
    """Draw a group of bars for each board, and return them by series and board."""
    thick = 0.8 / len(series)
    bars: dict[tuple[str, str], Any] = {}
    for place, (name, colour, times) in enumerate(series):
        heights = [board - 0.4 + thick * (place + 0.5) for board in range(len(boards))]
        # A time below the clock's resolution is 0; draw a thin bar.
        shown = [max(times[board], least * 1.05) if board in times else 0.0 for board in boards]
        drawn = axes.barh(heights, shown, thick * 0.9, color=colour, label=name)
        bars |= {(name, board): bar for board, bar in zip(boards, drawn, strict=True)}
    axes.set_axisbelow(True)
    axes.set_yticks(range(len(boards)), boards, fontsize=8)
    axes.set_ylim(len(boards) - 0.5, -0.5)
    axes.set_xlabel("seconds of CPU")
    axes.figure.set_size_inches(7, 2 + 0.14 * len(boards) * max(2, len(series)))
    _legend(axes)
    return bars


def _bars(study: Study, rows: Sequence[Row]) -> Any:
    """Return a group of bars for each board: every choice, and the reference figures."""
    figure, axes = _figure(f"{study.title}: seconds of CPU, board by board")
    found = summaries(rows)
    series = _series(study, found)
    seen = [time for _, _, times in series for time in times.values() if time > 0]
    least = min(seen, default=SHORTEST) / 3
    bars = _draw_bars(axes, series, list(dict.fromkeys(one.board for one in found)), least)
    given_up = [one for one in found if one.solved < one.runs]
    for one in given_up:
        bars[one.options, one.board].set(hatch="///", edgecolor="white")
    axes.set_xscale("log")
    axes.set_xlim(left=least)
    if given_up:
        axes.set_title("hatched: stopped at this time", fontsize=9, loc="left")
    return figure


def _linear_bars(study: Study, rows: Sequence[Row]) -> Any:
    """Return the bars on a linear scale, without boards that would flatten all others."""
    figure, axes = _figure(f"{study.title}: seconds of CPU on a linear scale")
    found = summaries(rows)
    series = _series(study, found)
    boards = list(dict.fromkeys(one.board for one in found))
    left_out = find_outliers({b: max(times.get(b, 0.0) for _, _, times in series) for b in boards})
    _draw_bars(axes, series, [board for board in boards if board not in left_out])
    if left_out:
        words = "; ".join(left_out)
        axes.set_title("\n".join(wrap(f"left out: {words}", 90)), fontsize=9, loc="left")
    return figure


def find_outliers(times: Mapping[str, float]) -> list[str]:
    """Return the boards that take more than five times as long as the slowest other one.

    >>> find_outliers({"a": 0.1, "b": 60.0, "c": 0.6})
    ['b']
    """
    ordered = sorted(times, key=lambda board: times[board])
    for place in range(len(ordered) - 1, len(ordered) // 2, -1):
        if times[ordered[place]] > OUTLIER * times[ordered[place - 1]] > 0:
            return [board for board in times if board in ordered[place:]]
    return []


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


def _distribution(study: Study, rows: Sequence[Row], label: str) -> Any:
    """Return the spread of the times at the largest size: a box plot with a point per run."""
    largest = max(row["size"] for row in rows)
    figure, axes = _figure(
        f"{study.title}: spread of times at size {largest}{label and f', {label}'}"
    )
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
