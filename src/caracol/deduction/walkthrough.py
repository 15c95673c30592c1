"""Moves and walkthroughs: the steps that lead to something written, and all of them in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caracol.board.names import capitalise
from caracol.board.scene import as_html, draw_svg
from caracol.deduction.steps import Step
from caracol.engines.answer import Status
from caracol.errors import count_noun
from caracol.rules import Values


@dataclass(frozen=True)
class Move:
    """Steps that lead to something written on the board; the last one writes it.

    Where nothing more can be written, a move may only rule values out.
    """

    steps: tuple[Step, ...]

    @property
    def last(self) -> Step:
        """The step that writes."""
        return self.steps[-1]

    @property
    def effort(self) -> float:
        """The total effort of its steps."""
        return round(sum(step.effort for step in self.steps), 2)

    @property
    def conclusion(self) -> str:
        """The conclusion of the last step."""
        return self.last.conclusion

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        return f"<Move of {count_noun(len(self.steps), 'step')}>"

    def __str__(self) -> str:
        """Return the steps in sentences; several begin with what they lead to."""
        steps = " ".join(map(str, self.steps))
        return f"{capitalise(self.conclusion)}: {steps}" if len(self) > 1 else steps

    def _repr_svg_(self) -> str | None:
        """Return the SVG that notebooks display: the picture of its last step."""
        return draw_svg(self.last)

    def label(self, number: int) -> list[str]:
        """Return the labels of its steps if it has this number: "5", or "5a" and "5b"."""
        if len(self.steps) == 1:
            return [str(number)]
        return [f"{number}{_count_in_letters(place)}" for place in range(len(self.steps))]

    def entries(self, number: int = 1) -> dict[str, Any]:
        """Return the move as JSON entries, with the labels of its steps."""
        return {
            "number": number,
            "conclusion": self.conclusion,
            "effort": self.effort,
            "steps": [
                {"label": label, **step.entries()}
                for label, step in zip(self.label(number), self.steps, strict=True)
            ],
        }


def _count_in_letters(place: int) -> str:
    """Return a place as letters: a to z, then aa and so on."""
    more, last = divmod(place, 26)
    return (_count_in_letters(more - 1) if more else "") + chr(ord("a") + last)


@dataclass(frozen=True)
class Walkthrough:
    """The moves from a board to its solution, or as far as anything follows.

    Where a cell has only two values, a blank is written only if a later step needs it: a cell that
    stays empty counts as blank.
    """

    moves: tuple[Move, ...]
    finished: bool
    """Whether the last move completes the solution."""
    values: Values
    """The solution, or the values that are known in the end."""
    status: Status
    """Outcome that the steps prove for the board they began with."""
    opening: str = ""
    """Notice before the first step, if the puzzle is not unique or the board is wrong."""
    ending: str = ""
    """A sentence about how it ends."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all moves, in order."""
        return tuple(step for move in self.moves for step in move.steps)

    @property
    def labels(self) -> list[str]:
        """The labels of all steps, such as "1", "2a", "2b" and "3"."""
        return [label for number, move in enumerate(self.moves, 1) for label in move.label(number)]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Walkthrough {self.status}: {count_noun(len(self.moves), 'move')}>"

    def __str__(self) -> str:
        numbered = zip(self.labels, self.steps, strict=True)
        return "\n".join(f"{label}. {step}" for label, step in numbered)

    def _repr_html_(self) -> str | None:
        """Return the HTML that notebooks display."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """Return the walkthrough as JSON entries."""
        return {
            "status": str(self.status),
            "opening": self.opening,
            "ending": self.ending,
            "finished": self.finished,
            "moves": [move.entries(number) for number, move in enumerate(self.moves, 1)],
            "values": list(self.values),
        }
