"""Puzzles solved and graded for a book, by several processes where there are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from caracol.commands.gather import Gathered
from caracol.genre import Puzzle
from caracol.progress import shown
from caracol.rules import Values
from caracol.solve.answer import Status
from caracol.solve.limits import Clock, Flag

VERY_HARD = "very hard"
"""The word for what no technique with a name solves, where nobody asks how hard it is."""
FEW = 12
"""So many puzzles are done before other processes would have begun."""


@dataclass(frozen=True)
class Wish:
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


def appraise(puzzle: Puzzle, known: str, wish: Wish, stop: Flag | None = None) -> Appraised:
    """Solve a puzzle, and grade it unless its grade is known.

    Without a limit in seconds the outcome is the same on every machine.
    """
    from caracol.generate.judge import LAST_RUNG, judge
    from caracol.verbs import solve

    answer = solve(puzzle, seconds=wish.seconds, stop=stop)
    grade = known
    if answer.status is Status.UNIQUE and wish.grade and not grade:
        clock = Clock(wish.seconds, stop)
        found = judge(puzzle, float("inf") if wish.certify else LAST_RUNG, clock)
        grade = found.word if found else "" if clock.over() else VERY_HARD
    return Appraised(answer.status, answer.solution or (), grade)


def appraise_line(line: str, known: str, wish: Wish, stop: Flag | None = None) -> Appraised:
    """The same of a puzzle that comes from another process."""
    from caracol.exchange import read

    return appraise(read(line, "jsonl"), known, wish, stop)


def appraised(
    puzzles: Sequence[Gathered], wish: Wish, jobs: int, stop: Flag
) -> Iterator[Appraised]:
    """What there is to know about each puzzle, in their order."""
    with shown("puzzles solved and graded") as progress:
        for done, found in enumerate(_each(puzzles, wish, jobs, stop), 1):
            progress.update(done, len(puzzles))
            yield found


def _each(puzzles: Sequence[Gathered], wish: Wish, jobs: int, stop: Flag) -> Iterator[Appraised]:
    work = sum(not one.grade or not one.solution for one in puzzles)
    if jobs == 1 or work <= FEW:
        for one in puzzles:
            yield _proved(one, wish) or appraise(one.puzzle, one.grade, wish, stop)
        return
    from caracol.exchange import write
    from caracol.generate.workers import Pool, in_order

    lines = (
        (write(one.puzzle, "jsonl"), one.grade, wish)
        for one in puzzles
        if _proved(one, wish) is None
    )
    with Pool(jobs) as pool:
        found = in_order(pool, appraise_line, lines, 4 * jobs, stop)
        for one in puzzles:
            yield _proved(one, wish) or next(found)


def _proved(one: Gathered, wish: Wish) -> Appraised | None:
    """What is known without work: a puzzle that was just made has its proof with it."""
    if not one.solution or (wish.grade and wish.certify and not one.grade):
        return None
    return Appraised(Status.UNIQUE, one.solution, one.grade or VERY_HARD)
