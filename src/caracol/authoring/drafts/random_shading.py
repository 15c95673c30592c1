"""Random shaded squares that do not touch each other and do not cut off white squares."""

from __future__ import annotations

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.symmetry import cells_together
from caracol.board.grid import Grid
from caracol.errors import ClueError

TRIES = 300
"""Maximum number of patterns to try."""


def random_shading(grid: Grid, dice: Dice, symmetry: str = "none") -> set[int]:
    """Return a maximal set of squares: one more would touch another or cut off white squares."""
    for _ in range(TRIES):
        found = _pattern(grid, dice, symmetry)
        if found is not None:
            return found
    tried = f"none of {TRIES} patterns of shaded squares is complete"
    raise ClueError(f"{tried}; choose a different symmetry or size", "symmetry")


def _pattern(grid: Grid, dice: Dice, symmetry: str) -> set[int] | None:
    """Return a pattern, or ``None`` if a square can be shaded but not all of its group."""
    found, white = set[int](), {*range(grid.size)}
    groups = cells_together(grid, symmetry)
    singly = [[cell] for group in groups if len(group) > 1 for cell in group]
    for group in [*dice.shuffled(groups), *singly]:
        near = {other for cell in group for other in grid.neighbours(cell)}
        if found.isdisjoint((*near, *group)) and near.isdisjoint(group):
            # White squares can only be cut off by a chain of shaded squares from corner to corner.
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
    """Return the number of corners at which a square touches shaded ones or the border."""
    row, column = grid.place(cell)
    border = [row, column, grid.rows - 1 - row, grid.columns - 1 - column].count(0)
    corners = [(row + down, column + on) for down in (-1, 1) for on in (-1, 1)]
    return border + sum(grid.inside(*at) and grid.cell(*at) in shaded for at in corners)
