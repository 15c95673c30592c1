"""Rules of a kind that the kernel does not know and that says nothing but its definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caracol.rules import Elimination, Model, Rule


@dataclass(frozen=True)
class Slow(Rule):
    """A wrapper around a rule that offers only its definition."""

    rule: Rule

    def holds(self, values: Sequence[int]) -> bool:
        return self.rule.holds(values)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        return self.rule.propagate(candidates)


def slowed(model: Model) -> Model:
    """Return the model with such rules in place of its own."""
    return model.only(
        [
            Slow(one.cells, one, name=one.name, statement=one.statement, clue=one.clue)
            for one in model.rules
        ]
    )
