"""caracol why"""

from __future__ import annotations

import argparse

from caracol.commands import common, reading
from caracol.commands.explain import boards_after, numbered, roles
from caracol.errors import ClueError
from caracol.explaining import why
from caracol.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``why``."""
    parser.add_argument("cell", help="the cell, as in r3c4")
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_drawing(parser, coordinates=True)
    parser.add_argument("--value", metavar="V", help="why the cell has, or cannot have, this value")
    parser.add_argument("--grid", metavar="GRID", help="begin with these values on the board")
    parser.add_argument("--brief", action="store_true", help="sentences only, no boards")


def run(asked: argparse.Namespace) -> int:
    """Say why, for every puzzle."""
    return common.for_each(asked, reasoned)


def reasoned(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The steps that lead to one cell."""
    values = reading.read_grid(asked.grid, puzzle) if asked.grid else None
    steps = why(
        puzzle, asked.cell, value_of(asked.value, puzzle), values, seconds=asked.seconds, stop=stop
    )
    entries = {"genre": puzzle.genre.id, "cell": asked.cell, "steps": [s.entries() for s in steps]}
    boards = boards_after(puzzle, values, steps)

    def as_text() -> str:
        if not steps:
            return f"Nothing follows for {asked.cell}: it is given, or differs between solutions."
        lines = []
        for number, (step, board) in enumerate(zip(steps, boards, strict=True), 1):
            lines.append(numbered(number, step))
            if not asked.brief:
                lines.append(common.drawn(asked, puzzle, board, highlights=roles(step)))
        return "\n".join(lines)

    return common.ANSWERED if steps else common.NEGATIVE, entries, as_text


def value_of(written: str | None, puzzle: Puzzle) -> int | None:
    """The value that people write so: its letter or its word."""
    if written is None:
        return None
    for value, symbol in enumerate(puzzle.symbols):
        if written in (symbol.letter, symbol.glyph, symbol.word):
            return value
    known = ", ".join(f"'{symbol.letter}' ({symbol.word})" for symbol in puzzle.symbols)
    raise ClueError(f"there is no value '{written}' here; there are {known}")
