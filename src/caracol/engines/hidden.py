"""Boards with cells that are not shown: what may stand there."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.engines.limits import Clock
from caracol.rules import Model


def completed(model: Model, values: Sequence[int]) -> tuple[int, ...] | None:
    """A finished board with its hidden cells, so that every rule is kept; ``None``: none is so."""
    board = tuple(values)
    if not model.hidden or len(board) == model.size:
        return board if model.kept(board) else None
    if model.broken(board):
        return None
    from caracol.engines.sat import Session

    with Session(model, model.narrowed(board)) as session:
        return session.values() if session.solve(Clock()) else None
