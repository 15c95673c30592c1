"""Nonograms of kinds known to be hard, in which line logic settles little.

The kinds are scattered dominoes, whose clues are ones and twos; patterns of a cellular automaton;
checks and stripes with some cells inverted; permutations, whose clues are all ones; pieces of
noise along the diagonal, whose numbers of solutions multiply; and sparse noise.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bench.makers.nonogram import Picture, entries


def hard(rng: random.Random, size: int) -> dict[str, Any]:
    """Return the puzzle of a picture of a random kind."""
    kind: Callable[[random.Random, int], Picture] = rng.choice(KINDS)
    return entries(kind(rng, size))


def blank(size: int) -> Picture:
    return [[0] * size for _ in range(size)]


def dominoes(rng: random.Random, size: int) -> Picture:
    """Draw as many dominoes as fit without touching."""
    picture = blank(size)
    for _ in range(size * size):
        row, column, down = rng.randrange(size), rng.randrange(size), rng.randrange(2)
        cells = [(row, column), (row + down, column + 1 - down)]
        if all(r < size and c < size and not around(picture, r, c) for r, c in cells):
            for r, c in cells:
                picture[r][c] = 1
    return picture


def around(picture: Picture, row: int, column: int) -> bool:
    """Return whether this cell or one that shares a side with it is black."""
    size = len(picture)
    near = ((row, column), (row - 1, column), (row + 1, column), (row, column - 1))
    return any(
        picture[r][c] for r, c in (*near, (row, column + 1)) if 0 <= r < size and 0 <= c < size
    )


def automaton(rng: random.Random, size: int) -> Picture:
    """Draw the rows of an elementary cellular automaton that looks like noise."""
    rule = rng.choice((30, 45, 106, 110, 150))
    picture = [[rng.randrange(2) for _ in range(size)]]
    while len(picture) < size:
        last = picture[-1]
        codes = (last[c - 1] << 2 | last[c] << 1 | last[(c + 1) % size] for c in range(size))
        picture.append([rule >> code & 1 for code in codes])
    return picture


def turned(rng: random.Random, picture: Picture, share: float) -> Picture:
    return [[cell ^ (rng.random() < share) for cell in row] for row in picture]


def checks(rng: random.Random, size: int) -> Picture:
    """Draw a checkerboard with every twelfth cell inverted."""
    board = [[(r + c) & 1 for c in range(size)] for r in range(size)]
    return turned(rng, board, 1 / 12)


def stripes(rng: random.Random, size: int) -> Picture:
    """Draw slanting stripes with every tenth cell inverted."""
    period = rng.randint(3, 5)
    board = [[int((r + c) % period < period // 2) for c in range(size)] for r in range(size)]
    return turned(rng, board, 1 / 10)


def permutation(rng: random.Random, size: int) -> Picture:
    """Draw one black cell in each line, which gives n! solutions on a side of n."""
    order = rng.sample(range(size), size)
    return [[int(order[r] == c) for c in range(size)] for r in range(size)]


def pieces(rng: random.Random, size: int) -> Picture:
    """Draw squares of noise along the diagonal, whose solutions are independent."""
    picture = blank(size)
    for start in range(0, size - 4, 6):
        for r in range(start, start + 5):
            for c in range(start, start + 5):
                picture[r][c] = rng.randrange(2)
    return picture


def sparse(rng: random.Random, size: int) -> Picture:
    """Draw noise with a quarter of the cells black."""
    return turned(rng, blank(size), 1 / 4)


KINDS = (dominoes, automaton, checks, stripes, permutation, pieces, sparse)
