"""The ``caracol candidates`` command."""

from __future__ import annotations

import argparse
from typing import Any

from caracol.board.grid import in_lines
from caracol.errors import count_noun
from caracol.puzzle import Puzzle
from caracol.questions.solving import Possible, candidates
from caracol.rules import settled
from caracol.verbs import common, reading
from caracol.verbs.parameters import PUZZLE, TIMED, VALUES, drawing, grid
from caracol.verbs.requested import read_puzzle, read_values
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb


def find_candidates(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return the true candidates of one puzzle."""
    values = reading.read_grid(args.grid, puzzle) if args.grid else None
    possible = candidates(puzzle, values, seconds=args.seconds, stop=stop)
    entries = {
        "genre": puzzle.genre.id,
        "solvable": possible.solvable,
        "complete": possible.complete,
        "candidates": table(puzzle, possible),
    }
    status = common.ANSWERED if possible.complete else common.UNKNOWN
    if possible.solvable is False:
        status = common.NEGATIVE
    return status, entries, lambda: as_text(args, puzzle, possible)


def table(puzzle: Puzzle, possible: Possible) -> list[list[str]]:
    """Return the letters of each cell's candidates, row by row; numbers such as -2 need commas."""
    letters = [symbol.letter for symbol in puzzle.symbols]
    sign = "," if any(len(letter) > 1 for letter in letters) else ""
    cells = [sign.join(letters[value] for value in values) for values in possible.values]
    return [cells[line.start : line.stop] for line in in_lines(puzzle.grid)]


def as_text(args: argparse.Namespace, puzzle: Puzzle, possible: Possible) -> str:
    """Return the board with all certain values, and a table of candidates."""
    if possible.solvable is False:
        return f"There is no solution, so no {puzzle.grid.noun} has a candidate."
    known = settled(possible.masks) if possible.complete else puzzle.givens
    lines = [common.draw_board(args, puzzle, known).rstrip("\n")]
    rows = table(puzzle, possible)
    width = max(len(cell) for row in rows for cell in row)
    lines += ["  ".join(cell.ljust(width) for cell in row).rstrip() for row in rows]
    certain = sum(value is not None for value in settled(possible.masks))
    if possible.complete:
        lines.append(
            f"{certain} of {count_noun(puzzle.grid.size, puzzle.grid.noun)} "
            f"{'is' if certain == 1 else 'are'} the same in every solution."
        )
    else:
        lines.append("Not finished: these values occur in solutions, but others may too.")
    return "\n".join(lines)


def list_candidates(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the values that each cell has in any solution, as numbers."""
    puzzle = read_puzzle(payload)
    values = read_values(payload, puzzle) if payload.get("values") is not None else None
    possible = candidates(puzzle, values, seconds=context.seconds, stop=context.stop)
    return {
        "candidates": [list(values) for values in possible.values],
        "complete": possible.complete,
        "solvable": possible.solvable,
    }


VERBS = (
    Verb(
        "candidates",
        "show which values each cell has in at least one solution",
        (*PUZZLE, TIMED, *drawing(), VALUES, grid("values already on the board")),
        ask=find_candidates,
        operation=Operation(
            "candidates",
            "Find which values each cell has in at least one solution.",
            list_candidates,
            "Possible",
            "questions",
            Pace.TRIED,
        ),
    ),
)
