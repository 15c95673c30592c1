"""The task of a draft part, and its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import SolverLevel
from caracol.authoring.drafts.symmetry import Place
from caracol.authoring.drafts.target import Judgement, Wanted
from caracol.board.grid import Grid
from caracol.deduction.efforts import BASE, LAST_RUNG, ONE_LINE, TRIVIAL, WORDS, rate_trial
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.hardest import find_hardest, list_near, take_all
from caracol.deduction.walk.repertoire import Repertoire
from caracol.deduction.walk.technique import Technique
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.puzzle import P, Puzzle
from caracol.rules import Candidates, Model

NO_TECHNIQUES = Repertoire(techniques=())


class Draft(NamedTuple, Generic[P]):
    """Clues and their solution."""

    puzzle: P
    solution: Solution
    determined: Callable[[frozenset[Place]], bool] | None = None
    """Returns whether these clues leave no other solution, if the draft has a fast test."""
    grade: Judgement | None = None
    """The judgement on the puzzle, if there is one."""
    shows: str = ""
    """The subject of the solution's picture, if it is one."""


@dataclass
class Task:
    """One attempt at a puzzle."""

    dice: Dice
    settings: dict[str, Any]
    clock: Clock = field(default_factory=Clock)
    judge: Callable[[Puzzle], Judgement | None] | None = None
    """Returns the grade of a puzzle, or ``None`` if it is harder than wanted; there is no judge if
    any grade will do."""
    target: Wanted | None = None
    """The wanted grade and techniques; ``None`` if any will do."""
    repertoire: Repertoire = NO_TECHNIQUES
    """The techniques of the genre."""
    note: Callable[[str | None], None] = lambda _: None
    """Receives the grade of a puzzle that the judge did not see; ``None`` if it is harder than
    wanted."""
    attempt: int = 1
    """The number of this attempt. Checks that only save questions to the judge begin with the
    second: where the first draft suits, they would be wasted."""

    @property
    def techniques(self) -> Sequence[Technique]:
        """The techniques that combine rules, cheapest first."""
        return self.repertoire.techniques

    @property
    def grid(self) -> Grid:
        """The grid of the requested size."""
        columns, rows = self.settings["size"]
        return Grid(rows, columns)

    @property
    def floor(self) -> float:
        """The number that a suitable grade must exceed."""
        return self.target.floor if self.target else 0.0

    @property
    def ceiling(self) -> float:
        """The highest wanted grade, as a number."""
        return self.target.ceiling if self.target else float("inf")

    @property
    def least_means(self) -> SolverLevel:
        """The level that a puzzle with all its clues should need, so that it is not too easy."""
        if self.floor < ONE_LINE:
            return SolverLevel.ALONE
        return SolverLevel.LINES if self.floor < rate_trial(5) else SolverLevel.TRIALS

    @property
    def most_means(self) -> SolverLevel:
        """The hardest level that suits the wanted grade."""
        if self.ceiling < BASE["whole-line"]:
            return SolverLevel.ALONE
        if self.ceiling < rate_trial(7):
            return SolverLevel.SHORT
        return SolverLevel.TRIALS if self.ceiling <= WORDS[-1][0] else SolverLevel.SEARCH

    @property
    def first_means(self) -> SolverLevel:
        """The level by which clues are removed first."""
        if self.floor < rate_trial(5) or self.most_means is SolverLevel.ALONE:
            return SolverLevel.ALONE
        return SolverLevel.TRIALS if self.floor < WORDS[-1][0] else SolverLevel.SEARCH

    @property
    def idle_means(self) -> SolverLevel | None:
        """The level that solves only puzzles that are too easy, so that no judge is needed."""
        if self.floor < ONE_LINE:
            return SolverLevel.ALONE if self.floor >= BASE["whole-line"] else None
        return SolverLevel.LINES if self.floor < LAST_RUNG else SolverLevel.SHORT

    @property
    def single_rules_decide(self) -> bool:
        """Whether the wanted grade is a word for puzzles that single rules solve."""
        return self.hardest_decides and self.most_means is SolverLevel.ALONE

    @property
    def screens_plain(self) -> bool:
        """Whether to look for puzzles that are only just too easy before the judge is asked."""
        return self.attempt > 1 and self.hardest_decides and self.floor == TRIVIAL

    @property
    def hardest_decides(self) -> bool:
        """Whether the wanted grade is a word that the hardest step of some technique decides."""
        target = self.target
        if target is None or not target.words or target.needs or target.without:
            return False
        return bool(self.techniques) and self.ceiling <= LAST_RUNG

    def is_steered(self, alone: float) -> bool:
        """Return whether the effort of the hardest step can stand in for the judge, who comes last.

        ``alone`` is the highest grade of a puzzle that each rule alone solves. The answer is no if
        that may be a wanted grade.
        """
        return self.hardest_decides and alone <= self.floor

    def list_near(self, alone: float) -> list[Technique]:
        """Return the techniques about groups of rules, if they and single rules can steer.

        ``alone`` is as in :meth:`is_steered`. There are none if trials suit the wanted grade.
        """
        suit = self.is_steered(alone) and self.ceiling < BASE["trial"]
        return list_near(self.techniques, self.ceiling) if suit else []

    def find_hardest(self, model: Model, cap: float) -> float | None:
        """Return the effort of the hardest step that a model needs; ``None`` if above a cap.

        The result is 0 if single rules are enough. Grades of a search are above every cap.
        """
        cap, start = min(cap, LAST_RUNG), model.candidates()
        return find_hardest(board_of(model), start, self.techniques, cap, self.clock)

    def take_all(self, model: Model, candidates: Candidates) -> Candidates:
        """Return the candidates that are left by all steps that suit the wanted grade."""
        return take_all(board_of(model), candidates, self.repertoire, self.ceiling, self.clock)

    def suits(self, grade: Judgement) -> bool:
        """Return whether a grade is wanted."""
        return self.target is None or self.target.met(grade)

    def __getitem__(self, option: str) -> Any:
        return self.settings[option]


class Pixels(NamedTuple):
    """A picture with one pixel per cell."""

    columns: int
    rows: int
    values: tuple[int, ...]
    """0 for the background, 1 and up for the colours."""
    palette: tuple[str, ...]
    """#rrggbb of each colour."""
    background: str
    harm: Callable[[int, int], int]
    """Returns how noticeable it is if a cell gets a different value."""
