"""Rules that follow from those of Easy as ABC but rule out more in one step."""

from __future__ import annotations

from caracol.board.names import Demand
from caracol.genres.easy_as_abc import BLANK, EasyAsABC
from caracol.rules import Count, Rule


def redundant(puzzle: EasyAsABC) -> dict[str, list[Rule]]:
    """Return counts of blanks, and bounds on how far away the letter of a clue is."""
    blanks = puzzle.grid.rows - len(puzzle.letters)
    counted: list[Rule] = []
    for name, line in puzzle.grid.lines():
        says = blank_rest(blanks)
        counted.append(Count(line, 1 << BLANK, blanks, blanks, name=name, statement=says))
    reach: list[Rule] = []
    for _, _, about, line, letter in puzzle.clues():
        says = Demand(
            "stands among the first {} cells", "each stand among the first {} cells", blanks + 1
        )
        near = line[: blanks + 1]
        reach.append(Count(near, 1 << letter, 1, 1, name=about, statement=says, clue=True))
    return {"blanks": counted, "reach": reach}


def blank_rest(number: int) -> Demand:
    """Return the demand of a line about its blanks."""
    return Demand(
        "has the rest of its cells, {}, blank",
        "each have the rest of their cells, {}, blank",
        number,
    )
