"""Slitherlink: one closed loop along sides of squares; numbers count the sides on the loop."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from caracol import kit

Numbers = tuple[int | None, ...]


@dataclass(frozen=True)
class Slitherlink(kit.Puzzle):
    """A board of squares, some with a number from 0 to 4."""

    rows: int
    columns: int
    numbers: Numbers
    """The number of each square, row by row; ``None`` where there is none."""

    symbols = kit.LINE_SYMBOLS

    @kit.cached
    def grid(self) -> kit.Sides:
        return kit.Sides.checked(self.rows, self.columns)

    def check(self) -> None:
        squares = self.grid.squares
        if len(self.numbers) != squares.size:
            raise kit.ClueError(
                f"the number of entries is {len(self.numbers)}, that of squares {squares.size}"
            )
        GENRE.check_clues(self)
        self.check_givens()


class SlitherlinkGenre(kit.LoopGenre[Slitherlink]):
    """The rules of Slitherlink."""

    id = "slitherlink"
    name = "Slitherlink"
    instructions = (
        "Draw one closed loop along the sides of the squares. It does not branch, cross or touch "
        "itself. A number says how many sides of its square are part of the loop."
    )
    ENTRY, MOST = "numbers", 4
    NODE = "the corner {}"
    violations = {
        "the {} in {}: too-many": "A {0} has {found} around it.",
        "the {} in {}: too-few": "A {0} has {room} around it.",
    }

    def made(self, squares: kit.Grid, clues: Numbers) -> Slitherlink:
        # A text may say that a square has an unknown number; we treat it as no number.
        return Slitherlink(*squares, tuple(None if n == kit.UNNUMBERED else n for n in clues))

    def may_be(self, clues: Numbers) -> bool:
        return any(n is not None for n in clues) and {*clues} <= {None, *range(5)}

    def around(self, puzzle: Slitherlink) -> Iterable[tuple[int, kit.Line]]:
        return enumerate(puzzle.grid.all_around())

    def rules(self, puzzle: Slitherlink) -> list[kit.Stated]:
        # The corners come first, so that a corner and its rule have the same number.
        return [kit.loop_laws(puzzle.grid, self.NODE), self.counting(puzzle, SAYS)]


NO_LINE = "has no line around it", "each have no line around them"
SAYS = kit.numbered(
    NO_LINE, ("has {} around it", "each have {} around them"), kit.LINE_SYMBOLS[kit.LINE], 4
)


GENRE = SlitherlinkGenre()
Slitherlink.genre = GENRE


def name_pair(one: kit.Rule, other: kit.Rule, share: bool) -> str:
    """Return the name of the pattern of two touching numbers; empty if books have none."""
    numbers = [count.least for rule in (one, other) if (count := rule.as_count()) is not None]
    if numbers == [1, 1] and share:
        return "ones-side-by-side"
    if 3 not in numbers:
        return ""
    if numbers[0] != numbers[-1]:
        return "two-numbers"
    return "threes-side-by-side" if share else "threes-at-a-corner"


NUMBERS = {1: "one", 2: "two", 3: "three"}
AT_A_CLUE = {
    "entered": ("line-into-a-{}", "A line into a {}"),
    "closed": ("closed-corner-of-a-{}", "The closed corner of a {}"),
    "in-board-corner": ("{}-in-a-corner", "A {} in a corner"),
}
"""The techniques at a number by how their arguments begin, and their names."""
COUNTED = "number-and-corners"


def name_clue(clue: kit.Rule, begins: str) -> str:
    """Return the technique of a step at a number: the pattern that books know, if it is one."""
    count = clue.as_count()
    if begins not in AT_A_CLUE or count is None or count.least not in NUMBERS:
        return COUNTED
    return AT_A_CLUE[begins][0].format(NUMBERS[count.least])


HOWEVER = "However the loop passes {claims}: {conclusion}."
AT_A_NUMBER = {
    technique.format(word): (name.format(number), HOWEVER)
    for technique, name in AT_A_CLUE.values()
    for number, word in NUMBERS.items()
}
"""The names and sentences of these techniques."""
LOOP = kit.loop_techniques(
    kit.ClueNames(
        clue=COUNTED,
        clues=tuple(AT_A_NUMBER),
        name_clue=name_clue,
        diagonal="threes-on-a-diagonal",
        pairs=("ones-side-by-side", "threes-side-by-side", "threes-at-a-corner", "two-numbers"),
        name_pair=name_pair,
    )
)


class SlitherlinkTechniques(kit.TechniquesPart):
    """The patterns that books about Slitherlink teach."""

    LOOKS = LOOP.looks
    READERS = LOOP.readers
    TECHNIQUES = LOOP.techniques
    AHEAD = LOOP.ahead
    WORDS = {
        **kit.LOOP_WORDS,
        **AT_A_NUMBER,
        COUNTED: ("A number and its corners", HOWEVER),
        "threes-side-by-side": ("3s side by side", HOWEVER),
        "threes-at-a-corner": ("3s at a corner", HOWEVER),
        "ones-side-by-side": ("1s side by side", HOWEVER),
        "threes-on-a-diagonal": ("3s on a diagonal of 2s", HOWEVER),
        "two-numbers": ("Two numbers that touch", HOWEVER),
    }
    PHRASES = {
        "by.the loop": "or the loop would be closed too early",
        "count.placed.one": "{about} already has its {value} on {cells}",
        "count.placed.many": "{about} already have their {value} on {cells}",
        "count.left.one": "the only side left for {value} at {about} is {cells}",
        "count.left.many": "{about} needs {value}, and only {cells} are left: so {conclusion}",
        "count.left-still.many": (
            "{about} still needs {value}, and only {cells} are left: so {conclusion}"
        ),
        "count.leaves.one": "that leaves only {cells} for {value} at {about}",
        "chain.must": "{about} must have {value} at {cells}{known}",
        "chain.no-place": "but then no side is left for {value} at {about}{known}",
        "broken.the loop": "but then the loop would be closed too early",
    }
    NEVER = (
        *("pair", "together", "loop", "count-inside", "packing", "squeeze", "whole-line"),
        "balance",
    )


def make_looped(squares: kit.Grid, dice: kit.Dice) -> kit.Draft[Slitherlink]:
    """Return a puzzle with all its numbers, and the random loop that is its solution."""
    empty = Slitherlink(*squares, (None,) * squares.size)
    loop = kit.random_loop(empty.grid, dice)
    return kit.Draft(replace(empty, numbers=GENRE.counted(empty, loop)), loop)


class SlitherlinkDraft(kit.SquaresDraft[Slitherlink]):
    """Generation: a random loop with all its numbers, then numbers are left out."""

    OPTIONS = (kit.size(10, 3, 30), kit.symmetry("the numbers", "rotational"))
    CLUES = kit.left_out(GENRE, beyond=24, chain_of_easier=5, alone=kit.TRIVIAL)

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
    FIRST = "First loop", ["3.22.", "1..2.", "2.2.3", ".2..1", ".33.3"]


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
