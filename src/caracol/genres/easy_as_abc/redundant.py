"""Rules that follow from those of Easy as ABC, but rule out more at once."""

from __future__ import annotations

from caracol.board.names import Demand
from caracol.genres.easy_as_abc import BLANK, EasyAsABC
from caracol.rules import Count, Rule


def redundant(puzzle: EasyAsABC) -> dict[str, list[Rule]]:
    """Blanks are counted, and a clue's letter is not farther away than the blanks reach."""
    blanks = puzzle.grid.rows - len(puzzle.letters)
    counted: list[Rule] = []
    for name, line in puzzle.grid.lines():
        says = blank_rest(blanks)
        counted.append(Count(line, 1 << BLANK, blanks, blanks, about=name, says=says))
    reach: list[Rule] = []
    for _, _, about, line, letter in puzzle.clues():
        says = Demand(
            "stands among the first {} cells", "each stand among the first {} cells", blanks + 1
        )
        near = line[: blanks + 1]
        reach.append(Count(near, 1 << letter, 1, 1, about=about, says=says, clue=True))
    return {"blanks": counted, "reach": reach}


def blank_rest(number: int) -> Demand:
    """What a line says of its blanks."""
    return Demand(
        "has the rest of its cells, {}, blank",
        "each have the rest of their cells, {}, blank",
        number,
    )
