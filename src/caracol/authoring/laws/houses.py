"""Houses: groups of cells that have each value once, such as rows, columns, boxes and diagonals.

Rows and columns are houses, and so may be boxes, regions and diagonals. Every cell has a value, so
value 0 (the blank) is never part of a solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from caracol.authoring.notation.regions import Regions, cells_of_regions, name_region
from caracol.board.grid import Grid, Line
from caracol.board.names import Demand, Name
from caracol.board.scene import Symbol, letter_symbols
from caracol.errors import ClueError
from caracol.rules import Count, Shared, Table

House = tuple[Name, Line]
"""The name and the cells of a house."""
NUMERALS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The digits of large boards: 9 is followed by A."""


def digit_symbols(most: int) -> tuple[Symbol, ...]:
    """Return the blank and the digits from 1 to ``most``; those after 9 are letters.

    >>> [symbol.letter for symbol in digit_symbols(3)]
    ['-', '1', '2', '3']
    """
    return letter_symbols(NUMERALS[:most])


def check_side(size: int, least: int, most: int, where: str) -> None:
    """Raise unless a square board of this size is possible."""
    if not least <= size <= most:
        raise ClueError(f"a side has {least} to {most} cells, not {size}", where)


@lru_cache(maxsize=64)
def diagonals(grid: Grid) -> tuple[House, ...]:
    """Return both long diagonals of a square board."""
    last = grid.rows - 1
    return (
        (Name("the falling diagonal"), tuple(grid.cell(n, n) for n in range(grid.rows))),
        (Name("the rising diagonal"), tuple(grid.cell(last - n, n) for n in range(grid.rows))),
    )


@lru_cache(maxsize=256)
def region_houses(regions: Regions, word: str, letters: bool = True) -> tuple[House, ...]:
    """Return a house for each region, called "region B", or "box 2" without letters."""
    names = (name_region(n) if letters else n + 1 for n in range(max(regions) + 1))
    return tuple(
        (Name(f"{word} {{}}", f"{word}{'es' if word.endswith('x') else 's'} {{}}", name), cells)
        for name, cells in zip(names, cells_of_regions(regions), strict=True)
    )


@lru_cache(maxsize=64)
def each_once(houses: tuple[House, ...], symbols: tuple[Symbol, ...], thing: str) -> Shared:
    """Return the rules that every house has each value but the blank once.

    ``thing`` is the word for any of these values: "digit", "letter".
    """
    one, many = (f"{has} each {thing} once, so exactly {{}}" for has in ("has", "each have"))
    demands = [Demand(one, many, symbol.counted(1)) for symbol in symbols[1:]]
    return Shared(
        Count(line, 1 << value, 1, 1, name=name, statement=says)
        for name, line in houses
        for value, says in enumerate(demands, 1)
    )


@lru_cache(maxsize=64)
def all_filled(grid: Grid, values: int, thing: str, blank: Sequence[int] = ()) -> Shared:
    """Return the rules that no cell is left blank, except for these, which are."""
    says, empty = Demand(f"has a {thing}", f"have a {thing}"), Demand("is empty", "are empty")
    written = tuple((value,) for value in range(1, values))
    found = []
    for cell in range(grid.size):
        name = Name("the cell {}", "the cells {}", grid.name(cell))
        dark = cell in blank
        rows, demand = (((0,),), empty) if dark else (written, says)
        found.append(Table((cell,), rows, name=name, statement=demand))
    return Shared(found)
