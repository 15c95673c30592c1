"""Claims about one loop: a link would close it too early, or it is closed already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from caracol.deduction.board import Board
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.count_claims import there
from caracol.deduction.steps import Found
from caracol.records import record
from caracol.rules import Fact, Loop

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller


@record
class Closes(Claim):
    """A link would close a loop with these, and leave another aside."""

    rule: Loop
    link: int
    path: tuple[int, ...]
    aside: int

    @property
    def cells(self) -> tuple[int, ...]:
        return (*self.path, self.aside)

    def holds(self, known: Sequence[int]) -> bool:
        ring = (*self.path, self.link)
        chosen = len(there(self.cells, known, self.rule.values)) == len(self.cells)
        return chosen and closed(self.rule, ring) and self.aside not in ring

    def said(self, teller: Teller) -> str:
        link, aside = teller.cells([self.link]), teller.cells([self.aside])
        return teller.words.say("loop.closes", link=link, aside=aside)


@record
class Closed(Claim):
    """These links are the whole loop."""

    rule: Loop
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        chosen = len(there(self.cells, known, self.rule.values)) == len(self.cells)
        return chosen and closed(self.rule, self.cells)

    def said(self, teller: Teller) -> str:
        return teller.words.say("loop.closed")


def closed(rule: Loop, links: Sequence[int]) -> bool:
    """Whether these links are one closed loop: each node has two, and they hang together."""
    ends = rule.ends_of
    beside: dict[int, int] = {}
    degrees: dict[int, int] = {}
    for link in links:
        for node in ends[link]:
            degrees[node] = degrees.get(node, 0) + 1
            beside[node] = beside.get(node, 0) ^ link
    if not links or any(number != 2 for number in degrees.values()):
        return False
    # Each node has two links: of these, the one that is not known is the rest.
    first = link = links[0]
    start, node = ends[first]
    passed = 1
    while node != start:
        link ^= beside[node]
        one, other = ends[link]
        node = other if node == one else one
        passed += 1
    return passed == len(links)


class Closing(Argument):
    """A link would close the loop while something is left beside it; or it is closed."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        rule = cast(Loop, board.rules[found.rules[0]])
        ends = rule.ends_of
        chosen = there(rule.cells, masks, rule.values)
        link = found.cuts[0].cell
        start, goal = ends[link]
        path: list[int] = []
        node, left = start, dict.fromkeys(chosen)
        while (onwards := next((one for one in left if node in ends[one]), -1)) >= 0:
            del left[onwards]
            path.append(onwards)
            one, other = ends[onwards]
            node = other if node == one else one
            if node == goal:
                break
        if node != goal or not path:
            claim: Claim = Closed(rule, tuple(chosen))
        else:
            near = min(left, key=lambda one: (abs(one - link), one))
            claim = Closes(rule, link, tuple(path), near)
        facts = tuple(Fact(cell, rule.values) for cell in sorted(claim.cells))
        return facts, (claim,)


CLOSING = Closing()
