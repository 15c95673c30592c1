"""What the frames carry: the contents of links, files, envelopes and terms, taken apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.notation.codecs import Walls, side
from caracol.records import NamedTuple, Record, field, record


class LinkContents(NamedTuple):
    """The contents of a puzz.link URL."""

    columns: int
    rows: int
    body: str
    flags: str = ""
    variant: str = ""

    @property
    def grid(self) -> Grid:
        """The board."""
        return Grid.checked(self.rows, self.columns)


class Sheet(NamedTuple):
    """The contents of a pzprv3 file: lines of items."""

    rows: int
    columns: int
    lines: tuple[tuple[str, ...], ...]

    @property
    def grid(self) -> Grid:
        """The board."""
        return Grid.checked(self.rows, self.columns)

    def table(self, start: int, rows: int, columns: int, what: str) -> list[tuple[str, ...]]:
        """So many lines from ``start``, each with so many items."""
        found = list(self.lines[start : start + rows])
        if len(found) < rows:
            raise FormatError(f"{what}: expected {rows} lines, but there are {len(found)}")
        for number, line in enumerate(found, 1):
            if len(line) != columns:
                raise FormatError(
                    f"{what}, line {number}: expected {columns} items, but there are {len(line)}"
                )
        return found

    def single(self, number: int, what: str) -> str:
        """The line of this number, which has one item."""
        if number >= len(self.lines) or len(self.lines[number]) != 1:
            raise FormatError(f"expected a line with {what} after the size of the board")
        return self.lines[number][0]


class GameId(NamedTuple):
    """A concrete puzzle of Simon Tatham's collection."""

    params: str
    description: str


Place = tuple[int, int]
"""Row and column counted from 0; clues beside the board stand at -1 or beyond the last."""


@record
class PenpaContents(Record):
    """A Penpa+ board: what is drawn where, relative to the playing area."""

    grid: Grid
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)
    """How many lines of cells stand above, below, left and right for clues."""
    walls: Walls = frozenset()
    numbers: Mapping[Place, str] = field(default_factory=dict)
    symbols: Mapping[Place, tuple[Any, str]] = field(default_factory=dict)
    shades: Mapping[Place, int] = field(default_factory=dict)
    letters: str = ""
    """The letters that may be written, where the rules below the drawing list them."""


class Items(NamedTuple):
    """A text of blank-separated items: the first line, and the others."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]

    @property
    def grid(self) -> Grid:
        """The board, of which the first line has the rows and the columns."""
        rows, columns = (side(text, "the size") for text in self.head[:2])
        return Grid.checked(rows, columns)


class Sections(NamedTuple):
    """A text of named sections, each with lines of items."""

    sections: Mapping[str, tuple[tuple[str, ...], ...]]

    def get(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The lines of a section, or none."""
        return self.sections.get(name, ())


@record
class Term(Record):
    """A Prolog term: a name with arguments. Lists are tuples, numbers are numbers."""

    name: str
    arguments: tuple[Any, ...] = ()
