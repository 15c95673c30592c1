"""How people draw and play Magnets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caracol.editor import REST, Act, Addition, Aid, Gesture, Help, Tool, Writing, kept, moved
from caracol.errors import ClueError
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, SYMBOLS, Counts, Magnets, clue_name
from caracol.options import Kind, Option

OPTIONS = (
    Option("rows", Kind.INTEGER, 5, "rows of the board", 1, 30),
    Option("columns", Kind.INTEGER, 6, "columns of the board", 1, 30),
)
TOOLS = (
    Tool(
        "dominoes",
        "Draw dominoes",
        "Drag from one cell to the next to join them; press a domino to cut it.",
        Gesture.DRAG,
    ),
    Tool(
        "counts",
        "Counts",
        "Choose a place beside the board and type a number: pluses above and left, "
        "minuses below and right.",
        Gesture.OUTSIDE,
    ),
)
EXAMPLE = {
    "caracol": 1,
    "genre": "magnets",
    "title": "First magnets",
    "dominoes": ["TTTTLR", "BBBBLR", "TTLRTT", "BBTTBB", "LRBBLR"],
    "rows": {"plus": [3, 2, 2, 2, None], "minus": [3, None, 2, None, 2]},
    "columns": {
        "plus": [3, None, None, 2, None, 2],
        "minus": [2, None, None, 2, None, None],
    },
}


AIDS = (Aid(Help.PAIR, "Write the other half of a magnet", on=True), REST)


def writing(_puzzle: Magnets) -> Writing:
    """Presses go through plus and minus; the other button writes neutral."""
    return Writing((PLUS, MINUS, NEUTRAL), {"=": PLUS, "p": PLUS, "m": MINUS, "0": NEUTRAL})


def spoken(puzzle: Magnets) -> list[str]:
    """Where the other half of each cell's domino lies, and what is counted in its lines."""
    sides = {1: "right", -1: "left", puzzle.width: "below", -puzzle.width: "above"}
    if puzzle.width == 1:
        sides = {1: "below", -1: "above"}
    words = [
        ["single cell" if cell == other else f"domino, other half {sides[other - cell]}"]
        for cell, other in enumerate(puzzle.partner)
    ]
    for line, number, pole, cells, count in puzzle.clues():
        for cell in cells:
            words[cell].append(f"{SYMBOLS[pole].counted(count)} in {line} {number + 1}")
    return ["; ".join(said) for said in words]


def blank(options: Mapping[str, Any]) -> Magnets:
    """A board of dominoes that lie flat; an odd column at the end stands upright."""
    rows, columns = options["rows"], options["columns"]
    partner = list(range(rows * columns))
    for row in range(rows):
        for column in range(0, columns - 1, 2):
            cell = row * columns + column
            partner[cell], partner[cell + 1] = cell + 1, cell
    if columns % 2:
        for row in range(0, rows - 1, 2):
            cell = row * columns + columns - 1
            partner[cell], partner[cell + columns] = cell + columns, cell
    none, upright = (None,) * rows, (None,) * columns
    return Magnets(columns, tuple(partner), none, none, upright, upright)


def settings(puzzle: Magnets) -> dict[str, Any]:
    """Rows and columns."""
    return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}


def reformed(puzzle: Magnets, options: Mapping[str, Any]) -> Magnets:
    """Dominoes, counts and givens stay, as far as they fit; new cells get new dominoes."""
    made, before = blank(options), puzzle.grid
    grid = made.grid
    # For each cell of the new board the same one of the old, and the other way round.
    old = moved(range(before.size), before, grid, None)
    new = moved(range(grid.size), grid, before, None)
    partner = list(range(grid.size))
    for cell, other in enumerate(made.partner):
        was = old[cell]
        if was is not None:
            half = new[puzzle.partner[was]]
            partner[cell] = cell if half is None else half
        elif old[other] is None:
            partner[cell] = other

    def counts(line: str, pole: str, number: int, most: int) -> Counts:
        found = kept(getattr(puzzle, f"{line}_{pole}"), number, None)
        return tuple(count if count is None or count <= most else None for count in found)

    return puzzle.changed(
        width=grid.columns,
        partner=tuple(partner),
        row_plus=counts("row", "plus", grid.rows, grid.columns),
        row_minus=counts("row", "minus", grid.rows, grid.columns),
        column_plus=counts("column", "plus", grid.columns, grid.rows),
        column_minus=counts("column", "minus", grid.columns, grid.rows),
        givens=moved(puzzle.givens, before, grid, None),
    )


def edit(puzzle: Magnets, act: Act) -> Magnets:
    """Dominoes are joined and cut; counts are typed."""
    if act.tool == "counts":
        return counted(puzzle, act)
    partner = list(puzzle.partner)
    if len(set(act.cells)) == 1:
        cut(partner, act.cells[0])
    for one, other in zip(act.cells[::2], act.cells[1::2], strict=False):
        if other not in puzzle.grid.neighbours(one):
            raise ClueError("the halves of a domino share a side", puzzle.grid.name(one))
        cut(partner, one)
        cut(partner, other)
        partner[one], partner[other] = other, one
    return puzzle.changed(partner=tuple(partner))


def cut(partner: list[int], cell: int) -> None:
    """Make a domino two single cells."""
    other = partner[cell]
    partner[cell], partner[other] = cell, other


def counted(puzzle: Magnets, act: Act) -> Magnets:
    """A count beside the board, or none where nothing is typed."""
    grid, text = puzzle.grid, act.text.strip()
    if text and not (text.isdecimal() and text.isascii() and len(text) < 4):
        raise ClueError(f"'{text[:8]}' is no count; type a number")
    if 0 <= act.column < grid.columns and act.row in (-1, grid.rows):
        line, number, first = "column", act.column, act.row < 0
    elif 0 <= act.row < grid.rows and act.column in (-1, grid.columns):
        line, number, first = "row", act.row, act.column < 0
    else:
        raise ClueError("counts stand directly beside a row or a column")
    return with_count(puzzle, line, number, PLUS if first else MINUS, int(text) if text else None)


def with_count(puzzle: Magnets, line: str, number: int, pole: int, count: int | None) -> Magnets:
    """The puzzle with another count."""
    name = f"{line}_{'plus' if pole == PLUS else 'minus'}"
    counts = list(getattr(puzzle, name))
    counts[number] = count
    changed: dict[str, Any] = {name: tuple(counts)}
    return puzzle.changed(**changed)


def additions(puzzle: Magnets, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """The counts of solutions that are not told yet."""
    grid = puzzle.grid
    for line, number_of_lines in (("row", grid.rows), ("column", grid.columns)):
        for number in range(number_of_lines):
            cells = grid.row(number) if line == "row" else grid.column(number)
            for pole, name in ((PLUS, "plus"), (MINUS, "minus")):
                if getattr(puzzle, f"{line}_{name}")[number] is not None:
                    continue
                counts = (sum(s[cell] == pole for cell in cells) for s in solutions)
                for count in dict.fromkeys(counts):
                    words = f"{clue_name(line, number, pole)}: {count}"
                    yield Addition("count", words, with_count(puzzle, line, number, pole, count))
