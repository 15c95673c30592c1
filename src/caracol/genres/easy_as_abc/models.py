"""Easy as ABC as its report models it: lines all different, clues over two cells."""

from __future__ import annotations

from caracol.errors import ClueError
from caracol.formulations import Formulation
from caracol.genres.easy_as_abc import BLANK, EasyAsABC
from caracol.rules import Allowed, Model, Rule


def different(puzzle: EasyAsABC) -> Formulation:
    """Cells as ever, but a line is said to be all different, value by value.

    The blank is one of the values, so there must be one blank a line; a clue then looks at two
    cells. Each pair of cells of a line is a rule, which is what a plain ``all_different`` does:
    it waits until a cell is decided, and takes the value from the others.
    """
    grid, size = puzzle.grid, puzzle.grid.rows
    if size - len(puzzle.letters) != 1:
        raise ClueError(
            f"the model 'different' needs one blank a line, so {size - 1} letters on {size}×{size},"
            f" not {len(puzzle.letters)}",
            "letters",
        )
    values = range(size)
    unequal = tuple((a, b) for a in values for b in values if a != b)
    rules: list[Rule] = []
    for name, line in grid.lines():
        for place, cell in enumerate(line):
            for other in line[place + 1 :]:
                says = f"has different values in {grid.name(cell)} and {grid.name(other)}"
                rules.append(Allowed((cell, other), unequal, about=name, says=says))
    for _, _, about, line, letter in puzzle.clues():
        near = tuple((letter, other) for other in values if other != letter)
        far = ((BLANK, letter),)
        says = "stands in the first cell, or in the second behind a blank"
        rules.append(Allowed(line[:2], (*near, *far), about=about, says=says, clue=True))
    rules += puzzle.given_rules()
    return Formulation(
        "cells; lines are all different, the blank included, and a clue looks at two cells",
        Model(grid, size, tuple(rules)),
        tuple(grid.name(cell) for cell in range(grid.size)),
        lambda _cell, value: puzzle.symbols[value].word,
        tuple,
    )


MODELS = {"different": different}
