"""However some cells are filled: the claim of steps for which all ways must be gone through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caracol.deduction.claims import Argued, Argument, Claim
from caracol.records import Record, record
from caracol.rules import Contradiction, Cut, Fact, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.board import Board
    from caracol.deduction.sentences import Teller
    from caracol.deduction.steps import Found


@record
class Ways(Claim):
    """However the cells of some rules are filled, these values are not in them."""

    together: tuple[Rule, ...]
    cuts: tuple[Cut, ...]
    cells: tuple[int, ...]
    rules: tuple[Rule, ...] = ()

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


@record
class AllWays(Record, Argument):
    """All the ways to fill the cells of some rules agree; some of these rules are always told."""

    named: tuple[int, ...]

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """Without the rules that are not needed beside those that are always told."""
        from dataclasses import replace

        rules = found.rules
        for number in found.rules[::-1]:
            fewer = tuple(one for one in rules if one != number)
            if number not in self.named and self._claim(board, fewer, found, masks).holds(masks):
                rules = fewer
        return replace(found, rules=rules)

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        from caracol.deduction.chains import MOST_CELLS, fewest

        known = [board.everything] * len(masks)
        for number in found.rules:
            cells = board.rules[number].cells
            for cell in cells if len(cells) <= MOST_CELLS else ():
                known[cell] = masks[cell]
        bare = self._claim(board, found.rules, found, known)
        fewest(known, board.everything, bare.holds)
        claim = self._claim(board, found.rules, found, known)
        return tuple(Fact(cell, known[cell]) for cell in claim.cells), (claim,)

    def _claim(
        self, board: Board, rules: Sequence[int], found: Found, known: Sequence[int]
    ) -> Ways:
        together = board.rules_of(rules)
        facts = enumerate(known)
        cited = tuple(Fact(cell, mask) for cell, mask in facts if mask != board.everything)
        return self.claim(board, together, found.cuts, cited)

    def claim(
        self, _board: Board, rules: tuple[Rule, ...], cuts: tuple[Cut, ...], facts: tuple[Fact, ...]
    ) -> Ways:
        """What is said: that these rules, with these facts, leave no other way."""
        return Ways(rules, cuts, tuple(fact.cell for fact in facts), rules)


def fillable(rules: Sequence[Rule], known: list[int]) -> bool:
    """Whether the cells of these rules can be filled, by going through all the ways.

    Nobody goes through all the ways of a rule for the whole board: of a large one only what it
    says at once is looked at, beside the ways of the others.
    """
    from caracol.deduction.chains import MOST_CELLS

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
