"""Boards so small that every way to put the stars is known: borders moved with a view of all.

A set of placements is an integer with a bit for each. For each cell the set of those that have a
star there is known, so the solutions of a board are some hundred operations on integers away; and
of all borders that can be moved the one is taken that leaves the fewest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from caracol.board.grid import Grid
from caracol.drafting.dice import Dice
from caracol.genres.star_battle.ease import areas, loose, others, with_image
from caracol.rules import each

MOST = 6000
"""Boards with more placements are not for this; 8×8 with one star has 5,242."""
RESTING = 4
"""Moves for which a cell that was moved stays where it is."""


class Placements(NamedTuple):
    """All ways to put stars on a board so that rows and columns have theirs and none touch."""

    ways: list[tuple[int, ...]]
    """The cells of the stars, row by row."""
    at: list[int]
    """For each cell the set of the placements that have a star there."""

    def with_exactly(self, stars: int, area: int) -> int:
        """The placements that have so many stars in an area, given as a mask of cells."""
        least = [0] * (stars + 2)
        """For each number but none the placements with at least so many stars so far."""
        for cell in each(area):
            here = self.at[cell]
            for number in range(stars, 0, -1):
                least[number + 1] |= least[number] & here
            least[1] |= here
        return least[stars] & ~least[stars + 1]


@lru_cache(maxsize=8)
def placements(side: int, stars: int) -> Placements | None:
    """The placements on a square board; ``None`` where there are too many."""
    ways: list[tuple[int, ...]] = []
    for way in _rows(side, stars, [stars] * side, (), 0):
        if len(ways) == MOST:
            return None
        ways.append(way)
    marks = [bytearray(len(ways) // 8 + 1) for _ in range(side * side)]
    for number, way in enumerate(ways):
        for cell in way:
            marks[cell][number >> 3] |= 1 << (number & 7)
    return Placements(ways, [int.from_bytes(mark, "little") for mark in marks])


def _rows(
    side: int, stars: int, needs: list[int], above: tuple[int, ...], row: int
) -> Iterator[tuple[int, ...]]:
    """Every way to fill the rows from this one on, below the columns of the row above."""
    if row == side:
        yield ()
        return
    for columns in _columns(side, stars, needs, above, 0):
        for column in columns:
            needs[column] -= 1
        # A column can take a star only in every second of the rows that are left.
        if max(needs) <= (side - row) // 2:
            cells = tuple(row * side + column for column in columns)
            for rest in _rows(side, stars, needs, columns, row + 1):
                yield cells + rest
        for column in columns:
            needs[column] += 1


def _columns(
    side: int, stars: int, needs: Sequence[int], above: tuple[int, ...], first: int
) -> Iterator[tuple[int, ...]]:
    """Every way to put so many stars into a row, from a column on."""
    if not stars:
        yield ()
        return
    for column in range(first, side):
        if needs[column] and not {column - 1, column, column + 1}.intersection(above):
            for rest in _columns(side, stars - 1, needs, above, column + 2):
                yield (column, *rest)


def repaired(
    grid: Grid,
    stars: int,
    regions: Sequence[int],
    solution: Sequence[int],
    mates: list[int] | None,
    dice: Dice,
    most: int,
) -> list[int] | None:
    """Regions with this solution only, after at most so many moves; ``None`` where they fail."""
    known = placements(grid.rows, stars)
    assert known is not None
    board = _Board(known, grid, stars, list(regions), solution)
    for _ in range(most):
        left = board.left()
        if not left:
            return board.regions
        move = board.best(left, mates, dice)
        if move is None:
            return None
        board.change(with_image(grid, move, mates))
    return None


class _Board:
    """The regions as they change, and which placements suit each of them."""

    def __init__(
        self,
        known: Placements,
        grid: Grid,
        stars: int,
        regions: list[int],
        solution: Sequence[int],
    ) -> None:
        self.known, self.grid, self.stars, self.regions = known, grid, stars, regions
        self.solution = solution
        self.areas = areas(regions, max(regions) + 1)
        self.suiting = [known.with_exactly(stars, area) for area in self.areas]
        wanted = -1
        for cell, star in enumerate(solution):
            if star:
                wanted &= known.at[cell]
        self.unwanted = ~wanted
        self.moved: deque[int] = deque(maxlen=RESTING)
        """The cells that were moved last; they stay for a while, or it would go in circles."""

    def left(self, moves: Sequence[tuple[int, int]] = ()) -> int:
        """The unwanted solutions that the board has, or would have after these moves."""
        changed: dict[int, int] = {}
        for cell, owner in moves:
            for number in (self.regions[cell], owner):
                changed[number] = changed.get(number, self.areas[number]) ^ 1 << cell
        found = self.unwanted
        for number, suiting in enumerate(self.suiting):
            if number not in changed:
                found &= suiting
        for area in changed.values():
            found &= self.known.with_exactly(self.stars, area)
        return found

    def best(self, left: int, mates: list[int] | None, dice: Dice) -> tuple[int, int] | None:
        """The move over a border that leaves fewest, of those that concern a solution by chance.

        Where none of its stars can go, any cell beside them.
        """
        way = self.known.ways[_one_of(left, dice)]
        stars = dice.shuffled(cell for cell in way if not self.solution[cell])
        if (found := self._best(stars, mates)) is not None:
            return found
        near = {c for cell in stars for c in self.grid.neighbours(cell)}
        return self._best(dice.shuffled(c for c in sorted(near) if not self.solution[c]), mates)

    def _best(self, cells: Sequence[int], mates: list[int] | None) -> tuple[int, int] | None:
        best: tuple[int, tuple[int, int]] | None = None
        for cell in cells:
            if cell in self.moved or not loose(self.grid, self.areas[self.regions[cell]], cell):
                continue
            for owner in others(self.grid, self.regions, cell, mates):
                move = cell, owner
                left = self.left(with_image(self.grid, move, mates)).bit_count()
                if best is None or left < best[0]:
                    best = left, move
        return None if best is None else best[1]

    def change(self, moves: Sequence[tuple[int, int]]) -> None:
        """Give cells to other regions."""
        self.moved.append(moves[0][0])
        for cell, owner in moves:
            home, self.regions[cell] = self.regions[cell], owner
            for number in (home, owner):
                self.areas[number] ^= 1 << cell
                self.suiting[number] = self.known.with_exactly(self.stars, self.areas[number])


def _one_of(numbers: int, dice: Dice) -> int:
    """A number of a set, by chance: the first from a place on."""
    place = dice.below(numbers.bit_length())
    above = numbers >> place << place
    return (above & -above).bit_length() - 1
