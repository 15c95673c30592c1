"""Borders moved until trials alone solve the puzzle: unique, and not too hard."""

from __future__ import annotations

from caracol.drafting import Draft, Task
from caracol.drafting.facts import Means, open_cells
from caracol.genres.star_battle import STAR, StarBattle, touching
from caracol.grid import Grid, renumbered
from caracol.rules import Count, Model, Rule

MOST_MOVES = 25
"""Moves that are tried for each row of the board before a draft is given up."""


def eased(draft: Draft[StarBattle], task: Task) -> Draft[StarBattle] | None:
    """Move single cells over a border, and keep a move that leaves no more cells open."""
    puzzle, solution = draft.puzzle, draft.solution
    grid, dice = puzzle.grid, task.dice
    board = _Regions(puzzle)
    left = board.open_cells()
    tried = 0
    # Picks that are no moves cost little, so they have a budget of their own.
    for _ in range(40 * MOST_MOVES * grid.rows):
        if not left:
            return Draft(StarBattle(puzzle.stars, renumbered(board.owner)), solution)
        if tried == MOST_MOVES * grid.rows:
            break
        cell = dice.pick(left)
        if solution[cell] or not loose(grid, board.owner, cell):
            cell = dice.pick(grid.neighbours(cell))
            if solution[cell] or not loose(grid, board.owner, cell):
                continue
        home = board.owner[cell]
        others = sorted({board.owner[beside] for beside in grid.neighbours(cell)} - {home})
        if not others:
            continue
        tried += 1
        board.move(cell, dice.pick(others))
        after = board.open_cells()
        if len(after) <= len(left):
            left = after
        else:
            board.move(cell, home)
    return None


class _Regions:
    """The regions as they change, and what trials leave open."""

    def __init__(self, puzzle: StarBattle) -> None:
        self.grid, self.stars = puzzle.grid, puzzle.stars
        self.owner = list(puzzle.regions)
        lines = [self._count(cells) for _, cells in self.grid.lines()]
        self.laws: tuple[Rule, ...] = (*lines, *touching(self.grid))
        self.rules = [self._region(number) for number in range(self.grid.rows)]

    def _count(self, cells: tuple[int, ...]) -> Count:
        return Count(cells, 1 << STAR, self.stars, self.stars, about="", says="")

    def _region(self, number: int) -> Count:
        return self._count(tuple(cell for cell, one in enumerate(self.owner) if one == number))

    def move(self, cell: int, owner: int) -> None:
        """Give a cell to another region."""
        before, self.owner[cell] = self.owner[cell], owner
        for number in (before, owner):
            self.rules[number] = self._region(number)

    def open_cells(self) -> list[int]:
        """The cells that trials leave open."""
        return open_cells(Model(self.grid, 2, (*self.laws, *self.rules)), Means.TRIALS)


def loose(grid: Grid, regions: list[int], cell: int) -> bool:
    """Whether a region stays in one piece without this cell."""
    home = regions[cell]
    beside = [c for c in grid.neighbours(cell) if regions[c] == home]
    if len(beside) < 2:
        return bool(beside)
    # Most cells hang together within the ring of eight around them; only else the board is walked.
    ring = {c for c in grid.touching(cell) if regions[c] == home}
    front, reached = [beside[0]], {beside[0]}
    while front:
        for near in grid.neighbours(front.pop()):
            if near in ring and near not in reached:
                reached.add(near)
                front.append(near)
    if all(c in reached for c in beside):
        return True
    return grid.connected(c for c, owner in enumerate(regions) if owner == home and c != cell)
