"""A small linear program, solved by the simplex method; a few dozen rows are all it is for."""

from __future__ import annotations

from collections.abc import Sequence

TINY = 1e-9
MOST_PIVOTS = 400
STEEPEST = 150


def largest(
    gains: Sequence[float], rows: Sequence[Sequence[float]], bounds: Sequence[float]
) -> list[float] | None:
    """The x >= 0 with the largest gain among those with rows · x <= bounds, where it is positive.

    The bounds must not be negative, so that nothing at all is a place to start from.

    >>> largest([1.0, 1.0], [[1.0, 2.0], [3.0, 1.0]], [4.0, 6.0])
    [1.6, 1.2]
    """
    width, height = len(gains), len(rows)
    table = [
        [*row, *(1.0 if one == place else 0.0 for one in range(height)), bound]
        for place, (row, bound) in enumerate(zip(rows, bounds, strict=True))
    ]
    goal = [-gain for gain in gains] + [0.0] * (height + 1)
    basis = [width + place for place in range(height)]
    for pivots in range(MOST_PIVOTS):
        # The column that helps most, which is quick; after a while Bland's rule, the first that
        # helps, so that the walk never goes in circles.
        if pivots < STEEPEST:
            column = min(range(width + height), key=goal.__getitem__)
        else:
            column = next((c for c in range(width + height) if goal[c] < -TINY), 0)
        if goal[column] >= -TINY:
            break
        ratios = [
            (row[-1] / row[column], basis[place], place)
            for place, row in enumerate(table)
            if row[column] > TINY
        ]
        if not ratios:
            return None
        place = min(ratios)[2]
        pivot = table[place][column]
        table[place] = chosen = [one / pivot for one in table[place]]
        for other, row in enumerate(table):
            factor = row[column]
            if other != place and abs(factor) > TINY:
                table[other] = [a - factor * b for a, b in zip(row, chosen, strict=True)]
        factor = goal[column]
        goal = [a - factor * b for a, b in zip(goal, chosen, strict=True)]
        basis[place] = column
    else:
        return None
    if goal[-1] <= TINY:
        return None
    found = [0.0] * (width + height)
    for place, column in enumerate(basis):
        found[column] = table[place][-1]
    return [round(one, 12) for one in found[:width]]
