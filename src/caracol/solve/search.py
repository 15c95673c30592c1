"""The plain engine: propagate and label, in readable Python.

It is the reference that the other engines are held against, the base of hints, and the
instrument of the constraint laboratory; so it keeps statistics and takes its labelling as an
argument.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from caracol.rules import Candidates, Contradiction, Model, each
from caracol.solve.answer import Solution
from caracol.solve.limits import Clock

VariableOrder = Callable[["Search", Sequence[int]], int]
"""Which open cell to label next, from the search and its candidates."""
ValueOrder = Callable[["Search", int, int], Iterable[int]]
"""In which order to try the values of a cell, from the search, the cell and its mask."""


def first_cell(_search: Search, candidates: Sequence[int]) -> int:
    """The first open cell of the board."""
    return next(cell for cell, mask in enumerate(candidates) if mask & (mask - 1))


def fewest_candidates(_search: Search, candidates: Sequence[int]) -> int:
    """The first of the open cells with the fewest candidates: "first fail"."""
    return min(
        (cell for cell, mask in enumerate(candidates) if mask & (mask - 1)),
        key=lambda cell: candidates[cell].bit_count(),
    )


def upwards(_search: Search, _cell: int, mask: int) -> Iterable[int]:
    """Smallest value first."""
    return each(mask)


def downwards(_search: Search, _cell: int, mask: int) -> Iterable[int]:
    """Largest value first."""
    return reversed(list(each(mask)))


@dataclass
class Counters:
    """What a search has done so far."""

    wakes: int = 0
    """How often a rule was asked what it rules out."""
    cuts: int = 0
    """How many values were removed."""
    nodes: int = 0
    """How many values were tried."""
    backtracks: int = 0
    """How many tries ended in a contradiction."""
    deepest: int = 0
    """The most tries that stood at once."""

    def entries(self) -> dict[str, int]:
        """The counters by name."""
        return dict(vars(self))


@dataclass
class Search:
    """Depth-first search for the solutions of a model."""

    model: Model
    order: VariableOrder = fewest_candidates
    values: ValueOrder = upwards
    clock: Clock = field(default_factory=Clock)
    counters: Counters = field(default_factory=Counters)
    finished: bool = False
    """Whether the whole space was searched."""

    def __post_init__(self) -> None:
        self.watchers = self.model.watchers()

    def solutions(self, candidates: Sequence[int] | None = None) -> Iterator[Solution]:
        """Every solution, one by one; ends early when the clock is over."""
        start = list(candidates) if candidates is not None else self.model.candidates()
        self.finished = False
        reached = self.propagate(start)
        if reached is not None:
            # Each entry of the trail: a state, a cell, and the values still to be tried there.
            trail: list[tuple[Candidates, int, Iterator[int]]] = []
            state: Candidates | None = reached
            while True:
                if self.clock.over():
                    return
                if state is not None:
                    if all(not mask & (mask - 1) for mask in state):
                        yield tuple(mask.bit_length() - 1 for mask in state)
                        state = None
                        continue
                    cell = self.order(self, state)
                    tries = iter(self.values(self, cell, state[cell]))
                    trail.append((state, cell, tries))
                    self.counters.deepest = max(self.counters.deepest, len(trail))
                if not trail:
                    break
                state = self._try_next(trail)
        self.finished = not self.clock.over()

    def propagate(
        self, candidates: Sequence[int], woken: Iterable[int] | None = None
    ) -> Candidates | None:
        """The candidates that are left once no rule rules out any more; ``None``: there is none.

        ``woken`` are the rules to begin with; all of them unless told.
        """
        left = list(candidates)
        waiting = deque(range(len(self.model.rules)) if woken is None else woken)
        queued = set(waiting)
        counters = self.counters
        while waiting:
            number = waiting.popleft()
            queued.discard(number)
            counters.wakes += 1
            try:
                cuts = self.model.rules[number].cuts(left)
            except Contradiction:
                return None
            for cell, removed in cuts:
                left[cell] &= ~removed
                counters.cuts += removed.bit_count()
                for other in self.watchers[cell]:
                    if other not in queued and other != number:
                        queued.add(other)
                        waiting.append(other)
        return left

    def _try_next(self, trail: list[tuple[Candidates, int, Iterator[int]]]) -> Candidates | None:
        """The state after the next try that does not fail at once, or ``None``: go back."""
        state, cell, tries = trail[-1]
        for value in tries:
            self.counters.nodes += 1
            tried = list(state)
            tried[cell] = 1 << value
            reached = self.propagate(tried, self.watchers[cell])
            if reached is not None:
                return reached
            self.counters.backtracks += 1
            if self.clock.over():
                break
        trail.pop()
        return None
