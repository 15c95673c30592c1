"""What a genre is and what a puzzle is.

A genre is one module (or package) with an object ``GENRE``. It says what is true of its
puzzles; solver, checker, pictures, files and the rest follow from that.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import Any, ClassVar, Generic, Self, TypeVar

from caracol.board.grid import Grid
from caracol.board.scene import Scene, Symbol, drawn
from caracol.errors import ClueError
from caracol.records import Record, field, record
from caracol.rules import Allowed, Model, Rule, Values

UNKNOWN = "."
"""A cell or a clue of which nothing is known, in files."""


@record
class Info(Record):
    """What is said about a puzzle and does not change it."""

    title: str = ""
    author: str = ""
    source: str = ""
    notes: str = ""

    def entries(self) -> dict[str, str]:
        """What is there, by name."""
        pairs = (("title", self.title), ("author", self.author))
        more = (("source", self.source), ("notes", self.notes))
        return {name: text for name, text in pairs + more if text}


@record
class Puzzle(Record, ABC):
    """The clues of one puzzle. Puzzles are equal when their clues are."""

    genre: ClassVar[Genre[Any]]

    givens: Values = field(default=(), kw_only=True)
    """The values that are given, cell by cell; ``None`` where none is."""
    info: Info = field(default=Info(), compare=False, kw_only=True)

    def __post_init__(self) -> None:
        if not self.givens:
            object.__setattr__(self, "givens", (None,) * self.grid.size)
        self.check()

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The board."""

    @property
    @abstractmethod
    def symbols(self) -> tuple[Symbol, ...]:
        """The values a cell can have, each as a symbol; values are numbered in this order."""

    @abstractmethod
    def check(self) -> None:
        """Raise a :class:`ClueError` where the clues make no puzzle."""

    @cached_property
    def model(self) -> Model:
        """The rules of the puzzle, for engines: those of the genre, and its given values."""
        rules = self.genre.rules(self)
        return Model(self.grid, len(self.symbols), (*rules, *self.given_rules()))

    def given_rules(self) -> list[Rule]:
        """A rule for each given value."""
        found: list[Rule] = []
        if self.givens.count(None) == len(self.givens):
            return found
        for cell, value in enumerate(self.givens):
            if value is not None:
                about = f"the given {self.symbols[value].word} in {self.grid.name(cell)}"
                given = Allowed((cell,), ((value,),), about=about, says="stands", clue=True)
                found.append(given)
        return found

    @cached_property
    def scene(self) -> Scene:
        """The board to draw."""
        return self.genre.scene(self)

    def _repr_svg_(self) -> str | None:
        """The puzzle as notebooks show it."""
        return drawn(self)

    def with_givens(self, givens: Values) -> Self:
        """The same puzzle with other given values."""
        return self.changed(givens=tuple(givens))

    def check_givens(self) -> None:
        """Raise where the givens do not fit the board; genres call this from ``check``."""
        if len(self.givens) != self.grid.size:
            raise ClueError(
                f"there are {len(self.givens)} given cells for a board of {self.grid.size}"
            )
        if self.givens.count(None) < len(self.givens):
            self.check_board(self.givens)

    def check_board(self, values: Sequence[int | None]) -> None:
        """Raise where values do not fit the board, or are none that a cell can have."""
        if len(values) != self.grid.size:
            raise ClueError(f"the grid has {len(values)} cells, the board {self.grid.size}")
        for cell, value in enumerate(values):
            if value is not None and not 0 <= value < len(self.symbols):
                most = len(self.symbols) - 1
                raise ClueError(f"values go from 0 to {most}, not {value}", self.grid.name(cell))


P = TypeVar("P", bound=Puzzle)


class Genre(ABC, Generic[P]):
    """What is true of all puzzles of a kind."""

    id: str
    """The name in files and on the command line: "star-battle"."""
    name: str
    """The name for people: "Star Battle"."""
    instructions: str
    """The rules as a magazine prints them above the puzzle."""
    schema: Mapping[str, Any]
    """JSON Schema of the entries that are the genre's own: ``properties`` and ``required``."""

    @abstractmethod
    def rules(self, puzzle: P) -> list[Rule]:
        """The rules of this puzzle, but for its givens, which all genres share."""

    @abstractmethod
    def scene(self, puzzle: P) -> Scene:
        """The board to draw."""

    @abstractmethod
    def encode(self, puzzle: P) -> dict[str, Any]:
        """The genre's own entries of a puzzle file."""

    @abstractmethod
    def decode(self, entries: Mapping[str, Any], info: Info) -> P:
        """The puzzle with these entries, which are known to keep the schema."""

    def part(self, name: str) -> Any:
        """A module of the genre's package that is loaded only when needed, or ``None``.

        Formats, drafts and techniques live there, so that solving starts quickly.
        """
        return _part(type(self).__module__, name)

    def __repr__(self) -> str:
        return f"<genre {self.id}>"


@cache
def _part(module: str, name: str) -> Any:
    from importlib.util import find_spec

    # A genre may be a single module; then it has no parts.
    if not hasattr(sys.modules[module], "__path__") or find_spec(f"{module}.{name}") is None:
        return None
    return import_module(f"{module}.{name}")


def read_cells(rows: Sequence[Any], grid: Grid, symbols: Sequence[Symbol], name: str) -> Values:
    """The values written in rows of text, or in lists where a symbol is no single character.

    In a list ``null`` is unknown and any other item is a symbol's letter.
    """
    if len(rows) != grid.rows:
        raise ClueError(f"the board has {grid.rows} rows, but here are {len(rows)}", name)
    numbers = {symbol.letter: value for value, symbol in enumerate(symbols)}
    found: list[int | None] = []
    for number, row in enumerate(rows, 1):
        if len(row) != grid.columns:
            raise ClueError(
                f"has {len(row)} cells, but the board has {grid.columns} columns",
                f"{name}, row {number}",
            )
        plain = isinstance(row, str)
        for column, item in enumerate(row, 1):
            if item is None or (plain and item == UNKNOWN and UNKNOWN not in numbers):
                found.append(None)
            elif item in numbers:
                found.append(numbers[item])
            else:
                known = ", ".join(f"'{letter}'" for letter in (*numbers, UNKNOWN))
                raise ClueError(f"'{item}' is none of {known}", f"{name}, r{number}c{column}")
    return tuple(found)


def write_cells(values: Values, grid: Grid, symbols: Sequence[Symbol]) -> list[Any]:
    """Values as rows of text, or as lists where a symbol's letter means "unknown" or is none."""
    letters = [symbol.letter for symbol in symbols]
    rows = [values[cell : cell + grid.columns] for cell in range(0, grid.size, grid.columns)]
    if UNKNOWN in letters or any(len(letter) != 1 for letter in letters):
        return [[None if v is None else letters[v] for v in row] for row in rows]
    return ["".join(UNKNOWN if v is None else letters[v] for v in row) for row in rows]
