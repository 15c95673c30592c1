"""Counts inside counts: what some rules need is all that others have room for.

There are two families of rules, each without shared cells (rows and regions, say): the open cells
of some rules of the first are in some of the second. If these have room for no more than is needed,
nothing is left for their other cells; and if a rule of the second family meets the first in no more
cells than it has room for, all of these are needed. Books about digits call the cases pointing,
claiming and fish, books about stars call them counting; it is one argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from caracol.deduction.efforts import BASE, rate_rules, rate_values
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_claims import (
    AllLeft,
    NeedEach,
    Needs,
    OnlyThese,
    RoomFor,
    find_barred,
    find_certain,
    find_known,
    find_undecided,
    get_count,
    make_facts,
)
from caracol.deduction.techniques.count_sets import Counts, OpenCount
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.step_kernel import Filled
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Claim, Grounds, covers
from caracol.rules import Elimination, Fact, each

MOST_RULES = 8
"""Maximum number of rules in a step: nobody can keep more in mind."""
LARGEST = 3
"""Maximum number of rules chosen freely; those inside the same others are added."""
SPREAD = 2
"""Maximum number of rules met beyond their own number; nobody sees more."""


LOOKS = 4096
"""Number of choices between two checks of the clock."""


def find_counts_inside(position: Position) -> Iterator[Deduction]:
    """Yield steps by which rules of one family fill rules of another.

    The kernel finds only the cheapest.
    """
    kernel = position.quick
    masks = position.state.masks
    known = (
        kernel.find_inside(masks, largest=LARGEST, spread=SPREAD) if kernel is not None else None
    )
    if known is None:
        return find_inside_plainly(position)
    return (_make_inside(one) for one in known if len(one[0]) + len(one[1]) <= MOST_RULES)


def find_inside_plainly(position: Position) -> Iterator[Deduction]:
    """Yield all of these steps, without the kernel."""
    counts = Counts.at(position)
    live = counts.live(position)
    families = [[live[n] for n in family if n in live] for family in counts.families]
    values = [counts.counted(family[0]).values for family in counts.families]
    pairs = list(zip(families, values, strict=True))
    # Rules that have room for everything leave nothing to find.
    limited = [one for one in pairs if any(o.room < o.open.bit_count() for o in one[0])]
    for inner, inner_values in pairs:
        for outer, outer_values in limited:
            if inner is not outer and inner_values == outer_values:
                yield from _find_between(position, counts, inner, outer)


def _find_mates(touched: Sequence[int]) -> list[int]:
    """Return, for each rule, those that it is joined to by others that both meet, as a set.

    Rules that nothing joins are several steps, not one.
    """
    groups: list[tuple[int, int]] = []
    for place, area in enumerate(touched):
        members = 1 << place
        for group in [group for group in groups if group[1] & area]:
            groups.remove(group)
            members, area = members | group[0], area | group[1]
        groups.append((members, area))
    found = [0] * len(touched)
    for members, _ in groups:
        for place in each(members):
            found[place] = members
    return found


def _find_between(
    position: Position, counts: Counts, inner: Sequence[OpenCount], outer: Sequence[OpenCount]
) -> Iterator[Deduction]:
    seen: set[tuple[int, ...]] = set()
    needy = [one for one in inner if one.need > 0]
    touched = [
        sum(1 << place for place, other in enumerate(outer) if one.open & other.open)
        for one in needy
    ]
    mates = _find_mates(touched)
    # Each rule with room takes at least one, so more rules than are needed are never filled.
    roomy = sum(1 << place for place, other in enumerate(outer) if other.room > 0)
    everything = range(len(needy))
    # A rule that meets no outer rule needs nothing of their room.
    meeting = [place for place in everything if touched[place]]
    for size in range(1, min(LARGEST, len(meeting)) + 1):
        for number, chosen in enumerate(combinations(meeting, size)):
            if number % LOOKS == 0:
                position.clock.look()
            if any(mates[place] != mates[chosen[0]] for place in chosen):
                continue
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
                    found = _fill(position, counts, [needy[p] for p in group], outer)
                    if found is not None and len(found.rules) <= MOST_RULES:
                        yield found


def _fill(
    position: Position, counts: Counts, inner: Sequence[OpenCount], outer: Sequence[OpenCount]
) -> Deduction | None:
    """Return the step that these inner rules make, if they leave nothing for the outer ones."""
    needed, cells = 0, 0
    for one in inner:
        needed += one.need
        cells |= one.open
    bound, rest, true, false = 0, cells, 0, 0
    used: list[OpenCount] = []
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
    # If no outer rule limits anything, only the inner rules are left, which have a different step.
    if not used:
        return None
    cuts = counts.cuts(position.state, true, false)
    if not cuts:
        return None
    rule = counts.counted(inner[0].number)
    return _make_inside(
        (
            tuple(one.number for one in inner),
            tuple(one.number for one in used),
            rule.values.bit_length() - 1,
            needed,
            sum(one.room for one in used),
            tuple(counts.list_cells(true & ~_unite(used))),
            cuts,
        )
    )


class Inside(Argument):
    """The argument that what some rules need is in others, which have room for no more."""

    __slots__ = ()

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step with fewer inner rules, if these fill the outer ones as well."""
        position = Position(board, masks)
        counts = Counts.at(position)
        live = counts.live(position)
        inner = [live[number] for number in found.details["inner"]]
        family = next(f for f in counts.families if found.details["outer"][0] in f)
        outer = [live[number] for number in family if number in live]
        for one in list(inner):
            fewer = [other for other in inner if other is not one]
            again = _fill(position, counts, fewer, outer) if fewer else None
            if again is not None and covers(again.cuts, found.cuts, masks):
                inner, found = fewer, replace(again, cuts=found.cuts, effort=found.effort)
        return found

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        inner, outer = (board.rules_of(found.details[part]) for part in ("inner", "outer"))
        value, needed, room = (found.details[part] for part in ("value", "needed", "room"))
        inside = {cell for rule in outer for cell in rule.cells}
        have, none = find_known(inner, masks, value, inside)
        filled = find_certain(
            dict.fromkeys(c for rule in outer for c in rule.cells), masks, 1 << value
        )
        claims: list[Claim] = [Needs(inner, value, needed, tuple(have))]
        besides, known = found.details["besides"], (*filled, *none)
        claims.append(RoomFor(inner, outer, value, room, besides, known))
        made = {cell for cell, removed in found.cuts if not removed >> value & 1}
        for rule in outer:
            if made.intersection(rule.cells):
                # It must be there only if nothing else is left for it.
                elsewhere = [cell for cell in rule.cells if cell not in besides]
                mine = {cell for one in inner for cell in one.cells}.intersection(elsewhere)
                gone = find_barred(sorted(mine), masks, 1 << value)
                left = find_undecided(inner, masks, 1 << value).intersection(rule.cells)
                claims.append(AllLeft(inner, rule, value, tuple(sorted(left)), tuple(gone)))
                none += gone
        facts = make_facts([*have, *filled], none, value, board.everything)
        return tuple(facts), tuple(claims)


INSIDE_OTHERS = Inside()


def _make_inside(filled: Filled) -> Deduction:
    inner, outer, value, needed, room, besides, cuts = filled
    return Deduction(
        "count-inside",
        rate_rules("count-inside", len(inner) + len(outer)),
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


def _unite(several: Sequence[OpenCount]) -> int:
    """Return the open candidates of several counts."""
    found = 0
    for one in several:
        found |= one.open
    return found


def _fold(open_candidates: int, cells: int) -> int:
    """Return the cells of these candidates, whatever their values."""
    found = 0
    while open_candidates:
        found |= open_candidates & (1 << cells) - 1
        open_candidates >>= cells
    return found


CHOICES = 5_000
"""Number of choices of values between two looks at the clock: a few milliseconds."""


def find_sets_of_values(position: Position) -> Iterator[Deduction]:
    """Yield steps by which some values of a line fill some of its cells, so that no other fits.

    The kernel finds the cheapest.
    """
    kernel = position.quick
    known = kernel.find_sets(position.state.masks) if kernel is not None else None
    if known is None:
        return find_sets_plainly(position)
    return (_make_set(Counts.at(position), *one) for one in known)


def find_sets_plainly(position: Position) -> Iterator[Deduction]:
    """Yield all of these steps, without the kernel."""
    counts = Counts.at(position)
    live = counts.live(position)
    for line in counts.lines:
        needy = [live[n] for n in line if n in live and live[n].need > 0]
        # A line with many letters has thousands of choices, so each must take only a few
        # operations.
        places = [(_fold(one.open, counts.cells), one.need, one) for one in needy]
        for size in range(2, len(needy) + 1):
            for turn, several in enumerate(combinations(places, size)):
                if not turn % CHOICES:
                    position.clock.look()
                taken = needed = 0
                for cells, need, _ in several:
                    taken |= cells
                    needed += need
                if taken.bit_count() != needed:
                    continue
                chosen = [one for _, _, one in several]
                theirs = _unite(chosen)
                false = 0
                for cell in each(taken):
                    for value in each(position.state.masks[cell]):
                        false |= 1 << counts.bit(cell, value)
                cuts = counts.cuts(position.state, 0, false & ~theirs)
                if cuts:
                    yield _make_set(
                        counts, tuple(one.number for one in chosen), tuple(each(taken)), cuts
                    )


class Taken(Argument):
    """The argument that just as many cells are left for some values of a line as they need."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        cells = found.details["cells"]
        rules = board.rules_of(found.rules)
        facts: dict[int, int] = {}
        needed, have, none = [], [], []
        for rule in rules:
            count = get_count(rule)
            value = count.values.bit_length() - 1
            here, not_here = find_known([rule], masks, value, cells)
            needed.append(count.least - len(here))
            have += here
            none += not_here
            for cell, mask in make_facts(here, not_here, value, board.everything):
                facts[cell] = facts.get(cell, board.everything) & mask
        return tuple(Fact(cell, mask) for cell, mask in sorted(facts.items())), (
            NeedEach(rules, tuple(needed), tuple(have)),
            OnlyThese(rules, cells, sum(needed), tuple(dict.fromkeys(none))),
        )


TAKEN = Taken()


def _make_set(
    counts: Counts, numbers: tuple[int, ...], cells: tuple[int, ...], cuts: tuple[Elimination, ...]
) -> Deduction:
    effort = rate_values(len(numbers), counts.beside[numbers[0]])
    details = {"cells": cells}
    order = numbers[0]
    return Deduction(
        "set-of-values", effort, numbers, cuts, details=details, order=order, argument=TAKEN
    )


INSIDE = Technique("count-inside", BASE["count-inside"], find_counts_inside, counts=True)
VALUES = Technique("set-of-values", BASE["rest-of-a-line"], find_sets_of_values, counts=True)
