"""Counts inside counts: what some rules need is all that others have room for.

Two families of rules that share no cells among themselves (rows and regions, say): the open
cells of some of the first lie in some of the second. If these have room for no more than is
needed, nothing is left for their other cells; and where a rule of the second family meets the
first in no more cells than it has room for, all of these are needed. Sudoku books call the
cases pointing, claiming and fish, Star Battle books call them counting; it is one argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from caracol.deduction.board import Board
from caracol.deduction.claims import Argued, Argument, Claim, covers
from caracol.deduction.count_claims import (
    AllLeft,
    NeedEach,
    Needs,
    OnlyThese,
    RoomFor,
    barred,
    counting,
    facts_of,
    known_of,
    there,
    undecided,
)
from caracol.deduction.count_sets import Counts, Live
from caracol.deduction.efforts import BASE, joined, valued
from caracol.deduction.position import Position
from caracol.deduction.step_kernel import Filled
from caracol.deduction.steps import Found
from caracol.deduction.technique import Technique
from caracol.rules import Cut, Fact, each

MOST_RULES = 8
"""Nobody holds more rules than this in mind."""
LARGEST = 3
"""So many rules are chosen freely; those that lie inside the same others come along."""
SPREAD = 2
"""Rules that meet so many more others than they are themselves are not for the eye."""


LOOKS = 4096
"""After so many choices it is asked whether there is time left."""


def counts_inside(position: Position) -> Iterator[Found]:
    """Steps by which rules of one family fill rules of another; the kernel tells the cheapest."""
    kernel = position.quick
    masks = position.state.masks
    known = kernel.inside(masks, largest=LARGEST, spread=SPREAD) if kernel is not None else None
    if known is None:
        return plain_inside(position)
    return (_inside(one) for one in known if len(one[0]) + len(one[1]) <= MOST_RULES)


def plain_inside(position: Position) -> Iterator[Found]:
    """The same without the kernel: all of them."""
    counts = Counts.at(position)
    live = counts.live(position)
    families = [[live[n] for n in family if n in live] for family in counts.families]
    values = [counts.counted(family[0]).values for family in counts.families]
    for inner, inner_values in zip(families, values, strict=True):
        for outer, outer_values in zip(families, values, strict=True):
            if inner is not outer and inner_values == outer_values:
                yield from _between(position, counts, inner, outer)


def _between(
    position: Position, counts: Counts, inner: Sequence[Live], outer: Sequence[Live]
) -> Iterator[Found]:
    seen: set[tuple[int, ...]] = set()
    needy = [one for one in inner if one.need > 0]
    touched = [
        sum(1 << place for place, other in enumerate(outer) if one.open & other.open)
        for one in needy
    ]
    # Each rule with room takes at least one, so more of them than are needed are never filled.
    roomy = sum(1 << place for place, other in enumerate(outer) if other.room > 0)
    everything = range(len(needy))
    for size in range(1, min(LARGEST, len(needy)) + 1):
        for number, chosen in enumerate(combinations(everything, size)):
            if number % LOOKS == 0:
                position.clock.look()
            around = 0
            for place in chosen:
                around |= touched[place]
            if around.bit_count() > size + SPREAD:
                continue
            inside = tuple(place for place in everything if not touched[place] & ~around)
            for group in (chosen, inside):
                if group not in seen:
                    seen.add(group)
                    if sum(needy[p].need for p in group) < (around & roomy).bit_count():
                        continue
                    found = _filled(position, counts, [needy[p] for p in group], outer)
                    if found is not None and len(found.rules) <= MOST_RULES:
                        yield found


def _filled(
    position: Position, counts: Counts, inner: Sequence[Live], outer: Sequence[Live]
) -> Found | None:
    """The step that these inner rules make, if they leave the outer ones nothing."""
    needed, cells = 0, 0
    for one in inner:
        needed += one.need
        cells |= one.open
    bound, rest, true, false = 0, cells, 0, 0
    used: list[Live] = []
    for other in outer:
        shared = cells & other.open
        if not shared:
            continue
        number = shared.bit_count()
        rest ^= shared
        if number <= other.room:
            bound += number
            true |= shared
            if number == other.room and other.open & ~cells:
                false |= other.open & ~cells
                used.append(other)
        else:
            bound += other.room
            false |= other.open & ~cells
            used.append(other)
        if bound > needed:
            return None
    true |= rest
    if bound + rest.bit_count() != needed or not (true or false):
        return None
    # Where no outer rule limits anything this is the inner rules alone, which have their own step.
    if not used:
        return None
    cuts = counts.cuts(position.state, true, false)
    if not cuts:
        return None
    rule = counts.counted(inner[0].number)
    return _inside(
        (
            tuple(one.number for one in inner),
            tuple(one.number for one in used),
            rule.values.bit_length() - 1,
            needed,
            sum(one.room for one in used),
            tuple(counts.cell_list(true & ~_union(used))),
            cuts,
        )
    )


class Inside(Argument):
    """What some rules need lies in others, which have room for no more."""

    __slots__ = ()

    at_once = True

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """With fewer of the inner rules, where these fill the outer ones as well."""
        position = Position(board, masks)
        counts = Counts.at(position)
        live = counts.live(position)
        inner = [live[number] for number in found.details["inner"]]
        family = next(f for f in counts.families if found.details["outer"][0] in f)
        outer = [live[number] for number in family if number in live]
        for one in list(inner):
            fewer = [other for other in inner if other is not one]
            again = _filled(position, counts, fewer, outer) if fewer else None
            if again is not None and covers(again.cuts, found.cuts, masks):
                inner, found = fewer, replace(again, cuts=found.cuts, effort=found.effort)
        return found

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        inner, outer = (board.rules_of(found.details[part]) for part in ("inner", "outer"))
        value, needed, room = (found.details[part] for part in ("value", "needed", "room"))
        inside = {cell for rule in outer for cell in rule.cells}
        have, none = known_of(inner, masks, value, inside)
        filled = there(dict.fromkeys(c for rule in outer for c in rule.cells), masks, 1 << value)
        claims: list[Claim] = [Needs(inner, value, needed, tuple(have))]
        besides, known = found.details["besides"], (*filled, *none)
        claims.append(RoomFor(inner, outer, value, room, besides, known))
        made = {cell for cell, removed in found.cuts if not removed >> value & 1}
        for rule in outer:
            if made.intersection(rule.cells):
                # That it is there follows only where nothing else is left for it.
                elsewhere = [cell for cell in rule.cells if cell not in besides]
                mine = {cell for one in inner for cell in one.cells}.intersection(elsewhere)
                gone = barred(sorted(mine), masks, 1 << value)
                left = undecided(inner, masks, 1 << value).intersection(rule.cells)
                claims.append(AllLeft(inner, rule, value, tuple(sorted(left)), tuple(gone)))
                none += gone
        facts = facts_of([*have, *filled], none, value, board.everything)
        return tuple(facts), tuple(claims)


INSIDE_OTHERS = Inside()


def _inside(filled: Filled) -> Found:
    inner, outer, value, needed, room, besides, cuts = filled
    return Found(
        "count-inside",
        joined("count-inside", len(inner) + len(outer)),
        inner + outer,
        cuts,
        details={
            "inner": inner,
            "outer": outer,
            "value": value,
            "needed": needed,
            "room": room,
            "besides": besides,
        },
        order=inner[0],
        argument=INSIDE_OTHERS,
    )


def _union(several: Sequence[Live]) -> int:
    """The open candidates of several counts."""
    found = 0
    for one in several:
        found |= one.open
    return found


def _folded(open_candidates: int, cells: int) -> int:
    """The cells of these candidates, whatever their values."""
    found = 0
    while open_candidates:
        found |= open_candidates & (1 << cells) - 1
        open_candidates >>= cells
    return found


def sets_of_values(position: Position) -> Iterator[Found]:
    """Steps by which some values of a line fill some of its cells, so that no other fits there.

    The kernel tells the cheapest.
    """
    kernel = position.quick
    known = kernel.sets(position.state.masks) if kernel is not None else None
    if known is None:
        return plain_sets(position)
    return (_set(Counts.at(position), *one) for one in known)


def plain_sets(position: Position) -> Iterator[Found]:
    """The same without the kernel: all of them."""
    counts = Counts.at(position)
    live = counts.live(position)
    for line in counts.lines:
        needy = [live[n] for n in line if n in live and live[n].need > 0]
        # A line with many letters has thousands of choices, so each costs a few operations only.
        places = [(_folded(one.open, counts.cells), one.need, one) for one in needy]
        for size in range(2, len(needy) + 1):
            for several in combinations(places, size):
                taken = needed = 0
                for cells, need, _ in several:
                    taken |= cells
                    needed += need
                if taken.bit_count() != needed:
                    continue
                chosen = [one for _, _, one in several]
                theirs = _union(chosen)
                false = 0
                for cell in each(taken):
                    for value in each(position.state.masks[cell]):
                        false |= 1 << counts.bit(cell, value)
                cuts = counts.cuts(position.state, 0, false & ~theirs)
                if cuts:
                    yield _set(
                        counts, tuple(one.number for one in chosen), tuple(each(taken)), cuts
                    )


class Taken(Argument):
    """What some values of a line need is just as many cells as are left for them."""

    __slots__ = ()

    at_once = True

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        cells = found.details["cells"]
        rules = board.rules_of(found.rules)
        facts: dict[int, int] = {}
        needed, have, none = [], [], []
        for count in map(counting, rules):
            value = count.values.bit_length() - 1
            here, not_here = known_of([count], masks, value, cells)
            needed.append(count.least - len(here))
            have += here
            none += not_here
            for cell, mask in facts_of(here, not_here, value, board.everything):
                facts[cell] = facts.get(cell, board.everything) & mask
        return tuple(Fact(cell, mask) for cell, mask in sorted(facts.items())), (
            NeedEach(rules, tuple(needed), tuple(have)),
            OnlyThese(rules, cells, sum(needed), tuple(dict.fromkeys(none))),
        )


TAKEN = Taken()


def _set(
    counts: Counts, numbers: tuple[int, ...], cells: tuple[int, ...], cuts: tuple[Cut, ...]
) -> Found:
    effort = valued(len(numbers), counts.beside[numbers[0]])
    details = {"cells": cells}
    order = numbers[0]
    return Found(
        "set-of-values", effort, numbers, cuts, details=details, order=order, argument=TAKEN
    )


INSIDE = Technique("count-inside", BASE["count-inside"], counts_inside, counts=True)
VALUES = Technique("set-of-values", BASE["rest-of-a-line"], sets_of_values, counts=True)
