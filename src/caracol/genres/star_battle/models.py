"""Star Battle as its report models it: the columns of the stars, tied to regions by ``element``."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.formulations import Formulation
from caracol.authoring.notation.regions import name_region
from caracol.authoring.store import Distance, Store
from caracol.board.grid import Grid
from caracol.genres.star_battle import EMPTY, STAR, StarBattle
from caracol.rules import Count, Model, Rule, Table


def columns(puzzle: StarBattle) -> Formulation:
    """Return a model with two variables for each star of a row: its column and its region.

    Rows need no rule, because each has its variables. The stars of a row are not ordered, so every
    solution is found ``stars! ** size`` times.
    """
    size, stars = puzzle.grid.rows, puzzle.stars
    grid = Grid(size, stars)
    placed = tuple(range(size * stars))
    owners = tuple(cell + size * stars for cell in placed)
    rules: list[Rule] = []
    for column in range(size):
        about, says = f"column {column + 1}", f"holds exactly {stars} of the stars"
        rules.append(Count(placed, 1 << column, stars, stars, name=about, statement=says))
    for cell in placed:
        row = cell // stars
        regions = puzzle.regions[row * size : (row + 1) * size]
        about = f"star {cell % stars + 1} of row {row + 1}"
        pairs = tuple(enumerate(regions))
        rules.append(
            Table((cell, owners[cell]), pairs, name=about, statement="lies in its column's region")
        )
    for region in range(size):
        about, says = f"region {name_region(region)}", f"holds exactly {stars} of the stars"
        rules.append(Count(owners, 1 << region, stars, stars, name=about, statement=says))
    apart = tuple((a, b) for a in range(size) for b in range(size) if abs(a - b) > 1)
    for cell in placed:
        for other in placed[cell + 1 :]:
            if other // stars - cell // stars <= 1:
                about = f"the stars {_name_star(cell, stars)} and {_name_star(other, stars)}"
                rules.append(Table((cell, other), apart, name=about, statement="do not touch"))

    def word(variable: int, value: int) -> str:
        return f"column {value + 1}" if variable < len(placed) else f"region {name_region(value)}"

    def board(values: Sequence[int]) -> tuple[int, ...]:
        found = [EMPTY] * puzzle.grid.size
        for cell in placed:
            found[cell // stars * size + values[cell]] = STAR
        return tuple(found)

    names = [f"star {_name_star(cell, stars)}" for cell in placed]
    regions_of = tuple(f"the region of {name}" for name in names)
    return Formulation(
        "a star's variable is its column; an element rule ties it to its region",
        # Regions need no labelling: they follow from the columns.
        Model(grid, size, tuple(rules), hidden=regions_of),
        (*names, *regions_of),
        word,
        board,
    )


def _name_star(cell: int, stars: int) -> str:
    return f"{cell % stars + 1} of row {cell // stars + 1}"


def printed(puzzle: StarBattle) -> Formulation:
    """Return the model with the constraints of the report's program, one rule for each.

    ``exactly`` counts with a truth value and a partial sum for each star; ``element`` gives the
    region of a star; a distance is a variable above 1. Columns and regions count from 1.
    """
    size, stars = puzzle.grid.rows, puzzle.stars
    store = Store(labelled=size * stars)
    placed = [
        store.add_variable(f"star {_name_star(cell, stars)}", 1, size)
        for cell in range(size * stars)
    ]
    for column in range(1, size + 1):
        store.count_exactly(column, placed, stars, f"column {column}")
    owners = []
    for cell in placed:
        row = cell // stars
        regions = puzzle.regions[row * size : (row + 1) * size]
        name = store.names[cell]
        owner = store.add_variable(f"the region of {name}", 1, size)
        owners.append(owner)
        pairs = [(column, region + 1) for column, region in enumerate(regions, 1)]
        store.allow((cell, owner), pairs, name, "lies in its column's region")
    for region in range(1, size + 1):
        store.count_exactly(region, owners, stars, f"region {name_region(region - 1)}")
    for cell in placed:
        first = max(0, cell // stars - 1) * stars
        for other in range(first, cell):
            about = f"the stars {_name_star(other, stars)} and {_name_star(cell, stars)}"
            gap = store.add_variable(f"the distance of {about}", 0, size - 1)
            store.rules.append(
                Distance((gap, cell, other), name=about, statement="have this distance")
            )
            store.allow((gap,), [(n,) for n in range(2, size)], about, "do not touch")

    def word(variable: int, value: int) -> str:
        if variable < len(placed):
            return f"column {value}"
        return f"region {name_region(value - 1)}" if variable in owners else str(value)

    def board(values: Sequence[int]) -> tuple[int, ...]:
        found = [EMPTY] * puzzle.grid.size
        for cell in placed:
            found[cell // stars * size + values[cell] - 1] = STAR
        return tuple(found)

    return store.formulate(
        "a star's variable is its column; the report's constraints one by one, with their truth "
        "values, partial sums and distances",
        word,
        board,
    )


MODELS = {"columns": columns, "printed": printed}
