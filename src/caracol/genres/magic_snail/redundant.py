"""Rules that follow from those of Magic Snail, but rule out more at once."""

from __future__ import annotations

from caracol.board.names import Demand
from caracol.genres.magic_snail import BLANK, MagicSnail
from caracol.rules import Count, Rule


def redundant(puzzle: MagicSnail) -> dict[str, list[Rule]]:
    """Return the counts of blanks: in every line, all cells beyond the letters of the key."""
    blanks = puzzle.size - len(puzzle.key)
    says = Demand(
        "has the rest of its cells, {}, blank",
        "each have the rest of their cells, {}, blank",
        blanks,
    )
    counted: list[Rule] = [
        Count(line, 1 << BLANK, blanks, blanks, name=name, statement=says)
        for name, line in puzzle.grid.lines()
        if blanks >= 0
    ]
    return {"blanks": counted}
