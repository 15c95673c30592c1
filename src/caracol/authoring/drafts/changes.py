"""Changing a solution bit by bit until its clues determine it, for clues that cannot be left out.

First, single rules lead: a change is kept if they leave no more candidates than before, which is
quick to see. Once they determine the board, it is easy. If it may be harder, the changes go on, as
long as it stays determined: near a board that is easy there are many that are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from caracol.authoring.drafts.facts import FewerRules, SolverLevel
from caracol.authoring.drafts.task import Task
from caracol.deduction.efforts import ONE_LINE
from caracol.engines.answer import Solution
from caracol.rules import Candidates


@dataclass(frozen=True)
class Changes:
    """Boards that differ in their solutions and, therefore, in their clues."""

    rules: FewerRules
    """The rules of all clues that any of these boards may have."""
    numbers: Callable[[Solution], Sequence[int]]
    """Returns the numbers of the rules of the board with this solution."""
    change: Callable[[Solution, Sequence[int]], Solution | None]
    """Returns another solution, changed in one of these cells, or ``None`` if there is none."""
    cells: Sequence[int]
    """The cells that may be changed."""

    def mend(self, solution: Solution, task: Task, tries: int) -> Solution | None:
        """Return a solution near this one whose board suits the wanted grade, or ``None``."""
        determined = self._determine(solution, task, tries)
        if determined is None or task.ceiling <= ONE_LINE:
            return determined
        return self._harden(determined, task, tries)

    def _determine(self, solution: Solution, task: Task, tries: int) -> Solution | None:
        """Return a solution whose board is solved by single rules."""
        left = self.rules.alone(self.numbers(solution))
        for _ in range(tries):
            task.clock.look()
            open_cells = [cell for cell in self.cells if left[cell] & (left[cell] - 1)]
            if not open_cells:
                return solution
            changed = self.change(solution, open_cells)
            if changed is None:
                return None
            after = self.rules.alone(self.numbers(changed))
            if _sum_open(after) <= _sum_open(left):
                solution, left = changed, after
        return None

    def _harden(self, solution: Solution, task: Task, tries: int) -> Solution | None:
        """Return a solution whose board is not too easy, if there is a floor.

        Without one, a certain number of changes is tried, so that boards of all grades come.
        """
        idle = task.idle_means if task.floor >= ONE_LINE else None
        level = min(task.most_means, SolverLevel.TRIALS)
        for _ in range(2 * len(self.cells) if idle is None else tries):
            task.clock.look()
            changed = self.change(solution, self.cells)
            if changed is None:
                return None
            numbers = self.numbers(changed)
            if self.rules.solved(numbers, level, solution=changed):
                solution = changed
                if idle is not None and not self.rules.solved(numbers, idle, solution=changed):
                    return solution
        return solution if idle is None else None


def _sum_open(left: Candidates) -> int:
    """Return the number of candidates that are left besides one in each cell."""
    return sum(map(int.bit_count, left)) - len(left)
