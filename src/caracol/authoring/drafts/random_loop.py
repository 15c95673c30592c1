"""A random loop along the sides of squares that winds as much as there is room."""

from __future__ import annotations

from itertools import pairwise

from caracol.authoring.drafts.dice import Dice
from caracol.board.grid import Grid
from caracol.board.places import Sides

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The squares around a square, in order."""


def random_inside(squares: Grid, dice: Dice) -> frozenset[int]:
    """Return the squares inside a random loop that winds as much as there is room.

    They grow from one square. A square is added if the inside squares around it are connected, so
    that the loop never touches itself; mostly if it has one neighbour inside.
    """
    inside: set[tuple[int, int]] = set()

    def free(row: int, column: int) -> int:
        """Return the number of neighbours inside, or 0 if the square cannot be added."""
        around = [(row + down, column + on) in inside for down, on in RING]
        changes = sum(one != other for one, other in pairwise([*around, around[0]]))
        return sum(around[1::2]) if changes == 2 else 0

    front = [squares.place(dice.below(squares.size))]
    inside.add(front[0])
    waiting: list[tuple[int, int]] = []
    for patience in (1, 2):
        # First only squares with one neighbour, so that the loop winds; then a few that fill gaps.
        waiting = [squares.place(square) for square in range(squares.size)]
        left = squares.size // 12 if patience > 1 else squares.size
        changed = True
        while changed and left:
            changed = False
            for place in dice.shuffled(waiting):
                if left and place not in inside and 1 <= free(*place) <= patience:
                    inside.add(place)
                    changed = True
                    left -= 1
    return frozenset(squares.cell(*place) for place in inside)


def loop_around(grid: Sides, inside: frozenset[int]) -> tuple[int, ...]:
    """Return the loop around these squares: a value for each side."""
    return tuple(
        int(sum(square in inside for square in grid.beside(side)) == 1) for side in range(grid.size)
    )
