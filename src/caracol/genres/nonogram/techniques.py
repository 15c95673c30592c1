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


def line(position: Position, number: int, rule: Rule, cuts: Sequence[Cut]) -> list[Found] | None:
    """What a line's clue rules out, by the name under which a person sees it."""
    if not isinstance(rule, Reading):
        return None
    state, area = position.state, position.board.areas[number]
    masks = state.masks
    # Sets of cells are integers; along a line, a later cell has a higher number.
    painted = area & ~state.planes[BLANK]
    blank = area & state.settled[BLANK]
    bare = _cut(position, number, 0)
    between: dict[int, int] | None = None
    complete = painted and _all_blank(position, area, cuts)
    named: dict[str, list[Cut]] = {}
    for cut in cuts:
        cell, removed = cut
        unseen = removed & ~bare.get(cell, 0)
        becomes_blank = masks[cell] & ~removed == 1 << BLANK
        if becomes_blank and not unseen:
            name = "always-blank"
        elif complete:
            name = "complete"
        elif not becomes_blank and not removed >> BLANK & 1:
            name = "colours"
        elif not unseen:
            name = "overlap"
        else:
            if between is None:
                between = _cut(position, number, blank)
            if not removed & ~between.get(cell, 0):
                name = "gap" if becomes_blank else "overlap-between"
            elif becomes_blank:
                name = _apart(position, number, rule, cut, painted, blank)
            else:
                name = _beside(rule, cell, painted)
        if name in named:
            named[name].append(cut)
        else:
            named[name] = [cut]
    return [
        Found(name, BASE[LOOKS[name]], (number,), tuple(part), order=number)
        for name, part in named.items()
    ]


def _all_blank(position: Position, area: int, cuts: Sequence[Cut]) -> bool:
    """Whether these cuts make every cell blank that is still open."""
    for settled in position.state.settled:
        area &= ~settled
    if area.bit_count() != len(cuts):
        return False
    masks = position.state.masks
    return all(masks[cell] & ~removed == 1 << BLANK for cell, removed in cuts)


def _step(rule: Reading) -> int:
    """From each cell of a line to the next; rows and columns are straight."""
    return rule.cells[1] - rule.cells[0] if len(rule.cells) > 1 else 1


def _beside(rule: Reading, cell: int, painted: int) -> str:
    """A cell that is painted because of painted cells: between two of them, or at one."""
    before, after = painted & (1 << cell) - 1, painted >> cell + 1
    near = painted & (1 << cell >> _step(rule))
    return "joining" if before and after and near else "glue"


def _apart(
    position: Position, number: int, rule: Reading, cut: Cut, painted: int, blank: int
) -> str:
    """A cell that is blank because of painted cells: far from them, beside one, or between two."""
    here, step = 1 << cut.cell, _step(rule)
    beside = here >> step & painted, here << step & painted
    if not all(beside):
        return "punctuating" if any(beside) else "out-of-reach"
    for one in beside:
        # Where the painted cell on one side alone keeps this cell blank, it ends a run.
        found = _cut(position, number, blank | one)
        if not cut.removed & ~found.get(cut.cell, 0):
            return "punctuating"
    return "splitting"


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
