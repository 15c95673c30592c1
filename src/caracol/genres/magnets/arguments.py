"""Why a step of Magnets follows: what is said of poles, and of neutral cells in pairs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Self

from caracol.deduction.board import Board
from caracol.deduction.chains import link_facts
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.count_claims import Alone, barred, counting, there
from caracol.deduction.steps import Found, Step
from caracol.genres.magnets import NEUTRAL, is_domino
from caracol.records import NamedTuple, Record, record
from caracol.rules import Cut, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller


OTHER_HALF = "other-half"


class CountedLine(NamedTuple):
    """A line with both its counts and the dominoes that lie in it."""

    cells: tuple[int, ...]
    charged: int
    counts: tuple[int, int]
    dominoes: tuple[int, ...]


@record
class OtherHalf(Alone):
    """What is known of one half of a domino, or of both, says something of the other."""

    facts: tuple[Fact, ...]

    def said(self, teller: Teller) -> str:
        facts, others = teller.facts(self.facts), [cell for cell, _ in self.cuts]
        return teller.words.say("magnets.other.one", facts=facts, cells=teller.cells(others))

    @classmethod
    def sentence(cls, step: Step, teller: Teller) -> str | None:
        say, many = teller.words.say, len(step.claims) > 1
        cells = teller.cells([fact.cell for fact in step.facts])
        if not many and len(step.facts) > 1:
            told = teller.conclusion(step, say("magnets.both") if len(step.cuts) > 1 else "")
            if not step.after:
                return say("magnets.domino", facts=teller.facts(step.facts), told=told)
            these = say("magnets.they") if step.after == "them" else cells
            return say("magnets.one-domino", cells=these, told=told)
        if not step.after:
            return None
        its = step.after if step.after == "named" else "it"
        halves = say(f"magnets.half-of-{its}", many, cells=cells)
        if len(step.settles) == len(step.cuts):
            return say("magnets.settles", halves=halves, told=step.conclusion)
        others = teller.cells([cell for cell, _ in step.cuts])
        called = say("magnets.which", halves=halves, cells=others)
        return say("magnets.then", told=teller.conclusion(step, called))

    @classmethod
    def all_said(cls, claims: Sequence[Self], teller: Teller) -> list[str]:
        """Halves of which the same is known are told together."""
        alike: dict[Hashable, list[Self]] = {}
        for place, claim in enumerate(claims):
            key = claim.facts[0].mask if len(claim.facts) == 1 else (place, "alone")
            alike.setdefault(key, []).append(claim)
        told = []
        for group in alike.values():
            facts = teller.facts([fact for claim in group for fact in claim.facts])
            others = teller.cells([cell for claim in group for cell, _ in claim.cuts])
            many = teller.words.say("magnets.other.many", facts=facts, cells=others)
            told.append(many if len(group) > 1 else group[0].said(teller))
        return told


class Halves(Argument):
    """The halves of a domino are both neutral, or a plus and a minus."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        number = found.rules[0]
        rule, ask = board.rules[number], partial(board.supposed, number)
        facts = link_facts(rule, masks, found.cuts, board.everything, ask=ask)
        known = tuple(fact.cell for fact in facts)
        return facts, (OtherHalf(rule, found.cuts, known, facts),)


HALVES = Halves()


@record
class Pole(Claim):
    """A cell is a plus or a minus, and each of the cells around shares a rule with it."""

    cell: int
    value: int
    beside: tuple[Rule, ...]
    cuts: tuple[Cut, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return (self.cell,)

    def holds(self, known: Sequence[int]) -> bool:
        if known[self.cell] != 1 << self.value or self.value == NEUTRAL:
            return False
        gone = dict(cut for rule in self.beside for cut in rule.cuts(known))
        return all(not removed & ~gone.get(cell, 0) for cell, removed in self.cuts)

    def said(self, teller: Teller) -> str:
        kind = "halves" if any(map(is_domino, self.beside)) else "pole"
        facts = teller.facts([Fact(self.cell, 1 << self.value)])
        return teller.words.say(f"magnets.{kind}", facts=facts)

    @classmethod
    def sentence(cls, step: Step, teller: Teller) -> str | None:
        if step.after != "it":
            return None
        kind = "it-halves" if any(map(is_domino, step.rules)) else "it-pole"
        return teller.words.say(f"magnets.{kind}", told=step.conclusion)


@record
class BesidePole(Record, Argument):
    """What a pole says of its other half and of its neighbours."""

    each_alone = True

    cell: int

    def narrowed(self, board: Board, _masks: Sequence[int], found: Found) -> Found:
        """Only the pairs of which something is concluded."""
        cut = {cell for cell, _ in found.cuts}
        kept = tuple(n for n in found.rules if not cut.isdisjoint(board.rules[n].cells))
        if len(kept) == 1 and is_domino(board.rules[kept[0]]):
            return replace(found, rules=kept, technique=OTHER_HALF, argument=HALVES)
        return replace(found, rules=kept)

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        mask = masks[self.cell]
        rules = board.rules_of(found.rules)
        claim = Pole(self.cell, mask.bit_length() - 1, rules, found.cuts)
        return (Fact(self.cell, mask),), (claim,)


@record
class LeftNeutral(Claim):
    """So many cells of a line are still to become neutral."""

    rules: tuple[Rule, ...]
    left: int
    cells: tuple[int, ...]
    """Those that are neutral already."""

    def holds(self, known: Sequence[int]) -> bool:
        cells = self.rules[0].cells
        charged = sum(counting(rule).least for rule in self.rules)
        return len(cells) - charged - len(there(cells, known, 1 << NEUTRAL)) == self.left

    def said(self, teller: Teller) -> str:
        say, about = teller.words.say, teller.places(self.rules)
        told = say("magnets.left", self.left > 1, about=about, number=self.left)
        if not self.cells:
            return told
        return say("magnets.besides", left=told, cells=teller.cells(self.cells))


@record
class InPairs(Claim):
    """Where neutral cells can still come, they come in pairs, but for a single one."""

    line: tuple[int, ...]
    rules: tuple[Rule, ...]
    single: int | None
    cells: tuple[int, ...]
    """Those without their other half in the line that cannot be neutral."""

    def holds(self, known: Sequence[int]) -> bool:
        if not all(is_domino(rule) for rule in self.rules):
            return False
        if self.single is None:
            return True
        paired = {cell for rule in self.rules for cell in rule.cells}
        can = {
            cell for cell in self.line if known[cell] >> NEUTRAL & 1 and known[cell] != 1 << NEUTRAL
        }
        return can - paired <= {self.single}

    def said(self, teller: Teller) -> str:
        if self.single is None:
            return teller.words.say("magnets.together")
        return teller.words.say("magnets.single", cell=teller.cells([self.single]))


@record
class NeutralPairs(Record, Argument):
    """Neutral halves of a domino come together; so one cell more is none of them."""

    at_once = True

    line: CountedLine
    single: int | None

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """Where one is left, only the dominoes of which something is concluded."""
        cut = {cell for cell, _ in found.cuts}
        rules = [*self.line.counts]
        for number in self.line.dominoes:
            cells = board.rules[number].cells
            may = any(masks[cell] >> NEUTRAL & 1 for cell in cells)
            if not cut.isdisjoint(cells) or (self.single is not None and may):
                rules.append(number)
        return replace(found, rules=tuple(rules))

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        cells, charged, counts, _ = self.line
        neutral = there(cells, masks, 1 << NEUTRAL)
        dominoes = board.rules_of(found.rules[2:])
        none: list[int] = []
        if self.single is not None:
            paired = {cell for rule in dominoes for cell in rule.cells}
            none = barred([c for c in cells if c not in paired], masks, 1 << NEUTRAL)
        charged_mask = board.everything & ~(1 << NEUTRAL)
        facts = dict.fromkeys(none, charged_mask) | dict.fromkeys(neutral, 1 << NEUTRAL)
        left = len(cells) - charged - len(neutral)
        rules = board.rules_of(counts)
        return tuple(Fact(cell, facts[cell]) for cell in sorted(facts)), (
            LeftNeutral(rules, left, tuple(neutral)),
            InPairs(cells, dominoes, self.single, tuple(none)),
        )
