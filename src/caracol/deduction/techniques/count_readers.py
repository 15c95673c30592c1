"""Readers of counts: players' names for steps in which a count alone leaves no choice.

``looks`` has the kind of look of each technique that a reader names, by the technique's id.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.deduction.steps import Deduction
from caracol.deduction.walk.position import Position
from caracol.rules import Elimination, Rule


class NumberNames:
    """The reader for a clue that counts a value.

    It names three kinds of steps: the clue is 0, it has all that it demands, or it needs all cells
    that are left.
    """

    def __init__(self, *, none: str, full: str, needed: str) -> None:
        self.none, self.full, self.needed = none, full, needed
        self.looks = (none, "count-none"), (full, "count-full"), (needed, "count-all")

    def __call__(
        self, position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
    ) -> list[Deduction] | None:
        count = rule.as_count()
        if count is None or not rule.clue:
            return None
        if not cuts[0].removed & count.values:
            return [position.plain(number, rule, cuts, self.needed, "count-all")]
        if not count.most:
            return [position.plain(number, rule, cuts, self.none, "count-none")]
        return [position.plain(number, rule, cuts, self.full, "count-full")]


class OnlyPlace:
    """The reader for the only place of a value that is needed although no clue says so.

    The place is in the first cell of the count, which the count is about, or in another.
    """

    def __init__(self, first: str, other: str) -> None:
        self.first, self.other = first, other
        self.looks = (first, LAST), (other, LAST)

    def __call__(
        self, position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
    ) -> list[Deduction] | None:
        count = rule.as_count()
        if count is None or rule.clue or not count.least:
            return None
        name = self.first if cuts[0].cell == rule.cells[0] else self.other
        return [position.plain(number, rule, cuts, name, LAST)]


LAST = "only-place"
"""Kind of look that the technique takes."""
