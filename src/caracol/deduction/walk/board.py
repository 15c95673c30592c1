"""The board that techniques work on: its rules, prepared for many questions.

A :class:`Board` is built once from a model; a :class:`State` holds the candidates at one moment.
Rules filter candidates themselves (``Rule.propagate``), or the compiled kernel does it for them;
the tests compare the two.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from caracol.deduction.walk import step_kernel
from caracol.deduction.walk.step_kernel import StepKernel
from caracol.deduction.words.claims import find_cuts
from caracol.engines.answer import Answer, Status
from caracol.engines.limits import Clock, Slice
from caracol.engines.portfolio import answer
from caracol.rules import Elimination, Model, Rule, each

T = TypeVar("T")
Cuts = list[Elimination]
LOOK = 0.5
"""Seconds for the first attempt of an engine; nearly every puzzle takes a hundredth of that."""


class State:
    """The candidates at one moment, by cell and by value."""

    __slots__ = ("masks", "planes", "settled")

    def __init__(self, masks: list[int], planes: list[int], settled: list[int]) -> None:
        self.masks = masks
        """For each cell, the mask of the values that it may still have."""
        self.planes = planes
        """For each value, the set of the cells that may still have it, as an integer."""
        self.settled = settled
        """For each value, the set of the cells that have it."""

    @classmethod
    def of(cls, masks: Sequence[int], values: int) -> State:
        """Return the state with these candidates."""
        planes, settled = [0] * values, [0] * values
        # Most cells have the same candidates as many others.
        alike: dict[int, int] = {}
        bit = 1
        for mask in masks:
            alike[mask] = alike.get(mask, 0) | bit
            bit <<= 1
        for mask, cells in alike.items():
            for value in each(mask):
                planes[value] |= cells
            if mask and not mask & (mask - 1):
                settled[mask.bit_length() - 1] |= cells
        return cls(list(masks), planes, settled)

    def copy(self) -> State:
        """Return an independent copy."""
        return State(self.masks.copy(), self.planes.copy(), self.settled.copy())

    def cut(self, cell: int, removed: int) -> bool:
        """Remove values from a cell; return false if none is left."""
        bit = 1 << cell
        before = self.masks[cell]
        gone = before & removed
        left = before ^ gone
        self.masks[cell] = left
        while gone:
            lowest = gone & -gone
            self.planes[lowest.bit_length() - 1] ^= bit
            gone ^= lowest
        if not left & (left - 1):
            if not left:
                if before and not before & (before - 1):
                    self.settled[before.bit_length() - 1] &= ~bit
                return False
            self.settled[left.bit_length() - 1] |= bit
        return True

    def list_cells(self, values: int) -> int:
        """Return the cells that may have one of these values, as a set of bits."""
        found = 0
        for value in each(values):
            found |= self.planes[value]
        return found

    @property
    def finished(self) -> bool:
        """Whether every cell has its value."""
        return all(mask and not mask & (mask - 1) for mask in self.masks)


class Board:
    """The rules of a model, prepared for many questions."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rules: tuple[Rule, ...] = model.rules
        self.everything = (1 << model.values) - 1
        self._made: dict[str, Any] = {}
        self.kernel = _compile(model)
        """The same rules compiled, or None if they cannot be."""

    @cached_property
    def areas(self) -> list[int]:
        """The cells of each rule, as a set of bits."""
        bits = [1 << cell for cell in range(self.model.size)]
        # A cell that occurs twice counts once: adding its bit twice would give another cell's.
        return [sum(map(bits.__getitem__, {*rule.cells})) for rule in self.rules]

    @cached_property
    def watchers(self) -> list[list[int]]:
        """For each cell, the rules that contain it."""
        return self.model.watchers()

    @cached_property
    def lazy(self) -> bool:
        """Whether some rule is encoded for SAT only as needed."""
        return any(rule.lazy for rule in self.rules)

    @cached_property
    def reads(self) -> bool:
        """Whether some rules are automata that read lines."""
        return any(rule.as_automaton() is not None for rule in self.rules)

    @cached_property
    def reads_only(self) -> bool:
        """Whether every rule is an automaton that reads a line."""
        return all(rule.as_automaton() is not None for rule in self.rules)

    @cached_property
    def counts(self) -> bool:
        """Whether some rules are counts."""
        return any(rule.as_count() is not None for rule in self.rules)

    @cached_property
    def again(self) -> list[bool]:
        """For each rule, whether it may remove more after its own eliminations."""
        return [not rule.idempotent for rule in self.rules]

    def rules_of(self, numbers: Iterable[int]) -> tuple[Rule, ...]:
        """Return the rules with these numbers."""
        return tuple([self.rules[number] for number in numbers])

    def once(self, name: str, make: Callable[[Board], T]) -> T:
        """Return what a function derives from the rules alone; call it once for this board."""
        if name not in self._made:
            self._made[name] = make(self)
        found: T = self._made[name]
        return found

    def ask_engine(self, clock: Clock, seconds: float = LOOK) -> Answer:
        """Return an engine's quick answer: one solution, several or none, and which.

        The answer is cached unless it is UNKNOWN.
        """
        cache: list[Answer] = self.once("outlook", lambda _: [])
        if not cache:
            found = answer(self.model, Slice(clock, seconds), known=self.kernel)
            if found.status is Status.UNKNOWN:
                return found
            cache.append(found)
        return cache[0]

    def state(self, masks: Sequence[int] | None = None) -> State:
        """Return the state with these candidates, by default all of them."""
        return State.of(self.model.candidates() if masks is None else masks, self.model.values)

    def open_cuts(self, numbers: Sequence[int], state: State) -> list[tuple[int, Cuts | None]]:
        """Return those of these rules that remove something now, each with its eliminations.

        A rule that is broken has ``None`` and is the last.
        """
        if self.kernel is not None:
            return self.kernel.open_cuts(state.masks, numbers)
        found: list[tuple[int, Cuts | None]] = []
        for number in numbers:
            cuts = find_cuts(self.rules[number], state.masks)
            if cuts is None or cuts:
                found.append((number, cuts))
            if cuts is None:
                break
        return found

    def eliminate(self, number: int, masks: Sequence[int]) -> Cuts | None:
        """Return the eliminations of a rule for these candidates, or ``None`` if it breaks."""
        if self.kernel is not None:
            return self.kernel.cuts(masks, [number])[0]
        return find_cuts(self.rules[number], masks)

    def propagate(
        self,
        state: State,
        woken: Iterable[int] | None = None,
        allowed: Container[int] | None = None,
        trail: list[tuple[int, Cuts]] | None = None,
        most: int | None = None,
    ) -> int | None:
        """Apply rules one at a time until nothing changes; return the number of a broken one.

        ``allowed`` has the rules that may be used, ``trail`` receives the eliminations of each, and
        ``most`` is the maximum number of entries of the trail. The result is ``None`` if no rule
        breaks.
        """
        waiting = deque(range(len(self.rules)) if woken is None else woken)
        queued = set(waiting)
        rules, watchers, again = self.rules, self.watchers, self.again
        while waiting:
            number = waiting.popleft()
            queued.discard(number)
            if allowed is not None and number not in allowed:
                continue
            cuts = find_cuts(rules[number], state.masks)
            if cuts is None:
                return number
            if not cuts:
                continue
            if trail is not None:
                trail.append((number, cuts))
                if most is not None and len(trail) > most:
                    return None
            for cell, removed in cuts:
                if not state.cut(cell, removed):
                    return number
                for other in watchers[cell]:
                    if other not in queued and (other != number or again[number]):
                        queued.add(other)
                        waiting.append(other)
        return None


def _compile(model: Model) -> StepKernel | None:
    found = step_kernel.compile_model(model)
    # If a rule contains a cell twice, Python and the kernel eliminate in different orders.
    return None if found is None or found.repeats else found


BOARDS = 8
"""Number of boards in the cache: a page asks for hint after hint of the same puzzle."""
_ready: OrderedDict[int, Board] = OrderedDict()


def board_of(model: Model) -> Board:
    """Return the board of a model, from the cache if possible."""
    board = _ready.pop(id(model), None)
    if board is None or board.model is not model:
        board = Board(model)
    _ready[id(model)] = board
    while len(_ready) > BOARDS:
        _ready.popitem(last=False)
    return board
