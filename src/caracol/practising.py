"""Practice: positions of real puzzles just before a technique is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from caracol.deduction.ladder import Walk
from caracol.deduction.steps import Step
from caracol.explaining import catalogue, checked, hint
from caracol.puzzle import Puzzle
from caracol.rules import Values, settled

__all__ = ["Practice", "practice"]


@dataclass(frozen=True)
class Practice:
    """A board on which the next thing to find is a certain technique."""

    puzzle: Puzzle
    values: Values
    """What is on the board."""
    step: Step
    """The step to find."""
    before: tuple[Step, ...] = ()
    """What it rests on, in order."""

    def entries(self) -> dict[str, Any]:
        """The position as JSON has it."""
        return {
            "values": list(self.values),
            "step": self.step.entries(),
            "before": [step.entries() for step in self.before],
        }


def practice(puzzles: Iterable[Puzzle], technique: str) -> Iterator[Practice]:
    """Positions, one a puzzle at most, at which the easiest next step needs this technique.

    The technique is named by its id (see :func:`caracol.explaining.techniques`).

    >>> from caracol.genres.nonogram import Nonogram
    >>> puzzle = Nonogram.from_numbers([[3], [1]], [[2], [1], [1]])
    >>> next(practice([puzzle], "exact-fit")).step.technique
    'exact-fit'
    """
    for puzzle in puzzles:
        checked([technique], puzzle.genre)
        walk = Walk(puzzle.model, puzzle.model.narrowed(puzzle.givens), catalogue(puzzle))
        seen: set[Values] = set()
        for masks, found in walk:
            values = settled(masks[: puzzle.model.shown])
            if found.technique != technique or values in seen:
                continue
            seen.add(values)
            # From what is written alone, without the marks of the walk.
            asked = hint(puzzle, values)
            steps = (*asked.before, asked.step) if asked.step is not None else ()
            if asked.step is not None and technique in {step.technique for step in steps}:
                yield Practice(puzzle, values, asked.step, asked.before)
                walk.close()
                break
