"""Magnets: dominoes are magnets or neutral, equal poles do not touch, counts are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import add, sub
from typing import Any

from caracol.board.grid import Grid, Line
from caracol.board.names import Demand, Name
from caracol.board.scene import Label, Scene, Shape, Symbol, Weight, borders
from caracol.errors import ClueError
from caracol.puzzle import Genre, Info, Puzzle, given_entry, with_given_entry
from caracol.records import NamedTuple, cached_property, record
from caracol.rules import Allowed, Count, Rule

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

Counts = tuple[int | None, ...]
"""The counts of one side, top to bottom or left to right; ``None`` where none is told."""


@record
class Magnets(Puzzle):
    """Dominoes on a board, and how many poles of each kind a line has."""

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
            raise ClueError(f"{len(self.partner)} cells make no rows of {self.width}", "dominoes")
        return Grid.checked(len(self.partner) // self.width, self.width)

    def check(self) -> None:
        grid = self.grid
        # Cell by cell only where something is wrong, to say what.
        for cell, other in enumerate(self.partner if not self._paired() else ()):
            if other == cell:
                continue
            if not 0 <= other < grid.size or self.partner[other] != cell:
                raise ClueError("the halves of its domino do not match", grid.name(cell))
            step = abs(other - cell)
            if step != self.width and (step > 1 or cell // self.width != other // self.width):
                raise ClueError("its other half is not beside it", grid.name(cell))
        for line in ("row", "column"):
            number = grid.rows if line == "row" else grid.columns
            length = grid.columns if line == "row" else grid.rows
            for pole in ("plus", "minus"):
                counts = getattr(self, f"{line}_{pole}")
                if len(counts) != number:
                    raise ClueError(
                        f"has {len(counts)} counts, but the board has {number} {line}s",
                        f"{line}s, {pole}",
                    )
                told = {*counts} - {None}
                if told <= {*range(length + 1)}:
                    continue
                for place, count in enumerate(counts, 1):
                    if count is not None and not 0 <= count <= length:
                        raise ClueError(
                            f"{count} poles do not fit into {length} cells",
                            f"{line} {place}, {pole}",
                        )
        self.check_givens()

    def _paired(self) -> bool:
        """Whether the other half of every cell's domino lies beside it and knows of it."""
        partner, width, size = self.partner, self.width, self.grid.size
        if min(partner) < 0 or max(partner) >= size:
            return False
        steps = {*map(sub, partner, range(size))}
        if not steps <= {0, 1, -1, width, -width}:
            return False
        # No domino goes on at the other end of the board.
        ends = range(width - 1, size - 1, width) if width > 1 else ()
        if any(partner[end] == end + 1 for end in ends):
            return False
        return [*map(partner.__getitem__, partner)] == [*range(size)]

    def clues(self) -> list[tuple[str, int, int, Line, int]]:
        """Every count: "row" or "column", the line's number, the pole, the cells, the count."""
        lines = [cells for _, cells in self.grid.lines()]
        rows, columns = lines[: self.grid.rows], lines[self.grid.rows :]
        return [
            (line, number, pole, cells[number], count)
            for line, cells, pole, counts in (
                ("row", rows, PLUS, self.row_plus),
                ("row", rows, MINUS, self.row_minus),
                ("column", columns, PLUS, self.column_plus),
                ("column", columns, MINUS, self.column_minus),
            )
            for number, count in enumerate(counts)
            if count is not None
        ]

    def dominoes(self) -> list[tuple[int, int]]:
        """Every domino, as its upper or left half and the other one."""
        return [(cell, other) for cell, other in enumerate(self.partner) if cell < other]


class MagnetsGenre(Genre[Magnets]):
    """The rules of Magnets."""

    id = "magnets"
    name = "Magnets"
    instructions = (
        "Every domino is either a magnet, with a plus and a minus half, or neutral. Equal poles "
        "do not touch along a side. The numbers beside a row or column say how many plus poles "
        "(above and left) and minus poles (below and right) it has. Single cells are neutral."
    )
    schema = {
        "properties": {
            "dominoes": {"$ref": "#/$defs/table"},
            "rows": {"$ref": "#/$defs/poles"},
            "columns": {"$ref": "#/$defs/poles"},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["dominoes"],
    }

    def rules(self, puzzle: Magnets) -> list[Rule]:
        grid, partner = puzzle.grid, puzzle.partner
        pairs = neighbours(grid)
        found: list[Rule] = []
        for line, number, pole, _, count in puzzle.clues():
            found.append(counted(grid, line, number, pole, count))
        found += [pairs[domino].halves for domino in puzzle.dominoes()]
        for cell, other in enumerate(partner):
            if cell == other:
                about = Name("the single cell {}", "the single cells {}", grid.name(cell))
                says = Demand("is neutral", "are each neutral")
                found.append(Allowed((cell,), ((NEUTRAL,),), about=about, says=says))
        return found + [pair.apart for (one, other), pair in pairs.items() if partner[one] != other]

    def scene(self, puzzle: Magnets) -> Scene:
        grid = puzzle.grid
        labels = []
        for line, number, pole, _, count in puzzle.clues():
            far = (grid.columns if line == "row" else grid.rows) if pole == MINUS else -1
            row, column = (number, far) if line == "row" else (far, number)
            labels.append(Label(row, column, str(count), clue_name(line, number, pole)))
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
        rows = entries["dominoes"]
        grid, partner = partners(rows)

        def counts(line: str, pole: str, number: int) -> Counts:
            return tuple(entries.get(line, {}).get(pole, (None,) * number))

        plain = Magnets(
            grid.columns,
            partner,
            counts("rows", "plus", grid.rows),
            counts("rows", "minus", grid.rows),
            counts("columns", "plus", grid.columns),
            counts("columns", "minus", grid.columns),
            info=info,
        )
        return with_given_entry(plain, entries)


class Neighbours(NamedTuple):
    """What is true of two cells that share a side."""

    halves: Rule
    """Where they are the halves of one domino."""
    apart: Rule
    """Where they are not."""


DOMINO = Demand(
    "is neutral or has one plus and one minus", "are each neutral or have one plus and one minus"
)
"""What a domino says."""
APART = Demand("do not have equal poles", "do not have equal poles")
"""What two cells say that are not of one domino."""


@lru_cache(maxsize=8)  # whatever the dominoes, a board of this size has these
def neighbours(grid: Grid) -> dict[tuple[int, int], Neighbours]:
    """Every two cells that share a side, and the rules for them."""
    found = {}
    for pair in grid.pairs():
        name = "–".join(map(grid.name, pair))
        halves = Allowed(
            pair,
            CHARGED_OR_NEUTRAL,
            about=Name("the domino {}", "the dominoes {}", name),
            says=DOMINO,
        )
        about = Name("the neighbours {}", "the neighbours {}", name)
        apart = Allowed(pair, UNEQUAL, about=about, says=APART)
        found[pair] = Neighbours(halves, apart)
    return found


@lru_cache(maxsize=4096)  # puzzles of a size share most of these
def counted(grid: Grid, line: str, number: int, pole: int, count: int) -> Count:
    """The rule of one count."""
    _, cells = grid.lines()[number if line == "row" else grid.rows + number]
    about, says = clue_name(line, number, pole), clue_words(line, pole, count)
    return Count(cells, 1 << pole, count, count, about=about, says=says, clue=True)


@cache
def clue_name(line: str, number: int, pole: int) -> Name:
    """What a count is called: "the plus count of row 3"."""
    word = SYMBOLS[pole].word
    one, many = f"the {word} count of {line} {{}}", f"the {word} counts of {line}s {{}}"
    return Name(one, many, number + 1)


@cache
def clue_words(line: str, pole: int, count: int) -> Demand:
    """What a count says."""
    if not count:
        return Demand("is 0", "are 0")
    one, many = f"says that the {line} has", f"each say that their {line} has"
    number = SYMBOLS[pole].counted(count)
    return Demand(f"{one} exactly {{}}", f"{many} exactly {{}}", number)


HALVES = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0), "*": (0, 0)}
"""Where the other half of a domino lies, by the letter of this half; ``*`` is a single cell."""


def partners(rows: Sequence[Sequence[str]]) -> tuple[Grid, tuple[int, ...]]:
    """The board and each cell's other half, from rows of L R T B and *.

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
                f"has {len(row)} cells, but row 1 has {grid.columns}", f"dominoes, row {number + 1}"
            )
        for column, half in enumerate(row):
            step = HALVES.get(half)
            if step is None:
                raise ClueError(
                    f"'{half}' is no half of a domino; use L, R, T, B, or * for a single cell",
                    f"dominoes, r{number + 1}c{column + 1}",
                )
            below, right = number + step[0], column + step[1]
            if not grid.inside(below, right):
                raise ClueError(
                    f"the other half of '{half}' would lie outside the board",
                    f"dominoes, r{number + 1}c{column + 1}",
                )
            found.append(below * grid.columns + right)
    return grid, tuple(found)


def _inside(rows: Sequence[Sequence[str]], text: str) -> bool:
    """Whether every sign is a half of a domino, and none has its other half off the board."""
    return (
        HALVES.keys() >= {*text}
        and "B" not in rows[0]
        and "T" not in rows[-1]
        and "R" not in [row[0] for row in rows]
        and "L" not in [row[-1] for row in rows]
    )


def is_domino(rule: Rule) -> bool:
    """Whether a rule says that two halves are both neutral, or a plus and a minus."""
    return rule.as_pairs() == CHARGED_OR_NEUTRAL


def halves(puzzle: Magnets) -> list[str]:
    """The dominoes as rows of L R T B and *."""
    letters = {
        cell: {0: "*", 1: "L", -1: "R", puzzle.width: "T", -puzzle.width: "B"}[other - cell]
        for cell, other in enumerate(puzzle.partner)
    }
    if puzzle.width == 1:
        # On a board one cell wide, "one further" is below and not to the right.
        letters = {
            cell: {0: "*", 1: "T", -1: "B"}[other - cell]
            for cell, other in enumerate(puzzle.partner)
        }
    text = "".join(letters[cell] for cell in range(len(puzzle.partner)))
    return [text[cell : cell + puzzle.width] for cell in range(0, len(text), puzzle.width)]


GENRE = MagnetsGenre()
Magnets.genre = GENRE
