"""A circuit through all places, each of which has a cell that names the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from caracol.rules import Contradiction, Count, Elimination, Fact, Rule
from caracol.rules.forms import Form, Tour
from caracol.rules.kind import LARGEST_TABLE


@dataclass(frozen=True)
class Circuit(Rule):
    """Whoever goes from place to place comes back to the first one after visiting all of them.

    The cell of a place has the number of the next one as its value, counted from ``first``.
    Counts should also say that all cells are different: they remove more.
    """

    first: int = 0

    def holds(self, values: Sequence[int]) -> bool:
        after = {place: values[cell] - self.first for place, cell in enumerate(self.cells)}
        return self._follow(after, 0) == (0, len(self.cells))

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        """Return that the end of each chain of known places does not lead back to its start."""
        after = {}
        for place, cell in enumerate(self.cells):
            mask = candidates[cell]
            if mask and not mask & (mask - 1):
                after[place] = mask.bit_length() - 1 - self.first
        places = {*range(len(self.cells))}
        if not places.issuperset(after.values()):
            raise Contradiction(self)
        found = []
        for start in places.difference(after.values()):
            end, length = self._follow(after, start)
            if length < len(self.cells) and end not in after:
                back = 1 << self.first + start
                if candidates[self.cells[end]] & back:
                    found.append(Elimination(self.cells[end], back))
        for start in after:
            end, length = self._follow(after, start)
            if end in after and (end, length) != (start, len(self.cells)):
                raise Contradiction(self)
        return found

    def refuted(self, values: Sequence[int], candidates: Sequence[int]) -> list[tuple[Fact, ...]]:
        """Return, for each circle of some places, that their cells all lead to one of them."""
        after = {place: values[cell] - self.first for place, cell in enumerate(self.cells)}
        found = []
        left = {*after}
        while left:
            circle = [min(left)]
            while after[circle[-1]] in left.difference(circle):
                circle.append(after[circle[-1]])
            left -= {*circle}
            if after[circle[-1]] == circle[0] and len(circle) < len(self.cells):
                inside = sum(1 << self.first + place for place in circle)
                found.append(tuple(Fact(self.cells[place], inside) for place in circle))
        return found or super().refuted(values, candidates)

    def forms(self, values: int) -> list[Form]:
        small = values ** len(self.cells) <= LARGEST_TABLE
        return [*(super().forms(values) if small else ()), Tour(self.cells, self.first, not small)]

    def _follow(self, after: Mapping[int, int], start: int) -> tuple[int, int]:
        """Return the last place of a chain and its length.

        The chain ends where the next place is not known, or is the start or no place at all. If it
        runs into a circle, it is longer than there are places.
        """
        end, length = start, 1
        while end in after and length <= len(self.cells):
            end = after[end]
            if end == start:
                break
            length += 1
        return end, length


def state_circuit(cells: Sequence[int], first: int, name: str, statement: str) -> list[Rule]:
    """Return the rules of a circuit; value ``first`` leads to the first of the cells."""
    counts = [
        Count(tuple(cells), 1 << first + place, 1, 1, name=name, statement=statement)
        for place in range(len(cells))
    ]
    return [*counts, Circuit(tuple(cells), first, name=name, statement=statement)]
