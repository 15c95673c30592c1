"""What the formats of Magnets share: counts beside a board, and dominoes from walls or labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.genres.magnets import Counts, Magnets
from caracol.notation.codecs import Walls, areas

Cells = tuple[int | None, ...]


def assembled(
    grid: Grid,
    partner: tuple[int, ...],
    columns: tuple[Counts, Counts],
    rows: tuple[Counts, Counts],
    givens: Cells = (),
) -> Magnets:
    """The puzzle with these plus and minus counts."""
    return Magnets(
        grid.columns,
        partner,
        row_plus=rows[0],
        row_minus=rows[1],
        column_plus=columns[0],
        column_minus=columns[1],
        givens=givens,
    )


def singles(puzzle: Magnets) -> frozenset[int]:
    """The cells that are no half of a domino."""
    return frozenset(cell for cell, other in enumerate(puzzle.partner) if cell == other)


def walls_of(puzzle: Magnets, around_singles: bool = True) -> Walls:
    """The walls between dominoes, perhaps without those around single cells."""
    alone = frozenset() if around_singles else singles(puzzle)
    return frozenset(
        pair
        for pair in puzzle.grid.pairs()
        if puzzle.partner[pair[0]] != pair[1] and not alone.intersection(pair)
    )


def partners_within(
    grid: Grid, walls: Walls, holes: frozenset[int] = frozenset()
) -> tuple[int, ...]:
    """The other half of each cell, from walls; holes and walled-in cells are single."""
    return paired(grid, areas(grid, walls, holes))


def paired(grid: Grid, labels: Sequence[Any], alone: Sequence[Any] = (-1,)) -> tuple[int, ...]:
    """The other half of each cell, where the halves of a domino have one label."""
    cells: dict[Any, list[int]] = {}
    partner = list(range(grid.size))
    for cell, label in enumerate(labels):
        if label not in alone:
            cells.setdefault(label, []).append(cell)
    for inside in cells.values():
        if len(inside) > 2:
            raise FormatError(
                f"the area at {grid.name(inside[0])} has {len(inside)} cells; a domino has two"
            )
        if len(inside) == 2:
            one, other = inside
            partner[one], partner[other] = other, one
    return tuple(partner)


def shown(count: int | None, nothing: str = ".") -> str:
    """A count as text."""
    return nothing if count is None else str(count)


def in_rows(cells: Sequence[Any], width: int, height: int) -> list[tuple[Any, ...]]:
    """So many rows of so many items."""
    return [tuple(cells[row * width : (row + 1) * width]) for row in range(height)]
