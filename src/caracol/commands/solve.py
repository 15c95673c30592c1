"""caracol solve"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from caracol.commands import common, reading
from caracol.engines.answer import Answer, Statistics, Status
from caracol.errors import CaracolError
from caracol.puzzle import Puzzle
from caracol.solving import Conflict, conflict, each_solution, solve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``solve``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_many(parser)
    common.add_drawing(parser)
    parser.add_argument(
        "--interactive", action="store_true", help="show solutions one by one, asking for another"
    )
    parser.add_argument(
        "--proof",
        metavar="FILE",
        help="write a proof that there is no other solution: FILE.cnf and FILE.drat",
    )
    parser.add_argument(
        "--confirm",
        action="store_true",
        help="ask a SAT solver that is installed here whether there is another solution",
    )
    parser.add_argument("--statistics", action="store_true", help="say what the engines did")


def run(asked: argparse.Namespace) -> int:
    """Solve every puzzle."""
    if asked.interactive:
        return one_by_one(asked)
    if asked.proof and not common.alone(asked):
        raise CaracolError("--proof is for one puzzle; leave out --jobs and --cluster")
    if asked.proof:
        proved: list[Puzzle] = []

        def ask(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
            return solved(asked, puzzle, stop, proved)

        return common.for_each(asked, ask)
    return common.for_each(asked, solved)


def solved(
    asked: argparse.Namespace,
    puzzle: Puzzle,
    stop: common.Stop,
    proved: list[Puzzle] | None = None,
) -> common.Result:
    """The answer for one puzzle, and why there is none where that is so."""
    answer = solve(puzzle, seconds=asked.seconds, stop=stop)
    clash, status, found = None, common.ANSWERED, answer.status
    if found is Status.NONE:
        status = common.NEGATIVE
        clash = conflict(puzzle, seconds=asked.seconds or 10, stop=stop)
    elif found is Status.UNKNOWN:
        status = common.UNKNOWN
    entries: dict[str, Any] = {
        "genre": puzzle.genre.id,
        "status": found.value,
        "solutions": [common.rows_of(puzzle, solution) for solution in answer.solutions],
        "complete": answer.complete,
        "statistics": statistics_entries(answer.statistics),
    }
    if answer.stopped:
        entries["stopped"] = answer.stopped
    more: dict[str, str] = {}
    if asked.proof or asked.confirm:
        more = checkable(asked, puzzle, answer, stop, proved if proved is not None else [])
        entries.update(more)
    if clash is not None:
        entries["conflict"] = [str(rule) for rule in clash.rules]
    words = [f"{name}: {text}" for name, text in more.items()]
    return status, entries, lambda: "\n".join([as_text(asked, puzzle, answer, clash), *words])


def checkable(
    asked: argparse.Namespace,
    puzzle: Puzzle,
    answer: Answer,
    stop: common.Stop,
    proved: list[Puzzle],
) -> dict[str, str]:
    """What others can check, or have checked: that there is no other solution."""
    from caracol.commands.files import save
    from caracol.engines.limits import Clock
    from caracol.lab.proof import confirm, prove

    found: dict[str, str] = {}
    if answer.status is not Status.UNIQUE or answer.solution is None:
        return {"proof": "none, as it is not known that there is exactly one solution"}
    if asked.proof:
        if proved:
            raise CaracolError("--proof is for one puzzle; here are several")
        proved.append(puzzle)
        proof = prove(puzzle, answer.solution, Clock(asked.seconds, stop))
        names = f"{asked.proof}.cnf", f"{asked.proof}.drat"
        for name, text in zip(names, proof, strict=True):
            save(text, name)
        found["proof"] = " and ".join(names)
    if asked.confirm:
        program, alone = confirm(puzzle, answer.solution, asked.seconds)
        if not alone:
            raise CaracolError(f"{program} says that there is another solution; please report it")
        found["confirmed"] = f"by {program}, which finds no other solution either"
    return found


def as_text(
    asked: argparse.Namespace, puzzle: Puzzle, answer: Answer, clash: Conflict | None
) -> str:
    """The answer as people read it."""
    lines = []
    if puzzle.info.title:
        lines.append(puzzle.info.title)
    board = common.drawn(asked, puzzle, answer.solution or puzzle.givens)
    lines.append(board.rstrip("\n"))
    verdict = {
        Status.UNIQUE: "This is the only solution.",
        Status.MANY: "This is one of several solutions.",
        Status.NONE: "There is no solution.",
        Status.UNKNOWN: "Not known: "
        + WHY_UNKNOWN.get(answer.stopped, "the limit was reached")
        + ("; this is a solution, but there may be others." if answer.solution else "."),
    }[answer.status]
    lines.append(f"{verdict} ({elapsed(answer.statistics)})")
    if clash is not None:
        lines.append(str(clash))
    if asked.statistics:
        lines += statistics_lines(answer.statistics)
    return "\n".join(lines)


WHY_UNKNOWN = {"seconds": "the time was up", "stopped": "the work was stopped"}


def elapsed(statistics: Statistics) -> str:
    """The time that an answer took, in words."""
    return f"{(statistics.build_seconds + statistics.solve_seconds) * 1000:.1f} ms"


def statistics_entries(statistics: Statistics) -> dict[str, Any]:
    """Statistics for JSON."""
    return {
        # Whole microseconds; to round to so many digits would take several of them.
        "build_seconds": round(statistics.build_seconds * 1e6) / 1e6,
        "solve_seconds": round(statistics.solve_seconds * 1e6) / 1e6,
        "engine": statistics.engine,
        **statistics.counters,
    }


def statistics_lines(statistics: Statistics) -> list[str]:
    """Statistics for people."""
    lines = [
        f"  engine        {statistics.engine}",
        f"  build         {statistics.build_seconds * 1000:.2f} ms",
        f"  solve         {statistics.solve_seconds * 1000:.2f} ms",
    ]
    return lines + [f"  {name:13} {number}" for name, number in statistics.counters.items()]


def one_by_one(asked: argparse.Namespace) -> int:
    """Show a solution, ask for another, and so on."""
    answers = sys.stdin
    if "-" in asked.puzzle:
        # The puzzle comes from standard input, so the answers must come from the terminal itself.
        try:
            answers = open("/dev/tty", encoding="utf-8")  # noqa: SIM115
        except OSError:
            print("caracol: --interactive needs the puzzle in a file", file=sys.stderr)
            return common.WRONG
    status = common.ANSWERED
    for puzzle in reading.puzzles(asked):
        if not isinstance(puzzle, Puzzle):
            raise puzzle
        status = max(status, walk(asked, puzzle, answers))
    return status


def walk(asked: argparse.Namespace, puzzle: Puzzle, answers: Any) -> int:
    """Go through the solutions of one puzzle; only the engine's own time is told."""
    found = 0
    with common.stoppable() as stop:
        solutions = each_solution(puzzle, seconds=asked.seconds, stop=stop)
        while True:
            started = time.perf_counter()
            solution = next(solutions, None)
            taken = time.perf_counter() - started
            if solution is None:
                break
            found += 1
            print(common.drawn(asked, puzzle, solution).rstrip("\n"))
            print(f"Solution {found}, found in {taken * 1000:.1f} ms.")
            if not wants_another(answers, stop):
                return common.ANSWERED
        if stop.is_set():
            return common.STOPPED
    print("There is no other solution." if found else "There is no solution.")
    return common.ANSWERED if found else common.NEGATIVE


def wants_another(answers: Any, stop: common.Stop) -> bool:
    """Ask until the answer is yes or no; the end of input is no."""
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
