"""Data for the parametric models of Magnets."""

from __future__ import annotations

from caracol.authoring.parametric import Data, givens, lines_of
from caracol.genres.magnets import Magnets


def data(puzzle: Magnets) -> Data:
    """Return the size, the other half of every cell, the counts and the givens."""
    counts = {
        name: [-1 if number is None else number for number in getattr(puzzle, name)]
        for name in ("row_plus", "row_minus", "column_plus", "column_minus")
    }
    other = lines_of([half + 1 for half in puzzle.partner], puzzle.grid)
    numbers = {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}
    return Data(numbers, {"other": other, **counts, **givens(puzzle)})
