"""The techniques of the snail: the key in its order along the spiral."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position, Reader, Technique
from caracol.deduction.steps import Found
from caracol.rules import Cut, Reading, Rule

LOOKS = {
    "ends-of-the-snail": "both-ends",
    "next-in-the-key": "next-in-order",
    "order-of-the-key": "order-far",
}
"""For each technique the kind of look that it asks for."""
WORDS = {
    "ends-of-the-snail": (
        "The ends of the snail",
        "{rules}, from its first letter at the mouth to its last one inside: so {conclusion}.",
    ),
    "next-in-the-key": (
        "Next in the key",
        "{rules}, and {facts}: the letters before and after are settled by that, so {conclusion}.",
    ),
    "order-of-the-key": (
        "Order of the key",
        "{rules}[, and {facts}]: however the letters between are placed, {conclusion}.",
    ),
}
NEVER = ("balance", "count-none", "long-trial", "packing", "reading", "smallest-reason", "squeeze")
"""Techniques for every genre that do not come here: every letter is wanted, and what the
spiral rules out has the names above,
and parts with room for one each are counts inside counts."""


def spiral(position: Position, number: int, rule: Rule, cuts: Sequence[Cut]) -> list[Found] | None:
    """What the order along the spiral rules out: from its ends, beside known cells, or farther."""
    if not isinstance(rule, Reading):
        return None
    masks, everything = position.state.masks, position.board.everything
    bare = position.board.once(
        "ends", lambda board: dict(rule.cuts([everything] * board.model.grid.size))
    )
    cells = rule.cells
    place_of = position.board.once(
        "places", lambda _: {cell: place for place, cell in enumerate(cells)}
    )
    named: dict[str, list[Cut]] = {}
    for place, cut in sorted([(place_of[cut.cell], cut) for cut in cuts]):
        cell = cut.cell
        near = masks[cells[max(0, place - 1)]], masks[cells[min(len(cells) - 1, place + 1)]]
        beside = any(not mask & (mask - 1) for mask in near)
        if not cut.removed & ~bare.get(cell, 0):
            name = "ends-of-the-snail"
        elif beside:
            name = "next-in-the-key"
        else:
            name = "order-of-the-key"
        named.setdefault(name, []).append(cut)
    # Each cell has an inference of its own.
    return [
        Found(name, BASE[LOOKS[name]], (number,), (cut,), order=number)
        for name, part in named.items()
        for cut in part
    ]


READERS: tuple[Reader, ...] = (spiral,)
TECHNIQUES: tuple[Technique, ...] = ()
