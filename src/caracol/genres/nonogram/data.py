"""What the parametric models of Nonograms take."""

from __future__ import annotations

from caracol.errors import ClueError
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.clues import Clue
from caracol.parametric import Data, givens


def data(puzzle: Nonogram) -> Data:
    """Height, width, the runs of every line filled up with zeros, and givens."""
    if len(puzzle.palette) > 1 or any(
        run.length < 0 for _, clue, _ in puzzle.lines() for run in clue
    ):
        raise ClueError("the parametric models are for black and white and for known runs")
    most = max(1, *(len(clue) for _, clue, _ in puzzle.lines()))

    def runs(lines: tuple[Clue, ...]) -> list[list[int]]:
        return [[*(run.length for run in clue), *[0] * (most - len(clue))] for clue in lines]

    numbers = {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns, "most": most}
    arrays = {"row_run": runs(puzzle.rows), "column_run": runs(puzzle.columns)}
    return Data(numbers, {**arrays, **givens(puzzle)})
