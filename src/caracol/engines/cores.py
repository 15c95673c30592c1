"""Smallest sets of rules that cannot all hold.

The solver provides a first core; deletion makes it minimal (every member is needed); hitting sets
then prove it smallest, or find one that is (the implicit hitting set method: every core hits
every set of rules whose removal would make the rest satisfiable).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.errors import TimeIsUp

CONFLICTS = 2_000
"""Number of conflicts between two looks at the clock."""


class Core(NamedTuple):
    """Assumptions that cannot all hold, and whether there are provably no fewer."""

    members: tuple[int, ...]
    smallest: bool
    """Whether it is proved that no smaller core exists."""


def minimal(
    session: Session, members: Iterable[int], clock: Clock, fixed: Iterable[int] = ()
) -> tuple[int, ...]:
    """Return a subset of these contradictory assumptions from which none can be removed.

    The assumptions in ``fixed`` always hold and cost nothing.
    """
    always = list(fixed)
    left = list(members)
    needed: list[int] = []
    while left:
        tried = left.pop()
        answer = session.solve(clock, always + needed + left)
        if answer is False:
            # The solver often needs even less: keep only what its core contains.
            named = set(session.core())
            left = [member for member in left if member in named]
        else:
            needed.append(tried)
            if answer is None:
                return tuple(needed + left)
    return tuple(needed)


def smallest(
    session: Session,
    members: Iterable[int],
    clock: Clock,
    fixed: Iterable[int] = (),
    cost: Callable[[int], int] = lambda _: 1,
) -> Core | None:
    """Return the cheapest subset of these assumptions that cannot all hold, if there is one.

    Anytime: if time runs out, return a minimal subset with ``smallest`` false.
    """
    always, everything = list(fixed), list(members)
    if session.solve(clock, always + everything) is not False:
        return None
    named = set(session.core())
    session.solver.set_phases(everything)
    best = minimal(session, [m for m in everything if m in named], clock, always)
    if len(best) <= 1:
        return Core(best, not clock.over())
    bound = sum(map(cost, best))
    with HittingSets(everything, cost) as hitting:
        for member in best:
            # Without it all the others can hold, so that every core contains it.
            if session.solve(clock, [*always, *(one for one in everything if one != member)]):
                hitting.add([member])
        while not clock.over():
            candidate = hitting.cheapest(clock)
            if candidate is None:
                break
            if sum(map(cost, candidate)) >= bound:
                return Core(best, True)
            answer = session.solve(clock, always + candidate)
            if answer is None:
                break
            if answer is False:
                return Core(tuple(candidate), True)
            hitting.add(_correction(session, everything, candidate, always, clock))
    return Core(best, False)


def _correction(
    session: Session, everything: list[int], held: list[int], always: list[int], clock: Clock
) -> list[int]:
    """Return assumptions of which every core contains at least one, because the others can hold.

    The solution found last is exchanged for one that obeys more of them until none does.
    """
    while True:
        true = set(session.solver.get_model())
        kept = [member for member in everything if member in true]
        rest = [member for member in everything if member not in true]
        more = session.fresh()
        session.add([-more, *rest])
        better = session.solve(clock, [*always, *kept, more])
        session.add([-more])
        if not better:
            return [one for one in rest if one not in held]


class _TimedOracle:
    """The SAT solver inside RC2, which looks at a clock and raises when time is up."""

    def __init__(self, solver: Any) -> None:
        self.solver = solver
        self.clock = Clock()

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool:
        while True:
            self.clock.look()
            self.solver.conf_budget(CONFLICTS)
            found = self.solver.solve_limited(
                assumptions=assumptions, expect_interrupt=expect_interrupt
            )
            if found is not None:
                return bool(found)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.solver, name)


class HittingSets:
    """The cheapest set that intersects every set added so far, by MaxSAT (RC2).

    With ``one_of``, it also contains exactly one of these, which comes last and costs nothing.
    """

    def __init__(
        self,
        members: list[int],
        cost: Callable[[int], int] = lambda _: 1,
        one_of: Sequence[int] = (),
    ) -> None:
        from pysat.card import CardEnc
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self.numbers = {one: number for number, one in enumerate([*members, *one_of], 1)}
        self.names = {number: member for member, number in self.numbers.items()}
        formula = WCNF()
        for member in members:
            formula.append([-self.numbers[member]], weight=cost(member))
        if one_of:
            choice = [self.numbers[one] for one in one_of]
            for clause in CardEnc.equals(choice, 1, top_id=len(self.numbers)).clauses:
                formula.append(clause)
        self.solver: Any = RC2(formula, solver="g4")
        self.solver.oracle = _TimedOracle(self.solver.oracle)

    def add(self, members: list[int]) -> None:
        """Require one of these to be a member."""
        self.solver.add_clause([self.numbers[member] for member in members])

    def cheapest(self, clock: Clock | None = None) -> list[int] | None:
        """Return the members of the cheapest set, in the order in which they were given.

        Return ``None`` if time runs out; then nothing more can be asked.
        """
        self.solver.oracle.clock = clock or Clock()
        try:
            model = self.solver.compute() or []
        except TimeIsUp:
            return None
        return [self.names[number] for number in model if number in self.names]

    def __enter__(self) -> HittingSets:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()
