"""Sums of a Kakuro that contradict each other."""

from __future__ import annotations

from caracol.genres.kakuro import Kakuro


def find_doubt(puzzle: Kakuro) -> str:
    """Return how the sums down and to the right differ, if all are stated; "" if they agree.

    Each digit counts once in both, so the totals are equal.
    """
    white = {cell for cell, sums in enumerate(puzzle.squares) if sums is None}
    totals = []
    for way in (0, 1):
        runs = [run for run in puzzle.runs if run.way == way and run.total]
        if {cell for run in runs for cell in run.cells} != white:
            return ""
        totals.append(sum(run.total for run in runs))
    down, across = totals
    if down == across:
        return ""
    return f"the sums down add up to {down}, but those across to {across}"
