"""Claims about one loop: a link would close it too early, or it is closed already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_claims import find_certain
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.rules import Fact, LoopView

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter


@dataclass(frozen=True)
class Closes(Claim):
    """The claim that a link would close a loop with a path, and leave another link out."""

    loop: LoopView
    link: int
    path: tuple[int, ...]
    aside: int

    @property
    def cells(self) -> tuple[int, ...]:
        return (*self.path, self.aside)

    def holds(self, known: Sequence[int]) -> bool:
        ring = (*self.path, self.link)
        chosen = len(find_certain(self.cells, known, self.loop.values)) == len(self.cells)
        return chosen and is_closed(self.loop, ring) and self.aside not in ring

    def describe(self, writer: SentenceWriter) -> str:
        link, aside = writer.name_cells([self.link]), writer.name_cells([self.aside])
        return writer.words.say("loop.closes", link=link, aside=aside)


@dataclass(frozen=True)
class Closed(Claim):
    """The claim that these links are the whole loop."""

    loop: LoopView
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        chosen = len(find_certain(self.cells, known, self.loop.values)) == len(self.cells)
        return chosen and is_closed(self.loop, self.cells)

    def describe(self, writer: SentenceWriter) -> str:
        return writer.words.say("loop.closed")


def is_closed(loop: LoopView, links: Sequence[int]) -> bool:
    """Return whether these links form one closed loop: each node has two, all are connected."""
    ends = loop.ends_of
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
    """The argument that a link would close the loop too early, or that it is closed."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        loop = board.rules[found.rules[0]].as_loop()
        assert loop is not None
        ends = loop.ends_of
        chosen = find_certain(loop.cells, masks, loop.values)
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
            claim: Claim = Closed(loop, tuple(chosen))
        else:
            near = min(left, key=lambda one: (abs(one - link), one))
            claim = Closes(loop, link, tuple(path), near)
        facts = tuple(Fact(cell, loop.values) for cell in sorted(claim.cited_cells))
        return facts, (claim,)


CLOSING = Closing()
