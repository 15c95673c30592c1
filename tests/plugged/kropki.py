"""Kropki: a Latin square with dots between neighbours, with only the mandatory parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caracol import kit

DOTS = {"o": "are consecutive", "*": "are one twice the other"}


@dataclass(frozen=True)
class Kropki(kit.Puzzle):
    """A puzzle with lines of dots within rows and of dots below rows, alternating."""

    size: int
    dots: tuple[str, ...]

    @kit.cached
    def grid(self) -> kit.Grid:
        return kit.Grid.checked(self.size, self.size)

    @kit.cached
    def symbols(self) -> tuple[kit.Symbol, ...]:
        digits = [kit.Symbol(str(n), str(n), kit.Shape.LETTER) for n in range(1, self.size + 1)]
        return kit.Symbol("-", "blank", kit.Shape.DOT), *digits

    def check(self) -> None:
        if not 1 <= self.size <= 9:
            raise kit.ClueError(f"a side has 1 to 9 cells, not {self.size}", "dots")
        for number, line in enumerate(self.dots, 1):
            if len(line) != self.size - number % 2 or not set(line) <= {*DOTS, "."}:
                raise kit.ClueError(f"'{line}' is no line of dots here", f"dots, line {number}")
        self.check_givens()

    def pairs(self) -> list[tuple[str, tuple[float, float], tuple[int, int]]]:
        """Return every dot with its place and its two cells."""
        found: list[tuple[str, tuple[float, float], tuple[int, int]]] = []
        for number, line in enumerate(self.dots):
            row, below = divmod(number, 2)
            for column, dot in enumerate(line):
                cell = self.grid.cell(row, column)
                if dot != ".":
                    place = (row + 0.5, column) if below else (row, column + 0.5)
                    found.append((dot, place, (cell, cell + (self.size if below else 1))))
        return found

    def dot_name(self, cells: tuple[int, int]) -> str:
        one, other = map(self.grid.name, cells)
        return f"the dot between {one} and {other}"


class KropkiGenre(kit.Genre[Kropki]):
    """The rules of Kropki, where only some of the dots may be given."""

    id = "kropki"
    name = "Kropki"
    instructions = (
        "Write a digit into every cell so that each row and column has each digit once. Digits "
        "with a white dot between them are consecutive; with a black one, one is twice the other."
    )
    schema = {
        "properties": {"dots": {"$ref": "#/$defs/table"}, "grid": {"$ref": "#/$defs/cells"}},
        "required": ["dots"],
    }

    def rules(self, puzzle: Kropki) -> list[kit.Rule]:
        digits = range(1, puzzle.size + 1)
        found: list[kit.Rule] = [
            kit.Count(line, 1 << value, 1, 1, name=name, statement=f"has exactly one {value}")
            for name, line in puzzle.grid.lines()
            for value in digits
        ]
        near = {
            "o": tuple((a, b) for a in digits for b in digits if abs(a - b) == 1),
            "*": tuple((a, b) for a in digits for b in digits if 2 in (a / b, b / a)),
        }
        for dot, _, cells in puzzle.pairs():
            name, says = puzzle.dot_name(cells), f"says that these {DOTS[dot]}"
            found.append(kit.Table(cells, near[dot], name=name, statement=says, clue=True))
        return found

    def scene(self, puzzle: Kropki) -> kit.Scene:
        shapes = {"o": kit.Shape.CIRCLE, "*": kit.Shape.DISC}
        labels = [
            kit.Label(*place, dot, puzzle.dot_name(cells), shape=shapes[dot])
            for dot, place, cells in puzzle.pairs()
        ]
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        return kit.Scene(puzzle.grid, strokes, puzzle.symbols, tuple(labels))

    def encode(self, puzzle: Kropki) -> dict[str, Any]:
        grid = kit.write_cells(puzzle.givens, puzzle.grid, puzzle.symbols)
        return {"dots": list(puzzle.dots), "grid": grid}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Kropki:
        dots = tuple(entries["dots"])
        empty = Kropki((len(dots) + 1) // 2, dots, info=info)
        if "grid" not in entries:
            return empty
        cells = kit.read_cells(entries["grid"], empty.grid, empty.symbols, "grid")
        return empty.with_givens(cells)


GENRE = KropkiGenre()
Kropki.genre = GENRE
