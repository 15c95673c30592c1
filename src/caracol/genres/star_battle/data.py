"""What the parametric models of Star Battle take."""

from __future__ import annotations

from caracol.genres.star_battle import StarBattle
from caracol.parametric import Data, givens, lines_of


def data(puzzle: StarBattle) -> Data:
    """Side, stars, regions and givens."""
    regions = lines_of([owner + 1 for owner in puzzle.regions], puzzle.grid)
    return Data({"n": puzzle.grid.rows, "s": puzzle.stars}, {"region": regions, **givens(puzzle)})
