"""Nonogram: the clues of a line are the lengths of its runs, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

from caracol.authoring.notation.bands import Band, Bands
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.board.names import Demand, Name
from caracol.board.scene import Label, Scene, Shape, Symbol, Weight, borders
from caracol.errors import ClueError
from caracol.genres.nonogram.clues import (
    ANY_LENGTH,
    ANY_RUNS,
    Clue,
    Run,
    min_length,
    read_clues,
    write_clue,
)
from caracol.genres.nonogram.stairs import automata
from caracol.genres.nonogram.violations import describe_bad_line
from caracol.puzzle import Genre, Info, Puzzle, given_entry, with_given_entry
from caracol.rules import MOST_VALUES, RegularFamily, Rule, Stated, Values, Violation

__all__ = [
    "ANY_LENGTH",
    "ANY_RUNS",
    "BLACK",
    "BLANK",
    "GENRE",
    "Clue",
    "Colour",
    "Nonogram",
    "Run",
    "clue_of",
    "clues_of",
]

BLANK = 0
BANDS = Bands(
    (Band("rows", "left", deep=True), Band("columns", "top", deep=True)),
    misplaced="clues belong to the left of a row or above a column",
)
"""The clues beside the board."""
HEAVIER = 5
"""Number of cells between heavier grid lines, which make counting easier."""


@dataclass(frozen=True)
class Colour:
    """A colour of the picture: its letter in files, its name, and its #rrggbb value."""

    letter: str
    name: str
    rgb: str


BLACK = Colour("#", "black", "#000000")
PLAIN = (BLACK,)
"""The palette of nearly all puzzles."""


@dataclass(frozen=True)
class Nonogram(Puzzle):
    """A puzzle given by the clues of its rows and columns.

    Value 0 of a cell is blank, and value *i* is the *i*-th colour of the palette.

    >>> plain = Nonogram.from_numbers([[1], [2]], [[2], [1]])
    >>> plain.rows[1]
    (Run(length=2, colour=1),)
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    palette: tuple[Colour, ...] = PLAIN
    background: str = ""
    """The #rrggbb colour of blank cells, or an empty string for white."""

    @classmethod
    def from_numbers(
        cls, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]], **more: Any
    ) -> Nonogram:
        """Return a black-and-white puzzle with these lists of run lengths."""

        def clues(lines: Sequence[Sequence[int]]) -> tuple[Clue, ...]:
            return tuple(tuple(Run(length, 1) for length in line if length) for line in lines)

        return cls(clues(rows), clues(columns), **more)

    @cached_property
    def grid(self) -> Grid:
        return Grid.checked(len(self.rows), len(self.columns), LARGEST_SIDE)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        if self.palette is PLAIN and not self.background:
            return BLACK_AND_WHITE
        return symbols_of(self.palette, self.background)

    def check(self) -> None:
        letters = [colour.letter for colour in self.palette]
        if not letters:
            raise ClueError("there must be at least one colour", "colours")
        if len(letters) >= MOST_VALUES:
            raise ClueError(f"there can be at most {MOST_VALUES - 1} colours", "colours")
        for place, letter in enumerate(letters if self.palette is not PLAIN else ()):
            if len(letter) != 1 or letter.isdigit() or letter.isspace() or letter in "x.?*,":
                raise ClueError(f"'{letter}' cannot denote a colour; use a letter", "colours")
            if letter in letters[:place]:
                raise ClueError(f"two colours have the letter '{letter}'", "colours")
        colours = len(letters)
        sides = ((self.rows, len(self.columns)), (self.columns, len(self.rows)))
        for place, (clues, length) in enumerate(sides):
            for number, (needed, least, most) in enumerate(map(extent, clues), 1):
                known = least > 0 and most <= colours
                if known and needed <= length:
                    continue
                name = f"{('row', 'column')[place]} {number}"
                if not known:
                    raise ClueError("has a run in a colour that the puzzle does not have", name)
                written = write_clue(clues[number - 1], letters)
                written = written if len(written) <= 60 else f"{written[:59]}…"
                raise ClueError(
                    f"the clue {written} needs {needed} cells, but the line has {length}",
                    name,
                )
        self.check_givens()

    def lines(self) -> list[tuple[Name, Clue, int]]:
        """Return the name, clue and length of every line, rows first."""
        clues = self.rows + self.columns
        return [
            (name, clue, len(cells))
            for (name, cells), clue in zip(self.grid.lines(), clues, strict=True)
        ]


class NonogramGenre(Genre[Nonogram]):
    """The rules of Nonograms."""

    id = "nonogram"
    name = "Nonogram"
    basics = (
        "Paint some cells. The numbers beside a row and above a column are the lengths of its "
        "runs of painted cells, in order, with at least one blank cell between two runs"
    )
    instructions = (
        f"{basics} of the same colour. A question mark is one run of unknown length, an asterisk "
        "any number of runs."
    )
    schema = {
        "properties": {
            "rows": {"$ref": "#/$defs/runs"},
            "columns": {"$ref": "#/$defs/runs"},
            "colours": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "properties": {
                        "letter": {"type": "string", "minLength": 1, "maxLength": 1},
                        "name": {"type": "string"},
                        "rgb": {"$ref": "#/$defs/rgb"},
                    },
                    "required": ["letter", "rgb"],
                    "additionalProperties": False,
                },
            },
            "background": {"$ref": "#/$defs/rgb"},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["rows", "columns"],
    }

    def instructions_of(self, puzzle: Nonogram) -> str:
        lengths = {run.length for clue in (*puzzle.rows, *puzzle.columns) for run in clue}
        words = f"{self.basics}{' of the same colour' if len(puzzle.palette) > 1 else ''}."
        words += " A question mark is one run of unknown length." if ANY_LENGTH in lengths else ""
        words += " An asterisk is any number of runs." if ANY_RUNS in lengths else ""
        return words

    def rules(self, puzzle: Nonogram) -> tuple[Stated, ...]:
        palette = puzzle.palette

        def state_clue(clue: Clue) -> Demand:
            return demand(clue, tuple([colour.letter for colour in palette]))

        lines, clues = puzzle.grid.lines(), puzzle.rows + puzzle.columns
        return (RegularFamily(lines, clues, automata(len(palette)), state_clue),)

    def describe_violation(
        self, puzzle: Nonogram, rule: Rule, values: Values, found: Violation
    ) -> Violation:
        if rule.as_automaton() is None:
            return super().describe_violation(puzzle, rule, values, found)
        clues = puzzle.rows + puzzle.columns
        names = [str(name) for name, _ in puzzle.grid.lines()]
        line = [values[cell] for cell in rule.cells]
        sentence, places = describe_bad_line(
            str(rule.name), clues[names.index(rule.name)], line, puzzle.symbols
        )
        return Violation(sentence, tuple(rule.cells[place] for place in places))

    def scene(self, puzzle: Nonogram) -> Scene:
        names = [name for name, _ in puzzle.grid.lines()]
        first = {"row": 0, "column": puzzle.grid.rows}
        labels = [
            self.label(puzzle, run, *place, names[first[band.line] + number])
            for band, number, run, place in BANDS.placed(puzzle)
        ]

        def wall(one: int, other: int) -> Weight:
            row, column = puzzle.grid.place(other)
            number = column if other == one + 1 else row
            return Weight.THICK if number % HEAVIER == 0 else Weight.THIN

        strokes = borders(puzzle.grid, wall)
        return Scene(puzzle.grid, strokes, puzzle.symbols, tuple(labels))

    @staticmethod
    def label(puzzle: Nonogram, run: Run | None, row: int, column: int, about: Name) -> Label:
        """Return the label for one number of a clue, or for an empty clue."""
        if run is None:
            return Label(row, column, "0", about)
        text = {ANY_LENGTH: "?", ANY_RUNS: "*"}.get(run.length, str(run.length))
        coloured = len(puzzle.palette) > 1 and run.length != ANY_RUNS
        return Label(
            row, column, text, about, puzzle.palette[run.colour - 1].rgb if coloured else ""
        )

    def encode(self, puzzle: Nonogram) -> dict[str, Any]:
        letters = [colour.letter for colour in puzzle.palette]
        entries: dict[str, Any] = {
            "rows": [write_clue(clue, letters) for clue in puzzle.rows],
            "columns": [write_clue(clue, letters) for clue in puzzle.columns],
        }
        if puzzle.palette != PLAIN:
            entries["colours"] = [
                {"letter": c.letter, "name": c.name, "rgb": c.rgb} for c in puzzle.palette
            ]
        if puzzle.background:
            entries["background"] = puzzle.background
        return {**entries, **given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> Nonogram:
        palette: tuple[Colour, ...] = PLAIN
        if "colours" in entries:
            palette = tuple(
                Colour(c["letter"], c.get("name", c["letter"]), c["rgb"])
                for c in entries["colours"]
            )
        letters = [colour.letter for colour in palette]
        rows = read_clues(entries["rows"], letters, "row")
        columns = read_clues(entries["columns"], letters, "column")
        background = entries.get("background", "")
        plain = Nonogram(rows, columns, palette, background, info=info)
        return with_given_entry(plain, entries)


def clues_of(picture: Sequence[Sequence[int]]) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
    """Return the clues of the rows and of the columns of a picture, given as rows of values.

    >>> clues_of([[1, 0], [1, 1]])[1]
    ((Run(length=2, colour=1),), (Run(length=1, colour=1),))
    """
    return tuple(map(clue_of, picture)), tuple(map(clue_of, zip(*picture, strict=True)))


@lru_cache(maxsize=8192)  # the lines of one puzzle, and of the next, share many of their clues
def extent(clue: Clue) -> tuple[int, int, int]:
    """Return the minimum length of a line with this clue, and its lowest and highest colour."""
    colours = [run.colour for run in clue if run.length >= 0] or [1]
    return min_length(clue), min(colours), max(colours)


@lru_cache(maxsize=64)  # nearly all puzzles are black and white
def symbols_of(palette: tuple[Colour, ...], background: str) -> tuple[Symbol, ...]:
    """Return the symbols of a blank cell and of each colour."""
    plain = len(palette) == 1
    colours = [
        Symbol(
            c.letter,
            f"{c.name} cell",
            Shape.FILL,
            "█",
            colour=c.rgb,
            plural=f"{c.name} cells",
            adjective="painted" if plain else c.name,
        )
        for c in palette
    ]
    blank = Symbol("x", "blank", Shape.DOT, "·", colour=background, adjective="blank")
    return blank, *colours


BLACK_AND_WHITE = symbols_of(PLAIN, "")


@lru_cache(maxsize=8192)  # the lines of one puzzle, and of the next, share many of their clues
def demand(clue: Clue, letters: tuple[str, ...]) -> Demand:
    """Return the statement that a clue makes about its line."""
    if not clue:
        return Demand("is empty", "are each empty")
    if len(clue) == 1 and clue[0].length != ANY_RUNS:
        return Demand("has the run {}", "each have the run {}", write_clue(clue, letters))
    return Demand("has the runs {}", "each have the runs {}", write_clue(clue, letters))


def clue_of(line: Sequence[int]) -> Clue:
    """Return the clue of a line of values."""
    if max(line, default=BLANK) <= 1:  # faster than going value by value
        return tuple([Run(len(run), 1) for run in bytes(line).split(b"\0") if run])
    found: list[Run] = []
    for value, run in groupby(line):
        if value != BLANK:
            found.append(Run(len(list(run)), value))
    return tuple(found)


GENRE = NonogramGenre()
Nonogram.genre = GENRE
