"""Hitori, or Singles: shade squares until no number appears twice in a row or column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from caracol import kit
from caracol.kit import Count, Demand, Grid, Line, Name, Shape, Symbol

WHITE, SHADED = 0, 1
SYMBOLS = (
    Symbol("o", "white square", Shape.CIRCLE, "○", adjective="white"),
    Symbol("#", "shaded square", Shape.FILL, "█", adjective="shaded"),
)
ONCE = Demand("stay white at most once", "")
APART = Demand("are not both shaded", "are never both shaded")


@dataclass(frozen=True)
class Hitori(kit.SquaresPuzzle):
    """A board of numbers; a square may be empty."""

    numbers: tuple[int | None, ...]

    symbols = SYMBOLS

    def repeated(self) -> list[tuple[int, Name, Line]]:
        """Return each repeated number of a line, the line's name, and the number's squares."""
        found = []
        for name, line in self.grid.lines():
            places: dict[int, list[int]] = {}
            for cell in line:
                if (number := self.numbers[cell]) is not None:
                    places.setdefault(number, []).append(cell)
            found += [(n, name, tuple(same)) for n, same in places.items() if len(same) > 1]
        return found


@lru_cache(maxsize=16)
def laws(grid: Grid) -> kit.Shared:
    """Return the rules of every board of this size."""
    pairs = grid.pairs()
    found: list[kit.Rule] = []
    for pair in pairs:
        about = Name("the neighbours {}", "the neighbours {}", "–".join(map(grid.name, pair)))
        found.append(Count(pair, 1 << SHADED, 0, 1, name=about, statement=APART))
    everywhere = tuple(range(grid.size))
    about, says = Name("all white squares", ""), Demand("hang together", "")
    shape = kit.Connected(everywhere, tuple(pairs), 1 << WHITE, name=about, statement=says)
    return kit.Shared((*found, shape))


class HitoriGenre(kit.SquaresGenre[Hitori]):
    """The rules of Hitori."""

    id = "hitori"
    name = "Hitori"
    instructions = (
        "Shade squares so that no number appears twice among the white squares of a row or column. "
        "Shaded squares do not share a side, and all white squares are connected."
    )
    PUZZLE = Hitori
    ENTRY, MOST = "numbers", 250
    violations = {
        "the {}s in {}": "{1} has more than one white {0}.",
        "the neighbours {}": "Two shaded squares touch.",
        "all white squares": "Some white squares are cut off from the others.",
        "all white squares: none": "No white square is left.",
    }

    def may_be(self, clues: tuple[int | None, ...]) -> bool:
        return all(number is not None and number <= len(clues) for number in clues)

    def name_of(self, _puzzle: Hitori, _square: int) -> str:
        return ""  # a rule is about all equal numbers of a line

    def rules(self, puzzle: Hitori) -> list[kit.Stated]:
        repeated = puzzle.repeated()

        def words(place: int) -> tuple[str, str]:
            number, line, _ = repeated[place]
            return Name("the {}s in {}", "", number, line), ONCE

        once = [(same, 1 << WHITE, 0, 1) for _, _, same in repeated]
        return [kit.Family(Count, once, words, clue=True), laws(puzzle.grid)]


GENRE = HitoriGenre()
Hitori.genre = GENRE


BETWEEN = "sandwich"


def name_between(position: kit.Position, found: kit.Deduction) -> str:
    """Return the name of equal numbers around a third: a triple if that is equal, too."""
    clue = position.board.rules[found.rules[0]]
    return "triple" if found.technique == BETWEEN and found.cuts[0].cell in clue.cells else ""


class HitoriTechniques(kit.TechniquesPart):
    """The names that players use for steps, and their sentences."""

    WORDS = {
        "beside-shaded": (
            "Beside a shaded square",
            "[{facts}, and ]shaded squares do not share a side: so {conclusion}.",
            "No other shaded square shares a side with it: so {conclusion}.",
            "No other shaded square shares a side with {known}: so {conclusion}.",
        ),
        "same-number": (
            "The same number again",
            "[{facts}, and ]no number stays white twice in a row or column: so {conclusion}.",
        ),
        BETWEEN: (
            "Between equal numbers",
            "One of the equal numbers in {claims} is shaded, and shaded squares do not share a "
            "side: so {conclusion}.",
        ),
        "equal-pair": (
            "A pair and one more",
            "The equal numbers in {claims} touch and cannot both be shaded: one of them stays "
            "white, so {conclusion}.",
        ),
        "cut-off": ("It would cut off", "{claims}, so {conclusion}."),
        "corner-cut-off": ("The corner would be cut off", "{claims}, so {conclusion}."),
        "triple": (
            "Three equal numbers in a row",
            "The number between the equal ones in {claims} is the same. Only one of the three "
            "stays white, and shaded squares do not share a side: so {conclusion}.",
        ),
    }
    PHRASES = {
        "by.the neighbours {}": "as shaded squares do not touch",
        "by.the {}s in {}": "as no number stays white twice",
        "by.all white squares": "or white squares would be cut off",
        "broken.the neighbours {}": "but then {about} would both be shaded",
        "broken.the {}s in {}": "but then two of {about} would stay white",
        "broken.all white squares": "but then white squares would be cut off",
        "connected.cuts-off": (
            "shading {cell} too would cut {near} off from white squares like {far}"
        ),
    }
    NEVER = (
        *("count-full", "count-none", "count-all", "connected", "count-inside", "set-of-values"),
        *("packing", "squeeze", "balance", "trial-inside"),
    )
    READERS = (kit.CutOff("cut-off", "corner-cut-off"), kit.skip_single_counts)
    NAMES = {BETWEEN: kit.StepNames(name_between, (("triple", "counted-along"),))}
    TECHNIQUES = (
        kit.around("beside-shaded", SHADED, "beside-a-value"),
        kit.around("same-number", WHITE),
        kit.one_of_two(BETWEEN, "equal-pair", WHITE, "counted-along"),
    )


def _count_refuted(
    numbers: Sequence[int | None], cell: int, in_line: Sequence[int], ways: Sequence[Sequence[int]]
) -> dict[int, int]:
    """Return, for each number, how many of these solutions it would rule out in a white cell."""
    found: dict[int, int] = {}
    for way in ways:
        if way[cell] == WHITE:
            white = {numbers[other] for other in in_line if way[other] == WHITE}
            for number in sorted(n for n in white if n is not None):
                found[number] = found.get(number, 0) + 1
    return found


class HitoriDraft(kit.SquaresDraft[Hitori]):
    """Generation: a shading, and numbers that are changed until no other shading fits."""

    OPTIONS = (kit.size(8, 2, 25), kit.symmetry("the shaded squares"))
    GRADES = ("trivial", "easy", "medium", "hard", "expert")

    def draft(self, task: kit.Task) -> kit.Draft[Hitori] | None:
        grid, dice = task.grid, task.dice
        dark = kit.random_shading(grid, dice, task["symmetry"])
        numbers = kit.random_latin(grid, dice)
        solution = tuple(int(cell in dark) for cell in range(grid.size))
        in_line = {cell: grid.in_lines(cell) for cell in dark}
        for cell in sorted(dark):
            numbers[cell] = numbers[dice.pick([o for o in in_line[cell] if o not in dark])]
        others: list[Sequence[int]] = []
        for _ in range(8 * grid.size):
            puzzle = Hitori(grid.columns, tuple(numbers))
            # Most puzzles can be seen to be unique without a solver, which takes longer.
            left = kit.line_solve(puzzle.model, kit.after_one_of_two(puzzle.model, WHITE))
            if kit.solved(left):
                return kit.Draft(puzzle, solution)
            with kit.DraftSession(puzzle.model) as session:
                session.differs(solution)
                if not session.solve(task.clock):
                    return kit.Draft(puzzle, solution)
                others.append(session.values())
            # No further square can be shaded, so another solution leaves some of these white.
            cell = dice.pick([cell for cell in sorted(dark) if others[-1][cell] == WHITE])
            refuted = _count_refuted(numbers, cell, in_line[cell], others)
            most = max(refuted.values())
            numbers[cell] = dice.pick([n for n, times in sorted(refuted.items()) if times == most])
        return None

    def disguised(self, items: Sequence[Any]) -> list[Any]:
        # Only which numbers are equal matters.
        named: dict[int | None, int] = {}
        return [(named.setdefault(number, len(named)), given) for number, given in items]


class HitoriEditor(kit.SquaresEditor[Hitori]):
    """Playing: press to shade a square, again to mark it white. Setting: type numbers."""

    SIDES = 6, 30
    TYPED = "numbers", "Numbers", "Choose a square and type its number."
    FIRST = "A first Hitori", ["51522", "35341", "51313", "33154", "12331"]
    KEYS = {"x": SHADED, "1": SHADED, ".": WHITE, "0": WHITE}

    def spoken(self, puzzle: Hitori) -> list[str]:
        return ["no number" if n is None else f"number {n}" for n in puzzle.numbers]

    def proposed(
        self, puzzle: Hitori, solutions: Sequence[Sequence[int]]
    ) -> Iterator[tuple[int, int]]:
        """Yield numbers for squares that some solution shades and others leave white.

        Numbers that are there already change only if no such square is without one.
        """
        grid, numbers = puzzle.grid, puzzle.numbers
        unsettled = [
            cell
            for cell in range(grid.size)
            if {solution[cell] for solution in solutions} == {WHITE, SHADED}
        ]
        for cell in [cell for cell in unsettled if numbers[cell] is None] or unsettled:
            refuted = _count_refuted(numbers, cell, grid.in_lines(cell), solutions)
            yield from ((cell, number) for number in sorted(refuted))

    def additions(
        self, puzzle: Hitori, solutions: Sequence[Sequence[int]]
    ) -> Iterator[kit.Addition]:
        """Yield single numbers, then equal numbers for two squares of a line.

        Numbers come in pairs where none of the line can be repeated.
        """
        yield from super().additions(puzzle, solutions)
        grid, numbers = puzzle.grid, puzzle.numbers
        # Only a shading without room for more can be the only solution.
        target = max(solutions, key=sum)
        free = [cell for cell in range(grid.size) if numbers[cell] is None]
        for shaded in (cell for cell in free if target[cell] == SHADED):
            for white in (cell for cell in grid.in_lines(shaded) if cell in free):
                if target[white] == SHADED or not any(
                    way[shaded] == way[white] == WHITE for way in solutions
                ):
                    continue
                taken = {numbers[at] for at in grid.in_lines(white) if target[at] == WHITE}
                number = next(n for n in range(1, grid.size + 1) if n not in taken)
                changed = [*numbers]
                changed[shaded] = changed[white] = number
                first, second = map(grid.name, sorted((shaded, white)))
                words = f"two {number}s in {first} and {second}"
                more = replace(puzzle, numbers=tuple(changed))
                yield kit.Addition("pair", words, more)


class HitoriFormats(kit.SquaresFormats[Hitori]):
    """How other programs write Hitori, which Simon Tatham calls Singles."""

    def carriers(self, squares: kit.Squares[Hitori]) -> kit.Carriers[Hitori]:
        digits = f"{kit.DIGITS[1:]}{kit.DIGITS[10:].upper()}"
        numbers = partial(kit.Spaced, item=kit.Base36(), gaps=".")
        game = partial(kit.Spaced, item=kit.OneOf(digits, "1-9, a-z or A-Z", 1), gaps="")
        return {
            "caracol": squares.own("hitori", numbers),
            "puzz.link": squares.link("hitori", numbers),
            "pzprv3": squares.sheet("hitori", {".": None}),
            "penpa": squares.drawing("hitori"),
            "tatham": squares.game("Singles", game, "d[ek]|"),
            "puzzlekit": squares.items("hitori", {"-": None}),
            "janko": squares.sections("hitori", {"-": None}),
        }


class HitoriExample(kit.ExamplePart[Hitori]):
    """A small Hitori for explaining the rules."""

    PUZZLE = GENRE.of("1114", "1423", "3321", "4213")
    SOLUTION = ("#o#o", "oooo", "#o#o", "ooo#")
    WORKED = (
        "Row 1 begins with three 1s. If the middle one were shaded, the 1s on both sides of it "
        "would have to stay white; so it stays white, and r1c1 and r1c3 are shaded. The squares "
        "beside them are white."
    )


class HitoriSamples(kit.SquaresSamples[Hitori]):
    """Random puzzles for the laboratory: a Latin square, changed in the squares to shade."""

    def drawn(self, squares: Grid, dice: kit.Dice) -> Hitori:
        numbers = kit.random_latin(squares, dice)
        for cell in sorted(kit.random_shading(squares, dice)):
            numbers[cell] = dice.below(squares.columns) + 1
        return Hitori(squares.columns, tuple(numbers))
