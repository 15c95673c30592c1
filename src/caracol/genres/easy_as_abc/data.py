"""What the parametric models of Easy as ABC take."""

from __future__ import annotations

from caracol.genres.easy_as_abc import SIDES, EasyAsABC
from caracol.parametric import Data, givens


def data(puzzle: EasyAsABC) -> Data:
    """Side, number of letters, the four lists of clues, and givens."""
    clues = {side: [letter or 0 for letter in getattr(puzzle, side)] for side in SIDES}
    numbers = {"n": puzzle.grid.rows, "k": len(puzzle.letters)}
    return Data(numbers, {**clues, **givens(puzzle)})
