"""Boards so small that all placements of stars can be listed: always make the best move.

A set of placements is an integer with one bit for each. For each cell, the set of placements with a
star there is known, so a few hundred integer operations give the solutions of a board. Of all
possible moves of a border, the one that leaves the fewest solutions is made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple

from caracol.authoring.drafts.dice import Dice
from caracol.board.grid import Grid
from caracol.genres.star_battle.drafting.ease import (
    areas,
    neighbouring_regions,
    stays_connected,
    with_image,
)
from caracol.rules import each

MOST = 6000
"""Maximum number of placements; 8×8 with one star has 5,242."""
RESTING = 4
"""Number of moves for which a moved cell stays where it is."""


class Placements(NamedTuple):
    """All ways to place stars that satisfy rows and columns and do not touch."""

    ways: list[tuple[int, ...]]
    """The cells of the stars, row by row."""
    at: list[int]
    """For each cell, the set of placements with a star there."""

    def with_exactly(self, stars: int, area: int) -> int:
        """Return the placements with exactly this number of stars in an area (a mask of cells)."""
        least = [0] * (stars + 2)
        """For each number from 1, the placements with at least that number of stars so far."""
        for cell in each(area):
            here = self.at[cell]
            for number in range(stars, 0, -1):
                least[number + 1] |= least[number] & here
            least[1] |= here
        return least[stars] & ~least[stars + 1]


@lru_cache(maxsize=8)
def placements(side: int, stars: int) -> Placements | None:
    """Return the placements on a square board; ``None`` if there are too many."""
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
    """Yield every way to fill the rows from this one on, given the columns of the row above."""
    if row == side:
        yield ()
        return
    for columns in _columns(side, stars, needs, above, 0):
        for column in columns:
            needs[column] -= 1
        # Two columns side by side can take a star in every second remaining row at most. Without
        # this, large boards have too many dead ends.
        if max(map(add, needs, needs[1:])) <= (side - row) // 2:
            cells = tuple(row * side + column for column in columns)
            for rest in _rows(side, stars, needs, columns, row + 1):
                yield cells + rest
        for column in columns:
            needs[column] += 1


def _columns(
    side: int, stars: int, needs: Sequence[int], above: tuple[int, ...], first: int
) -> Iterator[tuple[int, ...]]:
    """Yield every way to place this number of stars in a row, starting at a column."""
    if not stars:
        yield ()
        return
    for column in range(first, side):
        if needs[column] and not {column - 1, column, column + 1}.intersection(above):
            for rest in _columns(side, stars - 1, needs, above, column + 2):
                yield (column, *rest)


def repair_regions(
    grid: Grid,
    stars: int,
    regions: Sequence[int],
    solution: Sequence[int],
    mates: list[int] | None,
    dice: Dice,
    most: int,
) -> list[int] | None:
    """Return regions with only this solution; ``None`` if ``most`` moves do not suffice."""
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
    """The changing regions, and the placements that suit each of them."""

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
        """The cells moved last; they stay for a while, to avoid cycles."""

    def left(self, moves: Sequence[tuple[int, int]] = ()) -> int:
        """Return the unwanted solutions that remain, or would remain after these moves."""
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
        """Return the move of a star of a random unwanted solution that leaves the fewest solutions.

        If none of its stars can move, try the cells beside them.
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
            if cell in self.moved or not stays_connected(
                self.grid, self.areas[self.regions[cell]], cell
            ):
                continue
            for owner in neighbouring_regions(self.grid, self.regions, cell, mates):
                move = cell, owner
                left = self.left(with_image(self.grid, move, mates)).bit_count()
                if best is None or left < best[0]:
                    best = left, move
        return None if best is None else best[1]

    def change(self, moves: Sequence[tuple[int, int]]) -> None:
        """Move cells to other regions."""
        self.moved.append(moves[0][0])
        for cell, owner in moves:
            home, self.regions[cell] = self.regions[cell], owner
            for number in (home, owner):
                self.areas[number] ^= 1 << cell
                self.suiting[number] = self.known.with_exactly(self.stars, self.areas[number])


def _one_of(numbers: int, dice: Dice) -> int:
    """Return a random member of a set of numbers."""
    place = dice.below(numbers.bit_length())
    above = numbers >> place << place
    return (above & -above).bit_length() - 1
