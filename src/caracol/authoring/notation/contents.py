"""The contents of frames: links, files, envelopes and terms, parsed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, NamedTuple

from caracol.authoring.notation.codecs import side
from caracol.authoring.notation.items import PlacedItem, place_lines
from caracol.authoring.notation.regions import Walls
from caracol.board.grid import Grid
from caracol.errors import FormatError, count_noun


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

    def placed(self) -> Sheet:
        """Return the same with items that know their places."""
        return self._replace(lines=place_lines(self.lines, count(5)))

    def table(self, start: int, rows: int, columns: int, what: str) -> list[tuple[str, ...]]:
        """Return ``rows`` lines from ``start``, each with ``columns`` items."""
        found = list(self.lines[start : start + rows])
        if len(found) < rows:
            raise FormatError(
                f"{what}: expected {count_noun(rows, 'line')}, but found {len(found)}"
            )
        for number, line in enumerate(found, 1):
            if len(line) != columns:
                raise FormatError(
                    f"{what}, line {number}: expected {count_noun(columns, 'item')}, "
                    f"but found {len(line)}"
                )
        return found

    def check_end(self, *counts: int) -> None:
        """Raise unless the number of lines is one of these; the first one is expected."""
        if len(self.lines) not in counts:
            line = 5 + min(counts[0], len(self.lines))
            raise FormatError(
                f"expected {count_noun(counts[0], 'line')} after the size of the board, "
                f"but found {len(self.lines)}",
                f"line {line}",
            )

    def single(self, number: int, what: str) -> str:
        """Return the only item of this line."""
        if number >= len(self.lines) or len(self.lines[number]) != 1:
            raise FormatError(f"expected a line with {what} after the size of the board")
        return self.lines[number][0]


class GameId(NamedTuple):
    """A concrete puzzle of Simon Tatham's collection."""

    params: str
    description: str


Place = tuple[int, int]
"""Row and column counted from 0; clues beside the board are at -1 or beyond the last."""


@dataclass(frozen=True)
class PenpaContents:
    """A Penpa+ board: what is drawn where, relative to the playing area."""

    grid: Grid
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Number of lines of cells above, below, left and right for clues."""
    walls: Walls = frozenset()
    numbers: Mapping[Place, str] = field(default_factory=dict)
    symbols: Mapping[Place, tuple[Any, str]] = field(default_factory=dict)
    shades: Mapping[Place, int] = field(default_factory=dict)
    letters: str = ""
    """The letters that may be written, if the rules below the drawing list them."""
    dots: bool = False
    """Whether there are dots instead of lines between squares, as in loops along sides."""

    def placed(self) -> PenpaContents:
        """Return the same with texts that know their places."""
        numbers = {p: PlacedItem.at(text, self.name(p)) for p, text in self.numbers.items()}
        return replace(self, numbers=numbers)

    def name(self, place: Place) -> str:
        """Return the name of a place on the board or beside it."""
        (row, column), grid = place, self.grid
        if grid.inside(row, column):
            return grid.name(grid.cell(row, column))
        if 0 <= row < grid.rows:
            return f"row {row + 1}, {'left' if column < 0 else 'right'}"
        if 0 <= column < grid.columns:
            return f"column {column + 1}, {'top' if row < 0 else 'bottom'}"
        return "beside a corner of the board"


class Items(NamedTuple):
    """A text of blank-separated items: the first line, and the others."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    """The numbers of these lines in the text, if they were read from one."""

    def placed(self) -> Items:
        """Return the same with items that know their places."""
        return self._replace(lines=place_lines(self.lines, self.numbers or count(2)))

    @property
    def grid(self) -> Grid:
        """The board; the first line states its rows and columns."""
        rows, columns = (side(text, "the size") for text in self.head[:2])
        return Grid.checked(rows, columns)


class Sections(NamedTuple):
    """A text of named sections, each with lines of items."""

    sections: Mapping[str, tuple[tuple[str, ...], ...]]

    def get(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the lines of a section, or none."""
        return self.sections.get(name, ())


@dataclass(frozen=True)
class Term:
    """A Prolog term: a name with arguments. Lists are tuples, numbers are numbers."""

    name: str
    arguments: tuple[Any, ...] = ()
