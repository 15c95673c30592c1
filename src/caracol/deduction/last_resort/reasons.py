"""The last rung: the smallest set of rules that forces anything at all.

It works in layers, so that there is an answer at once that improves while time is left:

1. one unsatisfiable core for every candidate that is still open and wrong;
2. the smallest of these cores made minimal;
3. if a proof is wanted, hitting sets over all candidates at once (optimal constrained
   unsatisfiable subsets, OCUS: Gamba, Bogaerts, Guns), which find the smallest, or prove it.

Known facts cost nothing here; they are reduced afterwards. All limits count conflicts and
rounds, so that the same position always gets the same answer; a clock can only stop the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from caracol.deduction.walk.board import Board, State
from caracol.engines.cores import HittingSets
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.rules import Model, Rule, each

CONFLICTS = 2_000
"""Number of conflicts between two checks of the clock."""
PATIENCE = 50
"""Maximum number of slices of conflicts for one question."""
MOST_CONFLICTS = 50_000
"""Number of conflicts in a walk after which no core is made minimal: trials are quicker."""
MOST_GROUPS = 24
"""Maximum number of groups in a reason: people cannot follow more, and SAT takes longest."""
MINIMISED = 12
"""Number of the smallest cores that are made minimal."""
AT_ONCE = 3
"""The same number if an answer is wanted at once."""


class CountedSession(Session):
    """A session whose answers do not depend on the speed of the machine."""

    def __init__(
        self,
        model: Model,
        *,
        clock: Clock | None = None,
        blame: Callable[[Rule], bool] | None = None,
        slices: int = PATIENCE,
    ) -> None:
        super().__init__(model, clock=clock, blame=blame)
        self.slices = slices
        self.gave_up = False
        """Whether a question was too hard."""

    @property
    def conflicts(self) -> int:
        """Number of conflicts that it has met."""
        return int(self.solver.accum_stats()["conflicts"])

    def ask(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool | None:
        for _ in range(self.slices):
            if clock.over():
                break
            self.solver.conf_budget(CONFLICTS)
            found = self.solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            if found is not None:
                return bool(found)
        self.gave_up = True
        return None


@dataclass(frozen=True, slots=True)
class Reason:
    """Groups of rules that refute a candidate, given what is known."""

    cell: int
    value: int
    groups: tuple[str, ...]
    """Names of the rules."""
    smallest: bool
    """Whether it is proved that no fewer groups refute any candidate."""


class Reasons:
    """Reasons for one puzzle, along a walk on which more and more is known."""

    def __init__(self, board: Board, state: State, clock: Clock | None = None) -> None:
        self.board = board
        self.session = CountedSession(board.model, clock=clock, blame=lambda _: True)
        self.names = {literal: about for about, literal in self.session.selectors.items()}
        self.all = list(self.names)
        self.known = [board.everything] * len(state.masks)
        self.possible: set[tuple[int, int]] = set()
        """Candidates that occur in a solution found so far."""
        self.complete = True
        """Whether every question was answered."""
        self.too_large = False
        """Whether the last reasons were all too large."""
        self._smaller: dict[tuple[int, frozenset[int]], tuple[list[int] | None, int]] = {}
        """Minimal cores found so far: the same cores recur as long as nothing new is known about
        them."""
        self.learn(state)

    def learn(self, state: State) -> None:
        """Add what has become known since the last call."""
        for cell, mask in enumerate(state.masks):
            for value in each(self.known[cell] & ~mask):
                self.session.add([-self.session.literal(cell, value)])
            self.known[cell] = mask

    def is_solvable(self, clock: Clock) -> bool | None:
        """Return whether there is a solution, or ``None`` if that is not known in time."""
        found = self.session.solve(clock, self.all)
        if found:
            self._note_solution()
        elif found is None:
            self.complete = False
        return found

    def _note_solution(self) -> None:
        self.possible.update(enumerate(self.session.values()))

    def list_open(self) -> list[tuple[int, int]]:
        """Return the candidates of open cells that are in no solution found so far."""
        return [
            (cell, value)
            for cell, mask in enumerate(self.known)
            if mask & (mask - 1)
            for value in each(mask)
            if (cell, value) not in self.possible
        ]

    def find_quickly(
        self, clock: Clock, minimised: int = MINIMISED, most: int | None = None
    ) -> list[Reason]:
        """Return small reasons, the smallest first; none if nothing more can be ruled out.

        ``most`` is the maximum number of groups in a reason.
        """
        self.possible.clear()
        self.too_large = False
        if not self.is_solvable(clock):
            return []
        cores: list[tuple[int, int, int, list[int]]] = []
        for cell, value in self.list_open():
            if (cell, value) in self.possible:
                continue
            literal = self.session.literal(cell, value)
            answer = self.session.solve(clock, [*self.all, literal])
            if answer is None:
                self.complete = False
                if clock.over():
                    break
            elif answer:
                self._note_solution()
            else:
                core = [one for one in self.session.core() if one != literal]
                cores.append((len(core), cell, value, core))
        cores.sort(key=lambda one: one[:3])
        found: list[Reason] = []
        bound = None if most is None else most + 1
        for number, (_, cell, value, core) in enumerate(cores[:minimised]):
            if number and clock.over():
                break
            small = self._minimise_cached(core, self.session.literal(cell, value), clock, bound)
            if small is not None:
                bound = len(small)
                groups = tuple(sorted(self.names[one] for one in small))
                found.append(Reason(cell, value, groups, bound <= 2))
        found.sort(key=lambda reason: len(reason.groups))
        self.too_large = bool(cores) and not found
        return found

    @property
    def exhausted(self) -> bool:
        """Whether minimal cores have cost too many conflicts to be worth more of them."""
        return self.session.conflicts > MOST_CONFLICTS

    def _minimise(
        self, core: list[int], literal: int, clock: Clock, bound: int | None
    ) -> list[int] | None:
        """Return a minimal part of a core, or ``None`` if it would not be below the bound."""
        left = sorted(core)
        needed: list[int] = []
        while left:
            if self.exhausted:
                needed += left
                break
            if bound is not None and len(needed) >= bound:
                return None
            tried = left.pop()
            if self.session.solve(clock, [*needed, *left, literal]) is False:
                named = set(self.session.core())
                left = [one for one in left if one in named]
            else:
                needed.append(tried)
        return None if bound is not None and len(needed) >= bound else needed

    def _minimise_cached(
        self, core: list[int], literal: int, clock: Clock, bound: int | None
    ) -> list[int] | None:
        """Return a minimal part of a core, from the cache if the core occurred before."""
        asked = literal, frozenset(core)
        small, least = self._smaller.get(asked, (None, 0))
        if not small and (bound is None or least < bound):
            small = self._minimise(core, literal, clock, bound)
            if not clock.over():
                self._smaller[asked] = small, bound or 0
        return small if small and (bound is None or len(small) < bound) else None

    def find_smallest(self, best: Reason, clock: Clock, rounds: int) -> Reason:
        """Return a reason with fewer groups, or the same one with a proof, if time allows."""
        if best.smallest or not rounds:
            return best
        literals = {
            self.session.literal(cell, value): (cell, value) for cell, value in self.list_open()
        }
        with HittingSets(self.all, one_of=list(literals)) as hitting:
            for _ in range(rounds):
                if clock.over():
                    break
                cheapest = hitting.cheapest(clock)
                if cheapest is None:
                    break
                *chosen, literal = cheapest
                if len(chosen) >= len(best.groups):
                    return Reason(best.cell, best.value, best.groups, True)
                answer = self.session.solve(clock, [*chosen, literal])
                if answer is None:
                    break
                if answer is False:
                    groups = tuple(sorted(self.names[one] for one in chosen))
                    return Reason(*literals[literal], groups, True)
                hitting.add(self._find_missed(literal, list(literals), clock))
        return best

    def _find_missed(self, literal: int, literals: list[int], clock: Clock) -> list[int]:
        """Return the rules and candidates that are not in the last solution, made few."""
        true = set(self.session.solver.get_model())
        kept = [one for one in self.all if one in true]
        for one in self.all:
            if one in true:
                continue
            if self.session.solve(clock, [*kept, literal, one]):
                true = set(self.session.solver.get_model())
                kept = [other for other in self.all if other in true]
        return [one for one in (*self.all, *literals) if one not in true]

    def close(self) -> None:
        """Free the solver."""
        self.session.close()
