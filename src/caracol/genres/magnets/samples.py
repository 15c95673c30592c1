"""Random Magnets with at least one solution: a tiling, a filling, and its counts."""

from __future__ import annotations

from random import Random

from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets


def sample(rng: Random, size: int) -> Magnets:
    """Return a random square puzzle with all counts, as in the report on labelling options.

    The tiling goes through the free cells from the top left and places each domino to the right or
    down, at random where both leave a board that dominoes can fill. The filling makes each domino
    neutral or a magnet, either way round, without equal poles touching. The counts follow.
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
    """Return dominoes that fill the board, as the other half of each cell.

    The report's program chooses at random and backtracks when a cell is left single, which takes
    exponential time on large boards. Here, some tiling of the remaining cells is kept at hand, and
    a choice is possible if that tiling can be changed to agree with it. The results are equally
    likely.
    """
    spare = [cell + 1 if cell % 2 == 0 else cell - 1 for cell in range(grid.size)]
    placed = [False] * grid.size
    for cell in range(grid.size):
        if placed[cell]:
            continue
        ways = [other for other in grid.neighbours(cell) if other > cell and not placed[other]]
        rng.shuffle(ways)
        while spare[cell] != ways[-1] and not _change_tiling(grid, spare, placed, cell, ways[-1]):
            ways.pop()
        placed[cell] = placed[ways[-1]] = True
    return tuple(spare)


def _change_tiling(grid: Grid, spare: list[int], placed: list[bool], cell: int, other: int) -> bool:
    """Change a tiling so that these two cells are one domino, and return whether that is possible.

    Their former partners become single. A path between these two, alternately across and along
    dominoes, changes the dominoes along it so that nobody is single.
    """
    start, goal = spare[cell], spare[other]
    before = {start: start}
    waiting = [start]
    for single in waiting:
        for near in grid.neighbours(single):
            if placed[near] or near in (cell, other) or near in before:
                continue
            before[near] = single
            if near == goal:
                while True:
                    behind = before[near]
                    following = spare[behind]
                    spare[near], spare[behind] = behind, near
                    if behind == start:
                        break
                    near = following
                spare[cell], spare[other] = other, cell
                return True
            if spare[near] not in before:
                before[spare[near]] = near
                waiting.append(spare[near])
    return False


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
