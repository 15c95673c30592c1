"""Latin Square: each row and each column has each digit once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caracol import kit


@dataclass(frozen=True)
class Latin(kit.Puzzle):
    """A square board with some given cells."""

    size: int

    @kit.cached
    def grid(self) -> kit.Grid:
        return kit.Grid.checked(self.size, self.size)

    @kit.cached
    def symbols(self) -> tuple[kit.Symbol, ...]:
        # Value 0 is always the blank; no cell of a solution has it here.
        digits = [kit.Symbol(str(n), str(n), kit.Shape.LETTER) for n in range(1, self.size + 1)]
        return kit.Symbol("-", "blank", kit.Shape.DOT), *digits

    def check(self) -> None:
        if not 1 <= self.size <= 9:
            raise kit.ClueError(f"a side has 1 to 9 cells, not {self.size}", "grid")
        self.check_givens()


class LatinGenre(kit.Genre[Latin]):
    """The rules of Latin Square."""

    id = "latin"
    name = "Latin Square"
    instructions = "Write a digit into every cell so that each row and column has each digit once."
    schema = {"properties": {"grid": {"$ref": "#/$defs/cells"}}, "required": ["grid"]}

    def rules(self, puzzle: Latin) -> list[kit.Rule]:
        digits, name = range(1, puzzle.size + 1), puzzle.grid.name
        written = tuple((digit,) for digit in digits)
        return [
            *(
                kit.Table((cell,), written, name=f"cell {name(cell)}", statement="has a digit")
                for cell in range(puzzle.grid.size)
            ),
            *(
                kit.Count(
                    line, 1 << digit, 1, 1, name=line_name, statement=f"has exactly one {digit}"
                )
                for line_name, line in puzzle.grid.lines()
                for digit in digits
            ),
        ]

    def scene(self, puzzle: Latin) -> kit.Scene:
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        return kit.Scene(puzzle.grid, strokes, puzzle.symbols)

    def encode(self, puzzle: Latin) -> dict[str, Any]:
        return {"grid": kit.write_cells(puzzle.givens, puzzle.grid, puzzle.symbols)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Latin:
        empty = Latin(len(entries["grid"]), info=info)
        cells = kit.read_cells(entries["grid"], empty.grid, empty.symbols, "grid")
        return empty.with_givens(cells)


GENRE = LatinGenre()
Latin.genre = GENRE


# The parts below are optional.


class LatinDraft(kit.DraftPart[Latin]):
    """Generation: a random square, with cells left out while it has one solution."""

    OPTIONS = (kit.size(5, 2, 9, square=True),)
    CLUES = kit.GIVENS

    def draft(self, task: kit.Task) -> kit.Draft[Latin]:
        empty = Latin(task["size"][0])
        solution = kit.random_solution(empty.model, task)
        return kit.Draft(empty.with_givens(solution), solution)


class LatinEditor(kit.EditorPart[Latin]):
    """Setting: a new board of any size. Keys and presses follow from the symbols."""

    OPTIONS = (kit.Option("size", kit.Kind.INTEGER, 5, "rows and columns of the board", 1, 9),)

    def blank(self, options: Mapping[str, Any]) -> Latin:
        return Latin(options["size"])

    def settings(self, puzzle: Latin) -> dict[str, Any]:
        return {"size": puzzle.size}


class LatinFormats(kit.FormatsPart[Latin]):
    """Exchange: a link such as ``caracol:latin/12./…``, with a field for each row."""

    @staticmethod
    def read(fields: tuple[str, ...], _: kit.Known) -> Latin:
        """Return the square with these rows."""
        return GENRE.decode({"grid": list(fields)}, kit.Info())

    @staticmethod
    def write(puzzle: Latin) -> tuple[str, ...]:
        """Return a field for each row."""
        return tuple(GENRE.encode(puzzle)["grid"])

    CARRIERS = {"caracol": kit.Carrier(("latin",), read, write, givens=True)}
