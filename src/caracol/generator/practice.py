"""Practice: positions of real puzzles just before a technique is needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walkthrough import Move
from caracol.formats import examples
from caracol.formats.converting import read
from caracol.puzzle import Genre, Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.questions.explaining import find_easiest_steps
from caracol.questions.techniques import check_techniques, choose_repertoire
from caracol.rules import Values, settled
from caracol.support.arguments import checked

__all__ = ["Practice", "practice"]

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Digits for values in the file of positions."""


@dataclass(frozen=True)
class Practice:
    """A board on which a certain technique is the next thing to find."""

    puzzle: Puzzle
    values: Values
    """The values on the board."""
    move: Move
    """The move to find; one of its steps needs the technique."""

    def entries(self) -> dict[str, Any]:
        """Return the position as JSON entries."""
        return {
            "values": list(self.values),
            "move": self.move.entries(),
        }


def encode_values(values: Values) -> str:
    """Return the content of the cells, one character each: a base-36 digit, or a dot for none."""
    return "".join("." if value is None else DIGITS[value] for value in values)


def list_included(genre: Genre[Any], technique: str) -> list[tuple[Puzzle, Values]]:
    """Return the included positions for a technique, each a puzzle and the values on its board."""
    path = examples.folder() / genre.id / "practice-positions.jsonl"
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        entries = json.loads(line)
        if entries["technique"] == technique:
            values = (None if sign == "." else DIGITS.index(sign) for sign in entries["values"])
            found.append((read(json.dumps(entries["puzzle"])), tuple(values)))
    return found


def make_practice(puzzle: Puzzle, values: Values, technique: str) -> Practice | None:
    """Return the position for practice, if the easiest next move needs this technique."""
    move = find_easiest_steps(puzzle, values)
    if move is None or technique not in {step.technique for step in move}:
        return None
    return Practice(puzzle, values, move)


@checked("puzzles", "technique")
def practice(puzzles: Iterable[Puzzle], technique: str) -> Iterator[Practice]:
    """Yield positions, at most one per puzzle, whose easiest next move needs this technique.

    The technique is named by its id (see :func:`caracol.questions.explaining.techniques`).

    >>> from caracol.genres.nonogram import Nonogram
    >>> puzzle = Nonogram.from_numbers([[3], [1]], [[2], [1], [1]])
    >>> next(practice([puzzle], "exact-fit")).move.last.technique
    'exact-fit'
    """
    for asked in puzzles:
        puzzle = as_puzzle(asked)
        check_techniques([technique], puzzle.genre)
        walk = Walk(
            puzzle.model, puzzle.model.narrowed(puzzle.givens), choose_repertoire(puzzle.genre)
        )
        seen: set[Values] = set()
        for masks, found in walk:
            values = settled(masks[: puzzle.model.shown])
            if found.technique != technique or values in seen:
                continue
            seen.add(values)
            # Start from what is written alone, without the marks of the walk.
            one = make_practice(puzzle, values, technique)
            if one is not None:
                yield one
                walk.close()
                break
