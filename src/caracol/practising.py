"""Practice: positions of real puzzles just before a technique is needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from caracol import examples
from caracol.deduction.ladder import Walk
from caracol.deduction.steps import Step
from caracol.explaining import catalogue, checked, hint
from caracol.formats import read
from caracol.puzzle import Genre, Puzzle
from caracol.rules import Values, settled

__all__ = ["Practice", "practice"]

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""How a value is written in the file of positions."""


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


def cells_text(values: Values) -> str:
    """What stands in the cells, one character for each: a base-36 digit, or a dot for nothing."""
    return "".join("." if value is None else DIGITS[value] for value in values)


def kept(genre: Genre[Any], technique: str) -> list[tuple[Puzzle, Values]]:
    """The positions for a technique that come along, each a puzzle and what is on its board."""
    path = examples.folder() / genre.id / "practice-positions.jsonl"
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        entries = json.loads(line)
        if entries["technique"] == technique:
            values = (None if sign == "." else DIGITS.index(sign) for sign in entries["values"])
            found.append((read(json.dumps(entries["puzzle"])), tuple(values)))
    return found


def position(puzzle: Puzzle, values: Values, technique: str) -> Practice | None:
    """The position as one to practise, if the easiest next step needs this technique."""
    asked = hint(puzzle, values)
    if asked.step is None:
        return None
    if technique not in {step.technique for step in (*asked.before, asked.step)}:
        return None
    return Practice(puzzle, values, asked.step, asked.before)


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
            one = position(puzzle, values, technique)
            if one is not None:
                yield one
                walk.close()
                break
