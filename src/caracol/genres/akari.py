"""Akari, or Light Up: bulbs light every white square, and no bulb shines on another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from caracol import kit
from caracol.kit import Count, Demand, Grid, Line, Shape, Symbol

if TYPE_CHECKING:
    from random import Random

EMPTY, BULB = 0, 1
BARE = Demand("cannot hold a bulb", "cannot hold a bulb")
SYMBOLS = (
    Symbol(
        "x", "empty square", Shape.DOT, "·", plural="empty squares", adjective="empty", deduced=BARE
    ),
    Symbol("o", "bulb", Shape.CIRCLE, "○"),
)
WHITE, PLAIN = None, kit.UNTOLD
"""A white square, and a black one without a number; other clues are numbers."""


@kit.record
class Akari(kit.SquaresPuzzle):
    """A board with black squares, some of them with a number."""

    clues: tuple[int | None, ...]
    """What is printed in each square: a number, ``PLAIN`` for black without one, or ``WHITE``."""

    symbols = SYMBOLS

    def check(self) -> None:
        super().check()
        if WHITE not in self.clues:
            raise kit.ClueError("a board needs at least one white square", "clues")

    def numbers(self) -> list[tuple[int, int, Line]]:
        """Every number: its square, what it says, and the white squares beside it."""
        clues, beside = self.clues, self.grid.all_neighbours()
        return [
            (cell, clue, tuple([c for c in beside[cell] if clues[c] is WHITE]))
            for cell, clue in enumerate(clues)
            if clue is not WHITE and clue != PLAIN
        ]

    @kit.cached
    def views(self) -> list[Line]:
        """Every row and column of white squares from one black square or border to the next."""
        return self.grid.runs(cell for cell, clue in enumerate(self.clues) if clue is not WHITE)

    @kit.cached
    def lights(self) -> dict[int, Line]:
        """For each white square those from which a bulb would light it; itself comes first."""
        found: dict[int, Line] = {c: (c,) for c, clue in enumerate(self.clues) if clue is WHITE}
        for view in self.views:
            if len(view) > 1:
                for cell, others in zip(view, without_each(view), strict=True):
                    found[cell] += others
        return found


@lru_cache(maxsize=4096)  # boards of a size share most of these
def without_each(view: Line) -> list[Line]:
    """The squares of a line without its first, without its second, and so on."""
    return [view[:at] + view[at + 1 :] for at in range(len(view))]


NO_BULB = "touches no bulb", "touch no bulb"
TOUCHES = kit.numbered(NO_BULB, ("touches exactly {}", "each touch exactly {}"), SYMBOLS[BULB], 4)
"""What each number says."""
_ONE_BULB = Demand("has at most 1 bulb", "each have at most 1 bulb")
_LIT = Demand("must be lit", "must be lit")
_HOLDS_NONE = Demand("holds no bulb", "hold no bulb")
_NO_BULB = ((EMPTY,),)


class AkariGenre(kit.SquaresGenre[Akari]):
    """The rules of Akari."""

    id = "akari"
    name = "Akari"
    instructions = (
        "Place bulbs in white squares so that every white square is lit. A bulb lights its own "
        "square and all squares in its row and column up to the next black square. No bulb is lit "
        "by another. A number says how many bulbs are in the squares that share a side with it."
    )
    ENTRY, MOST, SIGNS = "clues", 4, {".": WHITE, "#": PLAIN}

    def made(self, squares: Grid, clues: tuple[int | None, ...]) -> Akari:
        return Akari(squares.columns, clues)

    def may_be(self, clues: tuple[int | None, ...]) -> bool:
        return WHITE in clues and self.known.issuperset(clues)

    def counted(self, puzzle: Akari, solution: Sequence[int]) -> tuple[int | None, ...]:
        beside = puzzle.grid.neighbours
        return tuple(
            WHITE if clue is WHITE else sum(solution[near] for near in beside(cell))
            for cell, clue in enumerate(puzzle.clues)
        )

    def rules(self, puzzle: Akari) -> list[kit.Stated]:
        name, lights = puzzle.grid.name, [*puzzle.lights.values()]
        lines = [view for view in puzzle.views if len(view) > 1]
        black = [cell for cell, clue in enumerate(puzzle.clues) if clue is not WHITE]

        def ends(place: int) -> str:
            return f"{name(lines[place][0])}–{name(lines[place][-1])}"

        line = kit.alike("the line {}", ends, _ONE_BULB)
        square = kit.alike("the square {}", lambda at: name(lights[at][0]), _LIT)
        dark = kit.alike("the black square {}", lambda at: name(black[at]), _HOLDS_NONE)
        return [
            self.counting(puzzle, puzzle.numbers(), BULB, TOUCHES),
            kit.Family(Count, [(cells, 1 << BULB, 0, 1) for cells in lines], line),
            kit.Family(Count, [(cells, 1 << BULB, 1, len(cells)) for cells in lights], square),
            kit.Family(kit.Allowed, [((cell,), _NO_BULB) for cell in black], dark),
        ]


GENRE = AkariGenre()
Akari.genre = GENRE


class AkariTechniques(kit.TechniquesPart):
    """What players call their steps."""

    LOOKS = {
        "lit-by-a-bulb": "around-a-value",
        "around-zero": "count-none",
        "number-full": "count-full",
        "number-all": "count-all",
        "lights-itself": "only-place",
        "only-light": "only-place",
    }
    WORDS = {
        "lit-by-a-bulb": (
            "Lit by a bulb",
            "No bulb may light another, and {facts}: so {conclusion}.",
            "It lights what it sees: so {conclusion}.",
            "The bulb in {known} lights what it sees: so {conclusion}.",
        ),
        "around-zero": ("Around a 0", "{rules}: so {conclusion}."),
        "number-full": ("The number has its bulbs", "{placed}: so {conclusion}."),
        "number-all": ("All squares at the number", "{left}."),
        "lights-itself": (
            "It must light itself",
            "No other square can light {part} any more: so {conclusion}.",
        ),
        "only-light": (
            "The only light",
            "Only a bulb in {room} can still light {part}: so {conclusion}.",
        ),
    }
    FOLLOWERS = ("lit-by-a-bulb",)
    """A bulb and what it lights are one move."""
    ONWARDS = ("number-full",)
    """So are a bulb and the rest of its numbers."""
    PHRASES = {
        "by": {
            "the line {}": "as bulbs do not light each other",
            "the square {}": "or {part} would stay dark",
        },
        "chain": {"no-place": "but then no place is left for {value} at {about}{known}"},
        "count": {
            "left": {"one": "the only place left for {value} at {about} is {cells}"},
            "no-room": {
                "the square {}": "with {thing} in {cell}, nothing could light {part} ({by})"
            },
        },
        "broken": {
            "the line {}": "but then two bulbs would light each other in {about}",
            "the square {}": "but then nothing can light {part}",
        },
    }
    NEVER = (
        *("count-full", "count-none", "count-all", "packing", "two-rules"),
        *("balance", "smallest-reason"),
    )
    TECHNIQUES = kit.when_asked(lambda _: (kit.around("lit-by-a-bulb", BULB),))

    @staticmethod
    def named(
        position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Cut]
    ) -> list[kit.Found] | None:
        """What a number, or a square that must be lit, leaves no choice about."""
        if not isinstance(rule, Count):
            return None
        if rule.clue:
            technique = "number-all" if cuts[0].removed == 1 << EMPTY else "number-full"
            technique = technique if rule.most else "around-zero"
        elif rule.least:
            technique = "lights-itself" if cuts[0].cell == rule.cells[0] else "only-light"
        else:
            return []  # what a bulb lights is told of its row and its column at once
        look = AkariTechniques.LOOKS[technique]
        return [position.plain(number, rule, cuts, technique, look)]

    READERS = (named,)


def clued(
    grid: Grid, black: set[int], bulbs: set[int], dice: kit.Dice
) -> tuple[Akari, tuple[int, ...]]:
    """A puzzle with a number in every black square, and its solution: these bulbs, as far as they
    are in white squares, and more until every square is lit."""
    empty = Akari(grid.columns, tuple(PLAIN if c in black else WHITE for c in range(grid.size)))
    bulbs = bulbs - black
    dark = set(empty.lights).difference(*(empty.lights[bulb] for bulb in bulbs))
    for cell in dice.shuffled(sorted(dark)):
        if cell in dark:
            bulbs.add(cell)
            dark.difference_update(empty.lights[cell])
    solution = tuple(int(cell in bulbs) for cell in range(grid.size))
    return empty.changed(clues=GENRE.counted(empty, solution)), solution


class AkariDraft(kit.SquaresDraft[Akari]):
    """Generating: black squares and bulbs at random, and more black squares until it is unique."""

    OPTIONS = kit.when_asked(
        lambda _: (
            kit.size(10, 3, 40),
            kit.Option("black", kit.Kind.INTEGER, 20, "percent of black squares, at least", 5, 60),
            kit.symmetry("the black squares", "rotational"),
        )
    )
    CLUES = kit.when_asked(lambda _: kit.left_out(GENRE, PLAIN))

    def draft(self, task: kit.Task) -> kit.Draft[Akari] | None:
        columns, rows = task["size"]
        grid, dice = Grid(rows, columns), task.dice
        groups = kit.cells_together(grid, task["symmetry"])
        group_of = {cell: group for group in groups for cell in group}
        black, bulbs = set[int](), set[int]()
        for group in dice.shuffled(groups):
            if 100 * len(black) < task["black"] * grid.size:
                black.update(group)
        for _ in groups:
            puzzle, solution = clued(grid, black, bulbs, dice)
            left = kit.open_cells(puzzle.model, min(task.most_means, kit.Means.TRIALS))
            if not left:
                return kit.Draft(puzzle, solution)
            bulbs = {cell for cell, value in enumerate(solution) if value == BULB}
            black.update(group_of[dice.pick(left)])
        return None


class AkariEditor(kit.SquaresEditor[Akari]):
    """Playing: a press puts a bulb, another rules one out. Setting: black squares and numbers."""

    SIDES = 7, 40
    TYPED = (
        *("black", "Black squares"),
        "Choose a square and type 0 to 4, # for black without a number, or . for white.",
    )
    FIRST = "A first Akari", ["..1...", "...21.", "0.#...", "...#.0", ".12...", "...1.."]
    KEYS = {"*": BULB, "1": BULB, ".": EMPTY, "0": EMPTY}

    def spoken(self, puzzle: Akari) -> list[str]:
        said = super().spoken(puzzle)
        for cell, clue in enumerate(puzzle.clues):
            if clue is not WHITE:
                said[cell] = "black" if clue == PLAIN else f"black, {clue}"
        return said


class AkariFormats(kit.SquaresFormats[Akari]):
    """How Akari is written elsewhere, where it is also called Light Up."""

    def carriers(self, squares: kit.Squares[Akari]) -> kit.Carriers[Akari]:
        black = kit.OneOf("B01234", first=PLAIN)
        game = partial(kit.Spaced, item=black, gaps=kit.DIGITS[10:])
        return {
            "caracol": squares.own("akari", kit.Fours),
            "puzz.link": squares.link("lightup", kit.Fours, "akari"),
            "pzprv3": squares.sheet("lightup", {".": WHITE, "-": PLAIN}, answers="#+"),
            "penpa": squares.drawing("akari", "lightup"),
            "tatham": squares.game("Light Up", game, r"(b\d+)?(s\d)?(d\d)?"),
            "puzzlekit": squares.items("akari", {"-": WHITE, "x": PLAIN}),
            "janko": squares.sections("akari", {"-": WHITE, ".": WHITE, "x": PLAIN, "#": PLAIN}),
        }


class AkariExample(kit.ExamplePart[Akari]):
    """A small Akari for explaining the rules."""

    PUZZLE = kit.when_asked(lambda _: GENRE.of("...0.", "2....", ".3.2.", "....1", ".2..."))
    SOLUTION = ("oxxxx", "xoxxx", "xxoxo", "xoxxx", "oxxox")
    WORKED = (
        "No bulb touches the 0. Of r3c5 and r4c4 only one is a bulb, because of the 1; so the "
        "other bulb of the 2 in r3c4 is in r3c3. It lights column 3, and the 2 in r5c2 gets its "
        "bulbs in r4c2 and r5c1."
    )


class AkariSamples(kit.SamplesPart[Akari]):
    """Random puzzles that have a solution, and perhaps several."""

    def sample(self, rng: Random, size: int, **_: Any) -> Akari:
        dice, grid = kit.Dice(rng.getrandbits(64)), Grid.checked(size, size)
        black = {*dice.shuffled(range(grid.size))[: grid.size // 5]}
        return clued(grid, black, set(), dice)[0]
