"""Binairo: as many 0s as 1s in every line, never three in a row, and no two lines alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from caracol import kit
from caracol.kit import Grid, Name, Shape, Symbol

ZERO, ONE = 0, 1
SYMBOLS = (Symbol("0", "0", Shape.LETTER), Symbol("1", "1", Shape.LETTER))
Cells = tuple[int | None, ...]


@dataclass(frozen=True)
class Binairo(kit.Puzzle):
    """A board with sides of even length, and given digits."""

    rows: int
    columns: int
    unique: bool = True
    """Whether no two rows, and no two columns, are the same."""

    symbols = SYMBOLS

    @kit.cached
    def grid(self) -> Grid:
        return Grid.checked(self.rows, self.columns)

    def check(self) -> None:
        if self.rows % 2 or self.columns % 2:
            raise kit.ClueError(f"sides are even, not {self.columns}×{self.rows}", "grid")
        self.check_givens()


HALF = ("has exactly {}", "each have exactly {}")
TRIPLE = kit.Demand("is not all the same", "are not all the same")
ALIKE = kit.Demand("are not the same")

# Two lines are read cell by cell in turn: alike so far, alike and a 0 or a 1 read, different.
DIFFERENT = kit.Automaton(1, 0b1000, ((2, 4), (1, 8), (8, 1), (8, 8)))
"""The automaton for two lines that differ somewhere, read in turn, cell by cell."""


@lru_cache(maxsize=16)
def laws(grid: Grid, unique: bool) -> kit.Shared:
    """Return the rules of every board of this size."""
    found: list[kit.Rule] = []
    for name, line in grid.lines():
        half = len(line) // 2
        says = kit.Demand(*HALF, SYMBOLS[ONE].counted(half))
        found.append(kit.Count(line, 1 << ONE, half, half, name=name, statement=says))
    for _, line in grid.lines():
        for at in range(len(line) - 2):
            three = line[at : at + 3]
            ends = f"{grid.name(three[0])}–{grid.name(three[2])}"
            about = Name("the triple {}", "the triples {}", ends)
            found.append(kit.Count(three, 1 << ONE, 1, 2, name=about, statement=TRIPLE))
    for word, lines in (("rows", grid.rows), ("columns", grid.columns)) if unique else ():
        line_of = grid.row if word == "rows" else grid.column
        for one, other in combinations(range(lines), 2):
            about = Name(f"{word} {{}} and {{}}", "", one + 1, other + 1)
            pairs = zip(line_of(one), line_of(other), strict=True)
            cells = tuple(cell for pair in pairs for cell in pair)
            found.append(kit.Regular(cells, DIFFERENT, name=about, statement=ALIKE))
    return kit.Shared(found)


class BinairoGenre(kit.Genre[Binairo]):
    """The rules of Binairo."""

    id = "binairo"
    name = "Binairo"
    basics = (
        "Write 0 or 1 into every cell so that every row and every column has as many 0s as 1s, and "
        "never three of the same next to each other."
    )
    instructions = (
        f"{basics} Unless stated otherwise, no two rows are the same, and no two columns."
    )
    schema = {
        "properties": {"grid": {"$ref": "#/$defs/cells"}, "unique": {"enum": [False]}},
        "required": ["grid"],
    }
    violations = {
        "row {}: too-few": "Row {0} has too many 0s.",
        "row {}: too-many": "Row {0} has too many 1s.",
        "column {}: too-few": "Column {0} has too many 0s.",
        "column {}: too-many": "Column {0} has too many 1s.",
        "the triple {}: too-few": "Three 0s are next to each other.",
        "the triple {}: too-many": "Three 1s are next to each other.",
        "rows {} and {}": "Rows {0} and {1} are the same.",
        "columns {} and {}": "Columns {0} and {1} are the same.",
    }

    def instructions_of(self, puzzle: Binairo) -> str:
        unique = " No two rows are the same, and no two columns." if puzzle.unique else ""
        return self.basics + unique

    def rules(self, puzzle: Binairo) -> list[kit.Stated]:
        return [laws(puzzle.grid, puzzle.unique)]

    def scene(self, puzzle: Binairo) -> kit.Scene:
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        caption = "" if puzzle.unique else "lines may be the same"
        return kit.Scene(puzzle.grid, strokes, SYMBOLS, caption=caption)

    def encode(self, puzzle: Binairo) -> dict[str, Any]:
        more = {} if puzzle.unique else {"unique": False}
        return {**more, "grid": kit.write_cells(puzzle.givens, puzzle.grid, SYMBOLS)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Binairo:
        rows = entries["grid"]
        empty = Binairo(len(rows), len(rows[0]), entries.get("unique", True), info=info)
        return kit.with_given_entry(empty, entries)


GENRE = BinairoGenre()
Binairo.genre = GENRE


class TripleReader:
    """The reader for three cells in a row."""

    looks = (("no-three", "beside-a-value"),)

    def __call__(
        self, position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Elimination]
    ) -> list[kit.Deduction] | None:
        if len(rule.cells) != 3:
            return None
        return [position.plain(number, rule, cuts, "no-three", "beside-a-value")]


def name_pair(position: kit.Position, found: kit.Deduction) -> str:
    """Return the name of two rules together of which one compares lines."""
    compared = any(rule.as_automaton() is not None for rule in position.board.rules_of(found.rules))
    return "different-lines" if compared else ""


class BinairoTechniques(kit.TechniquesPart):
    """The names that players use for steps, and their sentences."""

    READERS = (TripleReader(),)
    NAMES = {"two-rules": kit.StepNames(name_pair, (("different-lines", "two-rules"),))}
    WORDS = {
        "no-three": (
            "Never three in a row",
            "{facts}, and three in a row may not be the same: so {conclusion}.",
        ),
        "different-lines": (
            "No two lines alike",
            "Suppose that {assumption}: {chain}. So {conclusion}.",
        ),
    }
    PHRASES = {
        "by.the triple {}": "as three in a row may not be the same",
        "by.rows {} and {}": "as {about} may not be the same",
        "by.columns {} and {}": "as {about} may not be the same",
        "broken.the triple {}": "but then {part} would all be the same",
        "broken.rows {} and {}": "but then {about} would be the same",
        "broken.columns {} and {}": "but then {about} would be the same",
    }
    NEVER = (
        *("count-none", "reading", "set-of-values", "packing", "squeeze", "whole-line"),
        *("two-rules", "balance"),
    )


class BinairoDraft(kit.DraftPart[Binairo]):
    """Generation: a random board, with digits left out while it stays unique."""

    OPTIONS = (
        kit.size(10, 4, 30),
        kit.Option("unique", kit.Kind.FLAG, True, "no two rows and no two columns are the same"),
        kit.symmetry("the given digits"),
    )
    CLUES = kit.GIVENS
    # One line with what is known there gives no more than one look at it, so none is easy.
    GRADES = ("trivial", "medium", "hard", "expert", "extreme")

    def usual_grade(self, settings: kit.Settings) -> str | None:
        """Return a grade that most people can solve; most large boards would be harder."""
        usual = min(settings["size"]) >= 8 and not settings["minimal"] and not settings["density"]
        return "trivial-medium" if usual else None

    def draft(self, task: kit.Task) -> kit.Draft[Binairo]:
        empty = Binairo(*task.grid, task["unique"])
        solution = kit.random_solution(empty.model, task)
        return kit.Draft(empty.with_givens(solution), solution)


class BinairoEditor(kit.FieldsEditor[Binairo]):
    """Playing: press for 1, the other button for 0, or type them. Setting: given digits."""

    AIDS = (kit.Aid(kit.Help.REST, "0 in the rest of a line that has all its 1s"),)
    OPTIONS = (
        kit.Option("rows", kit.Kind.INTEGER, 8, "rows of the board", 2, 40),
        kit.Option("columns", kit.Kind.INTEGER, 8, "columns of the board", 2, 40),
        kit.Option("unique", kit.Kind.FLAG, True, "no two rows and no two columns are the same"),
    )
    EXAMPLE = {
        "caracol": 1,
        "genre": "binairo",
        "title": "A first Binairo",
        "grid": [".0....", ".0...1", "....0.", "1..1.1", "......", "1..0.."],
    }

    def writing(self, _puzzle: Binairo) -> kit.Writing:
        return kit.Writing((ONE, ZERO), {".": ZERO})

    def blank(self, options: Mapping[str, Any]) -> Binairo:
        return Binairo(**options)


def of_cells(grid: Grid, clues: Cells) -> Binairo:
    """Return the puzzle with these circles, 1 for white and 2 for black."""
    return Binairo(*grid, givens=tuple(None if n is None else n - 1 for n in clues))


def may_be(clues: Cells) -> bool:
    """Return whether a table of numbers looks like a Binairo."""
    return {*clues} <= {None, 1, 2} and {1, 2} <= {*clues} and len(clues) % 4 == 0


def circles(puzzle: Binairo) -> Cells:
    """Return the givens as circles."""
    if not puzzle.unique:
        raise kit.FormatError("this format cannot say that lines may be the same")
    return tuple(None if value is None else value + 1 for value in puzzle.givens)


SQUARES = kit.Squares(of_cells, circles, may_be, givens=True)


def read_game(game: kit.GameId, _: kit.Known) -> Binairo:
    """Return the puzzle of Simon Tatham's Unruly: 8x8, and u if no two lines are the same."""
    grid, rest = kit.read_size(game, r"(u?)(?:d\w)?", "Unruly")
    givens = kit.Skips(grid.size).parse(game.description)
    return Binairo(*grid, rest[0] == "u", givens=givens)


def may_be_game(game: kit.GameId) -> bool:
    """Return whether these letters can be read; other games have IDs of letters, too."""
    return read_game(game, {}) is not None


def write_game(puzzle: Binairo) -> kit.GameId:
    """Return the ID of Simon Tatham's Unruly."""
    params = f"{puzzle.columns}x{puzzle.rows}{'u' * puzzle.unique}"
    return kit.GameId(params, kit.Skips(puzzle.grid.size, cased=True).write(puzzle.givens))


def read_link(fields: tuple[str, ...], _: kit.Known) -> Binairo:
    """Return the puzzle of our own link: columns, rows, cells, and "same" if lines may be."""
    columns, rows = kit.side(fields[0], "the columns"), kit.side(fields[1], "the rows")
    givens = kit.Spaced(rows * columns).parse(fields[2])
    return Binairo(rows, columns, fields[3:] != ("same",), givens=givens)


def write_link(puzzle: Binairo) -> tuple[str, ...]:
    """Return the fields of our own link."""
    cells = kit.Spaced(puzzle.grid.size).write(puzzle.givens)
    fields = str(puzzle.columns), str(puzzle.rows), cells
    return fields if puzzle.unique else (*fields, "same")


class BinairoFormats(kit.FormatsPart[Binairo]):
    """How other programs write Binairo, which Simon Tatham calls Unruly."""

    CARRIERS: kit.Carriers[Binairo] = {
        "caracol": kit.Carrier(("binairo",), read_link, write_link, givens=True),
        "puzz.link": SQUARES.link("binairo", kit.Circles),
        "penpa": SQUARES.circles("binairo"),
        "tatham": kit.Carrier(("Unruly",), read_game, write_game, True, may_be_game),
        "puzzlekit": SQUARES.items("binairo", {"-": None}),
        "janko": SQUARES.sections("binairo", {"-": None, ".": None}),
    }


class BinairoExample(kit.ExamplePart[Binairo]):
    """A small Binairo for explaining the rules."""

    PUZZLE = GENRE.decode({"grid": [".00.", "1...", "..0.", "...."]}, kit.Info())
    SOLUTION = ("1001", "1010", "0101", "0110")
    WORKED = (
        "There are never three 0s in a row, so r1c1 and r1c4 are 1. Column 1 then has its two "
        "1s, and r3c1 and r4c1 are 0. In column 3, r2c3 is between two 0s, so it is 1."
    )


class BinairoSamples(kit.SamplesPart[Binairo]):
    """Random puzzles for the laboratory: some digits of a random board."""

    def sample(self, rng: Random, size: int, share: float = 0.3) -> Binairo:  # type: ignore[override]
        empty = Binairo(size + size % 2, size + size % 2)
        solution = kit.draw(empty.model, rng)
        return empty.with_givens(tuple(v if rng.random() < share else None for v in solution))
