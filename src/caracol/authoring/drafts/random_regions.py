"""Random regions that all have the same number of cells."""

from __future__ import annotations

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.notation.regions import Regions, cells_of_regions, number_regions
from caracol.board.grid import Grid

SWAPS = 12
"""Number of exchanges per cell that are tried."""


def random_regions(grid: Grid, start: Regions, dice: Dice) -> Regions:
    """Return regions as large as those to start with, in other shapes, each in one piece.

    Two neighbouring regions exchange a cell each, again and again.
    """
    regions = list(start)
    members = [{*cells} for cells in cells_of_regions(start)]
    for _ in range(SWAPS * grid.size):
        here = dice.below(grid.size)
        mine = regions[here]
        others = sorted({regions[cell] for cell in grid.neighbours(here)} - {mine})
        if not others:
            continue
        theirs = dice.pick(others)
        rest = members[mine] - {here}
        near = [
            cell
            for cell in sorted(members[theirs])
            if any(other in rest for other in grid.neighbours(cell))
        ]
        if not near:
            continue
        there = dice.pick(near)
        one, other = rest | {there}, members[theirs] - {there} | {here}
        if grid.connected(one) and grid.connected(other):
            members[mine], members[theirs] = one, other
            regions[here], regions[there] = theirs, mine
    return number_regions(regions)
