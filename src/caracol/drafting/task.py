"""What a draft module is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from json import dumps
from math import inf
from typing import Any, Generic, TypeVar

from caracol.board.grid import squares_of
from caracol.deduction.efforts import BASE, LAST_RUNG, WORDS, chained
from caracol.drafting.dice import Dice
from caracol.drafting.facts import SHORT_CHAIN, Means
from caracol.drafting.symmetry import Place, symmetry
from caracol.drafting.target import Judgement, Wanted
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.options import Kind, Option, Settings
from caracol.parts import Part
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple

P = TypeVar("P", bound=Puzzle)


class Draft(NamedTuple, Generic[P]):
    """Clues, and a solution that they have."""

    puzzle: P
    solution: Solution
    determined: Callable[[frozenset[Place]], bool] | None = None
    """Whether these clues leave no other solution, where the draft knows a quick way to tell."""
    grade: Judgement | None = None
    """What the judge said of it, where it was asked."""


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


class Clues(NamedTuple, Generic[P]):
    """The clues of a genre that can be left out, for the shared strip."""

    places: Callable[[P], dict[Place, str]]
    """Where each clue stands, and what its rules are about (``Rule.about``)."""
    kept: Callable[[P, frozenset[Place]], P]
    """The puzzle with only these clues."""
    chain: int = SHORT_CHAIN
    """How many rules a short trial may have here: some take more along than a person needs."""
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


class DraftPart(Part[P]):
    """Generating: drafts, and how they become puzzles with one solution.

    Clues that can be left out are stripped by the shared loop (``CLUES``); where they cannot,
    ``mend`` changes the draft until it is unique.
    """

    NAME = "draft"
    NEEDS = ("draft|drafts",)

    OPTIONS: tuple[Option, ...] = ()
    """What can be asked for, besides what every genre has."""
    CLUES: Clues[P] | None = None
    """Which clues can be left out, if any."""

    def draft(self, task: Task) -> Draft[P] | None:
        """Clues, and the solution they were made from; ``None`` where an attempt has failed."""
        raise NotImplementedError

    def drafts(self, task: Task) -> Iterator[Draft[P] | None]:
        """The same as a series, where another draft is sooner made from the last one than anew."""
        yield self.draft(task)

    def mend(self, draft: Draft[P], task: Task) -> Draft[P] | None:  # noqa: ARG002
        """The draft changed until it is unique, or ``None`` where that fails."""
        return draft

    def usual_grade(self, settings: Settings) -> str | None:  # noqa: ARG002
        """The grade that is made where none is asked for; ``None`` where any will do."""
        return None

    def canonical(self, puzzle: P) -> str:
        """A text that is the same for all puzzles that are the same in disguise."""
        return f"{puzzle.genre.id} {dumps(puzzle.genre.encode(puzzle), sort_keys=True)}"


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


class PicturePart(Part[P]):
    """Puzzles whose solution is a picture that someone brings."""

    NAME = "picture"
    NEEDS = ("mended",)

    def mended(
        self,
        pixels: Pixels,
        task: Task,
        *,
        lines: bool,
        most: int | None = None,
        rounds: int = 0,
        memory: int | None = None,
    ) -> Draft[P] | None:
        """The puzzle of a picture, changed until it is unique (or line by line is enough).

        So many ``rounds`` fewer changes are looked for. ``None`` where more than ``most`` are
        needed.
        """
        raise NotImplementedError
