"""Packing: cells split into few parts, each with room for one, hold no more than the parts.

Books tile regions with two by two blocks; odd sections of a line are the same with pairs. If a rule
needs as many as there are parts, every part holds exactly one; and a value that would leave fewer
parts than are needed is squeezed out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from caracol.deduction.efforts import BASE, rate_packing, rate_rules
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_claims import (
    Needs,
    find_certain,
    find_known,
    find_undecided,
    get_count,
    make_facts,
)
from caracol.deduction.techniques.count_sets import Counts, OpenCount
from caracol.deduction.techniques.packing_claims import (
    InParts,
    Squeezed,
    find_excluded,
    find_neighbour_pairs,
)
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.step_kernel import Packed
from caracol.deduction.walk.step_kernel import Squeezed as Squeezing
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Grounds
from caracol.rules import Elimination, each

MOST_COVERS = 12
"""Maximum number of partitions of the same cells that are tried."""
MOST_PARTS = 5
"""Maximum number of parts that people can follow."""


class Parts:
    """Partitions of cells into as few parts as possible, each with room for one.

    They depend only on the cells and the rules, so they are cached for the whole board.
    """

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.known: dict[tuple[int, int], int] = {}

    @classmethod
    def at(cls, position: Position) -> Parts:
        """Return the parts of a position's board, made once."""
        return position.board.once("parts", lambda board: cls(board.once("counts", Counts)))

    def fewest(self, cells: int, limit: int) -> int:
        """Return how many parts these candidates need, or ``limit + 1`` if more than the limit."""
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
        """Return the parts that the first of these candidates can belong to, each with its rule.

        If there are none, it is a part by itself, whose rule is -1.
        """
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
        """Yield every way to split these candidates into this many parts."""
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


def find_packings(position: Position) -> Iterator[Deduction]:
    """Yield steps in which a rule needs as many as its cells have parts.

    The kernel finds only the cheapest.
    """
    kernel, masks = position.quick, position.state.masks
    known = None
    if kernel is not None:
        known = kernel.find_packings(masks, most_parts=MOST_PARTS, most_covers=MOST_COVERS)
    if known is None:
        return find_packings_plainly(position)
    return (_make_packing(position, stated) for stated in known)


def find_packings_plainly(position: Position) -> Iterator[Deduction]:
    """Yield all of these steps, without the kernel."""
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
                alone = tuple(counts.list_cells(true))
                value = _get_value(counts, live)
                stated = live.number, blocks, alone, value, live.need, cuts
                yield _make_packing(position, stated)


class Pack(Argument):
    """The argument that a rule needs as many as its cells have parts."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        inner, blocks = (board.rules_of(found.details[part]) for part in ("inner", "blocks"))
        alone, value, needed = (found.details[part] for part in ("alone", "value", "needed"))
        within = {cell for rule in blocks for cell in rule.cells}
        pairs = find_neighbour_pairs(inner[0], blocks, {cut.cell for cut in found.cuts})
        have, none = find_known(inner, masks, value, within)
        facts = make_facts(have, none, value, board.everything)
        return tuple(facts), (
            Needs(inner, value, needed, tuple(have)),
            InParts(inner, blocks, alone, value, needed, tuple(none), pairs),
        )


PACK = Pack()


def _make_packing(position: Position, stated: Packed) -> Deduction:
    number, blocks, alone, value, needed, cuts = stated
    stretch = False
    if alone and blocks:
        rule, masks = position.board.rules[number], position.state.masks
        open_cells = sorted(find_undecided([rule], masks, 1 << value))
        stretch = len({later - cell for cell, later in pairwise(open_cells)}) == 1
    return Deduction(
        "packing",
        rate_packing(len(blocks), stretch),
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


def find_squeezes(position: Position) -> Iterator[Deduction]:
    """Yield steps in which a value would leave a rule fewer parts than it needs.

    The kernel finds only the cheapest.
    """
    kernel, masks = position.quick, position.state.masks
    known = kernel.find_squeezes(masks, most_parts=MOST_PARTS) if kernel is not None else None
    if known is None:
        return find_squeezes_plainly(position)
    cells = len(masks)
    return (_make_squeeze(one, cells) for one in known)


def find_squeezes_plainly(position: Position) -> Iterator[Deduction]:
    """Yield all of these steps, without the kernel."""
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
        position.clock.look()
        if not 0 < live.need <= MOST_PARTS:
            continue
        for bit, place, shadow, links in shadows:
            if not live.open & shadow:
                continue
            inside = live.open & place
            need = live.need - bool(inside)
            if need <= 0:
                continue
            # If the value fills this very rule, the rule itself excludes the others.
            theirs = [link for link in links if link[1] != live.number]
            left = live.open & ~place
            for group, _ in theirs:
                left &= ~group
            if left.bit_count() <= 4 * need and parts.fewest(left, need) < need:
                stated = _find_squeezing(counts, live, bit, theirs, left, need, parts)
                yield _make_squeeze(stated, counts.cells)


def _find_squeezing(
    counts: Counts,
    live: OpenCount,
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
    value = _get_value(counts, live)
    return live.number, tuple(dict.fromkeys(used)), blocks, cell, assumed, value, need, room


class Squeeze(Argument):
    """The argument that a value would leave a rule fewer parts than it needs."""

    __slots__ = ()

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step without links that only exclude cells of a part that loses none."""
        (number,), links, blocks = (found.details[part] for part in ("inner", "links", "blocks"))
        value, room = found.details["value"], found.details["room"]
        cell, mask = found.details["assumed"]
        open_cells = find_undecided([board.rules[number]], masks, 1 << value) - {cell}
        open_cells.difference_update(*(board.rules[block].cells for block in blocks))
        for link in links[::-1]:
            fewer = tuple(one for one in links if one != link)
            by = [board.rules[one] for one in fewer]
            left = open_cells - find_excluded(by, cell, mask.bit_length() - 1, value, masks)
            if len(blocks) + len(left) <= room:
                links = fewer
        rules = tuple(dict.fromkeys((number, *links, *blocks)))
        return replace(found, rules=rules, details={**found.details, "links": links})

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        (inner,), links, blocks = (
            board.rules_of(found.details[part]) for part in ("inner", "links", "blocks")
        )
        value, needed, room = (found.details[part] for part in ("value", "needed", "room"))
        cell, mask = found.details["assumed"]
        supposed = mask.bit_length() - 1
        within = find_excluded(links, cell, supposed, value, masks)
        within.update(*(rule.cells for rule in blocks), [cell])
        have, none = find_known([inner], masks, value, within)
        filled = [
            other
            for rule in links
            if rule.as_count() is not None
            for other in find_certain(rule.cells, masks, 1 << value)
        ]
        facts = make_facts([*have, *filled], none, value, board.everything)
        least = get_count(inner).least - len(have)
        squeezed = Squeezed(
            *(cell, supposed, inner, links, blocks, value, needed, room),
            tuple(dict.fromkeys([*filled, *none])),
        )
        if not room and not have:
            return tuple(facts), (squeezed,)
        return tuple(facts), (squeezed, Needs((inner,), value, least, tuple(have), named=True))


SQUEEZED = Squeeze()


def _make_squeeze(stated: Squeezing, cells: int) -> Deduction:
    number, links, blocks, cell, assumed, value, needed, room = stated
    rules = tuple(dict.fromkeys((number, *links, *blocks)))
    return Deduction(
        "squeeze",
        rate_rules("squeeze", len(rules)),
        rules,
        (Elimination(cell, 1 << assumed),),
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


def _get_value(counts: Counts, live: OpenCount) -> int:
    return counts.counted(live.number).values.bit_length() - 1


PACKING = Technique("packing", BASE["stretch"], find_packings, counts=True)
SQUEEZE = Technique("squeeze", BASE["squeeze"], find_squeezes, counts=True)
