"""A single move, available over HTTP; the command line has ``caracol play``."""

from __future__ import annotations

from typing import Any

from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.play import Game, read_symbol
from caracol.puzzle import read_cells, write_cells
from caracol.rules import Values
from caracol.verbs.parameters import PUZZLE
from caracol.verbs.requested import read_puzzle
from caracol.verbs.schemas import CELL, listed, or_null, text
from caracol.verbs.verb import Context, Operation, Payload, Verb, entry


def put(payload: Payload, _context: Context) -> dict[str, Any]:
    """Write or erase a symbol, and return whether row, column and puzzle hold."""
    puzzle = read_puzzle(payload)
    row, column = payload["place"]
    grid = puzzle.grid
    if not isinstance(grid, Grid):
        raise ClueError(
            f"{puzzle.genre.name} is not played in cells with rows and columns", "place"
        )
    if row >= grid.rows or column >= grid.columns:
        last = f"[{grid.rows - 1}, {grid.columns - 1}]"
        raise ClueError(
            f"[{row}, {column}] is not on this board; cells are [0, 0] to {last}", "place"
        )
    start: Values = ()
    if payload.get("grid") is not None:
        rows = payload["grid"]
        plain = (row if isinstance(row, list) else [row] for row in rows)
        if not all(item is None or isinstance(item, str) for row in plain for item in row):
            raise ClueError(
                "must be a list of rows, each a text or a list of symbols and null", "grid"
            )
        start = read_cells(rows, grid, puzzle.symbols, "grid")
    game = Game(puzzle, start)
    found = game.toggle(grid.cell(row, column), read_symbol(puzzle, payload["content"]))
    return {
        "grid": write_cells(game.values, grid, puzzle.symbols),
        "value": None if found.value is None else puzzle.symbols[found.value].letter,
        "row_satisfied": found.row_satisfied,
        "column_satisfied": found.column_satisfied,
        "finished": found.finished,
    }


VERBS = (
    Verb(
        "put",
        parameters=(
            *PUZZLE,
            entry("content", text(20, title="a symbol of the genre")),
            entry(
                "place",
                listed(
                    CELL, 2, minItems=2, description="a row and a column, counted from 0, as [0, 3]"
                ),
            ),
            entry(
                "grid",
                or_null(
                    {"type": "array", "maxItems": 1000},
                    title="the board before the move, written like 'grid' in a puzzle file",
                ),
            ),
        ),
        operation=Operation(
            "put",
            "Write or erase a symbol in a cell, and say whether its row and column hold.",
            put,
            "Put",
            "questions",
        ),
    ),
)
