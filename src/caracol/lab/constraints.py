"""Global constraints by the names they have in the literature, each with a chosen consistency.

>>> from caracol.lab import Grid, Model
>>> grid = Grid(1, 3)
>>> model = Model(grid, 3, [alldifferent(grid.row(0)), sum((0, 1), 3)])
>>> from caracol.solving import count
>>> count(model).solutions
((1, 2, 0), (2, 1, 0))
"""

from __future__ import annotations

import builtins
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from caracol.board.grid import Line
from caracol.errors import ClueError, RuleError, UnknownName
from caracol.lab.strength import only_ends
from caracol.records import record
from caracol.rules import (
    MOST_VALUES,
    Allowed,
    Automaton,
    Clauses,
    Contradiction,
    Count,
    Cut,
    Reading,
    Rule,
    Sum,
    each,
)
from caracol.rules.forms import Form

CONSISTENCIES = {
    "domain": "every value that is in no combination is removed",
    "bounds": "only the ends of each domain are, seen as an interval",
    "none": "nothing is, until all cells are decided",
}
"""How much a constraint is asked to remove, in words."""


def alldifferent(cells: Sequence[int], *, consistency: str = "domain") -> Rule:
    """No value stands in two of the cells."""
    none, one = (0,) * MOST_VALUES, (1,) * MOST_VALUES
    says = "are all different"
    rule = Cardinality(tuple(cells), none, one, about=_about(cells), says=says)
    return weakened(rule, consistency)


def gcc(
    cells: Sequence[int],
    counts: Mapping[int, int | tuple[int, int]],
    *,
    consistency: str = "domain",
) -> Rule:
    """Each value stands so often in the cells, or within a range; others as often as they like."""
    least, most = [0] * MOST_VALUES, [len(cells)] * MOST_VALUES
    for value, number in counts.items():
        if not 0 <= value < MOST_VALUES:
            raise RuleError(f"a value is a number from 0 to {MOST_VALUES - 1}, not {value}")
        least[value], most[value] = number if isinstance(number, tuple) else (number, number)
    words = ", ".join(f"{value}: {number}" for value, number in counts.items())
    rule = Cardinality(
        tuple(cells), tuple(least), tuple(most), about=_about(cells), says=f"have counts {words}"
    )
    return weakened(rule, consistency)


def element(index: int, array: Sequence[int], result: int, *, consistency: str = "domain") -> Rule:
    """The result is the entry of the array at the index, counted from 0."""
    words = ", ".join(map(str, array))
    rule = Allowed(
        (index, result),
        tuple(enumerate(array)),
        about=_about((index, result)),
        says=f"are an index into [{words}] and its entry",
    )
    return weakened(rule, consistency)


def regular(
    cells: Sequence[int],
    moves: Mapping[tuple[Hashable, int], Hashable],
    start: Hashable,
    accept: Sequence[Hashable],
    *,
    consistency: str = "domain",
) -> Rule:
    """The cells, read in order, take an automaton from its start to an accepting state."""
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
    rule = Regular(tuple(cells), automaton, about=_about(cells), says="are read by the automaton")
    return weakened(rule, consistency)


def table(
    cells: Sequence[int], tuples: Sequence[Sequence[int]], *, consistency: str = "domain"
) -> Rule:
    """The cells, in order, are one of these combinations."""
    found = tuple(tuple(one) for one in tuples)
    says = f"are one of {len(found)} combinations"
    return weakened(Allowed(tuple(cells), found, about=_about(cells), says=says), consistency)


def sum(
    cells: Sequence[int],
    total: int | tuple[int, int],
    *,
    weights: Sequence[int] | None = None,
    consistency: str = "domain",
) -> Rule:
    """The values add up to the total, or to something within a range.

    ``weights`` is what each value counts, where that is not the value itself.
    """
    least, most = total if isinstance(total, tuple) else (total, total)
    counted = tuple(weights) if weights is not None else tuple(range(MOST_VALUES))
    words = str(least) if least == most else f"{least} to {most}"
    rule = Total(tuple(cells), counted, least, most, about=_about(cells), says=f"add up to {words}")
    return weakened(rule, consistency)


NAMED = {
    "alldifferent": alldifferent,
    "gcc": gcc,
    "element": element,
    "regular": regular,
    "table": table,
    "sum": sum,
}
"""The constraints by name."""


@record
class Cardinality(Rule):
    """Each value stands at least ``least[value]`` and at most ``most[value]`` times in the cells.

    ``cuts`` is complete: what is in no combination goes. It looks for one assignment after the
    other by augmenting paths, each time for one with something new in it.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]

    def kept(self, values: Sequence[int]) -> bool:
        found = [values[cell] for cell in self.cells]
        return all(
            low <= found.count(value) <= high
            for value, (low, high) in enumerate(zip(self.least, self.most, strict=True))
        )

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        masks = [candidates[cell] for cell in self.cells]
        seen = [0] * len(masks)
        for place, mask in enumerate(masks):
            for value in each(mask):
                if not seen[place] >> value & 1:
                    narrowed = [*masks[:place], 1 << value, *masks[place + 1 :]]
                    for other, found in enumerate(self.assigned(narrowed) or ()):
                        seen[other] |= 1 << found
        if not all(seen):
            raise Contradiction(self)
        return [
            Cut(cell, mask & ~found)
            for cell, mask, found in zip(self.cells, masks, seen, strict=True)
            if mask & ~found
        ]

    def assigned(self, masks: Sequence[int]) -> list[int] | None:
        """Values within these masks that keep the counts; ``None``: there are none."""
        chosen = [-1] * len(masks)
        count = [0] * len(self.most)
        for place in range(len(masks)):
            if not self._placed(place, masks, chosen, count):
                return None
        for value, low in enumerate(self.least):
            while count[value] < low:
                if not self._fetched(value, masks, chosen, count):
                    return None
        return chosen

    def _placed(
        self, place: int, masks: Sequence[int], chosen: list[int], count: list[int]
    ) -> bool:
        """Give a cell a value, moving others to theirs where need be: an augmenting path."""
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

    def _fetched(
        self, wanted: int, masks: Sequence[int], chosen: list[int], count: list[int]
    ) -> bool:
        """One cell more for a value, from a value that has one to spare, perhaps by a chain."""
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
            raise RuleError(f"{self}: a cell comes twice")
        for value, (low, high) in enumerate(zip(self.least, self.most, strict=True)):
            if low > high:
                raise RuleError(f"{self}: at least {low} and at most {high} of {value}")
            if value >= values and low:
                raise RuleError(f"{self}: there is no value {value}; values go to {values - 1}")

    def parts(self, values: int) -> list[Count]:
        """The same as counts, one for each value that is counted."""
        return [
            Count(self.cells, 1 << value, low, high, about=self.about, says=self.says)
            for value, (low, high) in enumerate(zip(self.least, self.most, strict=True))
            if value < values and (low > 0 or high < len(self.cells))
        ]

    def encode(self, clauses: Clauses, selector: int) -> None:
        values = builtins.max(mask.bit_length() for mask in clauses.candidates)
        for part in self.parts(values):
            part.encode(clauses, selector)

    def forms(self, values: int) -> list[Form]:
        return [form for part in self.parts(values) for form in part.forms(values)]


@record
class Total(Sum):
    """A sum that knows more weights than there are values, because it was told before them."""

    def check(self, values: int) -> None:
        if len(self.weights) < values:
            raise RuleError(f"{self}: there are {len(self.weights)} weights for {values} values")
        self.fitted(values).check(values)

    def fitted(self, values: int) -> Sum:
        """The sum for so many values."""
        weights = self.weights[:values]
        return Sum(self.cells, weights, self.least, self.most, about=self.about, says=self.says)

    def as_count(self) -> Count | None:
        return None

    def forms(self, values: int) -> list[Form]:
        return self.fitted(values).forms(values)


@record
class Regular(Reading):
    """A reading whose automaton knows more values than there are."""

    def check(self, values: int) -> None:
        assert isinstance(self.automaton, Automaton)
        rows = tuple(row[:values] for row in self.automaton.moves)
        fault = self.automaton.changed(moves=rows).fault(values)
        if fault:
            raise RuleError(f"{self}: {fault}")


@record
class Weakened(Rule):
    """A rule that is asked to remove less than it could."""

    inner: Rule
    consistency: str

    def kept(self, values: Sequence[int]) -> bool:
        return self.inner.kept(values)

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        masks = [candidates[cell] for cell in self.cells]
        if all(mask and not mask & (mask - 1) for mask in masks):
            if not self.kept([mask.bit_length() - 1 for mask in candidates]):
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


def weakened(rule: Rule, consistency: str) -> Rule:
    """The rule with the chosen consistency."""
    if consistency not in CONSISTENCIES:
        raise UnknownName("consistency", consistency, list(CONSISTENCIES))
    if consistency == "domain":
        return rule
    return Weakened(rule.cells, rule, consistency, about=rule.about, says=rule.says, clue=rule.clue)


def remaining(name: str, domains: Sequence[int], **arguments: Any) -> dict[str, list[int] | None]:
    """What a constraint on all of these domains (masks) leaves of them, by consistency.

    ``None`` where it finds that nothing keeps it. Cells are numbered in order; ``element`` has
    the index first and the result second.
    """
    if name not in NAMED:
        raise UnknownName("constraint", name, list(NAMED))
    found: dict[str, list[int] | None] = {}
    for consistency in ("none", "bounds", "domain"):
        if name == "element":
            if len(domains) != 2:
                raise ClueError("has two domains: that of the index and that of the result", name)
            rule = element(0, arguments["array"], 1, consistency=consistency)
        else:
            make: Any = NAMED[name]
            rule = make(range(len(domains)), **arguments, consistency=consistency)
        left: list[int] | None = list(domains)
        try:
            while left is not None and (cuts := rule.cuts(left)):
                for cell, removed in cuts:
                    left[cell] &= ~removed
        except Contradiction:
            left = None
        found[consistency] = left
    return found


def _about(cells: Sequence[int] | Line) -> str:
    shown = ", ".join(map(str, list(cells)[:6])) + (" …" if len(cells) > 6 else "")
    return f"cells {shown}"
