"""The ``caracol why`` command."""

from __future__ import annotations

import argparse
import os
import re

from caracol.errors import ClueError
from caracol.puzzle import Puzzle
from caracol.questions.explaining import why
from caracol.verbs import common, reading
from caracol.verbs.advice.explain import find_roles, number_step, replay_steps
from caracol.verbs.parameters import LIMIT, PUZZLE, drawing, grid
from caracol.verbs.verb import Verb, argument, option, switch

CELL = re.compile(r"r\d+c\d+[^./\\]*", re.IGNORECASE)
"""The name of a cell, a side, a link or a corner."""


def explain_cell(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return the steps that determine one cell."""
    values = reading.read_grid(args.grid, puzzle) if args.grid else None
    steps = why(
        puzzle, args.cell, value_of(args.value, puzzle), values, seconds=args.seconds, stop=stop
    )
    entries = {"genre": puzzle.genre.id, "cell": args.cell, "steps": [s.entries() for s in steps]}
    boards = replay_steps(puzzle, values, steps)

    def as_text() -> str:
        if not steps:
            return (
                f"Nothing can be deduced for {args.cell}: it is given, or solutions differ there."
            )
        lines = []
        for number, (step, board) in enumerate(zip(steps, boards, strict=True), 1):
            lines.append(number_step(str(number), step))
            if not args.brief:
                lines.append(common.draw_board(args, puzzle, board, highlights=find_roles(step)))
        return "\n".join(lines)

    return common.ANSWERED if steps else common.NEGATIVE, entries, as_text


def value_of(written: str | None, puzzle: Puzzle) -> int | None:
    """Return the value with this letter or name."""
    if written is None:
        return None
    for value, symbol in enumerate(puzzle.symbols):
        if written in (symbol.letter, symbol.glyph, symbol.word):
            return value
    known = ", ".join(f"'{symbol.letter}' ({symbol.word})" for symbol in puzzle.symbols)
    raise ClueError(f"'{written}' is not a value of this puzzle; the values are {known}")


def explain_cells(args: argparse.Namespace) -> int:
    """Explain the cell, which may come before or after the puzzle."""
    if not CELL.fullmatch(args.cell):
        cell = next((word for word in args.puzzle if CELL.fullmatch(word)), None)
        if cell is None:
            raise ClueError(f"'{args.cell}' is not a cell; name one, such as r3c4")
        args.puzzle = [args.cell if word == cell else word for word in args.puzzle]
        args.cell = cell
    others = [word for word in args.puzzle if CELL.fullmatch(word) and not os.path.exists(word)]
    if others:
        raise ClueError(
            f"only one cell can be explained at a time, not {args.cell} and {others[0]}"
        )
    return common.for_each(args, explain_cell)


VERBS = (
    Verb(
        "why",
        "explain why a cell has its value",
        (
            argument("cell", "cell, such as r3c4"),
            *PUZZLE,
            LIMIT,
            *drawing(coordinates=True),
            option("value", "explain why the cell has, or cannot have, this value", metavar="V"),
            grid("start with these values on the board"),
            switch("brief", "print sentences without boards"),
        ),
        run=explain_cells,
    ),
)
