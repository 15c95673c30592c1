"""Solving and grading the puzzles of a book, in several processes if there are many."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from caracol.board.names import capitalise
from caracol.deduction.efforts import LAST_RUNG
from caracol.engines.answer import Status
from caracol.engines.limits import Clock, Flag
from caracol.formats.converting import read, write
from caracol.generator.loop import judge
from caracol.play import Game
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import with_blame
from caracol.questions.explaining import hint
from caracol.questions.solving import solve
from caracol.rules import Values
from caracol.support.processes import StopWork, count_workers, run_in_order, start_workers
from caracol.support.progress import show_progress
from caracol.verbs.making.gather import Gathered

VERY_HARD = "very hard"
"""Grade of puzzles that need more than named techniques, if not graded exactly."""
FEW = 12
"""Number of puzzles for which starting other processes is not worthwhile."""


@dataclass(frozen=True)
class Checks:
    """Facts to determine about each puzzle."""

    grade: bool = True
    certify: bool = False
    """Whether to grade puzzles beyond hard too, however long that takes."""
    seconds: float | None = None
    hints: bool = False
    """Whether to find the first moves."""


@dataclass(frozen=True)
class Appraised:
    """The solution and grade of a puzzle."""

    status: Status
    solution: Values
    grade: str
    hints: tuple[str, ...] = ()
    """The first moves, in sentences."""


FIRST_MOVES = 3
"""Number of moves in the hints of a puzzle."""


def find_first_moves(puzzle: Puzzle, seconds: float | None, stop: Flag | None) -> tuple[str, ...]:
    """Return the first moves in sentences: the hints that a player gets who follows them.

    A move of several steps has a line for what they lead to, and one for each of them.
    """
    clock, game = Clock(seconds, stop), Game(puzzle)
    found: list[str] = []
    while len(found) < FIRST_MOVES:
        move = hint(
            puzzle, game.values, candidates=game.candidates, seconds=clock.left(), stop=stop
        ).move
        if move is None:
            break
        first = [f"{capitalise(move.conclusion)}:"] if len(move) > 1 else []
        found.append("\n".join((*first, *map(str, move.steps))))
        game.take(*move.steps)
    return tuple(found)


def appraise(puzzle: Puzzle, known: str, checks: Checks, stop: Flag | None = None) -> Appraised:
    """Solve a puzzle, and grade it unless its grade is known.

    Without a time limit, the result is the same on every machine.
    """
    answer = solve(puzzle, seconds=checks.seconds, stop=stop)
    grade = known
    if answer.status is Status.UNIQUE and checks.grade and not grade:
        clock = Clock(checks.seconds, stop)
        found = judge(puzzle, float("inf") if checks.certify else LAST_RUNG, clock)
        grade = found.word if found else "" if clock.over() else VERY_HARD
    hints: tuple[str, ...] = ()
    if answer.status is Status.UNIQUE and checks.hints:
        hints = find_first_moves(puzzle, checks.seconds, stop)
    return Appraised(answer.status, answer.solution or (), grade, hints)


@with_blame
def appraise_line(line: str, known: str, checks: Checks, stop: Flag | None = None) -> Appraised:
    """Solve and grade a puzzle that was sent from another process."""
    return appraise(read(line, "jsonl"), known, checks, stop)


def appraise_all(
    puzzles: Sequence[Gathered], checks: Checks, jobs: int, stop: Flag, cluster: str | None = None
) -> Iterator[Appraised]:
    """Yield the solution and grade of each puzzle, in order."""
    proved = [_find_proof(one, checks) for one in puzzles]
    open_ones = [one for one, known in zip(puzzles, proved, strict=True) if known is None]
    # The generator does nothing if nothing is open.
    with closing(_appraise_each(open_ones, checks, jobs, stop, cluster)) as found:
        for known in proved:
            yield known or next(found)


def _appraise_each(
    puzzles: Sequence[Gathered], checks: Checks, jobs: int, stop: Flag, cluster: str | None
) -> Generator[Appraised, None, None]:
    with show_progress("puzzles solved and graded") as progress:
        progress.update(0, len(puzzles))
        if not puzzles or (cluster is None and (jobs == 1 or len(puzzles) <= FEW)):
            for done, one in enumerate(puzzles, 1):
                if stop.is_set():
                    raise StopWork
                found = appraise(one.puzzle, one.grade, checks, stop)
                progress.update(done, len(puzzles))
                yield found
            return

        work = ((write(one.puzzle, "jsonl"), one.grade, checks) for one in puzzles)
        with start_workers(jobs, cluster) as pool:
            answers = run_in_order(pool, appraise_line, work, 4 * count_workers(pool), stop)
            for done, found in enumerate(answers, 1):
                progress.update(done, len(puzzles))
                yield found


def _find_proof(one: Gathered, checks: Checks) -> Appraised | None:
    """Return what is already known about a puzzle that was just generated."""
    if not one.solution or checks.hints or (checks.grade and checks.certify and not one.grade):
        return None
    return Appraised(Status.UNIQUE, one.solution, one.grade or VERY_HARD)
