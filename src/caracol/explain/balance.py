"""The counting argument behind a set of rules: these need more than there is room for.

Nearly every hard step of a Star Battle is one (all 707 of 31 published puzzles were, by linear
programming). Given the rules of a smallest reason, each is tried as a need or as a room; the
first balance that leaves less to spare than the refuted candidate would cost is the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from caracol.explain.counts import Counts
from caracol.explain.position import Position
from caracol.rules import Allowed, Count, each

MOST_RULES = 11
"""Beyond this many rules the ways to balance them are too many, and the sentence too long."""


def balanced(
    position: Position, rules: tuple[int, ...], cell: int, value: int
) -> dict[str, Any] | None:
    """The details of a counting argument by which these rules refute a candidate."""
    counts = Counts.at(position)
    state, board = position.state, position.board
    if len(rules) > MOST_RULES:
        return None
    can, sure = counts.candidates(state)
    can &= ~sure
    entries: list[Entry] = []
    for number in rules:
        rule = board.rules[number]
        match rule:
            case Count() if not rule.values & (rule.values - 1):
                area = board.areas[number] << counts.cells * (rule.values.bit_length() - 1)
                certain = (area & sure).bit_count()
                roles = (-1, 1) if rule.least else (-1,)
                entries.append(
                    Entry(number, area & can, rule.least - certain, rule.most - certain, roles)
                )
            case Allowed() if len(rule.cells) == 2:
                for group, owner in counts.ones:
                    if owner == number and group & can:
                        room = 1 - (group & sure).bit_count()
                        entries.append(Entry(number, group & can, 0, room, (0, -1)))
            case _:
                return None
    if len(entries) > MOST_RULES:
        return None
    for signs in product(*(entry.roles for entry in entries)):
        if 1 in signs:
            argument = _argument(position, counts, entries, signs, cell, value)
            if argument is not None:
                return argument
    return None


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
            need += entry.need if sign > 0 else 0
            room += entry.room if sign < 0 else 0
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
    kinds = {rule.values for n in inner if isinstance(rule := counts.board.rules[n], Count)}
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
        "value": kinds.pop().bit_length() - 1 if len(kinds) == 1 else None,
    }
