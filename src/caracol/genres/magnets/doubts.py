"""Totals of Magnets that contradict each other."""

from __future__ import annotations

from caracol.genres.magnets import Magnets


def find_doubt(puzzle: Magnets) -> str:
    """Return how the poles that rows and columns count differ in number; "" if they do not."""
    for name, rows, columns in (
        ("pluses", puzzle.row_plus, puzzle.column_plus),
        ("minuses", puzzle.row_minus, puzzle.column_minus),
    ):
        if None in rows or None in columns:
            continue
        down, across = (sum(count or 0 for count in counts) for counts in (rows, columns))
        if down != across:
            return f"the rows have {down} {name}, but the columns have {across}"
    return ""
