"""Star Battles with almost the maximum number of stars: 6 stars on 25×25.

As in star_battle.py, the stars come first, then regions around them, then borders move. Placing
this many stars takes a solver that learns well, so everything is stated to Glucose as clauses.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from bench.makers.star_battle import grown, removable
from caracol.board.grid import Grid
from caracol.genres.star_battle import StarBattle, touching
from caracol.puzzle.plugins import get_genre

MOST_REPAIRS = 600
REMEMBERED = 60
"""Number of other solutions against which every move of a border is tested."""


def star_battle(rng: random.Random, size: int, stars: int) -> dict[str, Any]:
    """Return a unique puzzle, however long it takes."""
    grid = Grid(size, size)
    while True:
        board = Board(grid, stars)
        solution = board.solution(rng)
        assert solution is not None
        regions = grown(rng, grid, solution, stars)
        if regions is not None and repaired(rng, board, solution, regions):
            return get_genre("star-battle").encode(StarBattle(stars, tuple(regions)))


def loose(rng: random.Random, size: int, stars: int, grown_around: bool) -> dict[str, Any]:
    """Return regions grown around stars, so that there are solutions, or from random cells."""
    grid = Grid(size, size)
    regions = None
    while regions is None:
        starts = rng.sample(range(grid.size), size)
        if grown_around:
            solution = Board(grid, stars).solution(rng)
            assert solution is not None
            regions = grown(rng, grid, solution, stars)
        else:
            regions = grown(rng, grid, tuple(int(c in starts) for c in range(grid.size)), 1)
    return get_genre("star-battle").encode(StarBattle(stars, tuple(regions)))


class Board:
    """The rules as clauses; those of regions have switches, because regions change."""

    def __init__(self, grid: Grid, stars: int) -> None:
        self.grid, self.stars = grid, stars
        self.solver = Glucose4()
        self.top = grid.size
        self.switches = [0] * grid.rows
        for _, line in grid.lines():
            self.count(line)
        for rule in touching(grid):
            for place, one in enumerate(rule.cells):
                for other in rule.cells[:place]:
                    self.solver.add_clause([-one - 1, -other - 1])

    def count(self, cells: Sequence[int], switch: int = 0) -> None:
        """Require the number of stars in these cells while the switch is on."""
        literals = [cell + 1 for cell in cells]
        told = CardEnc.equals(literals, self.stars, top_id=self.top, encoding=EncType.seqcounter)
        self.top = max(self.top, told.nv)
        for clause in told.clauses:
            self.solver.add_clause([*clause, -switch] if switch else clause)

    def region(self, number: int, regions: Sequence[int]) -> None:
        """Replace the rule of a region by one for its current cells."""
        if self.switches[number]:
            self.solver.add_clause([-self.switches[number]])
        self.top += 1
        self.switches[number] = self.top
        cells = [cell for cell, owner in enumerate(regions) if owner == number]
        self.count(cells, self.top)

    def solution(self, rng: random.Random) -> tuple[int, ...] | None:
        cells = range(1, self.grid.size + 1)
        self.solver.set_phases([cell if rng.random() < 0.3 else -cell for cell in cells])
        if not self.solver.solve(assumptions=[switch for switch in self.switches if switch]):
            return None
        return tuple(int(literal > 0) for literal in self.solver.get_model()[: self.grid.size])


def repaired(
    rng: random.Random, board: Board, solution: tuple[int, ...], regions: list[int]
) -> bool:
    """Move borders in place until the solution is the only one."""
    grid, seen = board.grid, []
    # All solutions have the same number of stars, so another one lacks one of these.
    board.solver.add_clause([-cell - 1 for cell, star in enumerate(solution) if star])
    for number in range(grid.rows):
        board.region(number, regions)
    for _ in range(MOST_REPAIRS):
        other = board.solution(rng)
        if other is None:
            return True
        seen = [[cell for cell, star in enumerate(other) if star], *seen[: REMEMBERED - 1]]
        cells = [cell for cell in seen[0] if not solution[cell]]
        rng.shuffle(cells)
        moves = [
            (cell, owner)
            for cell in cells
            if removable(grid, regions, cell)
            for owner in sorted({regions[near] for near in grid.neighbours(cell)} - {regions[cell]})
        ]
        if not moves:
            return False
        cell, owner = min(moves, key=lambda move: alive(board, regions, seen, *move))
        home, regions[cell] = regions[cell], owner
        board.region(home, regions)
        board.region(owner, regions)
    return False


def alive(
    board: Board, regions: list[int], seen: Sequence[Sequence[int]], cell: int, owner: int
) -> int:
    """Return how many of the other solutions would still be valid after a move."""
    home, regions[cell] = regions[cell], owner
    found = 0
    for stars in seen:
        counts = [0] * board.grid.rows
        for star in stars:
            counts[regions[star]] += 1
        found += all(count == board.stars for count in counts)
    regions[cell] = home
    return found
