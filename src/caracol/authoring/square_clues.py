"""Shared code of genres with clues in the squares of the board, at most one in each.

A clue is a number, ``None`` if nothing is printed, or :data:`UNNUMBERED` for a square that is
printed dark. A :class:`SquaresGenre` says how clues make a puzzle; its files and its picture,
formats, the editor and the generator are derived from that.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from caracol.authoring.notation import UNNUMBERED
from caracol.authoring.notation.squares import Clue, Clues, Squares
from caracol.authoring.parametric import Data, givens
from caracol.authoring.parts import DataPart
from caracol.board.grid import Grid, Line, squares_of
from caracol.board.names import Demand, Name
from caracol.board.scene import Label, Scene, Symbol, Weight, borders
from caracol.errors import ClueError, count_noun
from caracol.puzzle import (
    NO_INFO,
    Genre,
    Info,
    P,
    Puzzle,
    given_entry,
    in_order,
    in_rows,
    with_given_entry,
)
from caracol.puzzle.parts import Q
from caracol.rules import Count, Family

# The building blocks of parts are imported where they are used: this module is loaded to solve a
# puzzle.


COUNTED = 1
"""The value that numbers count: a bulb, a line."""


class SquaresGenre(Genre[P]):
    """A genre with clues in squares: in files as a table, on the board as labels."""

    ENTRY: str
    """The name of the clues, in files and in the puzzle."""
    MOST: int = -1
    """The largest number; -1 if no clue is a number."""
    SIGNS: Mapping[str, Clue] = {".": None}
    """The signs for clues that are not numbers, in files and typed by setters."""
    NUMBERED: str = ""
    """The error message for a number, if no clue is one."""
    PUZZLE: Callable[[int, Clues], P]
    """Returns the puzzle with this number of columns and these clues, if it is a
    :class:`SquaresPuzzle`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not hasattr(cls, "ENTRY"):
            return  # a class that several genres extend
        entries = {cls.ENTRY: {"$ref": "#/$defs/table"}, "grid": {"$ref": "#/$defs/cells"}}
        cls.schema = {"properties": entries, "required": [cls.ENTRY]}

    def made(self, squares: Grid, clues: Clues) -> P:
        """Return the puzzle with these clues."""
        return self.PUZZLE(squares.columns, clues)

    @abstractmethod
    def may_be(self, clues: Clues) -> bool:
        """Return whether clues may be of this genre, if a text does not name its genre."""

    def clues(self, puzzle: P) -> Clues:
        """Return the clues of a puzzle, square by square."""
        found: Clues = getattr(puzzle, self.ENTRY)
        return found

    @cached_property
    def dark(self) -> bool:
        """Whether squares with a clue are printed dark."""
        return UNNUMBERED in self.SIGNS.values()

    def around(self, puzzle: P) -> Iterable[tuple[int, Line]]:  # noqa: ARG002
        """Yield squares whose number counts :data:`COUNTED`, each with the cells it counts.

        There are none if numbers mean something else.
        """
        return ()

    def counted(self, puzzle: P, solution: Sequence[int]) -> Clues:
        """Return the clues with every number that follows from this solution."""
        found = [*self.clues(puzzle)]
        for square, cells in self.around(puzzle):
            found[square] = sum(solution[cell] == COUNTED for cell in cells)
        return tuple(found)

    def name_of(self, puzzle: P, square: int) -> str:
        """Return the name of a clue's rule: "the 3 in r1c2"; "" if it has none."""
        return clue_name(self.clues(puzzle)[square], squares_of(puzzle.grid).name(square))

    def counting(self, puzzle: P, says: Sequence[str]) -> Family:
        """Return the rules of the numbers that count what is :meth:`around` them.

        ``says`` has the statement for each number.
        """
        clues, squares = self.clues(puzzle), squares_of(puzzle.grid)
        numbered_squares, counts = [], []
        for square, cells in self.around(puzzle):
            number = clues[square]
            if number is not None and number != UNNUMBERED:
                numbered_squares.append((square, number))
                counts.append((cells, 1 << COUNTED, number, number))

        def words(place: int) -> tuple[str, str]:
            square, number = numbered_squares[place]
            return clue_name(number, squares.name(square)), says[number]

        return Family(Count, counts, words, clue=True)

    def of(self, *rows: str) -> P:
        """Return the puzzle with these rows of clues, each a single character."""
        return self.decode({self.ENTRY: rows}, NO_INFO)

    def usual(self, kind: type[Q]) -> Q | None:
        return SquaresData() if kind is DataPart else None  # type: ignore[return-value]

    @cached_property
    def squares(self) -> Squares[P]:
        """The clues in squares, for formats."""
        return Squares(self.made, self.clues, self.may_be, no_numbers=self.NUMBERED)

    @cached_property
    def known(self) -> frozenset[Clue]:
        """Every clue that a square can have."""
        return frozenset((*self.SIGNS.values(), *range(self.MOST + 1)))

    @cached_property
    def written(self) -> dict[str, Clue]:
        """Every clue, by its usual spelling."""
        return {**{str(number): number for number in range(self.MOST + 1)}, **self.SIGNS}

    def check_clues(self, puzzle: P) -> None:
        """Raise if a clue is not valid in this genre."""
        clues = self.clues(puzzle)
        if not self.known.issuperset(clues):
            square, wrong = next((at, one) for at, one in enumerate(clues) if one not in self.known)
            numbers = f"a number must be from 0 to {self.MOST}, not {wrong}"
            words = f"{wrong} is not a clue of {self.name}" if self.MOST < 0 else numbers
            raise ClueError(words, squares_of(puzzle.grid).name(square))

    def clue(self, text: str) -> Clue:
        """Return the clue with this spelling."""
        if text in self.SIGNS:
            return self.SIGNS[text]
        if text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= self.MOST:
            return int(text)
        if self.NUMBERED and any(map(str.isdigit, text)):
            raise ClueError(self.NUMBERED)
        known = [f"a number from 0 to {self.MOST}"] if self.MOST >= 0 else []
        known += [f"'{sign}'" for sign in self.SIGNS]
        raise ClueError(f"'{text}' is neither {' nor '.join(known)}")

    def scene(self, puzzle: P) -> Scene:
        squares, clues = squares_of(puzzle.grid), self.clues(puzzle)
        labels = tuple(
            Label(*squares.place(square), str(clue), self.name_of(puzzle, square))
            for square, clue in enumerate(clues)
            if clue not in (None, UNNUMBERED)
        )
        shaded = tuple(at for at, clue in enumerate(clues) if self.dark and clue is not None)
        thin = puzzle.grid == squares
        strokes = borders(squares, lambda _one, _other: Weight.THIN) if thin else ()
        return Scene(puzzle.grid, strokes, puzzle.symbols, labels, shaded)

    def encode(self, puzzle: P) -> dict[str, Any]:
        signs = {clue: sign for sign, clue in self.SIGNS.items()}
        items = [signs.get(clue, clue) for clue in self.clues(puzzle)]
        rows: list[Any] = in_rows(items, squares_of(puzzle.grid))
        if all(len(str(item)) == 1 for item in items):
            rows = ["".join(map(str, row)) for row in rows]
        return {self.ENTRY: rows, **given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> P:
        rows = entries[self.ENTRY]
        squares = Grid.checked(len(rows), len(rows[0]))
        texts = list(map(str, in_order(rows, squares, self.ENTRY)))
        try:
            clues = tuple(map(self.written.__getitem__, texts))
        except KeyError:  # something unusual, or wrong
            clues = tuple(self._read(texts, squares))
        puzzle = self.made(squares, clues)
        if info is not NO_INFO:
            puzzle = replace(puzzle, info=info)
        return with_given_entry(puzzle, entries)

    def _read(self, texts: Sequence[str], squares: Grid) -> Iterator[Clue]:
        for square, text in enumerate(texts):
            try:
                yield self.clue(text)
            except ClueError as wrong:
                raise ClueError(str(wrong), f"{self.ENTRY}, {squares.name(square)}") from None


@lru_cache(maxsize=8192)  # Puzzles of the same size share most of these.
def shared_name(one: str, many: str, *parts: Any) -> Name:
    """Return the name made of these parts, cached for many puzzles."""
    return Name(one, many, *parts)


def alike(one: str, names: Callable[[int], str], says: str) -> Callable[[int], tuple[str, str]]:
    """Return the words of a family of rules with the same statement and similar names.

    One is called "the line {}", several are "the lines {}".
    """
    many = one.replace(" {}", "s {}")
    return lambda place: (shared_name(one, many, names(place)), says)


def numbered(
    none: tuple[str, str], some: tuple[str, str], symbol: Symbol, most: int
) -> tuple[Demand, ...]:
    """Return the statements of numbers from 0 to ``most``, for one rule and for several.

    >>> from caracol.board.scene import Shape, Symbol
    >>> star = Symbol("*", "star", Shape.STAR)
    >>> numbered(("sees no star", "see no star"), ("sees {}", "each see {}"), star, 2)
    ('sees no star', 'sees 1 star', 'sees 2 stars')
    """
    counted = (Demand(*some, symbol.counted(number)) for number in range(1, most + 1))
    return Demand(*none), *counted


def clue_name(clue: Clue, square: str) -> Name:
    """Return the name of a clue's rule: "the 3 in r1c2"."""
    return shared_name("the {} in {}", "the {}s in {}", clue, square)


def count_rows(clues: Clues, columns: int, entry: str) -> int:
    """Return the number of rows that these clues make."""
    rows, beyond = divmod(len(clues), max(1, columns))
    if beyond:
        raise ClueError(
            f"rows of {columns} cannot be made of {count_noun(len(clues), 'clue')}", entry
        )
    return rows


@dataclass(frozen=True)
class SquaresPuzzle(Puzzle):
    """A puzzle with at most one clue in each square, row by row."""

    genre: ClassVar[SquaresGenre[Any]]

    columns: int

    @cached_property
    def grid(self) -> Grid:
        rows = count_rows(self.genre.clues(self), self.columns, self.genre.ENTRY)
        return Grid.checked(rows, self.columns)

    def check(self) -> None:
        self.genre.check_clues(self)
        self.check_givens()


class SquaresData(DataPart[P]):
    """The clues as a table (-1 or less for anything but a number), and the given cells."""

    genre: SquaresGenre[P]

    def data(self, puzzle: P) -> Data:

        squares, signs = squares_of(puzzle.grid), [*self.genre.SIGNS.values()]
        clues = self.genre.clues(puzzle)
        numbers = [signs.index(clue) - len(signs) if clue in signs else clue for clue in clues]
        table = {self.genre.ENTRY.removesuffix("s"): in_rows(numbers, squares)}
        sides = {"rows": squares.rows, "columns": squares.columns}
        given = givens(puzzle)
        if puzzle.grid == squares:
            return Data(sides, table | given)
        # Horizontal and vertical sides alternate; a line of one kind is longer than one of the
        # other.
        lines = given["given"]
        apart = {"level_given": lines[::2], "upright_given": lines[1::2]}
        facts = [
            (line, place, value)
            for line, values in enumerate(lines, 1)
            for place, value in enumerate(values, 1)
            if value >= 0
        ]
        return Data(sides, table | apart, {"given": facts}, tuple(apart))
