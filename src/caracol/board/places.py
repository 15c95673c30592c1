"""Boards whose values are not written in squares, but on sides, links and corners.

Every board has ``rows`` and ``columns`` of squares, and places to write in, numbered from 0 in
reading order, line by line. Rules, engines and files use only the numbers; pictures and the page
need the positions (:meth:`caracol.board.grid.Places.spot`). The board whose places are the squares
themselves is :class:`caracol.board.grid.Grid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from caracol.board.grid import Form, Grid, Line, Spot
from caracol.board.names import Name
from caracol.errors import ClueError

SIDES = {"top": (0, 0, False), "left": (0, 0, True), "bottom": (1, 0, False), "right": (0, 1, True)}
"""For each side of a square: offsets in rows and columns, and whether it is vertical."""

# Names are rarely read, so these patterns are compiled only then.
_SIDE = r"r(\d{1,4})c(\d{1,4})[-. ]?(top|left|bottom|right|t|l|b|r)"
_LINK = r"r(\d{1,4})c(\d{1,4})[-– ]?r(\d{1,4})c(\d{1,4})"
_CORNER = r"r(\d{1,4})c(\d{1,4})[-. ]?(?:(top|bottom)[-. ]?(left|right)|([tb])([lr]))"


@dataclass(frozen=True)
class Sides:
    """The sides of the squares of a board.

    A side is named after a square: ``r2c3-top``. Most sides belong to two squares; they are the top
    or the left of one of them, and only at the edge of the board the bottom or the right.

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
        """Return the board, or raise a :class:`ClueError` if a side of it is impossible."""
        return cls(*Grid.checked(rows, columns))

    @property
    def squares(self) -> Grid:
        """The squares that the sides belong to."""
        return Grid(self.rows, self.columns)

    @property
    def faces(self) -> Grid:
        """The areas that the sides enclose: the squares."""
        return self.squares

    @property
    def nodes(self) -> Grid:
        """The corners of the squares, which the sides join."""
        return Grid(self.rows + 1, self.columns + 1)

    @property
    def noun(self) -> str:
        """The noun for a place to write in."""
        return "side"

    @property
    def size(self) -> int:
        """Number of sides."""
        return self.rows * (2 * self.columns + 1) + self.columns

    @property
    def lengths(self) -> tuple[int, ...]:
        """A line of horizontal sides, a line of vertical ones, and so on."""
        return (self.columns, self.columns + 1) * self.rows + (self.columns,)

    def top(self, row: int, column: int) -> int:
        """Return the side above a square; below the last row, its bottom."""
        return row * (2 * self.columns + 1) + column

    def left(self, row: int, column: int) -> int:
        """Return the side to the left of a square; beyond the last column, its right."""
        return row * (2 * self.columns + 1) + self.columns + column

    def around(self, square: int) -> Line:
        """Return the four sides of a square: top, left, right, bottom."""
        row, column = divmod(square, self.columns)
        return (
            self.top(row, column),
            self.left(row, column),
            self.left(row, column + 1),
            self.top(row + 1, column),
        )

    def all_around(self) -> tuple[Line, ...]:
        """Return the four sides of each square; cached by size."""
        return _all_around(self)

    def beside(self, side: int) -> Line:
        """Return the one or two squares that have this side."""
        row, column, upright = self._placed(side)
        before = (row, column - 1) if upright else (row - 1, column)
        found = (before, (row, column))
        return tuple(
            r * self.columns + c for r, c in found if 0 <= r < self.rows and 0 <= c < self.columns
        )

    def ends(self, side: int) -> tuple[int, int]:
        """Return the two corners that a side joins, as cells of :attr:`nodes`."""
        row, column, upright = self._placed(side)
        start = row * (self.columns + 1) + column
        return start, start + (self.columns + 1 if upright else 1)

    def at(self, node: int) -> Line:
        """Return the sides that meet in a corner."""
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
        """Return the square that a side is named after, and which of its sides it is."""
        row, column, upright = self._placed(side)
        if upright:
            last = column == self.columns
            return row, column - last, "right" if last else "left"
        last = row == self.rows
        return row - last, column, "bottom" if last else "top"

    def name_node(self, node: int) -> str:
        """Return the name of a corner: ``r1c1-top-left``."""
        return Corners(self.rows, self.columns).name(node)

    def name(self, cell: int) -> str:
        """Return the name of a side: ``r1c1-top``."""
        row, column, side = self._square(cell)
        return f"r{row + 1}c{column + 1}-{side}"

    def words(self, cell: int) -> str:
        """Return the name of a side as it is read aloud: "row 1 column 1, top side"."""
        row, column, side = self._square(cell)
        return f"row {row + 1} column {column + 1}, {side} side"

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Return the names of sides; all four of a square are combined.

        >>> sides = Sides(2, 2)
        >>> sides.listed([0, 2, 3, 5, 7])
        ['all sides of r1c1', 'r2c1-left']
        """
        left, names = set(cells), list[tuple[int, str]]()
        if len(left) > 3:
            for square, around in enumerate(self.all_around()):
                if left.issuperset(around):
                    left.difference_update(around)
                    name = Name("all sides of {}", "", self.squares.name(square))
                    names.append((around[0], name))
        names += [(side, self.name(side)) for side in left]
        return [name for _, name in sorted(names)]

    def named(self, name: str) -> int:
        """Return the side with this name; either of its squares may be used."""
        found = re.fullmatch(_SIDE, name.strip(), re.I)
        if found:
            row, column, side_word = int(found[1]) - 1, int(found[2]) - 1, found[3].lower()
            down, on, upright = next(at for side, at in SIDES.items() if side.startswith(side_word))
            if 0 <= row < self.rows and 0 <= column < self.columns:
                return (self.left if upright else self.top)(row + down, column + on)
        raise ClueError(
            f"'{name}' is not a side of this board; sides have names like r1c1-top, r1c1-left, "
            f"r{self.rows}c{self.columns}-right or r{self.rows}c{self.columns}-bottom"
        )

    def spot(self, cell: int) -> Spot:
        """Return the position of a side."""
        row, column, upright = self._placed(cell)
        if upright:
            return Spot(row + 0.5, float(column), Form.UPRIGHT)
        return Spot(float(row), column + 0.5, Form.LEVEL)


@lru_cache(maxsize=16)
def _all_around(grid: Sides) -> tuple[Line, ...]:
    return tuple(map(grid.around, range(grid.squares.size)))


@dataclass(frozen=True)
class Links:
    """The lines between the middles of neighbouring squares.

    A link is named after its two squares: ``r1c1-r1c2``.

    >>> links = Links(2, 2)
    >>> [links.name(link) for link in range(links.size)]
    ['r1c1-r1c2', 'r1c1-r2c1', 'r1c2-r2c2', 'r2c1-r2c2']
    """

    rows: int
    columns: int

    @classmethod
    def checked(cls, rows: int, columns: int) -> Links:
        """Return the board, or raise a :class:`ClueError` if a side of it is impossible."""
        return cls(*Grid.checked(rows, columns))

    @property
    def faces(self) -> InnerCorners:
        """The areas that the links enclose: the points where four squares meet."""
        return InnerCorners(self.rows, self.columns)

    @property
    def nodes(self) -> Grid:
        """The squares, which the links join."""
        return Grid(self.rows, self.columns)

    @property
    def noun(self) -> str:
        """The noun for a place to write in."""
        return "link"

    @property
    def size(self) -> int:
        """Number of links."""
        return self.rows * (2 * self.columns - 1) - self.columns

    @property
    def lengths(self) -> tuple[int, ...]:
        """A line of links within a row, a line of those down to the next row, and so on."""
        lines = (self.columns - 1, self.columns) * (self.rows - 1) + (self.columns - 1,)
        # A single column has no links within a row, and no lines for them.
        return tuple(length for length in lines if length)

    def right(self, row: int, column: int) -> int:
        """Return the link from a square to the one on its right."""
        return row * (2 * self.columns - 1) + column

    def below(self, row: int, column: int) -> int:
        """Return the link from a square to the one below it."""
        return row * (2 * self.columns - 1) + self.columns - 1 + column

    def ends(self, link: int) -> tuple[int, int]:
        """Return the two squares that a link joins."""
        row, column, upright = self._placed(link)
        start = row * self.columns + column
        return start, start + (self.columns if upright else 1)

    def at(self, node: int) -> Line:
        """Return the links that meet in a square."""
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

    def beside(self, link: int) -> Line:
        """Return the points between four squares on both sides of a link, at most two."""
        row, column, upright = self._placed(link)
        before = (row, column - 1) if upright else (row - 1, column)
        return tuple(
            r * (self.columns - 1) + c
            for r, c in (before, (row, column))
            if 0 <= r < self.rows - 1 and 0 <= c < self.columns - 1
        )

    def _placed(self, link: int) -> tuple[int, int, bool]:
        row, at = divmod(link, 2 * self.columns - 1)
        return (row, at, False) if at < self.columns - 1 else (row, at - self.columns + 1, True)

    def name_node(self, node: int) -> str:
        """Return the name of a square: ``r1c1``."""
        return self.nodes.name(node)

    def name(self, cell: int) -> str:
        """Return the name of a link: ``r1c1-r1c2``."""
        return "-".join(map(self.nodes.name, self.ends(cell)))

    def words(self, cell: int) -> str:
        """Return the name of a link as it is read aloud: "row 1 column 1 to row 1 column 2"."""
        return " to ".join(map(self.nodes.words, self.ends(cell)))

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Return the names of links."""
        return [*map(self.name, sorted(cells))]

    def named(self, name: str) -> int:
        """Return the link with this name; its squares may come in any order."""
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
            f"'{name}' is not a link of this board; links are named after two neighbouring "
            "squares, like r1c1-r1c2"
        )

    def spot(self, cell: int) -> Spot:
        """Return the position of the middle of a link."""
        row, column, upright = self._placed(cell)
        if upright:
            return Spot(row + 1.0, column + 0.5, Form.UPRIGHT)
        return Spot(row + 0.5, column + 1.0, Form.LEVEL)


@dataclass(frozen=True)
class Corners:
    """The corners of the squares of a board.

    A corner is named after the square below and to the right of it, ``r1c1-top-left``, or at the
    edge of the board after the last one.

    >>> corners = Corners(1, 1)
    >>> [corners.name(corner) for corner in range(corners.size)]
    ['r1c1-top-left', 'r1c1-top-right', 'r1c1-bottom-left', 'r1c1-bottom-right']
    """

    rows: int
    columns: int

    @classmethod
    def checked(cls, rows: int, columns: int) -> Corners:
        """Return the board, or raise a :class:`ClueError` if a side of it is impossible."""
        return cls(*Grid.checked(rows, columns))

    @property
    def noun(self) -> str:
        """The noun for a place to write in."""
        return "corner"

    @property
    def size(self) -> int:
        """Number of corners."""
        return (self.rows + 1) * (self.columns + 1)

    @property
    def lengths(self) -> tuple[int, ...]:
        """One line more than there are rows, each with one corner more than there are columns."""
        return (self.columns + 1,) * (self.rows + 1)

    def corner(self, row: int, column: int) -> int:
        """Return the corner at the top left of a square."""
        return row * (self.columns + 1) + column

    def around(self, square: int) -> Line:
        """Return the four corners of a square, in reading order."""
        first = self.corner(*divmod(square, self.columns))
        return first, first + 1, first + self.columns + 1, first + self.columns + 2

    def _square(self, cell: int) -> tuple[int, int, str, str]:
        row, column = divmod(cell, self.columns + 1)
        down, on = row == self.rows, column == self.columns
        return row - down, column - on, "bottom" if down else "top", "right" if on else "left"

    def name(self, cell: int) -> str:
        """Return the name of a corner: ``r1c1-top-left``."""
        row, column, down, on = self._square(cell)
        return f"r{row + 1}c{column + 1}-{down}-{on}"

    def words(self, cell: int) -> str:
        """Return the name of a corner as it is read aloud: "row 1 column 1, top left corner"."""
        row, column, down, on = self._square(cell)
        return f"row {row + 1} column {column + 1}, {down} {on} corner"

    def listed(self, cells: Iterable[int]) -> list[str]:
        """Return the names of corners."""
        return [*map(self.name, sorted(cells))]

    def named(self, name: str) -> int:
        """Return the corner with this name; any of its squares may be used."""
        found = re.fullmatch(_CORNER, name.strip(), re.I)
        if found:
            row, column = int(found[1]) - 1, int(found[2]) - 1
            down, on = (found[3] or found[5]).lower(), (found[4] or found[6]).lower()
            if 0 <= row < self.rows and 0 <= column < self.columns:
                return self.corner(row + down.startswith("b"), column + on.startswith("r"))
        raise ClueError(
            f"'{name}' is not a corner of this board; corners have names like r1c1-top-left or "
            f"r{self.rows}c{self.columns}-bottom-right"
        )

    def spot(self, cell: int) -> Spot:
        """Return the position of a corner."""
        row, column = divmod(cell, self.columns + 1)
        return Spot(float(row), float(column), Form.CORNER)


@dataclass(frozen=True)
class InnerCorners:
    """The points of a board where four squares meet, named like the corners of squares."""

    rows: int
    columns: int

    @property
    def size(self) -> int:
        """Number of such points."""
        return (self.rows - 1) * (self.columns - 1)

    def name(self, cell: int) -> str:
        """Return the name of a point: ``r2c2-top-left``."""
        row, column = divmod(cell, self.columns - 1)
        corners = Corners(self.rows, self.columns)
        return corners.name(corners.corner(row + 1, column + 1))


LinkPlaces = Sides | Links
"""Boards on which a loop can be drawn: along the sides of squares, or through centres."""
