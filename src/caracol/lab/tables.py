"""What many runs say together: least, mean, median, 95th percentile, most, and growth."""

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

    Runs that were given up count with what they had cost by then, so that with any of them
    the figures are bounds from below.
    """

    genre: str
    size: int
    board: str
    """The name of the board, where it is one and no sample of a size."""
    options: str
    runs: int
    solved: int
    min: float
    mean: float
    median: float
    p95: float
    max: float
    backtracks: float | None
    """The mean; ``None`` where the engine counts none."""
    most_backtracks: int | None


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """One summary for each genre, size or board, and set of options, in the order of the rows."""
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
    """The value that so many percent do not exceed, between two values where need be.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 50)
    2.5
    """
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


@dataclass(frozen=True, slots=True)
class Growth:
    """An exponential through points: how many times larger for each step of size."""

    factor: float
    start: float
    """The value at size 0 that the fit implies."""
    fit: float
    """The share of the variance of the logarithms that it explains (R²)."""

    def __str__(self) -> str:
        return f"×{self.factor**2:.1f} every two sizes (R² {self.fit:.2f})"

    def at(self, size: float) -> float:
        """What it says of this size."""
        return float(self.start * self.factor**size)


def growth(points: Sequence[tuple[float, float]]) -> Growth | None:
    """The exponential of least squares of the logarithms; ``None`` for fewer than three points.

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
    """The runs as a table for a spreadsheet."""
    if not rows:
        return ""
    names = list(dict.fromkeys(name for row in rows for name in row if name != "key"))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def seconds_text(seconds: float) -> str:
    """Seconds with a unit that suits them.

    >>> seconds_text(0.00123), seconds_text(2.5)
    ('1.23 ms', '2.50 s')
    """
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms" if seconds < 0.001 else f"{seconds * 1000:.2f} ms"
    return f"{seconds:.2f} s"
