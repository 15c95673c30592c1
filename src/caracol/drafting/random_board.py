"""Random boards by dice and by facts, the same with every engine."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.board.grid import Grid
from caracol.drafting.dice import Dice
from caracol.drafting.facts import DraftSession, Facts
from caracol.drafting.task import Task
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.errors import ClueError
from caracol.rules import Candidates, Model, each

PATIENCE = 5
"""Dead ends before a draw starts again; it grows with each start."""
MOST_LOOKS = 2000
"""Choices that are followed before the solver that learns is asked."""


def drawn(model: Model, order: Sequence[int], dice: Dice, clock: Clock) -> Solution | None:
    """A random solution, or ``None`` where there is none.

    Random values for cell after cell in this order, each followed by what the rules alone rule
    out: for boards that are not too large that takes less time than to state the rules to a
    solver. Not every solution is equally likely, but each can come.
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
    """A random solution, the same for the same seed; raises where there is none.

    Of hidden cells it says nothing.
    """
    found = drawn(model, range(model.size), task.dice, task.clock)
    if found is None:
        grid = model.grid
        raise ClueError(f"no board of {grid.columns}×{grid.rows} can be filled", "size")
    return found[: model.shown]


def random_latin(grid: Grid, dice: Dice) -> list[int]:
    """Numbers of which none comes twice in a row or column."""
    side = max(grid.rows, grid.columns)
    down, across, names = (dice.shuffled(range(side)) for _ in range(3))
    places = map(grid.place, range(grid.size))
    return [names[(down[row] + across[column]) % side] + 1 for row, column in places]


class _Draw:
    """Depth-first search that soon gives up and starts again."""

    def __init__(self, facts: Facts, order: Sequence[int], dice: Dice) -> None:
        self.facts, self.order, self.dice = facts, order, dice
        self.looks = 0

    def attempt(self, left: Candidates, patience: int) -> Solution | None:
        order, number, place = self.order, len(self.order), 0
        waiting: list[tuple[Candidates, int, list[int]]] = []
        while True:
            # What comes before in the order has its value, and keeps it.
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
