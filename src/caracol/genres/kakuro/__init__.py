"""Kakuro, or Cross Sums: runs of different digits add up to the numbers before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from caracol import kit
from caracol.kit import Grid, Line, Name

DIGITS = tuple(range(10))
SYMBOLS = kit.digit_symbols(9)
Sums = tuple[int, int]
"""The sums of the runs below a black square and to its right; 0 if there is none."""
ANCHORS = (kit.Anchor.BOTTOM_LEFT, kit.Anchor.TOP_RIGHT)
WHERE = ("below", "right of")


class SumRun(NamedTuple):
    """A run of white squares, and the black square that has its sum."""

    square: int
    way: int
    """0 if it goes down, 1 if it goes to the right."""
    cells: Line
    total: int


@dataclass(frozen=True)
class Kakuro(kit.Puzzle):
    """A board of white squares and black ones, which may have sums."""

    columns: int
    squares: tuple[Sums | None, ...]
    """The two sums of each black square; ``None`` for a white one."""

    symbols = SYMBOLS

    @kit.cached
    def grid(self) -> Grid:
        rows, beyond = divmod(len(self.squares), max(1, self.columns))
        if beyond:
            raise kit.ClueError(f"{len(self.squares)} squares do not make rows of {self.columns}")
        return Grid.checked(rows, self.columns)

    def check(self) -> None:
        for square, sums in enumerate(self.squares):
            if sums is not None and not all(0 <= total <= 45 for total in sums):
                raise kit.ClueError("a sum is at most 45", self.grid.name(square))
        if None not in self.squares:
            raise kit.ClueError("a board needs at least one white square", "squares")
        for run in self.runs:
            if run.total and not run.cells:
                where = f"{WHERE[run.way]} {self.grid.name(run.square)}"
                raise kit.ClueError(f"there are no white squares {where} for the sum {run.total}")
        self.check_givens()

    @kit.cached
    def runs(self) -> tuple[SumRun, ...]:
        """Every run below or to the right of a black square, also empty ones."""
        found = []
        for square, sums in enumerate(self.squares):
            for way in (0, 1) if sums is not None else ():
                row, column = self.grid.place(square)
                cells: list[int] = []
                while True:
                    row, column = row + (way == 0), column + (way == 1)
                    if not self.grid.inside(row, column):
                        break
                    cell = self.grid.cell(row, column)
                    if self.squares[cell] is not None:
                        break
                    cells.append(cell)
                assert sums is not None
                found.append(SumRun(square, way, tuple(cells), sums[way]))
        return tuple(found)

    def name_run(self, run: SumRun) -> Name:
        """Return the name of a sum's rule: "the sum 16 below r1c2"."""
        kind = f"{{}} {WHERE[run.way]} {{}}"
        return Name(f"the sum {kind}", f"the sums {kind}", run.total, self.grid.name(run.square))


class KakuroGenre(kit.Genre[Kakuro]):
    """The rules of Kakuro."""

    id = "kakuro"
    name = "Kakuro"
    instructions = (
        "Write a digit from 1 to 9 into every white square. The digits of a run, down or to the "
        "right, add up to the number in the black square before it, and no digit occurs twice in "
        "a run."
    )
    schema = {
        "properties": {
            "squares": {
                "type": "array",
                "minItems": 1,
                "items": {"type": "array", "minItems": 1, "items": {"type": "string"}},
            },
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["squares"],
    }
    violations = {
        f"the sum {{}} {where} {{}}{kind}": sentence
        for where in WHERE
        for kind, sentence in (
            ("", "A run can no longer add up to {0}."),
            (": sum", "A run adds up to {total} instead of {0}."),
            (": repeated", "A run has {found}."),
            (": too-small", "A run can add up to at most {total} instead of {0}."),
            (": too-large", "A run adds up to at least {total} instead of {0}."),
        )
    } | {f"the run {where} {{}}": "A run has {found}." for where in WHERE}
    violations["the cell {}"] = "A digit is in a black square."

    def rules(self, puzzle: Kakuro) -> list[kit.Stated]:
        grid = puzzle.grid
        black = tuple(c for c, sums in enumerate(puzzle.squares) if sums is not None)
        rules: list[kit.Stated] = [kit.all_filled(grid, 10, "digit", black)]
        for run in puzzle.runs:
            if run.total:
                number = f"{len(run.cells)} different digits"
                says = kit.Demand("is that of {}", "", number if len(run.cells) > 1 else "1 digit")
                about = puzzle.name_run(run)
                words: dict[str, Any] = {"name": about, "statement": says}
                sums = (DIGITS, run.total, run.total, True)
                rules.append(kit.Sum(run.cells, *sums, **words, clue=True))
            elif len(run.cells) > 1:
                about = Name(f"the run {WHERE[run.way]} {{}}", "", grid.name(run.square))
                for digit in DIGITS[1:]:
                    says = kit.Demand("has at most {}", "", SYMBOLS[digit].counted(1))
                    count = kit.Count(run.cells, 1 << digit, 0, 1, name=about, statement=says)
                    rules.append(count)
        return rules

    def scene(self, puzzle: Kakuro) -> kit.Scene:
        place = puzzle.grid.place
        black = tuple(c for c, sums in enumerate(puzzle.squares) if sums is not None)
        labels = [kit.Label(*place(cell), "", shape=kit.Shape.DIAGONAL) for cell in black]
        for run in puzzle.runs:
            if run.total:
                text, about = str(run.total), puzzle.name_run(run)
                spot = place(run.square)
                labels.append(kit.Label(*spot, text, about, position=ANCHORS[run.way]))
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        return kit.Scene(puzzle.grid, strokes, SYMBOLS, tuple(labels), black)

    def encode(self, puzzle: Kakuro) -> dict[str, Any]:
        texts = ["." if sums is None else "{}\\{}".format(*sums) for sums in puzzle.squares]
        return {"squares": kit.in_rows(texts, puzzle.grid), **kit.given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Kakuro:
        rows = entries["squares"]
        grid = Grid.checked(len(rows), len(rows[0]))
        texts = kit.in_order(rows, grid, "squares")
        squares = tuple(read_square(text, grid.name(cell)) for cell, text in enumerate(texts))
        return kit.with_given_entry(Kakuro(grid.columns, squares, info=info), entries)


def read_square(text: str, where: str) -> Sums | None:
    """Return what is printed in a square: "." for white, or the sums below and to the right."""
    if text == ".":
        return None
    below, stroke, right = text.partition("\\")
    numbers = [part or "0" for part in (below, right)]
    if not stroke or not all(n.isascii() and n.isdigit() and len(n) < 3 for n in numbers):
        raise kit.ClueError(f"'{text}' is neither '.' nor two sums such as '16\\7'", where)
    return int(numbers[0]), int(numbers[1])


GENRE = KakuroGenre()
Kakuro.genre = GENRE


@lru_cache(maxsize=1024)
def list_combinations(total: int, length: int) -> list[tuple[int, ...]]:
    """Return the sets of this many digits with this sum."""
    return [digits for digits in combinations(DIGITS[1:], length) if sum(digits) == total]


class SumReader:
    """The reader for sums: how many combinations there are, and how many squares are left."""

    looks = (
        ("last-square", "count-full"),
        ("one-combination", "sum"),
        ("last-two", "together"),
        ("last-three", "set-of-values"),
        ("sum-combinations", "whole-line"),
    )

    def __call__(
        self, position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Elimination]
    ) -> list[kit.Deduction] | None:
        if rule.as_count() is not None or not rule.clue or len(rule.cells) < 1:
            return None
        masks = position.state.masks
        left = [cell for cell in rule.cells if masks[cell] & (masks[cell] - 1)]
        total = getattr(rule, "most", 0)
        if len(left) == 1:
            return [position.plain(number, rule, cuts, "last-square", "count-full")]
        ways = list_combinations(total, len(rule.cells))
        if len(ways) == 1:
            step = position.plain(number, rule, cuts, "one-combination", "sum")
            return [replace(step, details={"digits": " + ".join(map(str, ways[0]))})]
        if len(left) <= 3:
            few = ("last-two", "together") if len(left) == 2 else ("last-three", "set-of-values")
            return [position.plain(number, rule, cuts, *few)]
        return [position.plain(number, rule, cuts, "sum-combinations", "whole-line")]


class KakuroTechniques(kit.TechniquesPart):
    """The names that players use for steps, and their sentences."""

    READERS = (SumReader(),)
    WORDS = {
        "last-square": ("The last square of a run", "{rules}[, and {facts}]: so {conclusion}."),
        "one-combination": (
            "Only one combination",
            "{rules_and} can only be {digits}[, and {facts}]: so {conclusion}.",
        ),
        "last-two": (
            "The last two squares of a run",
            "{rules}[, where {facts}]: in every combination, {conclusion}.",
        ),
        "last-three": (
            "The last three squares of a run",
            "{rules}[, where {facts}]: in every combination, {conclusion}.",
        ),
        "sum-combinations": (
            "Combinations of a sum",
            "{rules}[, where {facts}]: in every combination, {conclusion}.",
        ),
    }
    NEVER = (
        *("given", "sum", "sum-of-different", "count-full", "count-none", "count-all"),
        *("balance", "whole-line", "two-rules", "long-trial", "trial-inside"),
    )


FIRST_SUMS = [
    ["\\", "3\\", "16\\", "\\"],
    ["\\7", ".", ".", "16\\"],
    ["\\13", ".", ".", "."],
    ["\\", "\\15", ".", "."],
]
"""A small board to play and to explain the rules with."""


class KakuroEditor(kit.FieldsEditor[Kakuro]):
    """Playing: type digits. Setting: type sums into squares."""

    AIDS = ()
    OPTIONS = (
        kit.Option("rows", kit.Kind.INTEGER, 7, "rows of the board", 2, 40),
        kit.Option("columns", kit.Kind.INTEGER, 7, "columns of the board", 2, 40),
    )
    TOOLS = (
        kit.Tool(
            "sums",
            "Sums",
            "Type 16\\7 for the sums below and to the right, \\ for a black square, . for white.",
            kit.Gesture.INSIDE,
        ),
    )
    EXAMPLE = {"caracol": 1, "genre": "kakuro", "title": "First sums", "squares": FIRST_SUMS}

    def settings(self, puzzle: Kakuro) -> dict[str, Any]:
        return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}

    def blank(self, options: Mapping[str, Any]) -> Kakuro:
        grid = Grid(options["rows"], options["columns"])
        edge = tuple((0, 0) if 0 in grid.place(c) else None for c in range(grid.size))
        return Kakuro(grid.columns, edge)

    def keep_clues(self, puzzle: Kakuro, made: Kakuro) -> dict[str, Any]:
        return {"squares": kit.moved(puzzle.squares, puzzle.grid, made.grid, None)}

    def edit(self, puzzle: Kakuro, act: kit.Act) -> Kakuro:
        cell = puzzle.grid.cell(act.row, act.column)
        squares = list(puzzle.squares)
        squares[cell] = read_square(act.text.strip() or ".", puzzle.grid.name(cell))
        return replace(puzzle, squares=tuple(squares))


class KakuroExample(kit.ExamplePart[Kakuro]):
    """A small Kakuro for explaining the rules."""

    PUZZLE = GENRE.decode({"squares": FIRST_SUMS}, kit.Info())
    SOLUTION = ("----", "-25-", "-139", "--87")
    WORKED = (
        "3 in two squares is 1 and 2, and 16 in two squares is 7 and 9. If r4c4 were 9, r4c3 would "
        "be 6 and r3c4 would be 7. Then r3c2 and r3c3 would add up to 6, and column 3 would have 5 "
        "or 6 twice. So r4c4 is 7 and r3c4 is 9."
    )
