"""Claims about counts whose cells are split into parts with room for one each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from caracol.deduction.techniques.count_claims import (
    Needs,
    allows_one,
    find_certain,
    find_known,
    find_undecided,
    get_count,
    make_facts,
)
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Claim
from caracol.rules import Elimination, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

MOST_NAMED = 4
"""Maximum number of parts to name one by one if the others are pairs of neighbours."""


@dataclass(frozen=True)
class InParts(Claim):
    """The claim that a rule's cells have as many parts as it needs, each with room for one."""

    inner: tuple[Rule, ...]
    blocks: tuple[Rule, ...]
    alone: tuple[int, ...]
    value: int
    needed: int
    cells: tuple[int, ...]
    pairs: tuple[Rule, ...] = ()
    """Parts that are named together, as the pairs of neighbours in a stretch."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.blocks

    @property
    def as_one(self) -> tuple[Rule, ...]:
        return self.pairs

    def holds(self, known: Sequence[int]) -> bool:
        cells = {cell for rule in self.blocks for cell in rule.cells} | {*self.alone}
        return (
            find_undecided(self.inner, known, 1 << self.value) <= cells
            and all(allows_one(rule, self.value) for rule in self.blocks)
            and len(self.blocks) + len(self.alone) == self.needed
            and len({cell for rule in self.pairs for cell in rule.cells}) == 2 * len(self.pairs)
        )

    def is_current(self, seen: Sequence[int]) -> bool:
        left = find_undecided(self.inner, seen, 1 << self.value)
        return (
            self.holds(seen)
            and left.issuperset(self.alone)
            and not any(left.isdisjoint(rule.cells) for rule in self.blocks)
        )

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        if len(self.blocks) == 1 and not self.alone:
            return say("count.one-part", about=writer.name_rules(self.blocks))
        cells = writer.name_cells(self.alone)
        if not self.blocks:
            return say("count.alone", len(self.alone) > 1, cells=cells)
        named = [rule for rule in self.blocks if rule not in self.pairs]
        pairs = say("count.pairs", cells=self._stretches(writer)) if self.pairs else ""
        stated = [cells, writer.name_rules(named), pairs]
        parts = writer.join_list([part for part in stated if part])
        return say("count.parts", len(self.blocks) > 1, parts=parts)

    def both(self, other: Claim) -> Self | None:
        if not isinstance(other, InParts) or replace(self, pairs=()) != replace(other, pairs=()):
            return None
        pairs = tuple(rule for rule in self.pairs if rule in other.pairs)
        pairs = pairs if len(pairs) > 1 else ()
        few = len(self.blocks) - len(pairs) <= MOST_NAMED
        return replace(self, pairs=pairs) if few else None

    def _stretches(self, writer: SentenceWriter) -> str:
        """Return where the pairs are: "r1c1–r1c6 and r1c9–r1c10"; in a room, one by one."""
        line = self.inner[0].cells
        pairs = sorted(sorted(line.index(cell) for cell in rule.cells) for rule in self.pairs)
        steps = {after - before for before, after in pairwise(line)}
        stretches: list[list[int]] = []
        for first, last in pairs:
            # Only cells in a straight line are named by its ends.
            if len(steps) == 1 and stretches and stretches[-1][1] == first - 1 == last - 2:
                stretches[-1][1] = last
            else:
                stretches.append([first, last])
        name = writer.grid.name
        return writer.join_list(f"{name(line[a])}–{name(line[b])}" for a, b in stretches)


@dataclass(frozen=True)
class Squeezed(Claim):
    """The claim that a supposed value would leave a rule less room than it needs."""

    cell: int
    supposed: int
    inner: Rule
    links: tuple[Rule, ...]
    blocks: tuple[Rule, ...]
    value: int
    needed: int
    room: int
    cells: tuple[int, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (*self.links, *self.blocks)

    def holds(self, known: Sequence[int]) -> bool:
        excluded = find_excluded(self.links, self.cell, self.supposed, self.value, known)
        left = find_undecided([self.inner], known, 1 << self.value) - excluded - {self.cell}
        if not all(allows_one(rule, self.value) for rule in self.blocks):
            return False
        alone = left.difference(*(rule.cells for rule in self.blocks))
        return len(self.blocks) + len(alone) <= self.room < self.needed

    def is_current(self, seen: Sequence[int]) -> bool:
        excluded = find_excluded(self.links, self.cell, self.supposed, self.value, seen)
        left = find_undecided([self.inner], seen, 1 << self.value) - excluded - {self.cell}
        alone = left.difference(*(rule.cells for rule in self.blocks))
        blocks = [rule for rule in self.blocks if not left.isdisjoint(rule.cells)]
        return self.holds(seen) and len(blocks) + len(alone) == self.room

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        thing = writer.join_list([writer.name_value(self.supposed)])
        where, about = writer.name_cells([self.cell]), writer.name_places([self.inner])
        by = self._by(writer)
        if not self.room:
            fields = {"thing": thing, "cell": where, "about": about, "by": by}
            own = writer.find_own_phrase("count.no-room", self.inner, **fields)
            return own or say("count.no-room", value=writer.name_value(self.value), **fields)
        number = writer.count_value(self.value, self.room)
        fields = {"thing": thing, "cell": where, "about": about, "by": by, "number": number}
        if self.blocks:
            return say("count.little-room-in", blocks=writer.name_rules(self.blocks), **fields)
        return say("count.little-room", **fields)

    def _by(self, writer: SentenceWriter) -> str:
        """Return why the supposed value takes room: the genre's phrase, or that rules are full."""
        own = {rule.name: writer.find_reason(rule) for rule in self.links}
        stated = list(dict.fromkeys(phrase for phrase in own.values() if phrase))
        full = [rule for rule in self.links if not own[rule.name]]
        if full:
            stated.append(writer.words.say("count.would-be-full", about=writer.name_places(full)))
        return writer.join_list(stated)


def find_excluded(
    links: Iterable[Rule], cell: int, supposed: int, value: int, known: Sequence[int]
) -> set[int]:
    """Return the cells that these rules exclude from a value once a cell has the supposed one."""
    found: set[int] = set()
    for rule in links:
        if cell not in rule.cells:
            continue
        count, pairs = rule.as_count(), rule.as_pairs()
        if count is not None and count.values == 1 << supposed == 1 << value:
            if count.most - len(find_certain(set(rule.cells) - {cell}, known, count.values)) == 1:
                found.update(rule.cells)
        elif pairs is not None:
            one, other = rule.cells
            if one == cell and (supposed, value) not in pairs:
                found.add(other)
            elif other == cell and (value, supposed) not in pairs:
                found.add(one)
    return found


# -- a line in parts ---------------------------------------------------------------------------


def split_line(
    board: Board, masks: Sequence[int], rules: Sequence[int], cuts: Sequence[Elimination]
) -> tuple[tuple[int, ...], tuple[Fact, ...], tuple[Claim, ...]] | None:
    """Return rules, facts and claims for a line whose count needs one in each of its parts.

    Each excluded value would leave a part without the value that it needs. The result is
    ``None`` if the line is not of this kind.
    """
    counts = [number for number in rules if board.rules[number].as_count() is not None]
    if len(counts) != 1:
        return None
    inner = board.rules[counts[0]]
    count = get_count(inner)
    if count.values & (count.values - 1):
        return None
    value = count.values.bit_length() - 1
    parts = [number for number in rules if number != counts[0]]
    filled = {n for n in parts if find_certain(board.rules[n].cells, masks, count.values)}
    shut = {n for n in filled if not find_undecided([board.rules[n]], masks, count.values)}
    # A part that has one has no more room. If that has not been written yet, count them all again.
    kept = parts if filled - shut else [number for number in parts if number not in shut]
    masks = list(masks)
    for number in kept:
        for cell in find_certain(board.rules[number].cells, masks, count.values):
            masks[cell] = board.everything
    blocks = board.rules_of(kept)
    within = {cell for rule in blocks for cell in rule.cells}
    have, none = find_known([inner], masks, value, within)
    alone = find_undecided([inner], masks, count.values) - within
    needed = count.least - len(have)
    if have and filled - shut:
        return None
    claims = (
        Needs((inner,), value, needed, tuple(have)),
        InParts(
            *((inner,), blocks, tuple(sorted(alone)), value, needed, tuple(none)),
            pairs=find_neighbour_pairs(inner, blocks, {cut.cell for cut in cuts}),
        ),
    )
    facts = tuple(make_facts(have, none, value, board.everything))
    known = [board.everything] * len(masks)
    for cell, mask in facts:
        known[cell] = mask
    if not all(claim.holds(known) for claim in claims):
        return None
    for cell, removed in cuts:
        part = next((rule for rule in blocks if cell in rule.cells), None)
        pairs = part.as_pairs() if part is not None else None
        if part is None or pairs is None:
            return None
        place = part.cells.index(cell)
        if any(value in pair and removed >> pair[place] & 1 for pair in pairs):
            return None
    return (counts[0], *kept), facts, claims


def find_neighbour_pairs(
    line: Rule, blocks: Sequence[Rule], concluded: Collection[int]
) -> tuple[Rule, ...]:
    """Return the parts that are pairs in the line, share no cell, and are not in the conclusion.

    A sentence need not name them one by one.
    """
    times = Counter(cell for rule in blocks for cell in rule.cells)
    inside = {cell for cell in line.cells if times[cell] == 1 and cell not in concluded}
    found = [rule for rule in blocks if len(rule.cells) == 2 and inside.issuperset(rule.cells)]
    return tuple(found) if len(found) > 1 else ()
