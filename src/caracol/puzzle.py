"""What a genre is and what a puzzle is.

A genre is one file (or a package, where one file is too small) with an object ``GENRE``. It says
what is true of its puzzles; solver, checker, pictures, files and the rest follow from that.
What it can do beyond that stands in its parts (:mod:`caracol.parts`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from caracol.board.grid import Grid, Places, in_lines
from caracol.board.names import Demand, Name
from caracol.board.scene import Scene, Symbol, check_scene, check_symbols, drawn
from caracol.errors import CaracolError, ClueError, GenreError, RuleError
from caracol.parts import Part, Q, find_part
from caracol.records import Record, cached_property, field, record
from caracol.rules import MOST_VALUES, Allowed, Model, Rule, Stated, Values

if TYPE_CHECKING:
    from random import Random

UNKNOWN = "."
"""A cell or a clue of which nothing is known, in files."""
STANDS = Demand("stands", "stand")
"""What a given value says."""


@record
class Info(Record):
    """What is said about a puzzle and does not change it."""

    title: str = ""
    author: str = ""
    """Who made it; several names with commas between them."""
    source: str = ""
    notes: str = ""
    copyright: str = ""
    licence: str = ""
    id: str = ""
    """Its number or name at its source."""
    goal: Values = ()
    """The solution that the source states, cell by cell; nobody has checked it."""

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> Info:
        """What these texts say, by name."""
        said: dict[str, Any] = dict(texts)
        return cls(**said)

    def entries(self) -> dict[str, str]:
        """The texts that are there, by name."""
        return {name: text for name in INFO if (text := getattr(self, name))}


NO_INFO = Info()
"""What is said about most puzzles: nothing."""
INFO = ("title", "author", "source", "notes", "copyright", "licence", "id")
"""The texts that may be said about a puzzle."""


@record
class Puzzle(Record, ABC):
    """The clues of one puzzle. Puzzles are equal when their clues are."""

    genre: ClassVar[Genre[Any]]

    givens: Values = field(default=(), kw_only=True)
    """The values that are given, cell by cell; ``None`` where none is."""
    info: Info = field(default=NO_INFO, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        if not is_built_in(type(self.genre)):
            self._check_foreign()
        if not self.givens:
            object.__setattr__(self, "givens", (None,) * self.grid.size)
        self.check()
        if self.info.goal and not self.takes(self.info.goal):
            # The board is another one than that whose solution was stated.
            object.__setattr__(self, "info", self.info.changed(goal=()))

    def _check_foreign(self) -> None:
        """Raise where the author of the genre made a mistake, and not who wrote the puzzle."""
        part = "symbols"
        try:
            check_symbols(self.symbols)
            part = "puzzle"
            hash(self)  # clues that can change have none
        except (TypeError, ValueError) as problem:
            raise GenreError(self.genre.whose, part, problem) from problem
        if not 1 <= len(self.symbols) <= MOST_VALUES:
            values = f"a cell has 1 to {MOST_VALUES} values, not {len(self.symbols)}"
            raise RuleError(f"{self.genre.whose}: {values}")

    def takes(self, values: Values) -> bool:
        """Whether these values fill the board."""
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
        """Raise a :class:`ClueError` where the clues make no puzzle."""

    @cached_property
    def model(self) -> Model:
        """The rules of the puzzle, for engines: those of the genre, and its given values."""
        try:
            rules = self.genre.rules(self)
            hidden = self.genre.hidden(self)
            stated = (*rules, *self.given_rules())
            model = Model.of(self.grid, len(self.symbols), stated, hidden)
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
        """A rule for each given value."""
        found: list[Rule] = []
        if not self.has_givens:
            return found
        for cell, value in enumerate(self.givens):
            if value is not None:
                about = self.given_name(cell, value)
                given = Allowed((cell,), ((value,),), about=about, says=STANDS, clue=True)
                found.append(given)
        return found

    def given_name(self, cell: int, value: int) -> Name:
        """What a given value is called: "the given star in r1c2"."""
        return Name("the given {} in {}", "", self.symbols[value], self.grid.name(cell))

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

    def _repr_svg_(self) -> str | None:
        """The puzzle as notebooks show it."""
        return drawn(self)

    def with_givens(self, givens: Values) -> Self:
        """The same puzzle with other given values."""
        return self.changed(givens=tuple(givens))

    @property
    def has_givens(self) -> bool:
        """Whether any value is given."""
        return self.givens.count(None) < len(self.givens)

    def check_givens(self) -> None:
        """Raise where the givens do not fit the board; genres call this from ``check``."""
        if len(self.givens) != self.grid.size:
            raise ClueError(
                f"there are {len(self.givens)} given cells for a board of {self.grid.size}"
            )
        if self.has_givens:
            self.check_board(self.givens)

    def check_board(self, values: Sequence[int | None]) -> None:
        """Raise where values do not fit the board, or are none that a cell can have."""
        if len(values) != self.grid.size:
            raise ClueError(f"the grid has {len(values)} cells, the board {self.grid.size}")
        most = len(self.symbols) - 1
        written = {*values} - {None}
        if all(0 <= value <= most for value in written if value is not None):
            return
        for cell, value in enumerate(values):
            if value is not None and not 0 <= value <= most:
                raise ClueError(f"values go from 0 to {most}, not {value}", self.grid.name(cell))


@lru_cache(maxsize=64)
def is_built_in(genre: type[Genre[Any]]) -> bool:
    """Whether the rules of a genre need no checks.

    Those of built-in genres are checked by the tests, once for all: checking them again for
    every puzzle would take as long as stating them.
    """
    return genre.__module__.startswith("caracol.genres.")


P = TypeVar("P", bound=Puzzle)


class Genre(ABC, Generic[P]):
    """What is true of all puzzles of a kind."""

    id: str
    """The name in files and on the command line: "star-battle"."""
    name: str
    """The name for people: "Star Battle"."""
    instructions: str
    """The rules as a magazine prints them above the puzzle."""
    package: str = ""
    """The package that it comes from, with its version, where that is not Caracol."""
    schema: Mapping[str, Any]
    """JSON Schema of the entries that are the genre's own: ``properties`` and ``required``."""

    @property
    def whose(self) -> str:
        """Its name, with the package that is to blame where something of it fails."""
        return f"{self.name} ({self.package})" if self.package else self.name

    @abstractmethod
    def rules(self, puzzle: P) -> Sequence[Stated]:
        """The rules of this puzzle, but for its givens, which all genres share.

        A list of rules will do. Where there are thousands of puzzles, rules that all boards of
        a size have are quicker as one :class:`~caracol.rules.Shared`, and many rules of a kind as
        a :class:`~caracol.rules.Family`.
        """

    def hidden(self, puzzle: P) -> tuple[str, ...]:  # noqa: ARG002
        """What people call the cells of the rules that the board does not show, if there are any.

        They have numbers from ``grid.size`` on. Solutions that agree on what is shown are one.
        """
        return ()

    @abstractmethod
    def scene(self, puzzle: P) -> Scene:
        """The board to draw."""

    @abstractmethod
    def encode(self, puzzle: P) -> dict[str, Any]:
        """The genre's own entries of a puzzle file."""

    @abstractmethod
    def decode(self, entries: Mapping[str, Any], info: Info) -> P:
        """The puzzle with these entries, which are known to keep the schema."""

    def part(self, kind: type[Q]) -> Q | None:
        """What this genre can do beyond its rules, or ``None``; loaded when it is asked for."""
        known: dict[type[Part[Any]], Any] = vars(self).setdefault("_parts", {})
        if kind not in known:
            known[kind] = find_part(self, kind)
        found: Q | None = known[kind]
        return found

    def usual(self, kind: type[Q]) -> Q | None:  # noqa: ARG002
        """The part of this sort of genres, for one that gives none of its own; mostly ``None``."""
        return None

    def __repr__(self) -> str:
        return f"<genre {self.id}>"


class SamplesPart(Part[P]):
    """Random puzzles for the laboratory, with any number of solutions."""

    NAME = "samples"
    NEEDS = ("sample",)

    def sample(self, rng: Random, size: int, **more: Any) -> P:
        """A random puzzle of this size, the same for the same state of ``rng``."""
        raise NotImplementedError


class RedundantPart(Part[P]):
    """Rules that follow from the others, for the laboratory."""

    NAME = "redundant"
    NEEDS = ("redundant",)

    def redundant(self, puzzle: P) -> Mapping[str, Sequence[Rule]]:
        """Families of such rules, by name."""
        raise NotImplementedError


class LabellingPart(Part[P]):
    """How a search labels the values, for the laboratory."""

    NAME = "labelling"
    NEEDS = ("scale",)

    def scale(self, puzzle: P) -> Sequence[int]:
        """The values from the lowest to the highest."""
        raise NotImplementedError


class ExamplePart(Part[P]):
    """A small worked puzzle for the page of rules in a book."""

    NAME = "example"
    NEEDS = ("PUZZLE", "SOLUTION", "WORKED")

    PUZZLE: P
    SOLUTION: Sequence[Any]
    """Its rows, as in a file."""
    WORKED: str
    """How one would begin."""


def read_cells(rows: Sequence[Any], grid: Places, symbols: Sequence[Symbol], name: str) -> Values:
    """The values written in rows of text, or in lists where a symbol is no single character.

    There is a row for each line of the board: of a :class:`~caracol.board.places.Sides`, the
    level sides and the upright ones in turn. In a list ``null`` is unknown and any other item
    is a symbol's letter.
    """
    lengths = grid.lengths
    if len(rows) != len(lengths):
        lines = f"the board has {grid.rows} rows, but here are {len(rows)}"
        if not isinstance(grid, Grid):
            lines = f"the board is written in {len(lengths)} lines, but here are {len(rows)}"
        raise ClueError(lines, name)
    numbers = _numbers(tuple([symbol.letter for symbol in symbols]))
    if {*map(type, rows)} == {str} and [*map(len, rows)] == [*lengths]:
        text = "".join(rows)
        if UNKNOWN not in numbers and numbers.keys() | {UNKNOWN} >= {*text}:
            return tuple(map(numbers.get, text))
    found: list[int | None] = []
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            if isinstance(grid, Grid):
                has = f"has {len(row)} cells, but the board has {length} columns"
                raise ClueError(has, f"{name}, row {number}")
            has = f"has {len(row)} places, but this line of the board has {length}"
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
                raise ClueError(f"'{item}' is none of {known}", where)
    return tuple(found)


@lru_cache(maxsize=64)
def _numbers(letters: tuple[str, ...]) -> dict[str, int]:
    """The value that each letter stands for."""
    numbers = {letter: value for value, letter in enumerate(letters)}
    if (capital := letters[0].upper()) not in numbers:
        # A cross is a cross, small or capital.
        numbers[capital] = 0
    return numbers


def check_letters(letters: str, where: str) -> None:
    """Raise where letters cannot be seen, or told apart."""
    for place, letter in enumerate(letters):
        if letter.isspace() or not letter.isprintable():
            raise ClueError(f"letter {place + 1} cannot be seen; use printable ones", where)
        if letter in letters[:place]:
            raise ClueError(f"'{letter}' stands twice; letters must be distinct", where)


def write_cells(values: Values, grid: Places, symbols: Sequence[Symbol]) -> list[Any]:
    """Values as rows of text, or as lists where a symbol's letter means "unknown" or is none."""
    letters = tuple([symbol.letter for symbol in symbols])
    if UNKNOWN in letters or {*map(len, letters)} != {1}:
        rows = [values[piece] for piece in _pieces(grid)]
        return [[None if v is None else letters[v] for v in row] for row in rows]
    if None in values:
        text = "".join([UNKNOWN if v is None else letters[v] for v in values])
    else:
        # There are at most 63 values, so each is a sign of ASCII, to be replaced by its letter.
        finished: Any = values
        text = bytes(finished).decode("ascii").translate(letters)
    return [text[piece] for piece in _pieces(grid)]


@lru_cache(maxsize=64)
def _pieces(grid: Places) -> list[slice]:
    """Where the lines of a board begin and end."""
    return [slice(line.start, line.stop) for line in in_lines(grid)]


def in_order(rows: Sequence[Sequence[Any]], grid: Grid, name: str) -> list[Any]:
    """The items of a table, one for each square of the board, row after row."""
    for number, row in enumerate(rows, 1):
        if len(row) != grid.columns:
            has = f"has {len(row)} cells, but the board has {grid.columns} columns"
            raise ClueError(has, f"{name}, row {number}")
    return [item for row in rows for item in row]


def in_rows(items: Sequence[Any], grid: Grid) -> list[list[Any]]:
    """What stands in the squares of a board, row by row."""
    return [[items[cell] for cell in grid.row(row)] for row in range(grid.rows)]


def given_entry(puzzle: Puzzle) -> dict[str, Any]:
    """The entry ``grid`` of a puzzle file, where there are given values."""
    if not puzzle.has_givens:
        return {}
    return {"grid": write_cells(puzzle.givens, puzzle.grid, puzzle.symbols)}


def with_given_entry(puzzle: P, entries: Mapping[str, Any]) -> P:
    """The puzzle with the given values of the entry ``grid``, where there is one."""
    if "grid" not in entries:
        return puzzle
    return puzzle.with_givens(read_cells(entries["grid"], puzzle.grid, puzzle.symbols, "grid"))
