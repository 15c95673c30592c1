"""Distances on a board, by which nearby steps follow each other."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from math import hypot

from caracol.board.grid import spots
from caracol.deduction.walk.board import Board


def find_middle(board: Board, cells: Sequence[int]) -> tuple[float, float] | None:
    """Return the middle of those cells that the board shows, as row and column."""
    places = spots(board.model.grid)
    shown = [places[cell] for cell in cells if cell < len(places)]
    if not shown:
        return None
    return (
        sum(spot.row for spot in shown) / len(shown),
        sum(spot.column for spot in shown) / len(shown),
    )


def find_nearest(place: int, others: Sequence[int]) -> int:
    """Return the distance of a place in a line from the nearest of these, which are sorted."""
    after = bisect(others, place)
    return min(abs(place - one) for one in others[max(0, after - 1) : after + 1])


def measure_diagonal(board: Board) -> float:
    """Return the length of the board's diagonal, in squares."""
    return hypot(board.model.grid.rows, board.model.grid.columns)
