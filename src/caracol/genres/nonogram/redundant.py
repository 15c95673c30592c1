"""Redundant rules for Nonograms, which help engines whose filtering of lines is incomplete."""

from __future__ import annotations

from caracol.board.names import Demand
from caracol.genres.nonogram import Nonogram
from caracol.rules import Count, Rule


def redundant(puzzle: Nonogram) -> dict[str, list[Rule]]:
    """Return rules for the number of cells of each colour in each line."""
    found: list[Rule] = []
    for (name, clue, _), (_, cells) in zip(puzzle.lines(), puzzle.grid.lines(), strict=True):
        if any(run.length <= 0 for run in clue):
            continue
        for colour, symbol in enumerate(puzzle.symbols[1:], 1):
            total = sum(run.length for run in clue if run.colour == colour)
            says = Demand("has {} in all", "each have {} in all", symbol.counted(total))
            found.append(
                Count(cells, 1 << colour, total, total, name=name, statement=says, clue=True)
            )
    return {"totals": found}
