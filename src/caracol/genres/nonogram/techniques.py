"""The named techniques of a nonogram's line.

What a line's clue rules out is found all at once by its automaton; the names say by what a
person would see it. They are told apart by what must be known: nothing, blank cells only, or
painted cells, and where these lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.explain.efforts import BASE
from caracol.explain.position import Position, Reader, Technique
from caracol.explain.steps import Found
from caracol.genres.nonogram import BLANK
from caracol.rules import Contradiction, Cut, Reading, Rule

LOOKS = {
    "always-blank": "nothing-fits",
    "complete": "clue-fulfilled",
    "overlap": "counted-along",
    "punctuating": "end-of-a-run",
    "splitting": "between-two-runs",
    "overlap-between": "counted-between",
    "glue": "run-at-a-wall",
    "gap": "room-between",
    "joining": "one-run",
    "out-of-reach": "reach",
    "colours": "order-of-colours",
}
"""For each technique the kind of look that it asks for, cheapest first."""


def line(position: Position, number: int, rule: Rule, cuts: Sequence[Cut]) -> list[Found] | None:
    """What a line's clue rules out, by the name under which a person sees it."""
    if not isinstance(rule, Reading):
        return None
    masks, everything = position.state.masks, position.board.everything
    painted = {cell for cell in rule.cells if not masks[cell] >> BLANK & 1}
    blank = {cell for cell in rule.cells if masks[cell] == 1 << BLANK}
    bare = _cut(rule, masks, everything, frozenset())
    between = _cut(rule, masks, everything, blank) if blank else bare
    places = {cell: place for place, cell in enumerate(rule.cells)}
    filled = {places[cell] for cell in painted}
    rest = sum(1 for cell in rule.cells if masks[cell] & (masks[cell] - 1))
    complete = len(cuts) == rest and all(
        masks[cut.cell] & ~cut.removed == 1 << BLANK for cut in cuts
    )
    named: dict[str, list[Cut]] = {}
    for cut in cuts:
        left = masks[cut.cell] & ~cut.removed
        if left == 1 << BLANK and not cut.removed & ~bare.get(cut.cell, 0):
            name = "always-blank"
        elif complete and painted:
            name = "complete"
        elif not left >> BLANK & 1 and cut.removed >> BLANK & 1:
            name = _paint(cut, bare, between, places[cut.cell], filled)
        elif left == 1 << BLANK:
            name = _clear(cut, between, places[cut.cell], filled)
            if name == "splitting" and _one_side(rule, masks, everything, blank, cut):
                name = "punctuating"
        else:
            name = "colours"
        named.setdefault(name, []).append(cut)
    return [
        Found(name, BASE[LOOKS[name]], (number,), tuple(part), order=number)
        for name, part in named.items()
    ]


def _paint(
    cut: Cut, bare: dict[int, int], between: dict[int, int], place: int, filled: set[int]
) -> str:
    if not cut.removed & ~bare.get(cut.cell, 0):
        return "overlap"
    if not cut.removed & ~between.get(cut.cell, 0):
        return "overlap-between"
    before = any(other < place for other in filled)
    after = any(other > place for other in filled)
    return "joining" if before and after and place - 1 in filled | {place} else "glue"


def _clear(cut: Cut, between: dict[int, int], place: int, filled: set[int]) -> str:
    if not cut.removed & ~between.get(cut.cell, 0):
        return "gap"
    near = (place - 1 in filled) + (place + 1 in filled)
    return ("out-of-reach", "punctuating", "splitting")[near]


def _one_side(
    rule: Reading, masks: Sequence[int], everything: int, blank: set[int], cut: Cut
) -> bool:
    """Whether the painted cell on one side alone keeps this cell blank."""
    place = rule.cells.index(cut.cell)
    for beside in (rule.cells[place - 1], rule.cells[place + 1]):
        found = _cut(rule, masks, everything, blank | {beside})
        if not cut.removed & ~found.get(cut.cell, 0):
            return True
    return False


def _cut(
    rule: Reading, masks: Sequence[int], everything: int, known: set[int] | frozenset[int]
) -> dict[int, int]:
    """What the clue rules out where only these cells are known."""
    seen = [everything] * len(masks)
    for cell in known:
        seen[cell] = masks[cell]
    try:
        return dict(rule.cuts(seen))
    except Contradiction:
        return {}


READERS: tuple[Reader, ...] = (line,)
TECHNIQUES: tuple[Technique, ...] = ()
