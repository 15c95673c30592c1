"""Summaries of many runs: minimum, mean, median, 95th percentile, maximum, and growth."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Summary:
    """All runs of one genre, size and set of options.

    Runs that were stopped early count with their cost up to then, so with any of them the figures
    are lower bounds.
    """

    genre: str
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
    backtracks: float | None
    """The mean; ``None`` if the engine does not count backtracks."""
    most_backtracks: int | None


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """Return a summary for each genre, size or board, and set of options, in order of the rows."""
    groups: dict[tuple[str, int, str, str], list[Row]] = {}
    for row in rows:
        named = row["genre"], row["size"], row.get("board", ""), row["options"]
        groups.setdefault(named, []).append(row)
    found = []
    for named, group in groups.items():
        seconds = sorted(row["seconds"] for row in group)
        backtracks = [row["backtracks"] for row in group if "backtracks" in row]
        found.append(
            Summary(
                *named,
                runs=len(group),
                solved=sum(row["solved"] for row in group),
                min=seconds[0],
                mean=sum(seconds) / len(seconds),
                median=percentile(seconds, 50),
                p95=percentile(seconds, 95),
                max=seconds[-1],
                backtracks=sum(backtracks) / len(backtracks) if backtracks else None,
                most_backtracks=max(backtracks) if backtracks else None,
            )
        )
    return found


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
