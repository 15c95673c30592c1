"""Values of cells that the board does not show."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.rules import Model


def complete_board(model: Model, values: Sequence[int]) -> tuple[int, ...] | None:
    """Return a finished board with values for its hidden cells, or ``None`` if there are none."""
    board = tuple(values)
    if not model.hidden or len(board) == model.size:
        return board if model.holds(board) else None
    if model.find_broken(board):
        return None

    with Session(model, model.narrowed(board)) as session:
        return session.values() if session.solve(Clock()) else None
