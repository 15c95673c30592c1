"""Clues that can be left out, and the options for leaving them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple

from caracol.authoring.drafts.symmetry import Place, symmetry
from caracol.board.grid import squares_of
from caracol.deduction.efforts import ONE_LINE
from caracol.puzzle import P, Puzzle
from caracol.support.options import Kind, Option

SHORT_CHAIN = 6
"""Length of a trial's chain, as found, that is seldom more than hard: some of its rules turn out
not to be needed."""


class Clues(NamedTuple, Generic[P]):
    """The clues of a genre that can be left out, for the shared strip."""

    places: Callable[[P], dict[Place, str]]
    """The place of each clue, and the name of its rules (``Rule.name``)."""
    kept: Callable[[P, frozenset[Place]], P]
    """Returns the puzzle with only these clues."""
    chain: int = SHORT_CHAIN
    """Maximum number of rules in a short trial: some trials use more than a person needs."""
    chain_of_easier: int | None = None
    """The same if nothing hard is wanted; clues that need longer trials would have to be
    restored."""
    alone: float = ONE_LINE
    """Maximum grade of a puzzle that each rule alone solves."""
    beyond: int = 0
    """Number of single clues to try to remove when one more is too much but the puzzle is still too
    easy: worthwhile if one clue makes a great difference."""
    patient: bool = False
    """Whether to remove single clues where removing many leaves the puzzle too hard for single
    rules as wanted: worthwhile if another draft would take longer."""


def _given_places(puzzle: Puzzle) -> dict[Place, str]:
    given = [cell for cell, value in enumerate(puzzle.givens) if value is not None]
    rules = puzzle.given_rules()
    place = squares_of(puzzle.grid).place
    return {place(cell): rule.name for cell, rule in zip(given, rules, strict=True)}


def _given_kept(puzzle: P, left: frozenset[Place]) -> P:
    place = squares_of(puzzle.grid).place
    return puzzle.with_givens(
        tuple(v if place(cell) in left else None for cell, v in enumerate(puzzle.givens))
    )


GIVENS: Clues[Any] = Clues(_given_places, _given_kept)
"""The clues of a genre whose clues are given squares."""


STRIPPING = (
    symmetry("the clues"),
    Option("density", Kind.INTEGER, 0, "percentage of the clues to keep", 0, 100),
    Option(
        "minimal",
        Kind.FLAG,
        False,
        "minimal clues: remove every clue that is not needed, whatever the grade",
    ),
)
"""Options of every genre whose clues can be left out; they follow the genre's options."""
