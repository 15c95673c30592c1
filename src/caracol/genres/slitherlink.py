"""Slitherlink: one closed loop along the sides of squares; numbers say how much of it they see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from caracol import kit
from caracol.notation.codecs import DIGITS, UNTOLD, Fours, OneOf, Spaced

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
        return Slitherlink(*squares, tuple(None if n == UNTOLD else n for n in clues))

    def may_be(self, clues: Numbers) -> bool:
        return any(n is not None for n in clues) and {*clues} <= {None, *range(5)}

    def counted(self, puzzle: Slitherlink, solution: Sequence[int]) -> Numbers:
        return counted(puzzle.grid, solution)

    def rules(self, puzzle: Slitherlink) -> list[kit.Stated]:
        # The corners come first, so that a corner's number is its rule's number, then the loop.
        around, squares = puzzle.grid.all_around(), puzzle.grid.squares
        told = [(square, n) for square, n in enumerate(puzzle.numbers) if n is not None]

        def words(place: int) -> tuple[str, str]:
            square, number = told[place]
            return kit.clue_name(number, squares.name(square)), SAYS[number]

        counts = [(around[square], 1 << LINE, number, number) for square, number in told]
        return [laws(puzzle.grid), kit.Family(kit.Count, counts, words, clue=True)]


SAYS = [
    kit.Demand("has {} around it", "each have {} around them", SYMBOLS[LINE].counted(number))
    for number in range(5)
]
SAYS[0] = kit.Demand("has no line around it", "each have no line around them")


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
SQUARES = GENRE.squares


# -- techniques ------------------------------------------------------------------------------

LOOKS = {
    "no-branch": "count-full",
    "goes-on": "end-of-a-run",
    "dead-end": "sides-at-a-corner",
    "closes-too-early": "loop",
    "loop-is-closed": "count-full",
    "number-in-a-corner": "clue-and-corners",
    "number-and-corners": "clue-and-corners",
    "threes-side-by-side": "two-clues",
    "threes-at-a-corner": "two-clues",
    "two-numbers": "two-clues",
    "inside-and-outside": "sides-of-a-loop",
}


def name_corner(
    position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Cut]
) -> list[kit.Found] | None:
    """At a corner the loop goes on, has passed, or cannot pass."""
    if not isinstance(rule, kit.Allowed) or rule.clue:
        return None
    lines = sum(position.state.masks[cell] == 1 << LINE for cell in rule.cells)
    name = ("dead-end", "goes-on", "no-branch")[lines]
    return [kit.Found(name, kit.BASE[LOOKS[name]], (number,), tuple(cuts), order=number)]


def name_loop(
    position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Cut]
) -> list[kit.Found] | None:
    """Each side that would close the loop too early is an argument of its own."""
    if not isinstance(rule, kit.Loop):
        return None
    name = "closes-too-early"
    state = position.state
    # Where the loop is closed, all sides that are left are ruled out.
    undecided = (state.planes[LINE] & ~state.settled[LINE]).bit_count()
    if len(cuts) == undecided and kit.closed(rule, [*kit.each(state.settled[LINE])]):
        cuts_at_once = [tuple(cuts)]
        name = "loop-is-closed"
    else:
        cuts_at_once = [(cut,) for cut in cuts]
    effort, argument = kit.BASE[LOOKS[name]], kit.CLOSING
    return [
        kit.Found(name, effort, (number,), several, order=number, argument=argument)
        for several in cuts_at_once
    ]


@lru_cache(maxsize=8)
def placed_on(_grid: kit.Sides) -> dict[tuple[tuple[kit.Line, int], ...], kit.Pattern]:
    """The patterns of numbers on such a board, each with its sides, once they were looked for."""
    return {}


class Patterns:
    """The numbers of a board with their corners: alone, and in pairs that touch and have a 3."""

    def __init__(self, board: kit.Board) -> None:
        self.board, self.loop = board, 0
        assert isinstance(board.model.grid, kit.Sides)
        self.known = placed_on(board.model.grid)
        numbers: dict[int, set[int]] = {}
        touching: dict[int, list[int]] = {}
        for number, rule in enumerate(board.rules):
            # The corners come first, then the loop, then the numbers.
            if isinstance(rule, kit.Loop):
                self.loop = number
            elif isinstance(rule, kit.Count):
                near = {other for cell in rule.cells for other in board.watchers[cell]}
                numbers[number] = {other for other in near if other < self.loop}
                for corner in numbers[number]:
                    touching.setdefault(corner, []).append(number)
        self.numbers = numbers
        self.single = [self._placed(one) for one in numbers]
        self.pairs = [
            self._placed(one, other)
            for one, other in sorted({p for at in touching.values() for p in combinations(at, 2)})
            if 3 in (self.number(one), self.number(other))
        ]

    def _placed(self, *ones: int) -> kit.Pattern:
        told = tuple([(self.board.rules[one].cells, self.number(one)) for one in ones])
        found = self.known.get(told)
        if found is None:
            corners = set().union(*[self.numbers[one] for one in ones])
            found = self.known[told] = kit.pattern(self.board, (*ones, *sorted(corners)))
        return found._replace(rules=(*ones, *found.rules[len(ones) :]))

    def number(self, rule: int) -> int:
        """What a number says."""
        count = self.board.rules[rule]
        assert isinstance(count, kit.Count)
        return count.least

    def around(self, one: int, other: int) -> set[int]:
        """The loop around two numbers alone; none where they do not share a side."""
        sides, more = ({*self.board.rules[number].cells} for number in (one, other))
        return set() if sides.isdisjoint(more) else sides ^ more

    def beside(self, ring: set[int]) -> int | None:
        """A number that a loop along these sides would leave aside."""
        for rule in self.numbers:
            if self.number(rule) and ring.isdisjoint(self.board.rules[rule].cells):
                return rule
        return None


@kit.record
class Passes(kit.Ways):
    """However the loop passes some numbers and corners, and does not close around them alone."""

    facts: tuple[kit.Fact, ...] = ()
    ring: tuple[kit.Rule, ...] = ()
    """The loop, and a number that it would miss."""

    def said(self, teller: Any) -> str:
        say: Callable[..., str] = teller.words.say
        told: str = teller.abouts(rule for rule in self.together if rule not in self.ring)
        if self.facts:
            told = say("passes.where", about=told, facts=teller.facts(self.facts))
        if not self.ring:
            return told
        return say("passes.ring", told=told, aside=teller.abouts(self.ring[1:]))


@kit.record
class Passing(kit.AllWays):
    """All the ways in which the loop can pass agree."""

    ring: tuple[int, ...] = ()

    def claim(
        self,
        board: kit.Board,
        rules: tuple[kit.Rule, ...],
        cuts: tuple[kit.Cut, ...],
        facts: tuple[kit.Fact, ...],
    ) -> Passes:
        """What is said: where the loop passes, and what it must not miss."""
        ring = tuple(board.rules[number] for number in self.ring)
        return Passes(rules, cuts, tuple(fact.cell for fact in facts), rules, facts, ring)


def one_number(position: kit.Position, pattern: kit.Pattern) -> kit.Found | None:
    """A number and its four corners."""
    cuts, _ = kit.followed(position, pattern.cells, pattern.ways, pattern.memory)
    if not cuts:
        return None
    known = [position.state.masks[cell] for cell in pattern.cells]
    name = "number-in-a-corner" if known == [0b11] * 8 else "number-and-corners"
    rules = pattern.rules
    argument = Passing(rules[:1])
    return kit.Found(name, kit.BASE[LOOKS[name]], rules, cuts, order=rules[0], argument=argument)


def two_numbers(position: kit.Position, pattern: kit.Pattern) -> kit.Found | None:
    """Two numbers that touch, one of them a 3, and their corners."""
    patterns, rules = position.board.once("patterns", Patterns), pattern.rules
    named = one, other = rules[:2]
    around = patterns.around(one, other)
    cuts, alive = kit.followed(position, pattern.cells, pattern.ways, pattern.memory)
    ring = pattern.places(around)
    if ring and any(way & ring == ring for way in alive):
        # A loop around these two alone leaves other numbers aside.
        beside = patterns.beside(around)
        more, _ = kit.followed(
            position, pattern.cells, [way for way in alive if way & ring != ring]
        )
        if beside is not None and more != cuts:
            cuts, rules = more, (*rules, patterns.loop, beside)
            named = (*named, patterns.loop, beside)
    if not cuts:
        return None
    name = "two-numbers"
    if patterns.number(one) == patterns.number(other):
        name = "threes-side-by-side" if ring else "threes-at-a-corner"
    argument = Passing(named, named[2:])
    return kit.Found(name, kit.BASE[LOOKS[name]], rules, cuts, order=rules[0], argument=argument)


def alone(position: kit.Position) -> list[kit.Found]:
    """Each number alone."""
    return kit.looked(position, position.board.once("patterns", Patterns).single, one_number)


def together(position: kit.Position) -> list[kit.Found]:
    """Each two numbers that touch."""
    return kit.looked(position, position.board.once("patterns", Patterns).pairs, two_numbers)


def close_together(board: kit.Board) -> tuple[int, list[tuple[int, ...]]]:
    """The loop; each number with its corners, and each corner alone."""
    patterns = board.once("patterns", Patterns)
    numbers = [(number, *sorted(corners)) for number, corners in patterns.numbers.items()]
    return patterns.loop, [*numbers, *[(corner,) for corner in range(patterns.loop)]]


class SlitherlinkTechniques(kit.TechniquesPart):
    """What its books teach."""

    LOOKS = LOOKS
    READERS = (name_corner, name_loop)
    TECHNIQUES = (
        kit.Technique("number-and-corners", kit.BASE["clue-and-corners"], alone),
        kit.Technique("two-numbers", kit.BASE["two-clues"], together),
        kit.two_sides("inside-and-outside", close_together),
    )
    WORDS = {
        "no-branch": (
            "No branch",
            "At {rules_and}, {facts}: the loop does not branch, so {conclusion}.",
        ),
        "goes-on": (
            "The line goes on",
            "At {rules_and}, {facts}: the line must go on, so {conclusion}.",
        ),
        "dead-end": (
            "Dead end",
            "At {rules_and}, {facts}: a line there could not go on, so {conclusion}.",
        ),
        "closes-too-early": (
            "Closed too early",
            "{claims}: so {conclusion}.",
        ),
        "loop-is-closed": ("The loop is closed", "{claims}: so {conclusion}."),
        "inside-and-outside": ("Inside and outside", "{claims}: so {conclusion}."),
        "number-in-a-corner": (
            "A number in a corner",
            "However the loop passes {claims}: {conclusion}.",
        ),
        **{
            name: (
                title,
                "However the loop passes {claims}: {conclusion}.",
            )
            for name, title in {
                "number-and-corners": "A number and its corners",
                "threes-side-by-side": "3s side by side",
                "threes-at-a-corner": "3s at a corner",
                "two-numbers": "Two numbers that touch",
            }.items()
        },
    }
    PHRASES = {
        "by": {"the loop": "or the loop would be closed too early"},
        "count": {
            "placed": {
                "one": "{about} has its {value} already, {cells}",
                "many": "{about} have their {value} already, {cells}",
            },
            "left": {
                "one": "the only side left for {value} at {about} is {cells}",
                "many": "{about} needs {value}, and only {cells} are free: so {conclusion}",
            },
            "leaves": {"one": "that leaves only {cells} for {value} at {about}"},
        },
        "chain": {
            "must": "{about} must have {value} at {cells}{known}",
            "no-place": "but then no side is left for {value} at {about}{known}",
        },
        "passes": {
            "where": "{about}, where {facts}",
            "ring": "{told} (a loop around them alone would miss {aside})",
        },
        "broken": {"the loop": "but then the loop would be closed too early"},
    }
    NEVER = (
        *("pair", "together", "loop", "count-inside", "packing", "squeeze", "whole-line"),
        *("balance", "smallest-reason"),
    )


# -- generating ------------------------------------------------------------------------------


def counted(grid: kit.Sides, drawn: Sequence[int]) -> Numbers:
    """The number of each square, for this loop."""
    return tuple(sum(drawn[side] for side in sides) for sides in grid.all_around())


class SlitherlinkDraft(kit.SquaresDraft[Slitherlink]):
    """Generating: a random loop with all its numbers, of which as few are left as are needed."""

    OPTIONS = kit.size(10, 3, 30), kit.symmetry("the numbers")
    CLUES = kit.left_out(GENRE, beyond=24)

    def usual_grade(self, settings: kit.Settings) -> str:
        """With as few numbers as one solution needs, most puzzles would be beyond people."""
        columns, rows = settings["size"]
        if settings["minimal"]:
            return "any"
        # Small boards leave no choice, and on large ones it takes long to find something harder.
        usual = 25 <= columns * rows <= 225 and not settings["density"]
        return "easy-hard" if usual else "trivial-hard"

    def draft(self, task: kit.Task) -> kit.Draft[Slitherlink]:
        columns, rows = task["size"]
        grid = kit.Sides(rows, columns)
        loop = kit.loop_around(grid, kit.random_inside(grid.squares, task.dice))
        return kit.Draft(Slitherlink(rows, columns, counted(grid, loop)), loop)


class SlitherlinkSamples(kit.SamplesPart[Slitherlink]):
    """Random puzzles for the laboratory: a loop, and a part of its numbers."""

    def sample(self, rng: Random, size: int, share: float = 0.6) -> Slitherlink:  # type: ignore[override]
        grid = kit.Sides.checked(size, size)
        loop = kit.loop_around(grid, kit.random_inside(grid.squares, kit.Dice(rng.getrandbits(48))))
        numbers = [n if rng.random() < share else None for n in counted(grid, loop)]
        return Slitherlink(size, size, tuple(numbers))


# -- setting ---------------------------------------------------------------------------------


class SlitherlinkEditor(kit.SquaresEditor[Slitherlink]):
    """Presses draw lines and crosses; a setter types numbers into squares."""

    OPTIONS = kit.sides(7, 40)
    TOOLS = (
        kit.Tool(
            "numbers",
            "Numbers",
            "Choose a square and type 0 to 4, or . for no number.",
            kit.Gesture.INSIDE,
        ),
    )
    EXAMPLE = {
        "caracol": 1,
        "genre": "slitherlink",
        "title": "First loop",
        "numbers": ["3.2..", ".20.3", "2...2", "3.13.", "..3.3"],
    }


# -- exchange --------------------------------------------------------------------------------


TATHAM = DIGITS[10:]


class SlitherlinkFormats(kit.FormatsPart[Slitherlink]):
    """Exchange: one number for each square."""

    CARRIERS = {
        "caracol": SQUARES.own("slitherlink", Fours),
        "puzz.link": SQUARES.link("slither", Fours, "slitherlink"),
        "pzprv3": SQUARES.sheet("slither", {".": None, "?": None, "-": None}),
        "penpa": SQUARES.drawing("slitherlink", "slither"),
        "tatham": SQUARES.game(
            "Loopy",
            lambda size: Spaced(size, OneOf(DIGITS[:5], "a number from 0 to 4"), TATHAM),
            r"t0(?:d[a-z]*)?",
            "t0",
        ),
        "puzzlekit": SQUARES.items("slitherlink", {"-": None, ".": None}),
        "janko": SQUARES.sections("slitherlink", {"-": None, ".": None}),
    }


# -- printing --------------------------------------------------------------------------------


class SlitherlinkExample(kit.ExamplePart[Slitherlink]):
    """A small one for the page of rules."""

    PUZZLE = GENRE.decode({"numbers": [".323", ".3..", "...."]}, kit.Info())
    SOLUTION = ("llxl", "lxlll", "xlxx", "llxll", "xllx", "lxxxl", "llll")
    WORKED = (
        "The 3s in r1c2 and r2c2 share a side. Without a line there, all their other sides would "
        "be lines and close a loop around these two alone, but the loop also passes the 3 in "
        "r1c4. So the side between them is a line."
    )


# -- other solvers ---------------------------------------------------------------------------


class SlitherlinkData(kit.SquaresData[Slitherlink]):
    """What ``slitherlink.mzn`` and ``slitherlink.lp`` take."""
