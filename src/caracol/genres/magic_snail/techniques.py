"""The techniques of the snail: the key in its order along the spiral."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Reader, Technique
from caracol.genres.magic_snail.arguments import ENDS, NEXT, ORDER, Along, link
from caracol.rules import Elimination, Rule

LOOKS = {ENDS: "both-ends", NEXT: "next-in-order", ORDER: "order-far"}
"""The kind of look that each technique needs."""
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
        "kind-most": "with {cell}, only {mouth} of the {total} letters fit before it{before}, and "
        "{behind} behind it{after}",
        "kind-least": "with {cell}, at least {mouth} letters come before it and at least {behind} "
        "behind it, but there are only {total}",
        "behind-most": "only {mouth} of the {total} letters fit before {cell}{before}, and "
        "{behind} behind it{after}",
        "behind-least": "there are only {total} letters, but at least {mouth} before {cell} and at "
        "least {behind} behind it",
        "onwards-most": "only {mouth} of the {total} letters fit before {cell}{before}, and "
        "{behind} from there on{after}",
        "onwards-least": "there are only {total} letters, but at least {mouth} before {cell} and "
        "at least {behind} from there on",
        "first-most": "only {behind} of the {total} letters fit behind {cell}{after}",
        "last-most": "only {mouth} of the {total} letters fit before {cell}{before}",
        "whole-most": "only {mouth} of the {total} letters fit along the snail{before}",
        "places-before": ", at the earliest in {places}",
        "places-behind": ", at the latest in {places}",
        "nearest-before": ", up to {place}",
        "nearest-behind": ", from {place}",
        "nearest-along": ", the last in {place}",
        "whole-least": "at least {mouth} letters come along the snail, and there are only {total}",
        "no-way": "the key cannot run from {before} to {behind}",
        "must": "{letters} must come between {before} and {behind}",
        "everywhere": "however the letters are placed",
    },
}
"""The phrases of claims."""
LINK = link
NEVER = (
    *("balance", "count-none", "packing", "reading", "squeeze"),
    "trial-inside",
)
"""General techniques that are not used here: every letter is needed, eliminations by the spiral
have the names above, and packings are counts inside counts."""


class Spiral:
    """The data for naming eliminations, the same for all boards with this size and key."""

    def __init__(self, rule: Rule, everything: int) -> None:
        cells = rule.cells
        self.from_ends = dict(rule.propagate([everything] * (max(cells) + 1)))
        """The values that the order alone rules out on an empty board."""
        self.place = {cell: place for place, cell in enumerate(cells)}.__getitem__
        beside = zip(cells[:1] + cells[:-1], cells[1:] + cells[-1:], strict=True)
        self.beside = dict(zip(cells, beside, strict=True))
        """The cells before and behind each cell; at an end, the cell itself."""
        self.along = Along(everything.bit_length() - 1)


@lru_cache(maxsize=64)
def spiral_of(rule: Rule, everything: int) -> Spiral:
    """Return the spiral shared by all boards with this size and key."""
    return Spiral(rule, everything)


def spiral(
    position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Return named deductions from the order of the key: from an end, beside a cell, or farther."""
    if rule.as_automaton() is None:
        return None
    masks = position.state.masks
    snail = position.board.once("spiral", lambda board: spiral_of(rule, board.everything))
    from_ends, beside = snail.from_ends, snail.beside
    # Most open cells were already open before the last step.
    before: dict[tuple[str, Elimination], Deduction] = position.memory.setdefault("spiral", {})
    named: dict[str, list[Deduction]] = {}
    for cut in sorted(cuts, key=lambda cut: snail.place(cut.cell)):
        cell, removed = cut
        one, other = beside[cell]
        if not removed & ~from_ends.get(cell, 0):
            name = ENDS
        elif not masks[one] & (masks[one] - 1) or not masks[other] & (masks[other] - 1):
            name = NEXT
        else:
            name = ORDER
        # Each cell has a separate inference.
        found = before.get((name, cut))
        if found is None:
            effort = BASE[LOOKS[name]]
            found = Deduction(name, effort, (number,), (cut,), order=number, argument=snail.along)
            before[name, cut] = found
        named.setdefault(name, []).append(found)
    return list(chain.from_iterable(named.values()))


READERS: tuple[Reader, ...] = (spiral,)
TECHNIQUES: tuple[Technique, ...] = ()
