"""Slitherlink: one closed loop along sides of squares; numbers count the sides on the loop."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from random import Random

from caracol import kit

CROSS, LINE = 0, 1
SYMBOLS = (
    kit.Symbol("x", "cross", kit.Shape.CROSS, "×"),
    kit.Symbol("l", "line", kit.Shape.LINE, "─"),
)
CORNER = "the corner {}"
"""Template of the name of a corner's rule."""
Numbers = tuple[int | None, ...]


@dataclass(frozen=True)
class Slitherlink(kit.Puzzle):
    """A board of squares, some with a number from 0 to 4."""

    rows: int
    columns: int
    numbers: Numbers
    """The number of each square, row by row; ``None`` where there is none."""

    symbols = SYMBOLS

    @kit.cached
    def grid(self) -> kit.Sides:
        return kit.Sides.checked(self.rows, self.columns)

    def check(self) -> None:
        squares = self.grid.squares
        if len(self.numbers) != squares.size:
            raise kit.ClueError(f"there are {len(self.numbers)} numbers for {squares.size} squares")
        GENRE.check_clues(self)
        self.check_givens()


class SlitherlinkGenre(kit.SquaresGenre[Slitherlink]):
    """The rules of Slitherlink."""

    id = "slitherlink"
    name = "Slitherlink"
    instructions = (
        "Draw one closed loop along the sides of the squares. It does not branch, cross or touch "
        "itself. A number says how many sides of its square are part of the loop."
    )
    ENTRY, MOST = "numbers", 4
    violations = {
        "the {} in {}: too-many": "A {0} has {found} around it.",
        "the {} in {}: too-few": "A {0} has {room} around it.",
        "the loop": "The loop can no longer be closed.",
        "the loop: closed": "The loop is closed too early.",
        "the loop: none": "There is no loop.",
        f"{CORNER}: 1": "The loop comes to a dead end.",
        f"{CORNER}: 3": "The loop may not branch.",
        f"{CORNER}: 4": "The loop may not cross itself.",
    }

    def describe_violation(
        self, puzzle: Slitherlink, rule: kit.Rule, values: kit.Values, found: kit.Violation
    ) -> kit.Violation:
        if isinstance(rule.name, kit.Name) and rule.name.one == CORNER:
            lines = tuple(cell for cell in rule.cells if values[cell] == LINE)
            found = found._replace(cells=lines, kind=str(len(lines)))
        return super().describe_violation(puzzle, rule, values, found)

    def made(self, squares: kit.Grid, clues: Numbers) -> Slitherlink:
        # A text may say that a square has an unknown number; we treat it as no number.
        return Slitherlink(*squares, tuple(None if n == kit.UNNUMBERED else n for n in clues))

    def may_be(self, clues: Numbers) -> bool:
        return any(n is not None for n in clues) and {*clues} <= {None, *range(5)}

    def around(self, puzzle: Slitherlink) -> Iterable[tuple[int, kit.Line]]:
        return enumerate(puzzle.grid.all_around())

    def rules(self, puzzle: Slitherlink) -> list[kit.Stated]:
        # The corners come first, so that a corner and its rule have the same number.
        return [laws(puzzle.grid), self.counting(puzzle, SAYS)]


NO_LINE = "has no line around it", "each have no line around them"
SAYS = kit.numbered(NO_LINE, ("has {} around it", "each have {} around them"), SYMBOLS[LINE], 4)


@lru_cache(maxsize=8)
def laws(grid: kit.Sides) -> kit.Shared:
    """Return the rules that all boards of this size share: corners, and one loop."""
    corners = kit.Corners(grid.rows, grid.columns)
    says = kit.Demand("has two lines or none", "each have two lines or none")
    found: list[kit.Rule] = []
    for node in range(corners.size):
        name = kit.Name(CORNER, "the corners {}", corners.name(node))
        cells = grid.at(node)
        found.append(kit.Table(cells, list_corner_patterns(len(cells)), name=name, statement=says))
    every, ends = range(grid.size), tuple(map(grid.ends, range(grid.size)))
    about, closed = kit.Name("the loop"), kit.Demand("is closed and there is no other")
    loop = kit.Loop(tuple(every), ends, 1 << LINE, nodes=False, name=about, statement=closed)
    return kit.Shared((*found, loop))


@lru_cache(maxsize=8)
def list_corner_patterns(sides: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which the loop can pass or avoid a corner with this number of sides."""
    both = [tuple(int(s in pair) for s in range(sides)) for pair in combinations(range(sides), 2)]
    return (0,) * sides, *both


GENRE = SlitherlinkGenre()
Slitherlink.genre = GENRE


def name_pair(one: kit.Rule, other: kit.Rule, share: bool) -> str:
    """Return the name of the pattern of two touching numbers; empty unless one is a 3."""
    numbers = [count.least for rule in (one, other) if (count := rule.as_count()) is not None]
    if 3 not in numbers:
        return ""
    if numbers[0] != numbers[-1]:
        return "two-numbers"
    return "threes-side-by-side" if share else "threes-at-a-corner"


LOOP = kit.loop_techniques(
    kit.ClueNames(
        clue="number-and-corners",
        in_corner="number-in-a-corner",
        corner_links=8,
        pairs=("threes-side-by-side", "threes-at-a-corner", "two-numbers"),
        name_pair=name_pair,
    )
)
HOWEVER = "However the loop passes {claims}: {conclusion}."


class SlitherlinkTechniques(kit.TechniquesPart):
    """The patterns that books about Slitherlink teach."""

    LOOKS = LOOP.looks
    READERS = LOOP.readers
    TECHNIQUES = LOOP.techniques
    AHEAD = LOOP.ahead
    WORDS = {
        **kit.LOOP_WORDS,
        "number-in-a-corner": ("A number in a corner", HOWEVER),
        "number-and-corners": ("A number and its corners", HOWEVER),
        "threes-side-by-side": ("3s side by side", HOWEVER),
        "threes-at-a-corner": ("3s at a corner", HOWEVER),
        "two-numbers": ("Two numbers that touch", HOWEVER),
    }
    PHRASES = {
        "by.the loop": "or the loop would be closed too early",
        "count.placed.one": "{about} has its {value} already, {cells}",
        "count.placed.many": "{about} have their {value} already, {cells}",
        "count.left.one": "the only side left for {value} at {about} is {cells}",
        "count.left.many": "{about} needs {value}, and only {cells} are left: so {conclusion}",
        "count.leaves.one": "that leaves only {cells} for {value} at {about}",
        "chain.must": "{about} must have {value} at {cells}{known}",
        "chain.no-place": "but then no side is left for {value} at {about}{known}",
        "broken.the loop": "but then the loop would be closed too early",
    }
    NEVER = (
        *("pair", "together", "loop", "count-inside", "packing", "squeeze", "whole-line"),
        *("balance", "smallest-reason"),
    )


def make_looped(squares: kit.Grid, dice: kit.Dice) -> kit.Draft[Slitherlink]:
    """Return a puzzle with all its numbers, and the random loop that is its solution."""
    empty = Slitherlink(*squares, (None,) * squares.size)
    loop = kit.loop_around(empty.grid, kit.random_inside(squares, dice))
    return kit.Draft(replace(empty, numbers=GENRE.counted(empty, loop)), loop)


class SlitherlinkDraft(kit.SquaresDraft[Slitherlink]):
    """Generation: a random loop with all its numbers, then numbers are left out."""

    OPTIONS = (kit.size(10, 3, 30), kit.symmetry("the numbers"))
    CLUES = kit.left_out(GENRE, beyond=24, chain_of_easier=5)

    def usual_grade(self, settings: kit.Settings) -> str:
        """Return grades that people can solve; most puzzles with the fewest numbers are harder."""
        columns, rows = settings["size"]
        if settings["minimal"]:
            return "any"
        # Small boards leave little choice, and on large ones harder puzzles take long to find.
        usual = 25 <= columns * rows <= 225 and not settings["density"]
        return "easy-hard" if usual else "trivial-hard"

    def draft(self, task: kit.Task) -> kit.Draft[Slitherlink]:
        return make_looped(task.grid, task.dice)


class SlitherlinkSamples(kit.SamplesPart[Slitherlink]):
    """Random puzzles for the laboratory: a loop, and some of its numbers."""

    def sample(self, rng: Random, size: int, share: float = 0.6) -> Slitherlink:  # type: ignore[override]
        full = make_looped(kit.Grid.checked(size, size), kit.Dice(rng.getrandbits(48))).puzzle
        numbers = [n if rng.random() < share else None for n in full.numbers]
        return replace(full, numbers=tuple(numbers))


class SlitherlinkEditor(kit.SquaresEditor[Slitherlink]):
    """Playing: press for lines and crosses. Setting: type numbers into squares."""

    SIDES = 7, 40
    TYPED = "numbers", "Numbers", "Choose a square and type 0 to 4, or . for no number."
    FIRST = "First loop", ["3.2..", ".20.3", "2...2", "3.13.", "..3.3"]


GRIDS = (
    *("square", "triangular", "honeycomb", "snub-square", "Cairo", "great-hexagonal", "octagonal"),
    *("kites", "floret", "dodecagonal", "great-dodecagonal", "Penrose (kite/dart)"),
    *("Penrose (rhombs)", "great-great-dodecagonal", "Kagome", "compass-dodecagonal", "hats"),
    "spectres",
)
"""The grids of Loopy, by their numbers in game IDs."""


def find_loopy_grid(params: str) -> str:
    """Return the refusal of Loopy on another grid; "" if it is not Loopy."""
    match = re.fullmatch(r"\d+(?:x\d+)?t(\d{1,2})(?:d[a-z])?", params)
    if match is None or not 0 < int(match[1]) < len(GRIDS):
        return ""
    return f"Loopy, {GRIDS[int(match[1])]} grid: only square grids are supported"


class SlitherlinkFormats(kit.SquaresFormats[Slitherlink]):
    """How other programs write Slitherlink: one number for each square."""

    def carriers(self, squares: kit.Squares[Slitherlink]) -> kit.Carriers[Slitherlink]:
        number = kit.OneOf(kit.DIGITS[:5], "a number from 0 to 4")
        game = partial(kit.Spaced, item=number, gaps=kit.DIGITS[10:])
        return {
            "caracol": squares.own("slitherlink", kit.Fours),
            "puzz.link": squares.link("slither", kit.Fours, "slitherlink"),
            "pzprv3": squares.sheet("slither", {".": None, "?": None, "-": None}),
            "penpa": squares.drawing("slitherlink", "slither"),
            "tatham": squares.game("Loopy", game, r"t0(?:d[a-z]*)?", "t0", find_loopy_grid),
            "puzzlekit": squares.items("slitherlink", {"-": None, ".": None}),
            "janko": squares.sections("slitherlink", {"-": None, ".": None}),
        }


class SlitherlinkExample(kit.ExamplePart[Slitherlink]):
    """A small Slitherlink for explaining the rules."""

    PUZZLE = GENRE.of(".323", ".3..", "....")
    SOLUTION = ("llxl", "lxlll", "xlxx", "llxll", "xllx", "lxxxl", "llll")
    WORKED = (
        "The 3s in r1c2 and r2c2 share a side. Without a line there, all their other sides would "
        "be lines and close a loop around these two alone, but the loop also passes the 3 in "
        "r1c4. So the side between them is a line."
    )
