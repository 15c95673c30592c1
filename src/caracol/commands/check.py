"""caracol check"""

from __future__ import annotations

import argparse

from caracol.commands import common, reading
from caracol.puzzle import Puzzle
from caracol.solving import check


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``check``."""
    common.add_puzzle(parser)
    common.add_drawing(parser)
    parser.add_argument(
        "--grid",
        metavar="GRID",
        help="the grid to check: a file, - for standard input, or its rows parted by '/'; "
        "the puzzle's own given values where there is none",
    )


def run(asked: argparse.Namespace) -> int:
    """Check a grid against every puzzle."""
    return common.for_each(asked, checked)


def checked(asked: argparse.Namespace, puzzle: Puzzle, _stop: object) -> common.Result:
    """The verdict on one grid."""
    values = reading.read_grid(asked.grid, puzzle) if asked.grid else puzzle.givens
    verdict = check(puzzle, values)
    entries = {
        "genre": puzzle.genre.id,
        "solved": verdict.solved,
        "finished": verdict.finished,
        "faults": [
            {
                "rule": fault.rule.about,
                "sentence": fault.sentence,
                "cells": [puzzle.grid.name(cell) for cell in fault.cells],
            }
            for fault in verdict.faults
        ],
    }

    def as_text() -> str:
        lines = [common.drawn(asked, puzzle, values).rstrip("\n")]
        for fault in verdict.faults:
            cells = ", ".join(puzzle.grid.name(cell) for cell in fault.cells)
            lines.append(f"✗ {fault.sentence}" + (f" ({cells})" if cells else ""))
        if verdict.solved:
            lines.append("Solved: every rule is kept.")
        elif not verdict.faults:
            lines.append("No rule is broken so far.")
        return "\n".join(lines)

    return common.NEGATIVE if verdict.faults else common.ANSWERED, entries, as_text
