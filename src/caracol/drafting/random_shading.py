"""Random squares to shade that do not touch each other and cut nothing off."""

from __future__ import annotations

from caracol.board.grid import Grid
from caracol.drafting.dice import Dice
from caracol.drafting.symmetry import cells_together
from caracol.errors import ClueError

TRIES = 300
"""So many patterns are tried."""


def random_shading(grid: Grid, dice: Dice, symmetry: str = "none") -> set[int]:
    """As many squares as can be: one more would touch another, or cut white squares off."""
    for _ in range(TRIES):
        found = _pattern(grid, dice, symmetry)
        if found is not None:
            return found
    tried = f"none of {TRIES} patterns of shaded squares leaves room for no other"
    raise ClueError(f"{tried}; ask for another symmetry or size", "symmetry")


def _pattern(grid: Grid, dice: Dice, symmetry: str) -> set[int] | None:
    """A pattern, or ``None`` where one more square can be shaded, but not all of its group."""
    found, white = set[int](), {*range(grid.size)}
    groups = cells_together(grid, symmetry)
    singly = [[cell] for group in groups if len(group) > 1 for cell in group]
    for group in [*dice.shuffled(groups), *singly]:
        near = {other for cell in group for other in grid.neighbours(cell)}
        if found.isdisjoint((*near, *group)) and near.isdisjoint(group):
            # Only a chain of shaded squares from corner to corner can cut white squares off.
            white.difference_update(group)
            loose = len(group) == 1 and _ends(grid, group[0], found) < 2
            if not loose and not grid.connected(white):
                white.update(group)
            elif group in singly:
                return None
            else:
                found.update(group)
    return found


def _ends(grid: Grid, cell: int, shaded: set[int]) -> int:
    """At how many places a square touches shaded ones corner to corner, or the border."""
    row, column = grid.place(cell)
    border = [row, column, grid.rows - 1 - row, grid.columns - 1 - column].count(0)
    corners = [(row + down, column + on) for down in (-1, 1) for on in (-1, 1)]
    return border + sum(grid.inside(*at) and grid.cell(*at) in shaded for at in corners)
