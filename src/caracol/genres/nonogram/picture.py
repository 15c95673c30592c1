"""Pictures as Nonograms: change as few cells as a unique solution needs."""

from __future__ import annotations

from caracol.authoring.drafts.symmetry import turn_board
from caracol.authoring.drafts.task import Draft, Pixels, Task
from caracol.board.grid import Grid
from caracol.genres.nonogram import BLACK, Colour, Nonogram
from caracol.genres.nonogram.draft import make_puzzle
from caracol.genres.nonogram.drafting.canvas import (
    Canvas,
    reduce_changes,
    repair,
    solved_by_trials,
    undo,
)

LETTERS = "abcdefghijklmnopqrstuvw"
SIDES = ("left-right", "top-bottom")
"""The symmetries that people notice at once."""
TRIES = 20
"""Number of candidate changes compared for each change that is made."""


def mended(
    pixels: Pixels,
    task: Task,
    *,
    lines: bool,
    most: int | None = None,
    rounds: int = 0,
    memory: int | None = None,
) -> Draft[Nonogram] | None:
    """Return the puzzle of a picture, changed until its solution is unique.

    With ``lines``, solving line by line must find it. Then try for ``rounds`` rounds to get by
    with fewer changes. Return ``None`` if more than ``most`` changes are needed.
    """
    grid = Grid.checked(pixels.rows, pixels.columns)
    if pixels.palette == (BLACK.rgb,):
        palette: tuple[Colour, ...] = (BLACK,)
    else:
        palette = tuple(
            Colour(letter, rgb, rgb) for letter, rgb in zip(LETTERS, pixels.palette, strict=False)
        )
    most = max(8, grid.size // 8) if most is None else most
    harm = pixels.harm
    turns = [turn for turn in SIDES if turn_board(grid, pixels.values, turn) == pixels.values]
    # Keep the symmetry of the picture if possible.
    for kept in [turns, []] if turns else [[]]:
        canvas = Canvas(grid, pixels.values, len(palette), kept)
        if repair(
            canvas,
            task,
            lines=lines,
            most=most,
            tries=TRIES,
            harm=harm,
            memory=memory,
            unique=solved_by_trials,
        ):
            break
    else:
        return None
    undo(canvas, pixels.values, task, lines=lines, unique=solved_by_trials)
    canvas = reduce_changes(
        canvas,
        pixels.values,
        task,
        rounds=rounds,
        lines=lines,
        tries=TRIES,
        harm=harm,
        unique=solved_by_trials,
    )
    solution = tuple(canvas.values)
    if not any(solution):
        return None
    background = "" if palette == (BLACK,) else pixels.background
    return Draft(make_puzzle(grid, solution, palette, background), solution)
