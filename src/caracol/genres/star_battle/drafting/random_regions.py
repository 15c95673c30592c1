"""Random regions around given stars: join the stars by paths, then grow until the board is full."""

from __future__ import annotations

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.notation.regions import BLOCKED
from caracol.board.grid import Grid
from caracol.genres.star_battle import NOWHERE
from caracol.genres.star_battle.drafting.ease import ALIKE


def join_stars(
    grid: Grid,
    placed: frozenset[int],
    stars: int,
    dice: Dice,
    twice: bool = False,
    blocked: frozenset[int] = NOWHERE,
) -> list[list[int]] | None:
    """Return groups of stars with the cells that join them; ``None`` if there is no path.

    With ``twice``, each group is followed by its image upside down.
    """
    last = grid.size - 1
    owned = set(placed | blocked)
    waiting = dice.shuffled(sorted(placed))
    lonely = set(waiting)
    groups = []
    for star in waiting:
        if star not in lonely:
            continue
        lonely.discard(star)
        group = [star]
        for _ in range(stars - 1):
            images = {last - cell for cell in group} if twice else set()
            path = _nearest(grid, group, lonely - images, owned, dice)
            if path is None or (twice and any(last - cell in path for cell in path)):
                return None
            lonely.discard(path[0])
            owned.update(path)
            owned.update([last - cell for cell in path] if twice else ())
            group += path
        groups.append(group)
        if twice:
            image = [last - cell for cell in group]
            lonely.difference_update(image)
            groups.append(image)
    return groups


def _nearest(
    grid: Grid, group: list[int], goals: set[int], owned: set[int], dice: Dice
) -> list[int] | None:
    """Return a shortest path from a goal back to the group, without the group's own cells."""
    origin: dict[int, int] = {}
    front = dice.shuffled(group)
    reached = set(group)
    while front:
        ahead = []
        for cell in front:
            for beside in dice.shuffled(grid.neighbours(cell)):
                if beside in reached:
                    continue
                if beside in goals:
                    path = [beside]
                    while cell not in group:
                        path.append(cell)
                        cell = origin[cell]
                    return path
                if beside not in owned:
                    reached.add(beside)
                    origin[beside] = cell
                    ahead.append(beside)
        front = ahead
    return None


def grow_regions(
    grid: Grid,
    seeds: list[list[int]],
    dice: Dice,
    twice: bool = False,
    blocked: frozenset[int] = NOWHERE,
) -> list[int]:
    """Return the region of each cell, after growing each region at a random pace.

    With ``twice``, each region with an odd number is the one before it, upside down.
    """
    # While regions grow, blocked cells count as taken.
    owner = [len(seeds) if cell in blocked else -1 for cell in range(grid.size)]
    for number, cells in enumerate(seeds):
        for cell in cells:
            owner[cell] = number
    # On large boards regions have similar sizes, as in magazines.
    paces = [1 + dice.below(6) if len(seeds) < ALIKE else 3 + dice.below(3) for _ in seeds]
    lottery = [number for number, pace in enumerate(paces) for _ in range(pace)]
    borders = [[c for c in cells for c in grid.neighbours(c) if owner[c] < 0] for cells in seeds]
    left = owner.count(-1)
    while left:
        number = dice.pick(lottery)
        border = borders[number]
        while border:
            place = dice.below(len(border))
            border[place], border[-1] = border[-1], border[place]
            cell = border.pop()
            if owner[cell] < 0:
                taken = [(number, cell)]
                if twice:
                    taken.append((number ^ 1, grid.size - 1 - cell))
                for one, here in taken:
                    owner[here] = one
                    borders[one] += [c for c in grid.neighbours(here) if owner[c] < 0]
                left -= len(taken)
                break
        else:
            lottery = [one for one in lottery if one != number]
    return [BLOCKED if one == len(seeds) else one for one in owner]
