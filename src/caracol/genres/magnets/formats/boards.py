"""Counts beside a board, and dominoes from walls or labels, for the formats of Magnets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caracol.authoring.notation.regions import Walls, areas
from caracol.board.grid import Grid
from caracol.errors import FormatError, count_noun
from caracol.genres.magnets import Magnets

Cells = tuple[int | None, ...]
SIDES = ("top", "bottom", "left", "right")
"""The order of the counts in most texts: pluses and minuses of columns, then of rows."""
POLE_BY_POLE = ("top", "left", "bottom", "right")
"""The order in our own link and in Simon Tatham's ids: first all pluses, then all minuses."""


def singles(puzzle: Magnets) -> frozenset[int]:
    """Return the cells that are not half of a domino."""
    return frozenset(cell for cell, other in enumerate(puzzle.partner) if cell == other)


def find_walls_around(puzzle: Magnets, around_singles: bool = True) -> Walls:
    """Return the walls between dominoes, perhaps without those around single cells."""
    alone = frozenset() if around_singles else singles(puzzle)
    return frozenset(
        pair
        for pair in puzzle.grid.pairs()
        if puzzle.partner[pair[0]] != pair[1] and not alone.intersection(pair)
    )


def find_partners(grid: Grid, walls: Walls, holes: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """Return the other half of each cell, from walls; holes and walled-in cells are single."""
    return pair_halves(grid, areas(grid, walls, holes))


def pair_halves(grid: Grid, labels: Sequence[Any], alone: Sequence[Any] = (-1,)) -> tuple[int, ...]:
    """Return the other half of each cell, if the halves of a domino have the same label."""
    cells: dict[Any, list[int]] = {}
    partner = list(range(grid.size))
    for cell, label in enumerate(labels):
        if label not in alone:
            cells.setdefault(label, []).append(cell)
    for inside in cells.values():
        if len(inside) > 2:
            raise FormatError(
                f"the area at {grid.name(inside[0])} has {count_noun(len(inside), 'cell')}; "
                "a domino has two"
            )
        if len(inside) == 2:
            one, other = inside
            partner[one], partner[other] = other, one
    return tuple(partner)


def show_count(count: int | None, nothing: str = ".") -> str:
    """Return a count as text."""
    return nothing if count is None else str(count)
