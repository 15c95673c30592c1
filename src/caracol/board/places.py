"""Boards on which values are written elsewhere than in squares: on sides, links and corners.

Every board has ``rows`` and ``columns`` of squares, and places to write that are numbered from
0 in reading order, line by line. Rules, engines and files know only the numbers; pictures and
the page ask where a place lies (:meth:`caracol.board.grid.Places.spot`). The board whose places
are the squares themselves is :class:`caracol.board.grid.Grid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from caracol.board.grid import Form, Grid, Line, Spot
from caracol.board.names import Name
from caracol.errors import ClueError
from caracol.records import Record, record

SIDES = {"top": (0, 0, False), "left": (0, 0, True), "bottom": (1, 0, False), "right": (0, 1, True)}
"""For each side of a square: how many rows down and columns on it lies; whether it is upright."""

# Names are read seldom, so these are compiled when one is.
_SIDE = r"r(\d{1,4})c(\d{1,4})[-. ]?(top|left|bottom|right|t|l|b|r)"
_LINK = r"r(\d{1,4})c(\d{1,4})[-– ]?r(\d{1,4})c(\d{1,4})"
_CORNER = r"r(\d{1,4})c(\d{1,4})[-. ]?(?:(top|bottom)[-. ]?(left|right)|([tb])([lr]))"


@record
class Sides(Record):
    """The sides of the squares of a board, as in Slitherlink.

    A side is named by a square: ``r2c3-top``. Most sides belong to two squares; they are called
    the top or the left of one, and only at the board's end the bottom or the right.

    >>> sides = Sides(2, 2)
    >>> sides.size, sides.name(sides.top(1, 0)), sides.named("r1c1-bottom") == sides.top(1, 0)
    (12, 'r2c1-top', True)
    >>> [sides.name(side) for side in sides.around(3)]
    ['r2c2-top', 'r2c2-left', 'r2c2-right', 'r2c2-bottom']
    """

    rows: int
    columns: int

    @classmethod
    def checked(cls, rows: int, columns: int) -> Sides:
        """The board, or a :class:`ClueError` where a side of it is impossible."""
        return cls(*Grid.checked(rows, columns))

    @property
    def squares(self) -> Grid:
        """The squares that the sides belong to."""
        return Grid(self.rows, self.columns)

    @property
    def nodes(self) -> Grid:
        """The corners of the squares, which the sides join."""
        return Grid(self.rows + 1, self.columns + 1)

    @property
    def size(self) -> int:
        """How many sides there are."""
        return self.rows * (2 * self.columns + 1) + self.columns

    @property
    def lengths(self) -> tuple[int, ...]:
        """A line of level sides, a line of upright ones, and so on."""
        return (self.columns, self.columns + 1) * self.rows + (self.columns,)

    def top(self, row: int, column: int) -> int:
        """The side above a square; that of the row below the board is the bottom of the last."""
        return row * (2 * self.columns + 1) + column

    def left(self, row: int, column: int) -> int:
        """The side before a square; that of the column behind the board is the last one's right."""
        return row * (2 * self.columns + 1) + self.columns + column

    def around(self, square: int) -> Line:
        """The four sides of a square: top, left, right, bottom."""
        row, column = divmod(square, self.columns)
        return (
            self.top(row, column),
            self.left(row, column),
            self.left(row, column + 1),
            self.top(row + 1, column),
        )

    def all_around(self) -> tuple[Line, ...]:
        """The four sides of each square; made once a size."""
        return _all_around(self)

    def beside(self, side: int) -> Line:
        """The squares that have this side, one or two."""
        row, column, upright = self._placed(side)
        before = (row, column - 1) if upright else (row - 1, column)
        found = (before, (row, column))
        return tuple(
            r * self.columns + c for r, c in found if 0 <= r < self.rows and 0 <= c < self.columns
        )

    def ends(self, side: int) -> tuple[int, int]:
        """The two corners that a side joins, as cells of :attr:`nodes`."""
        row, column, upright = self._placed(side)
        start = row * (self.columns + 1) + column
        return start, start + (self.columns + 1 if upright else 1)

    def at(self, node: int) -> Line:
        """The sides that meet in a corner."""
        row, column = divmod(node, self.columns + 1)
        found = []
        if row:
            found.append(self.left(row - 1, column))
        if column:
            found.append(self.top(row, column - 1))
        if column < self.columns:
            found.append(self.top(row, column))
        if row < self.rows:
            found.append(self.left(row, column))
        return tuple(found)

    def _placed(self, side: int) -> tuple[int, int, bool]:
        row, at = divmod(side, 2 * self.columns + 1)
        return (row, at, False) if at < self.columns else (row, at - self.columns, True)

    def _square(self, side: int) -> tuple[int, int, str]:
        """The square that a side is named by, and which side of it this is."""
        row, column, upright = self._placed(side)
        if upright:
            last = column == self.columns
            return row, column - last, "right" if last else "left"
        last = row == self.rows
        return row - last, column, "bottom" if last else "top"

    def name(self, cell: int) -> str:
        """The side as people write it: ``r1c1-top``."""
        row, column, side = self._square(cell)
        return f"r{row + 1}c{column + 1}-{side}"

    def words(self, cell: int) -> str:
        """The side as it is read aloud: "row 1 column 1, top side"."""
        row, column, side = self._square(cell)
        return f"row {row + 1} column {column + 1}, {side} side"

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Sides by name; where all of a square are there, they are called so.

        >>> sides = Sides(2, 2)
        >>> sides.listed([0, 2, 3, 5, 7])
        ['all sides of r1c1', 'r2c1-left']
        """
        left, told = set(cells), list[tuple[int, str]]()
        if len(left) > 3:
            for square, around in enumerate(self.all_around()):
                if left.issuperset(around):
                    left.difference_update(around)
                    name = Name("all sides of {}", "", self.squares.name(square))
                    told.append((around[0], name))
        told += [(side, self.name(side)) for side in left]
        return [name for _, name in sorted(told)]

    def named(self, name: str) -> int:
        """The side that people call so; every side may be named by either of its squares."""
        found = re.fullmatch(_SIDE, name.strip(), re.I)
        if found:
            row, column, said = int(found[1]) - 1, int(found[2]) - 1, found[3].lower()
            down, on, upright = next(at for side, at in SIDES.items() if side.startswith(said))
            if 0 <= row < self.rows and 0 <= column < self.columns:
                return (self.left if upright else self.top)(row + down, column + on)
        raise ClueError(
            f"'{name}' is no side of this board; sides are named as r1c1-top, r1c1-left, "
            f"r{self.rows}c{self.columns}-right or r{self.rows}c{self.columns}-bottom"
        )

    def spot(self, cell: int) -> Spot:
        """Where the side lies."""
        row, column, upright = self._placed(cell)
        if upright:
            return Spot(row + 0.5, float(column), Form.UPRIGHT)
        return Spot(float(row), column + 0.5, Form.LEVEL)


@lru_cache(maxsize=16)
def _all_around(grid: Sides) -> tuple[Line, ...]:
    return tuple(map(grid.around, range(grid.squares.size)))


@record
class Links(Record):
    """The lines between the middles of neighbouring squares, as in Masyu.

    A link is named by its two squares: ``r1c1-r1c2``.

    >>> links = Links(2, 2)
    >>> [links.name(link) for link in range(links.size)]
    ['r1c1-r1c2', 'r1c1-r2c1', 'r1c2-r2c2', 'r2c1-r2c2']
    """

    rows: int
    columns: int

    @classmethod
    def checked(cls, rows: int, columns: int) -> Links:
        """The board, or a :class:`ClueError` where a side of it is impossible."""
        return cls(*Grid.checked(rows, columns))

    @property
    def nodes(self) -> Grid:
        """The squares, which the links join."""
        return Grid(self.rows, self.columns)

    @property
    def size(self) -> int:
        """How many links there are."""
        return self.rows * (2 * self.columns - 1) - self.columns

    @property
    def lengths(self) -> tuple[int, ...]:
        """A line of links within a row, a line of those down to the next row, and so on."""
        lines = (self.columns - 1, self.columns) * (self.rows - 1) + (self.columns - 1,)
        # A single column has no links within a row, and no lines for them.
        return tuple(length for length in lines if length)

    def right(self, row: int, column: int) -> int:
        """The link from a square to the one at its right."""
        return row * (2 * self.columns - 1) + column

    def below(self, row: int, column: int) -> int:
        """The link from a square to the one below it."""
        return row * (2 * self.columns - 1) + self.columns - 1 + column

    def ends(self, link: int) -> tuple[int, int]:
        """The two squares that a link joins."""
        row, column, upright = self._placed(link)
        start = row * self.columns + column
        return start, start + (self.columns if upright else 1)

    def at(self, node: int) -> Line:
        """The links that meet in a square."""
        row, column = divmod(node, self.columns)
        found = []
        if row:
            found.append(self.below(row - 1, column))
        if column:
            found.append(self.right(row, column - 1))
        if column + 1 < self.columns:
            found.append(self.right(row, column))
        if row + 1 < self.rows:
            found.append(self.below(row, column))
        return tuple(found)

    def _placed(self, link: int) -> tuple[int, int, bool]:
        row, at = divmod(link, 2 * self.columns - 1)
        return (row, at, False) if at < self.columns - 1 else (row, at - self.columns + 1, True)

    def name(self, cell: int) -> str:
        """The link as people write it: ``r1c1-r1c2``."""
        return "-".join(map(self.nodes.name, self.ends(cell)))

    def words(self, cell: int) -> str:
        """The link as it is read aloud: "row 1 column 1 to row 1 column 2"."""
        return " to ".join(map(self.nodes.words, self.ends(cell)))

    def listed(self, cells: Iterable[int]) -> list[str]:
        """The links by name."""
        return [*map(self.name, sorted(cells))]

    def named(self, name: str) -> int:
        """The link that people call so; its squares may come in any order."""
        found = re.fullmatch(_LINK, name.strip(), re.I)
        if found:
            numbers = [int(number) - 1 for number in found.groups()]
            (row, column), (to_row, to_column) = sorted([tuple(numbers[:2]), tuple(numbers[2:])])
            inside = row >= 0 and column >= 0 and to_row < self.rows and to_column < self.columns
            if inside and (to_row, to_column) == (row, column + 1):
                return self.right(row, column)
            if inside and (to_row, to_column) == (row + 1, column):
                return self.below(row, column)
        raise ClueError(
            f"'{name}' is no link of this board; links are named by two squares side by side, "
            "as r1c1-r1c2"
        )

    def spot(self, cell: int) -> Spot:
        """Where the middle of the link lies."""
        row, column, upright = self._placed(cell)
        if upright:
            return Spot(row + 1.0, column + 0.5, Form.UPRIGHT)
        return Spot(row + 0.5, column + 1.0, Form.LEVEL)


@record
class Corners(Record):
    """The corners of the squares of a board.

    A corner is named by the square below and behind it, ``r1c1-top-left``, and at the board's
    end by the last one.

    >>> corners = Corners(1, 1)
    >>> [corners.name(corner) for corner in range(corners.size)]
    ['r1c1-top-left', 'r1c1-top-right', 'r1c1-bottom-left', 'r1c1-bottom-right']
    """

    rows: int
    columns: int

    @classmethod
    def checked(cls, rows: int, columns: int) -> Corners:
        """The board, or a :class:`ClueError` where a side of it is impossible."""
        return cls(*Grid.checked(rows, columns))

    @property
    def size(self) -> int:
        """How many corners there are."""
        return (self.rows + 1) * (self.columns + 1)

    @property
    def lengths(self) -> tuple[int, ...]:
        """One line more than there are rows, each with one corner more than there are columns."""
        return (self.columns + 1,) * (self.rows + 1)

    def corner(self, row: int, column: int) -> int:
        """The corner at the top left of a square."""
        return row * (self.columns + 1) + column

    def around(self, square: int) -> Line:
        """The four corners of a square, in reading order."""
        first = self.corner(*divmod(square, self.columns))
        return first, first + 1, first + self.columns + 1, first + self.columns + 2

    def _square(self, cell: int) -> tuple[int, int, str, str]:
        row, column = divmod(cell, self.columns + 1)
        down, on = row == self.rows, column == self.columns
        return row - down, column - on, "bottom" if down else "top", "right" if on else "left"

    def name(self, cell: int) -> str:
        """The corner as people write it: ``r1c1-top-left``."""
        row, column, down, on = self._square(cell)
        return f"r{row + 1}c{column + 1}-{down}-{on}"

    def words(self, cell: int) -> str:
        """The corner as it is read aloud: "row 1 column 1, top left corner"."""
        row, column, down, on = self._square(cell)
        return f"row {row + 1} column {column + 1}, {down} {on} corner"

    def listed(self, cells: Iterable[int]) -> list[str]:
        """The corners by name."""
        return [*map(self.name, sorted(cells))]

    def named(self, name: str) -> int:
        """The corner that people call so; it may be named by any of its squares."""
        found = re.fullmatch(_CORNER, name.strip(), re.I)
        if found:
            row, column = int(found[1]) - 1, int(found[2]) - 1
            down, on = (found[3] or found[5]).lower(), (found[4] or found[6]).lower()
            if 0 <= row < self.rows and 0 <= column < self.columns:
                return self.corner(row + down.startswith("b"), column + on.startswith("r"))
        raise ClueError(
            f"'{name}' is no corner of this board; corners are named as r1c1-top-left or "
            f"r{self.rows}c{self.columns}-bottom-right"
        )

    def spot(self, cell: int) -> Spot:
        """Where the corner lies."""
        row, column = divmod(cell, self.columns + 1)
        return Spot(float(row), float(column), Form.CORNER)
