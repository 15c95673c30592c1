"""Magnets' own techniques: what one half says of the other and of its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caracol.deduction.board import Board
from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position, Reader, Technique
from caracol.deduction.steps import Fact, Found
from caracol.genres.magnets import CHARGED_OR_NEUTRAL, NEUTRAL
from caracol.rules import Allowed, Cut, Rule

OTHER_HALF, AROUND = "other-half", "around-a-pole"
LOOKS = {OTHER_HALF: "partner", AROUND: "beside-a-value"}
"""For each technique the kind of look that it asks for."""
WORDS = {
    OTHER_HALF: ("The other half", "{rules}[, and {facts}]: so {conclusion}."),
    AROUND: (
        "Around a pole",
        "Equal poles do not touch, the halves of a magnet are unequal, and {facts}: "
        "so {conclusion}.",
    ),
}


def other_half(
    _position: Position, number: int, rule: Rule, cuts: Sequence[Cut]
) -> list[Found] | None:
    """The halves of a domino are both neutral or both not."""
    if isinstance(rule, Allowed) and rule.tuples == CHARGED_OR_NEUTRAL:
        return [Found(OTHER_HALF, BASE[LOOKS[OTHER_HALF]], (number,), tuple(cuts), order=number)]
    return None


def around(position: Position) -> Iterator[Found]:
    """All that a pole says of its other half and its neighbours at once."""
    masks = position.state.masks
    told: dict[int, list[tuple[int, Cut]]] = {}
    pairs_of = position.board.once("pairs", _pairs)
    for number, several in position.singles.items():
        if number not in pairs_of:
            continue
        one, another = pairs_of[number]
        for cut in several[0].cuts:
            other = another if one == cut.cell else one
            mask = masks[other]
            if mask and not mask & (mask - 1) and mask != 1 << NEUTRAL:
                told.setdefault(other, []).append((number, cut))
    for cell, pairs in told.items():
        if len(pairs) > 1:
            yield Found(
                AROUND,
                BASE[LOOKS[AROUND]],
                tuple(number for number, _ in pairs),
                tuple(cut for _, cut in pairs),
                facts=(Fact(cell, masks[cell]),),
                order=cell,
            )


def _pairs(board: Board) -> dict[int, tuple[int, ...]]:
    """The rules for two cells with these."""
    return {
        number: rule.cells
        for number, rule in enumerate(board.rules)
        if len(rule.cells) == 2 and isinstance(rule, Allowed)
    }


READERS: tuple[Reader, ...] = (other_half,)
TECHNIQUES = (Technique(AROUND, BASE[LOOKS[AROUND]], around),)
