"""The counting argument behind a set of rules: these need more than there is room for.

Nearly every hard step of a Star Battle is one (all 707 of 31 published puzzles were, by linear
programming). Given the rules of a smallest reason, each is tried as a need or as a room; the
first balance that leaves less to spare than the refuted candidate would cost is the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, NamedTuple

from caracol.deduction.counts import Counts
from caracol.deduction.position import Position
from caracol.deduction.simplex import largest
from caracol.rules import each

MOST_SIGNS = 9
"""Up to so many terms every way to sign them is tried, which finds the plainest argument."""
MOST_RULES = 40
"""Beyond so many terms no argument is sought."""
FEW_RULES = 12
"""The same where there is no time."""
MOST_TIMES = 6
"""No rule is counted more often than this."""


def balanced(
    position: Position,
    rules: tuple[int, ...],
    cell: int,
    value: int,
    most: int = MOST_RULES,
) -> dict[str, Any] | None:
    """The details of a counting argument by which these rules refute a candidate.

    Beyond ``most`` terms none is sought.
    """
    counts = Counts.at(position)
    state, board = position.state, position.board
    can, sure = counts.candidates(state)
    can &= ~sure
    entries: list[Entry] = []
    for number in rules:
        rule = board.rules[number]
        count = rule.as_count()
        if count is not None and not count.values & (count.values - 1):
            area = board.areas[number] << counts.cells * (count.values.bit_length() - 1)
            certain = (area & sure).bit_count()
            roles = (-1, 1) if count.least else (-1,)
            entries.append(
                Entry(number, area & can, count.least - certain, count.most - certain, roles)
            )
        elif rule.as_pairs() is not None:
            for group, owner in counts.ones:
                if owner == number and group & can:
                    room = 1 - (group & sure).bit_count()
                    entries.append(Entry(number, group & can, 0, room, (0, -1)))
        else:
            return None
    if len(entries) <= MOST_SIGNS:
        for signs in product(*(entry.roles for entry in entries)):
            if 1 in signs:
                argument = _argument(position, counts, entries, signs, cell, value)
                if argument is not None:
                    return argument
    if len(entries) <= most:
        multipliers = _multipliers(position, counts, entries, cell, value)
        if multipliers is not None:
            return _argument(position, counts, entries, multipliers, cell, value)
    return None


def _multipliers(
    position: Position, counts: Counts, entries: Sequence[Entry], cell: int, value: int
) -> list[int] | None:
    """How often each rule counts, as a need (positive) or a room, by linear programming.

    The largest violation is sought: needs minus rooms minus what every cell can add at best.
    Cells of which the same rules see the same values are taken together.
    """
    columns = [(place, role) for place, entry in enumerate(entries) for role in entry.roles if role]
    target = counts.bit(cell, value)
    masks = position.state.masks
    everything = 0
    for entry in entries:
        everything |= entry.open
    classes: dict[frozenset[tuple[int, ...]], int] = {}
    for here in {bit % counts.cells for bit in each(everything)} - {cell}:
        # What each of its values is counted by; a value that nothing counts adds nothing.
        seen = frozenset(
            tuple(p for p, entry in enumerate(entries) if entry.open >> counts.bit(here, one) & 1)
            for one in each(masks[here])
        )
        classes[seen] = classes.get(seen, 0) + 1
    gains = []
    for place, role in columns:
        entry = entries[place]
        fixed = entry.open >> target & 1
        gains.append(float((entry.need if role > 0 else -entry.room) - role * fixed))
    width = len(columns)
    rows = []
    for number, options in enumerate(classes):
        least = [-1.0 if one == number else 0.0 for one in range(len(classes))]
        for seen_by in sorted(options):
            if seen_by:
                rows.append([float(r) if p in seen_by else 0.0 for p, r in columns] + least)
    bounds = [0.0] * len(rows) + [1.0]
    rows.append([1.0] * width + [0.0] * len(classes))
    found = largest([*gains, *(-float(n) for n in classes.values())], rows, bounds)
    if found is None:
        return None
    parts = [Fraction(one).limit_denominator(MOST_TIMES * 60) for one in found[:width]]
    smallest = min((part for part in parts if part > 0), default=None)
    if smallest is None:
        return None
    times = [0] * len(entries)
    scale = lcm(
        *(  # whole numbers for people
            (part / smallest).limit_denominator(MOST_TIMES).denominator for part in parts
        )
    )
    for (place, role), part in zip(columns, parts, strict=True):
        times[place] += role * round(part / smallest * scale)
    return times if max(map(abs, times)) <= MOST_TIMES else None


class Entry(NamedTuple):
    """A rule as a term of the balance: what it needs, what it has room for, how it may count."""

    number: int
    open: int
    need: int
    room: int
    roles: tuple[int, ...]


def _argument(
    position: Position,
    counts: Counts,
    entries: Sequence[Entry],
    signs: Sequence[int],
    cell: int,
    value: int,
) -> dict[str, Any] | None:
    """The argument with these signs, if the candidate costs more than there is to spare."""
    need = room = 0
    weight: dict[tuple[int, int], int] = {}
    for entry, sign in zip(entries, signs, strict=True):
        if sign:
            need += entry.need * sign if sign > 0 else 0
            room -= entry.room * sign if sign < 0 else 0
            for bit in each(entry.open):
                place = bit % counts.cells, bit // counts.cells
                weight[place] = weight.get(place, 0) + sign
    masks = position.state.masks
    best = {
        here: max(weight.get((here, one), 0) for one in each(masks[here]))
        for here in {place[0] for place in weight}
    }
    spare = room + sum(best.values()) - need
    cost = best.get(cell, 0) - weight.get((cell, value), 0)
    if not cost > spare >= 0:
        return None
    inner = tuple(e.number for e, sign in zip(entries, signs, strict=True) if sign > 0)
    outer = tuple(e.number for e, sign in zip(entries, signs, strict=True) if sign < 0)
    kinds = {count.values for n in inner if (count := counts.board.rules[n].as_count())}
    besides = sorted(here for here, most in best.items() if most > 0)
    return {
        "inner": inner,
        "outer": tuple(dict.fromkeys(outer)),
        "needed": need,
        "room": room,
        "besides": tuple(besides),
        "adds": sum(best[here] for here in besides),
        "spare": spare,
        "costs": cost,
        "assumed": (cell, 1 << value),
        "times": tuple(
            (e.number, abs(s)) for e, s in zip(entries, signs, strict=True) if abs(s) > 1
        ),
        "value": kinds.pop().bit_length() - 1 if len(kinds) == 1 else None,
    }
