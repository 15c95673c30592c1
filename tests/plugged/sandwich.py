"""Sandwich: a Latin square with sums beside it, and a custom kind of rule for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from caracol import kit


@dataclass(frozen=True)
class Between(kit.Rule):
    """The rule that a line has each digit once, with a sum between least and greatest."""

    total: int

    def fits(self, line: Sequence[int]) -> bool:
        if sorted(line) != list(range(1, len(line) + 1)):
            return False
        one, other = sorted((line.index(1), line.index(len(line))))
        return sum(line[one + 1 : other]) == self.total

    def holds(self, values: Sequence[int]) -> bool:
        return self.fits([values[cell] for cell in self.cells])

    def propagate(self, candidates: Sequence[int]) -> list[kit.Elimination]:
        seen = [0] * len(self.cells)
        for line in product(*(list(kit.each(candidates[cell])) for cell in self.cells)):
            if self.fits(line):
                seen = [mask | 1 << value for mask, value in zip(seen, line, strict=True)]
        if not all(seen):
            raise kit.Contradiction(self)
        left = [(cell, candidates[cell] & ~s) for cell, s in zip(self.cells, seen, strict=True)]
        return [kit.Elimination(cell, removed) for cell, removed in left if removed]


@dataclass(frozen=True)
class Sandwich(kit.Puzzle):
    """A puzzle: for each line the sum between 1 and the greatest digit, or ``None``."""

    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]

    @kit.cached
    def grid(self) -> kit.Grid:
        return kit.Grid.checked(len(self.rows), len(self.columns))

    @kit.cached
    def symbols(self) -> tuple[kit.Symbol, ...]:
        size = len(self.rows)
        digits = [kit.Symbol(str(n), str(n), kit.Shape.LETTER) for n in range(1, size + 1)]
        return kit.Symbol("-", "blank", kit.Shape.DOT), *digits

    def check(self) -> None:
        if len(self.rows) != len(self.columns) or not 2 <= len(self.rows) <= 6:
            raise kit.ClueError("a board has 2 to 6 rows, and as many columns", "rows")
        self.check_givens()

    def sums(self) -> list[tuple[int, kit.Line, str, tuple[int, int]]]:
        """Return every sum with its line, its name and its place beside the board."""
        lines = self.grid.lines()
        places = [(n, -1) for n in range(len(self.rows))] + [(-1, n) for n in range(len(self.rows))]
        every = zip((*self.rows, *self.columns), lines, places, strict=True)
        return [
            (total, line, f"the sum {total} beside {name}", place)
            for total, (name, line), place in every
            if total is not None
        ]


class SandwichGenre(kit.Genre[Sandwich]):
    """The rules of Sandwich."""

    id = "sandwich"
    name = "Sandwich"
    instructions = (
        "Write a digit into every cell so that each row and column has each digit once. A number "
        "beside a line is the sum of the digits between the least and the greatest digit of it."
    )
    schema = {
        "properties": {
            name: {"type": "array", "items": {"type": ["integer", "null"]}}
            for name in ("rows", "columns")
        }
        | {"grid": {"$ref": "#/$defs/cells"}},
        "required": ["rows", "columns"],
    }

    def rules(self, puzzle: Sandwich) -> list[kit.Rule]:
        found: list[kit.Rule] = [
            kit.Count(line, 1 << value, 1, 1, name=name, statement=f"has exactly one {value}")
            for name, line in puzzle.grid.lines()
            for value in range(1, puzzle.grid.rows + 1)
        ]
        says = "is that of the digits between the least and the greatest, each of which comes once"
        for total, line, name, _ in puzzle.sums():
            found.append(Between(line, total, name=name, statement=says, clue=True))
        return found

    def scene(self, puzzle: Sandwich) -> kit.Scene:
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        labels = [kit.Label(*place, str(total), name) for total, _, name, place in puzzle.sums()]
        return kit.Scene(puzzle.grid, strokes, puzzle.symbols, tuple(labels))

    def encode(self, puzzle: Sandwich) -> dict[str, Any]:
        grid = kit.write_cells(puzzle.givens, puzzle.grid, puzzle.symbols)
        return {"rows": list(puzzle.rows), "columns": list(puzzle.columns), "grid": grid}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Sandwich:
        empty = Sandwich(tuple(entries["rows"]), tuple(entries["columns"]), info=info)
        if "grid" not in entries:
            return empty
        cells = kit.read_cells(entries["grid"], empty.grid, empty.symbols, "grid")
        return empty.with_givens(cells)


GENRE = SandwichGenre()
Sandwich.genre = GENRE
