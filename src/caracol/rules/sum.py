"""The weights of the cells' values add up to so much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from caracol.board.grid import Line
from caracol.errors import RuleError
from caracol.records import NamedTuple, cached_property, record
from caracol.rules.count import Count, between
from caracol.rules.kind import (
    Clauses,
    Contradiction,
    Cut,
    Plain,
    Rule,
    Values,
    are,
    check_numbers,
    distinct,
    each,
)
from caracol.rules.reading import followed, layered

if TYPE_CHECKING:
    from caracol.board.scene import Symbol
    from caracol.rules.forms import Form

LARGEST_SUM = 100_000
"""The sums of a rule lie within so many numbers."""
MOST_DIFFERENT = 17
"""So many values a cell may have where they are all different: the digits up to 16, and blank."""
MOST_WAYS = 100_000
"""Up to so many partial sums, each with each value, are told to a SAT solver at once; and up to so
many values of sets of different values."""
MOST_BITS = 1 << 23
"""The kernel follows no more partial sums than that, each at each cell."""


class Adder(NamedTuple):
    """An automaton whose state is the sum so far: each value adds its weight, 0 or more."""

    weights: tuple[int, ...]
    accept: int
    within: int = -1
    """The sums that are worth following: beyond what is accepted, none is."""

    @property
    def start(self) -> int:
        """Nothing is added yet."""
        return 1

    def after(self, states: int, value: int) -> int:
        """The sums that there may be after adding this value."""
        return states << self.weights[value] & self.within

    def before(self, states: int, value: int) -> int:
        """The sums to which adding this value may give one of these."""
        return states >> self.weights[value]

    def one_way(self) -> bool:
        """Whether every sum has one successor for each value: it has."""
        return True


class Collector(NamedTuple):
    """An automaton whose state is the set of the values so far, of which none comes twice.

    A set has the number that its mask is.
    """

    lacking: tuple[int, ...]
    """For each value the sets that do not have it."""
    accept: int

    @property
    def start(self) -> int:
        """Nothing is collected yet."""
        return 1

    def after(self, states: int, value: int) -> int:
        """The sets that there may be with this value."""
        return (states & self.lacking[value]) << (1 << value)

    def before(self, states: int, value: int) -> int:
        """The sets that with this value may be one of these."""
        return states >> (1 << value) & self.lacking[value]

    def one_way(self) -> bool:
        """Whether every set has at most one successor for each value: it has."""
        return True


@record
class Sum(Rule):
    """The weights of the values add up to at least ``least`` and at most ``most``.

    ``weights`` has one whole number for each value, which may be negative. A cell that comes
    several times adds so often. Where the values are to be ``different``, too, no two of the
    cells may have the same: what both say together is far more than what each says alone, as
    every solver of Kakuros knows.
    """

    weights: tuple[int, ...]
    least: int
    most: int
    different: bool = False

    def kept(self, values: Sequence[int]) -> bool:
        here = [values[cell] for cell in self.cells]
        if self.different and len({*here}) < len(here):
            return False
        return self.least <= sum(self.weights[value] for value in here) <= self.most

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        cells, steps = self._read
        found = followed(cells, steps, 1, self.automaton.accept, candidates)
        if found is None:
            raise Contradiction(self)
        return found

    @cached_property
    def _read(self) -> tuple[Line, list[Adder | Collector]]:
        """The cells, each once, and what reads them: one that comes several times adds so often."""
        automaton, often = self.automaton, Counter(self.cells)
        if isinstance(automaton, Collector) or len(often) == len(self.cells):
            return self.cells, [automaton] * len(self.cells)
        multiplied = [
            tuple(times * weight for weight in automaton.weights) for times in often.values()
        ]
        return tuple(often), [automaton._replace(weights=weights) for weights in multiplied]

    @cached_property
    def automaton(self) -> Adder | Collector:
        """What adds up, or collects different values."""
        if not self.different:
            return adder(self.weights, len(self.cells), self.least, self.most)
        if distinct(self.cells):
            return collector(self.weights, self.least, self.most)
        return Collector(lacking(len(self.weights)), 0)  # no cell differs from itself

    def as_automaton(self) -> Adder | Collector:
        return self.automaton

    @property
    def compiled(self) -> bool:  # type: ignore[override]
        """Whether the compiled kernel knows this rule; what is a count is stated as a count, and
        that a cell adds several times is known to Python alone."""
        states = self.automaton.accept.bit_length()
        short = states * len(self.cells) <= MOST_BITS
        return short and distinct(self.cells) and self.as_count() is None

    def check(self, values: int) -> None:
        check_numbers(self, *self.weights, self.least, self.most)
        if self.least > self.most:
            raise RuleError(f"{self}: at least {self.least} cannot be at most {self.most}")
        if len(self.weights) != values:
            raise RuleError(f"{self}: there are {len(self.weights)} weights for {values} values")
        if (max(self.weights) - min(self.weights)) * len(self.cells) > LARGEST_SUM:
            raise RuleError(f"{self}: its sums differ by more than {LARGEST_SUM}")
        if self.different and values > MOST_DIFFERENT:
            raise RuleError(
                f"{self}: where values are different, a cell has at most {MOST_DIFFERENT}"
            )

    def broken(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> tuple[str, Line]:
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
        for value, symbol in enumerate(symbols if self.different else ()):
            same = tuple(cell for cell in self.cells if values[cell] == value)
            if (number := len(same)) > 1:
                return f"{self}, but there {are(number)} {symbol.counted(number)}", same
        total = sum(self.weights[values[cell] or 0] for cell in filled)
        left = len(self.cells) - len(filled)
        if not left:
            return f"{self}, but the sum is {total}", filled
        low, high = total + left * min(self.weights), total + left * max(self.weights)
        if high < self.least:
            return f"{self}, but the sum can be at most {high}", filled
        if low > self.most:
            return f"{self}, but the sum is at least {low}", filled
        return f"{self}, but the cells that are left cannot make up for {total}", filled

    @property
    def alone(self) -> tuple[str, ...]:
        return ("sum", "sum-of-different") if self.different else ("sum",)

    def plain(self, candidates: Sequence[int], cuts: Sequence[Cut], everything: int) -> Plain:
        left = self._plainly(candidates) if self.different else None
        sets = left is not None and any(left[cell] & removed for cell, removed in cuts)
        return Plain("sum-of-different" if sets else "sum")

    def apart(self, candidates: Sequence[int], cuts: Sequence[Cut]) -> list[list[Cut]]:
        if not self.different:
            return super().apart(candidates, cuts)
        left = self._plainly(candidates)
        first = [Cut(cell, removed & ~left[cell]) for cell, removed in cuts]
        then = [Cut(cell, removed & left[cell]) for cell, removed in cuts]
        several = [[cut for cut in part if cut.removed] for part in (first, then)]
        return [part for part in several if part]

    def _plainly(self, candidates: Sequence[int]) -> list[int]:
        """What is left when known values are struck out in other cells, and then added up."""
        left = list(candidates)
        for cell in self.cells:
            if not candidates[cell] & (candidates[cell] - 1):
                for other in self.cells:
                    left[other] &= ~candidates[cell] if other != cell else -1
        added = adder(self.weights, len(self.cells), self.least, self.most)
        steps = [added] * len(self.cells)
        for cell, removed in followed(self.cells, steps, 1, added.accept, left) or ():
            left[cell] &= ~removed
        return left

    def encode(self, clauses: Clauses, selector: int) -> None:
        if self.different:
            self._encode_different(clauses, selector)
            return
        cells, steps = self._read
        accept = self.automaton.accept
        if accept.bit_length() * len(cells) * len(self.weights) > MOST_WAYS:
            super().encode(clauses, selector)
            return
        layered(clauses, cells, steps, 1, accept, selector)

    def _encode_different(self, clauses: Clauses, selector: int) -> None:
        """A variable for each set of values that the cells may have."""
        ends = self.automaton.start
        for cell in self.cells:
            states = 0
            for value in each(clauses.candidates[cell]):
                states |= self.automaton.after(ends, value)
            ends = states
        ends &= self.automaton.accept
        if not ends:
            clauses.add([], selector)
            return
        if ends.bit_count() * len(self.weights) > MOST_WAYS:
            super().encode(clauses, selector)
            return
        sets = {kept: clauses.fresh() for kept in each(ends)}
        clauses.add(sets.values(), selector)
        for value in range(len(self.weights)):
            having = [cell for cell in self.cells if clauses.candidates[cell] >> value & 1]
            reads = [clauses.literal(cell, value) for cell in having]
            if not reads:
                continue
            clauses.at_most(reads, 1, selector)
            for kept, name in sets.items():
                if kept >> value & 1:
                    clauses.add([-name, *reads], selector)
                else:
                    for literal in reads:
                        clauses.add([-name, -literal], selector)

    @property
    def idempotent(self) -> bool:
        return True

    def entailed(self, candidates: Sequence[int]) -> bool:
        masks = [candidates[cell] for cell in self.cells]
        seen = [[self.weights[value] for value in each(mask)] for mask in masks]
        if not all(seen):
            return False
        if self.different:
            together = 0
            for mask in masks:
                if mask & together:
                    return False
                together |= mask
        return self.least <= sum(map(min, seen)) and sum(map(max, seen)) <= self.most

    def as_count(self) -> Count | None:
        if self.different or not {1} <= {*self.weights} <= {0, 1} or not distinct(self.cells):
            return None
        counted = sum(weight << value for value, weight in enumerate(self.weights))
        return Count(
            self.cells,
            counted,
            self.least,
            self.most,
            about=self.about,
            says=self.says,
            clue=self.clue,
        )

    def forms(self, values: int) -> list[Form]:
        from caracol.rules.forms import Counted, Weighed

        once = range(values if self.different else 0)
        return [
            Weighed(self.cells, self.weights, self.least, self.most),
            *(Counted(self.cells, 1 << value, 0, 1) for value in once),
        ]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        weights = [0] * len(values)
        for value, weight in enumerate(self.weights):
            weights[values[value]] = weight
        turned = tuple(cells[cell] for cell in self.cells)
        return self.changed(cells=turned, weights=tuple(weights))

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        cells = tuple(sorted(self.cells))
        return Sum, cells, self.weights, self.least, self.most, self.different


# Many rules of a board add up to the same, and the kernel knows an automaton again.


@lru_cache(maxsize=4096)
def adder(weights: tuple[int, ...], cells: int, least: int, most: int) -> Adder:
    """What adds up so many cells. Weights are counted from the least, so that sums only grow."""
    base = min(weights)
    steps = tuple(weight - base for weight in weights)
    accept = between(least - base * cells, most - base * cells, max(steps) * cells)
    return Adder(steps, accept, (1 << accept.bit_length()) - 1)


@lru_cache(maxsize=4096)
def collector(weights: tuple[int, ...], least: int, most: int) -> Collector:
    """What collects different values whose weights are so much."""
    sums = [0]
    for weight in weights:
        sums += [total + weight for total in sums]
    kept = "".join("1" if least <= total <= most else "0" for total in reversed(sums))
    return Collector(lacking(len(weights)), int(kept, 2))


@lru_cache(maxsize=MOST_DIFFERENT)
def lacking(values: int) -> tuple[int, ...]:
    """For each of so many values the sets that do not have it."""
    every = (1 << (1 << values)) - 1
    return tuple(every // ((1 << (1 << value)) + 1) for value in range(values))
