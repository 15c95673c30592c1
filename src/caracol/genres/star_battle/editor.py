"""How people draw and play Star Battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Any

from caracol.board.grid import Grid
from caracol.editor import (
    REST,
    Act,
    Addition,
    Aid,
    Flaw,
    Gesture,
    Help,
    Tool,
    Writing,
    moved,
    open_first,
)
from caracol.errors import ClueError
from caracol.genres.star_battle import BLOCKED, EMPTY, STAR, StarBattle, region_name, tidied
from caracol.options import Kind, Option

OPTIONS = (
    Option("size", Kind.INTEGER, 6, "rows of the board, and columns unless they differ", 1, 25),
    Option("stars", Kind.INTEGER, 1, "stars in each row, column and region", 1, 6),
    Option("across", Kind.INTEGER, 0, "columns, where they are not as many as rows", 0, 25),
)
TOOLS = (
    Tool(
        "regions",
        "Draw regions",
        "Drag from a cell: its region takes the cells that you pass.",
        Gesture.DRAG,
    ),
    Tool(
        "blocked",
        "Block cells",
        "Drag over cells: they are no part of the board, or are again.",
        Gesture.DRAG,
    ),
)
EXAMPLE = {
    "caracol": 1,
    "genre": "star-battle",
    "title": "A first Star Battle",
    "stars": 1,
    "regions": ["ABBCCC", "ABBDDD", "AAEEED", "AAEEEE", "AAEEFF", "AAAEEF"],
}
AIDS = (Aid(Help.AROUND, "Dots around a star"), REST)


def writing(_puzzle: StarBattle) -> Writing:
    """A press puts a star; the other button rules a cell out."""
    return Writing((STAR, EMPTY), {"s": STAR, "1": STAR, ".": EMPTY, "0": EMPTY})


def spoken(puzzle: StarBattle) -> list[str]:
    """The region of each cell."""
    return [
        "blocked" if owner == BLOCKED else f"region {region_name(owner)}"
        for owner in puzzle.regions
    ]


def flaws(puzzle: StarBattle) -> Iterator[Flaw]:
    """Regions in pieces, and regions without room for their stars."""
    grid = puzzle.grid
    for owner in sorted(set(puzzle.regions) - {BLOCKED}):
        region, name = puzzle.region(owner), region_name(owner)
        pieces = _pieces(grid, region)
        if len(pieces) > 1:
            cells = tuple(cell for piece in pieces[1:] for cell in piece)
            yield Flaw(f"Region {name} is in {len(pieces)} pieces.", cells)
        if not _room(grid, tuple(region), puzzle.stars):
            stars = "a star" if puzzle.stars == 1 else f"{puzzle.stars} stars"
            yield Flaw(f"Region {name} has no room for {stars}.", tuple(region))


def _pieces(grid: Grid, region: Sequence[int]) -> list[list[int]]:
    """The parts of a region that hang together, the largest first."""
    left, pieces = set(region), []
    while left:
        piece = [left.pop()]
        for cell in piece:
            beside = left & set(grid.neighbours(cell))
            left -= beside
            piece += beside
        pieces.append(sorted(piece))
    return sorted(pieces, key=lambda piece: (-len(piece), piece))


def _room(grid: Grid, region: tuple[int, ...], stars: int) -> bool:
    """Whether so many stars have places in a region, no two of them touching."""
    if stars <= 0:
        return True
    for at, cell in enumerate(region[: max(0, len(region) - stars + 1)]):
        row, column = grid.place(cell)
        apart = tuple(
            other
            for other in region[at + 1 :]
            if max(abs(grid.place(other)[0] - row), abs(grid.place(other)[1] - column)) > 1
        )
        if _room(grid, apart, stars - 1):
            return True
    return False


def blank(options: Mapping[str, Any]) -> StarBattle:
    """A board on which each row is a region, for regions cannot be missing.

    Where rows and columns are not equally many, their stars are as few as they can be, and the
    regions are as many as the columns where that suits their stars.
    """
    rows, columns, stars = options["size"], options["across"] or options["size"], options["stars"]
    cells = range(rows * columns)
    if rows == columns:
        return StarBattle(stars, tuple(cell // columns for cell in cells))
    shared = gcd(rows, columns)
    a_row, a_column = columns // shared, rows // shared
    total = rows * a_row
    if total % stars:
        raise ClueError(f"{total} stars make no regions with {stars} each", "stars")
    number = total // stars
    regions = [
        cell % columns if number == columns else cell * number // len(cells) for cell in cells
    ]
    return StarBattle(stars, tuple(regions), columns, a_row, a_column)


def settings(puzzle: StarBattle) -> dict[str, Any]:
    """Size and number of stars."""
    rows, columns = puzzle.grid
    other = 0 if rows == columns else columns
    return {"size": rows, "stars": puzzle.stars, "across": other}


def reformed(puzzle: StarBattle, options: Mapping[str, Any]) -> StarBattle:
    """Regions and givens stay, as far as they fit; there are always as many regions as rows."""
    size, before, after = options["size"], puzzle.grid, Grid(options["size"], options["size"])
    if not puzzle.plain or options["across"] not in (0, size):
        # Other boards begin anew: rows, columns and regions must want equally many stars.
        return blank(options).changed(info=puzzle.info)
    labels = []
    for row, column in map(after.place, range(after.size)):
        # New columns widen the regions at their left; a new row is a new region.
        inside = row < before.rows
        beside = before.cell(row, min(column, before.columns - 1)) if inside else 0
        labels.append(puzzle.regions[beside] if inside else before.rows + row)
    while (few := len(set(labels)) - size) > 0:
        labels = _joined(after, labels)
    if few < 0:
        return blank(options).changed(info=puzzle.info)
    givens = moved(puzzle.givens, before, after, None)
    return StarBattle(options["stars"], tidied(labels), givens=givens, info=puzzle.info)


def _joined(grid: Grid, labels: list[int]) -> list[int]:
    """One region less: the smallest goes over to the one beside it."""
    smallest = min(set(labels), key=lambda label: (labels.count(label), label))
    beside = next(
        labels[other]
        for cell, label in enumerate(labels)
        if label == smallest
        for other in grid.neighbours(cell)
        if labels[other] != smallest
    )
    return [beside if label == smallest else label for label in labels]


def edit(puzzle: StarBattle, act: Act) -> StarBattle:
    """The region of the first cell takes the others; or cells are blocked, or free again."""
    if not act.cells:
        return puzzle
    if act.tool == "blocked":
        return with_blocked(puzzle, act.cells)
    if puzzle.regions[act.cells[0]] == BLOCKED:
        raise ClueError("is blocked, so it has no region to draw", puzzle.grid.name(act.cells[0]))
    owner = puzzle.regions[act.cells[0]]
    taken = set(act.cells)
    regions = [owner if cell in taken else old for cell, old in enumerate(puzzle.regions)]
    check_lost(puzzle, regions)
    return puzzle.changed(regions=tidied(regions))


def check_lost(puzzle: StarBattle, regions: Sequence[int]) -> None:
    """Raise where a region would lose its last cell."""
    if lost := set(puzzle.regions) - set(regions) - {BLOCKED}:
        name = region_name(min(lost))
        number = puzzle.number_of_regions
        raise ClueError(
            f"would lose its last cell, but this board needs {number} regions", f"region {name}"
        )


def with_blocked(puzzle: StarBattle, cells: Sequence[int]) -> StarBattle:
    """Cells that were free are blocked; where the first was blocked, all join a region beside."""
    regions = list(puzzle.regions)
    if regions[cells[0]] != BLOCKED:
        for cell in cells:
            regions[cell] = BLOCKED
    else:
        for cell in cells:
            near = [regions[other] for other in puzzle.grid.neighbours(cell)]
            free = [owner for owner in near if owner != BLOCKED]
            if not free:
                raise ClueError(
                    "has no region beside it that it could join", puzzle.grid.name(cell)
                )
            regions[cell] = free[0]
    check_lost(puzzle, regions)
    givens = [None if regions[c] == BLOCKED else value for c, value in enumerate(puzzle.givens)]
    return puzzle.changed(regions=tidied(regions), givens=tuple(givens))


def additions(puzzle: StarBattle, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Cells that go over to the region beside them; those where solutions differ first.

    Regions have no clues to add; their borders are what a setter moves.
    """
    grid, regions = puzzle.grid, puzzle.regions
    for cell in open_first(grid.size, solutions):
        home = regions[cell]
        if home == BLOCKED:
            continue
        rest = [other for other in puzzle.region(home) if other != cell]
        if not rest or (grid.connected(puzzle.region(home)) and not grid.connected(rest)):
            continue
        for owner in dict.fromkeys(regions[other] for other in grid.neighbours(cell)):
            if owner not in (home, BLOCKED):
                moved = [owner if at == cell else old for at, old in enumerate(regions)]
                words = (
                    f"{grid.name(cell)} in region {region_name(owner)} "
                    f"instead of region {region_name(home)}"
                )
                yield Addition("border", words, puzzle.changed(regions=tidied(moved)))
