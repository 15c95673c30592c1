"""Each value occurs a certain number of times in these cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from caracol.errors import RuleError
from caracol.rules.count import Count
from caracol.rules.forms import Form
from caracol.rules.kind import Clauses, Contradiction, Elimination, Rule
from caracol.rules.masks import each


@dataclass(frozen=True)
class Cardinality(Rule):
    """Each value occurs at least ``least[value]`` and at most ``most[value]`` times in the cells.

    ``propagate`` is complete: it removes every value that is in no combination. It finds
    assignments by augmenting paths until each remaining value is in one of them.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool:
        found = [values[cell] for cell in self.cells]
        return all(
            low <= found.count(value) <= high
            for value, (low, high) in enumerate(zip(self.least, self.most, strict=True))
        )

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        masks = [candidates[cell] for cell in self.cells]
        seen = [0] * len(masks)
        for place, mask in enumerate(masks):
            for value in each(mask):
                if not seen[place] >> value & 1:
                    narrowed = [*masks[:place], 1 << value, *masks[place + 1 :]]
                    for other, found in enumerate(self.find_assignment(narrowed) or ()):
                        seen[other] |= 1 << found
        if not all(seen):
            raise Contradiction(self)
        return [
            Elimination(cell, mask & ~found)
            for cell, mask, found in zip(self.cells, masks, seen, strict=True)
            if mask & ~found
        ]

    def find_assignment(self, masks: Sequence[int]) -> list[int] | None:
        """Return values within these masks that satisfy the counts, or ``None``."""
        chosen = [-1] * len(masks)
        count = [0] * len(self.most)
        for place in range(len(masks)):
            if not self._place(place, masks, chosen, count):
                return None
        for value, low in enumerate(self.least):
            while count[value] < low:
                if not self._fetch(value, masks, chosen, count):
                    return None
        return chosen

    def _place(self, place: int, masks: Sequence[int], chosen: list[int], count: list[int]) -> bool:
        """Give a cell a value along an augmenting path, and return whether there is one."""
        before: dict[int, tuple[int, int]] = {}
        waiting = [place]
        for now in waiting:
            for value in each(masks[now]):
                if value in before:
                    continue
                before[value] = now, chosen[now]
                if count[value] < self.most[value]:
                    count[value] += 1
                    while value >= 0:
                        owner, old = before[value]
                        chosen[owner] = value
                        value = old
                    return True
                waiting += [p for p, other in enumerate(chosen) if other == value]
        return False

    def _fetch(
        self, wanted: int, masks: Sequence[int], chosen: list[int], count: list[int]
    ) -> bool:
        """Move a cell to this value from one with a cell to spare, perhaps along a chain."""
        after: dict[int, tuple[int, int]] = {wanted: (-1, -1)}
        waiting = [wanted]
        for value in waiting:
            for place, mask in enumerate(masks):
                other = chosen[place]
                if not mask >> value & 1 or other in after:
                    continue
                after[other] = place, value
                if count[other] > self.least[other]:
                    count[other] -= 1
                    count[wanted] += 1
                    while other != wanted:
                        place, target = after[other]
                        chosen[place] = target
                        other = target
                    return True
                waiting.append(other)
        return False

    def check(self, values: int) -> None:
        if len(set(self.cells)) < len(self.cells):
            raise RuleError(f"{self}: a cell occurs twice")
        for value, (low, high) in enumerate(zip(self.least, self.most, strict=True)):
            if low > high:
                raise RuleError(f"{self}: at least {low} and at most {high} of {value}")
            if value >= values and low:
                raise RuleError(f"{self}: there is no value {value}; the largest is {values - 1}")

    def parts(self, values: int) -> list[Count]:
        """Return an equivalent list of counts, one for each counted value."""
        return [
            Count(self.cells, 1 << value, low, high, name=self.name, statement=self.statement)
            for value, (low, high) in enumerate(zip(self.least, self.most, strict=True))
            if value < values and (low > 0 or high < len(self.cells))
        ]

    def encode(self, clauses: Clauses, selector: int) -> None:
        values = max(mask.bit_length() for mask in clauses.candidates)
        for part in self.parts(values):
            part.encode(clauses, selector)

    def forms(self, values: int) -> list[Form]:
        return [form for part in self.parts(values) for form in part.forms(values)]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule:
        old = sorted(range(len(values)), key=lambda value: values[value])
        return replace(
            self,
            cells=tuple(sorted(cells[cell] for cell in self.cells)),
            least=tuple(self.least[value] for value in old),
            most=tuple(self.most[value] for value in old),
        )
