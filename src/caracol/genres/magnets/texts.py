"""Magnets in texts of items, in sections and in Prolog."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.board.grid import Grid, renumbered
from caracol.errors import FormatError
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Counts, Magnets, halves, partners
from caracol.genres.magnets.boards import Cells, assembled, in_rows, paired, shown, singles
from caracol.notation.carrying import Known
from caracol.notation.codecs import whole
from caracol.notation.contents import Items, Sections, Term

SIGNS = {"+": PLUS, "-": MINUS, "x": NEUTRAL, ".": None}
NO_HALF = ("#", "@")
"""Cells that are no half of a domino."""


def counted(items: Sequence[str], length: int, what: str) -> Counts:
    """Counts from items; a dash or a point is none."""
    if len(items) != length:
        raise FormatError(f"expected {length} counts ({what}), but there are {len(items)}")
    return tuple(None if item in ("-", ".") else whole(item, "a count") for item in items)


def board(rows: Sequence[Sequence[str]], grid: Grid, what: str) -> list[str]:
    """The items of a board, cell by cell."""
    if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
        raise FormatError(f"expected {grid.rows} rows of {grid.columns} items ({what})")
    return [item for row in rows for item in row]


def signs(items: Sequence[str]) -> Cells:
    """Given cells from the signs ``+ - x .``."""
    for item in items:
        if item not in SIGNS:
            raise FormatError(f"a given cell is one of + - x and '.', not '{item[:10]}'")
    return tuple(SIGNS[item] for item in items)


def fits_items(items: Items) -> bool:
    """Whether there are four lines of counts and one or two boards."""
    rows = items.head[0]
    return (
        len(items.head) == 2
        and len(rows) < 5
        and len(items.lines) in (4 + int(rows), 4 + 2 * int(rows))
        and len(items.lines) > 4
        and all(len(line) == len(items.lines[-1]) for line in items.lines[4:])
    )


def read_items(items: Items, _: Known) -> Magnets:
    """puzzlekit: column plus and minus, row plus and minus, perhaps given cells, dominoes."""
    grid = items.grid
    rows, columns = grid
    if len(items.lines) not in (4 + rows, 4 + 2 * rows):
        raise FormatError(f"expected 4 lines of counts and one or two boards of {rows} rows")
    counts = [counted(items.lines[n], columns if n < 2 else rows, "of a side") for n in range(4)]
    givens = (
        board(items.lines[4 : 4 + rows], grid, "given cells") if len(items.lines) > 4 + rows else []
    )
    labels = board(items.lines[-rows:], grid, "dominoes")
    return assembled(
        grid,
        paired(grid, labels, (*NO_HALF, ".", "-")),
        (counts[0], counts[1]),
        (counts[2], counts[3]),
        signs(givens),
    )


def write_items(puzzle: Magnets) -> Items:
    """puzzlekit: column plus and minus, row plus and minus, given cells, dominoes."""
    grid = puzzle.grid
    counts = (puzzle.column_plus, puzzle.column_minus, puzzle.row_plus, puzzle.row_minus)
    texts = {value: sign for sign, value in SIGNS.items()}
    first = renumbered([min(cell, other) for cell, other in enumerate(puzzle.partner)])
    numbers = [str(number + 1) for number in first]
    lines = [tuple(shown(count, "-") for count in line) for line in counts]
    lines += in_rows([texts[value] for value in puzzle.givens], grid.columns, grid.rows)
    lines += in_rows(numbers, grid.columns, grid.rows)
    return Items((str(grid.rows), str(grid.columns)), tuple(lines))


def fits_sections(sections: Sections) -> bool:
    """Whether there are counts beside the board and dominoes on it."""
    return bool(sections.get("clabels")) and bool(sections.get("areas"))


def read_sections(sections: Sections, _: Known) -> Magnets:
    """janko.at: plus and minus of columns and rows, dominoes, perhaps given cells."""
    rows, above, beside = (sections.get(name) for name in ("areas", "clabels", "rlabels"))
    grid = Grid.checked(len(rows), len(rows[0]))
    if len(above) != 2 or len(beside) != 2:
        raise FormatError("expected two lines of labels (plus, minus) for columns and for rows")
    columns = tuple(counted(line, grid.columns, "of columns") for line in above)
    sides = tuple(counted(line, grid.rows, "of rows") for line in beside)
    problem = sections.get("problem")
    # A dash is "nothing" on these pages, so given minuses cannot be told from it.
    givens = [
        "." if item == "-" else item
        for item in (board(problem, grid, "problem") if problem else ())
    ]
    partner = paired(grid, board(rows, grid, "areas"), (*NO_HALF, ".", "-"))
    return assembled(grid, partner, (columns[0], columns[1]), (sides[0], sides[1]), signs(givens))


COMPASS = {"n": "B", "s": "T", "e": "L", "w": "R"}
"""The side on which the other half lies, and our letter for such a half."""


def fits_term(term: Term) -> bool:
    """Whether it is a board of n, s, e, w and four lists of counts."""
    lists = [argument for argument in term.arguments if isinstance(argument, tuple)]
    return (
        len(term.arguments) == len(lists) == 5
        and bool(lists[0])
        and all(isinstance(row, tuple) and row and set(row) <= set(COMPASS) for row in lists[0])
        and all(item is None or isinstance(item, int) for line in lists[1:] for item in line)
    )


def read_term(term: Term, _: Known) -> Magnets:
    """``magnets([[e, w], …], RowPlus, RowMinus, ColumnPlus, ColumnMinus)``."""
    rows, row_plus, row_minus, column_plus, column_minus = term.arguments
    grid, partner = partners([[COMPASS[half] for half in row] for row in rows])
    return assembled(grid, partner, (column_plus, column_minus), (row_plus, row_minus))


def write_term(puzzle: Magnets) -> Term:
    """``magnets([[e, w], …], RowPlus, RowMinus, ColumnPlus, ColumnMinus)``."""
    if singles(puzzle):
        raise FormatError("boards of n, s, e and w cannot carry single cells, only dominoes")
    points = {half: point for point, half in COMPASS.items()}
    rows = tuple(tuple(points[half] for half in row) for row in halves(puzzle))
    counts = (puzzle.row_plus, puzzle.row_minus, puzzle.column_plus, puzzle.column_minus)
    return Term("magnets", (rows, *counts))
