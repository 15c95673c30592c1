"""The weights of the cells' values add up to a number in a given range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from caracol.board.grid import Line, Values
from caracol.board.scene import Symbol
from caracol.errors import RuleError, are, count_noun
from caracol.rules.automata import (
    MOST_DIFFERENT,
    Adder,
    Collector,
    make_adder,
    make_collector,
    sets_without,
)
from caracol.rules.checks import check_bounds
from caracol.rules.forms import Counted, Form, Weighed
from caracol.rules.kind import (
    Clauses,
    Contradiction,
    CountView,
    Elimination,
    Plain,
    Rule,
    Violation,
)
from caracol.rules.masks import distinct, each
from caracol.rules.regular import encode_line, filter_line

LARGEST_SUM = 100_000
"""Maximum difference between two sums of a rule."""
MOST_WAYS = 100_000
"""Maximum number of partial sums times values, or of sets times values, to encode for SAT."""
MOST_BITS = 1 << 23
"""Maximum number of partial sums times cells that the kernel follows."""


@dataclass(frozen=True)
class Sum(Rule):
    """The weights of the values add up to at least ``least`` and at most ``most``.

    ``weights`` has one whole number for each value, which may be negative. A repeated cell is
    added repeatedly. With ``different``, no two of the cells may have the same value: the two
    demands together rule out far more than each alone, as solvers of cross sums know.
    """

    weights: tuple[int, ...]
    least: int
    most: int
    different: bool = False

    def holds(self, values: Sequence[int]) -> bool:
        here = [values[cell] for cell in self.cells]
        if self.different and len({*here}) < len(here):
            return False
        return self.least <= sum(self.weights[value] for value in here) <= self.most

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        cells, steps = self._read
        found = filter_line(cells, steps, 1, self.automaton.accept, candidates)
        if found is None:
            raise Contradiction(self)
        return found

    @cached_property
    def _read(self) -> tuple[Line, list[Adder | Collector]]:
        """The cells, each once, with their automata; a repeated cell has multiplied weights."""
        automaton, often = self.automaton, Counter(self.cells)
        if isinstance(automaton, Collector) or len(often) == len(self.cells):
            return self.cells, [automaton] * len(self.cells)
        multiplied = [
            tuple(times * weight for weight in automaton.weights) for times in often.values()
        ]
        return tuple(often), [automaton._replace(weights=weights) for weights in multiplied]

    @cached_property
    def automaton(self) -> Adder | Collector:
        """The automaton that adds the weights, or collects different values."""
        if not self.different:
            return make_adder(self.weights, len(self.cells), self.least, self.most)
        if distinct(self.cells):
            return make_collector(self.weights, self.least, self.most)
        return Collector(sets_without(len(self.weights)), 0)  # a cell does not differ from itself

    def as_automaton(self) -> Adder | Collector:
        return self.automaton

    @property
    def compiled(self) -> bool:  # type: ignore[override]
        """Whether the compiled kernel supports this rule.

        A sum that is a count is stated as a count, and only Python supports repeated cells.
        """
        states = self.automaton.accept.bit_length()
        short = states * len(self.cells) <= MOST_BITS
        return short and distinct(self.cells) and self.as_count() is None

    def check(self, values: int) -> None:
        check_bounds(self, *self.weights, self.least, self.most)
        if self.least > self.most:
            raise RuleError(f"{self}: 'least' ({self.least}) is greater than 'most' ({self.most})")
        if len(self.weights) != values:
            given = len(self.weights)
            raise RuleError(
                f"{self}: 'weights' must have {count_noun(values, 'number')}, not {given}"
            )
        if (max(self.weights) - min(self.weights)) * len(self.cells) > LARGEST_SUM:
            raise RuleError(f"{self}: its sums span more than {LARGEST_SUM}")
        if self.different and values > MOST_DIFFERENT:
            raise RuleError(
                f"{self}: with 'different', a cell can have at most {MOST_DIFFERENT} values"
            )

    def describe_violation(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> Violation:
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
        for value, symbol in enumerate(symbols if self.different else ()):
            same = tuple(cell for cell in self.cells if values[cell] == value)
            if (number := len(same)) > 1:
                found = symbol.counted(number)
                sentence = f"{self}, but there {are(number)} {found}"
                return Violation(sentence, same, "repeated", {"found": found})
        total = sum(self.weights[values[cell] or 0] for cell in filled)
        left = len(self.cells) - len(filled)
        if not left:
            return Violation(f"{self}, but the sum is {total}", filled, "sum", {"total": total})
        low, high = total + left * min(self.weights), total + left * max(self.weights)
        if high < self.least:
            sentence = f"{self}, but the sum can be at most {high}"
            return Violation(sentence, filled, "too-small", {"total": high})
        if low > self.most:
            sentence = f"{self}, but the sum is at least {low}"
            return Violation(sentence, filled, "too-large", {"total": low})
        sentence = f"{self}, but the cells that are left cannot make up for {total}"
        return Violation(sentence, filled, "impossible", {"total": total})

    @property
    def alone(self) -> tuple[str, ...]:
        return ("sum", "sum-of-different") if self.different else ("sum",)

    def plain(
        self, candidates: Sequence[int], cuts: Sequence[Elimination], everything: int
    ) -> Plain:
        left = self._plainly(candidates) if self.different else None
        sets = left is not None and any(left[cell] & removed for cell, removed in cuts)
        return Plain("sum-of-different" if sets else "sum")

    def apart(
        self, candidates: Sequence[int], cuts: Sequence[Elimination]
    ) -> list[list[Elimination]]:
        if not self.different:
            return super().apart(candidates, cuts)
        left = self._plainly(candidates)
        first = [Elimination(cell, removed & ~left[cell]) for cell, removed in cuts]
        then = [Elimination(cell, removed & left[cell]) for cell, removed in cuts]
        several = [[cut for cut in part if cut.removed] for part in (first, then)]
        return [part for part in several if part]

    def _plainly(self, candidates: Sequence[int]) -> list[int]:
        """Return the candidates left after removing known values from other cells and adding up."""
        left = list(candidates)
        for cell in self.cells:
            if not candidates[cell] & (candidates[cell] - 1):
                for other in self.cells:
                    left[other] &= ~candidates[cell] if other != cell else -1
        added = make_adder(self.weights, len(self.cells), self.least, self.most)
        steps = [added] * len(self.cells)
        for cell, removed in filter_line(self.cells, steps, 1, added.accept, left) or ():
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
        encode_line(clauses, cells, steps, 1, accept, selector)

    def _encode_different(self, clauses: Clauses, selector: int) -> None:
        """Encode with a variable for each set of values that the cells may have."""
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

    def as_count(self) -> CountView | None:
        if self.different or not {1} <= {*self.weights} <= {0, 1} or not distinct(self.cells):
            return None
        counted = sum(weight << value for value, weight in enumerate(self.weights))
        return Counted(self.cells, counted, self.least, self.most)

    def forms(self, values: int) -> list[Form]:
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
        return replace(self, cells=turned, weights=tuple(weights))

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        # Weights that are all shifted or negated make the same demand with other bounds.
        number, low, high = len(self.cells), min(self.weights), max(self.weights)
        least = max(self.least - number * low, 0)
        most = min(self.most - number * low, number * (high - low))
        shifted = tuple(weight - low for weight in self.weights)
        negated = tuple(high - weight for weight in self.weights)
        top = number * (high - low)
        demand = min((shifted, least, most), (negated, top - most, top - least))
        return Sum, tuple(sorted(self.cells)), demand, self.different
