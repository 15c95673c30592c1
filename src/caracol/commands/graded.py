"""Puzzles solved and graded for a book, by several processes where there are many."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from caracol.commands.gather import Gathered
from caracol.engines.answer import Status
from caracol.engines.limits import Clock, Flag
from caracol.progress import shown
from caracol.puzzle import Puzzle
from caracol.rules import Values
from caracol.workers import StopWork, hands, in_order, workers

VERY_HARD = "very hard"
"""The word for what no technique with a name solves, where nobody asks how hard it is."""
FEW = 12
"""So many puzzles are done before other processes would have begun."""


@dataclass(frozen=True)
class Checks:
    """What is to be found out."""

    grade: bool = True
    certify: bool = False
    """Whether also what is beyond hard is graded, however long that takes."""
    seconds: float | None = None


@dataclass(frozen=True)
class Appraised:
    """What was found out about a puzzle."""

    status: Status
    solution: Values
    grade: str


def appraise(puzzle: Puzzle, known: str, checks: Checks, stop: Flag | None = None) -> Appraised:
    """Solve a puzzle, and grade it unless its grade is known.

    Without a limit in seconds the outcome is the same on every machine.
    """
    from caracol.deduction.efforts import LAST_RUNG
    from caracol.generator.loop import judge
    from caracol.solving import solve

    answer = solve(puzzle, seconds=checks.seconds, stop=stop)
    grade = known
    if answer.status is Status.UNIQUE and checks.grade and not grade:
        clock = Clock(checks.seconds, stop)
        found = judge(puzzle, float("inf") if checks.certify else LAST_RUNG, clock)
        grade = found.word if found else "" if clock.over() else VERY_HARD
    return Appraised(answer.status, answer.solution or (), grade)


def appraise_line(line: str, known: str, checks: Checks, stop: Flag | None = None) -> Appraised:
    """The same of a puzzle that comes from another process."""
    from caracol.formats import read

    return appraise(read(line, "jsonl"), known, checks, stop)


def appraised(
    puzzles: Sequence[Gathered], checks: Checks, jobs: int, stop: Flag, cluster: str | None = None
) -> Iterator[Appraised]:
    """What there is to know about each puzzle, in their order."""
    proved = [_proved(one, checks) for one in puzzles]
    open_ones = [one for one, known in zip(puzzles, proved, strict=True) if known is None]
    # The generator does nothing at all where nothing is open.
    with closing(_each(open_ones, checks, jobs, stop, cluster)) as found:
        for known in proved:
            yield known or next(found)


def _each(
    puzzles: Sequence[Gathered], checks: Checks, jobs: int, stop: Flag, cluster: str | None
) -> Generator[Appraised, None, None]:
    with shown("puzzles solved and graded") as progress:
        progress.update(0, len(puzzles))
        if not puzzles or (cluster is None and (jobs == 1 or len(puzzles) <= FEW)):
            for done, one in enumerate(puzzles, 1):
                if stop.is_set():
                    raise StopWork
                found = appraise(one.puzzle, one.grade, checks, stop)
                progress.update(done, len(puzzles))
                yield found
            return
        from caracol.formats import write

        work = ((write(one.puzzle, "jsonl"), one.grade, checks) for one in puzzles)
        with workers(jobs, cluster) as pool:
            answers = in_order(pool, appraise_line, work, 4 * hands(pool), stop)
            for done, found in enumerate(answers, 1):
                progress.update(done, len(puzzles))
                yield found


def _proved(one: Gathered, checks: Checks) -> Appraised | None:
    """What is known without work: a puzzle that was just made has its proof with it."""
    if not one.solution or (checks.grade and checks.certify and not one.grade):
        return None
    return Appraised(Status.UNIQUE, one.solution, one.grade or VERY_HARD)
