"""The smallest reason with its proof, where the kernel is there and the solution is known.

The same question as in ``reasons``, stated once to a solver in C++: the fewest groups of rules
that refute any of the values that the solution does not have. ``src/kernel/smallest.hpp`` says
how. What it may do is limited in work, not in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.deduction.board import Board
from caracol.deduction.reasons import Reason
from caracol.engines.limits import Clock
from caracol.engines.portfolio import watched
from caracol.rules import each

WORK = 200_000_000
"""What it may do before it gives up: some four seconds."""
WORK_AT_ONCE = 1_000_000
"""The same where a first answer is wanted at once."""
WORK_ON_THE_WAY = 250_000
"""The same where many steps may come before that answer."""


def proven(
    board: Board,
    masks: Sequence[int],
    solution: Sequence[int],
    clock: Clock,
    work: int = WORK,
    most: int | None = None,
) -> Reason | None:
    """The smallest reason of all, or the smallest that was found in time, if any was.

    Where told, no reason with more than so many groups of rules is sought.

    The solution must be the only one of the board: every other value is then wrong.
    """
    kernel = board.kernel
    if kernel is None or kernel.nets or board.model.hidden:
        return None
    if any(not m >> v & 1 for m, v in zip(masks, solution, strict=True)):
        return None
    names, groups = board.once("groups", _groups)
    doubts = [
        (cell, value)
        for cell, mask in enumerate(masks)
        if mask & (mask - 1)
        for value in each(mask & ~(1 << solution[cell]))
    ]
    with watched(clock.stop) as stop:
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


def _groups(board: Board) -> tuple[list[str], list[int]]:
    """What the groups of rules are about, and the group of each rule."""
    places: dict[str, int] = {}
    groups = [places.setdefault(rule.about, len(places)) for rule in board.rules]
    return list(places), groups
