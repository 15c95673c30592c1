"""What an engine says of a puzzle at once, before anyone walks."""

from __future__ import annotations

from caracol.deduction.board import Board
from caracol.engines.answer import Answer, Status
from caracol.engines.limits import Clock, Slice
from caracol.engines.portfolio import answer

LOOK = 0.5
"""Seconds for the first look; nearly every puzzle takes a hundredth of that."""


def outlook(board: Board, clock: Clock, seconds: float = LOOK) -> Answer:
    """Whether the puzzle has one solution, several or none, and which; kept once it is known."""
    kept: list[Answer] = board.once("outlook", lambda _: [])
    if not kept:
        found = answer(board.model, Slice(clock, seconds), known=board.kernel)
        if found.status is Status.UNKNOWN:
            return found
        kept.append(found)
    return kept[0]
