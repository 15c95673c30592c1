"""The weights of the cells' values add up to so much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

from caracol.board.grid import Line
from caracol.errors import RuleError
from caracol.records import cached_property, record
from caracol.rules.count import Count, between
from caracol.rules.kind import (
    Clauses,
    Contradiction,
    Cut,
    Plain,
    Rule,
    Values,
    check_numbers,
    distinct,
    each,
)
from caracol.rules.reading import Adder, followed, layered

if TYPE_CHECKING:
    from caracol.board.scene import Symbol
    from caracol.rules.forms import Form

LARGEST_SUM = 100_000
"""The sums of a rule lie within so many numbers."""
MOST_WAYS = 100_000
"""Up to so many partial sums, each with each value, are told to a SAT solver at once."""


@record
class Sum(Rule):
    """The weights of the values add up to at least ``least`` and at most ``most``.

    ``weights`` has one whole number for each value, which may be negative. A cell that comes
    several times adds so often.
    """

    weights: tuple[int, ...]
    least: int
    most: int

    def kept(self, values: Sequence[int]) -> bool:
        return self.least <= sum(self.weights[values[cell]] for cell in self.cells) <= self.most

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        adders = self._adders
        found = followed(tuple(adders), [*adders.values()], 1, self._accept, candidates)
        if found is None:
            raise Contradiction(self)
        return found

    @cached_property
    def _adders(self) -> dict[int, Adder]:
        """What each cell adds; weights are counted from the least of them, so that sums only grow.

        A cell that comes several times adds so often.
        """
        base = min(self.weights)
        return {
            cell: Adder(tuple(times * (weight - base) for weight in self.weights))
            for cell, times in Counter(self.cells).items()
        }

    @cached_property
    def _accept(self) -> int:
        least, most = min(self.weights), max(self.weights)
        base, cells = least * len(self.cells), len(self.cells)
        return between(self.least - base, self.most - base, (most - least) * cells)

    def check(self, values: int) -> None:
        check_numbers(self, *self.weights, self.least, self.most)
        if self.least > self.most:
            raise RuleError(f"{self}: at least {self.least} cannot be at most {self.most}")
        if len(self.weights) != values:
            raise RuleError(f"{self}: there are {len(self.weights)} weights for {values} values")
        if (max(self.weights) - min(self.weights)) * len(self.cells) > LARGEST_SUM:
            raise RuleError(f"{self}: its sums differ by more than {LARGEST_SUM}")

    def broken(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> tuple[str, Line]:
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
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
        return ("sum",)

    def plain(self, candidates: Sequence[int], cuts: Sequence[Cut], everything: int) -> Plain:
        return Plain("sum")

    def encode(self, clauses: Clauses, selector: int) -> None:
        adders = self._adders
        if self._accept.bit_length() * len(adders) * len(self.weights) > MOST_WAYS:
            super().encode(clauses, selector)
            return
        layered(clauses, tuple(adders), [*adders.values()], 1, self._accept, selector)

    @property
    def idempotent(self) -> bool:
        return True

    def entailed(self, candidates: Sequence[int]) -> bool:
        seen = [[self.weights[v] for v in each(candidates[cell])] for cell in self.cells]
        if not all(seen):
            return False
        return self.least <= sum(map(min, seen)) and sum(map(max, seen)) <= self.most

    def as_count(self) -> Count | None:
        if not {1} <= {*self.weights} <= {0, 1} or not distinct(self.cells):
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
        from caracol.rules.forms import Weighed

        return [Weighed(self.cells, self.weights, self.least, self.most)]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        weights = [0] * len(values)
        for value, weight in enumerate(self.weights):
            weights[values[value]] = weight
        turned = tuple(cells[cell] for cell in self.cells)
        return self.changed(cells=turned, weights=tuple(weights))

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        return Sum, tuple(sorted(self.cells)), self.weights, self.least, self.most
