"""What a draft module is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from caracol.drafting.dice import Dice
from caracol.drafting.facts import Steady
from caracol.drafting.symmetry import Place
from caracol.explain.efforts import BASE
from caracol.genre import Puzzle
from caracol.solve.answer import Solution
from caracol.solve.limits import Clock

P = TypeVar("P", bound=Puzzle)


class Draft(NamedTuple, Generic[P]):
    """Clues, and a solution that they have."""

    puzzle: P
    solution: Solution
    session: Steady | None = None
    """A solver that knows the laws, where the draft has one at hand for the strip."""
    literals: dict[Place, int] | None = None
    """What that solver assumes for each clue."""


@dataclass
class Task:
    """One attempt at a puzzle."""

    dice: Dice
    settings: dict[str, Any]
    clock: Clock = field(default_factory=Clock)
    within: Callable[[Puzzle], bool] | None = None
    """Whether a puzzle is no harder than wanted; ``None`` where any grade will do."""
    ceiling: float = float("inf")
    """The highest grade that is wanted, as a number."""

    @property
    def deep(self) -> bool:
        """Whether trials are not too hard; otherwise each rule alone should be enough."""
        return self.ceiling >= BASE["trial"]

    def __getitem__(self, option: str) -> Any:
        return self.settings[option]


class Clues(NamedTuple, Generic[P]):
    """The clues of a genre that can be left out, for the shared strip."""

    places: Callable[[P], dict[Place, str]]
    """Where each clue stands, and what its rules are about (``Rule.about``)."""
    kept: Callable[[P, frozenset[Place]], P]
    """The puzzle with only these clues."""
