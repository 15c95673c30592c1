"""caracol conflict"""

from __future__ import annotations

import argparse

from caracol.commands import common
from caracol.engines.answer import Status
from caracol.puzzle import Puzzle
from caracol.solving import conflict, solve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``conflict``."""
    common.add_puzzle(parser)
    common.add_limits(parser)


def run(asked: argparse.Namespace) -> int:
    """Find the conflict of every puzzle."""
    return common.for_each(asked, found)


def found(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The conflict in one puzzle; where there is none, whether that is certain."""
    clash = conflict(puzzle, seconds=asked.seconds, stop=stop)
    if clash is not None:
        entries = {
            "genre": puzzle.genre.id,
            "conflict": [str(rule) for rule in clash.rules],
            "smallest": clash.smallest,
        }
        proof = "" if clash.smallest else " (there may be a smaller set)"
        return common.NEGATIVE, entries, lambda: f"{clash}{proof}"
    answer = solve(puzzle, seconds=asked.seconds, stop=stop)
    known = answer.status is not Status.UNKNOWN or answer.solution is not None
    entries = {"genre": puzzle.genre.id, "conflict": None if known else "unknown"}
    text = "No clues clash: there is a solution." if known else "Not known: the time was up."
    return common.ANSWERED if known else common.UNKNOWN, entries, lambda: text
