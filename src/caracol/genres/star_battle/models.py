"""Star Battle as its report models it: the columns of the stars, tied to regions by ``element``."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.board.grid import Grid
from caracol.formulations import Formulation
from caracol.genres.star_battle import EMPTY, STAR, StarBattle, region_name
from caracol.rules import Allowed, Count, Model, Rule


def columns(puzzle: StarBattle) -> Formulation:
    """So many variables a row, each the column of a star, and as many for their regions.

    Rows need no rule, as each has its variables. The stars of a row have no order, so every
    solution is found ``stars! ** size`` times.
    """
    size, stars = puzzle.grid.rows, puzzle.stars
    grid = Grid(size, stars)
    placed = tuple(range(size * stars))
    owners = tuple(cell + size * stars for cell in placed)
    rules: list[Rule] = []
    for column in range(size):
        about, says = f"column {column + 1}", f"holds exactly {stars} of the stars"
        rules.append(Count(placed, 1 << column, stars, stars, about=about, says=says))
    for cell in placed:
        row = cell // stars
        regions = puzzle.regions[row * size : (row + 1) * size]
        about = f"star {cell % stars + 1} of row {row + 1}"
        pairs = tuple(enumerate(regions))
        rules.append(
            Allowed((cell, owners[cell]), pairs, about=about, says="lies in its column's region")
        )
    for region in range(size):
        about, says = f"region {region_name(region)}", f"holds exactly {stars} of the stars"
        rules.append(Count(owners, 1 << region, stars, stars, about=about, says=says))
    apart = tuple((a, b) for a in range(size) for b in range(size) if abs(a - b) > 1)
    for cell in placed:
        for other in placed[cell + 1 :]:
            if other // stars - cell // stars <= 1:
                about = f"the stars {_named(cell, stars)} and {_named(other, stars)}"
                rules.append(Allowed((cell, other), apart, about=about, says="do not touch"))

    def word(variable: int, value: int) -> str:
        return f"column {value + 1}" if variable < len(placed) else f"region {region_name(value)}"

    def board(values: Sequence[int]) -> tuple[int, ...]:
        found = [EMPTY] * puzzle.grid.size
        for cell in placed:
            found[cell // stars * size + values[cell]] = STAR
        return tuple(found)

    names = [f"star {_named(cell, stars)}" for cell in placed]
    regions_of = tuple(f"the region of {name}" for name in names)
    return Formulation(
        "a star's variable is its column; an element rule ties it to its region",
        # Nobody labels regions: they follow from the columns.
        Model(grid, size, tuple(rules), hidden=regions_of),
        (*names, *regions_of),
        word,
        board,
    )


def _named(cell: int, stars: int) -> str:
    return f"{cell % stars + 1} of row {cell // stars + 1}"


MODELS = {"columns": columns}
