"""How a loop passes a clue and the nodes around it, and two clues that touch.

All ways to pass are listed (:mod:`~caracol.deduction.techniques.loops.patterns`); what they agree
on follows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from caracol.board.grid import Places
from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.case_analysis import AllWays, CaseAnalysis
from caracol.deduction.techniques.loops.closing import is_closed
from caracol.deduction.techniques.loops.patterns import (
    Pattern,
    fillings_of,
    find_agreed,
    look_again,
    make_pattern,
)
from caracol.deduction.techniques.loops.roles import loop_of, roles_of
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination, Fact, Rule


def ignore_pairs(_one: Rule, _other: Rule, _share: bool, /) -> str:
    """Name no pair of clues."""
    return ""


@dataclass(frozen=True)
class ClueNames:
    """A genre's names for the steps at its clues, and the pairs of clues that it uses."""

    clue: str = "clue-and-nodes"
    """The technique for a clue and the nodes around it."""
    in_corner: str = ""
    """The same if the clue is in a corner of the board and nothing is known around it."""
    corner_links: int = 0
    """Number of links of a clue in a corner and its nodes."""
    pairs: tuple[str, ...] = ()
    """The techniques for two clues that touch; the last is the usual one."""
    name_pair: Callable[[Rule, Rule, bool], str] = ignore_pairs
    """Returns the technique of a pair, given its rules and whether they share a link, or "" if the
    genre does not use it."""

    @property
    def clues(self) -> tuple[str, ...]:
        """The techniques for one clue."""
        return (self.in_corner, self.clue) if self.in_corner else (self.clue,)


@lru_cache(maxsize=8)
def _patterns_on(_grid: Places) -> dict[tuple[Hashable, ...], Pattern]:
    """Return the cached patterns of clues on boards of this size."""
    return {}


class Pair(NamedTuple):
    """Two clues that touch, as a genre names them."""

    name: str
    pattern: Pattern
    ring: frozenset[int]
    """The links of a loop around the two clues alone, if there is such a loop."""


class CluePatterns:
    """The clues of a board with their nodes, one by one and in pairs."""

    def __init__(self, board: Board) -> None:
        self.board, self.roles = board, roles_of(board)
        self._known = _patterns_on(board.model.grid)
        self._senses = {clue: board.rules[clue].sense({}) for clue in self.roles.clues}
        self.single = [self._place(clue) for clue in self.roles.clues]
        self.groups = [one.rules for one in self.single]

    @staticmethod
    def of(board: Board) -> CluePatterns:
        """Return the patterns of a board, made once."""
        return board.once("clue patterns", CluePatterns)

    def list_pairs(self, names: ClueNames) -> list[Pair]:
        """Return the pairs of clues that touch and that a genre uses."""
        rules, loop = self.board.rules, loop_of(self.board.rules[self.roles.loop])
        touching: dict[int, list[int]] = {}
        for clue, nodes in self.roles.clues.items():
            for node in nodes:
                touching.setdefault(node, []).append(clue)
        pairs = sorted({pair for at in touching.values() for pair in combinations(at, 2)})
        found = []
        for one, other in pairs:
            links, more = {*rules[one].cells}, {*rules[other].cells}
            share = not links.isdisjoint(more)
            name = names.name_pair(rules[one], rules[other], share)
            if name:
                ring = frozenset(links ^ more if share else ())
                if not is_closed(loop, [*ring]):
                    ring = frozenset()
                found.append(Pair(name, self._place(one, other), ring))
        return found

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
        return Pattern(rules, found.cells, found.ways, found.memory)

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

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        about = writer.name_rules(rule for rule in self.together if rule not in self.ring)
        if self.facts:
            about = say("passes.where", about=about, facts=writer.describe_facts(self.facts))
        if not self.ring:
            return about
        return say("passes.ring", told=about, aside=writer.name_rules(self.ring[1:]))


@dataclass(frozen=True)
class Passing(AllWays):
    """The argument that all the ways in which the loop can pass agree."""

    ring: tuple[int, ...] = ()

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
    links = {link for number in rules for link in position.board.rules[number].cells}
    masks, everything = position.state.masks, position.board.everything
    untouched = all(masks[link] == everything for link in links)
    corner = names.in_corner and untouched and len(links) == names.corner_links
    name = names.in_corner if corner else names.clue
    plain = not untouched and _needs_all_but_one(position, position.board.rules[rules[0]])
    effort = BASE["line-into-a-corner" if plain else "clue-and-corners"]
    return Deduction(name, effort, rules, cuts, order=rules[0], argument=Passing(rules[:1]))


def _needs_all_but_one(position: Position, clue: Rule) -> bool:
    """Return whether all but one of the open links of a clue are part of the loop."""
    count, masks = clue.as_count(), position.state.masks
    if count is None:
        return True
    open_links = [link for link in clue.cells if masks[link] & (masks[link] - 1)]
    sure = sum(1 for link in clue.cells if not masks[link] & ~count.values)
    return len(open_links) - (count.least - sure) == 1


def find_pairs(names: ClueNames, position: Position) -> list[Deduction]:
    """Return what follows for every two clues that touch, and their nodes."""
    key = names.pairs[-1]
    pairs = position.board.once(key, lambda board: CluePatterns.of(board).list_pairs(names))
    by_rules = {pair.pattern.rules: pair for pair in pairs}

    def look(pattern: Pattern) -> Deduction | None:
        return _look_at_pair(position, by_rules[pattern.rules])

    return look_again(position, key, [pair.pattern for pair in pairs], look)


def _look_at_pair(position: Position, pair: Pair) -> Deduction | None:
    patterns, pattern = CluePatterns.of(position.board), pair.pattern
    rules, named = pattern.rules, pattern.rules[:2]
    cuts, alive = find_agreed(position, pattern.cells, pattern.ways, pattern.memory)
    ring = pattern.places(pair.ring)
    if ring and any(way & ring == ring for way in alive):
        # A loop around these two alone would miss other clues.
        missed = patterns.find_missed(pair.ring)
        more, _ = find_agreed(position, pattern.cells, [way for way in alive if way & ring != ring])
        if missed is not None and more != cuts:
            loop = patterns.roles.loop
            cuts, rules, named = more, (*rules, loop, missed), (*named, loop, missed)
    if not cuts:
        return None
    argument = Passing(named, named[2:])
    return Deduction(pair.name, BASE["two-clues"], rules, cuts, order=rules[0], argument=argument)
