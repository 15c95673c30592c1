"""Totals of a Nonogram that contradict each other, and notes about what else is doubtful."""

from __future__ import annotations

from caracol.errors import count_noun
from caracol.genres.nonogram import Nonogram

MISFIT = "The goal of the file does not fit its clues."
"""A note about a puzzle whose file states a wrong picture."""
GAP = "There is a zero between two runs of a clue in the file."
"""A note about a puzzle whose file has zeros in other places than those that fill up a line."""


def find_doubt(puzzle: Nonogram) -> str:
    """Return why a text may be damaged: different totals, or what was noted while reading it."""
    for note in (MISFIT, GAP):
        if note in puzzle.info.notes:
            return note[0].lower() + note[1:].rstrip(".")
    return compare_totals(puzzle)


def compare_totals(puzzle: Nonogram) -> str:
    """Return how the cells that rows and columns paint differ in number; "" if they agree."""
    totals: list[dict[int, int]] = []
    for clues in (puzzle.rows, puzzle.columns):
        found: dict[int, int] = {}
        for clue in clues:
            for length, colour in clue:
                if length < 1:
                    return ""
                found[colour] = found.get(colour, 0) + length
        totals.append(found)
    if totals[0] == totals[1]:
        return ""
    for number, painted in enumerate(puzzle.palette, 1):
        down, across = totals[0].get(number, 0), totals[1].get(number, 0)
        if down != across:
            name = painted.name or painted.letter
            return (
                f"the clues of the rows have {count_noun(down, f'{name} cell')}, "
                f"but those of the columns have {across}"
            )
    return ""
