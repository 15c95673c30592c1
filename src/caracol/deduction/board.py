"""Rules made quick: candidates as sets of cells, so that a count is two operations on integers.

A :class:`Board` is compiled once from a model; a :class:`State` is what is known at a moment.
``Board.cutters`` make the same cuts as ``Rule.cuts``, several times faster, and so does the
compiled kernel where there is one; the tests hold the three together.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, TypeVar

from caracol.deduction import step_kernel
from caracol.deduction.claims import cuts_of
from caracol.deduction.step_kernel import StepKernel
from caracol.engines.answer import Answer, Status
from caracol.engines.limits import Clock, Slice
from caracol.engines.portfolio import answer
from caracol.records import cached_property
from caracol.rules import Count, Cut, Model, Rule, each

T = TypeVar("T")
Cuts = list[Cut]
Cutter = Callable[["State"], "Cuts | None"]
"""What one rule rules out now; ``None`` where it cannot be kept any more."""
LOOK = 0.5
"""Seconds for the first look of an engine; nearly every puzzle takes a hundredth of that."""


class State:
    """What is known: the candidates of each cell, and the same facts turned round."""

    __slots__ = ("masks", "planes", "settled")

    def __init__(self, masks: list[int], planes: list[int], settled: list[int]) -> None:
        self.masks = masks
        """For each cell the mask of the values that it may still have."""
        self.planes = planes
        """For each value the set of the cells that may still have it, as an integer."""
        self.settled = settled
        """For each value the set of the cells that have it."""

    @classmethod
    def of(cls, masks: Sequence[int], values: int) -> State:
        """The state with these candidates."""
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
        """A state of its own with the same content."""
        return State(self.masks.copy(), self.planes.copy(), self.settled.copy())

    def cut(self, cell: int, removed: int) -> bool:
        """Take values away from a cell; false where nothing is left."""
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

    @property
    def finished(self) -> bool:
        """Whether every cell has its value."""
        return all(mask and not mask & (mask - 1) for mask in self.masks)


class Board:
    """The rules of a model, ready to be asked many times."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rules: tuple[Rule, ...] = model.rules
        self.everything = (1 << model.values) - 1
        self._made: dict[str, Any] = {}
        self.kernel = _kernel(model)
        """The same rules compiled, where that is possible."""

    @cached_property
    def areas(self) -> list[int]:
        """The cells of each rule as a set."""
        bits = [1 << cell for cell in range(self.model.size)]
        # A cell that comes twice counts once: the sum would be another cell's.
        return [sum(map(bits.__getitem__, {*rule.cells})) for rule in self.rules]

    @cached_property
    def watchers(self) -> list[list[int]]:
        """For each cell the rules that look at it."""
        return self.model.watchers()

    @cached_property
    def cutters(self) -> list[Cutter]:
        """The rules in plain Python, each of which says what it rules out now."""
        memory: dict[
            tuple[tuple[int, ...], ...], dict[tuple[int, ...], tuple[int, ...] | None]
        ] = {}
        return [
            self._cutter(rule, area, memory)
            for rule, area in zip(self.rules, self.areas, strict=True)
        ]

    @cached_property
    def lazy(self) -> bool:
        """Whether SAT is told of some rule bit by bit only."""
        return any(rule.lazy for rule in self.rules)

    @cached_property
    def reads(self) -> bool:
        """Whether there are rules that read along lines."""
        return any(rule.as_automaton() is not None for rule in self.rules)

    @cached_property
    def reads_only(self) -> bool:
        """Whether every rule reads a line."""
        return all(rule.as_automaton() is not None for rule in self.rules)

    @cached_property
    def counts(self) -> bool:
        """Whether there are rules that count."""
        return any(rule.as_count() is not None for rule in self.rules)

    @cached_property
    def again(self) -> list[bool]:
        """Whether each rule may have more to say after its own cuts."""
        return [not rule.idempotent for rule in self.rules]

    def rules_of(self, numbers: Iterable[int]) -> tuple[Rule, ...]:
        """The rules with these numbers."""
        return tuple([self.rules[number] for number in numbers])

    def once(self, name: str, make: Callable[[Board], T]) -> T:
        """What a technique works out from the rules alone, made once for this board."""
        if name not in self._made:
            self._made[name] = make(self)
        found: T = self._made[name]
        return found

    def outlook(self, clock: Clock, seconds: float = LOOK) -> Answer:
        """What an engine says at once, before anyone walks: whether the puzzle has one solution,
        several or none, and which; kept once it is known."""
        kept: list[Answer] = self.once("outlook", lambda _: [])
        if not kept:
            found = answer(self.model, Slice(clock, seconds), known=self.kernel)
            if found.status is Status.UNKNOWN:
                return found
            kept.append(found)
        return kept[0]

    def state(self, masks: Sequence[int] | None = None) -> State:
        """The state with these candidates; with all of them unless told."""
        return State.of(self.model.candidates() if masks is None else masks, self.model.values)

    def open_cuts(self, numbers: Sequence[int], state: State) -> list[tuple[int, Cuts | None]]:
        """Those of these rules that rule something out now, each with what it rules out.

        A rule that is broken has ``None`` and is the last.
        """
        if self.kernel is not None:
            return self.kernel.open_cuts(state.masks, numbers)
        found: list[tuple[int, Cuts | None]] = []
        for number in numbers:
            cuts = self.cutters[number](state)
            if cuts is None or cuts:
                found.append((number, cuts))
            if cuts is None:
                break
        return found

    def supposed(self, number: int, masks: Sequence[int]) -> Cuts | None:
        """What a rule would rule out if these were the candidates."""
        if self.kernel is not None:
            return self.kernel.cuts(masks, [number])[0]
        return cuts_of(self.rules[number], masks)

    def propagate(
        self,
        state: State,
        woken: Iterable[int] | None = None,
        allowed: Container[int] | None = None,
        trail: list[tuple[int, Cuts]] | None = None,
        most: int | None = None,
    ) -> int | None:
        """Apply rules, each alone, until nothing changes; the number of a broken rule, or ``None``.

        ``allowed`` says which rules may be used, ``trail`` receives what each of them removed,
        ``most`` ends the work after so many entries of the trail.
        """
        waiting = deque(range(len(self.rules)) if woken is None else woken)
        queued = set(waiting)
        cutters, watchers, again = self.cutters, self.watchers, self.again
        while waiting:
            number = waiting.popleft()
            queued.discard(number)
            if allowed is not None and number not in allowed:
                continue
            cuts = cutters[number](state)
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

    @staticmethod
    def _cutter(
        rule: Rule,
        area: int,
        memory: dict[tuple[tuple[int, ...], ...], dict[tuple[int, ...], tuple[int, ...] | None]],
    ) -> Cutter:
        count, pairs = rule.as_count(), rule.as_pairs()
        if count is not None and not count.values & (count.values - 1) and rule.idempotent:
            return _count(count, area)
        if pairs is not None and rule.idempotent:
            return _pairs(rule, memory.setdefault(pairs, {}))
        return lambda state: cuts_of(rule, state.masks)


def _count(rule: Count, area: int) -> Cutter:
    value, least, most = rule.values.bit_length() - 1, rule.least, rule.most
    counted = rule.values

    def cuts(state: State) -> Cuts | None:
        may = state.planes[value] & area
        must = state.settled[value] & area
        sure, possible = must.bit_count(), may.bit_count()
        if sure > most or possible < least:
            return None
        undecided = may ^ must
        if not undecided:
            return []
        if sure == most:
            return [Cut(cell, counted) for cell in each(undecided)]
        if possible == least:
            masks = state.masks
            return [Cut(cell, masks[cell] ^ counted) for cell in each(undecided)]
        return []

    return cuts


def _pairs(rule: Rule, memory: dict[tuple[int, ...], tuple[int, ...] | None]) -> Cutter:
    cells = rule.cells

    def cuts(state: State) -> Cuts | None:
        masks = state.masks
        here = tuple([masks[cell] for cell in cells])
        if here not in memory:
            found = cuts_of(rule, masks)
            removed = [0] * len(cells)
            for cell, gone in found or ():
                removed[cells.index(cell)] |= gone
            memory[here] = None if found is None else tuple(removed)
        known = memory[here]
        if known is None:
            return None
        return [Cut(cell, gone) for cell, gone in zip(cells, known, strict=True) if gone]

    return cuts


def _kernel(model: Model) -> StepKernel | None:
    found = step_kernel.compiled(model)
    # Of a rule that has a cell twice, the two would not tell the same cuts in the same order.
    return None if found is None or found.repeats else found


BOARDS = 8
"""So many boards are kept ready: a page asks for hint after hint of the same puzzle."""
_ready: OrderedDict[int, Board] = OrderedDict()


def board_of(model: Model) -> Board:
    """The board of a model, kept for the next question about the same one."""
    board = _ready.pop(id(model), None)
    if board is None or board.model is not model:
        board = Board(model)
    _ready[id(model)] = board
    while len(_ready) > BOARDS:
        _ready.popitem(last=False)
    return board
