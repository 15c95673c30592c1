"""Many steps of a walk at once, as far as rules alone lead: by the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

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


Told = Callable[[Position, int | None, tuple[int, ...], tuple[Cut, ...]], Found]
"""The step in which several rules take something away, or a cell tells of those beside it."""


def by_rules(
    position: Position,
    most_effort: float,
    most: int,
    told: Told,
    *,
    alone: Callable[[Board], Sequence[int]],
    groups: Sequence[tuple[int, ...]] = (),
    **looks: Any,
) -> Iterator[tuple[Found, int]]:
    """The next steps that rules alone make, each with how many of its effort were open.

    What they are and what they ask stands in ``engines.kernel.Kernel.plain_steps``.
    """
    kernel = position.board.kernel
    if kernel is None:
        return
    steps = kernel.plain_steps(
        position.state.masks,
        position.woken(),
        counts=_COUNTS,
        alone=position.board.once("efforts", alone),
        groups=groups,
        most_effort=round(100 * most_effort),
        most=most,
        **looks,
    )
    for cell, rules, cuts, open_steps in steps:
        if cell is None and len(rules) == 1:
            yield position.named(rules[0], cuts)[0], open_steps
        else:
            yield told(position, cell, rules, cuts), open_steps
