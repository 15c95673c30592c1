"""From a picture that lines alone determine to one that needs more, cell by cell.

Drafts that are merely unique are as hard as it happens. A picture that the lines determine is
soon made, and of the single changes to it some leave a puzzle that needs a short chain of lines,
others one that needs a long chain: which, quick solvers tell, and only then the judge is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import ne

from caracol.deduction.efforts import chained
from caracol.drafting.clues import SHORT_CHAIN
from caracol.drafting.facts import Facts, probed, solved
from caracol.drafting.steps import stepped
from caracol.drafting.task import Draft, Task
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.canvas import Canvas, Repaint

LOOKS = 300
"""Cells that are looked at before another picture is begun."""
MOST_OPEN = 45
"""So many percent of the cells may need long chains; with more a judge would take too long."""


def harder(
    canvas: Canvas,
    task: Task,
    puzzle_of: Callable[[Canvas], Draft[Nonogram]],
    most: int | None = None,
) -> Draft[Nonogram] | None:
    """The picture with a few cells changed, so that it has the wanted grade; or ``None``.

    Of a drawing, whose outlines alone are touched, at ``most`` so many.
    """
    assert task.judge is not None
    more_than_hard = task.floor >= chained(SHORT_CHAIN)
    before = tuple(canvas.values)
    for change, hard in _steps(canvas, task, outlines=most is not None):
        if most is not None and sum(map(ne, canvas.values_after(change), before)) > most:
            return None
        if more_than_hard and hard:
            canvas.apply(change)
            continue
        draft = puzzle_of(canvas.again(canvas.values_after(change)))
        grade = task.judge(draft.puzzle)
        if grade is None:
            continue
        if task.suits(grade):
            return draft._replace(grade=grade)
        if grade.number <= task.floor:
            canvas.apply(change)
    return None


def _steps(canvas: Canvas, task: Task, *, outlines: bool) -> Iterator[tuple[Repaint, bool]]:
    """Changes that leave one solution and more open for lines alone than before.

    With each, whether short trials are enough.
    """
    dice, grid = task.dice, canvas.grid
    long_wanted = task.ceiling > chained(SHORT_CHAIN + 1)
    for _ in range(min(LOOKS, 2 * grid.size)):
        cell = dice.below(grid.size)
        if outlines and not _at_outline(canvas, cell):
            continue
        value = dice.pick([v for v in range(canvas.colours + 1) if v != canvas.values[cell]])
        change = canvas.tried(cell, value)
        if change.open <= canvas.open:
            continue
        model = canvas.model_after(change)
        if Facts(model).surely_several(change.left):
            continue
        left = stepped(model, SHORT_CHAIN, change.left)
        assert left is not None
        number = sum(1 for mask in left if mask & (mask - 1))
        if not number:
            yield change, True
        elif long_wanted and 100 * number <= MOST_OPEN * grid.size and solved(probed(model, left)):
            yield change, False


def _at_outline(canvas: Canvas, cell: int) -> bool:
    """Whether a cell differs from one beside it."""
    values = canvas.values
    return any(values[near] != values[cell] for near in canvas.grid.all_neighbours()[cell])
