"""Formats that carry Star Battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.genres.star_battle import (
    BLOCKED,
    EMPTY,
    LETTERS,
    STAR,
    StarBattle,
    region_name,
    tidied,
)
from caracol.notation import UNTOLD
from caracol.notation.carrying import Carrier, FileFormat, Known
from caracol.notation.codecs import (
    BLACK,
    Borders,
    Cursor,
    Spaced,
    Walls,
    areas,
    check_walls,
    side,
    walls_between,
    whole,
    with_cells,
)
from caracol.notation.contents import Items, LinkContents, PenpaContents, Sections, Sheet, Term
from caracol.options import Kind, Option

Fields = tuple[str, ...]


def plain_only(puzzle: StarBattle, name: str) -> None:
    """Raise where a format knows neither blocked cells nor other numbers for rows and columns."""
    if puzzle.blocked:
        raise FormatError(f"the format '{name}' cannot carry blocked cells")
    one_number(puzzle, name)


def one_number(puzzle: StarBattle, name: str) -> None:
    """Raise where rows, columns and regions have different numbers of stars."""
    if not puzzle.row_stars == puzzle.column_stars == puzzle.stars:
        raise FormatError(f"the format '{name}' has one number of stars for all lines and regions")


def regions_within(grid: Grid, walls: Walls) -> tuple[int, ...]:
    """The regions that walls make; every wall must part two of them."""
    found = areas(grid, walls)
    check_walls(grid, walls, found)
    return found


def walls_of(puzzle: StarBattle) -> Walls:
    """The walls around the regions, which must each be in one piece."""
    walls = walls_between(puzzle.grid, puzzle.regions)
    found = areas(puzzle.grid, walls, puzzle.blocked)
    for cell, area in enumerate(found):
        if area != puzzle.regions[cell]:
            name = region_name(puzzle.regions[cell])
            raise FormatError(f"walls cannot show region {name}, which is in several pieces")
    return walls


# puzz.link: stars/borders


def read_pzpr(link: LinkContents, _: Known) -> StarBattle:
    """``starbattle/6/6/1/4ilbhgdnmhou``."""
    stars, _slash, borders = link.body.partition("/")
    grid = link.grid
    walls = Borders(grid).parse(borders)
    number = whole(stars, "the number of stars")
    return StarBattle(number, regions_within(grid, walls), grid.columns)


def write_pzpr(puzzle: StarBattle) -> LinkContents:
    """``starbattle/6/6/1/4ilbhgdnmhou``."""
    plain_only(puzzle, "puzz.link")
    body = f"{puzzle.stars}/{Borders(puzzle.grid).write(walls_of(puzzle))}"
    return LinkContents(puzzle.grid.columns, puzzle.grid.rows, body)


# pzprv3: stars, number of regions, regions, cells


def read_sheet(sheet: Sheet, _: Known) -> StarBattle:
    """Region numbers; what the player has entered is left aside."""
    grid = sheet.grid
    stars = whole(sheet.single(0, "the number of stars"), "the number of stars")
    rows = sheet.table(2, grid.rows, grid.columns, "regions")
    return StarBattle.from_rows(stars, rows)


def write_sheet(puzzle: StarBattle) -> Sheet:
    """Region numbers and an empty board."""
    plain_only(puzzle, "pzprv3")
    walls_of(puzzle)
    rows = in_rows([str(number) for number in puzzle.regions], puzzle.grid)
    empty = [("." for _ in row) for row in rows]
    number = str(puzzle.number_of_regions)
    lines = [(str(puzzle.stars),), (number,), *rows, *map(tuple, empty)]
    return Sheet(puzzle.grid.rows, puzzle.grid.columns, tuple(lines))


# Our own link: stars/borders, or stars/~regions where a region is in several pieces


def read_link(fields: Fields, _: Known) -> StarBattle:
    """``size/stars/borders[/cells]``."""
    if not 3 <= len(fields) <= 4:
        raise FormatError("a Star Battle is written size/stars/borders or size/stars/borders/cells")
    across, _x, down = fields[0].partition("x")
    columns = side(across, "the size")
    grid = Grid.checked(side(down, "the rows") if down else columns, columns)
    regions: Sequence[int]
    if fields[2].startswith("~"):
        cursor = Cursor(fields[2], 1)
        # A cell without a number is blocked.
        found = Spaced(grid.size).read(cursor)
        regions = [BLOCKED if number is None else number for number in found]
        if not cursor.done or UNTOLD in found:
            raise FormatError("after ~ every cell has the number of its region, or is blocked")
    else:
        regions = regions_within(grid, Borders(grid).parse(fields[2]))
    numbers = [whole(number, "the number of stars") for number in fields[1].split(".")]
    if len(numbers) not in (1, 3):
        raise FormatError("the stars are one number, or three: of regions, rows and columns")
    stars, a_row, a_column = (numbers * 3)[:3]
    puzzle = StarBattle(stars, tidied(regions), grid.columns, a_row, a_column)
    if len(fields) == 3:
        return puzzle
    return puzzle.with_givens(checked_cells(Spaced(grid.size).parse(fields[3])))


def write_link(puzzle: StarBattle) -> Fields:
    """``size/stars/borders[/cells]``."""
    grid = puzzle.grid
    walls = walls_between(grid, puzzle.regions)
    if not puzzle.blocked and areas(grid, walls) == puzzle.regions:
        drawn = Borders(grid).write(walls)
    else:
        owners = [None if owner == BLOCKED else owner for owner in puzzle.regions]
        drawn = "~" + Spaced(grid.size).write(owners)
    size = str(grid.rows) if grid.rows == grid.columns else f"{grid.columns}x{grid.rows}"
    numbers = [puzzle.stars, puzzle.row_stars, puzzle.column_stars]
    stars = str(puzzle.stars) if len(set(numbers)) == 1 else ".".join(map(str, numbers))
    return with_cells((size, stars, drawn), puzzle.givens)


def checked_cells(cells: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Given cells, which are empty or stars."""
    for value in cells:
        if value not in (None, EMPTY, STAR):
            raise FormatError(f"a given cell is {EMPTY} (empty) or {STAR} (a star), not {value}")
    return cells


# Penpa+: walls; the number of stars beside a star above the board


def fits_drawing(drawing: PenpaContents) -> bool:
    """Whether the walls make as many regions as there are rows."""
    grid = drawing.grid
    if not drawing.walls:
        return grid == Grid(1, 1)
    found = set(areas(grid, drawing.walls, dark_cells(drawing))) - {BLOCKED}
    return grid.rows == grid.columns and len(found) == grid.rows


def dark_cells(drawing: PenpaContents) -> frozenset[int]:
    """The blocked cells of a drawing."""
    grid = drawing.grid
    return frozenset(
        grid.cell(*place)
        for place, shade in drawing.shades.items()
        if shade == BLACK and grid.inside(*place)
    )


def read_drawing(drawing: PenpaContents, known: Known) -> StarBattle:
    """Walls and stars; the number of stars stands above the board, or must be known."""
    grid = drawing.grid
    outside = [text for (row, _), text in drawing.numbers.items() if row < 0]
    stars = known_stars(known, outside[0] if len(outside) == 1 else None)
    # Penpa users draw walls of which an end hangs loose; those part nothing and mean nothing.
    puzzle = StarBattle(stars, areas(grid, drawing.walls, dark_cells(drawing)), grid.columns)
    givens: list[int | None] = [None] * grid.size
    for (row, column), (style, name) in drawing.symbols.items():
        if name == "star" and grid.inside(row, column):
            givens[grid.cell(row, column)] = EMPTY if style == 0 else STAR
    return puzzle.with_givens(tuple(givens))


def write_drawing(puzzle: StarBattle) -> PenpaContents:
    """Walls and stars, with the number of stars above the board as puzz.link's import does it."""
    one_number(puzzle, "penpa")
    symbols: dict[tuple[int, int], tuple[Any, str]] = {}
    shades = {puzzle.grid.place(cell): BLACK for cell in puzzle.blocked}
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            symbols[puzzle.grid.place(cell)] = (2 if value == STAR else 0, "star")
    last = puzzle.grid.columns - 1
    symbols[-1, last] = (2, "star")
    numbers = {(-1, last - 1): str(puzzle.stars)}
    return PenpaContents(
        puzzle.grid, (1, 1, 1, 1), walls_of(puzzle), numbers=numbers, symbols=symbols, shades=shades
    )


def known_stars(known: Known, stated: str | None) -> int:
    """The number of stars that the text states, or that the caller knows."""
    stars = known.get("stars", stated)
    if stars is None:
        raise FormatError("the text does not say the number of stars; give stars=…, or --stars")
    return whole(str(stars), "the number of stars")


# Texts of items


def fits_items(items: Items) -> bool:
    """Whether it is ``rows cols stars`` and a table."""
    return len(items.head) == 3 and items.head[2].isdigit() and len(items.lines) > 0


def read_items(items: Items, _: Known) -> StarBattle:
    """puzzlekit: ``6 6 1`` and the regions."""
    rows, columns = items.grid
    if len(items.lines) != rows:
        raise FormatError(f"expected {rows} rows of regions, but there are {len(items.lines)}")
    if len(items.lines[0]) != columns:
        raise FormatError(f"expected {columns} items in a row, not {len(items.lines[0])}")
    return StarBattle.from_rows(whole(items.head[2], "the number of stars"), items.lines)


def write_items(puzzle: StarBattle) -> Items:
    """puzzlekit: ``6 6 1`` and the regions."""
    one_number(puzzle, "puzzlekit")
    rows, columns = map(str, puzzle.grid)
    names = ["#" if number == BLOCKED else str(number + 1) for number in puzzle.regions]
    return Items((rows, columns, str(puzzle.stars)), tuple(in_rows(names, puzzle.grid)))


def fits_sections(sections: Sections) -> bool:
    """Whether there are areas and nothing beside the board."""
    return bool(sections.get("areas")) and not sections.get("clabels")


def read_sections(sections: Sections, known: Known) -> StarBattle:
    """janko.at: areas; the solution's first row says how many stars there are."""
    solution = sections.get("solution")
    stated = str(sum(item.lower() == "x" for item in solution[0])) if solution else None
    return StarBattle.from_rows(known_stars(known, stated), sections.get("areas"))


def fits_term(term: Term) -> bool:
    """Whether it is a board of region numbers, perhaps with the number of stars."""
    if term.name == "starBattle" and [type(item) for item in term.arguments] == [int, int]:
        return True
    return (
        1 <= len(term.arguments) <= 2
        and isinstance(term.arguments[0], tuple)
        and bool(term.arguments[0])
        and all(
            isinstance(row, tuple) and all(isinstance(item, int) for item in row)
            for row in term.arguments[0]
        )
        and all(isinstance(more, int) for more in term.arguments[1:])
    )


def read_term(term: Term, known: Known) -> StarBattle:
    """``board([[1, 2], …])``, ``starBattle([[1, 2], …], 2)``, or ``starBattle(7, 2)``.

    The last is a board of the report, by its number.
    """
    if isinstance(term.arguments[0], int):
        from caracol.genres.star_battle.report import board

        return board(*term.arguments)
    stated = str(term.arguments[1]) if len(term.arguments) == 2 else None
    return StarBattle.from_rows(known_stars(known, stated), term.arguments[0])


def write_term(puzzle: StarBattle) -> Term:
    """``starBattle([[1, 2], …], 2)``."""
    plain_only(puzzle, "prolog")
    rows = in_rows([number + 1 for number in puzzle.regions], puzzle.grid)
    return Term("starBattle", (tuple(rows), puzzle.stars))


# puzzle-draw: stars and a grid of letters


def read_entries(entries: Mapping[str, Any], known: Known) -> StarBattle:
    """``stars: 2`` and ``grid:`` with a letter a cell."""
    rows = entries.get("grid")
    if not isinstance(rows, list) or not rows:
        raise FormatError("a Star Battle of puzzle-draw has a grid of letters")
    return StarBattle.from_rows(known_stars(known, entries.get("stars")), rows)


def write_entries(puzzle: StarBattle) -> Mapping[str, Any]:
    """``stars: 2`` and ``grid:`` with a letter a cell."""
    plain_only(puzzle, "puzzle-draw")
    if len(set(puzzle.regions)) > len(LETTERS):
        raise FormatError(f"a grid of letters has at most {len(LETTERS)} regions")
    rows = in_rows([region_name(number) for number in puzzle.regions], puzzle.grid)
    return {"stars": puzzle.stars, "grid": ["".join(row) for row in rows]}


def in_rows(cells: Sequence[Any], grid: Grid) -> list[tuple[Any, ...]]:
    """The cells, row by row."""
    width = grid.columns
    return [tuple(cells[start : start + width]) for start in range(0, len(cells), width)]


def files() -> tuple[FileFormat[StarBattle], ...]:
    """Loaded only when a text is none of the frames: links are read more often than boards."""
    from caracol.genres.star_battle.board_texts import FILES

    return FILES


OPTIONS = (
    Option(
        "stars", Kind.INTEGER, None, "the stars in a row, where the text does not say them", 1, 99
    ),
)
CARRIERS: dict[str, Carrier[StarBattle, Any]] = {
    "caracol": Carrier(("star-battle",), read_link, write_link, givens=True),
    "puzz.link": Carrier(("starbattle",), read_pzpr, write_pzpr),
    "pzprv3": Carrier(("starbattle",), read_sheet, write_sheet),
    "penpa": Carrier(("starbattle",), read_drawing, write_drawing, givens=True, fits=fits_drawing),
    "puzzlekit": Carrier(("starbattle",), read_items, write_items, fits=fits_items),
    "janko": Carrier(("sternenschlacht",), read_sections, fits=fits_sections),
    "puzzle-draw": Carrier(("starbattle",), read_entries, write_entries),
    "prolog": Carrier(("starBattle/2",), read_term, write_term, fits=fits_term),
}
