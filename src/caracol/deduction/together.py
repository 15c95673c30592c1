"""Steps of a natural size: what only rules values out is told with the step that needs it.

A walk takes one small step after the other, and some of them write nothing on the board. A
person does not stop there; so these wait until a step that does write something rests on them,
and are told as its first parts. What nothing rests on is not told at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from caracol.deduction.board import Board
from caracol.deduction.justify import presented
from caracol.deduction.sentences import Teller
from caracol.deduction.steps import Fact, Found, Step
from caracol.rules import Cut

MOST_PARTS = 4
"""A step with more parts than this is told in several, though only the last one writes."""

Path = tuple[tuple[int, ...], Found]
"""A step as it is found, with the candidates before it."""


class Together:
    """Tells the steps of a walk as they come, each with what it rests on."""

    def __init__(self, board: Board, masks: Sequence[int], teller: Teller) -> None:
        self.board, self.teller = board, teller
        self.told = list(masks)
        """The candidates as far as they have been told."""
        self.waiting: list[Path] = []

    def steps(self, walk: Iterable[Path]) -> Iterator[Step]:
        """The steps to tell."""
        for before, found in walk:
            if writes(before, found.cuts):
                yield from self.step(before, found)
            else:
                self.waiting.append((before, found))

    def step(self, before: tuple[int, ...], found: Found) -> Iterator[Step]:
        """A step that writes something, after what it rests on."""
        last = presented(self.board, before, found, self.teller)
        parts = self._before(last, before)
        while len(parts) > MOST_PARTS:
            yield joined(parts[:MOST_PARTS])
            parts = parts[MOST_PARTS:]
        yield joined([*parts, last])
        for part in (*parts, last):
            self._tell(part.cuts)

    def rest(self) -> Iterator[Step]:
        """What has been found and nothing was built on, in its order."""
        for before, found in self.waiting:
            yield presented(self.board, before, found, self.teller)
        self.waiting.clear()

    def _tell(self, cuts: Iterable[Cut]) -> None:
        for cell, removed in cuts:
            self.told[cell] &= ~removed

    def _before(self, last: Step, before: Sequence[int]) -> list[Step]:
        """The waiting steps on which a step rests, with just the cuts that it rests on."""
        needed: dict[int, int] = {}

        def need(cell: int, missing: int) -> None:
            if missing & self.told[cell]:
                needed[cell] = needed.get(cell, 0) | missing & self.told[cell]

        for fact in last.facts:
            need(fact.cell, self.board.everything & ~fact.mask)
        for cell, _ in last.settles:
            # That nothing else is left in the cell must have been told, too.
            need(cell, self.board.everything & ~before[cell])
        parts: list[Step] = []
        left: list[Path] = []
        for masks, found in reversed(self.waiting):
            used = tuple(
                Cut(cell, removed & needed.get(cell, 0))
                for cell, removed in found.cuts
                if removed & needed.get(cell, 0)
            )
            if not used:
                left.append((masks, found))
                continue
            # A trial and a sum refute one value; what rests on it needs all of that.
            part = presented(self.board, masks, replace(found, cuts=used, rank=None), self.teller)
            parts.append(part)
            for cell, removed in used:
                needed[cell] &= ~removed
            rest = tuple(
                Cut(cell, removed & ~dict(used).get(cell, 0))
                for cell, removed in found.cuts
                if removed & ~dict(used).get(cell, 0)
            )
            if rest:
                left.append((masks, replace(found, cuts=rest, rank=None)))
            for fact in part.facts:
                need(fact.cell, self.board.everything & ~fact.mask)
        self.waiting = left[::-1]
        return parts[::-1]


def writes(masks: Sequence[int], cuts: Iterable[Cut]) -> bool:
    """Whether a step settles a cell, so that a player can write something down."""
    lefts = (masks[cell] & ~removed for cell, removed in cuts)
    return any(left and not left & (left - 1) for left in lefts)


def joined(parts: Sequence[Step]) -> Step:
    """Several steps as one, of which the last is the point."""
    last = parts[-1]
    if len(parts) == 1:
        return last
    shown: dict[int, int] = {}
    facts: dict[int, int] = {}
    gone: dict[int, int] = {}
    left: dict[int, int] = {}
    for part in parts:
        for cell, mask in part.facts:
            # What an earlier part has shown is no fact any more.
            given = mask | shown.get(cell, 0)
            facts[cell] = facts.get(cell, -1) & given
        for cut, rest in zip(part.cuts, part.left, strict=True):
            shown[cut.cell] = shown.get(cut.cell, 0) | cut.removed
            gone[cut.cell] = gone.get(cut.cell, 0) | cut.removed
            left[cut.cell] = rest
    everything = (1 << len(last.teller.symbols)) - 1 if last.teller else -1
    return Step(
        last.technique,
        tuple(dict.fromkeys(rule for part in parts for rule in part.rules)),
        tuple(Fact(cell, mask) for cell, mask in facts.items() if mask & everything != everything),
        tuple(Cut(cell, removed) for cell, removed in gone.items()),
        max(part.effort for part in parts),
        tuple(left.values()),
        parts=tuple(parts),
        teller=last.teller,
    )
