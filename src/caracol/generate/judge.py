"""The usual judge: the grade of the hints, given up as soon as a puzzle is too hard."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.explain.grade import Grade, graded
from caracol.explain.ladder import Walk
from caracol.explain.steps import Found
from caracol.genre import Puzzle
from caracol.hints import _seen as seen
from caracol.hints import catalogue, told
from caracol.solve.answer import Status
from caracol.solve.limits import Clock

LAST_RUNG = 4.5
"""Up to here techniques with a name must do; looking for smallest reasons takes too long."""


class Bounded(Walk):
    """A walk that ends where the grade is above its ceiling."""

    ceiling = float("inf")

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], Found]]:
        for step in super().__iter__():
            if self.number > self.ceiling:
                self.stopped = True
                return
            yield step


def judge(
    puzzle: Puzzle, ceiling: float = float("inf"), clock: Clock | None = None
) -> Grade | None:
    """The grade of a unique puzzle, or ``None`` where it is above the ceiling or time is up."""
    found = graded(bounded(puzzle, ceiling, clock), told(puzzle))
    return found if found.status is Status.UNIQUE else None


def bounded(puzzle: Puzzle, ceiling: float, clock: Clock | None) -> Bounded:
    """The walk through a puzzle up to a grade."""
    start = seen(puzzle.model, puzzle.model.candidates())
    walk = Bounded(puzzle.model, start, catalogue(puzzle), clock or Clock())
    walk.ceiling, walk.last_resort = ceiling, ceiling > LAST_RUNG
    return walk
