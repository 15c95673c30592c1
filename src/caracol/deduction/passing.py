"""How a loop along the sides of squares passes corners and numbers, which count the sides of it.

The corners' rules come first in such a board, so that a corner's number is its rule's, then the
loop, then the numbers; what is given comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, cast

from caracol.board.grid import Line
from caracol.board.places import Corners, Sides
from caracol.deduction.board import Board
from caracol.deduction.efforts import BASE
from caracol.deduction.looping import CLOSING, closed
from caracol.deduction.patterns import Pattern, followed, looked, pattern
from caracol.deduction.position import Position, by_rules, efforts, hundredths
from caracol.deduction.steps import Found
from caracol.deduction.technique import Ahead, Technique
from caracol.deduction.two_sides import two_sides
from caracol.deduction.ways import AllWays, Ways
from caracol.records import record
from caracol.rules import Cut, Fact, Loop, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

LINE = 1
"""The value of a side that is part of the loop."""
LOOP_LOOKS = {
    "no-branch": "count-full",
    "goes-on": "end-of-a-run",
    "dead-end": "sides-at-a-corner",
    "closes-too-early": "loop",
    "loop-is-closed": "count-full",
    "number-in-a-corner": "clue-and-corners",
    "number-and-corners": "clue-and-corners",
    "threes-side-by-side": "two-clues",
    "threes-at-a-corner": "two-clues",
    "two-numbers": "two-clues",
    "inside-and-outside": "sides-of-a-loop",
}
"""The techniques of this module, and for each the kind of look that it asks for."""
AT_CORNERS = ("dead-end", "goes-on", "no-branch")
"""Those of a corner alone, by the lines that are known there."""


def _loop(board: Board) -> int:
    """The number of the loop's rule."""
    return Corners(board.model.grid.rows, board.model.grid.columns).size


def name_corner(
    position: Position, number: int, rule: Rule, cuts: Sequence[Cut]
) -> list[Found] | None:
    """At a corner the loop goes on, has passed, or cannot pass."""
    if number >= position.board.once("loop", _loop):
        return None
    lines = sum(position.state.masks[cell] == 1 << LINE for cell in rule.cells)
    name = AT_CORNERS[lines]
    return [Found(name, BASE[LOOP_LOOKS[name]], (number,), tuple(cuts), order=number)]


def name_loop(
    position: Position, number: int, rule: Rule, cuts: Sequence[Cut]
) -> list[Found] | None:
    """Each side that would close the loop too early is an argument of its own."""
    if number != position.board.once("loop", _loop):
        return None
    name = "closes-too-early"
    state = position.state
    # Where the loop is closed, all sides that are left are ruled out.
    undecided = (state.planes[LINE] & ~state.settled[LINE]).bit_count()
    if len(cuts) == undecided and closed(cast(Loop, rule), [*each(state.settled[LINE])]):
        cuts_at_once = [tuple(cuts)]
        name = "loop-is-closed"
    else:
        cuts_at_once = [(cut,) for cut in cuts]
    effort, argument = BASE[LOOP_LOOKS[name]], CLOSING
    return [
        Found(name, effort, (number,), several, order=number, argument=argument)
        for several in cuts_at_once
    ]


@lru_cache(maxsize=8)
def placed_on(_grid: Sides) -> dict[tuple[tuple[Line, int], ...], Pattern]:
    """The patterns of numbers on such a board, each with its sides, once they were looked for."""
    return {}


class Patterns:
    """The numbers of a board with their corners: alone, and in pairs that touch and have a 3."""

    def __init__(self, board: Board) -> None:
        self.board, self.loop = board, board.once("loop", _loop)
        assert isinstance(board.model.grid, Sides)
        self._known = placed_on(board.model.grid)
        self.says: dict[int, int] = {}
        """What each number says, by its rule."""
        for number in range(self.loop + 1, len(board.rules)):
            count = board.rules[number].as_count()
            if count is not None:
                self.says[number] = count.least
        self.single = [self._placed(one) for one in self.says]
        self.groups = [one.rules for one in self.single]
        touching: dict[int, list[int]] = {}
        for one in self.single:
            for corner in one.rules[1:]:
                touching.setdefault(corner, []).append(one.rules[0])
        self.pairs = [
            self._placed(*pair)
            for pair in sorted({p for at in touching.values() for p in combinations(at, 2)})
            if 3 in (self.says[pair[0]], self.says[pair[1]])
        ]

    def _placed(self, *ones: int) -> Pattern:
        rules, watchers = self.board.rules, self.board.watchers
        told = tuple([(rules[one].cells, self.says[one]) for one in ones])
        found = self._known.get(told)
        if found is None:
            near = {other for one in ones for cell in rules[one].cells for other in watchers[cell]}
            corners = sorted([other for other in near if other < self.loop])
            found = self._known[told] = pattern(self.board, (*ones, *corners))
        corners_there = found.rules[len(ones) :]
        return Pattern((*ones, *corners_there), found.cells, found.ways, found.memory)

    def around(self, one: int, other: int) -> set[int]:
        """The loop around two numbers alone; none where they do not share a side."""
        sides, more = ({*self.board.rules[number].cells} for number in (one, other))
        return set() if sides.isdisjoint(more) else sides ^ more

    def beside(self, ring: set[int]) -> int | None:
        """A number that a loop along these sides would leave aside."""
        for rule, says in self.says.items():
            if says and ring.isdisjoint(self.board.rules[rule].cells):
                return rule
        return None


@record
class Passes(Ways):
    """However the loop passes some numbers and corners, and does not close around them alone."""

    facts: tuple[Fact, ...] = ()
    ring: tuple[Rule, ...] = ()
    """The loop, and a number that it would miss."""

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        told = teller.abouts(rule for rule in self.together if rule not in self.ring)
        if self.facts:
            told = say("passes.where", about=told, facts=teller.facts(self.facts))
        if not self.ring:
            return told
        return say("passes.ring", told=told, aside=teller.abouts(self.ring[1:]))


@record
class Passing(AllWays):
    """All the ways in which the loop can pass agree."""

    ring: tuple[int, ...] = ()

    def claim(
        self,
        board: Board,
        rules: tuple[Rule, ...],
        cuts: tuple[Cut, ...],
        facts: tuple[Fact, ...],
    ) -> Passes:
        """What is said: where the loop passes, and what it must not miss."""
        ring = board.rules_of(self.ring)
        return Passes(rules, cuts, tuple(fact.cell for fact in facts), rules, facts, ring)


def one_number(position: Position, pattern: Pattern) -> Found | None:
    """A number and its four corners."""
    cuts, _ = followed(position, pattern.cells, pattern.ways, pattern.memory)
    return _number_found(position, None, pattern.rules, cuts) if cuts else None


def _number_found(
    position: Position, _: int | None, rules: tuple[int, ...], cuts: tuple[Cut, ...]
) -> Found:
    """What a number says with its corners; in a corner of the board these have eight sides."""
    sides = {side for number in rules for side in position.board.rules[number].cells}
    untouched = all(position.state.masks[side] == 0b11 for side in sides)
    name = "number-in-a-corner" if untouched and len(sides) == 8 else "number-and-corners"
    argument = Passing(rules[:1])
    return Found(name, BASE[LOOP_LOOKS[name]], rules, cuts, order=rules[0], argument=argument)


def two_numbers(position: Position, pattern: Pattern) -> Found | None:
    """Two numbers that touch, one of them a 3, and their corners."""
    patterns, rules = position.board.once("patterns", Patterns), pattern.rules
    named = one, other = rules[:2]
    around = patterns.around(one, other)
    cuts, alive = followed(position, pattern.cells, pattern.ways, pattern.memory)
    ring = pattern.places(around)
    if ring and any(way & ring == ring for way in alive):
        # A loop around these two alone leaves other numbers aside.
        beside = patterns.beside(around)
        more, _ = followed(position, pattern.cells, [way for way in alive if way & ring != ring])
        if beside is not None and more != cuts:
            cuts, rules = more, (*rules, patterns.loop, beside)
            named = (*named, patterns.loop, beside)
    if not cuts:
        return None
    name = "two-numbers"
    if patterns.says[one] == patterns.says[other]:
        name = "threes-side-by-side" if ring else "threes-at-a-corner"
    argument = Passing(named, named[2:])
    return Found(name, BASE[LOOP_LOOKS[name]], rules, cuts, order=rules[0], argument=argument)


def alone(position: Position) -> list[Found]:
    """Each number alone."""
    return looked(position, position.board.once("patterns", Patterns).single, one_number)


def together(position: Position) -> list[Found]:
    """Each two numbers that touch."""
    return looked(position, position.board.once("patterns", Patterns).pairs, two_numbers)


def close_together(board: Board) -> tuple[int, list[tuple[int, ...]]]:
    """The loop; each number with its corners, and each corner alone."""
    patterns = board.once("patterns", Patterns)
    return patterns.loop, [*patterns.groups, *[(corner,) for corner in range(patterns.loop)]]


def ahead(position: Position, most_effort: float, most: int) -> Iterator[tuple[Found, int]]:
    """The next steps that corners, the loop and numbers with their corners make, by the kernel."""
    patterns = position.board.once("patterns", Patterns)
    return by_rules(
        position,
        most_effort,
        most,
        _number_found,
        alone=_alone,
        groups=patterns.groups,
        together=hundredths(LOOP_LOOKS["number-and-corners"]),
        known=[hundredths(LOOP_LOOKS[name]) for name in AT_CORNERS],
        closed=hundredths(LOOP_LOOKS["loop-is-closed"]),
        telling=1 << LINE,
    )


def _alone(board: Board) -> list[int]:
    """What each rule that is no number asks alone: of corners it depends on what is known."""
    loop, found = board.once("loop", _loop), efforts(board, 0)
    found[:loop] = [-1] * loop
    found[loop] = hundredths(LOOP_LOOKS["closes-too-early"])
    return found


LOOP_READERS = (name_corner, name_loop)
LOOP_AHEAD = Ahead(ahead, also=("number-and-corners",))
LOOP_TECHNIQUES = (
    Technique("number-and-corners", BASE["clue-and-corners"], alone),
    Technique("two-numbers", BASE["two-clues"], together),
    two_sides("inside-and-outside", close_together),
)
