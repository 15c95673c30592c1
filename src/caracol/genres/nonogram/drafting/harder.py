"""Make a picture harder, starting from one that can be solved line by line.

The grade of a random unique picture is a matter of luck. A picture that can be solved line by
line is found quickly, and some single changes to it lead to a puzzle that needs a short chain of
lines, others to one that needs a long chain. Fast solvers tell them apart before the judge grades
the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import ne

from caracol.authoring.drafts.clues import SHORT_CHAIN
from caracol.authoring.drafts.facts import Facts, probe, solved
from caracol.authoring.drafts.steps import rule_out_by_chains
from caracol.authoring.drafts.task import Draft, Task
from caracol.deduction.efforts import rate_trial
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.drafting.canvas import Canvas, Repaint

LOOKS = 300
"""Maximum number of changes tried before starting another picture."""
MOST_OPEN = 45
"""Maximum percentage of cells that may need long chains; with more, grading takes too long."""


def make_harder(
    canvas: Canvas,
    task: Task,
    puzzle_of: Callable[[Canvas], Draft[Nonogram]],
    most: int | None = None,
) -> Draft[Nonogram] | None:
    """Change a few cells so that the puzzle has the requested grade; ``None`` if that fails.

    In a drawing, change at ``most`` this number of cells, only along its outlines.
    """
    assert task.judge is not None
    more_than_hard = task.floor >= rate_trial(SHORT_CHAIN)
    before = tuple(canvas.values)
    for change, hard in _find_changes(canvas, task, outlines=most is not None):
        if most is not None and sum(map(ne, canvas.values_after(change), before)) > most:
            return None
        if more_than_hard and hard:
            canvas.apply(change)
            continue
        draft = puzzle_of(canvas.with_values(canvas.values_after(change)))
        grade = task.judge(draft.puzzle)
        if grade is None:
            continue
        if task.suits(grade):
            return draft._replace(grade=grade)
        if grade.number <= task.floor:
            canvas.apply(change)
    return None


def _find_changes(canvas: Canvas, task: Task, *, outlines: bool) -> Iterator[tuple[Repaint, bool]]:
    """Yield changes that keep the solution unique and leave more open when solving line by line.

    Each comes with whether short chains suffice to solve the puzzle.
    """
    dice, grid = task.dice, canvas.grid
    long_wanted = task.ceiling > rate_trial(SHORT_CHAIN + 1)
    for _ in range(min(LOOKS, 2 * grid.size)):
        cell = dice.below(grid.size)
        if outlines and not _at_outline(canvas, cell):
            continue
        value = dice.pick([v for v in range(canvas.colours + 1) if v != canvas.values[cell]])
        change = canvas.try_change(cell, value)
        if change.open <= canvas.open:
            continue
        model = canvas.model_after(change)
        if Facts(model).surely_several(change.left):
            continue
        left = rule_out_by_chains(model, SHORT_CHAIN, change.left)
        assert left is not None
        number = sum(1 for mask in left if mask & (mask - 1))
        if not number:
            yield change, True
        elif long_wanted and 100 * number <= MOST_OPEN * grid.size and solved(probe(model, left)):
            yield change, False


def _at_outline(canvas: Canvas, cell: int) -> bool:
    """Return whether a cell differs from one of its neighbours."""
    values = canvas.values
    return any(values[near] != values[cell] for near in canvas.grid.all_neighbours()[cell])
