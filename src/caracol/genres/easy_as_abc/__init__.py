"""Easy as ABC: each letter once per line; clues give the letter seen first from a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from caracol.authoring.laws.houses import diagonals, each_once
from caracol.authoring.notation.bands import Band, Bands
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
from caracol.rules import (
    MOST_VALUES,
    Regular,
    Rule,
    Staircase,
    Stated,
    Values,
    Violation,
)

BLANK = 0
SIDES = ("top", "left", "right", "bottom")
BANDS = Bands(tuple(Band(side, side) for side in SIDES))
"""The clues beside the board: one letter at each end of a line."""

Side = tuple[int | None, ...]
"""The clues of one side, top to bottom or left to right: letters from 1, ``None`` for no clue."""


@dataclass(frozen=True)
class EasyAsABC(Puzzle):
    """A square board, its letters, and the clues around it."""

    letters: str
    top: Side
    left: Side
    right: Side
    bottom: Side
    diagonals: bool = False
    """Whether both long diagonals also have each letter once."""

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
            raise ClueError(
                f"at most {MOST_VALUES - 1} letters are possible, not {len(self.letters)}",
                "letters",
            )
        check_letters(self.letters, "letters")
        if len(self.letters) > side:
            raise ClueError(
                f"{len(self.letters)} letters do not fit once into a row of {side}", "letters"
            )
        BANDS.check_lengths(self, lines="lines")
        self.check_givens()

    def clues(self) -> list[tuple[str, int, Name, Line, int]]:
        """Return every clue: side, number there, name, line (nearest cell first), and letter."""
        return [
            (
                band.side,
                number,
                clue_name(self.letters, band.side, number, letter),
                band.cells(self.grid, number),
                letter,
            )
            for band, number, letter in BANDS.clues(self)
        ]


class EasyAsABCGenre(Genre[EasyAsABC]):
    """The rules of Easy as ABC."""

    id = "easy-as-abc"
    name = "Easy as ABC"
    basics = (
        "Write letters into some cells so that every row and every column has each letter "
        "exactly once. A letter beside the board is the first letter seen from there; blank cells "
        "are ignored."
    )
    instructions = f"{basics} If stated, both long diagonals also have each letter once."
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
    violations = {
        f"the {kind} diagonal: {wrong}": f"The {kind} diagonal has {{{what}}}."
        for kind in ("falling", "rising")
        for wrong, what in (("too-many", "found"), ("too-few", "room"))
    }

    def describe_violation(
        self, puzzle: EasyAsABC, rule: Rule, values: Values, found: Violation
    ) -> Violation:
        if rule.as_automaton() is None:
            return super().describe_violation(puzzle, rule, values, found)
        # Only blanks can come before a letter that breaks a clue.
        seen = next((cell for cell in rule.cells if values[cell]), None)
        if seen is None:
            return Violation(f"{rule.name} sees no letter", rule.cells)
        letter = puzzle.symbols[values[seen] or BLANK]
        return Violation(f"{rule.name} sees {letter} first", (seen,))

    def instructions_of(self, puzzle: EasyAsABC) -> str:
        diagonals = " Both long diagonals also have each letter once." if puzzle.diagonals else ""
        return self.basics + diagonals

    def rules(self, puzzle: EasyAsABC) -> list[Stated]:
        clues = [
            clue_rule(puzzle.grid, puzzle.letters, band.side, number, letter)
            for band, number, letter in BANDS.clues(puzzle)
        ]
        houses = puzzle.grid.lines() + (diagonals(puzzle.grid) if puzzle.diagonals else ())
        return [each_once(houses, puzzle.symbols, "letter"), *clues]

    def scene(self, puzzle: EasyAsABC) -> Scene:
        letters = puzzle.letters
        labels = [
            Label(*place, letters[letter - 1], clue_name(letters, band.side, number, letter))
            for band, number, letter, place in BANDS.placed(puzzle)
        ]
        strokes = borders(puzzle.grid, lambda _one, _other: Weight.THIN)
        caption = f"letters {puzzle.letters}"
        if puzzle.diagonals:
            caption += ", also once on both diagonals"
        return Scene(
            puzzle.grid,
            strokes,
            puzzle.symbols,
            tuple(labels),
            caption=caption,
            diagonals=puzzle.diagonals,
        )

    def encode(self, puzzle: EasyAsABC) -> dict[str, Any]:
        entries: dict[str, Any] = {"letters": puzzle.letters}
        if puzzle.diagonals:
            entries["diagonals"] = True
        sides = {band.side for band, _, _ in BANDS.clues(puzzle)}
        if not sides:
            entries["size"] = puzzle.grid.rows
        for side in SIDES:
            if side in sides:
                entries[side] = self.write_side(getattr(puzzle, side), puzzle.letters)
        return {**entries, **given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> EasyAsABC:
        letters, rows = entries["letters"], entries.get("grid")
        lengths = [len(entries[side]) for side in SIDES if side in entries]
        size = entries.get("size") or (len(rows) if rows else max(lengths, default=0))
        if not size:
            raise ClueError("an Easy as ABC needs a size, clues or a grid", "size")
        sides = {
            side: self.read_side(entries[side], letters, side)
            if side in entries
            else (None,) * size
            for side in SIDES
        }
        # The size determines the number of clues on a side.
        for band in BANDS:
            BANDS.check_length(band, sides[band.side], Grid(size, size), lines="lines")
        slanted = entries.get("diagonals", False)
        plain = EasyAsABC(letters, **sides, diagonals=slanted, info=info)
        return with_given_entry(plain, entries)

    @staticmethod
    def read_side(clues: Sequence[Any], letters: str, side: str) -> Side:
        """Return the clues of a side from text ("A..B") or a list (["A", null, null, "B"])."""
        found: list[int | None] = []
        for number, clue in enumerate(clues, 1):
            if clue is None or (clue == UNKNOWN and UNKNOWN not in letters):
                found.append(None)
            elif clue and clue in letters:
                found.append(letters.index(clue) + 1)
            else:
                raise ClueError(f"'{clue}' is not one of the letters {letters}", f"{side} {number}")
        return tuple(found)

    @staticmethod
    def write_side(clues: Side, letters: str) -> Any:
        """Return the clues of a side as text, or as a list if a letter would mean "no clue"."""
        if UNKNOWN in letters:
            return [None if clue is None else letters[clue - 1] for clue in clues]
        return "".join(UNKNOWN if clue is None else letters[clue - 1] for clue in clues)


@lru_cache(maxsize=4096)  # puzzles of the same size share most of these
def clue_rule(grid: Grid, letters: str, side: str, number: int, letter: int) -> Regular:
    """Return the rule of one clue; it reads its line with the nearest cell first."""
    line = BANDS.on(side).cells(grid, number)
    about = clue_name(letters, side, number, letter)
    return Regular(
        line, clue_automaton(letter, len(letters)), name=about, statement=SEEN_FIRST, clue=True
    )


SEEN_FIRST = Demand(
    "is the first letter seen from there", "are each the first letter seen from there"
)
"""The demand of a clue."""


@lru_cache(maxsize=4096)
def clue_name(letters: str, side: str, number: int, letter: int) -> Name:
    """Return the name of a clue: "the clue A above column 2"."""
    where = {"top": "above column", "bottom": "below column"}.get(side, f"{side} of row")
    one, many = f"the clue {{}} {where} {{}}", f"the clues {{}} {where}s {{}}"
    return Name(one, many, letters[letter - 1], number + 1)


@cache
def clue_automaton(letter: int, letters: int) -> Staircase:
    """Return the automaton of a clue: blanks, then the letter, then anything."""
    stay = (0b11, *[0b10] * letters)
    rise = tuple(1 if value == letter else 0 for value in range(letters + 1))
    return Staircase(2, 0b01, 0b10, stay, rise, (0,) * (letters + 1))


GENRE = EasyAsABCGenre()
EasyAsABC.genre = GENRE
