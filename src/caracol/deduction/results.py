"""What someone who asks for an explanation gets: a walkthrough, or a hint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from caracol.board.scene import as_html
from caracol.deduction.mistakes import Mistake
from caracol.deduction.steps import Step
from caracol.engines.answer import Status
from caracol.rules import Values


@dataclass(frozen=True)
class Walkthrough:
    """The steps from a board to its solution, or as far as anything follows."""

    steps: tuple[Step, ...]
    finished: bool
    """Whether the last step leads to the solution."""
    values: Values
    """The board after the last step."""
    status: Status
    """What the steps prove of the board they began with."""
    opening: str = ""
    """What to know before the first step, where the puzzle is not unique or the board is wrong."""
    ending: str = ""
    """How it ends, in a sentence."""

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, 1))

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """The walkthrough as JSON has it."""
        return {
            "status": str(self.status),
            "opening": self.opening,
            "ending": self.ending,
            "finished": self.finished,
            "steps": [step.entries() for step in self.steps],
            "values": list(self.values),
        }


@dataclass(frozen=True)
class Hint:
    """The next step for a player, told bit by bit; the player's mistakes come first."""

    step: Step | None
    """The easiest step that writes something new on the board; ``None`` where there is none."""
    before: tuple[Step, ...] = ()
    """Steps that only rule values out and that the step builds on, in order."""
    mistake: Mistake | None = None
    status: Status = Status.UNKNOWN
    """MANY where the puzzle has several solutions, whether or not something still follows; NONE
    where it has none; UNIQUE where the board is finished; UNKNOWN where a step is given."""
    message: str = ""
    """What to tell a player before the step, or instead of one, in a sentence."""
    proven: bool = True
    """Whether no fewer rules force anything, where no technique applies."""

    @property
    def rungs(self) -> dict[str, str]:
        """The step bit by bit: where, technique, rules, conclusion, sentence."""
        return self.step.rungs if self.step else {}

    def __str__(self) -> str:
        told = [self.mistake.sentence, self.mistake.advice] if self.mistake else []
        told += [self.message] if self.message else []
        return " ".join([*told, str(self.step)] if self.step else told)

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """The hint as JSON has it."""
        wrong = self.mistake
        return {
            "mistake": None
            if wrong is None
            else {
                "cells": list(wrong.cells),
                "smallest": wrong.smallest,
                "sentence": wrong.sentence,
                "moves": wrong.moves,
                "undo": list(wrong.undo),
                "advice": wrong.advice,
                "rungs": wrong.rungs,
            },
            "step": self.step.entries() if self.step else None,
            "before": [step.entries() for step in self.before],
            "rungs": dict(self.rungs),
            "status": str(self.status),
            "message": self.message,
        }
