"""Why a letter cannot be in a cell of the snail: what must come before or behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from caracol.deduction.premises import find_link_facts, keep_fewest
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_claims import Alone
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Argument, Grounded, Grounds
from caracol.deduction.words.sentences import SentenceWriter
from caracol.genres.magic_snail.numbering import BLANK, Numbered, count_from_ends
from caracol.genres.magic_snail.stretches import (
    Stretch,
    find_broken,
    find_facts,
    know_only,
    list_inside,
    stretches,
)
from caracol.rules import Elimination, Fact, Rule, each

ENDS, NEXT, ORDER = "ends-of-the-snail", "next-in-the-key", "order-of-the-key"


@dataclass(frozen=True)
class Everywhere(Alone):
    """The claim that something holds for every way to place the letters along the snail."""

    def describe(self, writer: SentenceWriter) -> str:
        return writer.words.say("snail.everywhere")


Ends = tuple[dict[int, int], Stretch | Numbered]
"""The facts that a claim needs, and the claim."""


def argue(
    rule: Rule, letters: int, masks: Sequence[int], cuts: Sequence[Elimination], everything: int
) -> Grounds | None:
    """Return facts and claims for these eliminations or, if there are none, a contradiction."""
    found: list[Ends] = []
    ends: Ends | None
    if not cuts:
        tried = (find_facts(one, masks, everything) for one in find_broken(rule, letters, masks))
        ends = next((one for one in tried if one is not None), None)
        ends = ends or count_from_ends(rule, letters, masks, None, everything)
        if ends is None:
            return None
        found.append(ends)
    left = dict(cuts)
    for cell in left:
        if left[cell] >> BLANK & 1:
            # Between two known letters, knowing that there is a letter mostly determines it.
            ends = _any(rule, letters, masks, Elimination(cell, 1 << BLANK), everything)
            if ends is None:
                return None
            found.append(ends)
            _cover(left, ends)
    places = {cell: place for place, cell in enumerate(rule.cells)}
    # A claim about a cell farther from a known letter covers the nearer cells, too.
    for side, farthest in ((0, True), (1, False)):
        for cell in sorted(left, key=lambda one: places[one], reverse=farthest):
            if left[cell]:
                ends = _one_sided(rule, letters, masks, (cell, left[cell]), side, everything)
                if ends is not None:
                    found.append(ends)
                    _cover(left, ends)
    for cell in left:
        while left[cell]:
            value = left[cell] & -left[cell]
            ends = _any(rule, letters, masks, Elimination(cell, value), everything)
            if ends is None:
                return None
            found.append(ends)
            _cover(left, ends)
            left[cell] &= ~value
    known = [everything] * len(masks)
    for facts, _ in found:
        for cell, mask in facts.items():
            known[cell] &= mask
    claims = [claim for _, claim in found]
    keep_fewest(
        known, everything, lambda less: all(claim.holds(less) for claim in claims), None, ()
    )
    kept = {cell for cell, mask in enumerate(known) if mask != everything}
    claims = [
        replace(claim, cells=tuple(cell for cell in claim.cells if cell in kept))
        for claim in claims
    ]
    if len(claims) == 1 and len(cuts) > 1 and isinstance(claims[0], Stretch):
        claims[0] = replace(claims[0], several=True)
    return tuple(Fact(cell, known[cell]) for cell in sorted(kept)), tuple(claims)


def _any(
    rule: Rule, letters: int, masks: Sequence[int], cut: Elimination, everything: int
) -> Ends | None:
    """Return why a cell cannot have a value: by nearby letters, or by counting from both ends."""
    for stretch in stretches(rule, letters, masks, *cut):
        ends = find_facts(stretch, masks, everything)
        if ends is not None:
            return ends
    return count_from_ends(rule, letters, masks, cut, everything)


def _one_sided(
    rule: Rule,
    letters: int,
    masks: Sequence[int],
    cut: tuple[int, int],
    side: int,
    everything: int,
) -> tuple[dict[int, int], Stretch] | None:
    """Return the values that the known letter on one side rules out, with its facts."""
    cell, removed = cut
    stretch = next(islice(stretches(rule, letters, masks, cell, removed), side, None))
    known = know_only(stretch, list_inside(stretch), masks, everything)
    values = 0
    for value in each(removed & ~(1 << BLANK)):
        if replace(stretch, cut=Elimination(cell, 1 << value)).holds(known):
            values |= 1 << value
    if not values:
        return None
    return find_facts(replace(stretch, cut=Elimination(cell, values)), masks, everything)


def _cover(left: dict[int, int], ends: Ends) -> None:
    """Remove from ``left`` everything that a claim and its facts show, also about other cells."""
    known, stretch = ends
    assert stretch.cut is not None
    if isinstance(stretch, Numbered):
        left[stretch.cut.cell] &= ~stretch.cut.removed
        if stretch.cut.removed == 1 << BLANK and stretch.end == stretch.mouth + 1:
            # The cell has the letter with that number.
            left[stretch.cut.cell] &= 1 << 1 + stretch.mouth % stretch.letters
        return
    cells = stretch.rule.cells
    everything = (1 << stretch.letters + 1) - 1
    masks = [everything] * (max(cells) + 1)
    for cell, mask in known.items():
        masks[cell] = mask
    far = cells.index(stretch.cut.cell)
    low = far if stretch.first is None else stretch.first
    high = far if stretch.last is None else stretch.last
    for cell, removed in left.items():
        if low <= cells.index(cell) <= high:
            for value in each(removed):
                if replace(stretch, cut=Elimination(cell, 1 << value)).holds(masks):
                    left[cell] &= ~(1 << value)


@dataclass(frozen=True)
class Along(Argument):
    """Arguments about one cell from the order of the key."""

    letters: int

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the deduction, named by how near the letters are that show it."""
        grounds = self.grounds(board, masks, found)
        technique = self._name(board.rules[found.rules[0]].cells, masks, grounds)
        return replace(found, technique=technique, argument=Grounded(grounds))

    @staticmethod
    def _name(cells: Sequence[int], masks: Sequence[int], grounds: Grounds) -> str:
        facts, claims = grounds
        if not facts:
            return ENDS
        for claim in claims:
            if not isinstance(claim, Stretch) or claim.cut is None:
                return ORDER
            end = claim.last if claim.first is None else claim.first
            if end is None or (claim.first is not None and claim.last is not None):
                return ORDER
            low, high = sorted((end, cells.index(claim.cut.cell)))
            between = cells[max(low + 1, 0) : high]
            if any(masks[one] != 1 << BLANK for one in between):
                return ORDER
        return NEXT

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        rule = board.rules[found.rules[0]]
        grounds = argue(rule, self.letters, masks, found.cuts, board.everything)
        if grounds is not None:
            return grounds
        facts = find_link_facts(rule, masks, found.cuts, board.everything)
        return facts, (Everywhere(rule, found.cuts, tuple(fact.cell for fact in facts)),)


def link(
    board: Board, rule: Rule, masks: Sequence[int], cuts: Sequence[Elimination]
) -> Grounds | None:
    """Return the grounds for a link of a trial that follows from the order of the key."""
    if rule.as_automaton() is None:
        return None
    return argue(rule, board.model.values - 1, masks, cuts, board.everything)
