"""How people draw and play Star Battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caracol.board.grid import Grid, renumbered
from caracol.editing import REST, Act, Addition, Aid, Flaw, Gesture, Help, Tool, Writing, moved
from caracol.errors import ClueError
from caracol.genres.star_battle import EMPTY, STAR, StarBattle, region_name
from caracol.options import Kind, Option

OPTIONS = (
    Option("size", Kind.INTEGER, 6, "rows and columns of the board", 1, 25),
    Option("stars", Kind.INTEGER, 1, "stars in each row, column and region", 1, 6),
)
TOOLS = (
    Tool(
        "regions",
        "Draw regions",
        "Drag from a cell: its region takes the cells that you pass.",
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
    return [f"region {region_name(owner)}" for owner in puzzle.regions]


def names(puzzle: StarBattle) -> list[tuple[int, str]]:
    """The letter of each region, in its first cell."""
    first = {owner: cell for cell, owner in reversed(list(enumerate(puzzle.regions)))}
    return [(cell, region_name(owner)) for owner, cell in sorted(first.items())]


def flaws(puzzle: StarBattle) -> Iterator[Flaw]:
    """Regions in pieces, and regions without room for their stars."""
    grid = puzzle.grid
    for owner in sorted(set(puzzle.regions)):
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
    """A board on which each row is a region, for regions cannot be missing."""
    size = options["size"]
    return StarBattle(options["stars"], tuple(cell // size for cell in range(size * size)))


def settings(puzzle: StarBattle) -> dict[str, Any]:
    """Size and number of stars."""
    return {"size": puzzle.grid.rows, "stars": puzzle.stars}


def reformed(puzzle: StarBattle, options: Mapping[str, Any]) -> StarBattle:
    """Regions and givens stay, as far as they fit; there are always as many regions as rows."""
    size, before, after = options["size"], puzzle.grid, Grid(options["size"], options["size"])
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
    return puzzle.changed(stars=options["stars"], regions=renumbered(labels), givens=givens)


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
    """The region of the first cell takes the others."""
    if not act.cells:
        return puzzle
    owner = puzzle.regions[act.cells[0]]
    taken = set(act.cells)
    regions = [owner if cell in taken else old for cell, old in enumerate(puzzle.regions)]
    if lost := set(puzzle.regions) - set(regions):
        name = region_name(min(lost))
        number = puzzle.grid.rows
        raise ClueError(
            f"would lose its last cell, but this board needs {number} regions", f"region {name}"
        )
    return puzzle.changed(regions=renumbered(regions))


def additions(puzzle: StarBattle, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Cells that go over to the region beside them; those where solutions differ first.

    Regions have no clues to add; their borders are what a setter moves.
    """
    grid, regions = puzzle.grid, puzzle.regions
    open_cells = {cell for cell in range(grid.size) if len({s[cell] for s in solutions}) > 1}
    for cell in sorted(range(grid.size), key=lambda cell: cell not in open_cells):
        home = regions[cell]
        rest = [other for other in puzzle.region(home) if other != cell]
        if not rest or (grid.connected(puzzle.region(home)) and not grid.connected(rest)):
            continue
        for owner in dict.fromkeys(regions[other] for other in grid.neighbours(cell)):
            if owner != home:
                moved = [owner if at == cell else old for at, old in enumerate(regions)]
                words = (
                    f"{grid.name(cell)} in region {region_name(owner)} "
                    f"instead of region {region_name(home)}"
                )
                yield Addition("border", words, puzzle.changed(regions=renumbered(moved)))
