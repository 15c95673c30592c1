"""Rules as a SAT problem, on python-sat.

Two encodings of counts: native cardinality constraints (MiniCard), which are the quickest on
most boards, and plain clauses (Glucose), which win on the large boards with many stars. One
session answers many questions about one model: solutions, candidates, cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.rules import Allowed, Count, Model, Reading, Rule, Stairs, each

SLICE = 0.03
"""Seconds between two looks at the clock; Ctrl-C and other threads wait no longer than that."""


class Session:
    """One incremental solver for one model.

    With ``blame``, every group of rules of which ``blame`` is true hangs on an assumption
    literal of its own (``selectors``), so that an unsatisfiable core names rules.
    """

    def __init__(
        self,
        model: Model,
        candidates: Sequence[int] | None = None,
        *,
        clock: Clock | None = None,
        native: bool = True,
        blame: Callable[[Rule], bool] | None = None,
    ) -> None:
        from pysat.solvers import Glucose4, Minicard

        self.model = model
        self.native = native
        self.candidates = list(candidates) if candidates is not None else model.candidates()
        self.solver: Any = Minicard() if native else Glucose4()
        self.selectors: dict[str, int] = {}
        """The assumption literal of each blamable group of rules, by the words of the group."""
        self.budget = 500
        self.binary = model.values == 2
        self.top = model.grid.size * (1 if self.binary else model.values)
        self._counted: dict[tuple[int, int], int] = {}
        self._clock = clock or Clock()
        """Looked at while building: a large board takes longer to state than some to solve."""
        self._cells()
        for rule in model.rules:
            self._clock.look()
            self._rule(rule, self._selector(rule) if blame is not None and blame(rule) else 0)

    # -- questions ---------------------------------------------------------------------------

    def solve(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool | None:
        """Whether there is a solution under these assumptions; ``None`` where time ran out."""
        while not clock.over():
            self.solver.conf_budget(self.budget)
            before = time.perf_counter()
            found = self.solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            if found is not None:
                return bool(found)
            # Conflicts cost more on larger boards: keep the slices about equally long.
            taken = time.perf_counter() - before
            self.budget = max(50, min(200_000, int(self.budget * SLICE / max(taken, 1e-4))))
        return None

    def values(self) -> Solution:
        """The solution that was found last."""
        true = set(self.solver.get_model())
        if self.binary:
            return tuple(int(cell + 1 in true) for cell in range(self.model.grid.size))
        return tuple(
            next(value for value in each(mask) if self.literal(cell, value) in true)
            for cell, mask in enumerate(self.candidates)
        )

    def literal(self, cell: int, value: int) -> int:
        """The literal that says: this cell has this value."""
        if self.binary:
            return cell + 1 if value else -cell - 1
        return cell * self.model.values + value + 1

    def block(self, solution: Solution) -> None:
        """Never find this solution again."""
        self.solver.add_clause(
            [
                -self.literal(cell, value)
                for cell, value in enumerate(solution)
                if self.candidates[cell] & (self.candidates[cell] - 1)
            ]
        )

    def core(self) -> list[int]:
        """The assumptions that could not all hold in the last question."""
        return list(self.solver.get_core() or ())

    def counters(self) -> dict[str, int]:
        """Decisions, conflicts, propagations and restarts so far."""
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
        """A new variable."""
        self.top += 1
        return self.top

    def add(self, literals: Iterable[int], selector: int = 0) -> None:
        """A clause, which counts only while the selector is assumed."""
        self.solver.add_clause([*literals, -selector] if selector else list(literals))

    def _selector(self, rule: Rule) -> int:
        if rule.about not in self.selectors:
            self.selectors[rule.about] = self.fresh()
        return self.selectors[rule.about]

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
                self._at_most(literals, 1)

    def _rule(self, rule: Rule, selector: int) -> None:
        match rule:
            case Count():
                self._count(rule, selector)
            case Allowed():
                self._allowed(rule, selector)
            case Reading():
                self._reading(rule, selector)
            case _:
                raise TypeError(f"no encoding for a rule of kind {type(rule).__name__}")

    def _count(self, rule: Count, selector: int) -> None:
        least, most, open_literals = rule.least, rule.most, []
        for cell in rule.cells:
            mask = self.candidates[cell]
            if not mask & ~rule.values and mask:
                least, most = least - 1, most - 1
            elif mask & rule.values:
                open_literals.append(self._has(cell, mask & rule.values))
        if most < 0 or least > len(open_literals):
            self.add([], selector)
            return
        if most < len(open_literals):
            self._at_most(open_literals, most, selector)
        if least == 1:
            self.add(open_literals, selector)
        elif least > 0:
            self._at_most([-one for one in open_literals], len(open_literals) - least, selector)

    def _has(self, cell: int, values: int) -> int:
        """A literal that says: this cell has one of these values."""
        if not values & (values - 1):
            return self.literal(cell, values.bit_length() - 1)
        if (cell, values) not in self._counted:
            some = self._counted[cell, values] = self.fresh()
            literals = [self.literal(cell, value) for value in each(values)]
            self.add([-some, *literals])
            for literal in literals:
                self.add([some, -literal])
        return self._counted[cell, values]

    def _at_most(self, literals: list[int], most: int, selector: int = 0) -> None:
        if most == 0:
            for literal in literals:
                self.add([-literal], selector)
        elif most == 1 and len(literals) <= 5:
            for place, one in enumerate(literals):
                for other in literals[place + 1 :]:
                    self.add([-one, -other], selector)
        elif self.native:
            if selector:
                # Fillers that the selector makes true leave room for ``most`` of the others.
                fillers = [self.fresh() for _ in range(len(literals) - most)]
                for filler in fillers:
                    self.add([filler], selector)
                literals, most = literals + fillers, len(literals)
            self.solver.add_atmost(literals, most)
        else:
            from pysat.card import CardEnc, EncType

            # Sequential counters propagate well and stay small for the few stars of a line.
            encoded = CardEnc.atmost(literals, most, top_id=self.top, encoding=EncType.seqcounter)
            self.top = max(self.top, encoded.nv)
            for clause in encoded.clauses:
                self.add(clause, selector)

    def _allowed(self, rule: Allowed, selector: int) -> None:
        tuples = [
            combination
            for combination in rule.tuples
            if all(
                self.candidates[cell] >> value & 1
                for cell, value in zip(rule.cells, combination, strict=True)
            )
        ]
        if len(rule.cells) == 2:
            # For two cells, naming the partners of each value is complete and needs no variables.
            one, other = rule.cells
            for near, far, place in ((one, other, 0), (other, one, 1)):
                for value in each(self.candidates[near]):
                    partners = {t[1 - place] for t in tuples if t[place] == value}
                    if all(v in partners for v in each(self.candidates[far])):
                        continue
                    self.add(
                        [-self.literal(near, value), *(self.literal(far, v) for v in partners)],
                        selector,
                    )
            return
        if len(rule.cells) == 1:
            self.add([self.literal(rule.cells[0], t[0]) for t in tuples], selector)
            return
        chosen = []
        for combination in tuples:
            choice = self.fresh()
            chosen.append(choice)
            for cell, value in zip(rule.cells, combination, strict=True):
                self.add([-choice, self.literal(cell, value)])
        self.add(chosen, selector)

    def _reading(self, rule: Reading, selector: int) -> None:
        """One variable for each state that lies on a way from the start to acceptance."""
        stairs, masks = rule.stairs, [self.candidates[cell] for cell in rule.cells]
        ahead = [stairs.start]
        for mask in masks:
            states = 0
            for value in each(mask):
                states |= stairs.after(ahead[-1], value)
            ahead.append(states)
        alive = [0] * len(ahead)
        alive[-1] = ahead[-1] & stairs.accept
        for place in range(len(masks) - 1, -1, -1):
            for value in each(masks[place]):
                alive[place] |= ahead[place] & stairs.before(alive[place + 1], value)
        if not alive[0]:
            self.add([], selector)
            return
        names = [{state: self.fresh() for state in each(states)} for states in alive]
        # Only the start hangs on the selector: without it no state need be true.
        self.add(names[0].values(), selector)
        for place, cell in enumerate(rule.cells):
            self._clock.look()
            here, there = names[place], names[place + 1]
            for value in each(masks[place]):
                reads = self.literal(cell, value)
                for state, name in here.items():
                    ways = each(stairs.after(1 << state, value) & alive[place + 1])
                    self.add([-name, -reads, *(there[way] for way in ways)])
                for state, name in there.items():
                    ways = each(stairs.before(1 << state, value) & alive[place])
                    self.add([-name, -reads, *(here[way] for way in ways)])
            # A state is reached only from a state, and some state is always reached: without
            # these the solver learns of a dead end in the line only by guessing.
            for state, name in there.items():
                origins = {
                    way
                    for value in each(masks[place])
                    for way in each(stairs.before(1 << state, value) & alive[place])
                }
                self.add([-name, *(here[way] for way in origins)])
            for state, name in here.items():
                goals = {
                    way
                    for value in each(masks[place])
                    for way in each(stairs.after(1 << state, value) & alive[place + 1])
                }
                self.add([-name, *(there[way] for way in goals)])
        if not stairs.start & (stairs.start - 1) and _one_way(stairs):
            for layer in names:
                if len(layer) > 1:
                    self._at_most(list(layer.values()), 1)


def _one_way(stairs: Stairs) -> bool:
    """Whether every state has at most one successor for each value."""
    return not any(
        stairs.stay[v] & stairs.rise[v]
        or stairs.stay[v] & stairs.skip[v]
        or stairs.rise[v] & stairs.skip[v]
        for v in range(len(stairs.stay))
    )
