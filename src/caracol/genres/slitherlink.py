"""Slitherlink: one closed loop along the sides of squares; numbers say how much of it they see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING

from caracol import kit

if TYPE_CHECKING:
    from random import Random

CROSS, LINE = 0, 1
SYMBOLS = (
    kit.Symbol("x", "cross", kit.Shape.CROSS, "×"),
    kit.Symbol("l", "line", kit.Shape.LINE, "─"),
)
Numbers = tuple[int | None, ...]


@kit.record
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

    def made(self, squares: kit.Grid, clues: Numbers) -> Slitherlink:
        # A square of which a text says that it has a number, but not which, has none to us.
        return Slitherlink(*squares, tuple(None if n == kit.UNTOLD else n for n in clues))

    def may_be(self, clues: Numbers) -> bool:
        return any(n is not None for n in clues) and {*clues} <= {None, *range(5)}

    def around(self, puzzle: Slitherlink) -> Iterable[tuple[int, kit.Line]]:
        return enumerate(puzzle.grid.all_around())

    def rules(self, puzzle: Slitherlink) -> list[kit.Stated]:
        # The corners come first, so that a corner's number is its rule's number, then the loop.
        return [laws(puzzle.grid), self.counting(puzzle, SAYS)]


NO_LINE = "has no line around it", "each have no line around them"
SAYS = kit.numbered(NO_LINE, ("has {} around it", "each have {} around them"), SYMBOLS[LINE], 4)


@lru_cache(maxsize=8)
def laws(grid: kit.Sides) -> kit.Shared:
    """Two lines or none at every corner, and one loop; the same for all boards of a size."""
    corners = kit.Corners(grid.rows, grid.columns)
    says = kit.Demand("has two lines or none", "each have two lines or none")
    found: list[kit.Rule] = []
    for node in range(corners.size):
        name = kit.Name("the corner {}", "the corners {}", corners.name(node))
        cells = grid.at(node)
        found.append(kit.Allowed(cells, passing(len(cells)), about=name, says=says))
    every, ends = range(grid.size), tuple(map(grid.ends, range(grid.size)))
    about, closed = kit.Name("the loop"), kit.Demand("is closed and there is no other")
    loop = kit.Loop(tuple(every), ends, 1 << LINE, nodes=False, about=about, says=closed)
    return kit.Shared((*found, loop))


@lru_cache(maxsize=8)
def passing(sides: int) -> tuple[tuple[int, ...], ...]:
    """The ways in which the loop passes a corner with so many sides, or does not."""
    both = [tuple(int(s in pair) for s in range(sides)) for pair in combinations(range(sides), 2)]
    return (0,) * sides, *both


GENRE = SlitherlinkGenre()
Slitherlink.genre = GENRE


HOWEVER = "However the loop passes {claims}: {conclusion}."


class SlitherlinkTechniques(kit.TechniquesPart):
    """What its books teach."""

    LOOKS = kit.when_asked(lambda _: kit.LOOP_LOOKS)
    READERS = kit.when_asked(lambda _: kit.LOOP_READERS)
    TECHNIQUES = kit.when_asked(lambda _: kit.LOOP_TECHNIQUES)
    AHEAD = kit.when_asked(lambda _: kit.LOOP_AHEAD)
    WORDS = {
        "no-branch": (
            "No branch",
            "At {rules_and}, {facts}: the loop does not branch, so {conclusion}.",
            "The loop does not branch at {rules_and}: so {conclusion}.",
        ),
        "goes-on": (
            "The line goes on",
            "At {rules_and}, {facts}: the line must go on, so {conclusion}.",
            "At {rules_and} the line must go on: so {conclusion}.",
        ),
        "dead-end": (
            "Dead end",
            "At {rules_and}, {facts}: a line there could not go on, so {conclusion}.",
        ),
        "closes-too-early": ("Closed too early", "{claims}: so {conclusion}."),
        "loop-is-closed": ("The loop is closed", "{claims}: so {conclusion}."),
        "inside-and-outside": ("Inside and outside", "{claims}: so {conclusion}."),
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
    ONWARDS = "goes-on", "no-branch"
    """A line is followed as far as it goes."""
    NEVER = (
        *("pair", "together", "loop", "count-inside", "packing", "squeeze", "whole-line"),
        *("balance", "smallest-reason"),
    )


def looped(squares: kit.Grid, dice: kit.Dice) -> kit.Draft[Slitherlink]:
    """A puzzle with all its numbers, and the random loop that is its solution."""
    empty = Slitherlink(*squares, (None,) * squares.size)
    loop = kit.loop_around(empty.grid, kit.random_inside(squares, dice))
    return kit.Draft(empty.changed(numbers=GENRE.counted(empty, loop)), loop)


class SlitherlinkDraft(kit.SquaresDraft[Slitherlink]):
    """Generating: a random loop with all its numbers, of which as few are left as are needed."""

    OPTIONS = kit.when_asked(lambda _: (kit.size(10, 3, 30), kit.symmetry("the numbers")))
    CLUES = kit.when_asked(lambda _: kit.left_out(GENRE, beyond=24, chain_of_easier=5))

    def usual_grade(self, settings: kit.Settings) -> str:
        """With as few numbers as one solution needs, most puzzles would be beyond people."""
        columns, rows = settings["size"]
        if settings["minimal"]:
            return "any"
        # Small boards leave no choice, and on large ones it takes long to find something harder.
        usual = 25 <= columns * rows <= 225 and not settings["density"]
        return "easy-hard" if usual else "trivial-hard"

    def draft(self, task: kit.Task) -> kit.Draft[Slitherlink]:
        return looped(task.grid, task.dice)


class SlitherlinkSamples(kit.SamplesPart[Slitherlink]):
    """Random puzzles for the laboratory: a loop, and a part of its numbers."""

    def sample(self, rng: Random, size: int, share: float = 0.6) -> Slitherlink:  # type: ignore[override]
        full = looped(kit.Grid.checked(size, size), kit.Dice(rng.getrandbits(48))).puzzle
        numbers = [n if rng.random() < share else None for n in full.numbers]
        return full.changed(numbers=tuple(numbers))


class SlitherlinkEditor(kit.SquaresEditor[Slitherlink]):
    """Presses draw lines and crosses; a setter types numbers into squares."""

    SIDES = 7, 40
    TYPED = "numbers", "Numbers", "Choose a square and type 0 to 4, or . for no number."
    FIRST = "First loop", ["3.2..", ".20.3", "2...2", "3.13.", "..3.3"]


class SlitherlinkFormats(kit.SquaresFormats[Slitherlink]):
    """Exchange: one number for each square."""

    def carriers(self, squares: kit.Squares[Slitherlink]) -> kit.Carriers[Slitherlink]:
        number = kit.OneOf(kit.DIGITS[:5], "a number from 0 to 4")
        game = partial(kit.Spaced, item=number, gaps=kit.DIGITS[10:])
        return {
            "caracol": squares.own("slitherlink", kit.Fours),
            "puzz.link": squares.link("slither", kit.Fours, "slitherlink"),
            "pzprv3": squares.sheet("slither", {".": None, "?": None, "-": None}),
            "penpa": squares.drawing("slitherlink", "slither"),
            "tatham": squares.game("Loopy", game, r"t0(?:d[a-z]*)?", "t0"),
            "puzzlekit": squares.items("slitherlink", {"-": None, ".": None}),
            "janko": squares.sections("slitherlink", {"-": None, ".": None}),
        }


class SlitherlinkExample(kit.ExamplePart[Slitherlink]):
    """A small one for the page of rules."""

    PUZZLE = kit.when_asked(lambda _: GENRE.of(".323", ".3..", "...."))
    SOLUTION = ("llxl", "lxlll", "xlxx", "llxll", "xllx", "lxxxl", "llll")
    WORKED = (
        "The 3s in r1c2 and r2c2 share a side. Without a line there, all their other sides would "
        "be lines and close a loop around these two alone, but the loop also passes the 3 in "
        "r1c4. So the side between them is a line."
    )
