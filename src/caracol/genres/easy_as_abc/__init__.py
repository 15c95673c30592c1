"""Easy as ABC: each letter once a line, and clues say which letter is seen first from a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from caracol.board.grid import Grid, Line
from caracol.board.names import Demand, Name
from caracol.board.scene import Label, Scene, Symbol, Weight, borders, letter_symbols
from caracol.errors import ClueError
from caracol.puzzle import (
    UNKNOWN,
    Genre,
    Info,
    Puzzle,
    check_letters,
    given_entry,
    with_given_entry,
)
from caracol.records import cached_property, record
from caracol.rules import MOST_VALUES, Count, Reading, Shared, Stairs, Stated

BLANK = 0
SIDES = ("top", "left", "right", "bottom")

Side = tuple[int | None, ...]
"""The clues of one side, top to bottom or left to right: letters from 1, ``None`` for no clue."""


@record
class EasyAsABC(Puzzle):
    """A square board, its letters, and the clues around it."""

    letters: str
    top: Side
    left: Side
    right: Side
    bottom: Side
    diagonals: bool = False
    """Whether the two long diagonals have each letter once, too."""

    @cached_property
    def grid(self) -> Grid:
        return Grid.checked(len(self.left), len(self.left))

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        return letter_symbols(self.letters)

    def check(self) -> None:
        side = self.grid.rows
        if not self.letters:
            raise ClueError("there must be at least one letter", "letters")
        if len(self.letters) >= MOST_VALUES:
            raise ClueError(f"{MOST_VALUES - 1} letters are the most", "letters")
        check_letters(self.letters, "letters")
        if len(self.letters) > side:
            raise ClueError(
                f"{len(self.letters)} letters do not fit once into a row of {side}", "letters"
            )
        for name in SIDES:
            if len(getattr(self, name)) != side:
                raise ClueError(
                    f"has {len(getattr(self, name))} clues, but the board has {side} lines", name
                )
        self.check_givens()

    def clues(self) -> list[tuple[str, int, Name, Line, int]]:
        """Every clue: its side, its number there, its name in words, the line it looks along
        (nearest cell first), and its letter."""
        return [
            (
                side,
                number,
                clue_name(self.letters, side, number, letter),
                seen_first(self.grid, self.letters, side, number, letter).cells,
                letter,
            )
            for side in SIDES
            for number, letter in enumerate(getattr(self, side))
            if letter is not None
        ]


class EasyAsABCGenre(Genre[EasyAsABC]):
    """The rules of Easy as ABC."""

    id = "easy-as-abc"
    name = "Easy as ABC"
    instructions = (
        "Write letters into some cells so that every row and every column has each letter "
        "exactly once. A letter beside the board is the first letter that is seen from there; "
        "blank cells are looked through. Where it is said, both long diagonals have each letter "
        "once, too."
    )
    schema = {
        "properties": {
            "letters": {"type": "string", "minLength": 1},
            "size": {"type": "integer", "minimum": 1},
            **{side: {"$ref": "#/$defs/clues"} for side in SIDES},
            "diagonals": {"enum": [True]},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["letters"],
    }

    def rules(self, puzzle: EasyAsABC) -> list[Stated]:
        clues = [
            seen_first(puzzle.grid, puzzle.letters, side, number, letter)
            for side in SIDES
            for number, letter in enumerate(getattr(puzzle, side))
            if letter is not None
        ]
        return [once_a_line(puzzle.grid, puzzle.letters, puzzle.diagonals), *clues]

    def scene(self, puzzle: EasyAsABC) -> Scene:
        side = puzzle.grid.rows
        labels = []
        for where, number, about, _, letter in puzzle.clues():
            row = {"top": -1, "bottom": side}.get(where, number)
            column = {"left": -1, "right": side}.get(where, number)
            labels.append(Label(row, column, puzzle.letters[letter - 1], about))
        strokes = borders(puzzle.grid, lambda _one, _other: Weight.THIN)
        caption = f"letters {puzzle.letters}"
        if puzzle.diagonals:
            caption += ", also once on both diagonals"
        return Scene(puzzle.grid, strokes, puzzle.symbols, tuple(labels), caption=caption)

    def encode(self, puzzle: EasyAsABC) -> dict[str, Any]:
        entries: dict[str, Any] = {"letters": puzzle.letters}
        if puzzle.diagonals:
            entries["diagonals"] = True
        if all(clue is None for side in SIDES for clue in getattr(puzzle, side)):
            entries["size"] = puzzle.grid.rows
        for side in SIDES:
            clues = getattr(puzzle, side)
            if any(clue is not None for clue in clues):
                entries[side] = self.write_side(clues, puzzle.letters)
        return {**entries, **given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> EasyAsABC:
        letters, rows = entries["letters"], entries.get("grid")
        lengths = [len(entries[side]) for side in SIDES if side in entries]
        size = entries.get("size") or (len(rows) if rows else max(lengths, default=0))
        if not size:
            raise ClueError("an Easy as ABC needs a size, clues or a grid", "size")
        sides = [
            self.read_side(entries[side], letters, side) if side in entries else (None,) * size
            for side in SIDES
        ]
        # The size decides what a side must have, so it is what a wrong side is told about.
        for side, clues in zip(SIDES, sides, strict=True):
            if len(clues) != size:
                raise ClueError(f"has {len(clues)} clues, but the board has {size} lines", side)
        top, left, right, bottom = sides
        slanted = entries.get("diagonals", False)
        plain = EasyAsABC(letters, top, left, right, bottom, slanted, info=info)
        return with_given_entry(plain, entries)

    @staticmethod
    def read_side(clues: Sequence[Any], letters: str, side: str) -> Side:
        """The clues of a side from a text ("A..B") or a list (["A", null, null, "B"])."""
        found: list[int | None] = []
        for number, clue in enumerate(clues, 1):
            if clue is None or (clue == UNKNOWN and UNKNOWN not in letters):
                found.append(None)
            elif clue and clue in letters:
                found.append(letters.index(clue) + 1)
            else:
                raise ClueError(f"'{clue}' is none of the letters {letters}", f"{side} {number}")
        return tuple(found)

    @staticmethod
    def write_side(clues: Side, letters: str) -> Any:
        """The clues of a side as a text, or as a list where a letter means "no clue"."""
        if UNKNOWN in letters:
            return [None if clue is None else letters[clue - 1] for clue in clues]
        return "".join(UNKNOWN if clue is None else letters[clue - 1] for clue in clues)


@lru_cache(maxsize=8)  # the laws are the same for all boards of a size
def once_a_line(grid: Grid, letters: str, diagonals: bool = False) -> Shared:
    """Every letter exactly once in every row and column, and perhaps on both diagonals."""
    one, many = "has each letter once, so exactly {}", "each have each letter once, so exactly {}"
    demands = [Demand(one, many, symbol.counted(1)) for symbol in letter_symbols(letters)[1:]]
    side = grid.rows
    falling = tuple(grid.cell(n, n) for n in range(side))
    rising = tuple(grid.cell(side - 1 - n, n) for n in range(side))
    slanted = ((Name("the falling diagonal"), falling), (Name("the rising diagonal"), rising))
    return Shared(
        Count(line, 1 << value, 1, 1, about=name, says=says)
        for name, line in (*grid.lines(), *(slanted if diagonals else ()))
        for value, says in enumerate(demands, 1)
    )


@lru_cache(maxsize=4096)  # puzzles of a size share most of these
def seen_first(grid: Grid, letters: str, side: str, number: int, letter: int) -> Reading:
    """The rule of one clue; it reads its line with the nearest cell first."""
    line = grid.row(number) if side in ("left", "right") else grid.column(number)
    if side in ("right", "bottom"):
        line = line[::-1]
    about = clue_name(letters, side, number, letter)
    return Reading(line, first_seen(letter, len(letters)), about=about, says=SEEN_FIRST, clue=True)


SEEN_FIRST = Demand(
    "is the first letter seen from there", "are each the first letter seen from there"
)
"""What a clue says."""


@lru_cache(maxsize=4096)
def clue_name(letters: str, side: str, number: int, letter: int) -> Name:
    """What a clue is called: "the clue A above column 2"."""
    where = {"top": "above column", "bottom": "below column"}.get(side, f"{side} of row")
    one, many = f"the clue {{}} {where} {{}}", f"the clues {{}} {where}s {{}}"
    return Name(one, many, letters[letter - 1], number + 1)


@cache
def first_seen(letter: int, letters: int) -> Stairs:
    """The automaton of a clue: blanks are looked through, then the letter, then anything."""
    stay = (0b11, *[0b10] * letters)
    rise = tuple(1 if value == letter else 0 for value in range(letters + 1))
    return Stairs(2, 0b01, 0b10, stay, rise, (0,) * (letters + 1))


GENRE = EasyAsABCGenre()
EasyAsABC.genre = GENRE
