"""Pictures as Nonograms: the cells that must change, and no others."""

from __future__ import annotations

from caracol.board.grid import Grid
from caracol.drafting.symmetry import turned
from caracol.drafting.task import Draft, Pixels, Task
from caracol.genres.nonogram import BLACK, Colour, Nonogram
from caracol.genres.nonogram.canvas import Canvas, by_trials, repair, spare, undo
from caracol.genres.nonogram.draft import drawn

LETTERS = "abcdefghijklmnopqrstuvw"
SIDES = ("left-right", "top-bottom")
"""The turns under which people see at once that a picture is symmetric."""
TRIES = 20
"""Changes that are looked at for each that is made."""


def mended(
    pixels: Pixels,
    task: Task,
    *,
    lines: bool,
    most: int | None = None,
    rounds: int = 0,
    memory: int | None = None,
) -> Draft[Nonogram] | None:
    """The puzzle of a picture, changed until it is unique (or line by line is enough).

    So many ``rounds`` fewer changes are looked for. ``None`` where more than ``most`` are needed.
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
    turns = [turn for turn in SIDES if turned(grid, pixels.values, turn) == pixels.values]
    # A symmetric picture stays so, unless that is not to be had.
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
            unique=by_trials,
        ):
            break
    else:
        return None
    undo(canvas, pixels.values, task, lines=lines, unique=by_trials)
    canvas = spare(
        canvas,
        pixels.values,
        task,
        rounds=rounds,
        lines=lines,
        tries=TRIES,
        harm=harm,
        unique=by_trials,
    )
    solution = tuple(canvas.values)
    if not any(solution):
        return None
    background = "" if palette == (BLACK,) else pixels.background
    return Draft(drawn(grid, solution, palette, background), solution)
