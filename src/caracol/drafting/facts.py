"""The questions that generators ask of engines, in one place.

Two kinds of answer. *Facts* (is it unique; what does each rule alone leave) are the same
whichever engine gives them. *Choices* (some other solution; some set of clues that suffices)
depend on the engine, and a seed is a promise: they always come from the same solver
(python-sat's MiniCard), which is asked in steps of a fixed number of conflicts, never of
seconds, so that a slow machine makes the same puzzle as a quick one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum, StrEnum

from caracol.deduction import step_kernel as kernel
from caracol.deduction.lines import MOST_STATES, swept
from caracol.deduction.trial import REACH
from caracol.drafting.clues import SHORT_CHAIN
from caracol.drafting.dice import Dice
from caracol.drafting.steps import stepped
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.engines.search import Search
from caracol.errors import CaracolError
from caracol.puzzle import Puzzle
from caracol.rules import Candidates, Model, Rule, each
from caracol.rules.kind import MOST_VALUES

STEP = 1000
"""Conflicts between two looks at the clock."""
CHOICES = 300
"""Choices of the kernel before it begins to learn."""
FEW_CHOICES = 100
"""The same where only a quick look is wanted."""
LEARNING = 10_000_000
"""The work that the kernel may do to learn, a tenth of a second, before SAT is asked."""
PATIENCE = 20_000
"""Conflicts after which a question is given up, and the draft with it."""
LONG_CHAIN = 12
"""The same for what is seldom more than expert."""


class TooHard(CaracolError):
    """A question took more steps than a draft is worth; the next draft is tried."""


class DraftSession(Session):
    """A solver whose answers do not depend on how quick the machine is.

    It never says "unknown": where the clock is over it raises ``TimeIsUp``, and where the
    question is too hard :class:`TooHard`.
    """

    patience = PATIENCE

    def solve(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool:
        return bool(super().solve(clock, assumptions))

    def ask(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool:
        for _ in range(0, self.patience, STEP):
            clock.look()
            self.solver.conf_budget(STEP)
            found = self.solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
            if found is not None:
                return bool(found)
        raise TooHard("the solver gave up on this draft")

    def __enter__(self) -> DraftSession:
        return self

    def values(self) -> tuple[int, ...]:
        # Models list all variables in order, so that the cells' come first.
        model = self.solver.get_model()
        if self.binary:
            return tuple(int(one > 0) for one in model[: self.model.size])
        number = self.model.values
        # Each cell has one value, so one of its literals is positive.
        return tuple([(one - 1) % number for one in model[: number * self.model.size] if one > 0])

    def scatter(self, dice: Dice) -> None:
        """Make the next solution a random one: each variable leans to a random side."""
        coins = dice.bits(self.top)
        self.solver.set_phases(
            [number if coins >> number - 1 & 1 else -number for number in range(1, self.top + 1)]
        )

    def attach(self, rule: Rule, selector: int = 0) -> None:
        """One more rule, which counts only while the selector is assumed."""
        rule.encode(self, selector)

    def differs(self, solution: Sequence[int], selector: int = 0) -> None:
        """From now on another solution than this one (while the selector is assumed)."""
        shown = solution[: self.model.shown]
        self.add([-self.literal(cell, v) for cell, v in enumerate(shown)], selector)


class Facts:
    """Questions about one model that have the same answer whichever engine gives it."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kernel = kernel.compiled(model)
        self.search = None if self.kernel else Search(model)

    def line_solve(self, candidates: Sequence[int]) -> Candidates | None:
        """What is left when each rule is applied alone until nothing changes."""
        if self.kernel is not None:
            return self.kernel.propagate(candidates)
        assert self.search is not None
        return self.search.propagate(candidates)

    def solvable(self, candidates: Sequence[int], clock: Clock) -> bool:
        """Whether these candidates have a solution."""
        return self._number(candidates, 1, None, clock) > 0

    def only(self, solution: Solution, candidates: Sequence[int], clock: Clock) -> bool:
        """Whether this is the only solution among these candidates."""
        return self._number(candidates, 2, solution, clock) == 1

    def surely_several(self, candidates: Sequence[int]) -> bool:
        """Whether two solutions are soon found: no fact, and only good to save work.

        What is done where it says yes must be what would be done in the end where it says no.
        """
        if self.kernel is None or self.model.hidden:
            return False
        return self.kernel.search(candidates, limit=2, nodes=FEW_CHOICES).count == 2

    def _number(
        self, candidates: Sequence[int], limit: int, known: Solution | None, clock: Clock
    ) -> int:
        """How many solutions there are, counted up to a limit of one or two."""
        if self.kernel is not None and not self.model.hidden:
            seconds = clock.left()
            found = self.kernel.search(candidates, limit=limit, nodes=CHOICES, seconds=seconds)
            if found.count < limit and not found.finished:
                found = self.kernel.learn(candidates, limit=limit, work=LEARNING, seconds=seconds)
            if found.count == limit or found.finished:
                return found.count
        with DraftSession(self.model, candidates) as session:
            # A fact has no limit but time: else what is given up would depend on the engine.
            session.patience = sys.maxsize
            if known is not None:
                session.block(known)
            return session.solve(clock) + (known is not None)


def line_solve(model: Model, candidates: Sequence[int] | None = None) -> Candidates | None:
    """What is left when each rule is applied alone until nothing changes: a fact."""
    return Facts(model).line_solve(model.candidates() if candidates is None else candidates)


_SINGLE = frozenset(1 << value for value in range(MOST_VALUES))
"""The masks of one value: looking them up is the quickest way to see that all cells have one."""


def solved(candidates: Candidates | None) -> bool:
    """Whether each cell has one candidate left."""
    return candidates is not None and all(map(_SINGLE.__contains__, candidates))


def probed(model: Model, candidates: Sequence[int] | None = None) -> Candidates | None:
    """What is left when, besides, every value that breaks a rule when tried is ruled out: a fact.

    Also ruled out is what each of a cell's values rules out when tried.
    """
    start = model.candidates() if candidates is None else candidates
    if (compiled := kernel.compiled(model)) is not None:
        return compiled.probe(start)
    search = Search(model)
    left = search.propagate(start)
    changed = True
    while changed and left is not None:
        changed = False
        for cell in range(len(left)):
            if left[cell] & (left[cell] - 1):
                union = [0] * len(left)
                for value in each(left[cell]):
                    tried = list(left)
                    tried[cell] = 1 << value
                    after = search.propagate(tried, search.watchers[cell])
                    if after is not None:
                        union = [one | two for one, two in zip(union, after, strict=True)]
                if not all(union):
                    return None
                if union != left:
                    left, changed = union, True
    return left


class Trials:
    """Trials on one model after the other, of which each differs little from the one before.

    What led on in one is tried first in the next, so that little is tried in vain.
    """

    def __init__(self) -> None:
        self._telling: tuple[int, ...] = ()

    def open_cells(self, model: Model) -> list[int]:
        """The cells that trials leave open: a fact, whatever was asked before."""
        if (compiled := kernel.compiled(model)) is None:
            return open_cells(model, Means.TRIALS)
        left, self._telling = compiled.probe_in_order(model.candidates(), self._telling)
        return _open(left)


class Means(IntEnum):
    """What a quick solver may do that knows no grades, the easiest for people first."""

    ALONE = 0
    """Each rule alone."""
    LINES = 1
    """Besides, all rules of a line together."""
    SHORT = 2
    """Besides, a trial of each value that ends after a few rules."""
    TRIALS = 3
    """Each rule alone, and a trial of each value however long it is."""
    SEARCH = 4
    """Whatever it takes."""


class FewerRules:
    """A model with some of its rules, of which much is asked while others are left out."""

    def __init__(self, model: Model, solution: Solution | None = None) -> None:
        self.model = model
        self.candidates = model.candidates()
        self.kernel = kernel.compiled(model)
        # What it has need not be tried; it says nothing of hidden cells.
        self.solution = None if model.hidden else solution

    def solved(self, numbers: Sequence[int], means: Means, chain: int = SHORT_CHAIN) -> bool:
        """Whether these rules leave no cell open, by these means: a fact."""
        if means is Means.SHORT and self.kernel is not None:
            part = self.kernel.part(numbers)
            if part.follows and not part.repeats:
                return part.steps_solve(
                    self.candidates,
                    longest=chain,
                    reach=REACH,
                    most_states=MOST_STATES,
                    solution=self.solution,
                )
        return solved(self._left(numbers, means, chain))

    def alone(self, numbers: Sequence[int]) -> Candidates:
        """What these rules, of which a solution is known, leave when each is applied alone."""
        left = self._left(numbers, Means.ALONE, SHORT_CHAIN)
        assert left is not None
        return left

    def open_cells(self, numbers: Sequence[int], means: Means) -> list[int]:
        """The cells that these rules leave open, by these means: a fact."""
        return _open(self._left(numbers, means, SHORT_CHAIN))

    def _left(self, numbers: Sequence[int], means: Means, chain: int) -> Candidates | None:
        """The candidates that are left. Short trials have at most ``chain`` rules."""
        if self.kernel is not None:
            part = self.kernel.part(numbers)
            if means is Means.ALONE:
                return part.propagate(self.candidates)
            if means is Means.TRIALS:
                return part.probe(self.candidates)
            if part.follows and not part.repeats:
                if means is Means.LINES:
                    return part.sweep(self.candidates, MOST_STATES)
                return part.steps(
                    self.candidates, longest=chain, reach=REACH, most_states=MOST_STATES
                )
        rules = self.model.rules
        return _left_by(self.model.only([rules[n] for n in numbers]), means, chain)


def open_cells(model: Model, means: Means, chain: int = SHORT_CHAIN) -> list[int]:
    """The cells that these means leave open: a fact. Short trials have at most ``chain`` rules."""
    return _open(_left_by(model, means, chain))


def _left_by(model: Model, means: Means, chain: int) -> Candidates | None:
    match means:
        case Means.ALONE:
            return line_solve(model)
        case Means.LINES:
            return swept(model, model.candidates())
        case Means.SHORT:
            return stepped(model, chain)
        case Means.TRIALS:
            return probed(model)
        case Means.SEARCH:
            raise ValueError("what a search leaves open is no quick question")


def _open(left: Candidates | None) -> list[int]:
    assert left is not None
    return [cell for cell, mask in enumerate(left) if mask & (mask - 1)]


class Proof(StrEnum):
    """How it is known that a puzzle has one solution."""

    LINES = "lines"
    """Each rule alone, over and over, leaves one candidate in each cell."""
    SEARCH = "search"
    """Every other way was tried, or refuted by SAT."""


def unique(puzzle: Puzzle, solution: Solution, clock: Clock) -> Proof | None:
    """The proof that this is the only solution, or ``None``: it is not. A fact."""
    left = line_solve(puzzle.model)
    assert left is not None
    if solved(left):
        assert [*left[: puzzle.model.shown]] == [1 << value for value in solution]
        return Proof.LINES
    assert puzzle.model.hidden or puzzle.model.kept(solution)
    return Proof.SEARCH if only_one(puzzle.model, left, solution, clock) else None


def only_one(model: Model, left: Candidates, solution: Solution, clock: Clock) -> bool:
    """Whether this is the only solution among these candidates: a fact."""
    return Facts(model).only(solution, left, clock)


def fewest_clues(
    session: DraftSession,
    groups: Sequence[Sequence[int]],
    clock: Clock,
    fixed: Sequence[int] = (),
    enough: Callable[[list[Sequence[int]]], bool] = lambda _: False,
) -> list[Sequence[int]] | None:
    """Groups of assumptions of which none can go while they still contradict ``fixed``.

    ``None`` where all of them together do not. The first groups are tried first; each answer of
    the solver names the assumptions it used, and whole groups that it did not use go at once.
    ``enough`` ends the work early: it sees the groups that are left.
    """

    def contradict(kept: Iterable[Sequence[int]]) -> bool:
        return not session.solve(clock, [*fixed, *(one for group in kept for one in group)])

    def used(kept: Iterable[Sequence[int]]) -> list[Sequence[int]]:
        named = set(session.core())
        return [group for group in kept if any(one in named for one in group)]

    if not contradict(groups):
        return None
    left, needed = list(groups), list[Sequence[int]]()
    if not enough(left):
        left = used(left)
    while left and not enough(needed + left):
        tried, left = left[0], left[1:]
        if contradict(needed + left):
            kept = used(needed + left)
            left = [group for group in left if group in kept]
        else:
            needed.append(tried)
    return needed + left
