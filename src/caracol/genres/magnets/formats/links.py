"""Magnets in links, IDs and drawings."""

from __future__ import annotations

from caracol.authoring.notation import UNNUMBERED
from caracol.authoring.notation.carrying import Fit, Known
from caracol.authoring.notation.codecs import (
    BLACK,
    Borders,
    Cursor,
    OneOf,
    Packed,
    Spaced,
    parse_slots,
    read_slots,
    side,
    whole,
    with_cells,
)
from caracol.authoring.notation.contents import GameId, LinkContents, PenpaContents, Sheet
from caracol.authoring.notation.regions import areas
from caracol.board.grid import Grid
from caracol.errors import FormatError, count_noun
from caracol.genres.magnets import BANDS, MINUS, NEUTRAL, PLUS, Magnets, halves, partners
from caracol.genres.magnets.formats.boards import (
    POLE_BY_POLE,
    SIDES,
    Cells,
    find_partners,
    find_walls_around,
    show_count,
    singles,
)
from caracol.puzzle import in_rows

Fields = tuple[str, ...]


# puzz.link: counts, walls, and if needed given poles and empty cells

LINE_BY_LINE = (("bottom", "top"), ("right", "left"))
"""For each line first the minus count, then the plus count."""


def read_pzpr(link: LinkContents, _: Known) -> Magnets:
    """Read ``magnets/5/5/…``: for each line first the minus count, then the plus count."""
    if link.flags or link.variant:
        raise FormatError(
            "this is anti-magnets, a variant with different rules; only plain Magnets can be read"
        )
    grid, cursor = link.grid, Cursor(link.body)
    names = BANDS.name_slots(grid, LINE_BY_LINE)
    counts = [
        None if count == UNNUMBERED else count
        for count in read_slots(Spaced(len(names)), cursor, names.__getitem__)
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
    # Walls around an empty cell are not drawn, so it must not join its neighbours.
    partner = find_partners(grid, walls, holes)
    return Magnets(grid.columns, partner, **BANDS.split(counts, grid, LINE_BY_LINE), givens=poles)


def write_pzpr(puzzle: Magnets) -> LinkContents:
    """Write ``magnets/5/5/…``."""
    grid, alone = puzzle.grid, singles(puzzle)
    counts = BANDS.flatten(puzzle, LINE_BY_LINE)
    body = Spaced(len(counts)).write(counts)
    body += Borders(grid).write(find_walls_around(puzzle, around_singles=False))
    if NEUTRAL in puzzle.givens:
        raise FormatError("puzz.link cannot give neutral cells, only poles")
    if puzzle.has_givens or alone:
        body += Packed(grid.size, 3, 3).write([pole or 0 for pole in puzzle.givens])
    if alone:
        body += Packed(grid.size, 2, 5).write([int(cell in alone) for cell in range(grid.size)])
    return LinkContents(grid.columns, grid.rows, body)


# pzprv3: walls, then the board with two frame lines above and two on the left


def read_sheet(sheet: Sheet, _: Known) -> Magnets:
    """Read counts in the frame, plus outside; ``q1`` and ``q2`` are given, ``#`` is empty."""
    grid = sheet.grid
    if sheet.lines[:1] == (("a",),):
        raise FormatError(
            "this is anti-magnets, a variant with different rules; only plain Magnets can be read"
        )
    upright = sheet.table(0, grid.rows, grid.columns - 1, "walls")
    level = sheet.table(grid.rows, grid.rows - 1, grid.columns, "walls")
    bits = [whole(item, "0 or 1", 1) == 1 for line in (*upright, *level) for item in line]
    walls = frozenset(pair for pair, bit in zip(grid.pairs(), bits, strict=True) if bit)
    board = sheet.table(2 * grid.rows - 1, grid.rows + 2, grid.columns + 2, "board")
    sheet.check_end(3 * grid.rows + 1)

    def count(item: str) -> int | None:
        return None if item in (".", "-") else whole(item.removeprefix("c"), "a count")

    cells = [item for line in board[2:] for item in line[2:]]
    holes = frozenset(cell for cell, item in enumerate(cells) if item == "#")
    partner = find_partners(grid, walls, holes)
    above, beside = board[:2], zip(*board[2:], strict=True)
    lists = [line[2:] for line in above] + [*beside][:2]
    counts = BANDS.from_lists([[count(item) for item in line] for line in lists], SIDES)
    givens = tuple({"q1": PLUS, "q2": MINUS}.get(item) for item in cells)
    return Magnets(grid.columns, partner, **counts, givens=givens)


def write_sheet(puzzle: Magnets) -> Sheet:
    """Write the walls, and the board with its frame of counts."""
    if NEUTRAL in puzzle.givens:
        raise FormatError("pzprv3 cannot give neutral cells, only poles")
    grid, alone = puzzle.grid, singles(puzzle)
    if any(puzzle.givens[cell] is not None for cell in alone):
        raise FormatError("pzprv3 cannot give single cells, which are neutral anyway")
    walls = find_walls_around(puzzle, around_singles=False)
    bits = ["1" if pair in walls else "0" for pair in grid.pairs()]
    upright = grid.rows * (grid.columns - 1)
    lines = [tuple(row) for row in in_rows(bits[:upright], Grid(grid.rows, grid.columns - 1))]
    lines += [tuple(row) for row in in_rows(bits[upright:], Grid(grid.rows - 1, grid.columns))]
    lines.append((".", ".", *map(show_count, puzzle.column_plus)))
    lines.append((".", ".", *map(show_count, puzzle.column_minus)))
    signs = {None: ".", PLUS: "q1", MINUS: "q2"}
    cells = ["#" if cell in alone else signs[v] for cell, v in enumerate(puzzle.givens)]
    for row, inside in enumerate(in_rows(cells, grid)):
        lines.append((show_count(puzzle.row_plus[row]), show_count(puzzle.row_minus[row]), *inside))
    return Sheet(grid.rows, grid.columns, tuple(lines))


# Our own link


def read_link(fields: Fields, _: Known) -> Magnets:
    """Read ``columns/rows/counts/walls[/cells]``."""
    if not 4 <= len(fields) <= 5:
        raise FormatError(
            "a link has the form columns/rows/counts/walls or columns/rows/counts/walls/cells"
        )
    width, height = side(fields[0], "the columns"), side(fields[1], "the rows")
    grid = Grid.checked(height, width)
    names = BANDS.name_slots(grid, POLE_BY_POLE)
    slots = parse_slots(Spaced(len(names)), fields[2], names.__getitem__)
    counts = BANDS.split(slots, grid, POLE_BY_POLE)
    givens: Cells = ()
    if len(fields) == 5:
        givens = parse_slots(Spaced(grid.size), fields[4], grid.name)
    for cell, value in enumerate(givens):
        if value not in (None, NEUTRAL, PLUS, MINUS):
            raise FormatError(
                f"a given cell is 0 (neutral), 1 (plus) or 2 (minus), not {value}",
                grid.name(cell),
            )
    partner = find_partners(grid, Borders(grid).parse(fields[3]))
    return Magnets(grid.columns, partner, **counts, givens=givens)


def write_link(puzzle: Magnets) -> Fields:
    """Write ``columns/rows/counts/walls[/cells]``."""
    grid = puzzle.grid
    counts = BANDS.flatten(puzzle, POLE_BY_POLE)
    fields = (
        str(grid.columns),
        str(grid.rows),
        Spaced(len(counts)).write(counts),
        Borders(grid).write(find_walls_around(puzzle)),
    )
    return with_cells(fields, puzzle.givens)


# Simon Tatham's Magnets: 6x5:plus,plus,minus,minus,dominoes

COUNT = OneOf(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "a count (0-9, a-z, A-Z) or '.' for none",
)


def fits_game(game: GameId) -> Fit:
    """Return whether the description has the five parts of Magnets, of which one is dominoes."""
    *counts, letters = game.description.split(",", 4)
    if len(counts) != 4:
        return Fit.NO
    return Fit.SURE if set(letters) <= set("LRTB*,") else Fit.MAYBE


def read_game(game: GameId, _: Known) -> Magnets:
    """Read ``3x3:201,102,120,111,LRTT*BBLR``."""
    size = game.params.partition("d")[0].removesuffix("S")
    across, _x, down = size.partition("x")
    width = side(across, "the columns")
    height = side(down, "the rows") if down else width
    grid = Grid.checked(height, width)
    *counts, letters = game.description.split(",", 4)
    if len(counts) != 4:
        raise FormatError("expected four groups of counts and the dominoes, separated by commas")
    lists = [
        parse_slots(Spaced(len(names), COUNT, "."), text, names.__getitem__)
        for text, side in zip(counts, POLE_BY_POLE, strict=True)
        for names in [BANDS.name_slots(grid, (side,))]
    ]
    letters = letters.replace(",", "")
    if len(letters) != grid.size:
        raise FormatError(
            f"expected {count_noun(grid.size, 'letter')} of dominoes, but found {len(letters)}"
        )
    partner = partners(in_rows(letters, grid))[1]
    return Magnets(grid.columns, partner, **BANDS.from_lists(lists, POLE_BY_POLE))


def write_game(puzzle: Magnets) -> GameId:
    """Write ``3x3:201,102,120,111,LRTT*BBLR``."""
    check_game(puzzle)
    lists = BANDS.in_lists(puzzle, POLE_BY_POLE)
    texts = [Spaced(len(counts), COUNT, ".").write(counts) for counts in lists]
    params = f"{puzzle.grid.columns}x{puzzle.grid.rows}"
    return GameId(params, ",".join([*texts, "".join(halves(puzzle))]))


def check_game(puzzle: Magnets) -> None:
    """Raise if the game itself would refuse the ID."""
    grid = puzzle.grid
    if max(grid) < 3:
        raise FormatError("the game needs a board with at least 3 rows or 3 columns")
    for line, plus, minus, length in (
        ("row", puzzle.row_plus, puzzle.row_minus, grid.columns),
        ("column", puzzle.column_plus, puzzle.column_minus, grid.rows),
    ):
        for number, (one, other) in enumerate(zip(plus, minus, strict=True), 1):
            if (one or 0) + (other or 0) > length:
                raise FormatError(f"{line} {number} has more poles than cells")
            if max(one or 0, other or 0) >= len(COUNT.characters):
                raise FormatError(f"a count in this format is at most {len(COUNT.characters) - 1}")


# Penpa+: plus above and on the left, minus below and on the right

POLES = {2: PLUS, 3: MINUS}
GREYS = (1, 3, 8)


def fits_drawing(drawing: PenpaContents) -> bool:
    """Return whether the walls make dominoes."""
    if not drawing.walls and drawing.grid.size > 2:
        return False
    found = areas(drawing.grid, drawing.walls)
    sizes = [0] * (max(found) + 1)
    for area in found:
        sizes[area] += 1
    return max(sizes) <= 2


def read_drawing(drawing: PenpaContents, _: Known) -> Magnets:
    """Read counts on the frame; poles are signs, neutral cells are grey."""
    grid = drawing.grid
    givens: list[int | None] = [None] * grid.size
    for (row, column), (style, name) in drawing.symbols.items():
        if grid.inside(row, column) and name == "math_G" and style in POLES:
            givens[grid.cell(row, column)] = POLES[style]
    for (row, column), shade in drawing.shades.items():
        if shade in GREYS and grid.inside(row, column):
            givens[grid.cell(row, column)] = NEUTRAL

    partner = find_partners(grid, drawing.walls)
    counts = BANDS.read_places(drawing.numbers, grid, SIDES, lambda text: whole(text, "a count"))
    return Magnets(grid.columns, partner, **counts, givens=tuple(givens))


def write_drawing(puzzle: Magnets) -> PenpaContents:
    """Write counts on the frame; poles are signs, neutral cells grey, single cells black."""
    grid = puzzle.grid
    order = (("top", "bottom"), ("left", "right"))
    counts = zip(BANDS.frame(grid, order), BANDS.flatten(puzzle, order), strict=True)
    numbers = {place: str(count) for place, count in counts if count is not None}
    # Signs beside the counts say which are which.
    numbers |= {(-1, -1): "+", (grid.rows, grid.columns): "−"}
    styles = {pole: style for style, pole in POLES.items()}
    symbols, shades = {}, {grid.place(cell): BLACK for cell in singles(puzzle)}
    for cell, value in enumerate(puzzle.givens):
        if value == NEUTRAL:
            shades[grid.place(cell)] = GREYS[0]
        elif value is not None:
            symbols[grid.place(cell)] = (styles[value], "math_G")
    return PenpaContents(
        grid,
        (1, 1, 1, 1),
        find_walls_around(puzzle),
        numbers=numbers,
        symbols=symbols,
        shades=shades,
    )
