"""Magic Snail: a key is read over and over along the spiral, each letter once per line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from caracol.authoring.laws.houses import each_once
from caracol.board.grid import Grid
from caracol.board.names import Demand, Name
from caracol.board.scene import Scene, Symbol, Weight, borders, letter_symbols
from caracol.errors import ClueError
from caracol.puzzle import Genre, Info, Puzzle, check_letters, given_entry, with_given_entry
from caracol.rules import (
    MOST_VALUES,
    Regular,
    Rule,
    Shared,
    Staircase,
    Stated,
    Values,
    Violation,
)

BLANK = 0


@dataclass(frozen=True)
class MagicSnail(Puzzle):
    """A square board and the key to be read along its spiral.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> len(MagicSnail("ABC", 5).model.rules)
    31
    """

    key: str
    size: int

    @cached_property
    def grid(self) -> Grid:
        return Grid.checked(self.size, self.size)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        return letter_symbols(self.key)

    def check(self) -> None:
        if not self.key:
            raise ClueError("the key needs at least one letter", "key")
        if len(self.key) >= MOST_VALUES:
            raise ClueError(
                f"has {len(self.key)} letters, but at most {MOST_VALUES - 1} are possible", "key"
            )
        check_letters(self.key, "key")
        self.check_givens()


class MagicSnailGenre(Genre[MagicSnail]):
    """The rules of Magic Snail."""

    id = "magic-snail"
    name = "Magic Snail"
    instructions = (
        "Write letters into some cells so that every row and every column has each letter of the "
        "key exactly once. Read along the snail, from its mouth at the top left inwards, the "
        "letters spell the key over and over."
    )
    schema = {
        "properties": {
            "key": {"type": "string", "minLength": 1},
            "size": {"type": "integer", "minimum": 1},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["key"],
    }

    def describe_violation(
        self, puzzle: MagicSnail, rule: Rule, values: Values, found: Violation
    ) -> Violation:
        if rule.as_automaton() is None:
            return super().describe_violation(puzzle, rule, values, found)
        return describe_misspelling(puzzle, values)

    def rules(self, puzzle: MagicSnail) -> list[Stated]:
        return [laws(puzzle.grid, puzzle.key)]

    def scene(self, puzzle: MagicSnail) -> Scene:
        way = puzzle.grid.spiral()
        place = {cell: number for number, cell in enumerate(way)}

        def wall(one: int, other: int) -> Weight:
            return Weight.FAINT if abs(place[one] - place[other]) == 1 else Weight.THICK

        strokes = tuple(
            # The mouth: the snail is open to the left of its first cell.
            stroke
            for stroke in borders(puzzle.grid, wall)
            if not (stroke.down and stroke.row == 0 and stroke.column == 0)
        )
        return Scene(puzzle.grid, strokes, puzzle.symbols, caption=f"key {puzzle.key}")

    def encode(self, puzzle: MagicSnail) -> dict[str, Any]:
        return {"key": puzzle.key, "size": puzzle.size, **given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> MagicSnail:
        rows = entries.get("grid")
        size = entries.get("size", len(rows) if rows else 0)
        if not size:
            raise ClueError("a Magic Snail needs a size or a grid", "size")
        empty = MagicSnail(entries["key"], size, info=info)
        return with_given_entry(empty, entries)


@lru_cache(maxsize=8)  # the same for all boards with this size and key
def laws(grid: Grid, key: str) -> Shared:
    """Return the rules: each letter once in every line, and the key along the spiral."""
    if grid.rows > 1:
        says = Demand("reads {} over and over, {} times", "", key, grid.rows)
    else:
        says = Demand("reads {} once", "", key)
    about = Name("the snail")
    snail = Regular(grid.spiral(), spelling(grid.rows, len(key)), name=about, statement=says)
    return Shared((*each_once(grid.lines(), letter_symbols(key), "letter"), snail))


def spelling(size: int, letters: int) -> Staircase:
    """Return the automaton of the spiral: one state for each letter that has been read."""
    states = letters * size + 1
    rise = [0] * (letters + 1)
    for state in range(states - 1):
        rise[1 + state % letters] |= 1 << state
    stay = ((1 << states) - 1, *[0] * letters)
    return Staircase(states, 1, 1 << states - 1, stay, tuple(rise), (0,) * (letters + 1))


def describe_misspelling(puzzle: MagicSnail, values: Values) -> Violation:
    """Return the first place where the key cannot be spelled along the snail."""
    key, way = puzzle.key, puzzle.grid.spiral()
    # The last letter of the key comes before the start, and the first one after the end.
    last, open_cells, start = len(key), 0, -1
    for cell in (*way, None):
        value = 1 if cell is None else values[cell]
        if value is None:
            open_cells += 1
        elif value != BLANK:
            if (value - last - 1) % len(key) > open_cells:
                one, next_one = key[last - 1], key[last % len(key)]
                cells = tuple(c for c in (start, cell) if c is not None and c >= 0)
                if open_cells:
                    return Violation("Two letters of the snail are too close together.", cells)
                if start < 0:
                    return Violation(f"The snail must start with {key[0]}.", cells)
                if cell is None:
                    return Violation(f"The snail must end with {key[-1]}.", cells)
                wrong = f"After {one}, the snail needs {next_one}, not {key[value - 1]}."
                return Violation(wrong, cells)
            last, start, open_cells = value, -1 if cell is None else cell, 0
    written = tuple(cell for cell in way if values[cell])
    times = "once" if puzzle.size == 1 else f"{puzzle.size} times"
    return Violation(f"The snail can no longer spell {key} {times}.", written)


GENRE = MagicSnailGenre()
MagicSnail.genre = GENRE
