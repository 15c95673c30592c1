"""The board's geometry: cells, lines, neighbours, the spiral, regions.

A cell is a plain integer, row by row from the top left, so that rules, engines and the
compiled kernel share one numbering; people see ``r3c4``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from caracol.board.names import Name
from caracol.errors import ClueError

Line = tuple[int, ...]
"""Cells in the order in which they are read."""
Values = tuple[int | None, ...]
"""Contents of a board, cell by cell; ``None`` for cells that are not known yet."""

LONGEST_SIDE = 250
"""Maximum side of most boards; larger ones are not printed or played, and would time out."""
LARGEST_SIDE = 1000
"""Maximum side for genres whose only rules are lines, which engines read one by one."""


class Form(StrEnum):
    """Form of a place to write in."""

    SQUARE = "square"
    LEVEL = "level"
    """A horizontal line, one square long."""
    UPRIGHT = "upright"
    """A vertical line, one square long."""
    CORNER = "corner"


class Spot(NamedTuple):
    """Position of a place: its middle, in squares from the board's top left corner."""

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
        """Return the grid, or raise a :class:`ClueError` if a side is impossible."""
        for side, words in ((rows, "rows"), (columns, "columns")):
            if not 1 <= side <= most:
                raise ClueError(f"a board can have 1 to {most} {words}, not {side}")
        return cls(rows, columns)

    @property
    def noun(self) -> str:
        """The noun for a place to write in."""
        return "cell"

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.columns

    @property
    def lengths(self) -> tuple[int, ...]:
        """Number of cells in each row."""
        return (self.columns,) * self.rows

    def cell(self, row: int, column: int) -> int:
        """Return the cell in this row and column, both counted from 0."""
        return row * self.columns + column

    def inside(self, row: int, column: int) -> bool:
        """Return whether this row and column are on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, both counted from 0."""
        return divmod(cell, self.columns)

    def name(self, cell: int) -> str:
        """Return the name of a cell, counted from 1: ``r1c1`` is the top left."""
        row, column = divmod(cell, self.columns)
        return f"r{row + 1}c{column + 1}"

    def words(self, cell: int) -> str:
        """Return the name of a cell as it is read aloud: "row 1 column 1"."""
        row, column = divmod(cell, self.columns)
        return f"row {row + 1} column {column + 1}"

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Return the names of cells, with three or more in a line combined.

        >>> Grid(3, 3).listed([0, 1, 2, 4, 8])
        ['r1c1–r1c3', 'r2c2', 'r3c3']
        """
        left, names = dict.fromkeys(sorted(cells)), []
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
            names.append("–".join(map(self.name, ends)))
            for cell in best:
                del left[cell]
        return names

    def spot(self, cell: int) -> Spot:
        """Return the position of a cell."""
        row, column = divmod(cell, self.columns)
        return Spot(row + 0.5, column + 0.5, Form.SQUARE)

    def named(self, name: str) -> int:
        """Return the cell with this name.

        >>> Grid(2, 3).named("r2c3")
        5
        """
        row, _, column = str(name).lower().removeprefix("r").partition("c")
        if row.isdecimal() and column.isdecimal():
            place = int(row) - 1, int(column) - 1
            if self.inside(*place):
                return self.cell(*place)
        last = f"r{self.rows}c{self.columns}"
        raise ClueError(f"'{name}' is not a cell of this board; its cells are r1c1 to {last}")

    def row(self, number: int) -> Line:
        """Return the cells of a row from left to right; rows count from 0."""
        return tuple(range(number * self.columns, (number + 1) * self.columns))

    def column(self, number: int) -> Line:
        """Return the cells of a column from top to bottom; columns count from 0."""
        return tuple(range(number, self.size, self.columns))

    def lines(self) -> tuple[tuple[Name, Line], ...]:
        """Return every row, then every column, each with its name: ``row 1`` … ``column 1`` …."""
        return _lines(self)

    def in_lines(self, cell: int) -> Line:
        """Return the other cells of a cell's row and column."""
        row, column = self.place(cell)
        return tuple(other for other in (*self.row(row), *self.column(column)) if other != cell)

    def runs(self, stops: Iterable[int]) -> list[Line]:
        """Return the stretches of every row and column between these cells or the border.

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
        """Return the cells that share a side with this one."""
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
        """Return, for each cell, those that share a side with it; cached by size."""
        return _all_neighbours(self)

    def touching(self, cell: int) -> Line:
        """Return the cells that share a side or a corner with this one."""
        row, column = divmod(cell, self.columns)
        return tuple(
            self.cell(r, c)
            for r in range(max(0, row - 1), min(self.rows, row + 2))
            for c in range(max(0, column - 1), min(self.columns, column + 2))
            if (r, c) != (row, column)
        )

    def pairs(self) -> list[tuple[int, int]]:
        """Return every pair of cells that share a side, once."""
        across = [
            (self.cell(r, c), self.cell(r, c + 1))
            for r in range(self.rows)
            for c in range(self.columns - 1)
        ]
        down = [(cell, cell + self.columns) for cell in range(self.size - self.columns)]
        return across + down

    def spiral(self) -> Line:
        """Return the path of a spiral: clockwise from the top left corner inwards.

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
        """Return whether these cells are connected."""
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


@lru_cache(maxsize=32)  # puzzles often come in sets of one size
def _lines(grid: Grid) -> tuple[tuple[Name, Line], ...]:
    rows = [(row_name(number), grid.row(number)) for number in range(grid.rows)]
    return *rows, *((column_name(n), grid.column(n)) for n in range(grid.columns))


@lru_cache(maxsize=16)
def _all_neighbours(grid: Grid) -> tuple[Line, ...]:
    return tuple(map(grid.neighbours, range(grid.size)))


def row_name(number: int) -> Name:
    """Return the name of a row, counted from 1."""
    return Name("row {}", "rows {}", number + 1)


def column_name(number: int) -> Name:
    """Return the name of a column, counted from 1."""
    return Name("column {}", "columns {}", number + 1)


def renumber(labels: Sequence[object]) -> tuple[int, ...]:
    """Return labels replaced by 0, 1, 2 … in the order in which they first appear.

    >>> renumber("BBAC")
    (0, 0, 1, 2)
    """
    numbers: dict[object, int] = {}
    return tuple([numbers.setdefault(label, len(numbers)) for label in labels])


class Places(Protocol):
    """Board of any sort, as pictures, files and the page see it."""

    @property
    def rows(self) -> int:
        """Number of rows of squares."""

    @property
    def columns(self) -> int:
        """Number of columns of squares."""

    @property
    def noun(self) -> str:
        """The noun for a place to write in, such as "side"."""

    @property
    def size(self) -> int:
        """Number of places to write in."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """Number of places in each line, from the top; files have a row for each."""

    def __hash__(self) -> int:
        """Return the hash: boards are values, and may be keys."""

    def name(self, cell: int) -> str:
        """Return the name of a place."""

    def named(self, name: str) -> int:
        """Return the place with this name."""

    def words(self, cell: int) -> str:
        """Return the name of a place as it is read aloud."""

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Return the names of places as people list them, combined where possible."""

    def spot(self, cell: int) -> Spot:
        """Return the position and the form of a place."""


def squares_of(board: Places) -> Grid:
    """Return the squares of any board."""
    return board if isinstance(board, Grid) else Grid(board.rows, board.columns)


@lru_cache(maxsize=32)
def spots(board: Places) -> tuple[Spot, ...]:
    """Return the position of every place of a board."""
    return tuple(board.spot(cell) for cell in range(board.size))


@lru_cache(maxsize=32)
def in_lines(board: Places) -> tuple[range, ...]:
    """Return the places of a board, line by line.

    >>> in_lines(Grid(2, 3))
    (range(0, 3), range(3, 6))
    """
    found, start = [], 0
    for length in board.lengths:
        found.append(range(start, start + length))
        start += length
    return tuple(found)
