"""What an engine gives back: none, unique, many or unknown, and how it was found."""

from __future__ import annotations

from enum import StrEnum

from caracol.board.scene import drawn
from caracol.errors import ManySolutions, NoSolution, OutOfTime
from caracol.records import Record, field, record

Solution = tuple[int, ...]


class Status(StrEnum):
    """Four different things, never mixed."""

    NONE = "none"
    UNIQUE = "unique"
    MANY = "many"
    UNKNOWN = "unknown"


@record
class Statistics(Record):
    """What the work cost."""

    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    engine: str = ""
    """The stages that took part, in order: "kernel", "kernel, learning"."""
    counters: dict[str, int] = field(default_factory=dict)
    """What the engines did: decisions, conflicts, propagations, …"""


@record
class Answer(Record):
    """The solutions that were found, and whether they are all there are."""

    solutions: tuple[Solution, ...]
    count: int
    """How many solutions were counted; at least as many as are kept in ``solutions``."""
    complete: bool
    """Whether it is proved that there are no others."""
    statistics: Statistics = field(default=Statistics(), compare=False)
    stopped: str = ""
    """What ended the work before it was complete: "seconds", "solutions" or "stopped"."""
    puzzle: object = field(default=None, compare=False, repr=False)
    """What was asked about, so that the answer can be drawn."""

    @property
    def status(self) -> Status:
        """None, unique, many or unknown; one solution without a proof is unknown."""
        if self.count > 1:
            return Status.MANY
        if not self.complete:
            return Status.UNKNOWN
        return Status.UNIQUE if self.count else Status.NONE

    @property
    def solution(self) -> Solution | None:
        """The first solution, where one was found."""
        return self.solutions[0] if self.solutions else None

    def _repr_svg_(self) -> str | None:
        """The answer as notebooks show it."""
        return drawn(self)

    def only(self) -> Solution:
        """The one solution; raises where there is none, more than one, or no proof."""
        match self.status:
            case Status.UNIQUE:
                return self.solutions[0]
            case Status.NONE:
                raise NoSolution("there is no solution")
            case Status.MANY:
                raise ManySolutions("there is more than one solution")
            case Status.UNKNOWN:
                raise OutOfTime("the limit was reached before there was a proof")

    def __str__(self) -> str:
        if self.complete:
            return {0: "no solution", 1: "one solution"}.get(self.count, f"{self.count} solutions")
        return f"at least {self.count} solutions" if self.count != 1 else "at least one solution"
