"""Which boards share a page, how they are turned, and how large their cells and clues become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from caracol.drawing.books.pages import Slots, cell_size, share_pages
from caracol.drawing.books.printed import POINT, PageSizes, Printed
from caracol.drawing.themes import PRINT, Theme
from caracol.errors import ClueError

READABLE = 2.0
"""Minimum size of a cell in millimetres; a board with smaller ones is not printed."""
CLUE_POINTS = 6.0
"""Minimum size of the clues beside a board, in points."""
CLUES = (PRINT.clue, 0.6, 0.7, 0.8)
"""Sizes of clues in cells: dense boards get larger ones to stay readable."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A board on a page."""

    board: Printed
    cell: float
    """Size of its cells, in millimetres."""
    clue: float
    """Size of its clues, in cells."""

    @property
    def theme(self) -> Theme:
        """How it is drawn."""
        return replace(PRINT, clue=self.clue)

    @property
    def clue_points(self) -> float:
        """Type size of its smallest clue, in points."""
        return self.board.smallest_clue(self.clue) * self.cell / POINT

    @property
    def height(self) -> float:
        """Height of the drawing, in millimetres."""
        return self.board.size(self.clue)[1] * self.cell


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of boards."""

    slots: Slots
    boards: tuple[Placed, ...]


def lay_out_puzzles(
    look: PageSizes, boards: Sequence[Printed], most: int, notes: bool
) -> list[BookPage]:
    """Return the pages of puzzles, with at most this number on each.

    Boards whose cells would be too small share a page with fewer others, or are turned.
    """
    over = look.heading_room(boards) + look.legend_room(boards)
    sizes = [board.size() for board in boards]
    sheets = []
    for slots, members in share_pages(
        sizes, look.paper.room, most, over, look.smallest_cell, grow=True
    ):
        placed = []
        for member in members:
            found = _fit(boards[member], slots, over, look.largest_cell)
            if notes:
                # Space for notes must not make the board hard to read.
                with_notes = _fit(boards[member], slots, over + look.line, look.largest_cell)
                found = with_notes if with_notes.cell >= look.smallest_cell else found
            placed.append(_check_readable(look, found))
        sheets.append(BookPage(slots, tuple(placed)))
    return sheets


def lay_out_solutions(look: PageSizes, boards: Sequence[Printed], most: int) -> list[BookPage]:
    """Return the pages of solutions, with at most this number on each, below a title."""
    over = look.solution_heading
    room = look.paper.room[0], look.paper.room[1] - 2.0 * look.heading
    sizes = [board.size() for board in boards]
    largest = 0.55 * look.largest_cell
    return [
        BookPage(slots, tuple(_fit(boards[member], slots, over, largest) for member in members))
        for slots, members in share_pages(sizes, room, most, over, look.smallest_solved)
    ]


def _fit(board: Printed, slots: Slots, over: float, largest: float) -> Placed:
    """Return a board as large as its slot allows, with clues of at least 6 points if possible."""
    choices = (
        Placed(board, cell_size(board.size(clue), slots, over, largest), clue) for clue in CLUES
    )
    found = next(choices)
    for other in choices:
        if found.clue_points >= CLUE_POINTS:
            break
        found = max(found, other, key=lambda one: min(one.clue_points, CLUE_POINTS))
    return found


def _check_readable(look: PageSizes, placed: Placed) -> Placed:
    """Return a board; raise if it is too large even for a whole page."""
    if placed.cell < READABLE:
        grid = placed.board.puzzle.grid
        width, height = look.paper.room
        raise ClueError(
            f"a board of {grid.columns}×{grid.rows} on {width:.0f} × {height:.0f} mm would have "
            f"cells of {placed.cell:.1f} mm, too small to read; choose a larger page or leave it "
            "out",
            f"puzzle {placed.board.number}",
        )
    return placed


def describe_small(
    look: PageSizes, puzzles: Sequence[BookPage], solved: Sequence[BookPage]
) -> list[str]:
    """Return a sentence about each board that is smaller than people can read with ease."""
    wanted = [(sheet, look.smallest_cell, "") for sheet in puzzles]
    wanted += [(sheet, look.smallest_solved, "the solution of ") for sheet in solved]
    found = []
    for sheet, smallest, what in wanted:
        for one in sheet.boards:
            faults = []
            if one.cell < smallest - 0.05:
                faults.append(f"cells of {one.cell:.1f} mm instead of {smallest:.0f} mm")
            if not what and one.clue_points < CLUE_POINTS - 0.05:
                faults.append(f"clues of {one.clue_points:.1f} pt instead of {CLUE_POINTS:.0f} pt")
            if faults:
                grid = one.board.puzzle.grid
                found.append(
                    f"{what}puzzle {one.board.number} ({grid.columns}×{grid.rows}) has "
                    f"{' and '.join(faults)}; only a larger page has room for more"
                )
    return found
