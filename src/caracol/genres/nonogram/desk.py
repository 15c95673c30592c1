"""How people paint, set and play Nonograms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caracol.desk import Act, Gesture, Tool, Writing
from caracol.errors import ClueError
from caracol.genres.nonogram import BLANK, Nonogram, clues_of
from caracol.genres.nonogram.clues import read_clue
from caracol.options import Kind, Option

OPTIONS = (
    Option("rows", Kind.INTEGER, 8, "rows of the board", 1, 60),
    Option("columns", Kind.INTEGER, 8, "columns of the board", 1, 60),
)
TOOLS = (
    Tool("picture", "Paint", "Paint the picture; its clues follow.", Gesture.PAINT),
    Tool(
        "clues",
        "Clues",
        "Choose a place left of a row or above a column and type its runs: 3 1 2, ? or *.",
        Gesture.OUTSIDE,
        ("top", "left"),
    ),
)
EXAMPLE = {
    "caracol": 1,
    "genre": "nonogram",
    "title": "Who is it?",
    "rows": ["1 1", "1 1 3", "3 1 1", "3 1 1 1", "2 1 1 1", "2 3 1", "2 2", "7", "5", "10"],
    "columns": ["1", "4 1", "6 1", "10", "3", "4 3", "1 1 3", "1 3 3", "1 2 1", "5 1"],
}


def writing(puzzle: Nonogram) -> Writing:
    """One press paints, two mark a cell as blank; with colours, presses go through them all."""
    colours = range(1, len(puzzle.palette) + 1)
    numbers = {str(value): value for value in colours if value < 10}
    return Writing((*colours, BLANK), {**numbers, "0": BLANK, ".": BLANK})


def blank(options: Mapping[str, Any]) -> Nonogram:
    """An empty picture."""
    return Nonogram(((),) * options["rows"], ((),) * options["columns"])


def settings(puzzle: Nonogram) -> dict[str, Any]:
    """Rows and columns."""
    return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}


def edit(puzzle: Nonogram, act: Act) -> Nonogram:
    """A picture gives all clues; a typed clue changes one line."""
    if act.tool == "picture":
        return painted(puzzle, act)
    grid, letters = puzzle.grid, [colour.letter for colour in puzzle.palette]
    if act.row < 0 <= act.column < grid.columns:
        clue = read_clue(act.text, letters, f"column {act.column + 1}")
        columns = list(puzzle.columns)
        columns[act.column] = clue
        return puzzle.changed(columns=tuple(columns))
    if act.column < 0 <= act.row < grid.rows:
        clue = read_clue(act.text, letters, f"row {act.row + 1}")
        rows = list(puzzle.rows)
        rows[act.row] = clue
        return puzzle.changed(rows=tuple(rows))
    raise ClueError("clues stand left of a row or above a column")


def painted(puzzle: Nonogram, act: Act) -> Nonogram:
    """The puzzle whose solution is this picture; cells that are not painted are blank."""
    most = len(puzzle.palette)
    picture = [BLANK if value is None else value for value in act.picture]
    if len(picture) != puzzle.grid.size or not all(0 <= value <= most for value in picture):
        raise ClueError(f"a picture has {puzzle.grid.size} cells with colours from 0 to {most}")
    across = puzzle.grid.columns
    lines = [picture[cell : cell + across] for cell in range(0, len(picture), across)]
    rows, columns = clues_of(lines)
    return puzzle.changed(rows=rows, columns=columns)
