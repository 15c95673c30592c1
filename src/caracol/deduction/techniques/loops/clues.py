"""How a loop passes a clue and the nodes around it, and two clues that touch.

All ways to pass are listed (:mod:`~caracol.deduction.techniques.loops.patterns`); what they agree
on follows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from caracol.board.grid import Places
from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.techniques.case_analysis import AllWays, CaseAnalysis
from caracol.deduction.techniques.loops.closing import is_closed
from caracol.deduction.techniques.loops.patterns import (
    Pattern,
    fillings_of,
    find_agreed,
    look_again,
    make_pattern,
)
from caracol.deduction.techniques.loops.reasoned import Reasoned, classify
from caracol.deduction.techniques.loops.relations import NoteStep, explain
from caracol.deduction.techniques.loops.roles import loop_of, roles_of
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.words.claims import Grounds
from caracol.rules import Elimination, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter


def ignore_pairs(_one: Rule, _other: Rule, _share: bool, /) -> str:
    """Name no pair of clues."""
    return ""


def ignore_rows(_one: Rule, _middle: Rule, _other: Rule, /) -> str:
    """Name no three clues."""
    return ""


class ClueNames(NamedTuple):
    """A genre's names for the steps at its clues, and the groups of clues that it uses."""

    clue: str = "clue-and-nodes"
    """The technique for a clue and the nodes around it."""
    clues: tuple[str, ...] = ()
    """Other techniques for a clue and the nodes around it."""
    name_clue: Callable[[Rule, str], str] | None = None
    """Returns the technique of a step at a clue, given its rule and how the argument begins
    (:data:`~caracol.deduction.techniques.loops.reasoned.COUNTED` and others)."""
    diagonal: str = ""
    """The technique for two clues with a diagonal of others between them; "" if the genre has
    none."""
    pairs: tuple[str, ...] = ()
    """The techniques for two or three clues that touch; the last is the usual one."""
    name_pair: Callable[[Rule, Rule, bool], str] = ignore_pairs
    """Returns the technique of a pair, given its rules and whether they share a link, or "" if the
    genre does not use it."""
    name_row: Callable[[Rule, Rule, Rule], str] = ignore_rows
    """Returns the technique of three clues of which the second touches both others, or ""."""


@lru_cache(maxsize=8)
def _patterns_on(_grid: Places) -> dict[tuple[Hashable, ...], Pattern]:
    """Return the cached patterns of clues on boards of this size."""
    return {}


MOST_NOTES = 4
"""Maximum number of notes about two links in a step about two clues."""


class ClueGroup(NamedTuple):
    """Two or three clues that touch, as a genre names them."""

    name: str
    pattern: Pattern
    ring: frozenset[int]
    """The links of a loop around two clues alone, if there is such a loop."""


class CluePatterns:
    """The clues of a board with their nodes, one by one and in pairs."""

    def __init__(self, board: Board) -> None:
        self.board, self.roles = board, roles_of(board)
        self._known = _patterns_on(board.model.grid)
        self._senses = {clue: board.rules[clue].sense({}) for clue in self.roles.clues}
        self.single = [self._place(clue) for clue in self.roles.clues]
        self.groups = [one.rules for one in self.single]
        self._by_clue = dict(zip(self.roles.clues, self.single, strict=True))

    @staticmethod
    def of(board: Board) -> CluePatterns:
        """Return the patterns of a board, made once."""
        return board.once("clue patterns", CluePatterns)

    def list_groups(self, names: ClueNames) -> list[ClueGroup]:
        """Return the pairs of clues that touch and that a genre uses, and such groups of three."""
        touching: dict[int, list[int]] = {}
        for clue, nodes in self.roles.clues.items():
            for node in nodes:
                touching.setdefault(node, []).append(clue)
        pairs = sorted({pair for at in touching.values() for pair in combinations(at, 2)})
        found = [pair for one, other in pairs if (pair := self._pair(names, one, other))]
        return found + self._list_rows(names, pairs)

    def _pair(self, names: ClueNames, one: int, other: int) -> ClueGroup | None:
        rules, loop = self.board.rules, loop_of(self.board.rules[self.roles.loop])
        links, more = {*rules[one].cells}, {*rules[other].cells}
        share = not links.isdisjoint(more)
        name = names.name_pair(rules[one], rules[other], share)
        if not name:
            return None
        ring = frozenset(links ^ more if share else ())
        if not is_closed(loop, [*ring]):
            ring = frozenset()
        return ClueGroup(name, self._place(one, other), ring)

    def _list_rows(self, names: ClueNames, pairs: list[tuple[int, int]]) -> list[ClueGroup]:
        if names.name_row is ignore_rows:
            return []
        rules, beside = self.board.rules, dict[int, list[int]]()
        for one, other in pairs:
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        rows = (
            (one, middle, other)
            for middle in beside
            for one, other in combinations(beside[middle], 2)
        )
        return [
            ClueGroup(name, self._place(*row), frozenset())
            for row in rows
            if (name := names.name_row(*(rules[clue] for clue in row)))
        ]

    def _place(self, *clues: int) -> Pattern:
        nodes = sorted({node for clue in clues for node in self.roles.clues[clue]})
        rules = (*clues, *nodes)
        key = (
            tuple([self._senses[clue] for clue in clues]),
            tuple([self.board.rules[node].cells for node in nodes]),
        )
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = make_pattern(self.board, rules)
        return found._replace(rules=rules)

    def classify(
        self, position: Position, rules: tuple[int, ...], cuts: tuple[Elimination, ...]
    ) -> str:
        """Return how the argument for these cuts at a clue begins."""
        pattern = self._by_clue[rules[0]]
        place = {cell: number for number, cell in enumerate(pattern.cells)}
        key = pattern.see(position), tuple([(place[cell], removed) for cell, removed in cuts])
        found = pattern.kinds.get(key)
        if found is None:
            known = dict(zip(pattern.cells, key[0], strict=True))
            reasons = explain(self.board.rules_of(rules), known, cuts)
            found = classify(reasons or (), [cell for cell, mask in known.items() if mask != 0b11])
            pattern.kinds[key] = found
        return found

    @staticmethod
    def can_be_followed(
        pattern: Pattern, argument: Passing, position: Position, cuts: tuple[Elimination, ...]
    ) -> bool:
        """Return whether a few notes show the cuts; patterns of the same shape share the answer."""
        place = {cell: number for number, cell in enumerate(pattern.cells)}
        key = pattern.see(position), tuple([(place[cell], removed) for cell, removed in cuts])
        found = pattern.followed.get(key)
        if found is None:
            found = argument.can_be_followed(position, pattern.rules, cuts)
            pattern.followed[key] = found
        return found

    def find_missed(self, ring: frozenset[int]) -> int | None:
        """Return a clue that a loop along these links would miss."""
        for clue in self.roles.clues:
            rule = self.board.rules[clue]
            if ring.isdisjoint(rule.cells) and 0 not in fillings_of(rule):
                return clue
        return None


@dataclass(frozen=True)
class Passes(CaseAnalysis):
    """The claim about how the loop passes some clues and nodes, not closing around them alone."""

    facts: tuple[Fact, ...] = ()
    ring: tuple[Rule, ...] = ()
    """The loop, and a clue that it would miss."""

    @property
    def clues(self) -> list[Rule]:
        """The clues that the loop passes."""
        return [rule for rule in self.together if rule.clue and rule not in self.ring]

    @classmethod
    def sentence(cls, step: Step, writer: SentenceWriter, /) -> str | None:
        (claim,) = step.claims
        if not isinstance(claim, Passes) or not claim.ring:
            return None
        say, near = writer.words.say, writer.look_at(claim.clues)
        form = "passes.ring-where" if claim.facts else "passes.ring-so"
        facts, conclusion = near.describe_facts(claim.facts), near.describe_conclusion(step)
        return say(form, told=claim.describe(near), facts=facts, conclusion=conclusion)

    def describe(self, writer: SentenceWriter) -> str:
        say, line = writer.words.say, writer.name_value(1)
        if self.ring:
            about, aside = writer.name_rules(self.clues), writer.name_rules(self.ring[1:])
            return say("passes.ring", about=about, aside=aside, line=line)
        about = writer.name_rules(self.together)
        return (
            say("passes.where", about=about, facts=writer.describe_facts(self.facts))
            if self.facts
            else about
        )


@dataclass(frozen=True)
class Passing(AllWays):
    """The argument that all the ways in which the loop can pass agree."""

    ring: tuple[int, ...] = ()

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        reasons = self._explain(board, masks, found)
        if reasons is None:
            return super().narrow(board, masks, found)
        used = {reason.rule for reason in reasons}
        rules = tuple(one for one in found.rules if one in self.named or board.rules[one] in used)
        return replace(found, rules=rules)

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        reasons = self._explain(board, masks, found)
        if reasons is None:
            return super().grounds(board, masks, found)
        cited = {
            link
            for reason in reasons
            for note in reason.premises
            for link in note.links
            if len(note.links) == 1
        } - {reason.shows.links[0] for reason in reasons if len(reason.shows.links) == 1}
        facts = tuple(Fact(cell, masks[cell]) for cell in sorted(cited))
        rules = board.rules_of(found.rules)
        cells = tuple(fact.cell for fact in facts)
        return facts, (Reasoned(rules, found.cuts, cells, rules, facts, reasons),)

    @staticmethod
    def keep_beside(
        board: Board, clues: tuple[int, ...], cuts: tuple[Elimination, ...]
    ) -> tuple[Elimination, ...]:
        """Return the cuts at the links that clues count, if there are any.

        What follows at the nodes alone is left for later steps.
        """
        if not all(board.rules[clue].as_count() is not None for clue in clues):
            return cuts
        beside = {link for clue in clues for link in board.rules[clue].cells}
        return tuple([cut for cut in cuts if cut.cell in beside]) or cuts

    def can_be_followed(
        self, position: Position, rules: tuple[int, ...], cuts: tuple[Elimination, ...]
    ) -> bool:
        """Return whether a few notes show the cuts, where the clues count links."""
        board, masks = position.board, position.state.masks
        if self.ring or not self._counts_links(board):
            return True
        found = Deduction("", 0.0, rules, cuts)
        reasons = self._explain(board, masks, found)
        return (
            reasons is not None and sum(len(one.shows.links) > 1 for one in reasons) <= MOST_NOTES
        )

    def _counts_links(self, board: Board) -> bool:
        return all(board.rules[number].as_count() is not None for number in self.named)

    def _explain(
        self, board: Board, masks: Sequence[int], found: Deduction
    ) -> tuple[NoteStep, ...] | None:
        """Return the notes that show the cuts, if the clues count links.

        They do not where the whole loop is needed.
        """
        if self.ring or not self._counts_links(board):
            return None
        rules = board.rules_of(found.rules)
        known = {cell: masks[cell] for rule in rules for cell in rule.cells}
        return explain(rules, known, found.cuts)

    def claim(
        self,
        board: Board,
        rules: tuple[Rule, ...],
        cuts: tuple[Elimination, ...],
        facts: tuple[Fact, ...],
    ) -> Passes:
        """Return the claim: where the loop passes, and what it must not miss."""
        ring = board.rules_of(self.ring)
        return Passes(rules, cuts, tuple(fact.cell for fact in facts), rules, facts, ring)


def find_clues(names: ClueNames, position: Position) -> list[Deduction]:
    """Return what follows for each clue and its nodes."""

    def look(pattern: Pattern) -> Deduction | None:
        cuts, _ = find_agreed(position, pattern.cells, pattern.ways, pattern.memory)
        return name_clue(names, position, pattern.rules, cuts) if cuts else None

    return look_again(position, names.clue, CluePatterns.of(position.board).single, look)


def name_clue(
    names: ClueNames, position: Position, rules: tuple[int, ...], cuts: tuple[Elimination, ...]
) -> Deduction:
    """Name the step of a clue with its nodes."""
    name = names.clue
    if names.name_clue is not None and position.named:
        patterns = CluePatterns.of(position.board)
        clue = patterns.board.rules[rules[0]]
        name = names.name_clue(clue, patterns.classify(position, rules, cuts))
    plain = _is_plain(position, rules)
    effort = BASE["line-into-a-corner" if plain else "clue-and-corners"]
    return Deduction(name, effort, rules, cuts, order=rules[0], argument=Passing(rules[:1]))


def _is_plain(position: Position, rules: tuple[int, ...]) -> bool:
    """Return whether something is known, and a clue needs all but one of its open links."""
    masks, everything = position.state.masks, position.board.everything
    links = {link for number in rules for link in position.board.rules[number].cells}
    if all(masks[link] == everything for link in links):
        return False
    clue = position.board.rules[rules[0]]
    count = clue.as_count()
    if count is None:
        return True
    open_links = [link for link in clue.cells if masks[link] & (masks[link] - 1)]
    sure = sum(1 for link in clue.cells if not masks[link] & ~count.values)
    return len(open_links) - (count.least - sure) == 1


def find_pairs(names: ClueNames, position: Position) -> list[Deduction]:
    """Return what follows for two or three clues that touch, and their nodes."""
    key = names.pairs[-1]
    groups = position.board.once(key, lambda board: CluePatterns.of(board).list_groups(names))
    by_rules = {group.pattern.rules: group for group in groups}

    def look(pattern: Pattern) -> Deduction | None:
        return _look_at_group(position, by_rules[pattern.rules])

    return look_again(position, key, [group.pattern for group in groups], look)


def _look_at_group(position: Position, group: ClueGroup) -> Deduction | None:
    patterns, pattern = CluePatterns.of(position.board), group.pattern
    rules = pattern.rules
    named = tuple(rule for rule in rules if rule in patterns.roles.clues)
    cuts, alive = find_agreed(position, pattern.cells, pattern.ways, pattern.memory)
    ring, around = pattern.places(group.ring), tuple[int, ...]()
    if ring and any(way & ring == ring for way in alive):
        # A loop around these two alone would miss other clues.
        missed = patterns.find_missed(group.ring)
        more, _ = find_agreed(position, pattern.cells, [way for way in alive if way & ring != ring])
        if missed is not None and more != cuts:
            around = (patterns.roles.loop, missed)
            cuts, rules = more, (*rules, *around)
    argument = Passing((*named, *around), around)
    cuts = argument.keep_beside(position.board, named, cuts)
    if not cuts or not (around or patterns.can_be_followed(pattern, argument, position, cuts)):
        return None
    return Deduction(group.name, BASE["two-clues"], rules, cuts, order=rules[0], argument=argument)
