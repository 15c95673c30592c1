"""The values of these cells are one of these combinations."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from caracol.board.grid import Values
from caracol.board.scene import Symbol
from caracol.errors import RuleError
from caracol.rules.checks import check_values
from caracol.rules.forms import Form, TableForm
from caracol.rules.kind import Clauses, Contradiction, Elimination, Fact, Plain, Rule, Violation
from caracol.rules.masks import combinations, distinct, each


@dataclass(frozen=True)
class Table(Rule):
    """The values of the cells, in order, are one of ``tuples``."""

    kind: ClassVar[str] = "allowed"
    compiled: ClassVar[bool] = True

    tuples: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values[cell] for cell in self.cells) in self.tuples

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        supported = [0] * len(self.cells)
        some = False
        for combination in self.tuples:
            if all(candidates[c] >> v & 1 for c, v in zip(self.cells, combination, strict=True)):
                some = True
                for place, value in enumerate(combination):
                    supported[place] |= 1 << value
        if not some:
            raise Contradiction(self)
        return [
            Elimination(cell, candidates[cell] & ~kept)
            for cell, kept in zip(self.cells, supported, strict=True)
            if candidates[cell] & ~kept
        ]

    def check(self, values: int) -> None:
        cells = len(self.cells)
        for combination in self.tuples:
            if len(combination) != cells:
                raise RuleError(
                    f"{self}: the combination {combination} has length {len(combination)}, "
                    f"but the rule has {cells} cell{'s' * (cells != 1)}"
                )
            check_values(self, combination, values)

    def describe_violation(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> Violation:
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
        states = [(name(cell), symbols[values[cell] or 0]) for cell in filled]
        filled_in = ", ".join(f"{cell} is {one.adjective or one.thing}" for cell, one in states)
        letters = "".join(one.letter for _, one in states)
        return Violation(f"{self}, but {filled_in or 'nothing is allowed'}", filled, letters)

    @property
    def alone(self) -> tuple[str, ...]:
        return (("given", "pair", "together")[min(max(len(self.cells), 1), 3) - 1],)

    def plain(
        self, candidates: Sequence[int], cuts: Sequence[Elimination], everything: int
    ) -> Plain:
        return Plain(self.alone[0])

    def given(self) -> tuple[Fact, ...]:
        if len(self.cells) != 1:
            return ()
        return (Fact(self.cells[0], sum({1 << value for (value,) in self.tuples})),)

    @property
    def idempotent(self) -> bool:
        return distinct(self.cells)

    def encode(self, clauses: Clauses, selector: int) -> None:
        if len(self.cells) == 2:
            # For two cells, listing the partners of each value is complete and needs no variables.
            masks = [clauses.candidates[cell] for cell in self.cells]
            literal = clauses.literal
            for place, value, partners in _partners(self.tuples, *masks):
                far = self.cells[1 - place]
                clause = [-literal(self.cells[place], value), *[literal(far, v) for v in partners]]
                clauses.add(clause, selector)
            return
        tuples = [
            combination
            for combination in self.tuples
            if all(
                clauses.candidates[cell] >> value & 1
                for cell, value in zip(self.cells, combination, strict=True)
            )
        ]
        if len(self.cells) == 1:
            clauses.add([clauses.literal(self.cells[0], t[0]) for t in tuples], selector)
            return
        chosen = []
        for combination in tuples:
            clauses.look()
            choice = clauses.fresh()
            chosen.append(choice)
            for cell, value in zip(self.cells, combination, strict=True):
                clauses.add([-choice, clauses.literal(cell, value)])
        clauses.add(chosen, selector)

    def entailed(self, candidates: Sequence[int]) -> bool:
        possible = sum(
            all(candidates[c] >> v & 1 for c, v in zip(self.cells, one, strict=True))
            for one in set(self.tuples)
        )
        return possible == combinations(candidates, self.cells)

    def as_pairs(self) -> tuple[tuple[int, ...], ...] | None:
        return self.tuples if len(self.cells) == 2 else None

    def forms(self, values: int) -> list[Form]:

        return [TableForm(self.cells, self.tuples)]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        turned = tuple(cells[cell] for cell in self.cells)
        tuples = tuple(tuple(values[value] for value in one) for one in self.tuples)
        return replace(self, cells=turned, tuples=tuples)

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        order = sorted(range(len(self.cells)), key=lambda place: self.cells[place])
        cells = tuple(self.cells[place] for place in order)
        return Table, cells, frozenset(tuple(one[p] for p in order) for one in self.tuples)


@lru_cache(1000)
def _partners(
    tuples: tuple[tuple[int, ...], ...], one: int, other: int
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the values of two cells that are incompatible with some value of the other.

    Each is given as the position of its cell, the value, and the compatible values. Cached,
    because boards state the same pairs over and over.
    """
    found = []
    left = [t for t in tuples if one >> t[0] & 1 and other >> t[1] & 1]
    for place, near, far in ((0, one, other), (1, other, one)):
        for value in each(near):
            partners = {t[1 - place] for t in left if t[place] == value}
            if not partners.issuperset(each(far)):
                found.append((place, value, tuple(partners)))
    return found
