"""Paper: page sizes, margins, and which boards share a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caracol.errors import ClueError, UnknownName

PAGES = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "b5": (176.0, 250.0),
    "letter": (215.9, 279.4),
    "6x9": (152.4, 228.6),
    "8x10": (203.2, 254.0),
}
"""Width and height in millimetres; the last two are trade sizes for print on demand."""

GRIDS = {
    1: (1, 1),
    2: (1, 2),
    3: (1, 3),
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    12: (3, 4),
    16: (4, 4),
    20: (4, 5),
}
"""Columns and rows of boards on a page, by their number."""


WIDEST_BLEED = 25.0


@dataclass(frozen=True, slots=True)
class Margins:
    """Millimetres of white around a page; the inside is at the spine of the book."""

    inside: float = 20.0
    outside: float = 14.0
    top: float = 15.0
    bottom: float = 18.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A page: its size after trimming, its margins and its bleed."""

    width: float
    height: float
    margins: Margins = Margins()
    bleed: float = 0.0

    def __post_init__(self) -> None:
        sides = (*self.margins_given(), self.bleed)
        if not all(0 <= side < float("inf") for side in sides):
            raise ClueError("margins and bleed must be 0 mm or more", "page")
        if self.bleed > WIDEST_BLEED:
            raise ClueError(f"the bleed can be at most {WIDEST_BLEED:.0f} mm; 3 is usual", "page")
        if self.room[0] < 40 or self.room[1] < 60:
            raise ClueError(
                f"these margins leave {self.room[0]:.0f} × {self.room[1]:.0f} mm; "
                "a page of puzzles needs at least 40 × 60 mm",
                "page",
            )

    def margins_given(self) -> tuple[float, float, float, float]:
        """Return the margins inside, outside, at the top and at the bottom."""
        given = self.margins
        return given.inside, given.outside, given.top, given.bottom

    @property
    def room(self) -> tuple[float, float]:
        """Width and height inside the margins."""
        inside, outside, top, bottom = self.margins_given()
        return self.width - inside - outside, self.height - top - bottom


def paper(name: str, margins: Margins | None = None, bleed: float = 0.0) -> Paper:
    """Return the paper with this name."""
    if name.lower() not in PAGES:
        raise UnknownName("page size", name, sorted(PAGES))
    return Paper(*PAGES[name.lower()], margins or Margins(), bleed)


@dataclass(frozen=True, slots=True)
class Slots:
    """The places for boards on a page, all of one size."""

    number: int
    columns: int
    rows: int
    width: float
    height: float
    turned: bool = False
    """Whether the reader turns the book by a quarter to see the boards upright."""


GUTTER = 6.0
"""Space between two boards, in millimetres."""


def slots(room: tuple[float, float], number: int) -> list[Slots]:
    """Return the ways to place this number of boards on a page with this room.

    Upright ones come first, and of these the usual one.
    """
    if number not in GRIDS:
        known = ", ".join(map(str, GRIDS))
        raise ClueError(f"the number of boards per page cannot be {number}; choose one of {known}")
    found = []
    for turned in (False, True):
        across, down = reversed(room) if turned else room
        for columns, rows in dict.fromkeys((GRIDS[number], GRIDS[number][::-1])):
            width = (across - GUTTER * (columns - 1)) / columns
            height = (down - GUTTER * (rows - 1)) / rows
            if width > 0 and height > 0:
                found.append(Slots(number, columns, rows, width, height, turned))
    return found


def cell_size(board: tuple[float, float], slot: Slots, over: float, largest: float) -> float:
    """Return the size of a cell in millimetres when a board (in cells) fills a slot.

    ``over`` is the part of its height that text needs.
    """
    return min(slot.width / board[0], (slot.height - over) / board[1], largest)


def share_pages(
    boards: Sequence[tuple[float, float]],
    room: tuple[float, float],
    most: int,
    over: float,
    smallest: float,
    *,
    grow: bool = False,
) -> list[tuple[Slots, list[int]]]:
    """Return the pages: each with its slots and the numbers of its boards, in order.

    At most ``most`` boards share a page, and fewer if their cells would become smaller than the
    readable size ``smallest``. If even a board alone would be too small upright, it is turned. A
    page that is not full has larger slots if they may ``grow``.
    """
    slots(room, most)  # raises if that many cannot share a page
    choices = [slot for number in GRIDS if number <= most for slot in slots(room, number)]

    def fitting(board: tuple[float, float]) -> frozenset[int]:
        sizes = [cell_size(board, slot, over, smallest) for slot in choices]
        found = {place for place, size in enumerate(sizes) if size >= smallest}
        found = {place for place in found if not choices[place].turned} or found
        alone = range(len(slots(room, 1)))
        return frozenset(found or {max(alone, key=lambda place: sizes[place])})

    pages: list[tuple[frozenset[int], list[int]]] = []
    for number, board in enumerate(boards):
        fit = fitting(board)
        if pages:
            common, members = pages[-1][0] & fit, pages[-1][1]
            if common and len(members) < max(choices[place].number for place in common):
                pages[-1] = (common, [*members, number])
                continue
        pages.append((fit, [number]))

    def place(fit: frozenset[int], members: list[int]) -> int:
        # Of several ways to place as many boards, the first is upright, if possible.
        enough = [choice for choice in fit if choices[choice].number >= len(members)]
        return min(enough if grow else fit, key=lambda choice: rank(choice, grow))

    def rank(choice: int, grow: bool) -> tuple[int, int]:
        return (1 if grow else -1) * choices[choice].number, choice

    return [(choices[place(fit, members)], members) for fit, members in pages]
