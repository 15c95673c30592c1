"""The ``caracol count`` command."""

from __future__ import annotations

import argparse
from typing import Any

from caracol.engines.answer import Answer
from caracol.engines.limits import Clock
from caracol.puzzle import Puzzle
from caracol.questions.solving import count, each_solution
from caracol.verbs import common
from caracol.verbs.answer_views import answer_view
from caracol.verbs.parameters import MANY, PUZZLE, TIMED, positive_int
from caracol.verbs.questions.solve import format_time, statistics_entries, statistics_lines
from caracol.verbs.requested import read_puzzle
from caracol.verbs.schemas import whole
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, entry, option, switch


def count_one(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return the number of solutions of one puzzle."""
    answer = count(puzzle, limit=args.limit, seconds=args.seconds, stop=stop, keep=0)
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
        lines = [f"{answer.describe()} ({format_time(answer.statistics)})"]
        if args.statistics:
            lines += statistics_lines(answer.statistics)
        return "\n".join(lines)

    reached = answer.complete or answer.stopped == "solutions"
    return common.ANSWERED if reached else common.UNKNOWN, entries, as_text


def count_with_progress(payload: Payload, context: Context) -> dict[str, Any]:
    """Count the solutions, and report progress now and then."""
    puzzle, limit = read_puzzle(payload), payload["limit"]
    clock = Clock(context.seconds, context.stop)
    reported = found = 0
    kept: list[tuple[int, ...]] = []
    for solution in each_solution(puzzle, seconds=context.seconds, stop=context.stop):
        found += 1
        if len(kept) < payload["keep"]:
            kept.append(solution)
        if found - reported >= max(1, reported // 4):
            reported = found
            context.report(count=found)
        if found >= limit or clock.over():
            break
    complete = found < limit and not clock.over()
    stopped = "" if complete else ("solutions" if found >= limit else clock.reason())
    answer = Answer(tuple(kept), found, complete, stopped=stopped)
    return answer_view(answer, payload["keep"])


VERBS = (
    Verb(
        "count",
        "count the solutions, up to a limit",
        (
            *PUZZLE,
            TIMED,
            *MANY,
            option(
                "limit",
                "stop after N solutions",
                read=positive_int,
                metavar="N",
                schema=whole(1, 1_000_000, default=1000),
            ),
            entry("keep", whole(0, 100, default=10)),
            switch("statistics", "print statistics of the engines"),
        ),
        ask=count_one,
        operation=Operation(
            "count",
            "Count the solutions up to a limit.",
            count_with_progress,
            "Solved",
            "questions",
            Pace.TRIED,
            streamed=True,
        ),
    ),
)
