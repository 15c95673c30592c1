"""Data for the parametric models of Star Battle."""

from __future__ import annotations

from caracol.authoring.parametric import Data, givens, lines_of
from caracol.genres.star_battle import StarBattle


def data(puzzle: StarBattle) -> Data:
    """Return the side, the number of stars, the regions and the givens."""
    regions = lines_of([owner + 1 for owner in puzzle.regions], puzzle.grid)
    return Data({"n": puzzle.grid.rows, "s": puzzle.stars}, {"region": regions, **givens(puzzle)})
