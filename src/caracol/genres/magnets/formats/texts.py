"""Magnets in texts of items, in sections and in Prolog."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.notation.carrying import Fit, Known
from caracol.authoring.notation.codecs import whole
from caracol.authoring.notation.contents import Items, Sections, Term
from caracol.authoring.notation.items import place_of
from caracol.board.grid import Grid, renumber
from caracol.errors import FormatError, count_noun
from caracol.genres.magnets import BANDS, MINUS, NEUTRAL, PLUS, Counts, Magnets, halves, partners
from caracol.genres.magnets.formats.boards import SIDES, Cells, pair_halves, show_count, singles
from caracol.puzzle import in_rows

SIGNS = {"+": PLUS, "-": MINUS, "x": NEUTRAL, ".": None}
NO_HALF = ("#", "@")
"""Cells that are not half of a domino."""


def read_counts(items: Sequence[str], length: int, what: str) -> Counts:
    """Return counts from items; a dash or a point is none."""
    if len(items) != length:
        raise FormatError(
            f"expected {count_noun(length, 'count')} ({what}), but found {len(items)}"
        )
    return tuple(None if item in ("-", ".") else whole(item, "a count") for item in items)


def board(rows: Sequence[Sequence[str]], grid: Grid, what: str) -> list[str]:
    """Return the items of a board, cell by cell."""
    if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
        raise FormatError(
            f"expected {count_noun(grid.rows, 'row')} "
            f"of {count_noun(grid.columns, 'item')} ({what})"
        )
    return [item for row in rows for item in row]


def signs(items: Sequence[str]) -> Cells:
    """Return given cells from the signs ``+ - x .``."""
    for item in items:
        if item not in SIGNS:
            wrong = f"a given cell is one of + - x and '.', not '{item[:10]}'"
            raise FormatError(wrong, place_of(item))
    return tuple(SIGNS[item] for item in items)


def fits_items(items: Items) -> bool:
    """Return whether there are four lines of counts and one or two boards."""
    rows = items.head[0]
    return (
        len(items.head) == 2
        and len(rows) < 5
        and len(items.lines) in (4 + int(rows), 4 + 2 * int(rows))
        and len(items.lines) > 4
        and all(len(line) == len(items.lines[-1]) for line in items.lines[4:])
    )


def read_items(items: Items, _: Known) -> Magnets:
    """Read puzzlekit: column plus and minus, row plus and minus, perhaps given cells, dominoes."""
    grid = items.grid
    rows, columns = grid
    if len(items.lines) not in (4 + rows, 4 + 2 * rows):
        raise FormatError(
            f"expected 4 lines of counts and one or two boards of {count_noun(rows, 'row')}"
        )
    counts = [
        read_counts(items.lines[n], columns if n < 2 else rows, "of a side") for n in range(4)
    ]
    givens = (
        board(items.lines[4 : 4 + rows], grid, "given cells") if len(items.lines) > 4 + rows else []
    )
    labels = board(items.lines[-rows:], grid, "dominoes")
    partner = pair_halves(grid, labels, (*NO_HALF, ".", "-"))
    return Magnets(grid.columns, partner, **BANDS.from_lists(counts, SIDES), givens=signs(givens))


def write_items(puzzle: Magnets) -> Items:
    """Write puzzlekit: column plus and minus, row plus and minus, given cells, dominoes."""
    grid = puzzle.grid
    counts = BANDS.in_lists(puzzle, SIDES)
    texts = {value: sign for sign, value in SIGNS.items()}
    first = renumber([min(cell, other) for cell, other in enumerate(puzzle.partner)])
    numbers = [str(number + 1) for number in first]
    lines = [tuple(show_count(count, "-") for count in line) for line in counts]
    lines += map(tuple, in_rows([texts[value] for value in puzzle.givens], grid))
    lines += map(tuple, in_rows(numbers, grid))
    return Items((str(grid.rows), str(grid.columns)), tuple(lines))


def fits_sections(sections: Sections) -> bool:
    """Return whether there are counts beside the board and dominoes on it."""
    return bool(sections.get("clabels")) and bool(sections.get("areas"))


def read_sections(sections: Sections, _: Known) -> Magnets:
    """Read janko.at: plus and minus of columns and rows, dominoes, perhaps given cells."""
    rows, above, beside = (sections.get(name) for name in ("areas", "clabels", "rlabels"))
    grid = Grid.checked(len(rows), len(rows[0]))
    if len(above) != 2 or len(beside) != 2:
        raise FormatError("expected two lines of labels (plus, minus) for columns and for rows")
    counts = [read_counts(line, grid.columns, "of columns") for line in above]
    counts += [read_counts(line, grid.rows, "of rows") for line in beside]
    problem = sections.get("problem")
    # A dash means "nothing" on these pages, so given minuses cannot be distinguished from it.
    givens = [
        "." if item == "-" else item
        for item in (board(problem, grid, "problem") if problem else ())
    ]
    partner = pair_halves(grid, board(rows, grid, "areas"), (*NO_HALF, ".", "-"))
    return Magnets(grid.columns, partner, **BANDS.from_lists(counts, SIDES), givens=signs(givens))


COMPASS = {"n": "B", "s": "T", "e": "L", "w": "R"}
"""The side of the other half, and our letter for such a half."""


def fits_term(term: Term) -> Fit:
    """Return whether it is a board of n, s, e, w and four lists of counts."""
    lists = [argument for argument in term.arguments if isinstance(argument, tuple)]
    fits = (
        len(term.arguments) == len(lists) == 5
        and bool(lists[0])
        and all(isinstance(row, tuple) and row and set(row) <= set(COMPASS) for row in lists[0])
        and all(item is None or isinstance(item, int) for line in lists[1:] for item in line)
    )
    return (Fit.SURE if term.name == "magnets" else Fit.MAYBE) if fits else Fit.NO


TERM_SIDES = ("left", "right", "top", "bottom")


def read_term(term: Term, _: Known) -> Magnets:
    """Read ``magnets([[e, w], …], RowPlus, RowMinus, ColumnPlus, ColumnMinus)``."""
    rows, *counts = term.arguments
    grid, partner = partners([[COMPASS[half] for half in row] for row in rows])
    return Magnets(grid.columns, partner, **BANDS.from_lists(counts, TERM_SIDES))


def write_term(puzzle: Magnets) -> Term:
    """Write ``magnets([[e, w], …], RowPlus, RowMinus, ColumnPlus, ColumnMinus)``."""
    if singles(puzzle):
        raise FormatError("boards of n, s, e and w cannot carry single cells, only dominoes")
    points = {half: point for point, half in COMPASS.items()}
    rows = tuple(tuple(points[half] for half in row) for row in halves(puzzle))
    return Term("magnets", (rows, *BANDS.in_lists(puzzle, TERM_SIDES)))
