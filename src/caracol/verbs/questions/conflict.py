"""The ``caracol conflict`` command."""

from __future__ import annotations

import argparse
from typing import Any

from caracol.engines.answer import Status
from caracol.engines.limits import Clock
from caracol.puzzle import Puzzle
from caracol.questions.solving import conflict, solve
from caracol.verbs import common
from caracol.verbs.answer_views import conflict_view
from caracol.verbs.parameters import PUZZLE, TIMED
from caracol.verbs.requested import read_puzzle
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb


def find_conflict(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return the conflict in one puzzle, or whether there is certainly none."""
    clock = Clock(args.seconds, stop)
    clash = conflict(puzzle, seconds=args.seconds, stop=stop)
    if clash is not None:
        entries = {
            "genre": puzzle.genre.id,
            "conflict": [str(rule) for rule in clash.rules],
            "smallest": clash.smallest,
        }
        proof = "" if clash.smallest else " (there may be a smaller set)"
        return common.NEGATIVE, entries, lambda: f"{clash}{proof}"
    answer = solve(puzzle, seconds=clock.left(), stop=stop)
    known = answer.status is not Status.UNKNOWN or answer.solution is not None
    entries = {"genre": puzzle.genre.id, "conflict": None if known else "unknown"}
    text = (
        "There is no conflict: the puzzle has a solution."
        if known
        else "Unknown: the time limit was reached."
    )
    return common.ANSWERED if known else common.UNKNOWN, entries, lambda: text


def find_clash(payload: Payload, context: Context) -> dict[str, Any]:
    """Return a minimal set of clues that cannot all hold, with their cells."""
    clash = conflict(read_puzzle(payload), seconds=context.seconds, stop=context.stop)
    return conflict_view(clash)


VERBS = (
    Verb(
        "conflict",
        "find a minimal set of clues that cannot all hold",
        (*PUZZLE, TIMED),
        ask=find_conflict,
        operation=Operation(
            "conflict",
            "Find a minimal set of clues that cannot all hold.",
            find_clash,
            "Clash",
            "questions",
            Pace.TRIED,
        ),
    ),
)
