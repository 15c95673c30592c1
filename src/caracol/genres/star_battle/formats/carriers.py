"""Star Battle in the formats that several genres share."""

from __future__ import annotations

from typing import Any

from caracol.authoring.notation.carrying import Carrier, Fit, Known
from caracol.authoring.notation.codecs import BLACK, Spaced, parse_slots, side, whole, with_cells
from caracol.authoring.notation.contents import PenpaContents, Sections, Term
from caracol.authoring.notation.region_maps import (
    RegionMap,
    dark_cells,
    parse_regions,
    write_regions,
)
from caracol.authoring.notation.regions import BLOCKED, LETTERS, areas, find_walls
from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.genres.star_battle import EMPTY, STAR, StarBattle
from caracol.genres.star_battle.report import board
from caracol.puzzle import in_rows

Fields = tuple[str, ...]


def check_plain(puzzle: StarBattle, name: str, blocked: bool = False) -> None:
    """Raise if a format has no place for different numbers of stars or for blocked cells.

    ``blocked`` says whether it has a sign for blocked cells.
    """
    if puzzle.blocked and not blocked:
        raise FormatError(f"the format '{name}' cannot carry blocked cells")
    if not puzzle.row_stars == puzzle.column_stars == puzzle.stars:
        raise FormatError(f"the format '{name}' has one number of stars for all lines and regions")


def check_letters(puzzle: StarBattle, name: str, most: int = len(LETTERS)) -> None:
    """Raise if there are more regions than letters for them."""
    if puzzle.number_of_regions > most:
        raise FormatError(f"the format '{name}' has letters for at most {most} regions")


MAP = RegionMap(
    "Star Battle",
    lambda columns, regions, stars: StarBattle(stars, regions, columns),
    lambda puzzle: puzzle.regions,
    "stars",
    check_plain,
)


# Our own link: stars/borders, or stars/~regions where a region is in several pieces


def read_link(fields: Fields, _: Known) -> StarBattle:
    """Read ``size/stars/borders[/cells]``."""
    if not 3 <= len(fields) <= 4:
        raise FormatError(
            "a Star Battle link has the form size/stars/borders or size/stars/borders/cells"
        )
    across, _x, down = fields[0].partition("x")
    columns = side(across, "the size")
    grid = Grid.checked(side(down, "the rows") if down else columns, columns)
    regions = parse_regions(fields[2], grid)
    numbers = [whole(number, "the number of stars") for number in fields[1].split(".")]
    if len(numbers) not in (1, 3):
        raise FormatError("the stars must be one number, or three: of regions, rows and columns")
    stars, a_row, a_column = (numbers * 3)[:3]
    puzzle = StarBattle(stars, regions, grid.columns, a_row, a_column)
    if len(fields) == 3:
        return puzzle
    cells = parse_slots(Spaced(grid.size), fields[3], grid.name)
    return puzzle.with_givens(check_cells(cells))


def write_link(puzzle: StarBattle) -> Fields:
    """Write ``size/stars/borders[/cells]``."""
    grid = puzzle.grid
    drawn = write_regions(puzzle.regions, grid)
    size = str(grid.rows) if grid.rows == grid.columns else f"{grid.columns}x{grid.rows}"
    numbers = [puzzle.stars, puzzle.row_stars, puzzle.column_stars]
    stars = str(puzzle.stars) if len(set(numbers)) == 1 else ".".join(map(str, numbers))
    return with_cells((size, stars, drawn), puzzle.givens)


def check_cells(cells: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Return given cells; raise unless they are empty or stars."""
    for value in cells:
        if value not in (None, EMPTY, STAR):
            raise FormatError(
                f"a given cell must be {EMPTY} (empty) or {STAR} (a star), not {value}"
            )
    return cells


# Penpa+: walls; the number of stars beside a star above the board


def fits_drawing(drawing: PenpaContents) -> Fit:
    """Return whether the walls make as many regions as there are rows; a star above is a sign."""
    grid = drawing.grid
    if not drawing.walls and grid != Grid(1, 1):
        return Fit.NO
    found = set(areas(grid, drawing.walls, dark_cells(drawing))) - {BLOCKED}
    if grid.rows != grid.columns or len(found) != grid.rows:
        return Fit.NO
    above = [name for (row, _), (_, name) in drawing.symbols.items() if row < 0]
    return Fit.SURE if above == ["star"] else Fit.MAYBE


def read_drawing(drawing: PenpaContents, known: Known) -> StarBattle:
    """Read walls and stars; the number of stars is above the board, or must be known."""
    grid = drawing.grid
    outside = [text for (row, _), text in drawing.numbers.items() if row < 0]
    stars = MAP.known_number(known, outside[0] if len(outside) == 1 else None)
    # Penpa users draw walls with a loose end; those separate nothing and mean nothing.
    puzzle = StarBattle(stars, areas(grid, drawing.walls, dark_cells(drawing)), grid.columns)
    givens: list[int | None] = [None] * grid.size
    for (row, column), (style, name) in drawing.symbols.items():
        if name == "star" and grid.inside(row, column):
            givens[grid.cell(row, column)] = EMPTY if style == 0 else STAR
    return puzzle.with_givens(tuple(givens))


def write_drawing(puzzle: StarBattle) -> PenpaContents:
    """Write walls and stars, with the number of stars above the board as in puzz.link's import."""
    check_plain(puzzle, "penpa", blocked=True)
    symbols: dict[tuple[int, int], tuple[Any, str]] = {}
    shades = {puzzle.grid.place(cell): BLACK for cell in puzzle.blocked}
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            symbols[puzzle.grid.place(cell)] = (2 if value == STAR else 0, "star")
    last = puzzle.grid.columns - 1
    symbols[-1, last] = (2, "star")
    numbers = {(-1, last - 1): str(puzzle.stars)}
    return PenpaContents(
        puzzle.grid,
        (1, 1, 1, 1),
        find_walls(puzzle.grid, puzzle.regions),
        numbers=numbers,
        symbols=symbols,
        shades=shades,
    )


# Sections and terms


def fits_sections(sections: Sections) -> Fit:
    """Return whether there are areas and nothing beside the board, as in many other genres."""
    fits = sections.get("areas") and not sections.get("clabels")
    return Fit.BARE if fits else Fit.NO


def read_sections(sections: Sections, known: Known) -> StarBattle:
    """Read janko.at: areas; the solution's first row shows how many stars there are."""
    solution = sections.get("solution")
    stated = str(sum(item.lower() == "x" for item in solution[0])) if solution else None
    return StarBattle.from_rows(MAP.known_number(known, stated), sections.get("areas"))


def fits_term(term: Term) -> Fit:
    """Return whether it is a board of region numbers, perhaps with the number of stars."""
    named = term.name == "starBattle"
    if named and [type(item) for item in term.arguments] == [int, int]:
        return Fit.SURE
    fits = (
        1 <= len(term.arguments) <= 2
        and isinstance(term.arguments[0], tuple)
        and bool(term.arguments[0])
        and all(
            isinstance(row, tuple) and all(isinstance(item, int) for item in row)
            for row in term.arguments[0]
        )
        and all(isinstance(more, int) for more in term.arguments[1:])
    )
    return (Fit.SURE if named else Fit.BARE) if fits else Fit.NO


def read_term(term: Term, known: Known) -> StarBattle:
    """Read ``board([[1, 2], …])``, ``starBattle([[1, 2], …], 2)``, or ``starBattle(7, 2)``.

    The last is a board of the report, by its number.
    """
    if isinstance(term.arguments[0], int):
        return board(*term.arguments)
    stated = str(term.arguments[1]) if len(term.arguments) == 2 else None
    return StarBattle.from_rows(MAP.known_number(known, stated), term.arguments[0])


def write_term(puzzle: StarBattle) -> Term:
    """Write ``starBattle([[1, 2], …], 2)``."""
    check_plain(puzzle, "prolog")
    rows = in_rows([number + 1 for number in puzzle.regions], puzzle.grid)
    return Term("starBattle", (tuple(map(tuple, rows)), puzzle.stars))


CARRIERS: dict[str, Carrier[StarBattle, Any]] = {
    "caracol": Carrier(("star-battle",), read_link, write_link, givens=True),
    "puzz.link": MAP.link("starbattle"),
    "pzprv3": MAP.sheet("starbattle"),
    "penpa": Carrier(("starbattle",), read_drawing, write_drawing, givens=True, fits=fits_drawing),
    "puzzlekit": MAP.items("starbattle"),
    "janko": Carrier(("sternenschlacht",), read_sections, fits=fits_sections),
    "puzzle-draw": MAP.entries("starbattle"),
    "prolog": Carrier(("starBattle/2",), read_term, write_term, fits=fits_term),
}
