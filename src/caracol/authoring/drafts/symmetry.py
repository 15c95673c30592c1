"""Symmetries of a board, for patterns of clues and for puzzles in disguise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.support.options import Kind, Option

Place = tuple[int, int]
"""Row and column, also beside the board: row -1 is above it, row ``grid.rows`` below."""

T = TypeVar("T")

_Turn = Callable[[Grid, int, int], Place]

TURNS: dict[str, _Turn] = {
    "same": lambda _grid, row, column: (row, column),
    "left-right": lambda grid, row, column: (row, grid.columns - 1 - column),
    "top-bottom": lambda grid, row, column: (grid.rows - 1 - row, column),
    "half": lambda grid, row, column: (grid.rows - 1 - row, grid.columns - 1 - column),
    "diagonal": lambda _grid, row, column: (column, row),
    "quarter": lambda grid, row, column: (column, grid.rows - 1 - row),
    "back": lambda grid, row, column: (grid.columns - 1 - column, row),
    "other diagonal": lambda grid, row, column: (grid.columns - 1 - column, grid.rows - 1 - row),
}
"""The eight ways to map a board onto itself or, for the last four, onto its transpose."""

ACROSS = ("diagonal", "quarter", "back", "other diagonal")
"""The turns that turn rows into columns."""

_PATTERNS = {
    "none": ("same",),
    "rotational": ("same", "half"),
    "quarter": ("same", "quarter", "half", "back"),
    "mirror": ("same", "left-right"),
    "double mirror": ("same", "left-right", "top-bottom", "half"),
    "diagonal": ("same", "diagonal"),
}

SYMMETRIES = tuple(_PATTERNS)
"""The patterns of clues."""


def symmetry(what: str, default: str = "none") -> Option:
    """Return the option for the pattern of the clues, or of whatever else solvers notice first."""
    return Option("symmetry", Kind.CHOICE, default, f"the pattern of {what}", choices=SYMMETRIES)


def orbits(grid: Grid, places: Iterable[Place], symmetry: str) -> list[list[Place]]:
    """Return the places in groups to keep or remove together, so that the rest is symmetric."""
    turns = [TURNS[name] for name in _PATTERNS[symmetry]]
    if symmetry in ("quarter", "diagonal") and grid.rows != grid.columns:
        raise ClueError(f"'{symmetry}' needs a square board", "symmetry")
    left = dict.fromkeys(places)
    groups = []
    while left:
        first = next(iter(left))
        group = [
            place for place in dict.fromkeys(turn(grid, *first) for turn in turns) if place in left
        ]
        groups.append(group)
        for place in group:
            del left[place]
    return groups


def cells_together(grid: Grid, symmetry: str) -> list[list[int]]:
    """Return the cells in groups that are treated alike, so that the result is symmetric."""
    return [[*group] for group in _list_alike(grid, symmetry)]


@lru_cache(maxsize=32)  # drafts come one after the other
def _list_alike(grid: Grid, symmetry: str) -> list[list[int]]:
    groups = orbits(grid, map(grid.place, range(grid.size)), symmetry)
    return [[grid.cell(*place) for place in group] for group in groups]


def is_whole(grid: Grid, group: Sequence[Place], symmetry: str) -> bool:
    """Return whether a group has all the places that belong with its first."""
    turns = [TURNS[name] for name in _PATTERNS[symmetry]]
    return {turn(grid, *group[0]) for turn in turns} == {*group}


def in_any_turn(
    grid: Grid,
    items: Sequence[T],
    written: Callable[[Sequence[T]], Iterable[object]] = lambda items: items,
    turns: Iterable[str] = TURNS,
) -> str:
    """Return the contents of the squares as a text that all these turns of the board share.

    ``written`` turns the items, in this order, into text, for instance with other names.

    >>> in_any_turn(Grid(1, 2), "ab") == in_any_turn(Grid(2, 1), "ba")
    True
    """
    texts = []
    for turn in turns:
        columns = grid.rows if turn in ACROSS else grid.columns
        texts.append(
            f"{columns} {' '.join(map(str, written(turn_board(grid, tuple(items), turn))))}"
        )
    return min(texts)


def turn_cell(grid: Grid, cell: int, turn: str) -> int:
    """Return the position of a cell after a turn that keeps rows as rows."""
    return grid.cell(*TURNS[turn](grid, *grid.place(cell)))


def turn_board(grid: Grid, values: tuple[T, ...], turn: str) -> tuple[T, ...]:
    """Return the contents of a board, cell by cell, after a turn."""
    after = Grid(grid.columns, grid.rows) if turn in ACROSS else grid
    move = TURNS[turn]
    found: list[T] = list(values)
    for cell, value in enumerate(values):
        found[after.cell(*move(grid, *grid.place(cell)))] = value
    return tuple(found)
