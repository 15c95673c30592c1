"""The grade of a puzzle: what the walk to its solution asks of a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from caracol.board.scene import as_html
from caracol.deduction.board import Board
from caracol.deduction.efforts import cost, shown, word
from caracol.deduction.justify import presented
from caracol.deduction.ladder import Walk
from caracol.deduction.language import english
from caracol.deduction.sentences import Teller
from caracol.deduction.steps import Found, Step
from caracol.engines.answer import Status
from caracol.records import cached_property


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is, and why; the same puzzle always has the same grade."""

    status: Status
    """Only a unique puzzle has a grade; the others are told apart here."""
    number: float = 0.0
    word: str = ""
    hardest: float = 0.0
    """The effort of the hardest step."""
    effort: float = 0.0
    """The sum of all efforts."""
    narrowness: float = 0.0
    """1 where there is always just one way on, nearer to 0 the more steps are open."""
    techniques: dict[str, int] = field(default_factory=dict)
    """How often each technique is needed, by its id."""
    worst: Callable[[], Step] | None = field(default=None, repr=False, compare=False)
    """How to tell the hardest step, which takes a while and is seldom asked for."""

    @cached_property
    def bottleneck(self) -> Step | None:
        """The hardest step; of several, the one with the fewest others open beside it."""
        return self.worst() if self.worst is not None else None

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process: the step itself, and not how to tell it."""
        return {**self.__dict__, "bottleneck": self.bottleneck, "worst": None}

    @property
    def steps(self) -> int:
        """How many steps the walk has."""
        return sum(self.techniques.values())

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """The grade as JSON has it."""
        return {
            "status": str(self.status),
            "number": self.number,
            "word": self.word,
            "hardest": self.hardest,
            "effort": self.effort,
            "narrowness": self.narrowness,
            "steps": self.steps,
            "techniques": dict(self.techniques),
            "bottleneck": self.bottleneck.entries() if self.bottleneck else None,
        }

    def __str__(self) -> str:
        if self.status is not Status.UNIQUE:
            return english().say(f"ungraded.{self.status}")
        return f"{self.word} ({shown(self.number)})"


def graded(walk: Walk, teller: Callable[[], Teller]) -> Grade:
    """The grade that a walk from the empty board gives; who tells its hardest step is made then."""
    techniques: dict[str, int] = {}
    effort = plain = 0.0
    worst: tuple[tuple[float, int], tuple[int, ...], Found] | None = None
    for masks, found in walk:
        techniques[found.technique] = techniques.get(found.technique, 0) + 1
        effort += found.effort
        plain += cost(found.effort)
        rank = found.effort, -walk.open_steps
        if worst is None or rank > worst[0]:
            worst = rank, masks, found
    status = outcome(walk)
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
        partial(_hardest_step, walk.board, worst[1], worst[2], teller) if worst else None,
    )


def _hardest_step(
    board: Board, masks: tuple[int, ...], found: Found, teller: Callable[[], Teller]
) -> Step:
    return presented(board, masks, found, teller())


def outcome(walk: Walk) -> Status:
    """What a walk that has ended says of its puzzle: every step was forced."""
    if walk.position.broken is not None:
        return Status.NONE
    if walk.finished:
        return Status.UNIQUE
    if walk.position.finished:
        return Status.NONE  # what is shown is forced, and nothing hidden fits
    return Status.UNKNOWN if walk.stopped or not walk.last_resort else Status.MANY
