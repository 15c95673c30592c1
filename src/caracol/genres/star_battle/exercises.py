"""Exercises about Star Battle."""

from __future__ import annotations

from typing import Any

from caracol.authoring.exercises import Exercise, IndependenceTask, ReasonTask
from caracol.errors import ClueError
from caracol.genres.star_battle import STAR, StarBattle
from caracol.genres.star_battle.report import board
from caracol.rules import Model

SIDE = 5


def read(regions: Any) -> StarBattle:
    """Return the 5×5 board with these regions and one star per line."""
    if not isinstance(regions, list | tuple) or not all(isinstance(row, str) for row in regions):
        raise ClueError("the answer must define 'regions', five rows of region letters")
    if [len(row) for row in regions] != [SIDE] * SIDE:
        raise ClueError(f"the board must have {SIDE} rows of {SIDE} letters", "regions")
    return StarBattle.from_rows(1, regions)


def without_rows(puzzle: StarBattle) -> Model:
    """Return the model without the rules of the rows, known by their names.

    A region may have the same cells as a row; its rule stays.
    """
    rows = {name for name, _ in puzzle.grid.lines()[: puzzle.grid.rows]}
    return puzzle.model.only([rule for rule in puzzle.model.rules if rule.name not in rows])


EXERCISES = (
    Exercise(
        1,
        "Model",
        "The Star Battle report says that rows need no rule, because the rules of columns, regions "
        "and distances imply it. Find a 5×5 board with one star where they do not: define "
        "'regions', five rows of region letters.",
        'regions = ["AABBB", "ABBCB", "ABBBB", "DBDBE", "DDDEE"]\n',
        IndependenceTask(
            "regions", "five rows of region letters", read, without_rows, "the rules of the rows"
        ),
    ),
    Exercise(
        8,
        "Explain",
        "On the second 5×5 board of the Star Battle report, with one star, r1c4 is a star. Name "
        "rules that together force it, with none to spare: define 'cited', a list of names "
        "such as 'row 3', 'region A' and 'the 2×2 block r1c1–r2c2'.",
        'cited = ["column 5", "region B", "region D"]\n',
        ReasonTask(board(3, 1), 3, STAR),
    ),
)
