"""Magnets: dominoes are magnets or neutral, equal poles do not touch, poles are counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from operator import add, sub
from typing import Any, NamedTuple

from caracol.authoring.notation.bands import Band, Bands
from caracol.board.grid import Grid, Line
from caracol.board.names import Demand, Name
from caracol.board.scene import Label, Scene, Shape, Symbol, Weight, borders
from caracol.errors import ClueError, count_noun
from caracol.puzzle import Genre, Info, Puzzle, given_entry, with_given_entry
from caracol.rules import Count, Rule, Table

NEUTRAL, PLUS, MINUS = 0, 1, 2
SYMBOLS = (
    Symbol("x", "neutral cell", Shape.CROSS, "×", adjective="neutral"),
    Symbol("+", "plus", Shape.PLUS),
    Symbol("-", "minus", Shape.MINUS, "−"),
)
CHARGED_OR_NEUTRAL = ((NEUTRAL, NEUTRAL), (PLUS, MINUS), (MINUS, PLUS))
UNEQUAL = tuple(
    (one, other) for one in range(3) for other in range(3) if one != other or one == NEUTRAL
)

BANDS = Bands(
    (
        Band("row_plus", "left", name="rows, plus"),
        Band("row_minus", "right", name="rows, minus"),
        Band("column_plus", "top", name="columns, plus"),
        Band("column_minus", "bottom", name="columns, minus"),
    ),
    misplaced="a count belongs directly beside a row or column",
)
"""The counts beside the board: pluses above and on the left, minuses below and on the right."""
POLES = {"left": PLUS, "right": MINUS, "top": PLUS, "bottom": MINUS}
"""The pole that is counted on each side."""

Counts = tuple[int | None, ...]
"""The counts of one side, top to bottom or left to right; ``None`` for no count."""


@dataclass(frozen=True)
class Magnets(Puzzle):
    """Dominoes on a board, and the number of poles of each kind in a line."""

    width: int
    partner: tuple[int, ...]
    """The other half of each cell's domino; a cell that is its own partner is always neutral."""
    row_plus: Counts
    row_minus: Counts
    column_plus: Counts
    column_minus: Counts

    symbols = SYMBOLS

    @cached_property
    def grid(self) -> Grid:
        if self.width < 1 or len(self.partner) % self.width:
            raise ClueError(
                f"{count_noun(len(self.partner), 'cell')} cannot be in rows of {self.width}",
                "dominoes",
            )
        return Grid.checked(len(self.partner) // self.width, self.width)

    def check(self) -> None:
        grid = self.grid
        # Look cell by cell only if something is wrong, to say what.
        for cell, other in enumerate(self.partner if not self._paired() else ()):
            if other == cell:
                continue
            if not 0 <= other < grid.size or self.partner[other] != cell:
                raise ClueError("the halves of its domino do not match", grid.name(cell))
            step = abs(other - cell)
            if step != self.width and (step > 1 or cell // self.width != other // self.width):
                raise ClueError("the other half of its domino is not beside it", grid.name(cell))
        for band in BANDS:
            counts, length = getattr(self, band.field), band.line_length(grid)
            BANDS.check_length(band, counts, grid, "counts")
            if {*counts} - {None} <= {*range(length + 1)}:
                continue
            for place, count in enumerate(counts, 1):
                if count is not None and not 0 <= count <= length:
                    pole = SYMBOLS[POLES[band.side]].word
                    raise ClueError(
                        f"{count_noun(count, 'pole')} do not fit into {count_noun(length, 'cell')}",
                        f"{band.line} {place}, {pole}",
                    )
        self.check_givens()

    def _paired(self) -> bool:
        """Return whether the halves of all dominoes are neighbours and name each other."""
        partner, width, size = self.partner, self.width, self.grid.size
        if min(partner) < 0 or max(partner) >= size:
            return False
        steps = {*map(sub, partner, range(size))}
        if not steps <= {0, 1, -1, width, -width}:
            return False
        # A domino does not continue from the end of one row to the start of the next.
        ends = range(width - 1, size - 1, width) if width > 1 else ()
        if any(partner[end] == end + 1 for end in ends):
            return False
        return [*map(partner.__getitem__, partner)] == [*range(size)]

    def clues(self) -> list[tuple[str, int, int, Line, int]]:
        """Return every count: "row" or "column", the line's number, pole, cells and count."""
        lines = [cells for _, cells in self.grid.lines()]
        rows, columns = lines[: self.grid.rows], lines[self.grid.rows :]
        cells = {"row": rows, "column": columns}
        return [
            (band.line, number, POLES[band.side], cells[band.line][number], count)
            for band, number, count in BANDS.clues(self)
        ]

    def dominoes(self) -> list[tuple[int, int]]:
        """Return every domino, upper or left half first."""
        return [(cell, other) for cell, other in enumerate(self.partner) if cell < other]


class MagnetsGenre(Genre[Magnets]):
    """The rules of Magnets."""

    id = "magnets"
    name = "Magnets"
    basics = (
        "Every domino is either a magnet, with a plus and a minus, or neutral. Equal poles do not "
        "share a side. The numbers say how many pluses (above and left) and minuses (below and "
        "right) a row or column has."
    )
    instructions = f"{basics} Single cells are neutral."
    schema = {
        "properties": {
            "dominoes": {"$ref": "#/$defs/table"},
            "rows": {"$ref": "#/$defs/poles"},
            "columns": {"$ref": "#/$defs/poles"},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["dominoes"],
    }
    violations = {
        "the plus count of row {}: too-many": "Row {0} has {found} instead of {most}.",
        "the plus count of row {}: too-few": "Row {0} has {room}.",
        "the minus count of row {}: too-many": "Row {0} has {found} instead of {most}.",
        "the minus count of row {}: too-few": "Row {0} has {room}.",
        "the plus count of column {}: too-many": "Column {0} has {found} instead of {most}.",
        "the plus count of column {}: too-few": "Column {0} has {room}.",
        "the minus count of column {}: too-many": "Column {0} has {found} instead of {most}.",
        "the minus count of column {}: too-few": "Column {0} has {room}.",
        "the neighbours {}: ++": "Two pluses touch.",
        "the neighbours {}: --": "Two minuses touch.",
        "the domino {}": "A domino has a pole on one half only.",
        "the domino {}: ++": "A domino has two pluses.",
        "the domino {}: --": "A domino has two minuses.",
        "the single cell {}": "A single cell must stay neutral.",
    }

    def instructions_of(self, puzzle: Magnets) -> str:
        single = any(cell == other for cell, other in enumerate(puzzle.partner))
        return self.instructions if single else self.basics

    def rules(self, puzzle: Magnets) -> list[Rule]:
        grid, partner = puzzle.grid, puzzle.partner
        pairs = neighbours(grid)
        found: list[Rule] = []
        for line, number, pole, _, count in puzzle.clues():
            found.append(count_rule(grid, line, number, pole, count))
        found += [pairs[domino].halves for domino in puzzle.dominoes()]
        for cell, other in enumerate(partner):
            if cell == other:
                about = Name("the single cell {}", "the single cells {}", grid.name(cell))
                says = Demand("is neutral", "are each neutral")
                found.append(Table((cell,), ((NEUTRAL,),), name=about, statement=says))
        return found + [pair.apart for (one, other), pair in pairs.items() if partner[one] != other]

    def scene(self, puzzle: Magnets) -> Scene:
        grid = puzzle.grid
        labels = [
            Label(*place, str(count), clue_name(band.line, number, POLES[band.side]))
            for band, number, count, place in BANDS.placed(puzzle)
        ]
        labels.append(Label(-1, -1, "+"))
        labels.append(Label(grid.rows, grid.columns, "−"))

        def wall(one: int, other: int) -> Weight:
            return Weight.NONE if puzzle.partner[one] == other else Weight.THIN

        shaded = tuple(cell for cell, other in enumerate(puzzle.partner) if cell == other)
        strokes = borders(grid, wall, lambda _: Weight.THIN)
        return Scene(grid, strokes, SYMBOLS, tuple(labels), shaded)

    def encode(self, puzzle: Magnets) -> dict[str, Any]:
        return {
            "dominoes": halves(puzzle),
            "rows": {"plus": list(puzzle.row_plus), "minus": list(puzzle.row_minus)},
            "columns": {"plus": list(puzzle.column_plus), "minus": list(puzzle.column_minus)},
            **given_entry(puzzle),
        }

    def decode(self, entries: Mapping[str, Any], info: Info) -> Magnets:
        grid, partner = partners(entries["dominoes"])

        def counts(band: Band) -> Counts:
            line, pole = f"{band.line}s", SYMBOLS[POLES[band.side]].word
            return tuple(entries.get(line, {}).get(pole, (None,) * band.count_lines(grid)))

        found = {band.field: counts(band) for band in BANDS}
        plain = Magnets(grid.columns, partner, **found, info=info)
        return with_given_entry(plain, entries)


class Neighbours(NamedTuple):
    """The rules for two cells that share a side."""

    halves: Rule
    """The rule if they are halves of one domino."""
    apart: Rule
    """The rule if they are not."""


DOMINO = Demand(
    "is neutral or has one plus and one minus", "are each neutral or have one plus and one minus"
)
"""The demand of a domino."""
APART = Demand("do not have equal poles", "do not have equal poles")
"""The demand on two neighbours from different dominoes."""


@lru_cache(maxsize=8)  # the same for all boards of a size, whatever the dominoes
def neighbours(grid: Grid) -> dict[tuple[int, int], Neighbours]:
    """Return the rules for each pair of cells that share a side."""
    found = {}
    for pair in grid.pairs():
        name = "–".join(map(grid.name, pair))
        halves = Table(
            pair,
            CHARGED_OR_NEUTRAL,
            name=Name("the domino {}", "the dominoes {}", name),
            statement=DOMINO,
        )
        about = Name("the neighbours {}", "the neighbours {}", name)
        apart = Table(pair, UNEQUAL, name=about, statement=APART)
        found[pair] = Neighbours(halves, apart)
    return found


@lru_cache(maxsize=4096)  # puzzles of the same size share most of these
def count_rule(grid: Grid, line: str, number: int, pole: int, count: int) -> Count:
    """Return the rule of one count."""
    _, cells = grid.lines()[number if line == "row" else grid.rows + number]
    about, says = clue_name(line, number, pole), clue_words(line, pole, count)
    return Count(cells, 1 << pole, count, count, name=about, statement=says, clue=True)


@cache
def clue_name(line: str, number: int, pole: int) -> Name:
    """Return the name of a count: "the plus count of row 3"."""
    word = SYMBOLS[pole].word
    one, many = f"the {word} count of {line} {{}}", f"the {word} counts of {line}s {{}}"
    return Name(one, many, number + 1)


@cache
def clue_words(line: str, pole: int, count: int) -> Demand:
    """Return the demand of a count."""
    if not count:
        return Demand("is 0", "are 0")
    one, many = f"says that the {line} has", f"each say that their {line} has"
    number = SYMBOLS[pole].counted(count)
    return Demand(f"{one} exactly {{}}", f"{many} exactly {{}}", number)


HALVES = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0), "*": (0, 0)}
"""Offset of the other half of a domino, by the letter of this half; ``*`` is a single cell."""


def partners(rows: Sequence[Sequence[str]]) -> tuple[Grid, tuple[int, ...]]:
    """Return the board and the other half of each cell, from rows of L R T B and *.

    >>> partners(["LR", "**"])[1]
    (1, 0, 2, 3)
    """
    grid = Grid.checked(len(rows), len(rows[0]) if rows else 0)
    text = "".join(map("".join, rows)) if {*map(type, rows)} == {str} else ""
    if text and {*map(len, rows)} == {grid.columns} and _inside(rows, text):
        steps = {half: grid.cell(*step) for half, step in HALVES.items()}
        return grid, tuple(map(add, range(grid.size), map(steps.__getitem__, text)))
    found = []
    for number, row in enumerate(rows):
        if len(row) != grid.columns:
            raise ClueError(
                f"has {count_noun(len(row), 'cell')}, but row 1 has {grid.columns}",
                f"dominoes, row {number + 1}",
            )
        for column, half in enumerate(row):
            step = HALVES.get(half)
            if step is None:
                raise ClueError(
                    f"'{half}' is not a half of a domino; use L, R, T, B, or * for a single cell",
                    f"dominoes, r{number + 1}c{column + 1}",
                )
            below, right = number + step[0], column + step[1]
            if not grid.inside(below, right):
                raise ClueError(
                    f"the other half of '{half}' would be outside the board",
                    f"dominoes, r{number + 1}c{column + 1}",
                )
            found.append(below * grid.columns + right)
    return grid, tuple(found)


def _inside(rows: Sequence[Sequence[str]], text: str) -> bool:
    """Return whether every character is a half of a domino whose other half is on the board."""
    return (
        HALVES.keys() >= {*text}
        and "B" not in rows[0]
        and "T" not in rows[-1]
        and "R" not in [row[0] for row in rows]
        and "L" not in [row[-1] for row in rows]
    )


def is_domino(rule: Rule) -> bool:
    """Return whether a rule is that of a domino: both neutral, or a plus and a minus."""
    return rule.as_pairs() == CHARGED_OR_NEUTRAL


def halves(puzzle: Magnets) -> list[str]:
    """Return the dominoes as rows of L R T B and *."""
    letters = {
        cell: {0: "*", 1: "L", -1: "R", puzzle.width: "T", -puzzle.width: "B"}[other - cell]
        for cell, other in enumerate(puzzle.partner)
    }
    if puzzle.width == 1:
        # On a board one cell wide, the next cell is below, not to the right.
        letters = {
            cell: {0: "*", 1: "T", -1: "B"}[other - cell]
            for cell, other in enumerate(puzzle.partner)
        }
    text = "".join(letters[cell] for cell in range(len(puzzle.partner)))
    return [text[cell : cell + puzzle.width] for cell in range(0, len(text), puzzle.width)]


GENRE = MagnetsGenre()
Magnets.genre = GENRE
