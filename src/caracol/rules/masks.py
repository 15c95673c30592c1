"""Sets of values as bit masks: bit *v* is set while a cell may have value *v*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from caracol.board.grid import Line, Values

Candidates = list[int]
"""For each cell, the mask of the values that it may still have."""

MOST_VALUES = 63
"""Maximum number of values, so that the values of a cell fit into one machine word."""


def each(mask: int) -> Iterator[int]:
    """Yield the values in a mask, smallest first.

    >>> list(each(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def settled(candidates: Sequence[int]) -> Values:
    """Return the values of the cells that have one candidate left."""
    return tuple(
        mask.bit_length() - 1 if mask and not mask & (mask - 1) else None for mask in candidates
    )


def rename_values(mask: int, values: Sequence[int]) -> int:
    """Return a mask in which each value is replaced by ``values[value]``."""
    return sum(1 << values[value] for value in each(mask) if value < len(values))


def combinations(candidates: Sequence[int], cells: Line) -> int:
    """Return how many ways there are to fill these cells."""
    return prod(candidates[cell].bit_count() for cell in cells)


def distinct(cells: Line) -> bool:
    """Return whether every cell is listed only once."""
    return len(set(cells)) == len(cells)


def numbers_between(least: int, most: int, total: int) -> int:
    """Return the numbers from ``least`` to ``most`` that are at most ``total``, as a mask."""
    low, high = max(0, least), min(most, total)
    return ((1 << high - low + 1) - 1) << low if low <= high else 0
