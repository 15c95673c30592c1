"""Rules that follow from those of Easy as ABC, but rule out more at once."""

from __future__ import annotations

from caracol.genres.easy_as_abc import BLANK, EasyAsABC
from caracol.rules import Count, Rule


def redundant(puzzle: EasyAsABC) -> dict[str, list[Rule]]:
    """Blanks are counted, and a clue's letter is not farther away than the blanks reach."""
    blanks = puzzle.grid.rows - len(puzzle.letters)
    counted: list[Rule] = []
    for name, line in puzzle.grid.lines():
        says = f"has the rest of its cells, {blanks}, blank"
        counted.append(Count(line, 1 << BLANK, blanks, blanks, about=name, says=says))
    reach: list[Rule] = []
    for _, _, about, line, letter in puzzle.clues():
        says = f"stands among the first {blanks + 1}"
        near = line[: blanks + 1]
        reach.append(Count(near, 1 << letter, 1, 1, about=about, says=says, clue=True))
    return {"blanks": counted, "reach": reach}
