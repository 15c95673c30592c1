"""Why a step of Magnets follows: claims about poles, and about neutral cells in pairs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, Self

from caracol.deduction.premises import find_link_facts
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.techniques.count_claims import Alone, find_barred, find_certain, get_count
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Argument, Claim, Grounds, covers
from caracol.deduction.words.sentences import SentenceWriter
from caracol.genres.magnets import NEUTRAL, is_domino
from caracol.rules import Elimination, Fact, Rule

OTHER_HALF = "other-half"


class CountedLine(NamedTuple):
    """A line with both its counts and the dominoes inside it."""

    cells: tuple[int, ...]
    charged: int
    counts: tuple[int, int]
    dominoes: tuple[int, ...]


@dataclass(frozen=True)
class OtherHalf(Alone):
    """An argument from one half of a domino to the other."""

    facts: tuple[Fact, ...]

    def describe(self, writer: SentenceWriter) -> str:
        facts, others = writer.describe_facts(self.facts), [cell for cell, _ in self.cuts]
        return writer.words.say("magnets.other.one", facts=facts, cells=writer.name_cells(others))

    @classmethod
    def sentence(cls, step: Step, writer: SentenceWriter) -> str | None:
        if len(step.claims) > 1 or len(step.facts) < 2:
            return None
        say = writer.words.say
        conclusion = writer.describe_conclusion(
            step, say("magnets.both") if len(step.cuts) > 1 else ""
        )
        facts = writer.describe_facts(step.facts)
        return say("magnets.domino", facts=facts, told=conclusion)

    @classmethod
    def describe_all(cls, claims: Sequence[Self], writer: SentenceWriter) -> list[str]:
        """Return one phrase for all halves of which the same is known."""
        alike: dict[Hashable, list[Self]] = {}
        for place, claim in enumerate(claims):
            key = claim.facts[0].mask if len(claim.facts) == 1 else (place, "alone")
            alike.setdefault(key, []).append(claim)
        phrases = []
        for group in alike.values():
            facts = writer.describe_facts([fact for claim in group for fact in claim.facts])
            others = writer.name_cells([cell for claim in group for cell, _ in claim.cuts])
            many = writer.words.say("magnets.other.many", facts=facts, cells=others)
            phrases.append(many if len(group) > 1 else group[0].describe(writer))
        return phrases


class Halves(Argument):
    """The halves of a domino are both neutral, or a plus and a minus."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        number = found.rules[0]
        rule, ask = board.rules[number], partial(board.eliminate, number)
        facts = find_link_facts(rule, masks, found.cuts, board.everything, ask=ask)
        known = tuple(fact.cell for fact in facts)
        return facts, (OtherHalf(rule, found.cuts, known, facts),)


HALVES = Halves()


@dataclass(frozen=True)
class Pole(Claim):
    """The claim that a cell is a plus or a minus, and shares a rule with each cell around it."""

    cell: int
    value: int
    beside: tuple[Rule, ...]
    cuts: tuple[Elimination, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return (self.cell,)

    def holds(self, known: Sequence[int]) -> bool:
        if known[self.cell] != 1 << self.value or self.value == NEUTRAL:
            return False
        gone: dict[int, int] = {}
        for rule in self.beside:
            for cell, removed in rule.propagate(known):
                gone[cell] = gone.get(cell, 0) | removed
        return covers(gone.items(), self.cuts, known)

    def describe(self, writer: SentenceWriter) -> str:
        kind = "halves" if any(map(is_domino, self.beside)) else "pole"
        facts = writer.describe_facts([Fact(self.cell, 1 << self.value)])
        return writer.words.say(f"magnets.{kind}", facts=facts)


@dataclass(frozen=True)
class BesidePole(Argument):
    """An argument from a pole to its other half and its neighbours."""

    each_alone = True

    cell: int

    def narrow(self, board: Board, _masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the deduction with only the pairs that it concludes something about."""
        cut = {cell for cell, _ in found.cuts}
        kept = tuple(n for n in found.rules if not cut.isdisjoint(board.rules[n].cells))
        if len(kept) == 1 and is_domino(board.rules[kept[0]]):
            return replace(found, rules=kept, technique=OTHER_HALF, argument=HALVES)
        return replace(found, rules=kept)

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        mask = masks[self.cell]
        rules = board.rules_of(found.rules)
        claim = Pole(self.cell, mask.bit_length() - 1, rules, found.cuts)
        return (Fact(self.cell, mask),), (claim,)


@dataclass(frozen=True)
class LeftNeutral(Claim):
    """The claim that a number of cells of a line are still to become neutral."""

    rules: tuple[Rule, ...]
    left: int
    cells: tuple[int, ...]
    """The cells that are already neutral."""

    def holds(self, known: Sequence[int]) -> bool:
        cells = self.rules[0].cells
        charged = sum(get_count(rule).least for rule in self.rules)
        return len(cells) - charged - len(find_certain(cells, known, 1 << NEUTRAL)) == self.left

    def describe(self, writer: SentenceWriter) -> str:
        say, about = writer.words.say, writer.name_places(self.rules)
        phrase = say("magnets.left", self.left > 1, about=about, number=self.left)
        if not self.cells:
            return phrase
        return say("magnets.besides", left=phrase, cells=writer.name_cells(self.cells))


@dataclass(frozen=True)
class InPairs(Claim):
    """The claim that the other neutral cells of a line come in pairs, except perhaps one cell."""

    line: tuple[int, ...]
    rules: tuple[Rule, ...]
    single: int | None
    cells: tuple[int, ...]
    """The cells without their other half in the line that cannot be neutral."""

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

    def is_current(self, seen: Sequence[int]) -> bool:
        can = [c for c in self.line if seen[c] >> NEUTRAL & 1 and seen[c] != 1 << NEUTRAL]
        return self.holds(seen) and self.single in (None, *can)

    def describe(self, writer: SentenceWriter) -> str:
        if self.single is None:
            return writer.words.say("magnets.together")
        return writer.words.say("magnets.single", cell=writer.name_cells([self.single]))


@dataclass(frozen=True)
class NeutralPairs(Argument):
    """An argument from pairs: both halves of a domino are neutral, or neither is."""

    line: CountedLine
    single: int | None

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the deduction with only the dominoes that it needs."""
        cut = {cell for cell, _ in found.cuts}
        rules = [*self.line.counts]
        for number in self.line.dominoes:
            cells = board.rules[number].cells
            may = any(masks[cell] >> NEUTRAL & 1 for cell in cells)
            if not cut.isdisjoint(cells) or (self.single is not None and may):
                rules.append(number)
        return replace(found, rules=tuple(rules))

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        cells, charged, counts, _ = self.line
        neutral = find_certain(cells, masks, 1 << NEUTRAL)
        dominoes = board.rules_of(found.rules[2:])
        none: list[int] = []
        if self.single is not None:
            paired = {cell for rule in dominoes for cell in rule.cells}
            none = find_barred([c for c in cells if c not in paired], masks, 1 << NEUTRAL)
        charged_mask = board.everything & ~(1 << NEUTRAL)
        facts = dict.fromkeys(none, charged_mask) | dict.fromkeys(neutral, 1 << NEUTRAL)
        left = len(cells) - charged - len(neutral)
        rules = board.rules_of(counts)
        return tuple(Fact(cell, facts[cell]) for cell in sorted(facts)), (
            LeftNeutral(rules, left, tuple(neutral)),
            InPairs(cells, dominoes, self.single, tuple(none)),
        )
