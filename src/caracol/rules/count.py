"""A given number of these cells have one of these values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from caracol.board.grid import Line, Values
from caracol.board.scene import Symbol
from caracol.errors import RuleError, are
from caracol.rules.checks import check_bounds, check_mask
from caracol.rules.forms import Counted, Form
from caracol.rules.kind import (
    Clauses,
    Contradiction,
    CountView,
    Elimination,
    Fact,
    Plain,
    Rule,
    Violation,
)
from caracol.rules.masks import distinct, rename_values
from caracol.rules.sum import Sum


@dataclass(frozen=True)
class Count(Rule):
    """At least ``least`` and at most ``most`` of the cells have a value of the mask ``values``."""

    kind: ClassVar[str] = "count"
    compiled: ClassVar[bool] = True

    values: int
    least: int
    most: int

    def holds(self, values: Sequence[int]) -> bool:
        return (
            self.least <= sum(self.values >> values[cell] & 1 for cell in self.cells) <= self.most
        )

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        counted = self.values
        must = may = 0
        for cell in self.cells:
            here = candidates[cell]
            if here & counted:
                may += 1
                if not here & ~counted:
                    must += 1
            elif not here:
                raise Contradiction(self)
        if must > self.most or may < self.least:
            raise Contradiction(self)
        if must == may or (must < self.most and may > self.least):
            return []
        removed = counted if must == self.most else ~counted
        return [
            Elimination(cell, candidates[cell] & removed)
            for cell in sorted({*self.cells})
            if candidates[cell] & counted and candidates[cell] & ~counted
        ]

    def check(self, values: int) -> None:
        check_mask(self, self.values, values)
        if not self.values:
            raise RuleError(f"{self}: it counts no values; 1 << value is the mask of one value")
        check_bounds(self, self.least, self.most)
        if self.least > self.most:
            raise RuleError(f"{self}: 'least' ({self.least}) is greater than 'most' ({self.most})")

    def describe_violation(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> Violation:
        filled = [cell for cell in self.cells if values[cell] is not None]
        counted = [cell for cell in filled if self.values >> (values[cell] or 0) & 1]
        symbol = symbols[min(self.values.bit_length(), len(symbols)) - 1]
        if len(counted) > self.most:
            number = len(counted)
            found = symbol.counted(number)
            sentence = f"{self}, but there {are(number)} {found}"
            details = {"found": found, "most": self.most}
            return Violation(sentence, tuple(counted), "too-many", details)
        room = len(self.cells) - len(filled) + len(counted)
        others = tuple(cell for cell in filled if cell not in counted)
        left = f"room for only {symbol.counted(room)}" if room else f"no room for {symbol.thing}"
        return Violation(f"{self}, but there is {left}", others, "too-few", {"room": left})

    @property
    def alone(self) -> tuple[str, ...]:
        return ("count-full", "count-none", "count-all", "naked-single")

    def apart(
        self, candidates: Sequence[int], cuts: Sequence[Elimination]
    ) -> list[list[Elimination]]:
        full = any(not candidates[cell] & ~self.values for cell in self.cells)
        if not cuts[0].removed & self.values or not full:
            return [[*cuts]]
        # Where one value is left, all others must have been ruled out: that takes another look.
        single = [cut for cut in cuts if (candidates[cut.cell] & ~cut.removed).bit_count() == 1]
        several = [cut for cut in cuts if cut not in single]
        return [part for part in (several, single) if part]

    def plain(
        self, candidates: Sequence[int], cuts: Sequence[Elimination], everything: int
    ) -> Plain:
        counted = self.values
        if cuts[0].removed & counted:
            others = ~counted
            # A cell may be in a count twice, but is named once.
            known = dict.fromkeys([cell for cell in self.cells if not candidates[cell] & others])
            facts = tuple([Fact(cell, counted) for cell in known])
            if not facts:
                return Plain("count-none")
            left = [candidates[cell] & ~removed for cell, removed in cuts]
            naked = everything.bit_count() > 2 and all(mask.bit_count() == 1 for mask in left)
            return Plain("naked-single" if naked else "count-full", facts)
        others = everything & ~counted
        known = dict.fromkeys([cell for cell in self.cells if not candidates[cell] & counted])
        facts = tuple([Fact(cell, others) for cell in known])
        return Plain("count-all", facts, {"value": counted.bit_length() - 1})

    @cached_property
    def _counts_once(self) -> bool:
        return distinct(self.cells)

    @property
    def idempotent(self) -> bool:
        return self._counts_once

    def encode(self, clauses: Clauses, selector: int) -> None:
        if not self._counts_once:
            self._as_sum(clauses).encode(clauses, selector)
            return
        least, most, open_literals = self.least, self.most, []
        for cell in self.cells:
            mask = clauses.candidates[cell]
            if not mask & ~self.values and mask:
                least, most = least - 1, most - 1
            elif mask & self.values:
                open_literals.append(clauses.has(cell, mask & self.values))
        if most < 0 or least > len(open_literals):
            clauses.add([], selector)
            return
        if most < len(open_literals):
            clauses.at_most(open_literals, most, selector)
        if least == 1:
            clauses.add(open_literals, selector)
        elif least > 0:
            fewest = len(open_literals) - least
            clauses.at_most([-one for one in open_literals], fewest, selector)

    def _as_sum(self, clauses: Clauses) -> Rule:
        """Return the same demand as a sum, in which a repeated cell is added repeatedly."""
        values = max(mask.bit_length() for mask in clauses.candidates)
        weights = tuple(self.values >> value & 1 for value in range(values))
        return Sum(
            self.cells, weights, self.least, self.most, name=self.name, statement=self.statement
        )

    def entailed(self, candidates: Sequence[int]) -> bool:
        masks = [candidates[cell] for cell in self.cells]
        may = sum(bool(mask & self.values) for mask in masks)
        must = sum(not mask & ~self.values for mask in masks)
        return must >= self.least and may <= self.most

    def as_count(self) -> CountView | None:
        # Techniques about counts take for granted that each cell is counted once.
        return self if self._counts_once else None

    def forms(self, values: int) -> list[Form]:

        counted = self.values & (1 << values) - 1
        return [Counted(self.cells, counted, self.least, self.most)]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        turned = tuple(cells[cell] for cell in self.cells)
        return replace(self, cells=turned, values=rename_values(self.values, values))

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        return Count, tuple(sorted(self.cells)), self.values, self.least, self.most


class ImpliedCount(NamedTuple):
    """A count of the values that the counts of some rules leave to their cells.

    A line of eight cells with three pluses and three minuses has two neutral cells. No genre states
    that; it follows from the counts of all other values in the same cells.
    """

    rules: tuple[int, ...]
    """Numbers of the rules from which it follows."""
    cells: Line
    values: int
    least: int
    most: int


def find_implied_counts(rules: Sequence[Rule], values: int) -> list[ImpliedCount]:
    """Return the counts that follow from two or more counts of other values in the same cells.

    A single count implies nothing new: it says as much about the cells without its value.
    """
    if values < 3:
        return []  # two values and their counts leave no other
    lines: dict[frozenset[int], list[tuple[int, CountView]]] = {}
    for number, rule in enumerate(rules):
        count = rule.as_count()
        if count is not None and len({*count.cells}) == len(count.cells):
            lines.setdefault(frozenset(count.cells), []).append((number, count))
    found = []
    for counts in lines.values():
        numbers, views = zip(*counts, strict=True)
        rest = (1 << values) - 1 & ~sum(count.values for count in views)
        bounds = bound_rest(views)
        if bounds is not None and rest:
            found.append(ImpliedCount(numbers, views[0].cells, rest, *bounds))
    return found


def bound_rest(counts: Sequence[CountView]) -> tuple[int, int] | None:
    """Return how many of some counts' cells have other values, at least and at most.

    The result is ``None`` if the counts are about different cells, overlap, or are fewer than two.
    """
    counted = 0
    for count in counts:
        if counted & count.values or {*count.cells} != {*counts[0].cells}:
            return None
        counted |= count.values
    if len(counts) < 2:
        return None
    size = len(counts[0].cells)
    least = size - sum(count.most for count in counts)
    return max(0, least), size - sum(count.least for count in counts)
