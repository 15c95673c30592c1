"""Random Star Battles with at least one solution: stars first, then regions."""

from __future__ import annotations

from random import Random

from caracol.board.grid import Grid
from caracol.engines.sampling import draw
from caracol.errors import ClueError
from caracol.genres.star_battle import STAR, SYMBOLS, StarBattle, touching
from caracol.rules import Count, Model


def sample(rng: Random, size: int, stars: int | None = None) -> StarBattle:
    """Return a random board: stars that do not touch, and regions grown around them.

    By default there are two stars per line, but one on boards under 9×9.
    """
    number = stars if stars is not None else 1 if size < 9 else 2
    grid = Grid.checked(size, size)
    if number < 1:
        raise ClueError(f"every row needs at least 1 star, not {number}", "stars")
    lines = [
        Count(line, 1 << STAR, number, number, name=name, statement="has its stars")
        for name, line in grid.lines()
    ]
    model = Model(grid, len(SYMBOLS), (*lines, *touching(grid)))
    while True:
        placed = [cell for cell, value in enumerate(draw(model, rng)) if value == STAR]
        regions = grow_regions(rng, grid, placed, number)
        if regions is not None:
            return StarBattle(number, regions)


def grow_regions(rng: Random, grid: Grid, stars: list[int], number: int) -> tuple[int, ...] | None:
    """Return regions with this number of stars each; ``None`` if patches cannot be joined."""
    owner = {star: place for place, star in enumerate(stars)}
    edge = [(star, near) for star in stars for near in grid.neighbours(star)]
    while len(owner) < grid.size:
        cell, near = edge.pop(rng.randrange(len(edge)))
        if near not in owner:
            owner[near] = owner[cell]
            edge += [(near, further) for further in grid.neighbours(near)]
    groups = join_patches(rng, grid, owner, len(stars), number)
    return None if groups is None else tuple(groups[owner[cell]] for cell in range(grid.size))


def join_patches(
    rng: Random, grid: Grid, owner: dict[int, int], patches: int, number: int
) -> list[int] | None:
    """Join neighbouring patches, a given number per region; return the region of each patch."""
    beside: list[set[int]] = [set() for _ in range(patches)]
    for one, other in grid.pairs():
        if owner[one] != owner[other]:
            beside[owner[one]].add(owner[other])
            beside[owner[other]].add(owner[one])
    group = [-1] * patches
    for region in range(patches // number):
        # Start with the patch that has the fewest free neighbours: it could be left over.
        free = [patch for patch in range(patches) if group[patch] < 0]
        first = min(free, key=lambda p: (sum(group[q] < 0 for q in beside[p]), rng.random()))
        group[first] = region
        members = [first]
        while len(members) < number:
            near = sorted({q for p in members for q in beside[p] if group[q] < 0})
            if not near:
                return None
            chosen = rng.choice(near)
            group[chosen] = region
            members.append(chosen)
    return group
