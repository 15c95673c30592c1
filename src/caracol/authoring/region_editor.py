"""Editor of genres whose board is divided into regions: tools that draw and block, and flaws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from caracol.authoring.editor import Act, Addition, Flaw, Gesture, Tool, open_first
from caracol.authoring.notation.regions import (
    BLOCKED,
    Regions,
    cells_of_regions,
    name_region,
    number_regions,
)
from caracol.authoring.parts import EditorPart
from caracol.board.grid import Grid, Line
from caracol.errors import ClueError, count_noun

P = TypeVar("P", bound=Any)

DRAW = Tool(
    "regions",
    "Draw regions",
    "Drag from a cell: its region takes the cells you pass.",
    Gesture.DRAG,
)
BLOCK = Tool(
    "blocked",
    "Block cells",
    "Drag over cells to remove them from the board, or to restore them.",
    Gesture.DRAG,
)


class RegionsEditor(EditorPart[P]):
    """Regions drawn by the setter; a puzzle has them in its field ``regions``.

    A genre without blocked cells lists only ``DRAW`` among its ``TOOLS``.
    """

    TOOLS: tuple[Tool, ...] = (DRAW, BLOCK)

    def check_regions(self, puzzle: P, regions: Sequence[int]) -> None:
        """Raise if these regions, not yet numbered, cannot replace those of a puzzle."""

    def region_flaws(self, puzzle: P, name: str, region: Line) -> Iterable[Flaw]:  # noqa: ARG002
        """Return further flaws of a region."""
        return ()

    def spoken(self, puzzle: P) -> list[str]:
        return [
            "blocked" if owner == BLOCKED else f"region {name_region(owner)}"
            for owner in puzzle.regions
        ]

    def flaws(self, puzzle: P) -> Iterator[Flaw]:
        for owner, region in enumerate(cells_of_regions(puzzle.regions)):
            name, pieces = name_region(owner), find_pieces(puzzle.grid, region)
            if len(pieces) > 1:
                cells = tuple(cell for piece in pieces[1:] for cell in piece)
                yield Flaw(f"Region {name} is in {len(pieces)} pieces.", cells)
            yield from self.region_flaws(puzzle, name, region)

    def edit(self, puzzle: P, act: Act) -> P:
        if not act.cells:
            return puzzle
        if act.tool == BLOCK.id:
            return self.block(puzzle, act.cells)
        return self.draw(puzzle, act.cells)

    def draw(self, puzzle: P, cells: Sequence[int]) -> P:
        """Return the puzzle in which the region of the first cell takes the others."""
        owner = puzzle.regions[cells[0]]
        if owner == BLOCKED:
            raise ClueError("is blocked, so it has no region to draw", puzzle.grid.name(cells[0]))
        taken = set(cells)
        regions = [owner if cell in taken else old for cell, old in enumerate(puzzle.regions)]
        self.check_regions(puzzle, regions)
        return replace(puzzle, regions=number_regions(regions))

    def block(self, puzzle: P, cells: Sequence[int]) -> P:
        """Return the puzzle with these cells blocked, or free again if the first one was blocked.

        A cell that becomes free joins a region beside it.
        """
        regions = list(puzzle.regions)
        if regions[cells[0]] != BLOCKED:
            for cell in cells:
                regions[cell] = BLOCKED
        else:
            for cell in cells:
                near = [regions[other] for other in puzzle.grid.neighbours(cell)]
                free = [owner for owner in near if owner != BLOCKED]
                if not free:
                    raise ClueError("has no region beside it to join", puzzle.grid.name(cell))
                regions[cell] = free[0]
        self.check_regions(puzzle, regions)
        givens = [None if regions[c] == BLOCKED else value for c, value in enumerate(puzzle.givens)]
        return replace(puzzle, regions=number_regions(regions), givens=tuple(givens))

    def additions(self, puzzle: P, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
        """Yield boards on which one cell moves to a neighbouring region.

        Regions have no clues to add; setters move their borders. Cells in which solutions differ
        come first.
        """
        grid, regions = puzzle.grid, puzzle.regions
        cells = cells_of_regions(regions)
        for cell in open_first(grid.size, solutions):
            home = regions[cell]
            if home == BLOCKED:
                continue
            rest = [other for other in cells[home] if other != cell]
            if not rest or (grid.connected(cells[home]) and not grid.connected(rest)):
                continue
            for owner in dict.fromkeys(regions[other] for other in grid.neighbours(cell)):
                if owner not in (home, BLOCKED):
                    moved = [owner if at == cell else old for at, old in enumerate(regions)]
                    words = (
                        f"{grid.name(cell)} in region {name_region(owner)} "
                        f"instead of region {name_region(home)}"
                    )
                    yield Addition("border", words, replace(puzzle, regions=number_regions(moved)))


def check_number_stays(before: Regions, after: Sequence[int]) -> None:
    """Raise if a region would lose its last cell, for boards that need a number of regions."""
    if lost := set(before) - set(after) - {BLOCKED}:
        number = max(before) + 1
        raise ClueError(
            f"would lose its last cell, but this board needs {count_noun(number, 'region')}",
            f"region {name_region(min(lost))}",
        )


def find_pieces(grid: Grid, region: Sequence[int]) -> list[list[int]]:
    """Return the connected parts of a region, the largest first."""
    left, pieces = set(region), []
    while left:
        piece = [left.pop()]
        for cell in piece:
            beside = left & set(grid.neighbours(cell))
            left -= beside
            piece += beside
        pieces.append(sorted(piece))
    return sorted(pieces, key=lambda piece: (-len(piece), piece))


def join_smallest(grid: Grid, labels: Sequence[int]) -> list[int]:
    """Return labels with one region fewer: the smallest is merged into a neighbouring one."""
    listed = [*labels]
    smallest = min(set(listed), key=lambda label: (listed.count(label), label))
    beside = next(
        listed[other]
        for cell, label in enumerate(listed)
        if label == smallest
        for other in grid.neighbours(cell)
        if listed[other] != smallest
    )
    return [beside if label == smallest else label for label in listed]
