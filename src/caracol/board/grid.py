"""The board's geometry: cells, lines, neighbours, the spiral, regions.

A cell is a plain integer, row by row from the top left, so that rules, engines and the
compiled kernel share one numbering; people see ``r3c4``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Protocol

from caracol.board.names import Name
from caracol.errors import ClueError
from caracol.records import NamedTuple

Line = tuple[int, ...]
"""Cells in the order in which they are read."""
Values = tuple[int | None, ...]
"""A board's contents, cell by cell; ``None`` where nothing is known yet."""

LONGEST_SIDE = 250
"""No puzzle that people print or play is larger; beyond it every answer would be a timeout."""
LARGEST_SIDE = 1000
"""The most for genres whose rules are lines alone, which engines read one by one."""


class Form(StrEnum):
    """What a place to write is."""

    SQUARE = "square"
    LEVEL = "level"
    """A line one square long, from left to right."""
    UPRIGHT = "upright"
    """A line one square long, from top to bottom."""
    CORNER = "corner"


class Spot(NamedTuple):
    """Where a place lies: its middle, counted in squares from the board's top left corner."""

    row: float
    column: float
    form: Form


class Grid(NamedTuple):
    """A rectangle of cells.

    >>> grid = Grid(2, 3)
    >>> grid.name(grid.cell(1, 2)), grid.size
    ('r2c3', 6)
    """

    rows: int
    columns: int

    @classmethod
    def checked(cls, rows: int, columns: int, most: int = LONGEST_SIDE) -> Grid:
        """The grid, or a :class:`ClueError` where a side is impossible."""
        for side, words in ((rows, "rows"), (columns, "columns")):
            if not 1 <= side <= most:
                raise ClueError(f"a board has 1 to {most} {words}, not {side}")
        return cls(rows, columns)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many cells each row has."""
        return (self.columns,) * self.rows

    def cell(self, row: int, column: int) -> int:
        """The cell in this row and column, both counted from 0."""
        return row * self.columns + column

    def inside(self, row: int, column: int) -> bool:
        """Whether there is a cell in this row and column, and not beside the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def place(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell, both counted from 0."""
        return divmod(cell, self.columns)

    def name(self, cell: int) -> str:
        """The cell as people write it, counted from 1: ``r1c1`` is the top left."""
        row, column = divmod(cell, self.columns)
        return f"r{row + 1}c{column + 1}"

    def words(self, cell: int) -> str:
        """The cell as it is read aloud: "row 1 column 1"."""
        row, column = divmod(cell, self.columns)
        return f"row {row + 1} column {column + 1}"

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Cells by name, three and more in a line taken together.

        >>> Grid(3, 3).listed([0, 1, 2, 4, 8])
        ['r1c1–r1c3', 'r2c2', 'r3c3']
        """
        left, told = dict.fromkeys(sorted(cells)), []
        while left:
            first = next(iter(left))
            best = [first]
            for stride in (1, self.columns):
                span = [first]
                while span[-1] + stride in left and (stride != 1 or (span[-1] + 1) % self.columns):
                    span.append(span[-1] + stride)
                best = max(best, span, key=len)
            if len(best) < 3:
                best = [first]
            ends = dict.fromkeys((best[0], best[-1]))
            told.append("–".join(map(self.name, ends)))
            for cell in best:
                del left[cell]
        return told

    def spot(self, cell: int) -> Spot:
        """Where the cell lies."""
        row, column = divmod(cell, self.columns)
        return Spot(row + 0.5, column + 0.5, Form.SQUARE)

    def named(self, name: str) -> int:
        """The cell that people call so.

        >>> Grid(2, 3).named("r2c3")
        5
        """
        row, _, column = name.lower().removeprefix("r").partition("c")
        if row.isdecimal() and column.isdecimal():
            place = int(row) - 1, int(column) - 1
            if self.inside(*place):
                return self.cell(*place)
        raise ClueError(
            f"'{name}' is no cell of this board; cells go from r1c1 to r{self.rows}c{self.columns}"
        )

    def row(self, number: int) -> Line:
        """The cells of a row from left to right; rows count from 0."""
        return tuple(range(number * self.columns, (number + 1) * self.columns))

    def column(self, number: int) -> Line:
        """The cells of a column from top to bottom; columns count from 0."""
        return tuple(range(number, self.size, self.columns))

    def lines(self) -> tuple[tuple[Name, Line], ...]:
        """Every row, then every column, each with its name: ``row 1`` … ``column 1`` …"""
        return _lines(self)

    def in_lines(self, cell: int) -> Line:
        """The other cells of a cell's row and column."""
        row, column = self.place(cell)
        return tuple(other for other in (*self.row(row), *self.column(column)) if other != cell)

    def runs(self, stops: Iterable[int]) -> list[Line]:
        """Every row and column from one of these cells, or the border, to the next.

        >>> Grid(1, 4).runs([1])
        [(0,), (2, 3), (0,), (2,), (3,)]
        """
        lines = self.lines()
        ends: list[list[int]] = [[] for _ in lines]
        for cell in sorted(stops):
            row, column = divmod(cell, self.columns)
            ends[row].append(column)
            ends[self.rows + column].append(row)
        found: list[Line] = []
        for (_, line), stopped in zip(lines, ends, strict=True):
            first = 0
            for at in (*stopped, len(line)):
                if at > first:
                    found.append(line[first:at])
                first = at + 1
        return found

    def neighbours(self, cell: int) -> Line:
        """The cells that share a side with this one."""
        row, column = divmod(cell, self.columns)
        around = []
        if row:
            around.append(cell - self.columns)
        if column:
            around.append(cell - 1)
        if column + 1 < self.columns:
            around.append(cell + 1)
        if row + 1 < self.rows:
            around.append(cell + self.columns)
        return tuple(around)

    def all_neighbours(self) -> tuple[Line, ...]:
        """For each cell those that share a side with it; made once a size."""
        return _all_neighbours(self)

    def touching(self, cell: int) -> Line:
        """The cells that share a side or a corner with this one."""
        row, column = divmod(cell, self.columns)
        return tuple(
            self.cell(r, c)
            for r in range(max(0, row - 1), min(self.rows, row + 2))
            for c in range(max(0, column - 1), min(self.columns, column + 2))
            if (r, c) != (row, column)
        )

    def pairs(self) -> list[tuple[int, int]]:
        """Every two cells that share a side, once."""
        across = [
            (self.cell(r, c), self.cell(r, c + 1))
            for r in range(self.rows)
            for c in range(self.columns - 1)
        ]
        down = [(cell, cell + self.columns) for cell in range(self.size - self.columns)]
        return across + down

    def spiral(self) -> Line:
        """The way of the snail: clockwise from the top left corner inwards.

        >>> [Grid(2, 2).name(cell) for cell in Grid(2, 2).spiral()]
        ['r1c1', 'r1c2', 'r2c2', 'r2c1']
        """
        top, left, bottom, right = 0, 0, self.rows - 1, self.columns - 1
        way: list[int] = []
        while top <= bottom and left <= right:
            way += [self.cell(top, c) for c in range(left, right + 1)]
            way += [self.cell(r, right) for r in range(top + 1, bottom + 1)]
            if top < bottom:
                way += [self.cell(bottom, c) for c in range(right - 1, left - 1, -1)]
            if left < right:
                way += [self.cell(r, left) for r in range(bottom - 1, top, -1)]
            top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
        return tuple(way)

    def connected(self, cells: Iterable[int]) -> bool:
        """Whether one can walk between any two of these cells without leaving them."""
        left = set(cells)
        if not left:
            return True
        front, neighbours = [left.pop()], self.all_neighbours()
        while front:
            for cell in neighbours[front.pop()]:
                if cell in left:
                    left.discard(cell)
                    front.append(cell)
        return not left


@lru_cache(maxsize=32)  # puzzles come in sets of one size
def _lines(grid: Grid) -> tuple[tuple[Name, Line], ...]:
    rows = [(row_name(number), grid.row(number)) for number in range(grid.rows)]
    return *rows, *((column_name(n), grid.column(n)) for n in range(grid.columns))


@lru_cache(maxsize=16)
def _all_neighbours(grid: Grid) -> tuple[Line, ...]:
    return tuple(map(grid.neighbours, range(grid.size)))


def row_name(number: int) -> Name:
    """What people call a row, which they count from 1."""
    return Name("row {}", "rows {}", number + 1)


def column_name(number: int) -> Name:
    """What people call a column, which they count from 1."""
    return Name("column {}", "columns {}", number + 1)


def renumbered(labels: Sequence[object]) -> tuple[int, ...]:
    """Labels replaced by 0, 1, 2 … in the order in which they first appear.

    >>> renumbered("BBAC")
    (0, 0, 1, 2)
    """
    numbers: dict[object, int] = {}
    return tuple([numbers.setdefault(label, len(numbers)) for label in labels])


class Places(Protocol):
    """What pictures, files and the page want to know of any board."""

    @property
    def rows(self) -> int:
        """How many rows of squares there are."""

    @property
    def columns(self) -> int:
        """How many columns of squares there are."""

    @property
    def size(self) -> int:
        """How many places to write there are."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many places there are in each line, from the top; files have a row for each."""

    def __hash__(self) -> int:
        """Boards are values, and may be keys."""

    def name(self, cell: int) -> str:
        """The place as people write it."""

    def named(self, name: str) -> int:
        """The place that people call so."""

    def words(self, cell: int) -> str:
        """The place as it is read aloud."""

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Places by name, as people list them: what they would say in one is one."""

    def spot(self, cell: int) -> Spot:
        """Where the place lies, and what form it has."""


def squares_of(board: Places) -> Grid:
    """The squares of any board."""
    return board if isinstance(board, Grid) else Grid(board.rows, board.columns)


@lru_cache(maxsize=32)
def spots(board: Places) -> tuple[Spot, ...]:
    """Where every place of a board lies."""
    return tuple(board.spot(cell) for cell in range(board.size))


@lru_cache(maxsize=32)
def in_lines(board: Places) -> tuple[range, ...]:
    """The places of a board, line by line.

    >>> in_lines(Grid(2, 3))
    (range(0, 3), range(3, 6))
    """
    found, start = [], 0
    for length in board.lengths:
        found.append(range(start, start + length))
        start += length
    return tuple(found)
