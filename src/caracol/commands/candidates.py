"""caracol candidates"""

from __future__ import annotations

import argparse

from caracol.board.grid import in_lines
from caracol.commands import common, reading
from caracol.puzzle import Puzzle
from caracol.rules import settled
from caracol.solving import Possible, candidates


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``candidates``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_drawing(parser)
    parser.add_argument("--grid", metavar="GRID", help="values that are written down already")


def run(asked: argparse.Namespace) -> int:
    """Find the true candidates of every puzzle."""
    return common.for_each(asked, found)


def found(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The true candidates of one puzzle."""
    values = reading.read_grid(asked.grid, puzzle) if asked.grid else None
    possible = candidates(puzzle, values, seconds=asked.seconds, stop=stop)
    entries = {
        "genre": puzzle.genre.id,
        "solvable": possible.solvable,
        "complete": possible.complete,
        "candidates": table(puzzle, possible),
    }
    status = common.ANSWERED if possible.complete else common.UNKNOWN
    if possible.solvable is False:
        status = common.NEGATIVE
    return status, entries, lambda: as_text(asked, puzzle, possible)


def table(puzzle: Puzzle, possible: Possible) -> list[list[str]]:
    """For each row and cell the letters of its candidates."""
    letters = [symbol.letter for symbol in puzzle.symbols]
    cells = ["".join(letters[value] for value in values) for values in possible.values]
    return [cells[line.start : line.stop] for line in in_lines(puzzle.grid)]


def as_text(asked: argparse.Namespace, puzzle: Puzzle, possible: Possible) -> str:
    """The candidates as people read them: what is certain on the board, the rest in a table."""
    if possible.solvable is False:
        return "There is no solution, so no cell has a candidate."
    known = settled(possible.masks) if possible.complete else puzzle.givens
    lines = [common.drawn(asked, puzzle, known).rstrip("\n")]
    rows = table(puzzle, possible)
    width = max(len(cell) for row in rows for cell in row)
    lines += ["  ".join(cell.ljust(width) for cell in row).rstrip() for row in rows]
    certain = sum(value is not None for value in settled(possible.masks))
    if possible.complete:
        lines.append(f"{certain} of {puzzle.grid.size} cells are the same in every solution.")
    else:
        lines.append("Not finished: these values occur in solutions, others may as well.")
    return "\n".join(lines)
