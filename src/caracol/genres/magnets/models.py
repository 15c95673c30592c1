"""Magnets as its report models it: the solver's constraints one by one, and its generator."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.formulations import Formulation
from caracol.authoring.store import Cardinalities, Store
from caracol.board.grid import Grid, Line, column_name, row_name
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, SYMBOLS, Magnets

LEVELS = {MINUS: 0, NEUTRAL: 1, PLUS: 2}
"""The report's poles are −1, 0 and 1; here 1 is added, because values start at 0."""
POLES = {level: pole for pole, level in LEVELS.items()}
NORTH, EAST, SOUTH, WEST = 1, 2, 3, 4
"""The direction of a cell's other half, as the report's generator numbers it."""
DIRECTIONS = {NORTH: "north", EAST: "east", SOUTH: "south", WEST: "west"}


def printed(puzzle: Magnets) -> Formulation:
    """Return the model with the constraints of the report's program, one rule for each.

    A ``global_cardinality`` for each line, ``X + Y #= 0`` for each domino, and ``X + Y #> -2`` and
    ``X + Y #< 2`` for each two cells with a common side.
    """
    grid = puzzle.grid
    store = Store()
    for cell in range(grid.size):
        store.add_variable(grid.name(cell), 0, 2)
    clues = {(line, number, pole): count for line, number, pole, _, count in puzzle.clues()}
    for kind, number, cells in _lines(grid):
        counts = {
            LEVELS[pole]: clues[kind, number, pole]
            for pole in (PLUS, MINUS)
            if (kind, number, pole) in clues
        }
        if len(counts) == 2:
            counts[LEVELS[NEUTRAL]] = len(cells) - sum(counts.values())
        if counts:
            line = row_name(number) if kind == "row" else column_name(number)
            listed, says = tuple(counts.items()), "has its counts"
            store.rules.append(Cardinalities(cells, listed, name=line, statement=says, clue=True))
    for one, other in puzzle.dominoes():
        name = f"the domino {grid.name(one)}–{grid.name(other)}"
        store.allow((one, other), _sums(0, 0), name, "has poles that add up to 0")
    for one, other in _sides(grid):
        name = f"{grid.name(one)} and {grid.name(other)}"
        store.allow((one, other), _sums(-1, 2), name, "are not both minus")
        store.allow((one, other), _sums(-2, 1), name, "are not both plus")
    for cell, other in enumerate(puzzle.partner):
        if cell == other:
            name = f"the single cell {grid.name(cell)}"
            store.allow((cell,), [(LEVELS[NEUTRAL],)], name, "is neutral")
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            name = f"the given {SYMBOLS[value].word} in {grid.name(cell)}"
            store.allow((cell,), [(LEVELS[value],)], name, "is given", clue=True)
    return store.formulate(
        "a variable is a cell; the report's constraints one by one",
        lambda _cell, value: SYMBOLS[POLES[value]].word,
        lambda values: tuple(POLES[value] for value in values),
    )


def generator(puzzle: Magnets) -> Formulation:
    """Return the report's generator as a model: its solutions are puzzles of this size.

    The report counts N² directions and 4N counts as variables. The N² poles come between them:
    the counts follow from the poles, which follow no order until they are labelled.
    """
    grid = puzzle.grid
    cells = range(grid.size)
    store = Store()
    halves = [store.add_variable(f"the direction of {grid.name(cell)}", 1, 4) for cell in cells]
    poles = [store.add_variable(f"the pole of {grid.name(cell)}", 0, 2) for cell in cells]
    totals = [
        (pole, line, store.add_variable(f"the {SYMBOLS[pole].word} count of {kind} {number + 1}",
                                        0, len(line)))
        for kind, number, line in _lines(grid)
        for pole in (PLUS, MINUS)
    ]  # fmt: skip
    store.labelled = len(store.names)
    for cell in cells:
        row, column = divmod(cell, grid.columns)
        inside = {
            NORTH: row > 0,
            EAST: column < grid.columns - 1,
            SOUTH: row < grid.rows - 1,
            WEST: column > 0,
        }
        ways = [(way,) for way, possible in inside.items() if possible]
        store.allow((halves[cell],), ways, grid.name(cell), "points to a cell of the board")
    for one, other in _sides(grid):
        there, back = (EAST, WEST) if other == one + 1 else (SOUTH, NORTH)
        name = f"{grid.name(one)} and {grid.name(other)}"
        pairs = [(a, b) for a in DIRECTIONS for b in DIRECTIONS if (a == there) == (b == back)]
        store.allow((halves[one], halves[other]), pairs, name, "point to each other or neither")
        fitting = [(way, *pair) for way in DIRECTIONS
                   for pair in (_sums(0, 0) if way == there else _sums(-1, 1))]  # fmt: skip
        says = "do not repel each other, and are opposite if they are one domino"
        store.allow((halves[one], poles[one], poles[other]), fitting, name, says)
    for pole, line, total in totals:
        _count(store, [poles[cell] for cell in line], LEVELS[pole], total)

    def word(variable: int, value: int) -> str:
        if variable < grid.size:
            return DIRECTIONS[value]
        return SYMBOLS[POLES[value]].word if variable < 2 * grid.size else str(value)

    def board(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(POLES[values[pole]] for pole in poles)

    def make(values: Sequence[int]) -> Magnets:
        steps = {NORTH: -grid.columns, EAST: 1, SOUTH: grid.columns, WEST: -1}
        found = {(pole, line): values[total] for pole, line, total in totals}
        rows = [grid.row(number) for number in range(grid.rows)]
        columns = [grid.column(number) for number in range(grid.columns)]
        return Magnets(
            grid.columns,
            tuple(cell + steps[values[halves[cell]]] for cell in cells),
            *(tuple(found[pole, line] for line in rows) for pole in (PLUS, MINUS)),
            *(tuple(found[pole, line] for line in columns) for pole in (PLUS, MINUS)),
        )

    made = store.formulate(
        "variables are the directions of the dominoes' halves, the poles and the counts; a "
        "solution is a new puzzle of the same size, with its solution",
        word,
        board,
    )
    return made.making(make)


def _count(store: Store, variables: Sequence[int], value: int, total: int) -> None:
    """Post partial sums: the total is the number of variables with this value."""
    name, most = store.names[total], len(variables)
    before: int | None = None
    for place, variable in enumerate(variables, 1):
        after = total if place == most else store.add_variable(f"{name} up to {place}", 0, place)
        steps = [
            (start, level, start + (level == value))
            for start in (range(place) if before is not None else (0,))
            for level in POLES
        ]
        says = f"counts {store.names[variable]}"
        if before is None:
            store.allow((variable, after), [step[1:] for step in steps], name, says)
        else:
            store.allow((before, variable, after), steps, name, says)
        before = after


def _lines(grid: Grid) -> list[tuple[str, int, Line]]:
    rows = [("row", number, grid.row(number)) for number in range(grid.rows)]
    return rows + [("column", number, grid.column(number)) for number in range(grid.columns)]


def _sides(grid: Grid) -> list[tuple[int, int]]:
    """Return every two cells with a common side, the left or upper one first."""
    return [
        (cell, other)
        for cell in range(grid.size)
        for other in grid.neighbours(cell)
        if other > cell
    ]


def _sums(least: int, most: int) -> list[tuple[int, int]]:
    """Return the pairs of levels whose poles (−1, 0 and 1) have a sum in this range."""
    return [(a, b) for a in POLES for b in POLES if least <= a + b - 2 <= most]


MODELS = {"printed": printed, "generator": generator}
