"""Clues that can be left out, and what can be asked about them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any, Generic

from caracol.board.grid import squares_of
from caracol.drafting.symmetry import Place, symmetry
from caracol.options import Kind, Option
from caracol.puzzle import P, Puzzle
from caracol.records import NamedTuple

if TYPE_CHECKING:
    from caracol.drafting.facts import Means

SHORT_CHAIN = 6
"""The rules of a trial's chain, as it comes, that is seldom more than hard: some of them turn out
not to be needed."""


class Clues(NamedTuple, Generic[P]):
    """The clues of a genre that can be left out, for the shared strip."""

    places: Callable[[P], dict[Place, str]]
    """Where each clue stands, and what its rules are about (``Rule.about``)."""
    kept: Callable[[P, frozenset[Place]], P]
    """The puzzle with only these clues."""
    chain: int = SHORT_CHAIN
    """How many rules a short trial may have here: some take more along than a person needs."""
    chain_of_easier: int | None = None
    """The same where nothing hard is wanted; clues that take longer trials would have to come
    back."""
    alone: float = inf
    """Puzzles that each rule alone solves are graded no higher than this."""
    beyond: int = 0
    """How many single clues are tried where one more is too much and the puzzle is still too easy:
    worth while where a clue makes a great difference."""
    needless: tuple[Means, ...] = ()
    """Means by which no more clues go than by easier ones, so that they need not be tried."""


def _given_places(puzzle: Puzzle) -> dict[Place, str]:
    given = [cell for cell, value in enumerate(puzzle.givens) if value is not None]
    rules = puzzle.given_rules()
    place = squares_of(puzzle.grid).place
    return {place(cell): rule.about for cell, rule in zip(given, rules, strict=True)}


def _given_kept(puzzle: P, left: frozenset[Place]) -> P:
    place = squares_of(puzzle.grid).place
    return puzzle.with_givens(
        tuple(v if place(cell) in left else None for cell, v in enumerate(puzzle.givens))
    )


GIVENS: Clues[Any] = Clues(_given_places, _given_kept)
"""The clues of a genre whose clues are given squares."""


STRIPPING = (
    symmetry("the clues"),
    Option("density", Kind.INTEGER, 0, "percent of the clues to leave", 0, 100),
    Option("minimal", Kind.FLAG, False, "leave no clue that could go, whatever the grade"),
)
"""What can be asked of every genre whose clues can be left out; its own options come first."""
