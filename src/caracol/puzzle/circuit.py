"""A circuit through all cells, each of which names the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caracol.rules import Count, Rule
from caracol.rules.forms import Form, Tour


@dataclass(frozen=True)
class CircuitCount(Count):
    """The count of a circuit's first place, which takes the circuit along to other solvers.

    Our engines know circuits by the rules into which they are decomposed.
    """

    def forms(self, values: int) -> list[Form]:
        first = self.values.bit_length() - 1
        return [*super().forms(values), Tour(self.cells, first)]


def count_places(cells: Sequence[int], first: int, name: str, statement: str) -> list[Rule]:
    """Return that each place of a circuit comes after one other; value ``first`` is the first."""
    kinds = [CircuitCount, *[Count] * (len(cells) - 1)]
    return [
        kind(tuple(cells), 1 << first + place, 1, 1, name=name, statement=statement)
        for place, kind in enumerate(kinds)
    ]
