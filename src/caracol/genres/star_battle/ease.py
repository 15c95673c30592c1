"""Borders moved until trials alone solve the puzzle: unique, and not too hard."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.drafting import Draft, Task
from caracol.drafting.facts import Means, open_cells
from caracol.genres.star_battle import STAR, StarBattle, touching
from caracol.grid import Grid, renumbered
from caracol.rules import Count, Model, Rule

Move = tuple[int, int]
"""A cell, and the region that it goes to."""
MOST_MOVES = 25
"""Moves that are tried for each row of the board before a draft is given up."""


def eased(draft: Draft[StarBattle], task: Task, twice: bool) -> Draft[StarBattle] | None:
    """Move single cells over a border, and keep a move that leaves no more cells open.

    ``twice``: with each cell its image upside down.
    """
    puzzle, solution = draft.puzzle, draft.solution
    grid, dice = puzzle.grid, task.dice
    board = _Regions(puzzle)
    mates = images(grid, board.owner) if twice else None
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
        found = others(grid, board.owner, cell, mates)
        if not found:
            continue
        tried += 1
        board.move(with_image(grid, (cell, dice.pick(found)), mates))
        after = board.open_cells()
        if len(after) <= len(left):
            left = after
        else:
            board.move(with_image(grid, (cell, home), mates))
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

    def move(self, moves: list[Move]) -> None:
        """Give cells to other regions."""
        changed = set()
        for cell, owner in moves:
            changed |= {self.owner[cell], owner}
            self.owner[cell] = owner
        for number in sorted(changed):
            self.rules[number] = self._region(number)

    def open_cells(self) -> list[int]:
        """The cells that trials leave open."""
        return open_cells(Model(self.grid, 2, (*self.laws, *self.rules)), Means.TRIALS)


def images(grid: Grid, regions: Sequence[int]) -> list[int]:
    """For each region of a board that looks the same upside down the one that is its image."""
    mates = [0] * grid.rows
    for cell, owner in enumerate(regions):
        mates[owner] = regions[grid.size - 1 - cell]
    return mates


def with_image(grid: Grid, move: Move, mates: list[int] | None) -> list[Move]:
    """A move, and the same upside down where the regions are to stay symmetric."""
    cell, owner = move
    return [move] if mates is None else [move, (grid.size - 1 - cell, mates[owner])]


def others(grid: Grid, regions: Sequence[int], cell: int, mates: list[int] | None) -> list[int]:
    """The regions beside a cell that it could go to; not its own one's image, which gives back."""
    own = {regions[cell]} if mates is None else {regions[cell], mates[regions[cell]]}
    return sorted({regions[beside] for beside in grid.neighbours(cell)} - own)


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
