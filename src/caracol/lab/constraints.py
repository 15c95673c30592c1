"""Global constraints under their names in the literature, each with a chosen consistency.

>>> from caracol.lab import Grid, Model
>>> grid = Grid(1, 3)
>>> model = Model(grid, 3, [alldifferent(grid.row(0)), sum((0, 1), 3)])
>>> from caracol.questions.solving import count
>>> count(model).solutions
((1, 2, 0), (2, 1, 0))
"""

from __future__ import annotations

import builtins
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from caracol.board.grid import Line
from caracol.errors import ClueError, RuleError, UnknownName
from caracol.lab.strength import only_ends
from caracol.rules import (
    MOST_VALUES,
    Automaton,
    Clauses,
    Contradiction,
    Count,
    Elimination,
    Regular,
    Rule,
    Sum,
    Table,
    each,
)
from caracol.rules.forms import Form

State = TypeVar("State", bound=Hashable)

CONSISTENCIES = {
    "domain": "removes every value that is in no combination",
    "bounds": "removes only values at the ends of each domain, seen as an interval",
    "none": "removes nothing until all cells are decided",
}
"""The consistencies in words: the values that a constraint removes."""


def alldifferent(cells: Sequence[int], *, consistency: str = "domain") -> Rule:
    """Demand that no two cells have the same value."""
    none, one = (0,) * MOST_VALUES, (1,) * MOST_VALUES
    says = "are all different"
    rule = Cardinality(tuple(cells), none, one, name=_about(cells), statement=says)
    return weaken(rule, consistency)


def gcc(
    cells: Sequence[int],
    counts: Mapping[int, int | tuple[int, int]],
    *,
    consistency: str = "domain",
) -> Rule:
    """Demand how often each value occurs, as a number or a range; other values are free."""
    least, most = [0] * MOST_VALUES, [len(cells)] * MOST_VALUES
    for value, number in counts.items():
        if not 0 <= value < MOST_VALUES:
            raise RuleError(f"a value is a number from 0 to {MOST_VALUES - 1}, not {value}")
        least[value], most[value] = number if isinstance(number, tuple) else (number, number)
    words = ", ".join(f"{value}: {number}" for value, number in counts.items())
    rule = Cardinality(
        tuple(cells),
        tuple(least),
        tuple(most),
        name=_about(cells),
        statement=f"have counts {words}",
    )
    return weaken(rule, consistency)


def element(index: int, array: Sequence[int], result: int, *, consistency: str = "domain") -> Rule:
    """Demand that the result is the entry of the array at the index, counted from 0."""
    words = ", ".join(map(str, array))
    rule = Table(
        (index, result),
        tuple(enumerate(array)),
        name=_about((index, result)),
        statement=f"are an index into [{words}] and its entry",
    )
    return weaken(rule, consistency)


def regular(
    cells: Sequence[int],
    moves: Mapping[tuple[State, int], State],
    start: State,
    accept: Sequence[State],
    *,
    consistency: str = "domain",
) -> Rule:
    """Demand that the cells, read in order, take an automaton from its start to acceptance."""
    states = list(dict.fromkeys([start, *(s for s, _ in moves), *moves.values(), *accept]))
    table = tuple(
        tuple(
            1 << states.index(moves[state, value]) if (state, value) in moves else 0
            for value in range(MOST_VALUES)
        )
        for state in states
    )
    ends = builtins.sum(1 << states.index(state) for state in set(accept))
    automaton = Automaton(1 << states.index(start), ends, table)
    rule = PaddedRegular(
        tuple(cells), automaton, name=_about(cells), statement="are read by the automaton"
    )
    return weaken(rule, consistency)


def table(
    cells: Sequence[int], tuples: Sequence[Sequence[int]], *, consistency: str = "domain"
) -> Rule:
    """Demand that the cells, in order, are one of these combinations."""
    found = tuple(tuple(one) for one in tuples)
    says = f"are one of {len(found)} combinations"
    return weaken(Table(tuple(cells), found, name=_about(cells), statement=says), consistency)


def sum(
    cells: Sequence[int],
    total: int | tuple[int, int],
    *,
    weights: Sequence[int] | None = None,
    consistency: str = "domain",
) -> Rule:
    """Demand that the values add up to the total, or to a number in a range.

    ``weights`` gives the weight of each value, by default the value itself.
    """
    least, most = total if isinstance(total, tuple) else (total, total)
    counted = tuple(weights) if weights is not None else tuple(range(MOST_VALUES))
    words = str(least) if least == most else f"{least} to {most}"
    rule = Total(
        tuple(cells), counted, least, most, name=_about(cells), statement=f"add up to {words}"
    )
    return weaken(rule, consistency)


NAMED = {
    "alldifferent": alldifferent,
    "gcc": gcc,
    "element": element,
    "regular": regular,
    "table": table,
    "sum": sum,
}
"""The constraints by name."""


@dataclass(frozen=True)
class Cardinality(Rule):
    """Each value occurs at least ``least[value]`` and at most ``most[value]`` times in the cells.

    ``propagate`` is complete: it removes every value that is in no combination. It finds one
    assignment after another by augmenting paths, each with something new in it.
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
        """Give a value one more cell from a value with one to spare, perhaps along a chain."""
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
        values = builtins.max(mask.bit_length() for mask in clauses.candidates)
        for part in self.parts(values):
            part.encode(clauses, selector)

    def forms(self, values: int) -> list[Form]:
        return [form for part in self.parts(values) for form in part.forms(values)]


@dataclass(frozen=True)
class Total(Sum):
    """A sum with more weights than there are values, because it was stated before the values."""

    def check(self, values: int) -> None:
        if len(self.weights) < values:
            raise RuleError(f"{self}: there are {len(self.weights)} weights for {values} values")
        self.fit(values).check(values)

    def fit(self, values: int) -> Sum:
        """Return the sum for this number of values."""
        weights = self.weights[:values]
        return Sum(
            self.cells, weights, self.least, self.most, name=self.name, statement=self.statement
        )

    def as_count(self) -> Count | None:
        return None

    def forms(self, values: int) -> list[Form]:
        return self.fit(values).forms(values)


@dataclass(frozen=True)
class PaddedRegular(Regular):
    """A ``Regular`` whose automaton has more values than the model."""

    def check(self, values: int) -> None:
        assert isinstance(self.automaton, Automaton)
        rows = tuple(row[:values] for row in self.automaton.moves)
        fault = replace(self.automaton, moves=rows).fault(values)
        if fault:
            raise RuleError(f"{self}: {fault}")


@dataclass(frozen=True)
class WeakenedRule(Rule):
    """A rule that removes less than it could."""

    inner: Rule
    consistency: str

    def holds(self, values: Sequence[int]) -> bool:
        return self.inner.holds(values)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        masks = [candidates[cell] for cell in self.cells]
        if all(mask and not mask & (mask - 1) for mask in masks):
            if not self.holds([mask.bit_length() - 1 for mask in candidates]):
                raise Contradiction(self)
            return []
        if self.consistency == "none":
            return []
        values = builtins.max(mask.bit_length() for mask in masks)
        return only_ends(self.inner, candidates, range(values))

    def check(self, values: int) -> None:
        self.inner.check(values)

    def encode(self, clauses: Clauses, selector: int) -> None:
        self.inner.encode(clauses, selector)

    def entailed(self, candidates: Sequence[int]) -> bool:
        return self.inner.entailed(candidates)

    def forms(self, values: int) -> list[Form]:
        return self.inner.forms(values)


def weaken(rule: Rule, consistency: str) -> Rule:
    """Return the rule with the chosen consistency."""
    if consistency not in CONSISTENCIES:
        raise UnknownName("consistency", consistency, list(CONSISTENCIES))
    if consistency == "domain":
        return rule
    return WeakenedRule(
        rule.cells, rule, consistency, name=rule.name, statement=rule.statement, clue=rule.clue
    )


def filter_domains(
    name: str, domains: Sequence[int], **arguments: Any
) -> dict[str, list[int] | None]:
    """Return what a constraint leaves of these domains (masks), by consistency.

    ``None`` means that it has no solution. Cells are numbered in order; for ``element``, the index
    comes first and the result second.
    """
    if name not in NAMED:
        raise UnknownName("constraint", name, list(NAMED))
    found: dict[str, list[int] | None] = {}
    for consistency in ("none", "bounds", "domain"):
        if name == "element":
            if len(domains) != 2:
                raise ClueError("needs two domains: one for the index and one for the result", name)
            rule = element(0, arguments["array"], 1, consistency=consistency)
        else:
            make: Any = NAMED[name]
            rule = make(range(len(domains)), **arguments, consistency=consistency)
        left: list[int] | None = list(domains)
        try:
            while left is not None and (cuts := rule.propagate(left)):
                for cell, removed in cuts:
                    left[cell] &= ~removed
        except Contradiction:
            left = None
        found[consistency] = left
    return found


def _about(cells: Sequence[int] | Line) -> str:
    shown = ", ".join(map(str, list(cells)[:6])) + (" …" if len(cells) > 6 else "")
    return f"cells {shown}"
