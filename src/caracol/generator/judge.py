"""The usual judge: the grade of the hints, given up as soon as a puzzle is too hard."""

from __future__ import annotations

from math import inf

from caracol.engines.answer import Status
from caracol.engines.limits import Clock
from caracol.explaining import Grade, grade
from caracol.puzzle import Puzzle


def judge(puzzle: Puzzle, ceiling: float = inf, clock: Clock | None = None) -> Grade | None:
    """The grade of a unique puzzle, or ``None`` where it is above the ceiling or time is up."""
    clock = clock or Clock()
    found = grade(puzzle, ceiling=ceiling, seconds=clock.left(), stop=clock.stop)
    return found if found.status is Status.UNIQUE else None
