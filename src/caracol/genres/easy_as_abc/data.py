"""Data for the parametric models of Easy as ABC."""

from __future__ import annotations

from caracol.authoring.parametric import Data, givens
from caracol.genres.easy_as_abc import SIDES, EasyAsABC


def data(puzzle: EasyAsABC) -> Data:
    """Return the side, the number of letters, the four lists of clues, and the givens."""
    clues = {side: [letter or 0 for letter in getattr(puzzle, side)] for side in SIDES}
    numbers = {"n": puzzle.grid.rows, "k": len(puzzle.letters)}
    return Data(numbers, {**clues, **givens(puzzle)})
