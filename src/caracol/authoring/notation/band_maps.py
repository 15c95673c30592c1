"""Formats for boards with at most one clue at each end of their lines, and perhaps given cells.

A genre says where its clues are and how they make a puzzle, and each method returns a carrier that
reads and writes. Clues and given values are numbers; if a genre prints letters, a number is the
position of a letter among those in use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from caracol.authoring.notation.bands import Bands
from caracol.authoring.notation.carrying import Carrier, Known, nothing
from caracol.authoring.notation.codecs import (
    Cursor,
    Spaced,
    parse_slots,
    read_slots,
    side,
    whole,
    with_cells,
)
from caracol.authoring.notation.contents import Items, LinkContents, PenpaContents, Sheet
from caracol.authoring.notation.items import place_of
from caracol.board.grid import Grid
from caracol.errors import FormatError

P = TypeVar("P", bound=Any)

Cells = tuple[int | None, ...]

BLANK = 0
"""The value of a cell in which nothing is written."""
SIDES = ("top", "bottom", "left", "right")
"""The order of the sides in most texts."""


@dataclass(frozen=True)
class BandMap(Generic[P]):
    """How formats carry a genre with clues beside the board."""

    bands: Bands
    made: Callable[[Grid, Cells, Cells, int], P]
    """Returns the puzzle of a board with these clues (in the order of ``order``), these given
    cells, and the number that all lines share (0 if the genre has none)."""
    number: str = ""
    """Name of that number, if there is one: "the number of letters"."""
    number_of: Callable[[P], int] = lambda _: 0
    """Returns that number of a puzzle."""
    check_number: Callable[[int], object] = lambda _: None
    """Raises if no puzzle has that number."""
    thing: str = "number"
    """Symbols that are written into cells."""
    check_grid: Callable[[Grid], object] = lambda _: None
    """Raises if no puzzle of the genre has a board of this size."""
    check: Callable[[P, str], None] = lambda _puzzle, _format: None
    """Raises if a format cannot carry a puzzle."""
    losses: Callable[[P], tuple[str, ...]] = nothing
    """Returns what is lost if a format knows only numbers, and not the letters they represent."""
    cells: bool = True
    """Whether puzz.link has given cells in this genre."""

    @property
    def order(self) -> tuple[str, ...]:
        """The sides that have clues, as most texts list them."""
        known = {band.side for band in self.bands}
        return tuple(name for name in SIDES if name in known)

    def read_number(self, text: str) -> int:
        """Return the number that all lines share, or 0 if the genre has none."""
        if not self.number:
            return 0
        number = whole(text, self.number)
        self.check_number(number)
        return number

    def check_blanks(self, puzzle: P, name: str) -> None:
        """Raise if a cell is given as blank, which most formats cannot express."""
        if BLANK in puzzle.givens:
            raise FormatError(f"{name} cannot give blank cells, only {self.thing}s")

    def own(self, name: str) -> Carrier[P, tuple[str, ...]]:
        """Return the carrier for our own link: columns, rows, clues, and any given cells."""

        def read(fields: tuple[str, ...], _: Known) -> P:
            if self.number or not 3 <= len(fields) <= 4:
                raise FormatError(
                    "a link has the form columns/rows/clues or columns/rows/clues/cells"
                )
            grid = Grid.checked(side(fields[1], "the rows"), side(fields[0], "the columns"))
            names = self.bands.name_slots(grid, self.order)
            clues = parse_slots(Spaced(len(names)), fields[2], names.__getitem__)
            givens: Cells = ()
            if len(fields) == 4:
                givens = parse_slots(Spaced(grid.size), fields[3], grid.name)
            return self.made(grid, clues, givens, 0)

        def write(puzzle: P) -> tuple[str, ...]:
            grid, clues = puzzle.grid, self.bands.flatten(puzzle, self.order)
            fields = str(grid.columns), str(grid.rows), Spaced(len(clues)).write(clues)
            return with_cells(fields, puzzle.givens)

        return Carrier((name,), read, write, givens=True)

    def link(self, *names: str) -> Carrier[P, LinkContents]:
        """Return the carrier for puzz.link: the number, the clues, and any given cells."""

        def read(link: LinkContents, _: Known) -> P:
            number, body = "", link.body
            if self.number:
                number, _slash, body = body.partition("/")
            grid, cursor = link.grid, Cursor(body)
            self.check_grid(grid)
            names = self.bands.name_slots(grid, self.order)
            clues = read_slots(Spaced(len(names)), cursor, names.__getitem__)
            givens: Cells = ()
            if not cursor.done:
                givens = read_slots(Spaced(grid.size), cursor, grid.name)
            if not cursor.done:
                raise cursor.fail("the end")
            shared = self.read_number(number)
            # A given 0 does not exist there: cells hold something, or are unknown.
            if BLANK in givens:
                raise FormatError(f"a given cell in puzz.link is a {self.thing}, so it cannot be 0")
            return self.made(grid, clues, givens, shared)

        def write(puzzle: P) -> LinkContents:
            self.check(puzzle, "puzz.link")
            grid, clues = puzzle.grid, self.bands.flatten(puzzle, self.order)
            body = Spaced(len(clues)).write(clues)
            self.check_blanks(puzzle, "puzz.link")
            if puzzle.has_givens and self.cells:
                body += Spaced(grid.size).write(puzzle.givens)
            head = f"{self.number_of(puzzle)}/" if self.number else ""
            return LinkContents(grid.columns, grid.rows, head + body)

        return Carrier(names, read, write, givens=self.cells, losses=self.losses)

    def sheet(self, *names: str) -> Carrier[P, Sheet]:
        """Return the carrier for pzprv3: the number, and the board with its frame.

        ``q2`` is a given cell; everything else inside belongs to the player.
        """
        first = 1 if self.number else 0

        def read(sheet: Sheet, _: Known) -> P:
            grid = sheet.grid
            self.check_grid(grid)
            number = self.read_number(sheet.single(0, self.number) if self.number else "")
            rows = sheet.table(first, grid.rows + 2, grid.columns + 2, "board")
            sheet.check_end(first + grid.rows + 2)
            wanted = f"a {self.thing}'s number"

            def clue(item: str) -> int | None:
                return None if item in (".", "-", "") else whole(item, wanted)

            def given(item: str) -> int | None:
                if not item.startswith("q"):
                    return None
                return whole(item[1:].partition("[")[0], wanted, where=place_of(item))

            frame = self.bands.frame(grid, self.order)
            clues = tuple(clue(rows[row + 1][column + 1]) for row, column in frame)
            givens = tuple(given(item) for row in rows[1:-1] for item in row[1:-1])
            return self.made(grid, clues, givens, number)

        def write(puzzle: P) -> Sheet:
            self.check(puzzle, "pzprv3")
            self.check_blanks(puzzle, "pzprv3")
            grid = puzzle.grid
            items = {place: str(clue) for _, _, clue, place in self.bands.placed(puzzle)}
            for cell, value in enumerate(puzzle.givens):
                if value is not None and self.cells:
                    items[grid.place(cell)] = f"q{value}"
            down, across = range(-1, grid.rows + 1), range(-1, grid.columns + 1)
            rows = [tuple(items.get((row, column), ".") for column in across) for row in down]
            head = [(str(self.number_of(puzzle)),)] if self.number else []
            return Sheet(grid.rows, grid.columns, (*head, *rows))

        return Carrier(names, read, write, givens=self.cells, losses=self.losses)

    def drawing(self, name: str) -> Carrier[P, PenpaContents]:
        """Return the carrier for Penpa+: numbers on the frame and inside."""

        def fits(drawing: PenpaContents) -> bool:
            frame = {*self.bands.frame(drawing.grid, self.order)}
            outside = [place for place in drawing.numbers if not drawing.grid.inside(*place)]
            digits = all(text.isdigit() for text in drawing.numbers.values())
            return not drawing.walls and digits and bool(outside) and frame.issuperset(outside)

        def read(drawing: PenpaContents, _: Known) -> P:
            grid = drawing.grid
            self.check_grid(grid)
            inside = map(grid.place, range(grid.size))

            def number(place: tuple[int, int]) -> int | None:
                text = drawing.numbers.get(place, "")
                return whole(text, f"a {self.thing}") if text else None

            clues = tuple(map(number, self.bands.frame(grid, self.order)))
            return self.made(grid, clues, tuple(map(number, inside)), 0)

        def write(puzzle: P) -> PenpaContents:
            self.check(puzzle, "penpa")
            self.check_blanks(puzzle, "Penpa+")
            grid = puzzle.grid
            numbers = {place: str(clue) for _, _, clue, place in self.bands.placed(puzzle)}
            for cell, value in enumerate(puzzle.givens):
                if value is not None:
                    numbers[grid.place(cell)] = str(value)
            return PenpaContents(grid, (1, 1, 1, 1), numbers=numbers)

        return Carrier((name,), read, write, givens=True, fits=fits)

    def items(self, name: str) -> Carrier[P, Items]:
        """Return the carrier for puzzlekit: rows, columns, the number, the sides, and the board."""

        def number(item: str) -> int | None:
            return None if item in ("-", ".") else whole(item, f"a {self.thing} or -")

        def read(items: Items, _: Known) -> P:
            grid, lines = items.grid, items.lines
            self.check_grid(grid)
            lengths = [self.bands.on(side).count_lines(grid) for side in self.order]
            lengths += [grid.columns] * grid.rows
            if len(items.head) != 3 or [*map(len, lines)] != lengths:
                raise FormatError("expected a line for each side, and the board")
            clues = tuple(number(item) for line in lines[: len(self.order)] for item in line)
            givens = tuple(number(item) for line in lines[len(self.order) :] for item in line)
            return self.made(grid, clues, givens, self.read_number(items.head[2]))

        def fits(items: Items) -> bool:
            return len(items.head) == 3 and items.head[2].isdigit() and bool(read(items, {}))

        def write(puzzle: P) -> Items:
            self.check(puzzle, "puzzlekit")
            grid = puzzle.grid
            board = [[puzzle.givens[cell] for cell in grid.row(row)] for row in range(grid.rows)]
            sides = self.bands.in_lists(puzzle, self.order)
            lines = [tuple("-" if n is None else str(n) for n in line) for line in (*sides, *board)]
            head = tuple(map(str, (*grid, self.number_of(puzzle))))
            return Items(head, tuple(lines))

        return Carrier((name,), read, write, True, fits, self.losses)
