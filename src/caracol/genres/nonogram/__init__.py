"""Nonogram: the clues of a line are the lengths of its runs, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.board.names import Demand, Name
from caracol.board.scene import Label, Scene, Shape, Symbol, Weight, borders
from caracol.errors import ClueError
from caracol.genres.nonogram.clues import (
    ANY_LENGTH,
    ANY_RUNS,
    Clue,
    Run,
    read_clues,
    shortest,
    write_clue,
)
from caracol.genres.nonogram.stairs import automata
from caracol.puzzle import Genre, Info, Puzzle, given_entry, with_given_entry
from caracol.records import Record, cached_property, record
from caracol.rules import MOST_VALUES, Readings, Stated

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
HEAVIER = 5
"""Every so many cells a heavier line helps the eye to count."""


@record
class Colour(Record):
    """A colour of the picture: the letter for files, the name for people, and #rrggbb."""

    letter: str
    name: str
    rgb: str


BLACK = Colour("#", "black", "#000000")
PLAIN = (BLACK,)
"""The palette of nearly all puzzles."""


@record
class Nonogram(Puzzle):
    """The clues of all rows and columns; value *i* of a cell is the *i*-th colour.

    >>> plain = Nonogram.from_numbers([[1], [2]], [[2], [1]])
    >>> plain.rows[1]
    (Run(length=2, colour=1),)
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    palette: tuple[Colour, ...] = PLAIN
    background: str = ""
    """#rrggbb of the blank cells, where the picture is not on white."""

    @classmethod
    def from_numbers(
        cls, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]], **more: Any
    ) -> Nonogram:
        """A black and white puzzle from plain lists of run lengths."""

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
            raise ClueError("there must be at least one", "colours")
        if len(letters) >= MOST_VALUES:
            raise ClueError(f"{MOST_VALUES - 1} are the most", "colours")
        for place, letter in enumerate(letters if self.palette is not PLAIN else ()):
            if len(letter) != 1 or letter.isdigit() or letter.isspace() or letter in "x.?*,":
                raise ClueError(f"'{letter}' cannot stand for a colour; use a letter", "colours")
            if letter in letters[:place]:
                raise ClueError(f"the letter '{letter}' stands for two colours", "colours")
        colours = len(letters)
        sides = ((self.rows, len(self.columns)), (self.columns, len(self.rows)))
        for place, (clues, length) in enumerate(sides):
            for number, (needed, least, most) in enumerate(map(extent, clues), 1):
                known = least > 0 and most <= colours
                if known and needed <= length:
                    continue
                name = f"{('row', 'column')[place]} {number}"
                if not known:
                    raise ClueError("has a run of a colour that is not there", name)
                written = write_clue(clues[number - 1], letters)
                written = written if len(written) <= 60 else f"{written[:59]}…"
                raise ClueError(
                    f"the clue {written} needs {needed} cells, but the line has {length}",
                    name,
                )
        self.check_givens()

    def lines(self) -> list[tuple[Name, Clue, int]]:
        """Every line's name, clue and length."""
        clues = self.rows + self.columns
        return [
            (name, clue, len(cells))
            for (name, cells), clue in zip(self.grid.lines(), clues, strict=True)
        ]


class NonogramGenre(Genre[Nonogram]):
    """The rules of Nonograms."""

    id = "nonogram"
    name = "Nonogram"
    instructions = (
        "Paint some cells. The numbers beside a row and above a column are the lengths of its "
        "runs of painted cells, in order; between two runs of the same colour is at least one "
        "blank cell. A question mark is one run of unknown length, an asterisk any number of runs."
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

    def rules(self, puzzle: Nonogram) -> tuple[Stated, ...]:
        palette = puzzle.palette

        def says(clue: Clue) -> Demand:
            return demand(clue, tuple([colour.letter for colour in palette]))

        lines, clues = puzzle.grid.lines(), puzzle.rows + puzzle.columns
        return (Readings(lines, clues, automata(len(palette)), says),)

    def scene(self, puzzle: Nonogram) -> Scene:
        labels = []
        names = [name for name, _ in puzzle.grid.lines()]
        for number, clue in enumerate(puzzle.rows):
            for place, run in enumerate(reversed(clue or (None,)), 1):
                labels.append(self.label(puzzle, run, number, -place, names[number]))
        below = names[puzzle.grid.rows :]
        for number, clue in enumerate(puzzle.columns):
            for place, run in enumerate(reversed(clue or (None,)), 1):
                labels.append(self.label(puzzle, run, -place, number, below[number]))

        def wall(one: int, other: int) -> Weight:
            row, column = puzzle.grid.place(other)
            number = column if other == one + 1 else row
            return Weight.THICK if number % HEAVIER == 0 else Weight.THIN

        strokes = borders(puzzle.grid, wall)
        return Scene(puzzle.grid, strokes, puzzle.symbols, tuple(labels))

    @staticmethod
    def label(puzzle: Nonogram, run: Run | None, row: int, column: int, about: Name) -> Label:
        """One number of a clue beside the board."""
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
    """The clues of rows and columns that a picture (rows of values) has.

    >>> clues_of([[1, 0], [1, 1]])[1]
    ((Run(length=2, colour=1),), (Run(length=1, colour=1),))
    """
    return tuple(map(clue_of, picture)), tuple(map(clue_of, zip(*picture, strict=True)))


@lru_cache(maxsize=8192)  # the lines of one puzzle, and of the next, share many of their clues
def extent(clue: Clue) -> tuple[int, int, int]:
    """How many cells a clue needs at least, and the least and the largest number of its colours."""
    colours = [run.colour for run in clue if run.length >= 0] or [1]
    return shortest(clue), min(colours), max(colours)


@lru_cache(maxsize=64)  # nearly all puzzles are black and white
def symbols_of(palette: tuple[Colour, ...], background: str) -> tuple[Symbol, ...]:
    """Blank and the colours, as symbols."""
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
    """What a clue asks of its line, in words."""
    if not clue:
        return Demand("is empty", "are each empty")
    if len(clue) == 1 and clue[0].length != ANY_RUNS:
        return Demand("has the run {}", "each have the run {}", write_clue(clue, letters))
    return Demand("has the runs {}", "each have the runs {}", write_clue(clue, letters))


def clue_of(line: Sequence[int]) -> Clue:
    """The clue that a line of values has."""
    if max(line, default=BLANK) <= 1:  # which is quicker than value by value
        return tuple([Run(len(run), 1) for run in bytes(line).split(b"\0") if run])
    found: list[Run] = []
    for value, run in groupby(line):
        if value != BLANK:
            found.append(Run(len(list(run)), value))
    return tuple(found)


GENRE = NonogramGenre()
Nonogram.genre = GENRE
