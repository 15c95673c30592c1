"""caracol show"""

from __future__ import annotations

import argparse

from caracol.commands import common, reading
from caracol.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``show``."""
    common.add_puzzle(parser)
    common.add_drawing(parser)
    parser.add_argument("--grid", metavar="GRID", help="values to show on the board")


def run(asked: argparse.Namespace) -> int:
    """Draw every puzzle."""
    return common.for_each(asked, shown)


def shown(asked: argparse.Namespace, puzzle: Puzzle, _stop: object) -> common.Result:
    """The drawing of one puzzle."""
    values = reading.read_grid(asked.grid, puzzle) if asked.grid else puzzle.givens
    entries = {
        "genre": puzzle.genre.id,
        "rows": puzzle.grid.rows,
        "columns": puzzle.grid.columns,
        **puzzle.info.entries(),
        **puzzle.genre.encode(puzzle),
    }

    def as_text() -> str:
        heading = (" - " if asked.ascii else " · ").join(puzzle.info.entries().values())
        board = common.drawn(asked, puzzle, values).rstrip("\n")
        return f"{heading}\n{board}" if heading else board

    return common.ANSWERED, entries, as_text
