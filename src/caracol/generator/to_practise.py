"""Positions and puzzles to practise a technique on: those that come along, then new ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caracol import examples
from caracol.deduction.efforts import BASE, BEYOND, LAST_RUNG, ONLY_THERE, word
from caracol.engines.answer import Status
from caracol.errors import OutOfTime
from caracol.formats import read
from caracol.generator.loop import generate
from caracol.genre_parts import TechniquesPart
from caracol.practising import Practice, kept, position, practice
from caracol.puzzle import Genre, Puzzle
from caracol.solving import solve

USUAL = 12
"""So many puzzles as they are usually made come before those that are made for the technique."""
PATIENCE = 30.0
"""Seconds after which no more puzzles are sought that need a technique."""


def positions(genre: Genre[Any], technique: str, seed: int = 0) -> Iterator[Practice]:
    """Positions to practise a technique on, from the seed's number in their list on.

    First those that are kept for it, at once; then positions of puzzles that may need it.
    """
    known = kept(genre, technique)
    for puzzle, values in known[seed:]:
        one = position(puzzle, values, technique)
        if one is not None:
            yield one
    yield from practice(to_practise(genre, technique, max(0, seed - len(known))), technique)


def to_practise(genre: Genre[Any], technique: str, seed: int = 0) -> Iterator[Puzzle]:
    """Puzzles of a genre that may need a technique, from the seed's number in their list on.

    First those that come along, then usual ones, then ones that do need it; the list ends where
    none is found in half a minute.
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
