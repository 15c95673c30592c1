"""What genres share whose clues stand in the squares of the board, at most one in each.

A clue is a number, ``None`` where nothing is printed, or :data:`~caracol.notation.UNTOLD`
for a square that is printed dark. A :class:`SquaresGenre` says how clues make a puzzle; its files
and its picture, formats, the editor and the generator then know the rest.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from caracol.board.grid import Grid, squares_of
from caracol.board.names import Demand, Name
from caracol.board.scene import Label, Scene, Weight, borders
from caracol.errors import ClueError
from caracol.genre_parts import DataPart, DraftPart, EditorPart, FormatsPart
from caracol.notation import UNTOLD
from caracol.parts import Q, when_asked
from caracol.puzzle import (
    NO_INFO,
    Genre,
    Info,
    P,
    Puzzle,
    SamplesPart,
    given_entry,
    in_order,
    in_rows,
    with_given_entry,
)
from caracol.records import cached_property, record
from caracol.rules import Count, Family

# What parts are made of is loaded where it is used: all of this is loaded to solve a puzzle.
if TYPE_CHECKING:
    from random import Random

    from caracol.board.grid import Line
    from caracol.board.scene import Symbol
    from caracol.drafting.clues import Clues as Stripped
    from caracol.drafting.dice import Dice
    from caracol.drafting.symmetry import Place
    from caracol.editor import Act, Addition, Tool, Writing
    from caracol.notation.carrying import Carriers
    from caracol.notation.squares import Clue, Clues, Squares
    from caracol.options import Option
    from caracol.parametric import Data

COUNTED = 1
"""The value that numbers count: a bulb, a line."""


class SquaresGenre(Genre[P]):
    """A genre whose clues stand in squares: in files as a table, on the board as labels."""

    ENTRY: str
    """The name of the clues, in files and in the puzzle."""
    MOST: int
    """The largest number."""
    SIGNS: Mapping[str, Clue] = {".": None}
    """What is written in files, and typed by setters, for what is no number."""
    PUZZLE: Callable[[int, Clues], P]
    """The puzzle with so many columns and these clues, where it is a :class:`SquaresPuzzle`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        entries = {cls.ENTRY: {"$ref": "#/$defs/table"}, "grid": {"$ref": "#/$defs/cells"}}
        cls.schema = {"properties": entries, "required": [cls.ENTRY]}

    def made(self, squares: Grid, clues: Clues) -> P:
        """The puzzle with these clues."""
        return self.PUZZLE(squares.columns, clues)

    @abstractmethod
    def may_be(self, clues: Clues) -> bool:
        """Whether clues may be of this genre, where a text does not say its genre."""

    def clues(self, puzzle: P) -> Clues:
        """The clues of a puzzle, square by square."""
        found: Clues = getattr(puzzle, self.ENTRY)
        return found

    @cached_property
    def dark(self) -> bool:
        """Whether squares with a clue are printed dark."""
        return UNTOLD in self.SIGNS.values()

    def around(self, puzzle: P) -> Iterable[tuple[int, Line]]:  # noqa: ARG002
        """Squares that can have a number which counts :data:`COUNTED`, each with the cells in which
        it counts; none where numbers say something else."""
        return ()

    def counted(self, puzzle: P, solution: Sequence[int]) -> Clues:
        """The clues with every number that follows from this solution."""
        found = [*self.clues(puzzle)]
        for square, cells in self.around(puzzle):
            found[square] = sum(solution[cell] == COUNTED for cell in cells)
        return tuple(found)

    def name_of(self, puzzle: P, square: int) -> str:
        """What the rule of a clue is called: "the 3 in r1c2"; "" where it has none of its own."""
        return clue_name(self.clues(puzzle)[square], squares_of(puzzle.grid).name(square))

    def counting(self, puzzle: P, says: Sequence[str]) -> Family:
        """The rules of the numbers that count what is :meth:`around` them; ``says`` has what each
        number says."""
        clues, squares = self.clues(puzzle), squares_of(puzzle.grid)
        told, counts = [], []
        for square, cells in self.around(puzzle):
            number = clues[square]
            if number is not None and number != UNTOLD:
                told.append((square, number))
                counts.append((cells, 1 << COUNTED, number, number))

        def words(place: int) -> tuple[str, str]:
            square, number = told[place]
            return clue_name(number, squares.name(square)), says[number]

        return Family(Count, counts, words, clue=True)

    def of(self, *rows: str) -> P:
        """The puzzle with these rows of clues, each a single character."""
        return self.decode({self.ENTRY: rows}, NO_INFO)

    def usual(self, kind: type[Q]) -> Q | None:
        return SquaresData() if kind is DataPart else None  # type: ignore[return-value]

    @cached_property
    def squares(self) -> Squares[P]:
        """The same for formats."""
        from caracol.notation.squares import Squares

        return Squares(self.made, self.clues, self.may_be)

    @cached_property
    def known(self) -> frozenset[Clue]:
        """Every clue that a square can have."""
        return frozenset((*self.SIGNS.values(), *range(self.MOST + 1)))

    @cached_property
    def written(self) -> dict[str, Clue]:
        """Every clue by the way it is usually written."""
        return {**{str(number): number for number in range(self.MOST + 1)}, **self.SIGNS}

    def check_clues(self, puzzle: P) -> None:
        """Raise where a clue is none of this genre."""
        clues = self.clues(puzzle)
        if not self.known.issuperset(clues):
            square, wrong = next((at, one) for at, one in enumerate(clues) if one not in self.known)
            words = f"a number is 0 to {self.MOST}, not {wrong}"
            raise ClueError(words, squares_of(puzzle.grid).name(square))

    def clue(self, text: str) -> Clue:
        """The clue that is written so."""
        if text in self.SIGNS:
            return self.SIGNS[text]
        if text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= self.MOST:
            return int(text)
        signs = "".join(f" nor '{sign}'" for sign in self.SIGNS)
        raise ClueError(f"'{text}' is neither a number from 0 to {self.MOST}{signs}")

    def scene(self, puzzle: P) -> Scene:
        squares, clues = squares_of(puzzle.grid), self.clues(puzzle)
        labels = tuple(
            Label(*squares.place(square), str(clue), self.name_of(puzzle, square))
            for square, clue in enumerate(clues)
            if clue not in (None, UNTOLD)
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
            puzzle = puzzle.changed(info=info)
        return with_given_entry(puzzle, entries)

    def _read(self, texts: Sequence[str], squares: Grid) -> Iterator[Clue]:
        for square, text in enumerate(texts):
            try:
                yield self.clue(text)
            except ClueError as wrong:
                raise ClueError(str(wrong), f"{self.ENTRY}, {squares.name(square)}") from None


@lru_cache(maxsize=8192)  # puzzles of a size share most of these
def shared_name(one: str, many: str, *parts: Any) -> Name:
    """The name made of these, which is made once for many puzzles."""
    return Name(one, many, *parts)


def alike(one: str, names: Callable[[int], str], says: str) -> Callable[[int], tuple[str, str]]:
    """The words of a family of rules that say the same and are called alike: "the line {}", of
    which there are "the lines {}"."""
    many = one.replace(" {}", "s {}")
    return lambda place: (shared_name(one, many, names(place)), says)


def numbered(
    none: tuple[str, str], some: tuple[str, str], symbol: Symbol, most: int
) -> tuple[Demand, ...]:
    """What numbers from 0 to ``most`` say, each of one and of several rules.

    >>> from caracol.board.scene import Shape, Symbol
    >>> star = Symbol("*", "star", Shape.STAR)
    >>> numbered(("sees no star", "see no star"), ("sees {}", "each see {}"), star, 2)
    ('sees no star', 'sees 1 star', 'sees 2 stars')
    """
    counted = (Demand(*some, symbol.counted(number)) for number in range(1, most + 1))
    return Demand(*none), *counted


def clue_name(clue: Clue, square: str) -> Name:
    """What the rule of a clue is called: "the 3 in r1c2"."""
    return shared_name("the {} in {}", "the {}s in {}", clue, square)


@record
class SquaresPuzzle(Puzzle):
    """A puzzle that has a clue in each square or none, row by row; it is written in squares."""

    genre: ClassVar[SquaresGenre[Any]]

    columns: int

    @cached_property
    def grid(self) -> Grid:
        name, clues = self.genre.ENTRY, self.genre.clues(self)
        rows, beyond = divmod(len(clues), max(1, self.columns))
        if beyond:
            raise ClueError(f"{len(clues)} are no rows of {self.columns}", name)
        return Grid.checked(rows, self.columns)

    def check(self) -> None:
        self.genre.check_clues(self)
        self.check_givens()


class SquaresEditor(EditorPart[P]):
    """Boards of any size, and clues that a setter types into squares."""

    genre: SquaresGenre[P]

    SIDES: tuple[int, int]
    """Rows and columns of a new board, and the most that it can have."""
    TYPED: tuple[str, str, str]
    """The id and the name of the tool that types clues, and what the setter is told of it."""
    FIRST: tuple[str, Sequence[str]] | None = None
    """The title and the clues of a first puzzle; an easy one."""
    KEYS: Mapping[str, int] = {}
    """What keys write in play, beside the letters of the symbols."""

    OPTIONS = when_asked(lambda part: part.sides())
    TOOLS = when_asked(lambda part: (part.typed(),))
    EXAMPLE = when_asked(lambda part: part.first())

    def sides(self) -> tuple[Option, ...]:
        """The options of a new board: its rows and its columns."""
        from caracol.options import Kind, Option

        usual, most = self.SIDES
        return tuple(
            Option(name, Kind.INTEGER, usual, f"{name} of the board", 1, most)
            for name in ("rows", "columns")
        )

    def typed(self) -> Tool:
        """The tool that types clues into squares."""
        from caracol.editor import Gesture, Tool

        return Tool(*self.TYPED, Gesture.INSIDE)

    def first(self) -> dict[str, Any] | None:
        """The first puzzle, as in a file."""
        if self.FIRST is None:
            return None
        title, rows = self.FIRST
        own = {"caracol": 1, "genre": self.genre.id, "title": title}
        return {**own, self.genre.ENTRY: [*rows]}

    def writing(self, puzzle: P) -> Writing:
        return super().writing(puzzle).changed(keys=self.KEYS)

    def spoken(self, puzzle: P) -> list[str]:
        said = super().spoken(puzzle)
        for square, clue in enumerate(self.genre.clues(puzzle)):
            if self.genre.dark and clue is not None:
                said[square] = "black" if clue == UNTOLD else f"black, {clue}"
        return said

    def blank(self, options: Mapping[str, Any]) -> P:
        squares = Grid(options["rows"], options["columns"])
        return self.genre.made(squares, (None,) * squares.size)

    def settings(self, puzzle: P) -> dict[str, Any]:
        return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}

    def reformed(self, puzzle: P, options: Mapping[str, Any]) -> P:
        from caracol.editor import moved

        before, after = squares_of(puzzle.grid), Grid(options["rows"], options["columns"])
        made = self.genre.made(after, moved(self.genre.clues(puzzle), before, after, None))
        known = {puzzle.grid.spot(cell): value for cell, value in enumerate(puzzle.givens)}
        givens = tuple(known.get(made.grid.spot(cell)) for cell in range(made.grid.size))
        return made.changed(givens=givens, info=puzzle.info)

    def edit(self, puzzle: P, act: Act) -> P:
        squares, clues = squares_of(puzzle.grid), [*self.genre.clues(puzzle)]
        clues[squares.cell(act.row, act.column)] = self.genre.clue(act.text.strip() or ".")
        made = self.genre.made(squares, tuple(clues))
        return made.changed(givens=puzzle.givens, info=puzzle.info)

    def additions(self, puzzle: P, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
        from caracol.editor import Addition

        genre, clues, squares = self.genre, self.genre.clues(puzzle), squares_of(puzzle.grid)
        for square, number in self.proposed(puzzle, solutions):
            changed = (*clues[:square], number, *clues[square + 1 :])
            more = puzzle.changed(**{genre.ENTRY: changed})
            name = genre.name_of(more, square) or f"a {number} in {squares.name(square)}"
            yield Addition("number", name, more)

    def proposed(self, puzzle: P, solutions: Sequence[Sequence[int]]) -> Iterator[tuple[int, Clue]]:
        """Squares with numbers that are not there yet, and that only the first solution has."""
        clues = self.genre.clues(puzzle)
        first, *others = (self.genre.counted(puzzle, solution) for solution in solutions)
        for square, number in enumerate(first):
            if clues[square] != number and any(other[square] != number for other in others):
                yield square, number


class SquaresDraft(DraftPart[P]):
    """Drafts of boards with clues in squares, which are the same however they are turned."""

    genre: SquaresGenre[P]

    def canonical(self, puzzle: P) -> str:
        from caracol.drafting.symmetry import in_any_turn

        squares = squares_of(puzzle.grid)
        items: Sequence[Any] = self.genre.clues(puzzle)
        if puzzle.grid == squares:
            items = [*zip(items, puzzle.givens, strict=True)]
        return f"{puzzle.genre.id} {in_any_turn(squares, items, self.disguised)}"

    def disguised(self, items: Sequence[Any]) -> Sequence[Any]:
        """Clues (with given values, where these stand in squares), the same for all disguises."""
        return items


class SquaresSamples(SamplesPart[P]):
    """Random puzzles that have a solution, and perhaps several."""

    def sample(self, rng: Random, size: int, **_: Any) -> P:
        from caracol.drafting.dice import Dice

        return self.drawn(Grid.checked(size, size), Dice(rng.getrandbits(64)))

    @abstractmethod
    def drawn(self, squares: Grid, dice: Dice) -> P:
        """A random puzzle with these squares."""


class SquaresFormats(FormatsPart[P]):
    """Texts with an item for each square."""

    genre: SquaresGenre[P]

    CARRIERS = when_asked(lambda part: part.carriers(part.genre.squares))

    @abstractmethod
    def carriers(self, squares: Squares[P]) -> Carriers[P]:
        """Who carries these puzzles, by name; ``squares`` has one for every sort of text."""


class SquaresData(DataPart[P]):
    """The clues as a table, in which what is no number is -1 or less, and what is given."""

    genre: SquaresGenre[P]

    def data(self, puzzle: P) -> Data:
        from caracol.parametric import Data, givens

        squares, signs = squares_of(puzzle.grid), [*self.genre.SIGNS.values()]
        clues = self.genre.clues(puzzle)
        numbers = [signs.index(clue) - len(signs) if clue in signs else clue for clue in clues]
        table = {self.genre.ENTRY.removesuffix("s"): in_rows(numbers, squares)}
        sides = {"rows": squares.rows, "columns": squares.columns}
        given = givens(puzzle)
        if puzzle.grid == squares:
            return Data(sides, table | given)
        # Level and upright sides take turns; a line of one sort is longer than one of the other.
        lines = given["given"]
        apart = {"level_given": lines[::2], "upright_given": lines[1::2]}
        facts = [
            (line, place, value)
            for line, values in enumerate(lines, 1)
            for place, value in enumerate(values, 1)
            if value >= 0
        ]
        return Data(sides, table | apart, {"given": facts}, tuple(apart))


def left_out(genre: SquaresGenre[P], nothing: Clue = None, **more: Any) -> Stripped[P]:
    """Clues that can be left out, each with its name; ``nothing`` is what stays in its square."""
    from caracol.drafting.clues import Clues as Stripped

    def places(puzzle: P) -> dict[Place, str]:
        place = squares_of(puzzle.grid).place
        clues = enumerate(genre.clues(puzzle))
        return {
            place(at): genre.name_of(puzzle, at) for at, clue in clues if clue not in (None, UNTOLD)
        }

    def kept(puzzle: P, left: frozenset[Place]) -> P:
        squares = squares_of(puzzle.grid)
        clues = (
            nothing if clue is not None and squares.place(at) not in left else clue
            for at, clue in enumerate(genre.clues(puzzle))
        )
        return genre.made(squares, tuple(clues))

    return Stripped(places, kept, **more)
