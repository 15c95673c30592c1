"""Many steps of a walk at once, as far as rules alone lead: by the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from caracol.deduction.board import Board
from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.rules import Cut


def hundredths(look: str) -> int:
    """What a kind of look asks, so that equal efforts are equal."""
    return round(100 * BASE[look])


_COUNTS = (hundredths("count-none"), hundredths("count-full"), hundredths("count-all"))


def efforts(board: Board, usual: int) -> list[int]:
    """What each rule asks where it says something alone: this, unless it has one cell only."""
    return [hundredths(rule.alone[0]) if len(rule.cells) == 1 else usual for rule in board.rules]


def by_rules(
    position: Position,
    most_effort: float,
    most: int,
    *,
    alone: Callable[[Board], Sequence[int]],
    known: Sequence[int] = (),
    closed: int = 0,
    beside: int = -1,
    telling: int = 0,
    around: Callable[[int, tuple[int, ...], tuple[Cut, ...]], Found] | None = None,
) -> Iterator[tuple[Found, int]]:
    """The next steps that rules alone make, each with how many of its effort were open.

    What they ask stands in ``engines.kernel.Kernel.plain_steps``; ``around`` makes the step in
    which a cell tells of those beside it.
    """
    kernel = position.board.kernel
    if kernel is None:
        return
    steps = kernel.plain_steps(
        position.state.masks,
        position.woken(),
        counts=_COUNTS,
        alone=position.board.once("efforts", alone),
        known=known,
        closed=closed,
        beside=beside,
        telling=telling,
        most_effort=round(100 * most_effort),
        most=most,
    )
    for cell, rules, cuts, open_steps in steps:
        if cell is not None and around is not None:
            yield around(cell, rules, cuts), open_steps
        else:
            yield position.named(rules[0], cuts)[0], open_steps
