"""Packing: cells that fall into few parts, each with room for one, hold no more than the parts.

Star Battle books tile regions with two by two blocks; Magnets' odd sections are the same with
pairs. Where a rule needs as many as there are parts, every part holds exactly one; and a value
that would leave fewer parts than are needed is squeezed out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from caracol.deduction.board import Board
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.count_claims import (
    InParts,
    Needs,
    Squeezed,
    counting,
    excluded_by,
    facts_of,
    known_of,
    there,
    undecided,
)
from caracol.deduction.count_sets import Counts, Live
from caracol.deduction.efforts import BASE, joined
from caracol.deduction.efforts import packed as packed_effort
from caracol.deduction.position import Position
from caracol.deduction.step_kernel import Packed
from caracol.deduction.step_kernel import Squeezed as Squeezing
from caracol.deduction.steps import Found
from caracol.deduction.technique import Technique
from caracol.rules import Cut, Fact, Rule, each

MOST_COVERS = 12
"""How many ways to cut the same cells into parts are looked at."""
MOST_PARTS = 5
"""More parts than this are not for people."""


class Parts:
    """Cells cut into as few parts as possible, each with room for one.

    How that is done depends on the cells and the rules alone, so it is kept for the whole board.
    """

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.known: dict[tuple[int, int], int] = {}
        self.known_parts: dict[int, list[tuple[int, int]]] = {}

    @classmethod
    def at(cls, position: Position) -> Parts:
        """The parts of a position's board, made once."""
        return position.board.once("parts", lambda board: cls(board.once("counts", Counts)))

    def fewest(self, cells: int, limit: int) -> int:
        """How many parts these candidates need; ``limit + 1`` where it is more than the limit."""
        if not cells:
            return 0
        if limit <= 0:
            return max(limit, 0) + 1
        key = cells, limit
        if key not in self.known:
            best = limit + 1
            for part, _ in self.parts(cells):
                best = min(best, 1 + self.fewest(cells & ~part, best - 2))
                if best == 1:
                    break
            self.known[key] = best
        return self.known[key]

    def parts(self, cells: int) -> list[tuple[int, int]]:
        """The parts that the first of these candidates can belong to; -1 where it is alone."""
        if cells not in self.known_parts:
            self.known_parts[cells] = self._parts(cells)
        return self.known_parts[cells]

    def _parts(self, cells: int) -> list[tuple[int, int]]:
        lowest = cells & -cells
        found: dict[int, tuple[int, int]] = {}
        for group, number in self.counts.ones_of[lowest.bit_length() - 1]:
            found.setdefault(group & cells, (group, number))
        # A part inside another part need not be tried.
        kept = [
            part
            for inside, part in found.items()
            if not any(inside != other and not inside & ~other for other in found)
        ]
        return kept if len(found) > (lowest in found) else [(lowest, -1)]

    def ways(self, cells: int, number: int) -> Iterator[list[tuple[int, int]]]:
        """Every way to cut these candidates into so many parts."""
        if not cells:
            yield []
            return
        if self.fewest(cells, number) > number:
            return
        lowest = cells & -cells
        choices = dict(self.parts(cells))
        choices.setdefault(lowest, -1)
        for part, rule in choices.items():
            for more in self.ways(cells & ~part, number - 1):
                yield [(part, rule), *more]


def packed(position: Position) -> Iterator[Found]:
    """Steps where a rule needs as many as its cells have parts; the kernel tells the cheapest."""
    kernel, masks = position.quick, position.state.masks
    known = None
    if kernel is not None:
        known = kernel.packed(masks, most_parts=MOST_PARTS, most_covers=MOST_COVERS)
    return plain_packed(position) if known is None else map(_pack, known)


def plain_packed(position: Position) -> Iterator[Found]:
    """The same without the kernel: all of them."""
    counts = Counts.at(position)
    if not counts.ones:
        return
    can, sure = counts.candidates(position.state)
    parts = Parts.at(position)
    for live in counts.live(position).values():
        if not 0 < live.need <= MOST_PARTS or live.open.bit_count() > 4 * live.need:
            continue
        if parts.fewest(live.open, live.need) != live.need:
            continue
        seen = set()
        for place, way in enumerate(parts.ways(live.open, live.need)):
            if place >= MOST_COVERS:
                break
            true = false = 0
            for part, number in way:
                if number < 0:
                    true |= part
                else:
                    false |= part & can & ~sure & ~live.open
            cuts = counts.cuts(position.state, true, false)
            if cuts and cuts not in seen:
                seen.add(cuts)
                blocks = tuple(number for _, number in way if number >= 0)
                alone = tuple(counts.cell_list(true))
                value = _value(counts, live)
                yield _pack((live.number, blocks, alone, value, live.need, cuts))


class Pack(Argument):
    """A rule needs as many as its cells have parts."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        inner, blocks = (board.rules_of(found.details[part]) for part in ("inner", "blocks"))
        alone, value, needed = (found.details[part] for part in ("alone", "value", "needed"))
        within = {cell for rule in blocks for cell in rule.cells}
        pairs = _side_by_side(inner[0], blocks, {cut.cell for cut in found.cuts})
        have, none = known_of(inner, masks, value, within)
        facts = facts_of(have, none, value, board.everything)
        return tuple(facts), (
            Needs(inner, value, needed, tuple(have)),
            InParts(inner, blocks, alone, value, needed, tuple(none), pairs),
        )


PACK = Pack()


def line_in_parts(
    board: Board, masks: Sequence[int], rules: Sequence[int], cuts: Sequence[Cut]
) -> tuple[tuple[int, ...], tuple[Fact, ...], tuple[Claim, ...]] | None:
    """How a whole line is told whose count needs one in each of its parts, if it is such a one:
    rules, facts and claims.

    Each value that is ruled out would leave a part without what it must have.
    """
    counts = [number for number in rules if board.rules[number].as_count() is not None]
    if len(counts) != 1:
        return None
    inner = board.rules[counts[0]]
    count = counting(inner)
    if count.values & (count.values - 1):
        return None
    value = count.values.bit_length() - 1
    known = list(masks)
    kept = []
    for number in rules:
        cells = board.rules[number].cells
        have = there(cells, masks, count.values)
        shut = have and not undecided([board.rules[number]], masks, count.values)
        if number == counts[0] or shut:
            continue  # a part that has its own is no place any more
        kept.append(number)
        for cell in have:
            known[cell] = board.everything
    masks = known
    blocks = board.rules_of(kept)
    within = {cell for rule in blocks for cell in rule.cells}
    have, none = known_of([inner], masks, value, within)
    alone = undecided([inner], masks, count.values) - within
    needed = count.least - len(have)
    claims = (
        Needs((inner,), value, needed, tuple(have)),
        InParts(
            *((inner,), blocks, tuple(sorted(alone)), value, needed, tuple(none)),
            pairs=_side_by_side(inner, blocks, {cut.cell for cut in cuts}),
        ),
    )
    facts = tuple(facts_of(have, none, value, board.everything))
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


def _side_by_side(
    line: Rule, blocks: Sequence[Rule], concluded: Collection[int]
) -> tuple[Rule, ...]:
    """Those parts that are pairs in the line, share no cell, and have nothing concluded of them.

    They need no names of their own.
    """
    times = Counter(cell for rule in blocks for cell in rule.cells)
    inside = {cell for cell in line.cells if times[cell] == 1 and cell not in concluded}
    found = [rule for rule in blocks if len(rule.cells) == 2 and inside.issuperset(rule.cells)]
    return tuple(found) if len(found) > 1 else ()


def _pack(told: Packed) -> Found:
    number, blocks, alone, value, needed, cuts = told
    return Found(
        "packing",
        packed_effort(len(blocks)),
        (number, *blocks),
        cuts,
        details={
            "inner": (number,),
            "blocks": blocks,
            "alone": alone,
            "value": value,
            "needed": needed,
        },
        order=number,
        argument=PACK,
    )


def squeezed(position: Position) -> Iterator[Found]:
    """Steps where a value would leave a rule fewer parts than it needs; the kernel tells the
    cheapest."""
    kernel, masks = position.quick, position.state.masks
    known = kernel.squeezed(masks, most_parts=MOST_PARTS) if kernel is not None else None
    if known is None:
        return plain_squeezed(position)
    cells = len(masks)
    return (_squeeze(one, cells) for one in known)


def plain_squeezed(position: Position) -> Iterator[Found]:
    """The same without the kernel: all of them."""
    counts = Counts.at(position)
    can, sure = counts.candidates(position.state)
    undecided = can & ~sure
    parts = Parts.at(position)
    alive = counts.live(position)
    rooms: dict[int, list[tuple[int, int]]] = {}
    for live in alive.values():
        if live.room == 1:
            for bit in each(live.open):
                rooms.setdefault(bit, []).append((live.open, live.number))
    shadows = []
    for bit in each(undecided):
        links = [*counts.barred[bit], *rooms.get(bit, ())]
        shadow = 0
        for group, _ in links:
            shadow |= group
        shadows.append((bit, 1 << bit, shadow & ~(1 << bit), links))
    for live in alive.values():
        if not 0 < live.need <= MOST_PARTS:
            continue
        for bit, place, shadow, links in shadows:
            if not live.open & shadow:
                continue
            inside = live.open & place
            need = live.need - bool(inside)
            if need <= 0:
                continue
            # Where the value fills this very rule, the rule itself excludes the others.
            theirs = [link for link in links if link[1] != live.number]
            left = live.open & ~place
            for group, _ in theirs:
                left &= ~group
            if left.bit_count() <= 4 * need and parts.fewest(left, need) < need:
                told = _squeezing(counts, live, bit, theirs, left, need, parts)
                yield _squeeze(told, counts.cells)


def _squeezing(
    counts: Counts,
    live: Live,
    bit: int,
    links: list[tuple[int, int]],
    left: int,
    need: int,
    parts: Parts,
) -> Squeezing:
    room = parts.fewest(left, need)
    way = next(parts.ways(left, room))
    blocks = tuple(number for _, number in way if number >= 0)
    missing = live.open & ~left & ~(1 << bit)
    used: list[int] = []
    while missing:
        group, number = max(links, key=lambda link: (link[0] & missing).bit_count())
        used.append(number)
        missing &= ~group
    assumed, cell = divmod(bit, counts.cells)
    value = _value(counts, live)
    return live.number, tuple(dict.fromkeys(used)), blocks, cell, assumed, value, need, room


class Squeeze(Argument):
    """A value would leave a rule fewer parts than it needs."""

    __slots__ = ()

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """Without links that only shut cells of which the parts take one anyway."""
        (number,), links, blocks = (found.details[part] for part in ("inner", "links", "blocks"))
        value, room = found.details["value"], found.details["room"]
        cell, mask = found.details["assumed"]
        open_cells = undecided([board.rules[number]], masks, 1 << value) - {cell}
        open_cells.difference_update(*(board.rules[block].cells for block in blocks))
        for link in links[::-1]:
            fewer = tuple(one for one in links if one != link)
            by = [board.rules[one] for one in fewer]
            left = open_cells - excluded_by(by, cell, mask.bit_length() - 1, value, masks)
            if len(blocks) + len(left) <= room:
                links = fewer
        rules = tuple(dict.fromkeys((number, *links, *blocks)))
        return replace(found, rules=rules, details={**found.details, "links": links})

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        (inner,), links, blocks = (
            board.rules_of(found.details[part]) for part in ("inner", "links", "blocks")
        )
        value, needed, room = (found.details[part] for part in ("value", "needed", "room"))
        cell, mask = found.details["assumed"]
        supposed = mask.bit_length() - 1
        within = excluded_by(links, cell, supposed, value, masks)
        within.update(*(rule.cells for rule in blocks), [cell])
        have, none = known_of([inner], masks, value, within)
        filled = [
            other
            for rule in links
            if rule.as_count() is not None
            for other in there(rule.cells, masks, 1 << value)
        ]
        facts = facts_of([*have, *filled], none, value, board.everything)
        least = counting(inner).least - len(have)
        squeezed = Squeezed(
            *(cell, supposed, inner, links, blocks, value, needed, room),
            tuple(dict.fromkeys([*filled, *none])),
        )
        if not room and not have:
            return tuple(facts), (squeezed,)
        return tuple(facts), (squeezed, Needs((inner,), value, least, tuple(have), named=True))


SQUEEZED = Squeeze()


def _squeeze(told: Squeezing, cells: int) -> Found:
    number, links, blocks, cell, assumed, value, needed, room = told
    rules = tuple(dict.fromkeys((number, *links, *blocks)))
    return Found(
        "squeeze",
        joined("squeeze", len(rules)),
        rules,
        (Cut(cell, 1 << assumed),),
        details={
            "inner": (number,),
            "links": links,
            "blocks": blocks,
            "assumed": (cell, 1 << assumed),
            "value": value,
            "needed": needed,
            "room": room,
        },
        order=assumed * cells + cell,
        argument=SQUEEZED,
    )


def _value(counts: Counts, live: Live) -> int:
    return counts.counted(live.number).values.bit_length() - 1


PACKING = Technique("packing", BASE["packing"], packed, counts=True)
SQUEEZE = Technique("squeeze", BASE["squeeze"], squeezed, counts=True)
