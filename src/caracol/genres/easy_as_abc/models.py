"""Easy as ABC as its report models it: lines all different, clues over two cells."""

from __future__ import annotations

from caracol.authoring.formulations import Formulation
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import BLANK, EasyAsABC
from caracol.rules import Model, Rule, Table


def different(puzzle: EasyAsABC) -> Formulation:
    """Return a model with a variable for each cell in which all cells of a line are different.

    The blank is one of the values, so there must be one blank per line, and a clue involves two
    cells. Each pair of cells of a line is a rule, which is how a simple ``all_different`` works:
    once a cell is decided, its value is removed from the others.
    """
    grid, size = puzzle.grid, puzzle.grid.rows
    if size - len(puzzle.letters) != 1:
        raise ClueError(
            f"the model 'different' needs one blank per line, so {size - 1} letters on "
            f"{size}×{size}, not {len(puzzle.letters)}",
            "letters",
        )
    values = range(size)
    unequal = tuple((a, b) for a in values for b in values if a != b)
    rules: list[Rule] = []
    for name, line in grid.lines():
        for place, cell in enumerate(line):
            for other in line[place + 1 :]:
                says = f"has different values in {grid.name(cell)} and {grid.name(other)}"
                rules.append(Table((cell, other), unequal, name=name, statement=says))
    for _, _, about, line, letter in puzzle.clues():
        near = tuple((letter, other) for other in values if other != letter)
        far = ((BLANK, letter),)
        says = "stands in the first cell, or in the second behind a blank"
        rules.append(Table(line[:2], (*near, *far), name=about, statement=says, clue=True))
    rules += puzzle.given_rules()
    return Formulation(
        "a variable is a cell; lines are all different, including the blank, and a clue involves "
        "two cells",
        Model(grid, size, tuple(rules)),
        tuple(grid.name(cell) for cell in range(grid.size)),
        lambda _cell, value: puzzle.symbols[value].word,
        tuple,
    )


MODELS = {"different": different}
