"""The smallest reason with its proof, if there is a kernel and the solution is known.

This asks the question of ``reasons`` once of a solver in C++: the fewest groups of rules that
refute any value that is not in the solution, as ``src/kernel/explaining/smallest.hpp`` describes.
Its limit counts work, not seconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.deduction.last_resort.reasons import Reason
from caracol.deduction.walk.board import Board
from caracol.engines.limits import Clock
from caracol.engines.portfolio import watch_flag
from caracol.rules import each

WORK = 200_000_000
"""Maximum work before it gives up: some four seconds."""
WORK_ON_THE_WAY = 250_000
"""Maximum work if many steps may come before that answer."""


def find_proven_reason(
    board: Board,
    masks: Sequence[int],
    solution: Sequence[int],
    clock: Clock,
    work: int = WORK,
    most: int | None = None,
) -> Reason | None:
    """Return the smallest reason of all, or the smallest that was found in time, if any was.

    ``most`` is the maximum number of groups of rules in a reason.

    The solution must be the only one of the board: every other value is then wrong.
    """
    kernel = board.kernel
    if kernel is None or kernel.nets or board.model.hidden:
        return None
    if any(not m >> v & 1 for m, v in zip(masks, solution, strict=True)):
        return None
    names, groups = board.once("groups", _group_rules)
    doubts = [
        (cell, value)
        for cell, mask in enumerate(masks)
        if mask & (mask - 1)
        for value in each(mask & ~(1 << solution[cell]))
    ]
    with watch_flag(clock.stop) as stop:
        finished, found = kernel.smallest(
            masks,
            groups,
            solution,
            doubts,
            below=(len(names) if most is None else most) + 1,
            work=work,
            seconds=clock.left(),
            stop=stop,
        )
    if found is None:
        return None
    (cell, value), numbers = found
    return Reason(cell, value, tuple(sorted(names[one] for one in numbers)), finished)


def _group_rules(board: Board) -> tuple[list[str], list[int]]:
    """Return the names of the groups of rules, and the group of each rule."""
    places: dict[str, int] = {}
    groups = [places.setdefault(rule.name, len(places)) for rule in board.rules]
    return list(places), groups
