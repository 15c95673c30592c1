"""Counts inside counts: what some rules need is all that others have room for.

Two families of rules that share no cells among themselves (rows and regions, say): the open
cells of some of the first lie in some of the second. If these have room for no more than is
needed, nothing is left for their other cells; and where a rule of the second family meets the
first in no more cells than it has room for, all of these are needed. Sudoku books call the
cases pointing, claiming and fish, Star Battle books call them counting; it is one argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from caracol.deduction.counts import Counts, Live
from caracol.deduction.efforts import BASE, joined, valued
from caracol.deduction.position import Position, Technique
from caracol.deduction.steps import Found
from caracol.engines.kernel import Filled
from caracol.rules import Cut, each

LARGEST = 3
"""So many rules are chosen freely; those that lie inside the same others come along."""
SPREAD = 2
"""Rules that meet so many more others than they are themselves are not for the eye."""


def counts_inside(position: Position) -> Iterator[Found]:
    """Steps by which rules of one family fill rules of another; the kernel tells the cheapest."""
    kernel = position.board.kernel
    masks = position.state.masks
    known = kernel.inside(masks, largest=LARGEST, spread=SPREAD) if kernel is not None else None
    return plain_inside(position) if known is None else map(_inside, known)


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
        for chosen in combinations(everything, size):
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
                    if found is not None:
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
    kernel = position.board.kernel
    known = kernel.sets(position.state.masks) if kernel is not None else None
    if known is None:
        return plain_sets(position)
    counts = Counts.at(position)
    return (_set(counts, *one) for one in known)


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


def _set(
    counts: Counts, numbers: tuple[int, ...], cells: tuple[int, ...], cuts: tuple[Cut, ...]
) -> Found:
    effort = valued(len(numbers), counts.beside[numbers[0]])
    details = {"cells": cells}
    return Found("set-of-values", effort, numbers, cuts, details=details, order=numbers[0])


INSIDE = Technique("count-inside", BASE["count-inside"], counts_inside)
VALUES = Technique("set-of-values", BASE["rest-of-a-line"], sets_of_values)
