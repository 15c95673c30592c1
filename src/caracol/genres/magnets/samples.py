"""Random Magnets with at least one solution: a tiling, a filling, and its counts."""

from __future__ import annotations

from random import Random

from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets


def sample(rng: Random, size: int) -> Magnets:
    """Return a random square puzzle with all counts, as in the report on labelling options.

    The tiling goes through the free cells from the top left, places each domino to the right or
    down, and backtracks when a cell is left single. The filling makes each domino neutral or a
    magnet, either way round, without equal poles touching. The counts follow.
    """
    if size < 2 or size % 2:
        raise ClueError(f"dominoes fill squares with an even side, not {size}", "size")
    grid = Grid.checked(size, size)
    partner = random_tiling(rng, grid)
    values = random_fill(rng, grid, partner)

    def counts(lines: list[tuple[int, ...]], pole: int) -> tuple[int, ...]:
        return tuple(sum(values[cell] == pole for cell in line) for line in lines)

    rows = [grid.row(number) for number in range(size)]
    columns = [grid.column(number) for number in range(size)]
    return Magnets(
        size,
        partner,
        counts(rows, PLUS),
        counts(rows, MINUS),
        counts(columns, PLUS),
        counts(columns, MINUS),
    )


def random_tiling(rng: Random, grid: Grid) -> tuple[int, ...]:
    """Return dominoes that fill the board, as the other half of each cell."""
    partner = [-1] * grid.size
    # Each entry is a cell and the halves still to be tried for it.
    trail: list[tuple[int, list[int]]] = []

    def open_cell() -> None:
        cell = partner.index(-1)
        ways = [other for other in grid.neighbours(cell) if other > cell and partner[other] < 0]
        rng.shuffle(ways)
        trail.append((cell, ways))

    open_cell()
    while True:
        cell, ways = trail[-1]
        if partner[cell] >= 0:
            partner[partner[cell]] = -1
            partner[cell] = -1
        if not ways:
            trail.pop()
            continue
        other = ways.pop()
        partner[cell], partner[other] = other, cell
        if -1 not in partner:
            return tuple(partner)
        open_cell()


def random_fill(rng: Random, grid: Grid, partner: tuple[int, ...]) -> list[int]:
    """Return random poles for a tiling, with no equal poles touching."""
    values = [NEUTRAL] * grid.size
    for cell, other in enumerate(partner):
        if other <= cell:
            continue
        ways = [(NEUTRAL, NEUTRAL)]
        for one, two in ((PLUS, MINUS), (MINUS, PLUS)):
            if all(values[near] != one for near in grid.neighbours(cell)) and all(
                values[near] != two for near in grid.neighbours(other)
            ):
                ways.append((one, two))
        values[cell], values[other] = rng.choice(ways)
    return values
