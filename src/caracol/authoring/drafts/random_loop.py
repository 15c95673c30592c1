"""A random loop, along sides or through centres, that winds as much as there is room."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.symmetry import Place, orbits
from caracol.board.grid import Grid
from caracol.board.places import LinkPlaces, Sides

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The squares around a square, in order."""


class Enclosed:
    """The squares inside a loop that never touches itself, which change sides one by one.

    With a symmetry, squares change sides together with their counterparts.
    """

    def __init__(self, squares: Grid, symmetry: str = "none") -> None:
        self.squares = squares
        self.places: set[Place] = set()
        self._together = {
            place: group
            for group in orbits(squares, map(squares.place, range(squares.size)), symmetry)
            for place in group
        }

    @property
    def cells(self) -> frozenset[int]:
        """The squares inside."""
        return frozenset(self.squares.cell(*place) for place in self.places)

    def neighbours(self, row: int, column: int) -> int:
        """Return the number of neighbours inside; 0 if the square cannot change sides.

        It can if the squares around it are connected on either side.
        """
        around = [(row + down, column + on) in self.places for down, on in RING]
        changes = sum(one != other for one, other in pairwise([*around, around[0]]))
        return sum(around[1::2]) if changes == 2 else 0

    def move(self, place: Place, patience: int = 3) -> bool:
        """Move a square and its counterparts to the other side, and return True.

        If one of them cannot or would have more than ``patience`` neighbours inside, none does.
        """
        moved: list[Place] = []
        for one in self._together[place]:
            if not 1 <= self.neighbours(*one) <= patience:
                self.places.symmetric_difference_update(moved)
                return False
            self.places ^= {one}
            moved.append(one)
        return True


def wind(squares: Grid, dice: Dice, symmetry: str = "none") -> Enclosed:
    """Return the squares inside a random loop that winds as much as there is room.

    They grow from one square, or with a symmetry from those in the middle; mostly by squares with
    one neighbour inside.
    """
    inside = Enclosed(squares, symmetry)
    if symmetry == "none":
        inside.places.add(squares.place(dice.below(squares.size)))
    else:
        rows, columns = ({(length - 1) // 2, length // 2} for length in squares)
        inside.places.update(product(rows, columns))
    for patience in (1, 2):
        # First only squares with one neighbour, so that the loop winds; then a few that fill gaps.
        left = squares.size // 12 if patience > 1 else squares.size
        changed = True
        while changed and left:
            changed = False
            for place in dice.shuffled([squares.place(square) for square in range(squares.size)]):
                if left and place not in inside.places and inside.move(place, patience):
                    changed = True
                    left -= 1
    return inside


def random_inside(squares: Grid, dice: Dice) -> frozenset[int]:
    """Return the squares inside a random loop that winds as much as there is room."""
    return wind(squares, dice).cells


def loop_around(grid: Sides, inside: Iterable[int]) -> tuple[int, ...]:
    """Return the loop around these squares: a value for each side."""
    inside = frozenset(inside)
    return tuple(
        int(sum(square in inside for square in grid.beside(side)) == 1) for side in range(grid.size)
    )


def enclosing(grid: LinkPlaces) -> Sides:
    """Return the board whose sides are numbered like the links of this board."""
    return Sides(grid.nodes.rows - 1, grid.nodes.columns - 1)


def random_loop(grid: LinkPlaces, dice: Dice) -> tuple[int, ...]:
    """Return a random loop on a board: a value for each side or link."""
    sides = enclosing(grid)
    return loop_around(sides, random_inside(sides.squares, dice))
