"""The grade of a puzzle: how much the walk to its solution demands of a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from caracol.board.scene import as_html
from caracol.deduction.efforts import DEMANDS, VERSION, cost, format_grade, word
from caracol.deduction.justify import present
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.words.language import english
from caracol.deduction.words.sentences import SentenceWriter
from caracol.engines.answer import Status

GRADES_VERSION = VERSION
"""Version of the grades; a stored grade of another version is out of date."""


def describe_grade(number: float, word: str, techniques: Iterable[str]) -> dict[str, Any]:
    """Return a grade and the techniques that a solver needs as entries of a certificate."""
    grade = {"number": number, "word": word, "version": GRADES_VERSION}
    return {"grade": grade, "techniques": list(map(str, techniques))}


@dataclass(frozen=True)
class Grade:
    """The difficulty of a puzzle, and why; the same puzzle always has the same grade."""

    status: Status
    """Only a unique puzzle has a grade; this distinguishes the others."""
    number: float = 0.0
    word: str = ""
    hardest: float = 0.0
    """Effort of the hardest step."""
    effort: float = 0.0
    """Sum of all efforts."""
    narrowness: float = 0.0
    """1 if there is always just one way on; nearer to 0 the more steps are open."""
    techniques: dict[str, int] = field(default_factory=dict)
    """How often each technique is needed, by id."""
    worst: Callable[[], Step] | None = field(default=None, repr=False, compare=False)
    """Returns the hardest step, which takes a while to present and is seldom asked for."""

    @cached_property
    def bottleneck(self) -> Step | None:
        """The hardest step; of several, the one with the fewest other open steps."""
        return self.worst() if self.worst is not None else None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling, with the hardest step itself instead of its function."""
        return {**self.__dict__, "bottleneck": self.bottleneck, "worst": None}

    @property
    def demand(self) -> str:
        """The definition of the word, or "": the demand of the hardest step on a person."""
        return DEMANDS.get(self.word, "")

    @property
    def steps(self) -> int:
        """Number of steps of the walk."""
        return sum(self.techniques.values())

    def _repr_html_(self) -> str | None:
        """Return the HTML that notebooks display."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """Return the grade as JSON entries."""
        return {
            "status": str(self.status),
            "number": self.number,
            "word": self.word,
            "demand": self.demand,
            "version": GRADES_VERSION,
            "hardest": self.hardest,
            "effort": self.effort,
            "narrowness": self.narrowness,
            "steps": self.steps,
            "techniques": dict(self.techniques),
            "bottleneck": self.bottleneck.entries() if self.bottleneck else None,
        }

    def certificate(self) -> dict[str, Any]:
        """Return the grade and the techniques as entries of a certificate; {} without a grade."""
        return describe_grade(self.number, self.word, self.techniques) if self.word else {}

    def __repr__(self) -> str:
        return f"<Grade {self}>" if self.word else f"<Grade: {self.status}>"

    def __str__(self) -> str:
        if self.status is not Status.UNIQUE:
            return english().say(f"ungraded.{self.status}")
        return f"{self.word} ({format_grade(self.number)})"


def grade_walk(walk: Walk, writer: Callable[[], SentenceWriter]) -> Grade:
    """Return the grade for a walk from the empty board.

    ``writer`` is called only when the hardest step is asked for.
    """
    techniques: dict[str, int] = {}
    effort = plain = 0.0
    worst: tuple[tuple[float, int], tuple[int, ...], Deduction] | None = None
    for masks, found in walk:
        techniques[found.technique] = techniques.get(found.technique, 0) + 1
        effort += found.effort
        plain += cost(found.effort)
        rank = found.effort, -walk.open_steps
        if worst is None or rank > worst[0]:
            worst = rank, masks, found
    status = walk.outcome
    if status is not Status.UNIQUE:
        return Grade(status)
    return Grade(
        status,
        walk.number,
        word(walk.number),
        walk.hardest,
        round(effort, 1),
        round(walk.weight / plain, 2) if plain else 0.0,
        dict(sorted(techniques.items())),
        partial(_hardest_step, walk.board, worst[1], worst[2], writer) if worst else None,
    )


def _hardest_step(
    board: Board, masks: tuple[int, ...], found: Deduction, writer: Callable[[], SentenceWriter]
) -> Step:
    return present(board, masks, found, writer())
