"""The questions that generators ask engines, in one place.

There are two kinds of answer. *Facts* (whether it is unique; what each rule alone leaves) are the
same whichever engine gives them. *Choices* (some other solution; some set of clues that suffices)
depend on the engine, and a seed is a promise, so they always come from the same solver
(python-sat's MiniCard). It runs in steps of a fixed number of conflicts, never of seconds, so that
a slow machine makes the same puzzle as a fast one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum, StrEnum

from caracol.authoring.drafts.clues import SHORT_CHAIN
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.steps import rule_out_by_chains
from caracol.deduction.techniques.lines import MOST_STATES, sweep_lines
from caracol.deduction.techniques.trials import REACH
from caracol.deduction.walk import step_kernel as kernel
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.hardest import NearRules, find_hardest, settle, take_all
from caracol.deduction.walk.repertoire import Repertoire
from caracol.deduction.walk.technique import Technique
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.engines.search import Search
from caracol.errors import CaracolError
from caracol.puzzle import Puzzle
from caracol.rules import Candidates, Model, Rule, each
from caracol.rules.masks import MOST_VALUES

STEP = 1000
"""Number of conflicts between two checks of the clock."""
CHOICES = 300
"""Number of choices the kernel makes before it begins to learn."""
FEW_CHOICES = 100
"""The same for a quick check."""
LEARNING = 10_000_000
"""Work that the kernel may do to learn (a tenth of a second) before SAT is used."""
PATIENCE = 20_000
"""Number of conflicts after which a question is given up, and the draft with it."""
LONG_CHAIN = 12
"""Like SHORT_CHAIN, for chains that are seldom more than expert."""


class TooHard(CaracolError):
    """A question took more steps than a draft is worth; the next draft is tried."""


class DraftSession(Session):
    """A solver whose answers do not depend on the speed of the machine.

    It never answers "unknown": it raises ``TimeIsUp`` when time runs out, and :class:`TooHard` if
    the question is too hard.
    """

    patience: int = PATIENCE

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
        # Models list all variables in order, so the cells' variables come first.
        model = self.solver.get_model()
        if self.binary:
            return tuple(int(one > 0) for one in model[: self.model.size])
        number = self.model.values
        # Each cell has one value, so one of its literals is positive.
        return tuple([(one - 1) % number for one in model[: number * self.model.size] if one > 0])

    def scatter(self, dice: Dice) -> None:
        """Make the next solution a random one by giving each variable a random preferred value."""
        coins = dice.bits(self.top)
        self.solver.set_phases(
            [number if coins >> number - 1 & 1 else -number for number in range(1, self.top + 1)]
        )

    def attach(self, rule: Rule, selector: int = 0) -> None:
        """Add a rule that applies only while the selector is assumed."""
        rule.encode(self, selector)

    def differs(self, solution: Sequence[int], selector: int = 0) -> None:
        """Require a solution different from this one (while the selector is assumed)."""
        shown = solution[: self.model.shown]
        self.add([-self.literal(cell, v) for cell, v in enumerate(shown)], selector)


class Facts:
    """Questions about one model whose answers do not depend on the engine."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kernel = kernel.compile_model(model)
        self.search = None if self.kernel else Search(model)

    def line_solve(self, candidates: Sequence[int]) -> Candidates | None:
        """Return the candidates after applying each rule alone until nothing changes."""
        if self.kernel is not None:
            return self.kernel.propagate(candidates)
        assert self.search is not None
        return self.search.propagate(candidates)

    def only(self, solution: Solution, candidates: Sequence[int], clock: Clock) -> bool:
        """Return whether this is the only solution among these candidates."""
        if self.kernel is not None and not self.model.hidden:
            seconds = clock.left()
            found = self.kernel.search(candidates, limit=2, nodes=CHOICES, seconds=seconds)
            if found.count < 2 and not found.finished:
                found = self.kernel.learn(candidates, limit=2, work=LEARNING, seconds=seconds)
            if found.count == 2 or found.finished:
                return found.count == 1
        with DraftSession(self.model, candidates) as session:
            # A fact has no limit except time: otherwise, what is given up would depend on the
            # engine.
            session.patience = sys.maxsize
            session.block(solution)
            return not session.solve(clock)

    def surely_several(self, candidates: Sequence[int]) -> bool:
        """Return whether two solutions are found quickly; not a fact, only useful to save work.

        The action taken on "yes" must be the one that would be taken in the end on "no".
        """
        if self.kernel is None or self.model.hidden:
            return False
        return self.kernel.search(candidates, limit=2, nodes=FEW_CHOICES).count == 2


def line_solve(model: Model, candidates: Sequence[int] | None = None) -> Candidates | None:
    """Return the candidates after applying each rule alone until nothing changes: a fact."""
    return Facts(model).line_solve(model.candidates() if candidates is None else candidates)


_SINGLE = frozenset(1 << value for value in range(MOST_VALUES))
"""The masks of a single value: looking them up is the fastest way to see that all cells have
one."""


def solved(candidates: Candidates | None) -> bool:
    """Return whether each cell has one candidate left."""
    return candidates is not None and all(map(_SINGLE.__contains__, candidates))


def probe(model: Model, candidates: Sequence[int] | None = None) -> Candidates | None:
    """Return the candidates after also trying every value and removing those that break a rule.

    Values that are ruled out by each of a cell's values are removed, too.
    """
    start = model.candidates() if candidates is None else candidates
    if (compiled := kernel.compile_model(model)) is not None:
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


class SolverLevel(IntEnum):
    """Levels of a fast solver that does not know grades, the easiest for people first."""

    ALONE = 0
    """Each rule alone."""
    LINES = 1
    """Also all rules of a line together."""
    SHORT = 2
    """Also a trial of each value that ends after a few rules."""
    TRIALS = 3
    """Each rule alone, and a trial of each value, however long."""
    SEARCH = 4
    """Whatever it takes."""


class FewerRules:
    """A model with some of its rules, for many questions in which different rules are left out."""

    def __init__(self, model: Model, solution: Solution | None = None) -> None:
        self.model = model
        self.candidates = model.candidates()
        self.kernel = kernel.compile_model(model)
        # Cells that are known need not be tried; hidden cells are not considered.
        self.solution = None if model.hidden else solution
        self._several: tuple[int, ...] = ()
        self._board: Board | None = None
        self._near: NearRules | None = None

    def solved(
        self,
        numbers: Sequence[int],
        means: SolverLevel,
        chain: int = SHORT_CHAIN,
        solution: Solution | None = None,
    ) -> bool:
        """Return whether these rules, with this solution, leave no cell open: a fact."""
        if means is SolverLevel.SHORT and self.kernel is not None:
            part = self.kernel.part(numbers)
            if part.follows and not part.repeats:
                return part.steps_solve(
                    self.candidates,
                    longest=chain,
                    reach=REACH,
                    most_states=MOST_STATES,
                    solution=self.solution if solution is None else solution,
                )
        return solved(self._left(numbers, means, chain))

    def hardest(
        self, numbers: Sequence[int], techniques: Sequence[Technique], cap: float, clock: Clock
    ) -> float | None:
        """Return the effort of the hardest step that combines some of these rules.

        The result is 0 if single rules are enough, and ``None`` if steps of at most ``cap`` are
        not; see :func:`find_hardest`.
        """
        left = self._left(numbers, SolverLevel.ALONE, SHORT_CHAIN)
        if left is None or solved(left):
            return None if left is None else 0.0
        return find_hardest(self._board_of(numbers), left, techniques, cap, clock)

    def settled(self, numbers: Sequence[int], techniques: Sequence[Technique]) -> bool:
        """Return whether single rules and techniques about groups leave no cell open: a fact."""
        if self.kernel is None or self.kernel.repeats:
            left = self._left(numbers, SolverLevel.ALONE, SHORT_CHAIN)
            return left is not None and solved(settle(self._board_of(numbers), left, techniques))
        if self._near is None:
            self._near = NearRules.on(Board(self.model), techniques)
        return solved(self._near.settle(self.kernel.part(numbers), self.candidates, numbers))

    def plain(
        self, numbers: Sequence[int], repertoire: Repertoire, cap: float, clock: Clock
    ) -> bool:
        """Return whether steps of at most this effort leave no cell open."""
        rules = self.model.rules
        start = [*self.candidates]
        for number in numbers:
            for cell, mask in rules[number].given():
                start[cell] &= mask
        return solved(take_all(self._board_of(numbers), start, repertoire, cap, clock))

    def _board_of(self, numbers: Sequence[int]) -> Board:
        """Return the board of these rules without those of single cells, such as givens.

        These have done all they can, so that boards with different givens are the same board.
        """
        rules = self.model.rules
        several = tuple(sorted(number for number in numbers if len(rules[number].cells) > 1))
        if several != self._several:
            self._several = several
            self._board = Board(self.model.only([rules[number] for number in several]))
        assert self._board is not None
        return self._board

    def alone(self, numbers: Sequence[int]) -> Candidates:
        """Return what these rules, with a known solution, leave when each is applied alone."""
        left = self._left(numbers, SolverLevel.ALONE, SHORT_CHAIN)
        assert left is not None
        return left

    def open_cells(self, numbers: Sequence[int], means: SolverLevel) -> list[int]:
        """Return the cells that these rules leave open at this level: a fact."""
        return list_open(self._left(numbers, means, SHORT_CHAIN))

    def _left(self, numbers: Sequence[int], means: SolverLevel, chain: int) -> Candidates | None:
        """Return the candidates that are left. Short trials have at most ``chain`` rules."""
        if self.kernel is not None:
            part = self.kernel.part(numbers)
            if means is SolverLevel.ALONE:
                return part.propagate(self.candidates)
            if means is SolverLevel.TRIALS:
                return part.probe(self.candidates)
            if part.follows and not part.repeats:
                if means is SolverLevel.LINES:
                    return part.sweep(self.candidates, MOST_STATES)
                return part.steps(
                    self.candidates, longest=chain, reach=REACH, most_states=MOST_STATES
                )
        rules = self.model.rules
        return _left_by(self.model.only([rules[n] for n in numbers]), means, chain)


def open_cells(model: Model, means: SolverLevel, chain: int = SHORT_CHAIN) -> list[int]:
    """Return the cells that this level leaves open: a fact. ``chain`` limits short trials."""
    return list_open(_left_by(model, means, chain))


def _left_by(model: Model, means: SolverLevel, chain: int) -> Candidates | None:
    match means:
        case SolverLevel.ALONE:
            return line_solve(model)
        case SolverLevel.LINES:
            return sweep_lines(model, model.candidates())
        case SolverLevel.SHORT:
            return rule_out_by_chains(model, chain)
        case SolverLevel.TRIALS:
            return probe(model)
        case SolverLevel.SEARCH:
            raise ValueError("what a search leaves open is not a quick question")


def list_open(left: Candidates | None) -> list[int]:
    """Return the cells for which several candidates are left."""
    assert left is not None
    return [cell for cell, mask in enumerate(left) if mask & (mask - 1)]


class Proof(StrEnum):
    """How a puzzle is known to have one solution."""

    LINES = "lines"
    """Each rule alone, over and over, leaves one candidate in each cell."""
    SEARCH = "search"
    """Every other possibility was tried, or refuted by SAT."""


def unique(puzzle: Puzzle, solution: Solution, clock: Clock) -> Proof | None:
    """Return the proof that this is the only solution, or ``None`` if it is not: a fact."""
    left = line_solve(puzzle.model)
    assert left is not None
    if solved(left):
        assert [*left[: puzzle.model.shown]] == [1 << value for value in solution]
        return Proof.LINES
    assert puzzle.model.hidden or puzzle.model.holds(solution)
    return Proof.SEARCH if only_one(puzzle.model, left, solution, clock) else None


def only_one(model: Model, left: Candidates, solution: Solution, clock: Clock) -> bool:
    """Return whether this is the only solution among these candidates: a fact."""
    return Facts(model).only(solution, left, clock)


def fewest_clues(
    session: DraftSession,
    groups: Sequence[Sequence[int]],
    clock: Clock,
    fixed: Sequence[int] = (),
    enough: Callable[[list[Sequence[int]]], bool] = lambda _: False,
) -> list[Sequence[int]] | None:
    """Return groups of assumptions that contradict ``fixed``, none of which can be left out.

    Returns ``None`` if all of them together do not. The first groups are tried first; each answer
    of the solver names the assumptions it used, and whole groups that it did not use are dropped at
    once. ``enough`` ends the work early, given the groups that are left.
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
