"""Masyu: one closed loop through the centres of squares and through all pearls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from caracol import kit
from caracol.kit import Links

WHITE, BLACK = 1, 2
SIGNS = {".": None, "w": WHITE, "b": BLACK}
SHAPES = {WHITE: kit.Shape.CIRCLE, BLACK: kit.Shape.DISC}
NAMES = {WHITE: "the white pearl in {}", BLACK: "the black pearl in {}"}
SAYS = {
    WHITE: kit.Demand(
        "is passed straight, with a turn beside it", "are passed straight, with a turn beside each"
    ),
    BLACK: kit.Demand(
        "is a turn between two straight squares", "are turns between two straight squares each"
    ),
}
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The four directions, as rows and columns; the first is opposite to the last."""
Pearls = tuple[int | None, ...]


@dataclass(frozen=True)
class Masyu(kit.Puzzle):
    """A board of squares, some with a white or black pearl."""

    columns: int
    pearls: Pearls

    symbols = kit.LINE_SYMBOLS

    @kit.cached
    def grid(self) -> Links:
        rows = kit.count_rows(self.pearls, self.columns, "pearls")
        return Links.checked(rows, self.columns)

    def check(self) -> None:
        if min(self.grid.rows, self.grid.columns) < 2:
            raise kit.ClueError("a board has at least 2 rows and 2 columns")
        GENRE.check_clues(self)
        self.check_givens()


@lru_cache(maxsize=8)
def list_links(grid: Links) -> list[tuple[int | None, ...]]:
    """Return, for each square, the links next to it in each direction, and those beyond them."""
    links = {frozenset(grid.ends(link)): link for link in range(grid.size)}
    squares, found = grid.nodes, []
    for square in range(squares.size):
        row, column = squares.place(square)
        paths = [
            [
                squares.cell(*place) if squares.inside(*place) else -1
                for place in ((row + n * down, column + n * on) for n in range(3))
            ]
            for down, on in WAYS
        ]
        near = [links.get(frozenset(path[:2])) for path in paths]
        found.append((*near, *[links.get(frozenset(path[1:])) for path in paths]))
    return found


@lru_cache(maxsize=64)
def list_pearl_patterns(pearl: int, there: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to pass a pearl, given which of the links near it and beyond exist."""
    found = []
    for values in product((0, 1), repeat=sum(there)):
        rest = iter(values)
        drawn = [exists and next(rest) == kit.LINE for exists in there]
        out = [way for way in range(4) if drawn[way]]
        if len(out) == 2:
            straight, on = sum(out) == 3, [drawn[4 + way] for way in out]
            if (straight and not all(on)) if pearl == WHITE else (not straight and all(on)):
                found.append(values)
    return tuple(found)


class MasyuGenre(kit.LoopGenre[Masyu]):
    """The rules of Masyu."""

    id = "masyu"
    name = "Masyu"
    instructions = (
        "Draw one closed loop through the centres of squares and through every pearl. It does not "
        "branch or cross itself. It goes straight through a white pearl and turns just before it, "
        "just after it, or both. It turns at a black pearl and is straight just before and after."
    )
    ENTRY, SIGNS, PUZZLE = "pearls", SIGNS, Masyu
    NODE = "the square {}"
    NUMBERED = "Masyu with numbered pearls is not supported"
    violations = {
        NAMES[WHITE]: "The loop must pass a white pearl straight and turn beside it.",
        NAMES[BLACK]: "The loop must turn at a black pearl and go straight before and after it.",
    }

    def may_be(self, clues: Pearls) -> bool:
        return {WHITE, BLACK} <= {*clues} <= self.known

    def name_of(self, puzzle: Masyu, square: int) -> str:
        pearl = puzzle.pearls[square]
        return name_pearl(pearl, puzzle.grid.nodes.name(square)) if pearl else ""

    def counted(self, puzzle: Masyu, solution: Sequence[int]) -> Pearls:
        return tuple(
            found or known
            for found, known in zip(find_pearls(puzzle.grid, solution), puzzle.pearls, strict=True)
        )

    def rules(self, puzzle: Masyu) -> list[kit.Stated]:
        # The squares come first, so that a square and its rule have the same number.
        grid, stated = puzzle.grid, []
        squares = [square for square, pearl in enumerate(puzzle.pearls) if pearl]
        for square in squares:
            stated.append(state_pearl(grid, square, puzzle.pearls[square] or 0))

        def words(place: int) -> tuple[str, str]:
            square = squares[place]
            return self.name_of(puzzle, square), SAYS[puzzle.pearls[square] or 0]

        family = kit.Family(kit.Table, stated, words, clue=True)
        return [kit.loop_laws(grid, self.NODE), family]

    def scene(self, puzzle: Masyu) -> kit.Scene:
        squares = puzzle.grid.nodes
        labels = tuple(
            kit.Label(*squares.place(at), "", self.name_of(puzzle, at), shape=SHAPES[pearl])
            for at, pearl in enumerate(puzzle.pearls)
            if pearl
        )
        strokes = kit.borders(squares, lambda _one, _other: kit.Weight.FAINT)
        return kit.Scene(puzzle.grid, strokes, puzzle.symbols, labels)


@lru_cache(maxsize=8192)
def name_pearl(pearl: int, square: str) -> kit.Name:
    """Return the name of a pearl's rule: "the white pearl in r1c2"."""
    return kit.Name(NAMES[pearl], NAMES[pearl].replace("pearl", "pearls"), square)


@lru_cache(maxsize=8192)
def state_pearl(grid: Links, square: int, pearl: int) -> tuple[kit.Line, tuple[kit.Line, ...]]:
    """Return the links around a pearl and the ways to pass it."""
    links = list_links(grid)[square]
    there = tuple(link is not None for link in links)
    return tuple(link for link in links if link is not None), list_pearl_patterns(pearl, there)


def find_pearls(grid: Links, solution: Sequence[int]) -> Pearls:
    """Return all pearls that are possible on a loop."""
    found: list[int | None] = []
    for square in range(grid.nodes.size):
        fitting = None
        for pearl in (WHITE, BLACK):
            cells, ways = state_pearl(grid, square, pearl)
            if tuple(solution[cell] for cell in cells) in ways:
                fitting = pearl
        found.append(fitting)
    return tuple(found)


GENRE = MasyuGenre()
Masyu.genre = GENRE


def find_colour(rule: kit.Rule) -> int:
    """Return the colour of a pearl's rule."""
    return next((c for c, name in NAMES.items() if getattr(rule.name, "one", "") == name), 0)


def find_place(rule: kit.Rule) -> tuple[int, int]:
    """Return the row and the column of a pearl, counted from 0."""
    row, column = (int(number) - 1 for number in re.findall(r"\d+", rule.name))
    return row, column


def measure_step(one: kit.Rule, other: kit.Rule) -> tuple[int, int]:
    """Return how many rows and columns one pearl is away from another."""
    (row, column), (to_row, to_column) = find_place(one), find_place(other)
    return to_row - row, to_column - column


def name_pair(one: kit.Rule, other: kit.Rule, share: bool) -> str:
    """Return the name of the pattern of two pearls side by side; "" for others."""
    if not share or find_colour(one) != find_colour(other):
        return ""
    if sum(map(abs, measure_step(one, other))) > 1:
        return ""
    return "whites-side-by-side" if find_colour(one) == WHITE else "blacks-side-by-side"


def name_row(one: kit.Rule, middle: kit.Rule, other: kit.Rule) -> str:
    """Return the name of the pattern of three white pearls in a row; "" if they are not."""
    step = measure_step(one, middle)
    in_row = sum(map(abs, step)) == 1 and step == measure_step(middle, other)
    white = all(find_colour(rule) == WHITE for rule in (one, middle, other))
    return "whites-in-a-row" if in_row and white else ""


class PearlReader:
    """The reader for a pearl alone: what it says at an edge, or beside lines and crosses."""

    looks = (
        ("white-at-the-edge", "first-cell"),
        ("black-near-the-edge", "first-cell"),
        ("through-white", "seen-from-the-clue"),
        ("turn-beside-white", "both-ends"),
        ("turn-at-black", "seen-from-the-clue"),
    )

    def __call__(
        self, position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Elimination]
    ) -> list[kit.Deduction] | None:
        colour = find_colour(rule)
        if not colour:
            return None
        empty = [position.board.everything] * len(position.state.masks)
        alone = position.board.once(f"alone {number}", lambda _: {*rule.propagate(empty)})
        at_edge = [cut for cut in cuts if cut in alone]
        if at_edge:
            name = "white-at-the-edge" if colour == WHITE else "black-near-the-edge"
            return [position.plain(number, rule, at_edge, name, "first-cell")]
        if colour == BLACK:
            return [position.plain(number, rule, cuts, "turn-at-black", "seen-from-the-clue")]
        row, column = find_place(rule)
        grid = position.board.model.grid
        assert isinstance(grid, Links)
        near = grid.at(grid.nodes.cell(row, column))
        through = [cut for cut in cuts if cut.cell in near]
        if through:
            return [position.plain(number, rule, through, "through-white", "seen-from-the-clue")]
        return [position.plain(number, rule, cuts, "turn-beside-white", "both-ends")]


LOOP = kit.loop_techniques(
    kit.ClueNames(
        clue="pearl-and-squares",
        pairs=("whites-in-a-row", "blacks-side-by-side", "whites-side-by-side"),
        name_pair=name_pair,
        name_row=name_row,
    )
)
ALONE = "{rules}[, and {facts}]: so {conclusion}."
HOWEVER = "However the loop passes {claims}: {conclusion}."


class MasyuTechniques(kit.TechniquesPart):
    """The patterns that guides to Masyu teach."""

    LOOKS = {**LOOP.looks, **dict(PearlReader.looks)}
    READERS = (PearlReader(), *LOOP.readers)
    TECHNIQUES = LOOP.techniques
    WORDS = {
        **kit.LOOP_WORDS,
        "white-at-the-edge": ("White pearl at the edge", ALONE),
        "black-near-the-edge": ("Black pearl near the edge", ALONE),
        "through-white": ("Straight through a white pearl", ALONE),
        "turn-beside-white": ("Turn beside a white pearl", ALONE),
        "turn-at-black": ("Turn at a black pearl", ALONE),
        "pearl-and-squares": ("A pearl and the squares around it", HOWEVER),
        "whites-in-a-row": ("Three white pearls in a row", HOWEVER),
        "whites-side-by-side": ("White pearls side by side", HOWEVER),
        "blacks-side-by-side": ("Black pearls side by side", HOWEVER),
    }
    PHRASES = {
        "by.the loop": "or the loop would be closed too early",
        "broken.the loop": "but then the loop would be closed too early",
    }
    NEVER = (
        *("pair", "loop", "count-inside", "packing", "squeeze", "whole-line", "count-full"),
        *("count-none", "count-all", "balance", "together"),
    )


class MasyuDraft(kit.SquaresDraft[Masyu]):
    """Generation: a random loop with all its pearls, changed until it is unique.

    Then pearls are left out.
    """

    OPTIONS = (kit.size(10, 4, 36), kit.symmetry("the pearls"))
    CLUES = kit.left_out(GENRE, beyond=24)
    # A pearl with the lines around it says all at one look; beyond that, two of them are needed.
    GRADES = ("trivial", "medium", "hard", "expert", "extreme")
    USUAL_GRADE = "medium-hard"
    ROUNDS = 3
    """Number of changes per square before another loop is tried."""

    def draft(self, task: kit.Task) -> kit.Draft[Masyu] | None:
        grid, dice = Links(*task.grid), task.dice
        sides = kit.enclosing(grid)
        inside = kit.wind(sides.squares, dice, task["symmetry"])
        means = min(task.most_means, kit.SolverLevel.TRIALS)
        best = loop_of(inside, grid)
        left = kit.open_cells(best.puzzle.model, means)
        for _ in range(self.ROUNDS * task.grid.size):
            if not left:
                return best
            before = {*inside.places}
            near = [
                place for face in sides.beside(dice.pick(left)) for place in around(face, sides)
            ]
            if not inside.move(dice.pick(near)):
                continue
            found = loop_of(inside, grid)
            open_now = kit.open_cells(found.puzzle.model, means)
            if len(open_now) <= len(left):
                best, left = found, open_now
            else:
                inside.places = before
        return None


def around(face: int, sides: kit.Sides) -> list[tuple[int, int]]:
    """Return the squares of a board up to one row and one column away from one of them."""
    squares = sides.squares
    row, column = squares.place(face)
    steps = product((-1, 0, 1), repeat=2)
    return [(row + r, column + c) for r, c in steps if squares.inside(row + r, column + c)]


def loop_of(inside: kit.Enclosed, grid: Links) -> kit.Draft[Masyu]:
    """Return the puzzle with all pearls of the loop around some faces, and the loop."""
    loop = kit.loop_around(kit.enclosing(grid), inside.cells)
    return kit.Draft(Masyu(grid.columns, find_pearls(grid, loop)), loop)


class MasyuEditor(kit.SquaresEditor[Masyu]):
    """Playing: press or drag from centre to centre. Setting: type pearls into squares."""

    SIDES = 8, 40
    TYPED = "pearls", "Pearls", "Choose a square and type w, b, or . for no pearl."
    FIRST = "First pearls", ["..w...", "w.....", ".w...b", "b...w.", ".....w", "..w..."]


class MasyuFormats(kit.SquaresFormats[Masyu]):
    """How other programs write Masyu, which Simon Tatham calls Pearl."""

    def carriers(self, squares: kit.Squares[Masyu]) -> kit.Carriers[Masyu]:
        pearl = kit.OneOf("WB", "W, B or a letter for a gap", first=WHITE)
        game = partial(kit.Spaced, item=pearl, gaps=kit.DIGITS[10:])
        return {
            "caracol": squares.own("masyu", kit.Circles),
            "puzz.link": squares.link("mashu", kit.Circles, "masyu", "pearl"),
            "pzprv3": squares.sheet("mashu", {".": None, "1": WHITE, "2": BLACK}),
            "penpa": squares.circles("masyu", "mashu"),
            "tatham": squares.game("Pearl", game, r"(?:d[a-z])?n?", sure=True),
            "puzzlekit": squares.items("masyu", {"-": None, "w": WHITE, "b": BLACK}),
            "janko": squares.sections("masyu", {"-": None, ".": None, "w": WHITE, "b": BLACK}),
        }


class MasyuSamples(kit.SquaresSamples[Masyu]):
    """Random puzzles for the laboratory: a loop, and its pearls."""

    def drawn(self, squares: kit.Grid, dice: kit.Dice) -> Masyu:
        grid = Links(*squares)
        return loop_of(kit.wind(kit.enclosing(grid).squares, dice), grid).puzzle


class MasyuExample(kit.ExamplePart[Masyu]):
    """A small Masyu for explaining the rules."""

    PUZZLE = GENRE.of("....b", ".ww..", ".....", ".b...", ".....")
    SOLUTION = ("lxll", "lllxl", "xxxx", "lllxl", "xxlx", "llxll", "xllx", "lxxxl", "llll")
    WORKED = (
        "Each line of the black pearl in r4c2 needs two squares, so they go up and to the right. "
        "The line going up passes the white pearl in r2c2 straight, up to r1c2. The other white "
        "pearl cannot be passed towards r2c2, so the loop passes it from r1c3 to r3c3."
    )
