"""Random boards by dice and by facts, the same with every engine."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import DraftSession, Facts, SolverLevel, open_cells
from caracol.authoring.drafts.task import Task
from caracol.board.grid import Grid
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.errors import ClueError
from caracol.puzzle import P
from caracol.rules import Candidates, Model, each

PATIENCE = 5
"""Number of dead ends before a draw starts again; it grows with each start."""
MOST_LOOKS = 2000
"""Number of choices to follow before the learning solver is used."""


def draw_solution(model: Model, order: Sequence[int], dice: Dice, clock: Clock) -> Solution | None:
    """Return a random solution, or ``None`` if there is none.

    Cells get random values in this order, each followed by propagation of single rules. For boards
    that are not too large, this takes less time than stating the rules to a solver. Not every
    solution is equally likely, but each is possible.
    """
    draw = _Draw(Facts(model), order, dice)
    start = draw.facts.line_solve(model.candidates())
    patience = PATIENCE
    while start is not None and draw.looks < MOST_LOOKS:
        found = draw.attempt(start, patience)
        if found is not None:
            return found
        patience += 1 + patience // 5
    with DraftSession(model) as session:
        session.scatter(dice)
        return session.solution() if session.solve(clock) else None


def random_solution(model: Model, task: Task) -> Solution:
    """Return a random solution, the same for the same seed; raise if there is none.

    It does not include hidden cells.
    """
    found = draw_solution(model, range(model.size), task.dice, task.clock)
    if found is None:
        grid = model.grid
        raise ClueError(f"a board of {grid.columns}×{grid.rows} cannot be filled", "size")
    return found[: model.shown]


def random_latin(grid: Grid, dice: Dice) -> list[int]:
    """Return numbers such that none occurs twice in a row or column."""
    side = max(grid.rows, grid.columns)
    down, across, names = (dice.shuffled(range(side)) for _ in range(3))
    places = map(grid.place, range(grid.size))
    return [names[(down[row] + across[column]) % side] + 1 for row, column in places]


class _Draw:
    """Depth-first search with early restarts."""

    def __init__(self, facts: Facts, order: Sequence[int], dice: Dice) -> None:
        self.facts, self.order, self.dice = facts, order, dice
        self.looks = 0

    def attempt(self, left: Candidates, patience: int) -> Solution | None:
        order, number, place = self.order, len(self.order), 0
        waiting: list[tuple[Candidates, int, list[int]]] = []
        while True:
            # The cells before this one in the order have their values, and keep them.
            while place < number and not left[order[place]] & (left[order[place]] - 1):
                place += 1
            if place == number:
                return tuple([mask.bit_length() - 1 for mask in left])
            waiting.append((left, place, self.dice.shuffled(each(left[order[place]]))))
            after: Candidates | None = None
            while after is None:
                while waiting and not waiting[-1][2]:
                    waiting.pop()
                if not waiting or patience < 0:
                    return None
                before, place, values = waiting[-1]
                tried = list(before)
                tried[order[place]] = 1 << values.pop()
                after = self.facts.line_solve(tried)
                self.looks += 1
                patience -= after is None
            left = after


def give_open_cells(puzzle: P, solution: Solution, task: Task) -> P:
    """Return the puzzle with as many given cells as its other clues leave open, one by one.

    Clues beside and between cells come first: a puzzle should need few givens.
    """
    level = min(task.most_means, SolverLevel.TRIALS)
    given = list(puzzle.givens)
    while left := open_cells(puzzle.model, level):
        cell = task.dice.pick(left)
        given[cell] = solution[cell]
        puzzle = puzzle.with_givens(tuple(given))
    if not task.single_rules_decide:
        return puzzle
    # Not every step by a single rule is easy enough.
    masks = task.take_all(puzzle.model, puzzle.model.candidates())
    while left := [cell for cell in range(len(solution)) if masks[cell] & (masks[cell] - 1)]:
        cell = task.dice.pick(left)
        given[cell] = solution[cell]
        masks[cell] = 1 << solution[cell]
        masks = task.take_all(puzzle.model, masks)
    return puzzle.with_givens(tuple(given))
