"""Magnets in links, ids and drawings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets, halves, partners
from caracol.genres.magnets.boards import (
    Cells,
    assembled,
    in_rows,
    partners_within,
    shown,
    singles,
    walls_of,
)
from caracol.notation import UNTOLD
from caracol.notation.carrying import Known
from caracol.notation.codecs import (
    BLACK,
    Borders,
    Cursor,
    OneOf,
    Packed,
    Spaced,
    areas,
    side,
    whole,
    with_cells,
)
from caracol.notation.contents import GameId, LinkContents, PenpaContents, Place, Sheet

Fields = tuple[str, ...]


# puzz.link: counts, walls, and where needed given poles and empty cells


def read_pzpr(link: LinkContents, _: Known) -> Magnets:
    """``magnets/5/5/…``: of each line first the minus count, then the plus count."""
    if link.flags or link.variant:
        raise FormatError(
            "this is anti-magnets, a variant with other rules; only plain Magnets are read"
        )
    grid, cursor = link.grid, Cursor(link.body)
    counts = [
        None if count == UNTOLD else count
        for count in Spaced(2 * (grid.rows + grid.columns)).read(cursor)
    ]
    walls = Borders(grid).read(cursor)
    poles: Cells = ()
    holes: frozenset[int] = frozenset()
    if not cursor.done:
        poles = tuple(pole or None for pole in Packed(grid.size, 3, 3).read(cursor))
    if not cursor.done:
        bits = Packed(grid.size, 2, 5).read(cursor)
        holes = frozenset(cell for cell, bit in enumerate(bits) if bit)
    if not cursor.done:
        raise cursor.fail("the end")
    split = 2 * grid.columns
    minus, plus = tuple(counts[::2]), tuple(counts[1::2])
    return assembled(
        grid,
        # Walls around an empty cell are not drawn, so it must not join its neighbours.
        partners_within(grid, walls, holes),
        (plus[: split // 2], minus[: split // 2]),
        (plus[split // 2 :], minus[split // 2 :]),
        poles,
    )


def write_pzpr(puzzle: Magnets) -> LinkContents:
    """``magnets/5/5/…``."""
    grid, alone = puzzle.grid, singles(puzzle)
    counts: list[int | None] = []
    for minus, plus in (
        *zip(puzzle.column_minus, puzzle.column_plus, strict=True),
        *zip(puzzle.row_minus, puzzle.row_plus, strict=True),
    ):
        counts += [minus, plus]
    body = Spaced(len(counts)).write(counts)
    body += Borders(grid).write(walls_of(puzzle, around_singles=False))
    if NEUTRAL in puzzle.givens:
        raise FormatError("puzz.link cannot give neutral cells, only poles")
    if puzzle.has_givens or alone:
        body += Packed(grid.size, 3, 3).write([pole or 0 for pole in puzzle.givens])
    if alone:
        body += Packed(grid.size, 2, 5).write([int(cell in alone) for cell in range(grid.size)])
    return LinkContents(grid.columns, grid.rows, body)


# pzprv3: walls, then the board with two frame lines above and two on the left


def read_sheet(sheet: Sheet, _: Known) -> Magnets:
    """Counts stand in the frame, plus outside; ``q1`` and ``q2`` are given, ``#`` is empty."""
    grid = sheet.grid
    if sheet.lines[:1] == (("a",),):
        raise FormatError("this is anti-magnets, a variant with other rules")
    upright = sheet.table(0, grid.rows, grid.columns - 1, "walls")
    level = sheet.table(grid.rows, grid.rows - 1, grid.columns, "walls")
    bits = [item == "1" for line in (*upright, *level) for item in line]
    walls = frozenset(pair for pair, bit in zip(grid.pairs(), bits, strict=True) if bit)
    board = sheet.table(2 * grid.rows - 1, grid.rows + 2, grid.columns + 2, "board")

    def count(item: str) -> int | None:
        return None if item in (".", "-") else whole(item.removeprefix("c"), "a count")

    cells = [item for line in board[2:] for item in line[2:]]
    holes = frozenset(cell for cell, item in enumerate(cells) if item == "#")
    return assembled(
        grid,
        partners_within(grid, walls, holes),
        (tuple(map(count, board[0][2:])), tuple(map(count, board[1][2:]))),
        (tuple(count(line[0]) for line in board[2:]), tuple(count(line[1]) for line in board[2:])),
        tuple({"q1": PLUS, "q2": MINUS}.get(item) for item in cells),
    )


def write_sheet(puzzle: Magnets) -> Sheet:
    """The walls, and the board with its frame of counts."""
    if NEUTRAL in puzzle.givens:
        raise FormatError("pzprv3 cannot give neutral cells, only poles")
    grid, alone = puzzle.grid, singles(puzzle)
    if any(puzzle.givens[cell] is not None for cell in alone):
        raise FormatError("pzprv3 cannot give single cells, which are neutral anyway")
    walls = walls_of(puzzle, around_singles=False)
    bits = ["1" if pair in walls else "0" for pair in grid.pairs()]
    upright = grid.rows * (grid.columns - 1)
    lines = in_rows(bits[:upright], grid.columns - 1, grid.rows)
    lines += in_rows(bits[upright:], grid.columns, grid.rows - 1)
    lines.append((".", ".", *map(shown, puzzle.column_plus)))
    lines.append((".", ".", *map(shown, puzzle.column_minus)))
    signs = {None: ".", PLUS: "q1", MINUS: "q2"}
    cells = ["#" if cell in alone else signs[v] for cell, v in enumerate(puzzle.givens)]
    for row, inside in enumerate(in_rows(cells, grid.columns, grid.rows)):
        lines.append((shown(puzzle.row_plus[row]), shown(puzzle.row_minus[row]), *inside))
    return Sheet(grid.rows, grid.columns, tuple(lines))


# Our own link


def read_link(fields: Fields, _: Known) -> Magnets:
    """``columns/rows/counts/walls[/cells]``."""
    if not 4 <= len(fields) <= 5:
        raise FormatError(
            "Magnets are written columns/rows/counts/walls or columns/rows/counts/walls/cells"
        )
    width, height = side(fields[0], "the columns"), side(fields[1], "the rows")
    grid = Grid.checked(height, width)
    counts = Spaced(2 * (width + height)).parse(fields[2])
    parts = cut(counts, (width, height, width, height))
    givens = Spaced(grid.size).parse(fields[4]) if len(fields) == 5 else ()
    for value in givens:
        if value not in (None, NEUTRAL, PLUS, MINUS):
            raise FormatError(f"a given cell is 0 (neutral), 1 (plus) or 2 (minus), not {value}")
    partner = partners_within(grid, Borders(grid).parse(fields[3]))
    return assembled(grid, partner, (parts[0], parts[2]), (parts[1], parts[3]), givens)


def write_link(puzzle: Magnets) -> Fields:
    """``columns/rows/counts/walls[/cells]``."""
    grid = puzzle.grid
    counts = puzzle.column_plus + puzzle.row_plus + puzzle.column_minus + puzzle.row_minus
    fields = (
        str(grid.columns),
        str(grid.rows),
        Spaced(len(counts)).write(counts),
        Borders(grid).write(walls_of(puzzle)),
    )
    return with_cells(fields, puzzle.givens)


def cut(cells: Sequence[Any], lengths: Sequence[int]) -> list[tuple[Any, ...]]:
    """Pieces of these lengths, one after the other."""
    found, start = [], 0
    for length in lengths:
        found.append(tuple(cells[start : start + length]))
        start += length
    return found


# Simon Tatham's Magnets: 6x5:plus,plus,minus,minus,dominoes

COUNT = OneOf(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "a count (0-9, a-z, A-Z) or '.' for none",
)


def fits_game(game: GameId) -> bool:
    """Whether the description has the five parts of Magnets."""
    return game.description.count(",") >= 4


def read_game(game: GameId, _: Known) -> Magnets:
    """``3x3:201,102,120,111,LRTT*BBLR``."""
    size = game.params.partition("d")[0].removesuffix("S")
    across, _x, down = size.partition("x")
    width = side(across, "the columns")
    height = side(down, "the rows") if down else width
    grid = Grid.checked(height, width)
    *counts, letters = game.description.split(",", 4)
    if len(counts) != 4:
        raise FormatError("expected four groups of counts and the dominoes, parted by commas")
    parts = [
        Spaced(length, COUNT, ".").parse(text)
        for text, length in zip(counts, (width, height, width, height), strict=True)
    ]
    letters = letters.replace(",", "")
    if len(letters) != grid.size:
        raise FormatError(f"expected {grid.size} letters of dominoes, but there are {len(letters)}")
    partner = partners(in_rows(letters, width, height))[1]
    return assembled(grid, partner, (parts[0], parts[2]), (parts[1], parts[3]))


def write_game(puzzle: Magnets) -> GameId:
    """``3x3:201,102,120,111,LRTT*BBLR``."""
    check_game(puzzle)
    groups = (puzzle.column_plus, puzzle.row_plus, puzzle.column_minus, puzzle.row_minus)
    texts = [Spaced(len(counts), COUNT, ".").write(counts) for counts in groups]
    params = f"{puzzle.grid.columns}x{puzzle.grid.rows}"
    return GameId(params, ",".join([*texts, "".join(halves(puzzle))]))


def check_game(puzzle: Magnets) -> None:
    """Raise where the game itself would refuse the id."""
    grid = puzzle.grid
    if max(grid) < 3:
        raise FormatError("the game takes boards with at least 3 rows or 3 columns")
    for line, plus, minus, length in (
        ("row", puzzle.row_plus, puzzle.row_minus, grid.columns),
        ("column", puzzle.column_plus, puzzle.column_minus, grid.rows),
    ):
        for number, (one, other) in enumerate(zip(plus, minus, strict=True), 1):
            if (one or 0) + (other or 0) > length:
                raise FormatError(f"{line} {number} has more poles than cells")
            if max(one or 0, other or 0) >= len(COUNT.characters):
                raise FormatError(f"a count of this format is at most {len(COUNT.characters) - 1}")


# Penpa+: plus above and on the left, minus below and on the right

POLES = {2: PLUS, 3: MINUS}
GREYS = (1, 3, 8)


def fits_drawing(drawing: PenpaContents) -> bool:
    """Whether the walls make dominoes."""
    if not drawing.walls and drawing.grid.size > 2:
        return False
    found = areas(drawing.grid, drawing.walls)
    sizes = [0] * (max(found) + 1)
    for area in found:
        sizes[area] += 1
    return max(sizes) <= 2


def read_drawing(drawing: PenpaContents, _: Known) -> Magnets:
    """Counts on the frame; poles are signs, neutral cells are grey."""
    grid = drawing.grid
    givens: list[int | None] = [None] * grid.size
    for (row, column), (style, name) in drawing.symbols.items():
        if grid.inside(row, column) and name == "math_G" and style in POLES:
            givens[grid.cell(row, column)] = POLES[style]
    for (row, column), shade in drawing.shades.items():
        if shade in GREYS and grid.inside(row, column):
            givens[grid.cell(row, column)] = NEUTRAL

    def count(place: Place) -> int | None:
        text = drawing.numbers.get(place, "")
        return whole(text, "a count") if text else None

    return assembled(
        grid,
        partners_within(grid, drawing.walls),
        (
            tuple(count((-1, c)) for c in range(grid.columns)),
            tuple(count((grid.rows, c)) for c in range(grid.columns)),
        ),
        (
            tuple(count((r, -1)) for r in range(grid.rows)),
            tuple(count((r, grid.columns)) for r in range(grid.rows)),
        ),
        tuple(givens),
    )


def write_drawing(puzzle: Magnets) -> PenpaContents:
    """Counts on the frame; poles are signs, neutral cells grey, single cells black."""
    grid = puzzle.grid
    numbers: dict[Place, str] = {}
    for column in range(grid.columns):
        numbers[-1, column] = shown(puzzle.column_plus[column], "")
        numbers[grid.rows, column] = shown(puzzle.column_minus[column], "")
    for row in range(grid.rows):
        numbers[row, -1] = shown(puzzle.row_plus[row], "")
        numbers[row, grid.columns] = shown(puzzle.row_minus[row], "")
    styles = {pole: style for style, pole in POLES.items()}
    symbols, shades = {}, {grid.place(cell): BLACK for cell in singles(puzzle)}
    for cell, value in enumerate(puzzle.givens):
        if value == NEUTRAL:
            shades[grid.place(cell)] = GREYS[0]
        elif value is not None:
            symbols[grid.place(cell)] = (styles[value], "math_G")
    numbers = {place: text for place, text in numbers.items() if text}
    return PenpaContents(
        grid, (1, 1, 1, 1), walls_of(puzzle), numbers=numbers, symbols=symbols, shades=shades
    )
