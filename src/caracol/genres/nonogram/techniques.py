"""The named techniques of a nonogram's line.

What a line's clue rules out is found all at once by its automaton; the names say by what a
person would see it. They are told apart by what must be known: nothing, blank cells only, or
painted cells, and where these lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from sys import intern

from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position, Reader, Technique
from caracol.deduction.steps import Found
from caracol.genres.nonogram import BLANK
from caracol.rules import Cut, Reading, Rule, each

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
WORDS = {
    "always-blank": ("No room for more", "{rules}: so {conclusion}."),
    "complete": (
        "Complete line",
        "{rules}, and all of that is painted[ ({facts})]: so {conclusion}.",
    ),
    "overlap": (
        "Overlap",
        "{rules}: pack the line from one end, then from the other, and {conclusion} both times.",
    ),
    "overlap-between": (
        "Overlap between blanks",
        "{rules}[; {facts}]. Pack the room that is left from one end, then from the other: "
        "{conclusion} both times.",
    ),
    "punctuating": ("Punctuating", "{rules}[; {facts}, which ends a run]: so {conclusion}."),
    "glue": ("Glue", "{rules}[; {facts}]. The run there has no other way to go: {conclusion}."),
    "gap": ("Gap", "{rules}[; {facts}]. No run fits into what is left between: {conclusion}."),
    "joining": ("Joining", "{rules}[; {facts}]. These belong to the same run: {conclusion}."),
    "splitting": (
        "Splitting",
        "{rules}[; {facts}]. Painting between them would make too long a run: {conclusion}.",
    ),
    "out-of-reach": (
        "Out of reach",
        "{rules}[; {facts}]. No run can reach that far: {conclusion}.",
    ),
    "colours": ("Colours", "{rules}[, where {facts}]: however the runs lie, {conclusion}."),
}
NEVER = ("reading",)
"""Techniques for every genre that do not come here: what a clue rules out has the names above."""


def line(position: Position, number: int, rule: Rule, cuts: Sequence[Cut]) -> list[Found] | None:
    """What a line's clue rules out, by the name under which a person sees it."""
    if not isinstance(rule, Reading):
        return None
    kernel = position.board.kernel
    if kernel is not None:
        named = kernel.named(position.state.masks, number, BLANK, cuts, _names())
    else:
        named = plain_named(position, number, rule, cuts)
    return [Found(name, BASE[LOOKS[name]], (number,), part, order=number) for name, part in named]


def plain_named(
    position: Position, number: int, rule: Reading, cuts: Sequence[Cut]
) -> list[tuple[str, tuple[Cut, ...]]]:
    """The cuts in groups with the same name, in the order of the cuts; without the kernel."""
    named: dict[str, list[Cut]] = {}
    for cut, said in zip(cuts, evidence(position, number, rule, cuts), strict=True):
        named.setdefault(_names()[said], []).append(cut)
    return [(name, tuple(part)) for name, part in named.items()]


# What is said of a cut; the kernel says the same, with the same numbers.
BECOMES_BLANK, IS_PAINTED, BY_NOTHING, BY_BLANKS = 1, 2, 4, 8
PAINTED_BEFORE, PAINTED_BEHIND, BY_ONE_SIDE, BETWEEN_PAINTED, COMPLETES = 16, 32, 64, 128, 256


@cache
def _names() -> list[str]:
    """The name of a cut, for all that can be said of it."""
    return [intern(_name(said)) for said in range(2 * COMPLETES)]


def _name(said: int) -> str:
    if said & BECOMES_BLANK and said & BY_NOTHING:
        return "always-blank"
    if said & COMPLETES:
        return "complete"
    if not said & (BECOMES_BLANK | IS_PAINTED):
        return "colours"
    if said & BY_NOTHING:
        return "overlap"
    if said & BY_BLANKS:
        return "gap" if said & BECOMES_BLANK else "overlap-between"
    before, behind = said & PAINTED_BEFORE, said & PAINTED_BEHIND
    if not said & BECOMES_BLANK:
        # Painted because of painted cells: between two of them, or at one.
        return "joining" if said & BETWEEN_PAINTED and before else "glue"
    # Blank because of painted cells: far from them, beside one, or between two.
    if not before and not behind:
        return "out-of-reach"
    # Where the painted cell on one side alone keeps this cell blank, it ends a run.
    return "splitting" if before and behind and not said & BY_ONE_SIDE else "punctuating"


def evidence(position: Position, number: int, rule: Reading, cuts: Sequence[Cut]) -> list[int]:
    """What must be known for each of these cuts, as ``Kernel.evidence`` says it."""
    state, area = position.state, position.board.areas[number]
    # Sets of cells are integers; along a line, a later cell has a higher number.
    painted = area & ~state.planes[BLANK]
    blank = area & state.settled[BLANK]
    complete = bool(painted) and _all_blank(position, area, cuts)
    # Rows and columns are straight.
    step = rule.cells[1] - rule.cells[0] if len(rule.cells) > 1 else 1
    found = []
    for cell, removed in cuts:
        becomes_blank = state.masks[cell] & ~removed == 1 << BLANK
        said = BECOMES_BLANK if becomes_blank else IS_PAINTED * (removed >> BLANK & 1)
        told = bool(said)
        said |= COMPLETES * complete
        if not removed & ~_cut(position, number, 0).get(cell, 0):
            said |= BY_NOTHING
        elif told and not complete:
            if not removed & ~_cut(position, number, blank).get(cell, 0):
                said |= BY_BLANKS
            else:
                here = 1 << cell
                before, behind = here >> step & painted, here << step & painted
                said |= PAINTED_BEFORE * bool(before) | PAINTED_BEHIND * bool(behind)
                said |= BETWEEN_PAINTED * bool(painted & here - 1 and painted >> cell + 1)
                if becomes_blank and before and behind:
                    sides = (_cut(position, number, blank | side) for side in (before, behind))
                    said |= BY_ONE_SIDE * any(not removed & ~side.get(cell, 0) for side in sides)
        found.append(said)
    return found


def _all_blank(position: Position, area: int, cuts: Sequence[Cut]) -> bool:
    """Whether these cuts make every cell blank that is still open."""
    for settled in position.state.settled:
        area &= ~settled
    if area.bit_count() != len(cuts):
        return False
    masks = position.state.masks
    return all(masks[cell] & ~removed == 1 << BLANK for cell, removed in cuts)


def _cut(position: Position, number: int, known: int) -> dict[int, int]:
    """What the clue rules out where only these cells are known, each by its value."""
    memory: dict[tuple[int, ...], dict[int, int]] = position.memory.setdefault("lines", {})
    masks, board = position.state.masks, position.board
    # Blanks are known for good, but of a painted cell more may become known: its colour.
    coloured = known & ~position.state.settled[BLANK]
    key = (number, known, masks[coloured.bit_length() - 1]) if coloured else (number, known)
    if key not in memory:
        seen = [board.everything] * len(masks)
        for cell in each(known):
            seen[cell] = masks[cell]
        memory[key] = dict(board.supposed(number, seen) or ())
    return memory[key]


READERS: tuple[Reader, ...] = (line,)
TECHNIQUES: tuple[Technique, ...] = ()
