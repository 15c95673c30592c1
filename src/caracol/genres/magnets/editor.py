"""The editor of Magnets, for setters and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.editor import (
    REST,
    Act,
    Addition,
    Aid,
    Gesture,
    Help,
    Tool,
    Writing,
    moved,
)
from caracol.errors import ClueError
from caracol.genres.magnets import (
    BANDS,
    MINUS,
    NEUTRAL,
    PLUS,
    POLES,
    SYMBOLS,
    Magnets,
    clue_name,
)
from caracol.support.options import Kind, Option

OPTIONS = (
    Option("rows", Kind.INTEGER, 5, "rows of the board", 1, 30),
    Option("columns", Kind.INTEGER, 6, "columns of the board", 1, 30),
)
TOOLS = (
    Tool(
        "dominoes",
        "Draw dominoes",
        "Drag from one cell to the next to join them; click a domino to cut it.",
        Gesture.DRAG,
    ),
    BANDS.tool(
        "counts",
        "Counts",
        "Choose a place beside the board and type a number: pluses above and left, "
        "minuses below and right.",
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
    """Return that presses cycle through plus and minus; the other button writes neutral."""
    return Writing((PLUS, MINUS, NEUTRAL), {"=": PLUS, "p": PLUS, "m": MINUS, "0": NEUTRAL})


def spoken(puzzle: Magnets) -> list[str]:
    """Return where the other half of each cell's domino is, and what is counted in its lines."""
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
    """Return a board of horizontal dominoes; an odd column at the end has vertical ones."""
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
    """Return rows and columns."""
    return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}


def reformed(puzzle: Magnets, options: Mapping[str, Any]) -> Magnets:
    """Return a board that keeps the dominoes, counts and givens that fit, with new dominoes."""
    made, before = blank(options), puzzle.grid
    grid = made.grid
    # For each cell of the new board the same one of the old, and vice versa.
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

    def fit(count: int | None, length: int) -> int | None:
        return count if count is None or count <= length else None

    return replace(
        puzzle,
        width=grid.columns,
        partner=tuple(partner),
        **BANDS.resize(puzzle, grid, fit),
        givens=moved(puzzle.givens, before, grid, None),
    )


def edit(puzzle: Magnets, act: Act) -> Magnets:
    """Return the puzzle after joining or cutting dominoes, or typing a count."""
    if act.tool == "counts":
        return type_count(puzzle, act)
    partner = list(puzzle.partner)
    if len(set(act.cells)) == 1:
        cut(partner, act.cells[0])
    for one, other in zip(act.cells[::2], act.cells[1::2], strict=False):
        if other not in puzzle.grid.neighbours(one):
            raise ClueError("the halves of a domino must share a side", puzzle.grid.name(one))
        cut(partner, one)
        cut(partner, other)
        partner[one], partner[other] = other, one
    return replace(puzzle, partner=tuple(partner))


def cut(partner: list[int], cell: int) -> None:
    """Turn a domino into two single cells."""
    other = partner[cell]
    partner[cell], partner[other] = cell, other


def type_count(puzzle: Magnets, act: Act) -> Magnets:
    """Return the puzzle with a count beside the board changed, or removed if nothing is typed."""
    text = act.text.strip()
    if text and not (text.isdecimal() and text.isascii() and len(text) < 4):
        raise ClueError(f"'{text[:8]}' is not a count; type a number")
    band, number = BANDS.find(puzzle.grid, act.row, act.column)
    return BANDS.change(puzzle, band, number, int(text) if text else None)


def additions(puzzle: Magnets, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Yield the counts of solutions that are not there yet."""
    grid = puzzle.grid
    for sides in (("left", "right"), ("top", "bottom")):
        bands = [BANDS.on(side) for side in sides]
        for number in range(bands[0].count_lines(grid)):
            for band in bands:
                if getattr(puzzle, band.field)[number] is not None:
                    continue
                pole, cells = POLES[band.side], band.cells(grid, number)
                counts = (sum(s[cell] == pole for cell in cells) for s in solutions)
                for count in dict.fromkeys(counts):
                    words = f"{clue_name(band.line, number, pole)}: {count}"
                    changed = BANDS.change(puzzle, band, number, count)
                    yield Addition("count", words, changed)
