"""caracol count"""

from __future__ import annotations

import argparse

from caracol.commands import common
from caracol.commands.solve import elapsed, statistics_entries, statistics_lines
from caracol.puzzle import Puzzle
from caracol.solving import count


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``count``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_many(parser)
    parser.add_argument(
        "--limit", type=common.positive_int, metavar="N", help="stop after N solutions"
    )
    parser.add_argument("--statistics", action="store_true", help="say what the engines did")


def run(asked: argparse.Namespace) -> int:
    """Count the solutions of every puzzle."""
    return common.for_each(asked, counted)


def counted(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The number of solutions of one puzzle."""
    answer = count(puzzle, limit=asked.limit, seconds=asked.seconds, stop=stop, keep=0)
    entries = {
        "genre": puzzle.genre.id,
        "status": answer.status.value,
        "count": answer.count,
        "complete": answer.complete,
        "statistics": statistics_entries(answer.statistics),
    }
    if answer.stopped:
        entries["stopped"] = answer.stopped

    def as_text() -> str:
        lines = [f"{answer} ({elapsed(answer.statistics)})"]
        if asked.statistics:
            lines += statistics_lines(answer.statistics)
        return "\n".join(lines)

    reached = answer.complete or answer.stopped == "solutions"
    return common.ANSWERED if reached else common.UNKNOWN, entries, as_text
