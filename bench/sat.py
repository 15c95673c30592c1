"""A second, independent translation of the rules to SAT.

The makers of the sets use it to prove uniqueness. It is not part of Caracol's engines, so that an
error there cannot go unnoticed in the sets.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from pysat.solvers import Solver

from caracol.rules import Count, Model, Regular, Table, each


class Sat:
    """A model as clauses and native cardinality constraints in MiniCard."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.solver = Solver(name="minicard")
        self.next = 1
        everything = range(model.grid.size)
        if model.values == 2:
            self.literals = [(-variable, variable) for variable in map(self.fresh, everything)]
        else:
            self.literals = [tuple(self.fresh() for _ in range(model.values)) for _ in everything]
            for literals in self.literals:
                self.exactly(literals, 1, 1)
        for rule in model.rules:
            if isinstance(rule, Count):
                # Values of one cell exclude each other, so all their literals can be counted.
                counted = [self.literals[c][v] for c in rule.cells for v in each(rule.values)]
                self.exactly(counted, rule.least, rule.most)
            elif isinstance(rule, Table):
                self.add_allowed(rule)
            elif isinstance(rule, Regular):
                self.add_reading(rule)
            else:
                raise NotImplementedError(type(rule).__name__)

    def fresh(self, _: object = None) -> int:
        self.next += 1
        return self.next - 1

    def exactly(self, literals: Sequence[int], least: int, most: int) -> None:
        if most < len(literals):
            self.solver.add_atmost(list(literals), most)
        if least == 1:
            self.solver.add_clause(list(literals))
        elif least > 0:
            self.solver.add_atmost([-literal for literal in literals], len(literals) - least)

    def add_allowed(self, rule: Table) -> None:
        chosen = []
        for combination in rule.tuples:
            name = self.fresh()
            chosen.append(name)
            for cell, value in zip(rule.cells, combination, strict=True):
                self.solver.add_clause([-name, self.literals[cell][value]])
        self.solver.add_clause(chosen)

    def add_reading(self, rule: Regular) -> None:
        """Add one path through the automaton: exactly one state between any two cells."""
        automaton = rule.automaton
        before = {state: self.fresh() for state in each(automaton.start)}
        self.exactly(list(before.values()), 1, 1)
        for cell in rule.cells:
            after: dict[int, int] = {}
            for state, name in before.items():
                for value in range(self.model.values):
                    targets = list(each(automaton.after(1 << state, value)))
                    for target in targets:
                        if target not in after:
                            after[target] = self.fresh()
                    names = [after[target] for target in targets]
                    self.solver.add_clause([-name, -self.literals[cell][value], *names])
            self.exactly(list(after.values()), 0, 1)
            # Backwards too, so that later cells also prune earlier ones.
            for target, name in after.items():
                origins = [before[s] for s in before if self.reaches(rule, s, target)]
                self.solver.add_clause([-name, *origins])
            before = after
        for state, name in before.items():
            if not automaton.accept >> state & 1:
                self.solver.add_clause([-name])
        self.solver.add_clause([n for s, n in before.items() if automaton.accept >> s & 1])

    def reaches(self, rule: Regular, state: int, target: int) -> bool:
        return any(
            rule.automaton.after(1 << state, value) >> target & 1
            for value in range(self.model.values)
        )

    def solution(
        self, given: Sequence[tuple[int, int]] = (), rng: random.Random | None = None
    ) -> tuple[int, ...] | None:
        """Return a solution with these cells given; a random one if there is a random source."""
        if rng is not None:
            phases = [v if rng.random() < 0.5 else -v for v in range(1, self.next)]
            self.solver.set_phases(phases)
        if not self.solver.solve(assumptions=[self.literals[c][v] for c, v in given]):
            return None
        true = set(self.solver.get_model())
        return tuple(
            next(value for value, literal in enumerate(literals) if literal in true)
            for literals in self.literals
        )

    def other(
        self, known: Sequence[int], given: Sequence[tuple[int, int]] = ()
    ) -> tuple[int, ...] | None:
        """Return a solution different from a known one, which is blocked for this call only."""
        switch = self.fresh()
        blocked = [-self.literals[cell][value] for cell, value in enumerate(known)]
        self.solver.add_clause([-switch, *blocked])
        fixed = [switch, *(self.literals[c][v] for c, v in given)]
        if not self.solver.solve(assumptions=fixed):
            self.solver.add_clause([-switch])
            return None
        true = set(self.solver.get_model())
        self.solver.add_clause([-switch])
        return tuple(
            next(value for value, literal in enumerate(literals) if literal in true)
            for literals in self.literals
        )

    def close(self) -> None:
        self.solver.delete()

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def unique(model: Model, known: Sequence[int]) -> bool:
    """Return whether a known solution is the only one."""
    with Sat(model) as sat:
        return sat.other(known) is None


def answers(model: Model, limit: int = 2) -> list[tuple[int, ...]]:
    """Return the solutions, at most this number."""
    found: list[tuple[int, ...]] = []
    with Sat(model) as sat:
        while len(found) < limit and (solution := sat.solution()):
            found.append(solution)
            sat.solver.add_clause([-sat.literals[c][v] for c, v in enumerate(solution)])
    return found
