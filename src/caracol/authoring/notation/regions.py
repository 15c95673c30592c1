"""Boards divided into regions: how regions are numbered, named, walled in and written.

The regions of a board are a list with the number of each cell's region, counted from 0 in the order
in which they occur, row by row; a blocked cell, which is not part of the board, has
:data:`BLOCKED`. Formats for such boards are in :mod:`caracol.authoring.notation.region_maps`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caracol.board.grid import Grid, Line
from caracol.board.scene import Stroke, Weight, borders
from caracol.errors import ClueError, FormatError, count_noun
from caracol.puzzle import in_rows

Regions = tuple[int, ...]
Walls = frozenset[tuple[int, int]]
"""The pairs of neighbouring cells with a wall between them, the smaller cell first."""

BLOCKED = -1
"""The region of a cell that is not part of the board."""
BLOCKED_SIGNS = ("#", "@")
"""How files write such a cell."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The names of the first regions; the others are named by their numbers."""


# -- numbers and names -----------------------------------------------------------------------


def number_regions(labels: Sequence[object]) -> Regions:
    """Return regions numbered from 0 in the order in which they occur; blocked cells are -1.

    >>> number_regions("BBA#")
    (0, 0, 1, -1)
    """
    numbers: dict[object, int] = dict.fromkeys(labels, BLOCKED)
    known = 0
    for label in numbers:
        if label != BLOCKED and label not in BLOCKED_SIGNS:
            numbers[label] = known
            known += 1
    return tuple(map(numbers.__getitem__, labels))


def name_region(number: int) -> str:
    """Return the letter of a region, its number if the letters have run out, or # if blocked."""
    if number == BLOCKED:
        return BLOCKED_SIGNS[0]
    return LETTERS[number] if number < len(LETTERS) else str(number + 1)


def cells_of_regions(regions: Regions) -> list[Line]:
    """Return the cells of each region."""
    found: list[list[int]] = [[] for _ in range(max(regions, default=BLOCKED) + 1)]
    for cell, owner in enumerate(regions):
        if owner != BLOCKED:
            found[owner].append(cell)
    return [tuple(cells) for cells in found]


def read_rows(rows: Sequence[Sequence[object]], entry: str = "regions") -> Regions:
    """Return the regions from rows of labels, which may be any letters or numbers."""
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ClueError(
                f"has {count_noun(len(row), 'cell')}, but row 1 has {len(rows[0])}",
                f"{entry}, row {number}",
            )
    return number_regions([label for row in rows for label in row])


def write_rows(regions: Regions, grid: Grid) -> list[Any]:
    """Return rows of names: texts if every name is one letter, otherwise lists."""
    rows: list[Any] = in_rows([name_region(owner) for owner in regions], grid)
    return ["".join(row) for row in rows] if max(regions) < len(LETTERS) else rows


# -- walls -----------------------------------------------------------------------------------


def walls_between(grid: Grid, labels: Sequence[object]) -> Walls:
    """Return the walls between neighbours with different labels."""
    return frozenset(pair for pair in grid.pairs() if labels[pair[0]] != labels[pair[1]])


def areas(grid: Grid, walls: Walls, holes: frozenset[int] = frozenset()) -> Regions:
    """Return the number of each cell's area, from 0 in order of occurrence; holes have -1.

    The cells of an area are connected without crossing a wall or a hole.
    """
    found = [-1] * grid.size
    number = 0
    for start in range(grid.size):
        if found[start] >= 0 or start in holes:
            continue
        found[start], front = number, [start]
        while front:
            cell = front.pop()
            for other in grid.neighbours(cell):
                free = found[other] < 0 and other not in holes
                if free and (min(cell, other), max(cell, other)) not in walls:
                    found[other] = number
                    front.append(other)
        number += 1
    return tuple(found)


def find_regions(grid: Grid, walls: Walls) -> Regions:
    """Return the regions that walls make; raise if a wall ends inside a region."""
    found = areas(grid, walls)
    for one, other in sorted(walls):
        if found[one] == found[other]:
            raise FormatError(
                f"the wall between {grid.name(one)} and {grid.name(other)} "
                "ends inside a region; walls must enclose their regions"
            )
    return found


def find_walls(grid: Grid, regions: Regions) -> Walls:
    """Return the walls around regions; raise if a region is in several pieces."""
    walls = walls_between(grid, regions)
    holes = frozenset(cell for cell, owner in enumerate(regions) if owner == BLOCKED)
    for cell, area in enumerate(areas(grid, walls, holes)):
        if area != regions[cell]:
            name = name_region(regions[cell])
            raise FormatError(f"walls cannot show region {name}, because it is in several pieces")
    return walls


def draw_borders(grid: Grid, regions: Regions, within: Weight = Weight.FAINT) -> tuple[Stroke, ...]:
    """Return the strokes of a scene: thick between regions, faint within."""

    def wall(one: int, other: int) -> Weight:
        return within if regions[one] == regions[other] else Weight.THICK

    return borders(grid, wall)
