"""Nonograms in texts of items, in sections and in Prolog."""

from __future__ import annotations

from caracol.authoring.notation.carrying import Fit, Known
from caracol.authoring.notation.codecs import side
from caracol.authoring.notation.contents import Items, Sections, Term
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import FormatError, count_noun
from caracol.genres.nonogram import BLANK, Nonogram, clues_of
from caracol.genres.nonogram.formats.clue_texts import assemble, check_bare, lengths
from caracol.genres.nonogram.formats.links import FILLED


def fits_items(items: Items) -> bool:
    """Return whether there is one line of numbers for every column and every row."""
    if len(items.head) != 2 or any(len(text) > 4 for text in items.head):
        return False
    return len(items.lines) == sum(map(int, items.head)) and all(
        item.isdigit() for line in items.lines for item in line
    )


def read_items(items: Items, _: Known) -> Nonogram:
    """Read puzzlekit: ``rows cols``, then the columns, then the rows."""
    rows, columns = (side(text, "the size") for text in items.head[:2])
    if len(items.lines) != rows + columns:
        raise FormatError(
            f"expected {count_noun(columns, 'column')} and {count_noun(rows, 'row')} of clues"
        )
    lines = [" ".join(line) for line in items.lines]
    return assemble(lines[columns:], lines[:columns])


def write_items(puzzle: Nonogram) -> Items:
    """Write puzzlekit: ``rows cols``, then the columns, then the rows."""
    check_bare(puzzle, "puzzlekit")
    lines = [tuple(map(str, lengths(clue) or [0])) for clue in (*puzzle.columns, *puzzle.rows)]
    return Items((str(puzzle.grid.rows), str(puzzle.grid.columns)), tuple(lines))


def fits_sections(sections: Sections) -> Fit:
    """Return whether there is only a solution."""
    others = ("areas", "clabels", "problem")
    fits = sections.get("solution") and not any(sections.get(name) for name in others)
    return Fit.BARE if fits else Fit.NO


def read_sections(sections: Sections, _: Known) -> Nonogram:
    """Read janko.at, deriving the clues from the solution."""
    picture = [[int(item.lower() == "x") for item in row] for row in sections.get("solution")]
    if not picture:
        raise FormatError("there is no section [solution] from which to derive the clues")
    Grid.checked(len(picture), len(picture[0]), LARGEST_SIDE)
    if any(len(row) != len(picture[0]) for row in picture):
        raise FormatError("the rows of the solution have different lengths")
    rows, columns = clues_of(picture)
    return Nonogram(rows, columns)


def fits_term(term: Term) -> bool:
    """Return whether it is ``init(Rows, Columns, Grid)``, perhaps without the grid."""
    return (
        2 <= len(term.arguments) <= 3
        and all(isinstance(argument, tuple) and argument for argument in term.arguments)
        and all(
            isinstance(line, tuple) and all(isinstance(run, int) for run in line)
            for argument in term.arguments[:2]
            for line in argument
        )
        and all(isinstance(row, tuple) for grid in term.arguments[2:] for row in grid)
    )


def read_term(term: Term, _: Known) -> Nonogram:
    """Read ``init([[3], [1, 2]], [[2], …], [["X", _, "#"], …])``."""
    rows, columns = ([" ".join(map(str, line)) for line in lines] for lines in term.arguments[:2])
    puzzle = assemble(rows, columns)
    if len(term.arguments) == 2:
        return puzzle
    cells = [item for row in term.arguments[2] for item in row]
    signs = {"#": FILLED, "X": BLANK, "x": BLANK}
    if any(item is not None and item not in signs for item in cells):
        raise FormatError('a given cell must be "#", "X" or a variable')
    return puzzle.with_givens(tuple(None if item is None else signs[item] for item in cells))


def write_term(puzzle: Nonogram) -> Term:
    """Write ``init([[3], [1, 2]], [[2], …], [["X", _, "#"], …])``."""
    check_bare(puzzle, "prolog")
    signs = {None: None, BLANK: "X", FILLED: "#"}
    cells = [signs[value] for value in puzzle.givens]
    width = puzzle.grid.columns
    rows = tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))
    lines = [tuple(tuple(lengths(clue)) for clue in c) for c in (puzzle.rows, puzzle.columns)]
    return Term("init", (*lines, rows))
