"""What a draft module is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic

from caracol.board.grid import Grid
from caracol.deduction.efforts import BASE, LAST_RUNG, WORDS, chained
from caracol.drafting.dice import Dice
from caracol.drafting.facts import Means
from caracol.drafting.symmetry import Place
from caracol.drafting.target import Judgement, Wanted
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.puzzle import P, Puzzle
from caracol.records import NamedTuple


class Draft(NamedTuple, Generic[P]):
    """Clues, and a solution that they have."""

    puzzle: P
    solution: Solution
    determined: Callable[[frozenset[Place]], bool] | None = None
    """Whether these clues leave no other solution, where the draft knows a quick way to tell."""
    grade: Judgement | None = None
    """What the judge said of it, where it was asked."""
    shows: str = ""
    """What the solution is a picture of, where it is one."""


@dataclass
class Task:
    """One attempt at a puzzle."""

    dice: Dice
    settings: dict[str, Any]
    clock: Clock = field(default_factory=Clock)
    judge: Callable[[Puzzle], Judgement | None] | None = None
    """The grade of a puzzle, or ``None`` where it is harder than wanted; there is no judge where
    any grade will do."""
    target: Wanted | None = None
    """The grade that is wanted, and techniques; ``None`` where any will do."""

    @property
    def grid(self) -> Grid:
        """The squares of a board of the size that is asked for."""
        columns, rows = self.settings["size"]
        return Grid(rows, columns)

    @property
    def floor(self) -> float:
        """The number that a wanted grade must exceed."""
        return self.target.floor if self.target else 0.0

    @property
    def ceiling(self) -> float:
        """The highest grade that is wanted, as a number."""
        return self.target.ceiling if self.target else float("inf")

    @property
    def least_means(self) -> Means:
        """What a puzzle should need before any clue is left out; then it will not be too easy."""
        if self.floor < chained(3):
            return Means.ALONE
        return Means.LINES if self.floor < chained(5) else Means.TRIALS

    @property
    def most_means(self) -> Means:
        """What is not too hard for the wanted grade."""
        if self.ceiling < BASE["whole-line"]:
            return Means.ALONE
        if self.ceiling < chained(2):
            return Means.LINES
        if self.ceiling < chained(7):
            return Means.SHORT
        return Means.TRIALS if self.ceiling <= WORDS[-1][0] else Means.SEARCH

    @property
    def first_means(self) -> Means:
        """By what clues go first."""
        if self.floor < chained(5) or self.most_means is Means.ALONE:
            return Means.ALONE
        return Means.TRIALS if self.floor < WORDS[-1][0] else Means.SEARCH

    @property
    def idle_means(self) -> Means | None:
        """What solves only puzzles that are too easy, so that no judge is needed to see it."""
        if self.floor < chained(5):
            return Means.ALONE if self.floor >= BASE["whole-line"] else None
        return Means.LINES if self.floor < LAST_RUNG else Means.SHORT

    def suits(self, grade: Judgement) -> bool:
        """Whether a grade is one of those that are wanted."""
        return self.target is None or self.target.met(grade)

    def __getitem__(self, option: str) -> Any:
        return self.settings[option]


class Pixels(NamedTuple):
    """A picture, one pixel a cell."""

    columns: int
    rows: int
    values: tuple[int, ...]
    """0 for the background, 1 and more for the colours."""
    palette: tuple[str, ...]
    """#rrggbb of each colour."""
    background: str
    harm: Callable[[int, int], int]
    """How much it is seen when a cell gets another value."""
