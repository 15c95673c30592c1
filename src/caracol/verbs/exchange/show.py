"""The ``caracol show`` command."""

from __future__ import annotations

import argparse

from caracol.puzzle import Puzzle
from caracol.verbs import common, reading
from caracol.verbs.parameters import PUZZLE, drawing, grid
from caracol.verbs.verb import Verb


def show_one(args: argparse.Namespace, puzzle: Puzzle, _stop: object) -> common.Result:
    """Return the drawing of one puzzle."""
    values = reading.read_grid(args.grid, puzzle) if args.grid else puzzle.givens
    entries = {
        "genre": puzzle.genre.id,
        "rows": puzzle.grid.rows,
        "columns": puzzle.grid.columns,
        **puzzle.info.entries(),
        # Custom models can be drawn, but not written as entries.
        **(puzzle.genre.encode(puzzle) if args.json else {}),
    }

    def as_text() -> str:
        heading = (" - " if args.ascii else " · ").join(puzzle.info.entries().values())
        board = common.draw_board(args, puzzle, values).rstrip("\n")
        return f"{heading}\n{board}" if heading else board

    return common.ANSWERED, entries, as_text


VERBS = (
    Verb(
        "show",
        "draw the puzzle in the terminal",
        (*PUZZLE, *drawing(), grid("values to show on the board")),
        ask=show_one,
    ),
)
