"""The portfolio: propagate, probe, native cardinality, clauses; each hands on what it knows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from caracol.rules import Candidates, Model
from caracol.solve.answer import Answer, Solution, Statistics
from caracol.solve.limits import Clock, Slice
from caracol.solve.sat import Session
from caracol.solve.search import Search

NATIVE_SECONDS = 1.0
"""What native cardinality may take before clauses are tried (measured: see docs/background)."""


@dataclass
class Work:
    """The running account of one question: what was found, by whom, and what it cost."""

    model: Model
    clock: Clock
    stages: list[str] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    build_seconds: float = 0.0
    complete: bool = False

    def add(self, stage: str, counters: dict[str, int]) -> None:
        """Note what a stage did."""
        if stage not in self.stages:
            self.stages.append(stage)
        for name, number in counters.items():
            self.counters[name] = self.counters.get(name, 0) + number

    def statistics(self) -> Statistics:
        """The account so far."""
        seconds = self.clock.spent() - self.build_seconds
        return Statistics(self.build_seconds, seconds, ", ".join(self.stages), dict(self.counters))


def answer(model: Model, clock: Clock, limit: int = 2, keep: int = 1000) -> Answer:
    """Up to ``limit`` solutions of a model, and whether these are all."""
    work = Work(model, clock)
    found: list[Solution] = []
    count = 0
    for solution in solutions(work):
        count += 1
        if count <= keep:
            found.append(solution)
        if count >= limit:
            break
    else:
        stopped = "" if work.complete else clock.reason()
        return Answer(tuple(found), count, work.complete, work.statistics(), stopped)
    return Answer(tuple(found), count, False, work.statistics(), "solutions")


def solutions(work: Work) -> Iterator[Solution]:
    """The solutions one by one; ``work.complete`` says at the end whether these are all."""
    left = propagated(work)
    if left is None:
        work.complete = True
        return
    if all(not mask & (mask - 1) for mask in left):
        work.complete = True
        yield tuple(mask.bit_length() - 1 for mask in left)
        return
    yield from by_sat(work, left)


def propagated(work: Work) -> Candidates | None:
    """What the rules leave when each is applied alone until nothing changes."""
    search = Search(work.model, clock=work.clock)
    left = search.propagate(work.model.candidates())
    work.add("propagation", search.counters.entries())
    return left


def by_sat(work: Work, left: Candidates) -> Iterator[Solution]:
    """The solutions by SAT: native cardinality first, clauses where that takes too long."""
    blocked: list[Solution] = []
    for native in (True, False):
        started = time.perf_counter()
        with Session(work.model, left, native=native) as session:
            work.build_seconds += time.perf_counter() - started
            for solution in blocked:
                session.block(solution)
            while True:
                patience = Slice(work.clock, NATIVE_SECONDS) if native else work.clock
                satisfiable = session.solve(patience)
                if not satisfiable:
                    break
                solution = session.values()
                session.block(solution)
                blocked.append(solution)
                yield solution
            work.add("cards" if native else "clauses", session.counters())
            if satisfiable is False:
                work.complete = True
                return
        if work.clock.over():
            return
