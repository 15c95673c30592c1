"""Magnets: a random tiling with magnets wherever they fit, changed until it is unique."""

from __future__ import annotations

import random
from typing import Any

from bench.sat import Sat
from caracol.board.grid import Grid
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets
from caracol.puzzle.plugins import get_genre

MOST_REPAIRS = 100


def magnets(
    rng: random.Random, size: int, strip: bool = False, order: float = 0.5, charged: float = 0.9
) -> dict[str, Any]:
    """Return a unique puzzle, with all clues or with a minimal set of them.

    ``order`` is the share of magnets that follow one chessboard (0.5 means no preference), and
    ``charged`` is the share of dominoes that become magnets if they can.
    """
    grid = Grid(size, size)
    while True:
        partner = tiled(rng, grid)
        values = filled(rng, grid, partner, order, charged)
        if repaired(rng, grid, partner, values, order):
            break
        # The more magnets follow one chessboard, the fewer dominoes stay neutral, and the more
        # the clues say: large boards with no order at all are hardly ever unique.
        order = min(1.0, order + 0.03)
    shown = [(line, pole, n) for line in (0, 1) for pole in (PLUS, MINUS) for n in range(size)]
    if strip:
        rng.shuffle(shown)
        for clue in list(shown):
            rest = [other for other in shown if other != clue]
            with Sat(clued(grid, partner, values, set(rest)).model) as sat:
                if sat.other(values) is None:
                    shown = rest
    return get_genre("magnets").encode(clued(grid, partner, values, set(shown)))


def loose(
    rng: random.Random, size: int, order: float = 0.5, charged: float = 0.9
) -> dict[str, Any]:
    """Return random magnets with all counts; large boards have very many solutions."""
    grid = Grid(size, size)
    partner = tiled(rng, grid)
    values = filled(rng, grid, partner, order, charged)
    every = {(line, pole, n) for line in (0, 1) for pole in (PLUS, MINUS) for n in range(size)}
    return get_genre("magnets").encode(clued(grid, partner, values, every))


def tiled(rng: random.Random, grid: Grid) -> tuple[int, ...]:
    """Return a random tiling with dominoes; on an odd board, one cell stays single."""
    single = grid.size - 1 if grid.size % 2 else -1
    partner = [-1] * grid.size
    for cell in range(grid.size):
        column = grid.place(cell)[1]
        if partner[cell] >= 0:
            continue
        # Rows of horizontal dominoes and, if the width is odd, a last column of vertical ones.
        if cell == single:
            partner[cell] = cell
        elif column == grid.columns - 1:
            partner[cell], partner[cell + grid.columns] = cell + grid.columns, cell
        else:
            partner[cell], partner[cell + 1] = cell + 1, cell
    # Rotating pairs of parallel dominoes reaches every tiling of a board without holes.
    for _ in range(grid.size * 40):
        corner = grid.cell(rng.randrange(grid.rows - 1), rng.randrange(grid.columns - 1))
        right, below = corner + 1, corner + grid.columns
        if partner[corner] == right and partner[below] == below + 1:
            pairs = ((corner, below), (right, below + 1))
        elif partner[corner] == below and partner[right] == below + 1:
            pairs = ((corner, right), (below, below + 1))
        else:
            continue
        for one, other in pairs:
            partner[one], partner[other] = other, one
    return tuple(partner)


def filled(
    rng: random.Random, grid: Grid, partner: tuple[int, ...], order: float, charged: float
) -> list[int]:
    """Place magnets wherever they fit, in random order, and leave some dominoes neutral."""
    values = [NEUTRAL] * grid.size
    for one in rng.sample(range(grid.size), grid.size):
        if one < partner[one] and rng.random() < charged:
            charge(rng, grid, partner, values, one, order)
    return values


def polarities(rng: random.Random, grid: Grid, one: int, order: float) -> list[tuple[int, int]]:
    """Return both polarities; ``order`` is the probability that the chessboard's comes first."""
    both = [(PLUS, MINUS), (MINUS, PLUS)]
    dark = sum(grid.place(one)) % 2 == 1
    return both[::-1] if dark == (rng.random() < order) else both


def charge(
    rng: random.Random,
    grid: Grid,
    partner: tuple[int, ...],
    values: list[int],
    one: int,
    order: float,
) -> bool:
    """Make a domino a magnet, if a polarity fits."""
    other = partner[one]
    for poles in polarities(rng, grid, one, order):
        if all(
            values[near] != pole
            for cell, pole in zip((one, other), poles, strict=True)
            for near in grid.neighbours(cell)
            if near not in (one, other)
        ):
            values[one], values[other] = poles
            return True
    return False


def repaired(
    rng: random.Random, grid: Grid, partner: tuple[int, ...], values: list[int], order: float
) -> bool:
    """Change dominoes that differ in another solution until there is no other."""
    for _ in range(MOST_REPAIRS):
        every = {(line, p, n) for line in (0, 1) for p in (PLUS, MINUS) for n in range(grid.rows)}
        with Sat(clued(grid, partner, values, every).model) as sat:
            other = sat.other(values)
        if other is None:
            return True
        loose = [c for c in range(grid.size) if values[c] != other[c] and c < partner[c]]
        one = rng.choice(loose)
        # A neutral domino becomes a magnet; a magnet is reversed, and its neighbours are reset.
        if values[one] == NEUTRAL and charge(rng, grid, partner, values, one, order):
            continue
        poles = polarities(rng, grid, one, order)[0]
        for cell, pole in zip((one, partner[one]), poles, strict=True):
            for near in grid.neighbours(cell):
                if values[near] == pole:
                    values[near] = values[partner[near]] = NEUTRAL
        values[one], values[partner[one]] = poles
        around = {n for c in (one, partner[one]) for n in grid.neighbours(c)}
        for near in around | {m for n in around for m in grid.neighbours(n)}:
            if values[near] == NEUTRAL and partner[near] != near:
                charge(rng, grid, partner, values, near, order)
    return False


def clued(
    grid: Grid, partner: tuple[int, ...], values: list[int], shown: set[tuple[int, int, int]]
) -> Magnets:
    """Return the puzzle with these counts of a solution."""

    def counts(line: int, pole: int) -> tuple[int | None, ...]:
        lines = [grid.column(n) if line else grid.row(n) for n in range(grid.rows)]
        return tuple(
            sum(values[c] == pole for c in cells) if (line, pole, number) in shown else None
            for number, cells in enumerate(lines)
        )

    plus, minus = PLUS, MINUS
    return Magnets(
        grid.columns, partner, counts(0, plus), counts(0, minus), counts(1, plus), counts(1, minus)
    )
