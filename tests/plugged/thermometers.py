"""Thermometers: numbers beside the board count how many cells are filled, from the bulbs up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from caracol import kit

EMPTY, FILLED = 0, 1
SYMBOLS = (
    kit.Symbol("-", "empty cell", kit.Shape.DOT, "·", adjective="empty"),
    kit.Symbol("#", "filled cell", kit.Shape.FILL, "█", adjective="filled"),
)
BANDS = kit.Bands((kit.Band("columns", "top"), kit.Band("rows", "left")))
RISING = ((EMPTY, EMPTY), (FILLED, EMPTY), (FILLED, FILLED))


@dataclass(frozen=True)
class Thermometers(kit.Puzzle):
    """Thermometers, each a list of cells from its bulb up, and numbers beside the board."""

    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    thermometers: tuple[kit.Line, ...]

    symbols = SYMBOLS

    @kit.cached
    def grid(self) -> kit.Grid:
        return kit.Grid.checked(len(self.rows), len(self.columns))

    def check(self) -> None:
        used = [cell for line in self.thermometers for cell in line]
        if len(used) > len({*used}):
            raise kit.ClueError("two thermometers share a cell", "thermometers")
        for line in self.thermometers:
            for one, other in pairwise(line):
                if other not in self.grid.neighbours(one):
                    name = self.grid.name
                    raise kit.ClueError(f"{name(one)} and {name(other)} are not neighbours")
        self.check_givens()


class ThermometersGenre(kit.Genre[Thermometers]):
    """The rules of Thermometers."""

    id = "thermometers"
    name = "Thermometers"
    instructions = (
        "Fill thermometers from their bulbs up; each may be empty, full or anything between. The "
        "numbers say how many cells of a row or column are filled."
    )
    schema = {
        "properties": {
            **{
                side: {"type": "array", "items": {"type": ["integer", "null"]}}
                for side in ("rows", "columns")
            },
            "thermometers": {"type": "array", "items": {"type": "string"}},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["rows", "columns", "thermometers"],
    }
    violations = {"the link {}": "A thermometer is filled above an empty cell."}

    def rules(self, puzzle: Thermometers) -> list[kit.Rule]:
        grid, rules = puzzle.grid, list[kit.Rule]()
        for line in puzzle.thermometers:
            for pair in pairwise(line):
                name = kit.Name("the link {}", "", "–".join(map(grid.name, pair)))
                rules.append(kit.Table(pair, RISING, name=name, statement="is filled from below"))
        for band, number, clue in BANDS.clues(puzzle):
            cells, name = band.cells(grid, number), kit.name_count(band, number, clue)
            says = f"counts {SYMBOLS[FILLED].counted(clue)}"
            rules.append(
                kit.Count(cells, 1 << FILLED, clue, clue, name=name, statement=says, clue=True)
            )
        return rules

    def scene(self, puzzle: Thermometers) -> kit.Scene:
        grid = puzzle.grid
        owner = {cell: n for n, line in enumerate(puzzle.thermometers) for cell in line}
        strokes = kit.borders(
            grid,
            lambda one, other: (
                kit.Weight.FAINT if owner.get(one, -1) == owner.get(other, -2) else kit.Weight.THICK
            ),
        )
        labels = [
            kit.Label(*place, str(clue), kit.name_count(band, number, clue))
            for band, number, clue, place in BANDS.placed(puzzle)
        ]
        bulbs = [
            kit.Label(*grid.place(line[0]), "", shape=kit.Shape.CIRCLE)
            for line in puzzle.thermometers
        ]
        return kit.Scene(grid, strokes, SYMBOLS, (*labels, *bulbs))

    def encode(self, puzzle: Thermometers) -> dict[str, Any]:
        name = puzzle.grid.name
        return {
            "rows": list(puzzle.rows),
            "columns": list(puzzle.columns),
            "thermometers": [" ".join(map(name, line)) for line in puzzle.thermometers],
            **kit.given_entry(puzzle),
        }

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Thermometers:
        rows, columns = tuple(entries["rows"]), tuple(entries["columns"])
        grid = kit.Grid.checked(len(rows), len(columns))
        lines = tuple(tuple(map(grid.named, text.split())) for text in entries["thermometers"])
        return kit.with_given_entry(Thermometers(rows, columns, lines, info=info), entries)


GENRE = ThermometersGenre()
Thermometers.genre = GENRE


class ThermometersTechniques(kit.TechniquesPart):
    """Names of steps: what is known of a thermometer, and of a line."""

    READERS = (
        kit.NumberNames(none="line-none", full="line-full", needed="line-all"),
        kit.skip_single_counts,
    )
    WORDS = {
        "line-none": ("A 0", "{rules}: so {conclusion}."),
        "line-full": ("A finished line", "{placed}: so {conclusion}."),
        "line-all": ("All that are left", "{left}."),
        "pair": (
            "From the bulb up",
            "A thermometer is filled from its bulb up, and {facts}: so {conclusion}.",
        ),
    }
    PHRASES = {
        "in": kit.COUNT_PLACES,
        "by": {"the link {}": "as thermometers are filled from their bulbs"},
        "broken": {"the link {}": "but then a thermometer would be filled above an empty cell"},
    }
    NEVER = ("count-none", "count-full", "count-all", "connected", "loop", "sum", "reading")


class ThermometersDraft(kit.DraftPart[Thermometers]):
    """Generation: straight thermometers, filled at random; numbers are left out."""

    OPTIONS = (kit.size(6, 3, 15), kit.symmetry("the numbers"))
    CLUES = kit.strip_bands(BANDS, kit.name_count)

    def draft(self, task: kit.Task) -> kit.Draft[Thermometers]:
        grid, dice = task.grid, task.dice
        free, lines = {*range(grid.size)}, list[kit.Line]()
        for bulb in dice.shuffled(range(grid.size)):
            way, row, column = dice.pick(((0, 1), (1, 0), (0, -1), (-1, 0))), *grid.place(bulb)
            line: list[int] = []
            while grid.inside(row, column) and grid.cell(row, column) in free and len(line) < 5:
                line.append(grid.cell(row, column))
                row, column = row + way[0], column + way[1]
            free -= {*line}
            lines += [tuple(line)] if line else []
        empty = Thermometers((None,) * grid.rows, (None,) * grid.columns, tuple(lines))
        solution = kit.random_solution(empty.model, task)
        counts: dict[str, Any] = {
            band.field: tuple(
                sum(solution[cell] for cell in band.cells(grid, n))
                for n in range(band.count_lines(grid))
            )
            for band in BANDS
        }
        return kit.Draft(replace(empty, **counts), solution)


class ThermometersEditor(kit.BandsEditor[Thermometers]):
    """Setting: numbers beside the board; drag from a bulb to draw a thermometer."""

    OPTIONS = (
        kit.Option("rows", kit.Kind.INTEGER, 6, "rows of the board", 2, 20),
        kit.Option("columns", kit.Kind.INTEGER, 6, "columns of the board", 2, 20),
    )
    BANDS = BANDS
    TYPED = "numbers", "Numbers", "Choose a place beside the board and type a number."
    MORE_TOOLS = (kit.Tool("lines", "Thermometers", "Drag from the bulb up.", kit.Gesture.DRAG),)

    def settings(self, puzzle: Thermometers) -> dict[str, Any]:
        return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}

    def blank(self, options: Mapping[str, Any]) -> Thermometers:
        return Thermometers((None,) * options["rows"], (None,) * options["columns"], ())

    def edit(self, puzzle: Thermometers, act: kit.Act) -> Thermometers:
        if act.tool != "lines":
            return super().edit(puzzle, act)
        kept = tuple(line for line in puzzle.thermometers if not {*line} & {*act.cells})
        return replace(puzzle, thermometers=(*kept, tuple(act.cells)))
