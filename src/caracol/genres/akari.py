"""Akari, or Light Up: bulbs light every white square, and no bulb shines on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from caracol import kit
from caracol.kit import Count, Demand, Grid, Line, Shape, Symbol

EMPTY, BULB = 0, 1
BARE = Demand("cannot hold a bulb", "cannot hold a bulb")
SYMBOLS = (
    Symbol("x", "empty square", Shape.DOT, "·", adjective="empty", deduced=BARE),
    Symbol("o", "bulb", Shape.BULB, "○"),
)
WHITE, PLAIN = None, kit.UNNUMBERED
"""A white square, and a black one without a number; other clues are numbers."""


@dataclass(frozen=True)
class Akari(kit.SquaresPuzzle):
    """A board with black squares, some of them with a number."""

    clues: tuple[int | None, ...]
    """The contents of each square: a number, ``PLAIN`` for black without one, or ``WHITE``."""

    symbols = SYMBOLS

    def check(self) -> None:
        super().check()
        if WHITE not in self.clues:
            raise kit.ClueError("a board needs at least one white square", "clues")

    @kit.cached
    def views(self) -> list[Line]:
        """Every row and column of white squares from one black square or border to the next."""
        return self.grid.runs(cell for cell, clue in enumerate(self.clues) if clue is not WHITE)

    @kit.cached
    def lights(self) -> dict[int, Line]:
        """For each white square, the squares from which a bulb would light it; itself first."""
        lights: dict[int, Line] = {c: (c,) for c, clue in enumerate(self.clues) if clue is WHITE}
        for view in self.views:
            if len(view) > 1:
                for cell, others in zip(view, without_each(view), strict=True):
                    lights[cell] += others
        return lights


@lru_cache(maxsize=4096)  # boards of the same size share most of these
def without_each(view: Line) -> list[Line]:
    """Return the line without its first square, without its second, and so on."""
    return [view[:at] + view[at + 1 :] for at in range(len(view))]


NO_BULB = "touches no bulb", "touch no bulb"
TOUCHES = kit.numbered(NO_BULB, ("touches exactly {}", "each touch exactly {}"), SYMBOLS[BULB], 4)
"""The demand of each number."""
_ONE_BULB = Demand("has at most 1 bulb", "each have at most 1 bulb")
_LIT = Demand("must be lit", "must be lit")
_HOLDS_NONE = Demand("holds no bulb", "hold no bulb")


class AkariGenre(kit.SquaresGenre[Akari]):
    """The rules of Akari."""

    id = "akari"
    name = "Akari"
    instructions = (
        "Place bulbs in white squares so that every white square is lit. A bulb lights its own "
        "square, and its row and column up to the next black square. No bulb lights another. A "
        "number says how many bulbs share a side with its square."
    )
    PUZZLE = Akari
    ENTRY, MOST, SIGNS = "clues", 4, {".": WHITE, "#": PLAIN}
    violations = {
        "the {} in {}: too-many": "A {0} touches {found}.",
        "the {} in {}: too-few": "A {0} has {room}.",
        "the line {}": "Two bulbs light each other.",
        "the square {}": "A square can no longer be lit.",
        "the black square {}": "A bulb is in a black square.",
    }

    def may_be(self, clues: tuple[int | None, ...]) -> bool:
        return WHITE in clues and self.known.issuperset(clues)

    def around(self, puzzle: Akari) -> list[tuple[int, Line]]:
        clues, beside = puzzle.clues, puzzle.grid.all_neighbours()
        black = [cell for cell, clue in enumerate(clues) if clue is not WHITE]
        return [(cell, tuple([c for c in beside[cell] if clues[c] is WHITE])) for cell in black]

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
            self.counting(puzzle, TOUCHES),
            kit.Family(Count, [(cells, 1 << BULB, 0, 1) for cells in lines], line),
            kit.Family(Count, [(cells, 1 << BULB, 1, len(cells)) for cells in lights], square),
            kit.Family(kit.Table, [((cell,), ((EMPTY,),)) for cell in black], dark),
        ]


GENRE = AkariGenre()
Akari.genre = GENRE


def name_squeezed(position: kit.Position, found: kit.Deduction) -> str:
    """Return the name of a bulb that leaves a number or a dark square no place."""
    rule = position.board.rules[found.details["inner"][0]]
    if not rule.clue:
        return "stays-dark"
    grid = position.board.model.grid
    assert isinstance(grid, Grid)
    near = {*grid.neighbours(found.cuts[0].cell)}
    return "diagonal-of-a-number" if len(near & {*rule.cells}) > 1 else ""


def name_inside(position: kit.Position, found: kit.Deduction) -> str:
    """Return the name of counts inside others: all of them numbers, or dark squares among them."""
    inner, outer = (position.board.rules_of(found.details[part]) for part in ("inner", "outer"))
    if all(rule.clue for rule in (*inner, *outer)):
        return "shared-squares"
    return "" if any(rule.clue for rule in inner) else "one-bulb-for-two"


class AkariTechniques(kit.TechniquesPart):
    """The names that players use for steps, and their sentences."""

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
        "stays-dark": ("It would stay dark", "{claims_but}. So {conclusion}."),
        "diagonal-of-a-number": ("Diagonal of a number", "{claims_but}. So {conclusion}."),
        "shared-squares": ("Numbers that share squares", "{claims}: so {conclusion}."),
        "one-bulb-for-two": ("One bulb for dark squares", "{claims}: so {conclusion}."),
    }
    PHRASES = {
        "by.the line {}": "as bulbs do not light each other",
        "by.the square {}": "or {part} would stay dark",
        "chain.no-place": "but then no place is left for {value} at {about}{known}",
        "count.left.one": "the only place left for {value} at {about} is {cells}",
        "count.no-room.the square {}": "with {thing} in {cell}, nothing could light {part} ({by})",
        "broken.the line {}": "but then two bulbs would light each other in {about}",
        "broken.the square {}": "but then nothing can light {part}",
    }
    NEVER = (
        *("count-full", "count-none", "count-all", "count-inside", "packing", "two-rules"),
        "balance",
    )
    TECHNIQUES = (kit.around("lit-by-a-bulb", BULB),)
    NAMES = {
        "squeeze": kit.StepNames(
            name_squeezed, (("stays-dark", "squeeze"), ("diagonal-of-a-number", "squeeze"))
        ),
        "count-inside": kit.StepNames(
            name_inside,
            (("shared-squares", "count-inside"), ("one-bulb-for-two", "count-inside")),
        ),
    }
    READERS = (
        kit.NumberNames(none="around-zero", full="number-full", needed="number-all"),
        kit.OnlyPlace("lights-itself", "only-light"),
        kit.skip_single_counts,
    )


def make_clued(grid: Grid, black: set[int], bulbs: set[int], dice: kit.Dice) -> kit.Draft[Akari]:
    """Return a puzzle with a number in every black square, and its solution.

    The solution has these bulbs, except in black squares, and more until every square is lit.
    """
    empty = Akari(grid.columns, tuple(PLAIN if c in black else WHITE for c in range(grid.size)))
    bulbs = bulbs - black
    dark = set(empty.lights).difference(*(empty.lights[bulb] for bulb in bulbs))
    for cell in dice.shuffled(sorted(dark)):
        if cell in dark:
            bulbs.add(cell)
            dark.difference_update(empty.lights[cell])
    solution = tuple(int(cell in bulbs) for cell in range(grid.size))
    return kit.Draft(replace(empty, clues=GENRE.counted(empty, solution)), solution)


class AkariDraft(kit.SquaresDraft[Akari]):
    """Generation: random black squares and bulbs, then more black squares until it is unique."""

    OPTIONS = (
        kit.size(10, 3, 40),
        kit.Option("black", kit.Kind.INTEGER, 20, "minimum percentage of black squares", 5, 60),
        kit.symmetry("the black squares", "rotational"),
    )
    CLUES = kit.left_out(GENRE, PLAIN, alone=kit.TRIVIAL)
    # No argument is about one line with what is known there, so none is easy.
    GRADES = ("trivial", "medium", "hard", "expert", "extreme")

    def draft(self, task: kit.Task) -> kit.Draft[Akari] | None:
        grid, dice = task.grid, task.dice
        groups = kit.cells_together(grid, task["symmetry"])
        group_of = {cell: group for group in groups for cell in group}
        black, bulbs = set[int](), set[int]()
        for group in dice.shuffled(groups):
            if 100 * len(black) < task["black"] * grid.size:
                black.update(group)
        for _ in groups:
            found = make_clued(grid, black, bulbs, dice)
            left = kit.open_cells(found.puzzle.model, min(task.most_means, kit.SolverLevel.TRIALS))
            if not left:
                return found
            bulbs = {cell for cell, value in enumerate(found.solution) if value == BULB}
            black.update(group_of[dice.pick(left)])
        return None


def list_dispensable(puzzle: Akari, solution: Sequence[int]) -> list[int]:
    """Return the empty squares through which no other square gets its only light."""
    bulbs = {at for at, bulb in enumerate(solution) if bulb}
    lights = {cell: len(bulbs.intersection(line)) for cell, line in puzzle.lights.items()}
    needed = set(bulbs)
    for view in puzzle.views:
        for bulb in bulbs.intersection(view):
            middle = view.index(bulb)
            for way in (view[middle + 1 :], view[:middle][::-1]):
                last = max((at for at, cell in enumerate(way) if lights[cell] == 1), default=0)
                needed.update(way[:last])
    return [cell for cell in puzzle.lights if cell not in needed]


def blacken(puzzle: Akari, cells: Line, solution: Sequence[int]) -> kit.Addition:
    """Return the change that makes these squares black, with the numbers of a solution."""
    clues = [PLAIN if at in cells else clue for at, clue in enumerate(puzzle.clues)]
    counts = GENRE.counted(replace(puzzle, clues=tuple(clues)), solution)
    for cell in cells:
        clues[cell] = counts[cell]
    words = " and ".join(f"a black {clues[cell]} in {puzzle.grid.name(cell)}" for cell in cells)
    return kit.Addition("black", words, replace(puzzle, clues=tuple(clues)))


class AkariEditor(kit.SquaresEditor[Akari]):
    """Playing: press for a bulb, again to rule one out. Setting: type black squares and numbers."""

    SIDES = 7, 40
    TYPED = "black", "Black squares", "Type 0 to 4, # for black without a number, or . for white."
    FIRST = "A first Akari", [".1.#.2", "...1..", "2.....", ".....1", "..0...", "0.#.1."]
    KEYS = {"*": BULB, "1": BULB, ".": EMPTY, "0": EMPTY}

    def additions(
        self, puzzle: Akari, solutions: Sequence[Sequence[int]]
    ) -> Iterator[kit.Addition]:
        yield from super().additions(puzzle, solutions)
        black = [clue is not WHITE for clue in puzzle.clues]
        empty = list_dispensable(puzzle, solutions[0])
        single = [(at,) for at in empty]
        last, among = puzzle.grid.size - 1, {*empty}
        pairs = [(at, last - at) for at in empty if at < last - at and last - at in among]
        # A black square with its number can only tell solutions apart that differ on it or around
        # it, or in one of which it takes the only light from another.
        beside = puzzle.grid.all_neighbours()
        first, *others = ({at for at, bulb in enumerate(one) if bulb} for one in solutions)
        differing = set().union(*(first ^ other for other in others))
        apart = {at for at in empty if not differing.isdisjoint((at, *beside[at]))}
        apart.update(*({*empty}.difference(list_dispensable(puzzle, one)) for one in solutions))
        # Symmetric black squares stay so, if possible.
        for groups in (pairs, single) if black == black[::-1] else (single,):
            useful = False
            for group in groups:
                if apart.isdisjoint(group):
                    continue
                addition = blacken(puzzle, group, solutions[0])
                holds = addition.puzzle.model.holds
                if holds(solutions[0]) and not all(map(holds, solutions[1:])):
                    useful = True
                    yield addition
            if useful:
                return

    def lit(self, puzzle: Akari, values: kit.Values) -> set[int]:
        lights = puzzle.lights.items()
        return {cell for cell, line in lights if any(values[one] == BULB for one in line)}


class AkariFormats(kit.SquaresFormats[Akari]):
    """How other programs write Akari, which some of them call Light Up."""

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

    PUZZLE = GENRE.of("...0.", "2....", ".3.2.", "....1", ".2...")
    SOLUTION = ("oxxxx", "xoxxx", "xxoxo", "xoxxx", "oxxox")
    WORKED = (
        "No bulb touches the 0. Of r3c5 and r4c4 only one is a bulb, because of the 1; so the "
        "other bulb of the 2 in r3c4 is in r3c3. It lights column 3, and the 2 in r5c2 gets its "
        "bulbs in r4c2 and r5c1."
    )


class AkariSamples(kit.SquaresSamples[Akari]):
    """Random puzzles for the laboratory, with a fifth of the squares black."""

    def drawn(self, squares: Grid, dice: kit.Dice) -> Akari:
        black = {*dice.shuffled(range(squares.size))[: squares.size // 5]}
        return make_clued(squares, black, set(), dice).puzzle
