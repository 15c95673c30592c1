"""The plain engine: propagate and label, in readable Python.

It is the reference for the other engines, the basis of hints, and the instrument of the constraint
laboratory. So it keeps statistics, reports its steps to a listener, and takes its labelling and
the strength of its rules as arguments.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.rules import Candidates, Contradiction, Elimination, Model, Rule, each
from caracol.watching import look

VariableOrder = Callable[["Search", Sequence[int]], int]
"""Function that chooses the next cell to label, from the search and its candidates."""
ValueOrder = Callable[["Search", int, int], Iterable[int]]
"""Function that orders the values of a cell, from the search, the cell and its mask."""
Branching = Callable[[Sequence[int]], Iterable[int]]
"""Function that returns what to try on a cell, as masks, from its ordered values."""
Strength = Callable[[Rule, Sequence[int]], list[Elimination]]
"""Function that returns what a rule rules out; weaker propagation returns less."""
Entailment = Callable[[Rule, Sequence[int]], bool]
"""Function that returns whether every combination of the candidates satisfies a rule."""


def first_cell(_search: Search, candidates: Sequence[int]) -> int:
    """Return the first open cell of the board."""
    return next(cell for cell, mask in enumerate(candidates) if mask & (mask - 1))


def fewest_candidates(_search: Search, candidates: Sequence[int]) -> int:
    """Return the first of the open cells with the fewest candidates: "first fail"."""
    return min(
        (cell for cell, mask in enumerate(candidates) if mask & (mask - 1)),
        key=lambda cell: candidates[cell].bit_count(),
    )


def upwards(_search: Search, _cell: int, mask: int) -> Iterable[int]:
    """Return the values, smallest first."""
    return each(mask)


def one_by_one(values: Sequence[int]) -> Iterable[int]:
    """Return each value as a separate try."""
    return (1 << value for value in values)


def everything(rule: Rule, candidates: Sequence[int]) -> list[Elimination]:
    """Return everything that the rule alone rules out."""
    return rule.propagate(candidates)


class Listener:
    """Receiver of every step of a search; subclasses override the methods they need."""

    def tried(self, depth: int, cell: int, mask: int) -> None:
        """Handle a try: a cell is narrowed to these values, at this depth of open tries."""

    def woke(self, rule: int) -> None:
        """Handle the wake-up of a rule, by its number in the model."""

    def cut(self, rule: int, cut: Elimination) -> None:
        """Handle an elimination: a rule narrowed a cell."""

    def entailed(self, rule: int) -> None:
        """Handle entailment: a rule holds from now on, whatever is tried."""

    def failed(self, rule: int) -> None:
        """Handle a failure: the candidates cannot satisfy this rule."""

    def settled(self, candidates: Sequence[int]) -> None:
        """Handle a fixpoint: no rule rules out any more."""

    def solved(self, solution: Solution) -> None:
        """Handle a solution: every cell has a value, and every rule holds."""


@dataclass
class Counters:
    """Counts of what a search has done so far."""

    wakes: int = 0
    """Number of times a rule was propagated."""
    cuts: int = 0
    """Number of values removed."""
    prunings: int = 0
    """Number of times a rule narrowed a cell."""
    entailments: int = 0
    """Number of times a rule became entailed; counted only if entailment is checked."""
    nodes: int = 0
    """Number of tries."""
    backtracks: int = 0
    """Number of tries that ended in a contradiction."""
    deepest: int = 0
    """Maximum number of open tries."""
    restarts: int = 0
    """Number of times the search began again from the root."""

    def entries(self) -> dict[str, int]:
        """Return the counters by name."""
        return dict(vars(self))


Trail = list[tuple[Candidates, int, int, Iterator[int]]]
"""Open tries: the state and the sleeping rules before, the cell, the remaining values."""


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
    branching: Branching = one_by_one
    strength: Strength = everything
    entails: Entailment | None = None
    """Function that detects entailed rules, which then sleep until the search backtracks."""
    listener: Listener | None = None
    restarts: Iterator[int] | None = None
    """After how many backtracks to begin again, each time; ``None`` for never.

    The search does not begin again once it has found a solution, so it finds each only once.
    """

    def __post_init__(self) -> None:
        self.watchers = self.model.watchers()
        self.failures = [0] * len(self.model.rules)
        """Number of failures of each rule, for orders that learn from it."""
        self.asleep = 0
        """Mask of the rules that are entailed in the present state."""
        self.again = [not rule.idempotent for rule in self.model.rules]
        """Whether each rule may find more after its own eliminations."""

    def solutions(self, candidates: Sequence[int] | None = None) -> Iterator[Solution]:
        """Yield the shown cells of every solution; end early when the clock is over.

        Shown cells are labelled first; for the hidden ones, a single completion is enough.
        """
        shown = self.model.shown
        start = list(candidates) if candidates is not None else self.model.candidates()
        self.finished, self.asleep = False, 0
        reached = self.propagate(start)
        if reached is not None:
            trail: Trail = []
            state: Candidates | None = reached
            asleep, limit = self.asleep, self._find_limit()
            while True:
                if self.clock.over():
                    return
                if trail and limit is not None and self.counters.backtracks >= limit:
                    trail, state, self.asleep = [], reached, asleep
                    self.counters.restarts += 1
                    limit = self._find_limit()
                if state is not None:
                    if all(not mask & (mask - 1) for mask in state):
                        solution = tuple([mask.bit_length() - 1 for mask in state[:shown]])
                        if self.listener:
                            self.listener.solved(solution)
                        limit = None
                        yield solution
                        while trail and trail[-1][2] >= shown:
                            trail.pop()
                        state = None
                        continue
                    cell = self.order(self, self._first(state))
                    tries = iter(self.branching(list(self.values(self, cell, state[cell]))))
                    trail.append((state, self.asleep, cell, tries))
                    self.counters.deepest = max(self.counters.deepest, len(trail))
                if not trail:
                    break
                state = self._try_next(trail)
        self.finished = not self.clock.over()

    def _find_limit(self) -> int | None:
        """Return the number of backtracks at which to begin again."""
        more = next(self.restarts, None) if self.restarts else None
        return None if more is None else self.counters.backtracks + more

    def _first(self, state: Candidates) -> Candidates:
        """Return the cells to choose from: the shown ones, while one of them is open."""
        if not self.model.hidden:
            return state
        seen = state[: self.model.shown]
        return seen if any(mask & (mask - 1) for mask in seen) else state

    def propagate(
        self, candidates: Sequence[int], woken: Iterable[int] | None = None
    ) -> Candidates | None:
        """Return the candidates left when no rule rules out any more, or ``None`` for none.

        Start with the rules ``woken``, by default all.
        """
        left = list(candidates)
        waiting = deque(range(len(self.model.rules)) if woken is None else woken)
        queued = set(waiting)
        counters, listener = self.counters, self.listener
        while waiting:
            number = waiting.popleft()
            queued.discard(number)
            if self.asleep >> number & 1:
                continue
            if self.clock.late():
                # Still every solution, but maybe more candidates; the search ends here.
                return left
            look()
            counters.wakes += 1
            rule = self.model.rules[number]
            if listener:
                listener.woke(number)
            try:
                cuts = self.strength(rule, left)
            except Contradiction:
                self.failures[number] += 1
                if listener:
                    listener.failed(number)
                return None
            for cut in cuts:
                cell, removed = cut
                left[cell] &= ~removed
                if not left[cell]:
                    self.failures[number] += 1
                    if listener:
                        listener.cut(number, cut)
                        listener.failed(number)
                    return None
                counters.cuts += removed.bit_count()
                counters.prunings += 1
                if listener:
                    listener.cut(number, cut)
                for other in self.watchers[cell]:
                    if other not in queued and (other != number or self.again[number]):
                        queued.add(other)
                        waiting.append(other)
            if self.entails and self.entails(rule, left):
                self.asleep |= 1 << number
                counters.entailments += 1
                if listener:
                    listener.entailed(number)
        if listener:
            listener.settled(left)
        return left

    def _try_next(self, trail: Trail) -> Candidates | None:
        """Return the state after the next try that does not fail at once; ``None``: backtrack."""
        state, asleep, cell, tries = trail[-1]
        for mask in tries:
            self.counters.nodes += 1
            self.asleep = asleep
            tried = list(state)
            tried[cell] = mask
            if self.listener:
                self.listener.tried(len(trail), cell, mask)
            reached = self.propagate(tried, self.watchers[cell])
            if reached is not None:
                return reached
            self.counters.backtracks += 1
            if self.clock.over():
                break
        trail.pop()
        return None
