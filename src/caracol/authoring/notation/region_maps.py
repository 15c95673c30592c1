"""Formats for boards divided into regions, perhaps with a number that all regions share.

A genre says how regions and that number make a puzzle, and each method returns a carrier that reads
and writes: the regions as walls, as a table of numbers or as a grid of letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from caracol.authoring.notation import UNNUMBERED
from caracol.authoring.notation.carrying import Carrier, Fit, Known
from caracol.authoring.notation.codecs import BLACK, Borders, Cursor, Spaced, whole
from caracol.authoring.notation.contents import Items, LinkContents, PenpaContents, Sheet
from caracol.authoring.notation.regions import (
    BLOCKED,
    BLOCKED_SIGNS,
    LETTERS,
    Regions,
    areas,
    find_regions,
    find_walls,
    number_regions,
    read_rows,
    walls_between,
    write_rows,
)
from caracol.board.grid import Grid
from caracol.errors import FormatError, count_noun
from caracol.puzzle import in_rows

P = TypeVar("P", bound=Any)

# -- fields of links, and drawings -----------------------------------------------------------


def parse_regions(text: str, grid: Grid) -> Regions:
    """Return the regions in a field of our own link: walls, or ``~`` and a number for each cell."""
    if not text.startswith("~"):
        return find_regions(grid, Borders(grid).parse(text))
    cursor = Cursor(text, 1)
    # A cell without a number is blocked.
    found = Spaced(grid.size).read(cursor)
    if not cursor.done or UNNUMBERED in found:
        raise FormatError("after ~, every cell must have the number of its region or be blocked")
    return number_regions([BLOCKED if number is None else number for number in found])


def write_regions(regions: Regions, grid: Grid) -> str:
    """Return regions as walls if these suffice, otherwise as ``~`` and a number for each cell."""
    walls = walls_between(grid, regions)
    if BLOCKED not in regions and areas(grid, walls) == regions:
        return Borders(grid).write(walls)
    owners = [None if owner == BLOCKED else owner for owner in regions]
    return "~" + Spaced(grid.size).write(owners)


def dark_cells(drawing: PenpaContents) -> frozenset[int]:
    """Return the blocked cells of a drawing, which are painted black."""
    grid = drawing.grid
    return frozenset(
        grid.cell(*place)
        for place, shade in drawing.shades.items()
        if shade == BLACK and grid.inside(*place)
    )


# -- carriers --------------------------------------------------------------------------------


@dataclass(frozen=True)
class RegionMap(Generic[P]):
    """How formats carry a genre whose board is divided into regions."""

    genre: str
    """The genre's name, for messages."""
    made: Callable[[int, Regions, int], P]
    """Returns the puzzle with this number of columns, these regions and this number (0 if the genre
    has none)."""
    regions: Callable[[P], Regions]
    number: str = ""
    """The puzzle's field with the number that all regions share ("stars"), if there is one."""
    check: Callable[[P, str, bool], None] = lambda _puzzle, _format, _blocked: None
    """Raises if a format cannot carry a puzzle; the last argument says whether the format has a
    sign for blocked cells."""

    @property
    def wanted(self) -> str:
        """Name of the number in messages."""
        return f"the number of {self.number}"

    def known_number(self, known: Known, stated: Any) -> int:
        """Return the number that the text states or the caller knows."""
        if not self.number:
            return 0
        found = known.get(self.number, stated)
        if found is None:
            name = self.number
            raise FormatError(f"the text does not state {self.wanted}; use {name}=… or --{name}")
        return whole(str(found), self.wanted)

    def from_rows(self, rows: Sequence[Sequence[Any]], number: int) -> P:
        """Return the puzzle with these rows of labels."""
        regions = read_rows(rows)
        return self.made(len(rows[0]) if rows else 0, regions, number)

    def link(self, name: str) -> Carrier[P, LinkContents]:
        """Return the carrier for puzz.link: the number, and the walls."""

        def read(link: LinkContents, _: Known) -> P:
            number, body = "", link.body
            if self.number:
                number, _slash, body = body.partition("/")
            grid = link.grid
            walls = Borders(grid).parse(body)
            shared = whole(number, self.wanted) if self.number else 0
            return self.made(grid.columns, find_regions(grid, walls), shared)

        def write(puzzle: P) -> LinkContents:
            self.check(puzzle, "puzz.link", False)
            grid = puzzle.grid
            body = Borders(grid).write(find_walls(grid, self.regions(puzzle)))
            head = f"{getattr(puzzle, self.number)}/" if self.number else ""
            return LinkContents(grid.columns, grid.rows, head + body)

        return Carrier((name,), read, write)

    def sheet(self, name: str) -> Carrier[P, Sheet]:
        """Return the carrier for pzprv3: the numbers, the regions, and an empty board."""
        first = 1 if self.number else 0

        def read(sheet: Sheet, _: Known) -> P:
            grid = sheet.grid
            number = whole(sheet.single(0, self.wanted), self.wanted) if self.number else 0
            stated = whole(sheet.single(first, "the number of regions"), "the number of regions")
            rows = sheet.table(first + 1, grid.rows, grid.columns, "regions")
            sheet.check_end(first + 1 + 2 * grid.rows, first + 1 + grid.rows)
            found = len({item for row in rows for item in row})
            if stated != found:
                raise FormatError(
                    f"the file states {count_noun(stated, 'region')}, but has {found}"
                )
            return self.from_rows(rows, number)

        def write(puzzle: P) -> Sheet:
            self.check(puzzle, "pzprv3", False)
            grid, regions = puzzle.grid, self.regions(puzzle)
            find_walls(grid, regions)
            rows = [tuple(map(str, row)) for row in in_rows(regions, grid)]
            empty = [(".",) * grid.columns] * grid.rows
            head = [(str(getattr(puzzle, self.number)),)] if self.number else []
            return Sheet(grid.rows, grid.columns, (*head, (str(max(regions) + 1),), *rows, *empty))

        return Carrier((name,), read, write)

    def items(self, name: str) -> Carrier[P, Items]:
        """Return the carrier for puzzlekit: rows, columns, the number, then the regions."""
        length = 3 if self.number else 2

        def fits(items: Items) -> Fit:
            head = len(items.head) == length and items.head[-1].isdigit()
            return Fit.BARE if head and items.lines else Fit.NO

        def read(items: Items, _: Known) -> P:
            rows, columns = items.grid
            if len(items.lines) != rows:
                raise FormatError(
                    f"expected {count_noun(rows, 'row')} of regions, but found {len(items.lines)}"
                )
            if len(items.lines[0]) != columns:
                raise FormatError(
                    f"expected {count_noun(columns, 'item')} in a row, "
                    f"but found {len(items.lines[0])}"
                )
            number = whole(items.head[2], self.wanted) if self.number else 0
            return self.from_rows(items.lines, number)

        def write(puzzle: P) -> Items:
            self.check(puzzle, "puzzlekit", True)
            grid = puzzle.grid
            names = [
                BLOCKED_SIGNS[0] if number == BLOCKED else str(number + 1)
                for number in self.regions(puzzle)
            ]
            numbers = [getattr(puzzle, self.number)] if self.number else []
            return Items(
                tuple(map(str, (*grid, *numbers))), tuple(map(tuple, in_rows(names, grid)))
            )

        return Carrier((name,), read, write, fits=fits)

    def entries(self, name: str) -> Carrier[P, Mapping[str, Any]]:
        """Return the carrier for puzzle-draw: the number, and a grid of letters."""

        def read(entries: Mapping[str, Any], known: Known) -> P:
            rows = entries.get("grid")
            if not isinstance(rows, list) or not rows:
                raise FormatError(f"puzzle-draw needs a grid of letters for {self.genre}")
            return self.from_rows(rows, self.known_number(known, entries.get(self.number)))

        def write(puzzle: P) -> Mapping[str, Any]:
            self.check(puzzle, "puzzle-draw", False)
            regions = self.regions(puzzle)
            if len(set(regions)) > len(LETTERS):
                raise FormatError(f"a grid of letters can have at most {len(LETTERS)} regions")
            numbers = {self.number: getattr(puzzle, self.number)} if self.number else {}
            return {**numbers, "grid": write_rows(regions, puzzle.grid)}

        return Carrier((name,), read, write)
