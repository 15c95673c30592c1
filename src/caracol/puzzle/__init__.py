"""Puzzles and genres.

A genre is one file (or a package, if one file is too small) with an object ``GENRE``. It states the
rules of its puzzles; solver, checker, pictures, files and the rest follow from them.
Everything else that it can do is in its parts (:mod:`caracol.puzzle.parts`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from caracol.board.grid import Grid, Places, in_lines
from caracol.board.names import Demand, Name
from caracol.board.scene import Scene, Symbol, check_scene, check_symbols, draw_svg, draw_text
from caracol.errors import ArgumentError, CaracolError, ClueError, GenreError, RuleError, count_noun
from caracol.puzzle.info import INFO as INFO
from caracol.puzzle.info import NO_INFO as NO_INFO
from caracol.puzzle.info import Info as Info
from caracol.puzzle.parts import Part, Q, find_part
from caracol.puzzle.violations import GIVEN, put_into_words
from caracol.rules import MOST_VALUES, Model, Rule, Stated, Table, Values, Violation

UNKNOWN = "."
"""A cell or clue about which nothing is known, in files."""
STANDS = Demand("stands", "stand")
"""Statement of the rule for a given value."""


@dataclass(frozen=True)
class Puzzle(ABC):
    """The clues of one puzzle. Puzzles are equal when their clues are."""

    genre: ClassVar[Genre[Any]]

    givens: Values = field(default=(), kw_only=True)
    """The given values, cell by cell; ``None`` for cells without one."""
    info: Info = field(default=NO_INFO, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        if not is_built_in(type(self.genre)):
            self._check_foreign()
        if not self.givens:
            object.__setattr__(self, "givens", (None,) * self.grid.size)
        self.check()
        if self.info.goal and not self.takes(self.info.goal):
            # The stated solution is for a different board.
            object.__setattr__(self, "info", replace(self.info, goal=()))

    def _check_foreign(self) -> None:
        """Raise if the author of the genre, not of the puzzle, made a mistake."""
        part = "symbols"
        try:
            check_symbols(self.symbols)
            part = "puzzle"
            hash(self)  # mutable clues have none
        except (TypeError, ValueError) as problem:
            raise GenreError(self.genre.whose, part, problem) from problem
        if not 1 <= len(self.symbols) <= MOST_VALUES:
            values = f"a cell can have 1 to {MOST_VALUES} values, not {len(self.symbols)}"
            raise RuleError(f"{self.genre.whose}: {values}")

    def takes(self, values: Values) -> bool:
        """Return whether these values fill the board."""
        most = len(self.symbols)
        return len(values) == self.grid.size and all(
            value is not None and 0 <= value < most for value in values
        )

    @property
    @abstractmethod
    def grid(self) -> Places:
        """The board: squares to write in, or the sides, links or corners of squares."""

    @property
    @abstractmethod
    def symbols(self) -> tuple[Symbol, ...]:
        """The values a cell can have, each as a symbol; values are numbered in this order."""

    @abstractmethod
    def check(self) -> None:
        """Raise a :class:`ClueError` if the clues do not form a puzzle."""

    @cached_property
    def model(self) -> Model:
        """The rules of the puzzle, for engines: those of the genre, and its given values."""
        try:
            rules = self.genre.rules(self)
            hidden = self.genre.hidden(self)
            stated = (*rules, *self.given_rules())
            model = Model(self.grid, len(self.symbols), stated, hidden, trusted=True)
            if not is_built_in(type(self.genre)):
                model.check()
        except RuleError as problem:
            raise RuleError(f"{self.genre.whose}: {problem}") from problem
        except (CaracolError, MemoryError):
            raise
        except Exception as problem:
            raise GenreError(self.genre.whose, "rules", problem) from problem
        return model

    def given_rules(self) -> list[Rule]:
        """Return a rule for each given value."""
        found: list[Rule] = []
        if not self.has_givens:
            return found
        for cell, value in enumerate(self.givens):
            if value is not None:
                about = self.given_name(cell, value)
                given = Table((cell,), ((value,),), name=about, statement=STANDS, clue=True)
                found.append(given)
        return found

    def given_name(self, cell: int, value: int) -> Name:
        """Return the name of a given value: "the given star in r1c2"."""
        return Name(GIVEN, "", self.symbols[value], self.grid.name(cell))

    @cached_property
    def scene(self) -> Scene:
        """The board to draw."""
        try:
            scene = self.genre.scene(self)
            if not is_built_in(type(self.genre)):
                check_scene(scene, self.grid, self.symbols)
        except (CaracolError, MemoryError):
            raise
        except Exception as problem:
            raise GenreError(self.genre.whose, "scene", problem) from problem
        return scene

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # A dataclass lists all its fields, hundreds of cells, unless the class has its own method.
        cls.__repr__ = Puzzle.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        title = f" {self.info.title!r}" if self.info.title else ""
        return f"<{type(self).__name__} {self.grid.columns}×{self.grid.rows}{title}>"

    def __str__(self) -> str:
        """Return the board as text, with its clues and givens."""
        return draw_text(self) or repr(self)

    def _repr_svg_(self) -> str | None:
        """Return the puzzle as notebooks show it."""
        return draw_svg(self)

    def with_givens(self, givens: Values) -> Self:
        """Return the same puzzle with different given values."""
        if not isinstance(givens, Iterable):
            raise ArgumentError("givens", "a list with a value or None for each cell", givens)
        return replace(self, givens=tuple(givens))

    @property
    def has_givens(self) -> bool:
        """Whether any value is given."""
        return self.givens.count(None) < len(self.givens)

    def check_givens(self) -> None:
        """Raise if the givens do not fit the board; genres call this from ``check``."""
        if len(self.givens) != self.grid.size:
            raise ClueError(
                f"there are values for {count_noun(len(self.givens), 'cell')}, but the board has "
                f"{self.grid.size}"
            )
        if self.has_givens:
            self.check_board(self.givens)

    def check_board(self, values: Sequence[int | None], name: str = "values") -> None:
        """Raise if values do not fit the board, or cannot be in a cell."""
        if isinstance(values, str) or not isinstance(values, Sequence):
            raise ArgumentError(name, "a list with a value or None for each cell", values)
        wrong = next((value for value in values if not isinstance(value, int | None)), None)
        if wrong is not None:
            raise ArgumentError(name, "a list of numbers or None", wrong)
        if len(values) != self.grid.size:
            size = count_noun(len(values), "cell")
            raise ClueError(f"the grid has {size}, but the board has {self.grid.size}")
        most = len(self.symbols) - 1
        written = {*values} - {None}
        if all(0 <= value <= most for value in written if value is not None):
            return
        for cell, value in enumerate(values):
            if value is not None and not 0 <= value <= most:
                raise ClueError(f"values range from 0 to {most}, not {value}", self.grid.name(cell))


@lru_cache(maxsize=64)
def is_built_in(genre: type[Genre[Any]]) -> bool:
    """Return whether the rules of a genre need no checks.

    The tests check those of built-in genres once and for all: checking them again for every puzzle
    would take as long as stating them.
    """
    return genre.__module__.startswith("caracol.genres.")


P = TypeVar("P", bound=Puzzle)


class Genre(ABC, Generic[P]):
    """The rules and the board of one kind of puzzle."""

    id: str
    """The name in files and on the command line: "star-battle"."""
    name: str
    """The name for people: "Star Battle"."""
    instructions: str
    """The rules as a magazine prints them above the puzzle."""
    package: str = ""
    """The package that it comes from, with its version, unless that is Caracol."""
    schema: Mapping[str, Any]
    """JSON Schema of the genre's own entries: ``properties`` and ``required``."""
    violations: Mapping[str, str] = {}
    """Sentences for broken rules, in everyday words, by the template of the rule's name.

    A key may end with a colon and a kind of violation: "row {}: too-many". Braces take the parts of
    the name by number, and the details of the violation by name: "Row {0} has {found}."
    """

    @property
    def whose(self) -> str:
        """The name, with the package to blame if its code fails."""
        return f"{self.name} ({self.package})" if self.package else self.name

    @abstractmethod
    def rules(self, puzzle: P) -> Sequence[Stated]:
        """Return the rules of this puzzle, except for its givens, which all genres share.

        A list of rules will do. For thousands of puzzles, rules that all boards of a size share are
        faster as one :class:`~caracol.rules.Shared`, and many rules of a kind as a
        :class:`~caracol.rules.Family`.
        """

    def instructions_of(self, puzzle: P) -> str:  # noqa: ARG002
        """Return the rules of one puzzle. Override this where some puzzles have more of them."""
        return self.instructions

    def hidden(self, puzzle: P) -> tuple[str, ...]:  # noqa: ARG002
        """Return the names of cells that the rules use but the board does not show, if any.

        They are numbered from ``grid.size``. Solutions that agree on the shown cells are one.
        """
        return ()

    def describe_violation(
        self,
        puzzle: P,  # noqa: ARG002
        rule: Rule,
        values: Values,  # noqa: ARG002
        found: Violation,
    ) -> Violation:
        """Return how these values break a rule, in the words of :attr:`violations`.

        ``found`` describes it in words that fit any genre. Override this where a template is not
        enough.
        """
        return put_into_words(rule, found, self.violations)

    @abstractmethod
    def scene(self, puzzle: P) -> Scene:
        """Return the board to draw."""

    @abstractmethod
    def encode(self, puzzle: P) -> dict[str, Any]:
        """Return the genre's own entries of a puzzle file."""

    @abstractmethod
    def decode(self, entries: Mapping[str, Any], info: Info) -> P:
        """Return the puzzle with these entries, which are known to match the schema."""

    def part(self, kind: type[Q]) -> Q | None:
        """Return a part of this genre, loaded on first use, or ``None`` if it has none."""
        known: dict[type[Part[Any]], Any] = vars(self).setdefault("_parts", {})
        if kind not in known:
            known[kind] = find_part(self, kind)
        found: Q | None = known[kind]
        return found

    def usual(self, kind: type[Q]) -> Q | None:  # noqa: ARG002
        """Return the default part of genres of this sort; mostly ``None``."""
        return None

    def __repr__(self) -> str:
        return f"<genre {self.id}>"


def read_cells(rows: Sequence[Any], grid: Places, symbols: Sequence[Symbol], name: str) -> Values:
    """Return the values written in rows of text, or in lists if a symbol is not one character.

    There is a row for each line of the board: for a :class:`~caracol.board.places.Sides`, the
    horizontal and the vertical sides in turn. In a list, ``null`` is unknown and any other item is
    a symbol's letter.
    """
    lengths = grid.lengths
    if len(rows) != len(lengths):
        kind = "" if isinstance(grid, Grid) else f" of {type(grid).__name__.lower()}"
        found_rows = f"the number of {'lines' if kind else 'rows'} is {len(rows)}"
        raise ClueError(f"{found_rows}, but the board has {len(lengths)}{kind}", name)
    numbers = _numbers(tuple([symbol.letter for symbol in symbols]))
    if {*map(type, rows)} == {str} and [*map(len, rows)] == [*lengths]:
        text = "".join(rows)
        if UNKNOWN not in numbers and numbers.keys() | {UNKNOWN} >= {*text}:
            return tuple(map(numbers.get, text))
    found: list[int | None] = []
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            if isinstance(grid, Grid):
                has = f"has length {len(row)}, but the width of the board is {length}"
                raise ClueError(has, f"{name}, row {number}")
            has = f"has length {len(row)}, but this line of the board has length {length}"
            raise ClueError(has, f"{name}, line {number}")
        plain = isinstance(row, str)
        for item in row:
            if item is None or (plain and item == UNKNOWN and UNKNOWN not in numbers):
                found.append(None)
            elif item in numbers:
                found.append(numbers[item])
            else:
                letters = [symbol.letter for symbol in symbols]
                known = ", ".join(f"'{letter}'" for letter in (*letters, UNKNOWN))
                where = f"{name}, {grid.name(len(found))}"
                raise ClueError(f"'{item}' is not one of {known}", where)
    return tuple(found)


@lru_cache(maxsize=64)
def _numbers(letters: tuple[str, ...]) -> dict[str, int]:
    """Return the value of each letter."""
    numbers = {letter: value for value, letter in enumerate(letters)}
    if (capital := letters[0].upper()) not in numbers:
        # A small x and a capital X both mean a cross.
        numbers[capital] = 0
    return numbers


def check_letters(letters: str, where: str) -> None:
    """Raise if letters are invisible or repeated."""
    for place, letter in enumerate(letters):
        if letter.isspace() or not letter.isprintable():
            raise ClueError(f"letter {place + 1} is invisible; use printable letters", where)
        if letter in letters[:place]:
            raise ClueError(f"'{letter}' occurs twice; letters must be distinct", where)


def write_cells(values: Values, grid: Places, symbols: Sequence[Symbol]) -> list[Any]:
    """Return values as rows of text, or as lists if letters are ambiguous."""
    letters = tuple([symbol.letter for symbol in symbols])
    if UNKNOWN in letters or {*map(len, letters)} != {1}:
        rows = [values[piece] for piece in _pieces(grid)]
        return [[None if v is None else letters[v] for v in row] for row in rows]
    if None in values:
        text = "".join([UNKNOWN if v is None else letters[v] for v in values])
    else:
        # There are at most 63 values, so each becomes an ASCII character, then its letter.
        finished: Any = values
        text = bytes(finished).decode("ascii").translate(letters)
    return [text[piece] for piece in _pieces(grid)]


@lru_cache(maxsize=64)
def _pieces(grid: Places) -> list[slice]:
    """Return the slices of values for the lines of a board."""
    return [slice(line.start, line.stop) for line in in_lines(grid)]


def in_order(rows: Sequence[Sequence[Any]], grid: Grid, name: str) -> list[Any]:
    """Return the items of a table, one for each square of the board, row after row."""
    for number, row in enumerate(rows, 1):
        if len(row) != grid.columns:
            has = f"has length {len(row)}, but the width of the board is {grid.columns}"
            raise ClueError(has, f"{name}, row {number}")
    return [item for row in rows for item in row]


def in_rows(items: Sequence[Any], grid: Grid) -> list[list[Any]]:
    """Return the items in the squares of a board, row by row."""
    return [[items[cell] for cell in grid.row(row)] for row in range(grid.rows)]


def given_entry(puzzle: Puzzle) -> dict[str, Any]:
    """Return the entry ``grid`` of a puzzle file, if there are given values."""
    if not puzzle.has_givens:
        return {}
    return {"grid": write_cells(puzzle.givens, puzzle.grid, puzzle.symbols)}


def with_given_entry(puzzle: P, entries: Mapping[str, Any]) -> P:
    """Return the puzzle with the given values of the entry ``grid``, if there is one."""
    if "grid" not in entries:
        return puzzle
    return puzzle.with_givens(read_cells(entries["grid"], puzzle.grid, puzzle.symbols, "grid"))
