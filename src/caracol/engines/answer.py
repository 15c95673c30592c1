"""Answers of engines: none, unique, many or unknown, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from caracol.board.scene import draw_svg, draw_text
from caracol.errors import ManySolutions, NoSolution, OutOfTime

Solution = tuple[int, ...]


class Status(StrEnum):
    """What is known about the number of solutions; ``UNKNOWN`` if nothing is proved."""

    NONE = "none"
    UNIQUE = "unique"
    MANY = "many"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Statistics:
    """Cost of the work."""

    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    engine: str = ""
    """Stages that took part, in order: "kernel", "kernel, learning"."""
    counters: dict[str, int] = field(default_factory=dict)
    """Counters of the engines: decisions, conflicts, propagations, …"""


@dataclass(frozen=True, repr=False)
class Answer:
    """Solutions that were found, and whether they are all of them."""

    solutions: tuple[Solution, ...]
    count: int
    """Number of solutions counted; at least the number kept in ``solutions``."""
    complete: bool
    """Whether it is proved that no others exist."""
    statistics: Statistics = field(default=Statistics(), compare=False)
    stopped: str = ""
    """Reason why the work ended early: "seconds", "solutions", "stopped" or "memory"."""
    puzzle: object = field(default=None, compare=False, repr=False)
    """Puzzle that the answer is about, so that the answer can be drawn."""

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
        """The first solution found, if any."""
        return self.solutions[0] if self.solutions else None

    def _repr_svg_(self) -> str | None:
        """Return the answer as notebooks show it."""
        return draw_svg(self)

    def only(self) -> Solution:
        """Return the only solution; raise if there is none, more than one, or no proof."""
        match self.status:
            case Status.UNIQUE:
                return self.solutions[0]
            case Status.NONE:
                raise NoSolution("there is no solution")
            case Status.MANY:
                raise ManySolutions("there is more than one solution")
            case Status.UNKNOWN:
                raise OutOfTime("the limit was reached before uniqueness was proved")

    def __repr__(self) -> str:
        return f"<Answer {self.status}: {self.describe()}>"

    def __str__(self) -> str:
        """Return the first solution as text, and the number of solutions in words."""
        board = draw_text(self) if self.solutions else None
        words = self.describe()
        return f"{board}\n{words}" if board else words

    def describe(self) -> str:
        """Return the number of solutions in words."""
        if self.complete:
            return {0: "no solution", 1: "one solution"}.get(self.count, f"{self.count} solutions")
        if not self.count:
            return "no solution so far"
        return f"at least {self.count} solutions" if self.count > 1 else "at least one solution"
