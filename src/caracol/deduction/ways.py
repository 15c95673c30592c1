"""However some cells are filled: the claim of steps for which all ways must be gone through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caracol.deduction.claims import Claim
from caracol.records import record
from caracol.rules import Contradiction, Cut, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

MOST_CELLS = 30
"""The ways of a rule with more cells than this are not gone through."""


@record
class Ways(Claim):
    """However the cells of some rules are filled, these values are not in them."""

    together: tuple[Rule, ...]
    cuts: tuple[Cut, ...]
    known: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return self.known

    def holds(self, known: Sequence[int]) -> bool:
        for cell, removed in self.cuts:
            for value in each(removed & known[cell]):
                supposed = list(known)
                supposed[cell] = 1 << value
                if fillable(self.together, supposed):
                    return False
        return True

    def said(self, teller: Teller) -> str:
        cuts = teller.cuts(self.cuts, [0] * len(self.cuts))
        return teller.words.say("claims.ways", about=teller.abouts(self.together), cuts=cuts)


def fillable(rules: Sequence[Rule], known: list[int]) -> bool:
    """Whether the cells of these rules can be filled, by going through all the ways.

    Nobody goes through all the ways of a rule for the whole board: of a large one only what it
    says at once is looked at, beside the ways of the others.
    """
    if not _followed(rules, known):
        return False
    unsettled: set[int] = set()
    for rule in rules:
        if len(rule.cells) <= MOST_CELLS and not rule.entailed(known):
            here = {cell for cell in rule.cells if known[cell] & (known[cell] - 1)}
            if not here:
                return False
            unsettled |= here
    if not unsettled:
        return True
    cell = min(unsettled, key=lambda one: (known[one].bit_count(), one))
    for value in each(known[cell]):
        tried = list(known)
        tried[cell] = 1 << value
        if fillable(rules, tried):
            return True
    return False


def _followed(rules: Sequence[Rule], known: list[int]) -> bool:
    """Whether no rule breaks when all of them have ruled out what they can."""
    changed = True
    while changed:
        changed = False
        for rule in rules:
            try:
                found = rule.cuts(known)
            except Contradiction:
                return False
            for cell, removed in found:
                if known[cell] & removed:
                    known[cell] &= ~removed
                    changed = True
                    if not known[cell]:
                        return False
    return True
