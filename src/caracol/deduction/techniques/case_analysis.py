"""Case analysis: what follows however some cells are filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from caracol.deduction.premises import keep_fewest
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.chains import MOST_CELLS
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Argument, Claim, Grounds, find_cuts
from caracol.rules import Elimination, Fact, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter


@dataclass(frozen=True)
class CaseAnalysis(Claim):
    """The claim that these values are excluded however the cells of some rules are filled."""

    together: tuple[Rule, ...]
    cuts: tuple[Elimination, ...]
    cells: tuple[int, ...]
    rules: tuple[Rule, ...] = ()

    def holds(self, known: Sequence[int]) -> bool:
        for cell, removed in self.cuts:
            for value in each(removed & known[cell]):
                supposed = list(known)
                supposed[cell] = 1 << value
                if can_fill(self.together, supposed):
                    return False
        return True

    def is_current(self, _seen: Sequence[int]) -> bool:
        # It states no numbers, and what is excluded stays excluded when more is known.
        return True

    def both(self, other: Claim) -> Self | None:
        if not isinstance(other, CaseAnalysis) or replace(self, cuts=()) != replace(other, cuts=()):
            return None
        gone: dict[int, int] = {}
        for cell, removed in self.cuts + other.cuts:
            gone[cell] = gone.get(cell, 0) | removed
        return replace(self, cuts=tuple(Elimination(cell, gone[cell]) for cell in sorted(gone)))

    def describe(self, writer: SentenceWriter) -> str:
        cuts = writer.describe_cuts(self.cuts, [0] * len(self.cuts))
        return writer.words.say("claims.ways", about=writer.name_rules(self.together), cuts=cuts)


@dataclass(frozen=True)
class AllWays(Argument):
    """The argument that all ways to fill the cells of some rules agree.

    The rules in ``named`` are always cited.
    """

    named: tuple[int, ...]

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step without the rules that are not needed beside those always named."""
        rules = found.rules
        for number in found.rules[::-1]:
            fewer = tuple(one for one in rules if one != number)
            if number not in self.named and self._claim(board, fewer, found, masks).holds(masks):
                rules = fewer
        return replace(found, rules=rules)

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        known = [board.everything] * len(masks)
        for number in found.rules:
            cells = board.rules[number].cells
            for cell in cells if len(cells) <= MOST_CELLS else ():
                known[cell] = masks[cell]
        bare = self._claim(board, found.rules, found, known)
        keep_fewest(known, board.everything, bare.holds)
        claim = self._claim(board, found.rules, found, known)
        return tuple(Fact(cell, known[cell]) for cell in claim.cells), (claim,)

    def _claim(
        self, board: Board, rules: Sequence[int], found: Deduction, known: Sequence[int]
    ) -> CaseAnalysis:
        together = board.rules_of(rules)
        facts = enumerate(known)
        cited = tuple(Fact(cell, mask) for cell, mask in facts if mask != board.everything)
        return self.claim(board, together, found.cuts, cited)

    def claim(
        self,
        _board: Board,
        rules: tuple[Rule, ...],
        cuts: tuple[Elimination, ...],
        facts: tuple[Fact, ...],
    ) -> CaseAnalysis:
        """Return the claim that these rules, with these facts, leave no other way."""
        return CaseAnalysis(rules, cuts, tuple(fact.cell for fact in facts), rules)


def can_fill(rules: Sequence[Rule], known: list[int]) -> bool:
    """Return whether the cells of these rules can be filled, by trying all ways.

    Nobody tries all ways of a rule for the whole board: a large rule is only propagated, while the
    ways of the others are tried.
    """
    if not _propagate(rules, known):
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
        if can_fill(rules, tried):
            return True
    return False


def _propagate(rules: Sequence[Rule], known: list[int]) -> bool:
    """Apply all rules until nothing changes; return whether none of them breaks."""
    changed = True
    while changed:
        changed = False
        for rule in rules:
            found = find_cuts(rule, known)
            if found is None:
                return False
            for cell, removed in found:
                if known[cell] & removed:
                    known[cell] &= ~removed
                    changed = True
                    if not known[cell]:
                        return False
    return True
