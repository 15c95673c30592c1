"""Counts that follow from other counts: what all other values leave to the cells of a line.

A line of eight cells with three pluses and three minuses has two neutral cells. No genre states
that; it follows from the counts of all other values in the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from caracol.board.grid import Line
from caracol.rules.kind import CountView, Rule


class ImpliedCount(NamedTuple):
    """A count of the values that the counts of some rules leave to their cells."""

    rules: tuple[int, ...]
    """Numbers of the rules from which it follows."""
    cells: Line
    values: int
    least: int
    most: int


def find_implied_counts(rules: Sequence[Rule], values: int) -> list[ImpliedCount]:
    """Return the counts that follow from two or more counts of other values in the same cells.

    What a single count leaves is no news: a count says as much about the cells without its value.
    """
    lines: dict[frozenset[int], list[tuple[int, CountView]]] = {}
    for number, rule in enumerate(rules):
        count = rule.as_count()
        if count is not None and len({*count.cells}) == len(count.cells):
            lines.setdefault(frozenset(count.cells), []).append((number, count))
    found = []
    for counts in lines.values():
        numbers, views = zip(*counts, strict=True)
        rest = (1 << values) - 1 & ~sum(count.values for count in views)
        bounds = bound_rest(views)
        if bounds is not None and rest:
            found.append(ImpliedCount(numbers, views[0].cells, rest, *bounds))
    return found


def bound_rest(counts: Sequence[CountView]) -> tuple[int, int] | None:
    """Return how many of some counts' cells have other values, at least and at most.

    The result is ``None`` if the counts are about different cells, overlap, or are fewer than two.
    """
    counted = 0
    for count in counts:
        if counted & count.values or {*count.cells} != {*counts[0].cells}:
            return None
        counted |= count.values
    if len(counts) < 2:
        return None
    size = len(counts[0].cells)
    least = size - sum(count.most for count in counts)
    return max(0, least), size - sum(count.least for count in counts)
