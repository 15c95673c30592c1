"""The ``caracol solve`` command."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from typing import Any

from caracol.engines.answer import Answer, Statistics, Status
from caracol.engines.limits import Clock
from caracol.errors import CaracolError
from caracol.puzzle import Puzzle
from caracol.questions.solving import Conflict, conflict, each_solution, solve
from caracol.verbs import common, reading
from caracol.verbs.answer_views import answer_view
from caracol.verbs.parameters import FORCE, MANY, PUZZLE, TIMED, drawing
from caracol.verbs.requested import read_puzzle
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, option, switch


def run(args: argparse.Namespace) -> int:
    """Solve every puzzle."""
    if args.interactive:
        return show_one_by_one(args)
    if args.proof and not common.is_single_process(args):
        raise CaracolError("--proof takes a single puzzle; omit --jobs and --cluster")
    if args.proof:
        proved: list[Puzzle] = []

        def ask(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
            return solve_one(args, puzzle, stop, proved)

        return common.for_each(args, ask)
    return common.for_each(args, solve_one)


def solve_one(
    args: argparse.Namespace,
    puzzle: Puzzle,
    stop: common.Stop,
    proved: list[Puzzle] | None = None,
) -> common.Result:
    """Return the answer for one puzzle, with the conflict if there is no solution."""
    clock = Clock(args.seconds, stop)
    answer = solve(puzzle, seconds=args.seconds, stop=stop)
    clash, status, found = None, common.ANSWERED, answer.status
    if found is Status.NONE:
        status = common.NEGATIVE
        clash = conflict(puzzle, seconds=10 if args.seconds is None else clock.left(), stop=stop)
    elif found is Status.UNKNOWN:
        status = common.UNKNOWN
    entries: dict[str, Any] = {
        "genre": puzzle.genre.id,
        "status": found.value,
        "solutions": [common.write_rows(puzzle, solution) for solution in answer.solutions],
        "complete": answer.complete,
        "statistics": statistics_entries(answer.statistics),
    }
    if answer.stopped:
        entries["stopped"] = answer.stopped
    more: dict[str, str] = {}
    if args.proof or args.confirm:
        # Few commands need the laboratory.
        from caracol.verbs.questions.proof import prove_answer

        more = prove_answer(args, puzzle, answer, clock, proved if proved is not None else [])
        entries.update(more)
    if clash is not None:
        entries["conflict"] = [str(rule) for rule in clash.rules]
    words = [f"{name}: {text}" for name, text in more.items()]
    return status, entries, lambda: "\n".join([as_text(args, puzzle, answer, clash), *words])


def as_text(
    args: argparse.Namespace, puzzle: Puzzle, answer: Answer, clash: Conflict | None
) -> str:
    """Return the answer as text."""
    lines = []
    if puzzle.info.title:
        lines.append(puzzle.info.title)
    board = common.draw_board(args, puzzle, answer.solution or puzzle.givens)
    lines.append(board.rstrip("\n"))
    verdict = {
        Status.UNIQUE: "This is the only solution.",
        Status.MANY: "This is one of several solutions.",
        Status.NONE: "There is no solution.",
        Status.UNKNOWN: "Unknown: "
        + WHY_UNKNOWN.get(answer.stopped, "a limit was reached")
        + ("; this is a solution, but there may be others." if answer.solution else "."),
    }[answer.status]
    lines.append(f"{verdict} ({format_time(answer.statistics)})")
    if clash is not None:
        lines.append(str(clash))
    if args.statistics:
        lines += statistics_lines(answer.statistics)
    return "\n".join(lines)


TERMINAL = "CONIN$" if sys.platform == "win32" else "/dev/tty"
WHY_UNKNOWN = {
    "seconds": "the time limit was reached",
    "stopped": "interrupted",
    "memory": "the board is so large that this would take too much memory",
}


def format_time(statistics: Statistics) -> str:
    """Return the time that an answer took, as text."""
    return f"{(statistics.build_seconds + statistics.solve_seconds) * 1000:.1f} ms"


def statistics_entries(statistics: Statistics) -> dict[str, Any]:
    """Return statistics for JSON."""
    return {
        # Whole microseconds; ``round(…, 6)`` would be slower.
        "build_seconds": round(statistics.build_seconds * 1e6) / 1e6,
        "solve_seconds": round(statistics.solve_seconds * 1e6) / 1e6,
        "engine": statistics.engine,
        **statistics.counters,
    }


def statistics_lines(statistics: Statistics) -> list[str]:
    """Return statistics as lines of text."""
    lines = [
        f"  engine        {statistics.engine}",
        f"  build         {statistics.build_seconds * 1000:.2f} ms",
        f"  solve         {statistics.solve_seconds * 1000:.2f} ms",
    ]
    return lines + [f"  {name:13} {number}" for name, number in statistics.counters.items()]


def show_one_by_one(args: argparse.Namespace) -> int:
    """Show solutions one by one, asking after each."""
    answers = sys.stdin
    if "-" in args.puzzle:
        # Standard input has the puzzle, so the answers come from the terminal itself.
        try:
            answers = open(TERMINAL, encoding="utf-8")  # noqa: SIM115
        except OSError:
            print("caracol: with --interactive, the puzzle must be in a file", file=sys.stderr)
            return common.WRONG
    status = common.ANSWERED
    for puzzle in reading.read_puzzles(args):
        if not isinstance(puzzle, Puzzle):
            raise puzzle
        status = max(status, show_solutions(args, puzzle, answers))
    return status


def show_solutions(args: argparse.Namespace, puzzle: Puzzle, answers: Any) -> int:
    """Show the solutions of one puzzle, with the time the engine took for each."""
    found = 0
    with common.catch_interrupts() as stop:
        solutions = each_solution(puzzle, seconds=args.seconds, stop=stop)
        while True:
            started = time.perf_counter()
            solution = next(solutions, None)
            taken = time.perf_counter() - started
            if solution is None:
                break
            found += 1
            print(common.draw_board(args, puzzle, solution).rstrip("\n"))
            print(f"Solution {found}, found in {taken * 1000:.1f} ms.")
            if not wants_another(answers, stop):
                return common.ANSWERED
        if stop.is_set():
            return common.STOPPED
    print("There is no other solution." if found else "There is no solution.")
    return common.ANSWERED if found else common.NEGATIVE


def wants_another(answers: Any, stop: common.Stop) -> bool:
    """Ask until the answer is yes or no; end of input means no."""
    while True:
        print("Another solution? (y/n) ", end="", flush=True)
        answer = answers.readline()
        if not answer or stop.is_set():
            print()
            return False
        if answer.strip().lower() in ("y", "yes"):
            return True
        if answer.strip().lower() in ("n", "no"):
            return False
        print("Please answer y or n.")


def find_solutions(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the solution, or two if there are several."""
    answer = solve(read_puzzle(payload), seconds=context.seconds, stop=context.stop)
    return answer_view(answer, 2)


VERBS = (
    Verb(
        "solve",
        "find the solution, and say whether it is the only one",
        (
            *PUZZLE,
            TIMED,
            *MANY,
            *drawing(),
            switch("interactive", "show solutions one by one, asking after each"),
            option(
                "proof",
                "write a proof that there is no other solution: FILE.cnf, FILE.drat and FILE.lrat",
                metavar="FILE",
                files=True,
            ),
            replace(FORCE, help="replace the files of a proof that exist"),
            switch(
                "confirm",
                "let an installed SAT solver confirm that there is no other solution",
            ),
            switch("statistics", "print statistics of the engines"),
        ),
        run=run,
        operation=Operation(
            "solve",
            "Solve a puzzle, and say whether the solution is the only one.",
            find_solutions,
            "Solved",
            "questions",
            Pace.TRIED,
        ),
    ),
)
