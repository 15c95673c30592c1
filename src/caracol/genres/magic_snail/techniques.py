"""The techniques of the snail: the key in its order along the spiral."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.deduction.technique import Reader, Technique
from caracol.genres.magic_snail.arguments import ENDS, NEXT, ORDER, Along, link
from caracol.rules import Cut, Reading, Rule
from caracol.rules.reading import Automaton, Stairs, followed

LOOKS = {ENDS: "both-ends", NEXT: "next-in-order", ORDER: "order-far"}
"""For each technique the kind of look that it asks for."""
WORDS = {
    ENDS: ("The ends of the snail", "Along the snail, {claims}: so {conclusion}."),
    NEXT: ("Next in the key", "Along the snail, {claims}: so {conclusion}."),
    ORDER: ("Order of the key", "Along the snail, {claims}: so {conclusion}."),
}
PHRASES = {
    "snail": {
        "mouth": "the mouth",
        "end": "the end",
        "letter": "{letter} in {cell}",
        "behind": "the next letter behind {there} is {letter}",
        "before": "the last letter before {there} is {letter}",
        "first": "the first letter is {letter}",
        "last": "the last letter is {letter}",
        "no-place": "there is no place for {letters} between {before} and {behind}",
        "between": "however the letters are placed between {before} and {behind}",
        "kind-most": "{here} is the {mouth} {letter} at most, seen from the mouth, but the {end} "
        "at least, seen from the end",
        "kind-least": "{here} is the {mouth} {letter} at least, seen from the mouth, but the "
        "{end} at most, seen from the end",
        "behind-most": "there is room for only {mouth} of the {total} letters before {cell}, and "
        "for only {behind} behind it",
        "behind-least": "there are only {total} letters, but at least {mouth} before {cell} and at "
        "least {behind} behind it",
        "onwards-most": "there is room for only {mouth} of the {total} letters before {cell}, and "
        "for only {behind} from there on",
        "onwards-least": "there are only {total} letters, but at least {mouth} before {cell} and "
        "at least {behind} from there on",
        "first-most": "there is room for only {behind} of the {total} letters behind {cell}",
        "last-most": "there is room for only {mouth} of the {total} letters before {cell}",
        "whole-most": "there is room for only {behind} of the {total} letters along the snail",
        "whole-least": "at least {behind} letters come along the snail, and there are only {total}",
        "no-way": "the key cannot run from {before} to {behind}",
        "must": "{letters} must come between {before} and {behind}",
        "everywhere": "however the letters are placed",
    },
}
"""The phrases of which claims are made."""
LINK = link
NEVER = (
    *("balance", "count-none", "packing", "reading", "smallest-reason", "squeeze"),
    "trial-inside",
)
"""Techniques for every genre that do not come here: every letter is wanted, and what the
spiral rules out has the names above,
and parts with room for one each are counts inside counts."""


@lru_cache(maxsize=64)  # boards of a size and a key have it in common
def from_ends(
    cells: tuple[int, ...], automaton: Stairs | Automaton, everything: int
) -> dict[int, int]:
    """What the order along the spiral rules out on an empty board."""
    candidates = [everything] * (max(cells) + 1)
    return dict(followed(cells, automaton, candidates) or ())


def spiral(position: Position, number: int, rule: Rule, cuts: Sequence[Cut]) -> list[Found] | None:
    """What the order along the spiral rules out: from its ends, beside known cells, or farther."""
    if not isinstance(rule, Reading):
        return None
    masks, everything = position.state.masks, position.board.everything
    bare = from_ends(rule.cells, rule.automaton, everything)
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
            name = ENDS
        elif beside:
            name = NEXT
        else:
            name = ORDER
        named.setdefault(name, []).append(cut)
    along = Along(position.board.model.values - 1)
    # Each cell has an inference of its own.
    return [
        Found(name, BASE[LOOKS[name]], (number,), (cut,), order=number, argument=along)
        for name, part in named.items()
        for cut in part
    ]


READERS: tuple[Reader, ...] = (spiral,)
TECHNIQUES: tuple[Technique, ...] = ()
