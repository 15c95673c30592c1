"""Summaries of many runs: minimum, mean, median, 95th percentile, maximum, and growth."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any

from caracol.lab.run import COUNTERS

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Summary:
    """All runs of one genre, size and set of options.

    Runs that were stopped early count with their cost up to then, so with any of them the figures
    are lower bounds.
    """

    genre: str
    group: str
    """The label of the group; empty if the study has none."""
    size: int
    board: str
    """The name of the board; empty for samples of a size."""
    options: str
    runs: int
    solved: int
    min: float
    mean: float
    median: float
    p95: float
    max: float
    counters: tuple[float | None, ...]
    """The means of the counters; ``None`` if the engine does not count these."""
    middle_backtracks: float | None
    """The median."""
    most_backtracks: int | None
    unsolvable: bool
    """Whether every run proved that there is no solution."""

    @property
    def backtracks(self) -> float | None:
        """The mean number of backtracks, if the engine counts them."""
        return self.counters[COUNTERS.index("backtracks")]


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """Return a summary for each genre, group, size or board, and set of options, in order."""
    groups: dict[tuple[str, str, int, str, str], list[Row]] = {}
    for row in rows:
        board, group = row.get("board", ""), row.get("group", "")
        named = row["genre"], group, row["size"], board, row["options"]
        groups.setdefault(named, []).append(row)
    found = []
    for names, group in groups.items():
        seconds = sorted(row["seconds"] for row in group)
        backtracks = sorted(row["backtracks"] for row in group if "backtracks" in row)
        found.append(
            Summary(
                *names,
                runs=len(group),
                solved=sum(row["solved"] for row in group),
                min=seconds[0],
                mean=sum(seconds) / len(seconds),
                median=percentile(seconds, 50),
                p95=percentile(seconds, 95),
                max=seconds[-1],
                counters=tuple(_mean(group, name) for name in COUNTERS),
                middle_backtracks=percentile(backtracks, 50) if backtracks else None,
                most_backtracks=backtracks[-1] if backtracks else None,
                unsolvable=all(row["solved"] and row.get("solutions") == 0 for row in group),
            )
        )
    return found


def _mean(rows: Sequence[Row], name: str) -> float | None:
    found = [row[name] for row in rows if name in row]
    return sum(found) / len(found) if found else None


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Return a percentile, interpolated between two values if needed.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 50)
    2.5
    """
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


@dataclass(frozen=True, slots=True)
class Growth:
    """An exponential fit: the growth factor for each step of size."""

    factor: float
    start: float
    """The value at size 0 that the fit implies."""
    fit: float
    """The share of the variance of the logarithms that it explains (R²)."""

    def __str__(self) -> str:
        return f"×{self.factor**2:.1f} every two sizes (R² {self.fit:.2f})"

    def at(self, size: float) -> float:
        """Return the fitted value at this size."""
        return float(self.start * self.factor**size)


def growth(points: Sequence[tuple[float, float]]) -> Growth | None:
    """Return the exponential that fits the logarithms best; ``None`` for fewer than three points.

    >>> round(growth([(1, 3.0), (2, 9.0), (3, 27.0)]).factor, 9)
    3.0
    """
    usable = [(size, log(value)) for size, value in points if value > 0]
    if len({size for size, _ in usable}) < 3:
        return None
    across = sum(size for size, _ in usable) / len(usable)
    up = sum(value for _, value in usable) / len(usable)
    spread = sum((size - across) ** 2 for size, _ in usable)
    slope = sum((size - across) * (value - up) for size, value in usable) / spread
    total = sum((value - up) ** 2 for _, value in usable)
    error = sum((value - up - slope * (size - across)) ** 2 for size, value in usable)
    return Growth(exp(slope), exp(up - slope * across), 1 - error / total if total else 1.0)


def growth_in_words(points: Sequence[tuple[float, float]]) -> str:
    """Return the fit by size and the fit by the number of cells; empty for too few points.

    The second says which base b makes b^(N²) fit best, to compare with claims such as 3^(N²).

    >>> growth_in_words([(2, 3.0), (3, 9.0), (4, 27.0)])
    '×9.0 every two sizes (R² 1.00), or 1.199^(N²) (R² 0.98)'
    """
    fitted, by_cells = growth(points), growth([(size * size, value) for size, value in points])
    if fitted is None or by_cells is None:
        return ""
    return f"{fitted}, or {by_cells.factor:.3f}^(N²) (R² {by_cells.fit:.2f})"


def as_csv(rows: Sequence[Row]) -> str:
    """Return the runs as a table for a spreadsheet."""
    if not rows:
        return ""
    names = list(dict.fromkeys(name for row in rows for name in row if name != "key"))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def seconds_text(seconds: float) -> str:
    """Return seconds with a suitable unit.

    >>> seconds_text(0.00123), seconds_text(2.5)
    ('1.23 ms', '2.50 s')
    """
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms" if seconds < 0.001 else f"{seconds * 1000:.2f} ms"
    return f"{seconds:.2f} s"
