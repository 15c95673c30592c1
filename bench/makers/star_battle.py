"""Star Battle: place stars, grow regions around them, move borders until it is unique."""

from __future__ import annotations

import random
from typing import Any

from bench.sat import Sat
from caracol.board.grid import Grid
from caracol.genres.star_battle import STAR, StarBattle, touching
from caracol.puzzle.plugins import get_genre
from caracol.rules import Count, Model, Rule

MOST_REPAIRS = 400


def star_battle(rng: random.Random, size: int, stars: int) -> dict[str, Any]:
    """Return a unique puzzle, however long it takes."""
    grid = Grid(size, size)
    while True:
        solution = placed(rng, grid, stars)
        regions = grown(rng, grid, solution, stars)
        if regions is not None and repaired(rng, grid, solution, regions, stars):
            return get_genre("star-battle").encode(StarBattle(stars, tuple(regions)))


def placed(rng: random.Random, grid: Grid, stars: int) -> tuple[int, ...]:
    """Return stars that satisfy all rules except those of regions."""
    rules: list[Rule] = [
        Count(line, 1 << STAR, stars, stars, name=name, statement="") for name, line in grid.lines()
    ]
    with Sat(Model(grid, 2, (*rules, *touching(grid)))) as sat:
        while True:
            cells = rng.sample(range(grid.size), 2)
            found = sat.solution([(cell, STAR) for cell in cells], rng)
            if found is not None:
                return found


def grown(
    rng: random.Random, grid: Grid, solution: tuple[int, ...], stars: int
) -> list[int] | None:
    """Return regions with this number of stars each, or ``None`` if the stars cannot be joined."""
    owner: list[int | None] = [None] * grid.size
    left = {cell for cell, value in enumerate(solution) if value == STAR}
    for region in range(grid.rows):
        # Start with the star that is hardest to reach later: the one nearest to a corner.
        start = min(left, key=lambda cell: min_distance(grid, cell) + rng.random())
        left.discard(start)
        owner[start] = region
        for _ in range(stars - 1):
            way = path(rng, grid, owner, region, left)
            if way is None:
                return None
            for cell in way:
                owner[cell] = region
            left.discard(way[-1])
    front = [cell for cell in range(grid.size) if owner[cell] is not None]
    while any(region is None for region in owner):
        cell = rng.choice(front)
        free = [other for other in grid.neighbours(cell) if owner[other] is None]
        if not free:
            front.remove(cell)
            continue
        other = rng.choice(free)
        owner[other] = owner[cell]
        front.append(other)
    return [region for region in owner if region is not None]


def min_distance(grid: Grid, cell: int) -> int:
    row, column = grid.place(cell)
    return min(row, grid.rows - 1 - row) + min(column, grid.columns - 1 - column)


def path(
    rng: random.Random, grid: Grid, owner: list[int | None], region: int, stars: set[int]
) -> list[int] | None:
    """Return a shortest path over free cells from a region to a star without a region."""
    front = [cell for cell in range(grid.size) if owner[cell] == region]
    rng.shuffle(front)
    came: dict[int, int | None] = dict.fromkeys(front)
    while front:
        reached = []
        for cell in front:
            around = list(grid.neighbours(cell))
            rng.shuffle(around)
            for other in around:
                if other in came or owner[other] is not None:
                    continue
                came[other] = cell
                if other in stars:
                    way = [other]
                    while (before := came[way[-1]]) is not None:
                        way.append(before)
                    return way[-2::-1]
                reached.append(other)
        front = reached
    return None


def repaired(
    rng: random.Random, grid: Grid, solution: tuple[int, ...], regions: list[int], stars: int
) -> bool:
    """Move borders in place until the solution is the only one.

    Every other solution is a counterexample: one of its stars that is not a star of ours moves
    to another region, which leaves ours valid and rules that one out.
    """
    for _ in range(MOST_REPAIRS):
        with Sat(StarBattle(stars, tuple(regions)).model) as sat:
            other = sat.other(solution)
        if other is None:
            return True
        moves = [
            (cell, regions[near])
            for cell in range(grid.size)
            if other[cell] == STAR != solution[cell]
            for near in grid.neighbours(cell)
            if regions[near] != regions[cell] and removable(grid, regions, cell)
        ]
        if not moves:
            return False
        cell, region = rng.choice(moves)
        regions[cell] = region
    return False


def removable(grid: Grid, regions: list[int], cell: int) -> bool:
    rest = [c for c in range(grid.size) if regions[c] == regions[cell] and c != cell]
    return bool(rest) and grid.connected(rest)
