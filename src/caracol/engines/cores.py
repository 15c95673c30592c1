"""Smallest sets of rules that cannot all hold.

The solver provides a first core; deletion makes it minimal (every member is needed); hitting sets
then prove it smallest, or find one that is (the implicit hitting set method: every core hits
every set of rules whose removal would make the rest satisfiable).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.errors import TimeIsUp

CONFLICTS = 2_000
"""Number of conflicts between two looks at the clock."""


HARD = 2_000
"""Number of conflicts after which a question is put off, or not answered at all."""


class Core(NamedTuple):
    """Assumptions that cannot all hold, and whether there are provably no fewer."""

    members: tuple[int, ...]
    smallest: bool
    """Whether it is proved that no smaller core exists."""


def minimal(
    session: Session, members: Iterable[int], clock: Clock, fixed: Iterable[int] = ()
) -> tuple[int, ...]:
    """Return a subset of these contradictory assumptions from which none can be removed.

    The assumptions in ``fixed`` always hold. Members stay where the session's patience ends.
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
            if answer is None and clock.over():
                return tuple(needed + left)
    return tuple(needed)


def smallest(session: Session, members: Iterable[int], clock: Clock) -> Core | None:
    """Return the smallest subset of these assumptions that cannot all hold, if there is one.

    Anytime: if time runs out, return a small subset with ``smallest`` false.
    """
    everything = list(members)
    if session.solve(clock, everything) is not False:
        return None
    try:
        return _find_smallest(session, everything, clock)
    finally:
        session.patience = None


def _find_smallest(session: Session, everything: list[int], clock: Clock) -> Core:
    core = set(session.core())
    session.solver.set_phases(everything)
    session.patience = HARD
    # Assumptions without which all the others can hold are members of every core.
    needed: list[int] = []
    for member in everything:
        if member in core:
            others = [one for one in everything if one != member]
            answer = session.solve(clock, others)
            if answer:
                needed.append(member)
            elif answer is False:
                core = min(core, set(session.core()), key=len)
    left = [member for member in everything if member in core and member not in needed]
    best = (*needed, *minimal(session, left, clock, needed))
    if len(best) <= 1:
        return Core(best, not clock.over())
    with HittingSets(everything) as hitting:
        for member in needed:
            hitting.add([member])
        while not clock.over():
            candidate = hitting.cheapest(clock)
            if candidate is None:
                break
            if len(candidate) >= len(best):
                return Core(best, True)
            correction = _find_correction(session, everything, candidate, clock)
            if correction is None:
                break
            if not correction:
                return Core(tuple(candidate), True)
            hitting.add(correction)
    return Core(best, False)


def _find_correction(
    session: Session, everything: list[int], held: list[int], clock: Clock
) -> list[int] | None:
    """Return assumptions of which every core contains at least one, because the others can hold.

    None of them is in ``held``. If these alone cannot hold, the list is empty; if time runs out,
    the result is ``None``. Members of one core after another are dropped, as boards that obey
    nearly everything are found sooner than boards that obey little.
    """
    patience = session.patience = HARD
    if session.ask(clock, held) is False:
        return []
    others = more = [one for one in everything if one not in held]
    core = more
    while not (answer := session.solve(clock, [*held, *more])):
        if answer is False:
            named = set(session.core())
            core = [one for one in more if one in named]
            if not core:
                return []
        elif clock.over():
            return None
        elif not more:
            # Nothing was decided within the limit. What was learned helps the next time.
            more = others
            patience *= 4
            session.patience = patience
            continue
        # The more were dropped already, the more are dropped at once.
        several = 1 + (len(others) - len(more)) // 4
        dropped = set([one for one in core if one in more][-several:] or more[-several:])
        more = [one for one in more if one not in dropped]
    session.patience = HARD
    # The solution found last is exchanged for one that obeys more of them until none does.
    while True:
        true = set(session.solver.get_model())
        kept = [member for member in everything if member in true]
        rest = [member for member in everything if member not in true]
        other = session.fresh()
        session.add([-other, *rest])
        better = session.solve(clock, [*kept, other])
        session.add([-other])
        if not better:
            return rest


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
    """The smallest set that intersects every set added so far, by MaxSAT (RC2).

    With ``one_of``, it also contains exactly one of these, which comes last and does not count.
    """

    def __init__(self, members: list[int], one_of: Sequence[int] = ()) -> None:
        from pysat.card import CardEnc
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self.numbers = {one: number for number, one in enumerate([*members, *one_of], 1)}
        self.names = {number: member for member, number in self.numbers.items()}
        formula = WCNF()
        for member in members:
            formula.append([-self.numbers[member]], weight=1)
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
        """Return the members of the smallest set, in the order in which they were given.

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
