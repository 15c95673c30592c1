"""The plain engine: propagate and label, in readable Python.

It is the reference that the other engines are held against, the base of hints, and the
instrument of the constraint laboratory; so it keeps statistics, tells a listener what it does,
and takes its labelling and the strength of its rules as arguments.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.rules import Candidates, Contradiction, Cut, Model, Rule, each

VariableOrder = Callable[["Search", Sequence[int]], int]
"""Which open cell to label next, from the search and its candidates."""
ValueOrder = Callable[["Search", int, int], Iterable[int]]
"""In which order to try the values of a cell, from the search, the cell and its mask."""
Branching = Callable[[Sequence[int]], Iterable[int]]
"""What to try on a cell, as masks, from its values in the order in which they should come."""
Strength = Callable[[Rule, Sequence[int]], list[Cut]]
"""What a rule is asked to rule out; weaker propagation asks for less."""
Entailment = Callable[[Rule, Sequence[int]], bool]
"""Whether every combination of the candidates keeps a rule."""


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


def one_by_one(values: Sequence[int]) -> Iterable[int]:
    """Each value in turn."""
    return (1 << value for value in values)


def everything(rule: Rule, candidates: Sequence[int]) -> list[Cut]:
    """All that the rule alone rules out."""
    return rule.cuts(candidates)


class Listener:
    """Is told every step of a search, as it happens; a subclass overrides what it cares for."""

    def tried(self, depth: int, cell: int, mask: int) -> None:
        """A cell was narrowed to these values, as try number ``depth`` of those that stand."""

    def woke(self, rule: int) -> None:
        """A rule, by its number in the model, was asked what it rules out."""

    def cut(self, rule: int, cut: Cut) -> None:
        """A rule narrowed a cell."""

    def entailed(self, rule: int) -> None:
        """A rule holds from now on, whatever is tried."""

    def failed(self, rule: int) -> None:
        """The candidates cannot keep this rule."""

    def settled(self, candidates: Sequence[int]) -> None:
        """No rule rules out any more."""

    def solved(self, solution: Solution) -> None:
        """Every cell has a value, and every rule holds."""


@dataclass
class Counters:
    """What a search has done so far."""

    wakes: int = 0
    """How often a rule was asked what it rules out."""
    cuts: int = 0
    """How many values were removed."""
    prunings: int = 0
    """How often a rule narrowed a cell."""
    entailments: int = 0
    """How often a rule was found to hold from there on; counted only where that is asked for."""
    nodes: int = 0
    """How many tries were made."""
    backtracks: int = 0
    """How many tries ended in a contradiction."""
    deepest: int = 0
    """The most tries that stood at once."""

    def entries(self) -> dict[str, int]:
        """The counters by name."""
        return dict(vars(self))


Trail = list[tuple[Candidates, int, int, Iterator[int]]]
"""The tries that stand: the state and the rules asleep before, the cell, what is left to try."""


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
    """How entailed rules are found; they then sleep until the search goes back."""
    listener: Listener | None = None

    def __post_init__(self) -> None:
        self.watchers = self.model.watchers()
        self.failures = [0] * len(self.model.rules)
        """How often each rule has failed, for orders that learn from it."""
        self.asleep = 0
        """The mask of the rules that are entailed in the present state."""
        self.again = [not rule.idempotent for rule in self.model.rules]
        """Whether each rule may have more to say after its own cuts."""

    def solutions(self, candidates: Sequence[int] | None = None) -> Iterator[Solution]:
        """Every solution, one by one: what is shown of it; ends early when the clock is over.

        What is shown is labelled first; of the hidden cells one way is enough.
        """
        shown = self.model.shown
        start = list(candidates) if candidates is not None else self.model.candidates()
        self.finished, self.asleep = False, 0
        reached = self.propagate(start)
        if reached is not None:
            trail: Trail = []
            state: Candidates | None = reached
            while True:
                if self.clock.over():
                    return
                if state is not None:
                    if all(not mask & (mask - 1) for mask in state):
                        solution = tuple([mask.bit_length() - 1 for mask in state[:shown]])
                        if self.listener:
                            self.listener.solved(solution)
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

    def _first(self, state: Candidates) -> Candidates:
        """The cells from which to choose: those that are shown, while one of them is open."""
        if not self.model.hidden:
            return state
        seen = state[: self.model.shown]
        return seen if any(mask & (mask - 1) for mask in seen) else state

    def propagate(
        self, candidates: Sequence[int], woken: Iterable[int] | None = None
    ) -> Candidates | None:
        """The candidates that are left once no rule rules out any more; ``None``: there is none.

        ``woken`` are the rules to begin with; all of them unless told.
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
                # Still every solution, but maybe more candidates; nobody goes on from here.
                return left
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
        """The state after the next try that does not fail at once, or ``None``: go back."""
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
