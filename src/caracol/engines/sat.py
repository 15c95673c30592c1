"""Rules as a SAT problem, on python-sat.

Counts are encoded in two ways: native cardinality constraints (MiniCard), the fastest on most
boards, and plain clauses (Glucose), which win on large boards with many stars. One session
answers many questions about one model: solutions, candidates, cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.errors import MemoryIsUp, TimeIsUp
from caracol.rules import Fact, Model, Rule, each
from caracol.watching import look, watched

SLICE = 0.03
"""Seconds between two checks of the clock, and so the longest wait after Ctrl-C."""


Lesson = tuple[int, tuple[Fact, ...]]
"""Part of a board that breaks a rule, with the rule's number among the lazy ones."""

LONGEST_COUNTER = 200_000
"""Number of variables above which a counter is built step by step, checking the clock."""

MOST_BYTES = 160_000_000
"""Memory that the clauses of one session may take; with all else, a question stays below 300 MB."""
BYTES_OF_VARIABLE = 150
BYTES_OF_CLAUSE = 40
"""Besides four bytes for each literal."""
BYTES_OF_COUNTER = BYTES_OF_VARIABLE + 3 * (BYTES_OF_CLAUSE + 12)
"""What each variable of a counter takes, with its clauses."""


class Session:
    """One incremental solver for one model.

    With ``blame``, every group of rules for which ``blame`` is true depends on a separate
    assumption literal (``selectors``), so that an unsatisfiable core names rules.

    Rules of a lazy kind are checked when a board is found: whatever breaks one is refused, and the
    question repeated, until a board satisfies them all. ``lessons`` are what another session for
    the same model and candidates has learned in this way. A ``thorough`` session learns more from
    each board, which is worthwhile where few of the rules are assumed.
    """

    patience: int | None = None
    """Number of conflicts after which a board is no longer sought, and the answer is ``None``."""

    def __init__(
        self,
        model: Model,
        candidates: Sequence[int] | None = None,
        *,
        clock: Clock | None = None,
        native: bool = True,
        blame: Callable[[Rule], bool] | None = None,
        lessons: Sequence[Lesson] = (),
        thorough: bool = False,
    ) -> None:
        from pysat.solvers import Glucose4, Minicard

        self.model = model
        self.native = native
        self.thorough = thorough
        self.candidates = list(candidates) if candidates is not None else model.candidates()
        self.solver: Any = Minicard() if native else Glucose4()
        self.selectors: dict[str, int] = {}
        """Assumption literal of each blamable group of rules, by the words of the group."""
        self.budget = 500
        self.binary = model.values == 2
        self.top = model.size * (1 if self.binary else model.values)
        self._bytes = self._counters = 0
        self._built = False
        self._counted: dict[tuple[int, int], int] = {}
        self._lazy: list[tuple[Rule, int]] = []
        self.lessons: list[Lesson] = []
        """Refused parts of boards, for rules that are stated lazily."""
        self._clock = clock or Clock()
        """Checked while building: a large board takes longer to encode than some take to solve."""
        self._take(BYTES_OF_VARIABLE * self.top)
        self._cells()
        with watched(self._clock.look):
            for rule in model.rules:
                look()
                rule.encode(self, self._selector(rule) if blame is not None and blame(rule) else 0)
        self._built = True
        for number, part in lessons:
            self._refuse(number, part)

    @property
    def fits_as_clauses(self) -> bool:
        """Whether there would be memory for clauses in place of native counts."""
        return self._bytes + self._counters <= MOST_BYTES

    # -- questions ---------------------------------------------------------------------------

    def solve(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool | None:
        """Return whether there is a solution under these assumptions; ``None`` if time ran out."""
        found = self.ask(clock, assumptions)
        while found and self._lazy and self._learned(clock):
            found = self.ask(clock, assumptions)
        return found

    def ask(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool | None:
        """Return the same, ignoring rules that are stated lazily."""
        left = self.patience
        while not clock.over() and left != 0:
            budget = self.budget if left is None else min(self.budget, left)
            self.solver.conf_budget(budget)
            before = time.perf_counter()
            found = self.solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            if found is not None:
                return bool(found)
            if left is not None:
                left -= budget
            # Conflicts cost more on larger boards: keep the slices about equally long.
            taken = time.perf_counter() - before
            self.budget = max(50, min(200_000, int(budget * SLICE / max(taken, 1e-4))))
        return None

    def solution(self) -> Solution:
        """Return the shown cells of the solution found last."""
        return self.values()[: self.model.shown]

    def values(self) -> tuple[int, ...]:
        """Return the values of all cells, shown and hidden, found last."""
        return self._values(self._found())

    def _found(self) -> list[int]:
        """Return the literals found true last, one for each variable in order."""
        found: list[int] = self.solver.get_model()
        # Variables in no clause may be missing at the end.
        return found + [-variable for variable in range(len(found) + 1, self.top + 1)]

    def _values(self, found: Sequence[int]) -> tuple[int, ...]:
        """Return the values of all cells if these literals are true."""
        if self.binary:
            return tuple([int(literal > 0) for literal in found[: self.model.size]])
        many = self.model.values
        return tuple(
            next(value for value in each(mask) if found[cell * many + value] > 0)
            for cell, mask in enumerate(self.candidates)
        )

    def literal(self, cell: int, value: int) -> int:
        """Return the literal for "this cell has this value"."""
        if self.binary:
            return cell + 1 if value else -cell - 1
        return cell * self.model.values + value + 1

    def block(self, solution: Solution) -> None:
        """Exclude this solution and all that agree with it on the shown cells."""
        self.solver.add_clause(
            [
                -self.literal(cell, value)
                for cell, value in enumerate(solution[: self.model.shown])
                if self.candidates[cell] & (self.candidates[cell] - 1)
            ]
        )

    def core(self) -> list[int]:
        """Return the assumptions that could not all hold in the last question."""
        return list(self.solver.get_core() or ())

    def counters(self) -> dict[str, int]:
        """Return the decisions, conflicts, propagations and restarts so far."""
        return dict(self.solver.accum_stats() or {})

    def close(self) -> None:
        """Free the solver's memory."""
        self.solver.delete()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- the encoding ------------------------------------------------------------------------

    def fresh(self) -> int:
        """Return a new variable; those who need many do much between two answers."""
        look()
        self._take(BYTES_OF_VARIABLE)
        self.top += 1
        return self.top

    def add(self, literals: Iterable[int], selector: int = 0) -> None:
        """Add a clause that applies only while the selector is assumed."""
        clause = [*literals, -selector] if selector else list(literals)
        self._take(BYTES_OF_CLAUSE + 4 * len(clause))
        self.solver.add_clause(clause)

    def _take(self, memory: int) -> None:
        """Count memory; raise :class:`MemoryIsUp` if the model needs too much of it."""
        self._bytes += memory
        if self._bytes > MOST_BYTES and not self._built:
            raise MemoryIsUp

    def _selector(self, rule: Rule) -> int:
        if rule.name not in self.selectors:
            self.selectors[rule.name] = self.fresh()
        return self.selectors[rule.name]

    def lazily(self, rule: Rule, selector: int) -> None:
        """Check every board that is found against the rule, and reject those that break it."""
        self._lazy.append((rule, selector))

    def look(self) -> None:
        """Raise if time is up."""
        look()

    def _learned(self, clock: Clock) -> bool:
        """Refuse part of what was found if it breaks a lazy rule; return whether it does.

        A rule whose selector is not assumed may be broken, unless the solver says it holds. Where
        time runs out, no board counts as found.
        """
        found = self._found()
        values = self._values(found)
        broken = False
        try:
            with watched(clock.look):
                for number, (rule, selector) in enumerate(self._lazy):
                    look()
                    if (selector and found[selector - 1] < 0) or rule.holds(values):
                        continue
                    broken = True
                    parts = rule.borders(values, self.candidates) if self.thorough else []
                    for part in parts + rule.refuted(values, self.candidates):
                        self._refuse(number, part)
        except TimeIsUp:
            if not clock.over():
                raise
            return True
        return broken

    def _refuse(self, number: int, part: tuple[Fact, ...]) -> None:
        """Forbid this combination, for the lazy rule with this number."""
        self.lessons.append((number, part))
        everything = (1 << self.model.values) - 1
        clause: list[int] = []
        for cell, mask in part:
            if not mask & (mask - 1):
                clause.append(-self.literal(cell, mask.bit_length() - 1))
            else:
                others = everything & ~mask
                clause += [self.literal(cell, value) for value in each(others)]
        self.add(clause, self._lazy[number][1])

    def _cells(self) -> None:
        everything = (1 << self.model.values) - 1
        for cell, mask in enumerate(self.candidates):
            for value in each(everything & ~mask):
                self.add([-self.literal(cell, value)])
            if not mask:
                self.add([])
            elif not self.binary:
                literals = [self.literal(cell, value) for value in each(mask)]
                self.add(literals)
                self.at_most(literals, 1)

    def has(self, cell: int, values: int) -> int:
        """Return a literal for "this cell has one of these values", which are candidates."""
        if not values & (values - 1):
            return self.literal(cell, values.bit_length() - 1)
        if (cell, values) not in self._counted:
            some = self._counted[cell, values] = self.fresh()
            literals = [self.literal(cell, value) for value in each(values)]
            self.add([-some, *literals])
            for literal in literals:
                self.add([some, -literal])
        return self._counted[cell, values]

    def at_most(self, literals: list[int], most: int, selector: int = 0) -> None:
        """Require that at most ``most`` of the literals are true."""
        if most == 0:
            for literal in literals:
                self.add([-literal], selector)
        elif most == 1 and len(literals) <= 5:
            for place, one in enumerate(literals):
                for other in literals[place + 1 :]:
                    self.add([-one, -other], selector)
        elif self.native:
            self._take(BYTES_OF_CLAUSE + 12 * len(literals))
            self._counters += BYTES_OF_COUNTER * len(literals) * most
            if selector:
                # Fillers made true by the selector leave room for ``most`` of the others.
                fillers = [self.fresh() for _ in range(len(literals) - most)]
                for filler in fillers:
                    self.add([filler], selector)
                literals, most = literals + fillers, len(literals)
            self.solver.add_atmost(literals, most)
        elif len(literals) * most > LONGEST_COUNTER:
            self._counter(literals, most, selector)
        else:
            from pysat.card import CardEnc, EncType

            # Sequential counters propagate well and stay small for the few stars of a line.
            encoded = CardEnc.atmost(literals, most, top_id=self.top, encoding=EncType.seqcounter)
            self._take(BYTES_OF_VARIABLE * max(0, encoded.nv - self.top))
            self.top = max(self.top, encoded.nv)
            for clause in encoded.clauses:
                self.add(clause, selector)

    def _counter(self, literals: list[int], most: int, selector: int) -> None:
        """Require the same with a variable for each number of true literals so far."""
        before: list[int] = []
        for literal in literals:
            self.look()
            after = [self.fresh() for _ in range(min(len(before) + 1, most))]
            self.add([-literal, after[0]], selector)
            for one, other in zip(before, after, strict=False):
                self.add([-one, other], selector)
            for one, other in zip(before, after[1:], strict=False):
                self.add([-literal, -one, other], selector)
            if len(before) == most:
                self.add([-literal, -before[-1]], selector)
            before = after
