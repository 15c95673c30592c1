"""Automata that read the values of cells in order; sets of states are masks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Protocol

from caracol.errors import count_noun
from caracol.rules.masks import each, numbers_between

MOST_DIFFERENT = 17
"""Maximum number of values where all are different: the digits up to 16, and blank."""

MOST_STATES = 1_000_000
"""Maximum number of states of a staircase."""


class Steps(Protocol):
    """Automaton whose sets of states, as masks, change when a value is read."""

    @property
    def start(self) -> int:
        """States it may start in."""
        ...

    @property
    def accept(self) -> int:
        """Accepting states."""
        ...

    def after(self, states: int, value: int) -> int:
        """Return the states it may be in after reading this value."""
        ...

    def before(self, states: int, value: int) -> int:
        """Return the states from which reading this value may lead to one of these."""
        ...

    def one_way(self) -> bool:
        """Return whether every state has at most one successor for each value."""
        ...


class Staircase(NamedTuple):
    """Automaton whose states form a row, like the steps of a staircase.

    Reading a value, it stays, moves up one step, or moves up two; where several of these are
    possible, it takes all of them (it is nondeterministic). That is enough for all the lines that
    the genres read. The set of its possible states is one integer, updated with three shifts per
    value, so a whole line is solved in a handful of operations per cell.

    ``stay``, ``rise`` and ``skip`` hold, for each value, the mask of the states that may stay,
    move up one, or move up two when that value is read.
    """

    states: int
    start: int
    accept: int
    stay: tuple[int, ...]
    rise: tuple[int, ...]
    skip: tuple[int, ...]

    def after(self, states: int, value: int) -> int:
        """Return the states it may be in after reading this value."""
        return (
            states & self.stay[value]
            | (states & self.rise[value]) << 1
            | (states & self.skip[value]) << 2
        )

    def before(self, states: int, value: int) -> int:
        """Return the states from which reading this value may lead to one of these."""
        return (
            states & self.stay[value]
            | states >> 1 & self.rise[value]
            | states >> 2 & self.skip[value]
        )

    def one_way(self) -> bool:
        """Return whether every state has at most one successor for each value."""
        return not any(
            self.stay[v] & self.rise[v]
            or self.stay[v] & self.skip[v]
            or self.rise[v] & self.skip[v]
            for v in range(len(self.stay))
        )

    def fault(self, values: int) -> str:
        """Return what is wrong with it for cells with this number of values, or an empty text."""
        if not 1 <= self.states <= MOST_STATES:
            return f"its automaton must have 1 to {MOST_STATES:,} states, not {self.states}"
        parts = (self.stay, self.rise, self.skip)
        if any(len(part) < values for part in parts):
            return f"its automaton has moves for fewer than {count_noun(values, 'value')}"
        # Plain Python ignores moves past the last state, but the kernel and exports number the
        # states.
        beyond = ~((1 << self.states) - 1)
        if (self.start | self.accept) & beyond:
            return "its automaton starts or ends in a state that does not exist"
        return ""

    def rename_values(self, values: Sequence[int]) -> Staircase:
        """Return the automaton for values renumbered in this way."""
        back = sorted(range(len(values)), key=lambda value: values[value])
        moves = (tuple(part[old] for old in back) for part in (self.stay, self.rise, self.skip))
        return Staircase(self.states, self.start, self.accept, *moves)


@dataclass(frozen=True)
class Automaton:
    """General automaton: ``moves[state][value]`` is the mask of the states that may follow.

    It starts in any state of the mask ``start`` and accepts in any of ``accept``. Where several
    moves are possible, it takes all of them.

    >>> even = Automaton(0b01, 0b01, ((0b01, 0b10), (0b10, 0b01)))
    >>> even.after(0b01, 1)
    2
    """

    start: int
    accept: int
    moves: tuple[tuple[int, ...], ...]

    @classmethod
    def following(
        cls,
        start: Hashable,
        values: int,
        follow: Callable[[Any, int], Hashable | None],
        accepts: Callable[[Any], bool],
        length: int,
    ) -> Automaton:
        """Return the automaton whose next state is ``follow(state, value)``.

        ``None`` is a dead end. Only states that a line of ``length`` cells can reach are created.
        """
        numbers: dict[Hashable, int] = {start: 0}
        moves: list[tuple[int, ...]] = []
        layer = [start]
        for _ in range(length):
            fresh: list[Hashable] = []
            for state in layer:
                row = []
                for value in range(values):
                    reached = follow(state, value)
                    if reached is None:
                        row.append(0)
                        continue
                    if reached not in numbers:
                        numbers[reached] = len(numbers)
                        fresh.append(reached)
                    row.append(1 << numbers[reached])
                moves.append(tuple(row))
            layer = fresh
        moves += [(0,) * values for _ in layer]
        accept = sum(1 << number for state, number in numbers.items() if accepts(state))
        return cls(1, accept, tuple(moves))

    @property
    def states(self) -> int:
        """Number of states."""
        return len(self.moves)

    @cached_property
    def _back(self) -> tuple[tuple[int, ...], ...]:
        values = len(self.moves[0]) if self.moves else 0
        back = [[0] * values for _ in self.moves]
        for state, row in enumerate(self.moves):
            for value, reached in enumerate(row):
                for target in each(reached):
                    back[target][value] |= 1 << state
        return tuple(map(tuple, back))

    def after(self, states: int, value: int) -> int:
        """Return the states it may be in after reading this value."""
        found = 0
        for state in each(states):
            found |= self.moves[state][value]
        return found

    def before(self, states: int, value: int) -> int:
        """Return the states from which reading this value may lead to one of these."""
        found = 0
        for state in each(states):
            found |= self._back[state][value]
        return found

    def one_way(self) -> bool:
        """Return whether every state has at most one successor for each value."""
        return all(not reached & (reached - 1) for row in self.moves for reached in row)

    def fault(self, values: int) -> str:
        """Return what is wrong with it for cells with this number of values, or an empty text."""
        if any(len(row) != values for row in self.moves):
            return f"its automaton must have moves for {count_noun(values, 'value')} in each state"
        reached = self.start | self.accept
        for row in self.moves:
            for mask in row:
                reached |= mask
        if reached >> len(self.moves):
            return "its automaton refers to a state that does not exist"
        return ""

    def rename_values(self, values: Sequence[int]) -> Automaton:
        """Return the automaton for values renumbered in this way."""
        back = sorted(range(len(values)), key=lambda value: values[value])
        moves = tuple(tuple(row[old] for old in back) for row in self.moves)
        return replace(self, moves=moves)


class Adder(NamedTuple):
    """Automaton whose state is the sum so far; each value adds its weight, 0 or more."""

    weights: tuple[int, ...]
    accept: int
    within: int = -1
    """Sums worth following, as a mask: none above the largest accepted one."""

    @property
    def start(self) -> int:
        """The sum 0, as a mask."""
        return 1

    def after(self, states: int, value: int) -> int:
        """Return the possible sums after adding this value."""
        return states << self.weights[value] & self.within

    def before(self, states: int, value: int) -> int:
        """Return the sums from which adding this value may give one of these."""
        return states >> self.weights[value]

    def one_way(self) -> bool:
        """Return whether every sum has at most one successor for each value: always true."""
        return True


class Collector(NamedTuple):
    """Automaton whose state is the set of values so far, none of which may repeat.

    A set is numbered by its mask.
    """

    lacking: tuple[int, ...]
    """For each value, the sets that lack it."""
    accept: int

    @property
    def start(self) -> int:
        """The empty set, as a mask of sets."""
        return 1

    def after(self, states: int, value: int) -> int:
        """Return the possible sets after adding this value."""
        return (states & self.lacking[value]) << (1 << value)

    def before(self, states: int, value: int) -> int:
        """Return the sets from which adding this value may give one of these."""
        return states >> (1 << value) & self.lacking[value]

    def one_way(self) -> bool:
        """Return whether every set has at most one successor for each value: always true."""
        return True


# Many rules of a board have the same sum, and the kernel recognises an automaton it has seen.


@lru_cache(maxsize=4096)
def make_adder(weights: tuple[int, ...], cells: int, least: int, most: int) -> Adder:
    """Return the automaton that sums these weights, shifted so that sums only grow."""
    base = min(weights)
    steps = tuple(weight - base for weight in weights)
    accept = numbers_between(least - base * cells, most - base * cells, max(steps) * cells)
    return Adder(steps, accept, (1 << accept.bit_length()) - 1)


@lru_cache(maxsize=4096)
def make_collector(weights: tuple[int, ...], least: int, most: int) -> Collector:
    """Return the automaton that collects different values whose weights sum to this range."""
    sums = [0]
    for weight in weights:
        sums += [total + weight for total in sums]
    kept = "".join("1" if least <= total <= most else "0" for total in reversed(sums))
    return Collector(sets_without(len(weights)), int(kept, 2))


@lru_cache(maxsize=MOST_DIFFERENT)
def sets_without(values: int) -> tuple[int, ...]:
    """Return, for each value, the sets that lack it."""
    every = (1 << (1 << values)) - 1
    return tuple(every // ((1 << (1 << value)) + 1) for value in range(values))
