"""Numbers of trees and tents that contradict each other."""

from __future__ import annotations

from caracol.genres.tents import Tents


def find_doubt(puzzle: Tents) -> str:
    """Return how the numbers contradict each other or the trees; "" if they do not."""
    trees = len(puzzle.trees)
    totals = {"trees": trees}
    for name, numbers in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        if None not in numbers:
            totals[name] = sum(number or 0 for number in numbers)
    for name, total in totals.items():
        if total != trees:
            return f"the numbers of trees and of tents in {name} differ: {trees} and {total}"
    return ""
