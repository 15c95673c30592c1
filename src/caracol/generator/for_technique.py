"""Positions and puzzles to practise a technique on: included ones, then new ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caracol.authoring.parts import TechniquesPart
from caracol.deduction.efforts import BASE, BEYOND, LAST_RUNG, ONLY_THERE, word
from caracol.engines.answer import Status
from caracol.errors import OutOfTime
from caracol.formats import examples
from caracol.formats.converting import read
from caracol.generator.loop import generate
from caracol.generator.practice import Practice, list_included, make_practice, practice
from caracol.puzzle import Genre, Puzzle
from caracol.questions.solving import solve

USUAL = 12
"""Number of usual puzzles that come before those made for the technique."""
PATIENCE = 30.0
"""Number of seconds after which to stop looking for puzzles that need a technique."""


def find_positions(genre: Genre[Any], technique: str, seed: int = 0) -> Iterator[Practice]:
    """Yield positions to practise a technique on, starting at index ``seed`` of their list.

    The positions included for it come first, at once; then positions of puzzles that may need it.
    """
    known = list_included(genre, technique)
    for puzzle, values in known[seed:]:
        one = make_practice(puzzle, values, technique)
        if one is not None:
            yield one
    yield from practice(make_puzzles(genre, technique, max(0, seed - len(known))), technique)


def make_puzzles(genre: Genre[Any], technique: str, seed: int = 0) -> Iterator[Puzzle]:
    """Yield puzzles of a genre that may need a technique, starting at index ``seed`` of their list.

    Included ones come first, then usual ones, then ones that do need it; the list ends if none is
    found in half a minute.
    """
    part = genre.part(TechniquesPart) or TechniquesPart()
    options = dict(part.PRACTICE.get(technique, {}))
    number = 0
    for name in examples.names():
        if name.partition("/")[0] == genre.id and not options:
            puzzle = read(examples.text(name))
            if solve(puzzle).status is Status.UNIQUE:
                if number >= seed:
                    yield puzzle
                number += 1
    first, number = number, max(number, seed)
    while number < first + USUAL:
        yield generate(genre, seed=number, **options).puzzle
        number += 1
    look = part.LOOKS.get(technique, technique)
    least = LAST_RUNG + 0.01 if technique in ONLY_THERE else BASE.get(look, 0)
    while True:
        try:
            wanted = {"grade": (word(least), BEYOND), "needs": [technique], **options}
            yield generate(genre, seed=number, seconds=PATIENCE, **wanted).puzzle
        except OutOfTime:
            return
        number += 1
