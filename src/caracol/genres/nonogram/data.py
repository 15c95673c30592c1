"""The data of the parametric models of Nonograms."""

from __future__ import annotations

from caracol.authoring.parametric import Data, givens
from caracol.errors import ClueError
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.clues import Clue


def data(puzzle: Nonogram) -> Data:
    """Return the size, the runs of every line padded with zeros, and the givens."""
    if len(puzzle.palette) > 1 or any(
        run.length < 0 for _, clue, _ in puzzle.lines() for run in clue
    ):
        raise ClueError("the parametric models need one colour and known run lengths")
    most = max(1, *(len(clue) for _, clue, _ in puzzle.lines()))

    def runs(lines: tuple[Clue, ...]) -> list[list[int]]:
        return [[*(run.length for run in clue), *[0] * (most - len(clue))] for clue in lines]

    numbers = {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns, "most": most}
    arrays = {"row_run": runs(puzzle.rows), "column_run": runs(puzzle.columns)}
    return Data(numbers, {**arrays, **givens(puzzle)})
