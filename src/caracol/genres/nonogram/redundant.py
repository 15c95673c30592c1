"""Rules that follow from those of Nonograms; they help where lines are read less than fully."""

from __future__ import annotations

from caracol.board.names import Demand
from caracol.genres.nonogram import Nonogram
from caracol.rules import Count, Rule


def redundant(puzzle: Nonogram) -> dict[str, list[Rule]]:
    """The runs of a line add up to so many cells of each colour."""
    found: list[Rule] = []
    for (name, clue, _), (_, cells) in zip(puzzle.lines(), puzzle.grid.lines(), strict=True):
        if any(run.length <= 0 for run in clue):
            continue
        for colour, symbol in enumerate(puzzle.symbols[1:], 1):
            total = sum(run.length for run in clue if run.colour == colour)
            says = Demand("has {} in all", "each have {} in all", symbol.counted(total))
            found.append(Count(cells, 1 << colour, total, total, about=name, says=says, clue=True))
    return {"totals": found}
