"""Puzzles solved and graded for a book, by several processes where there are many."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from caracol.commands.gather import Gathered
from caracol.generate.workers import Pool, StopWork, in_order
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
    from caracol.explain.efforts import LAST_RUNG
    from caracol.generate.judge import judge
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
    proved = [_proved(one, wish) for one in puzzles]
    open_ones = [one for one, known in zip(puzzles, proved, strict=True) if known is None]
    # The generator does nothing at all where nothing is open.
    with closing(_each(open_ones, wish, jobs, stop)) as found:
        for known in proved:
            yield known or next(found)


def _each(
    puzzles: Sequence[Gathered], wish: Wish, jobs: int, stop: Flag
) -> Generator[Appraised, None, None]:
    with shown("puzzles solved and graded") as progress:
        progress.update(0, len(puzzles))
        if jobs == 1 or len(puzzles) <= FEW:
            for done, one in enumerate(puzzles, 1):
                if stop.is_set():
                    raise StopWork
                found = appraise(one.puzzle, one.grade, wish, stop)
                progress.update(done, len(puzzles))
                yield found
            return
        from caracol.exchange import write

        work = ((write(one.puzzle, "jsonl"), one.grade, wish) for one in puzzles)
        with Pool(jobs) as pool:
            for done, found in enumerate(in_order(pool, appraise_line, work, 4 * jobs, stop), 1):
                progress.update(done, len(puzzles))
                yield found


def _proved(one: Gathered, wish: Wish) -> Appraised | None:
    """What is known without work: a puzzle that was just made has its proof with it."""
    if not one.solution or (wish.grade and wish.certify and not one.grade):
        return None
    return Appraised(Status.UNIQUE, one.solution, one.grade or VERY_HARD)
