"""Regions of a Star Battle that are in several pieces."""

from __future__ import annotations

from caracol.authoring.notation.regions import BLOCKED, areas, name_region, walls_between
from caracol.genres.star_battle import StarBattle


def find_doubt(puzzle: StarBattle) -> str:
    """Return why a text is probably damaged: a region that is in several pieces."""
    grid, regions = puzzle.grid, puzzle.regions
    holes = frozenset(cell for cell, owner in enumerate(regions) if owner == BLOCKED)
    pieces = areas(grid, walls_between(grid, regions), holes)
    first: dict[int, int] = {}
    for cell, owner in enumerate(regions):
        if owner != BLOCKED and first.setdefault(owner, pieces[cell]) != pieces[cell]:
            name = name_region(owner)
            return f"region {name} is in several pieces, one of them at {grid.name(cell)}"
    return ""
