"""Nonograms built to be hard, of any size: switches, rings, stripes, knots, dithering.

A *switch* is two black cells whose rows and columns can swap partners, so that solutions come in
pairs; in a *ring*, many cells must change at once. Stripes, knots and dithered pictures have few
solutions, and line logic makes little progress on them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

from bench.makers.nonogram import Picture, entries


def built(rng: random.Random, _size: int, kind: str, rows: int, columns: int) -> dict[str, Any]:
    """Return the puzzle of a picture of one kind."""
    return entries(KINDS[kind](rng, rows, columns))


def blank(rows: int, columns: int) -> Picture:
    return [[0] * columns for _ in range(rows)]


def turned(rng: random.Random, picture: Picture, share: float) -> Picture:
    return [[cell ^ (rng.random() < share) for cell in row] for row in picture]


def switches(rng: random.Random, rows: int, columns: int) -> Picture:
    """Draw tiles with two opposite black corners of a 2×2 square, and noise between them."""
    picture = blank(rows, columns)
    for top in range(0, rows - 1, 4):
        for left in range(0, columns - 1, 4):
            corner = rng.randrange(2)
            picture[top][left + corner] = picture[top + 1][left + 1 - corner] = 1
            if top + 3 < rows and left + 3 < columns and rng.random() < 0.5:
                picture[top + 3][left + rng.randrange(4)] = 1
    return picture


def rings(rng: random.Random, rows: int, columns: int) -> Picture:
    """Draw rings of four to ten cells in disjoint rows and columns, all shuffled."""
    picture = blank(rows, columns)
    downs, across = rng.sample(range(rows), rows), rng.sample(range(columns), columns)
    at = 0
    while at + 4 <= min(rows, columns):
        length = min(rng.randint(4, 10), min(rows, columns) - at)
        shift = rng.randrange(2)
        for i in range(length):
            picture[downs[at + i]][across[at + (i + shift) % length]] = 1
        at += length
    return turned(rng, picture, 0.02)


def stripes(rng: random.Random, rows: int, columns: int) -> Picture:
    """Draw slanting stripes with every twelfth cell inverted."""
    period, slant = rng.randint(3, 6), rng.choice((1, 2))
    board = [
        [int((slant * r + c) % period < period // 2) for c in range(columns)] for r in range(rows)
    ]
    return turned(rng, board, 1 / 12)


def knots(rng: random.Random, rows: int, columns: int) -> Picture:
    """Draw closed bands that wind over each other, with gaps where one passes below another."""
    picture = blank(rows, columns)
    for _ in range(max(2, rows * columns // 500)):
        across, down = rng.randint(1, 3), rng.randint(2, 4)
        phase = rng.random() * math.tau
        middle = rng.uniform(0.3, 0.7) * rows, rng.uniform(0.3, 0.7) * columns
        reach = rng.uniform(0.25, 0.45)
        band = []
        for step in range(8 * (rows + columns)):
            angle = step * math.tau / (8 * (rows + columns))
            r = round(middle[0] + reach * rows * math.sin(down * angle + phase))
            c = round(middle[1] + reach * columns * math.sin(across * angle))
            if 0 <= r < rows and 0 <= c < columns and (r, c) not in band[-4:]:
                band.append((r, c))
        for r, c in band:
            near = [(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
            if sum(0 <= y < rows and 0 <= x < columns and picture[y][x] for y, x in near) < 4:
                picture[r][c] = 1
    return picture


def dithered(rng: random.Random, rows: int, columns: int) -> Picture:
    """Draw a few soft lights, dithered by passing on the error of each cell to the next."""
    lights = [
        (rng.uniform(0, rows), rng.uniform(0, columns), rng.uniform(0.2, 0.5) * max(rows, columns))
        for _ in range(3)
    ]
    field = [
        [
            0.15 + 0.7 * max(0.0, max(1 - math.dist((r, c), (y, x)) / far for y, x, far in lights))
            for c in range(columns)
        ]
        for r in range(rows)
    ]
    picture = blank(rows, columns)
    for r in range(rows):
        for c in range(columns):
            picture[r][c] = int(field[r][c] > 0.5)
            wrong = field[r][c] - picture[r][c]
            for down, right, share in ((0, 1, 7), (1, -1, 3), (1, 0, 5), (1, 1, 1)):
                if r + down < rows and 0 <= c + right < columns:
                    field[r + down][c + right] += wrong * share / 16
    return picture


KINDS: dict[str, Callable[[random.Random, int, int], Picture]] = {
    "switches": switches,
    "rings": rings,
    "stripes": stripes,
    "knots": knots,
    "dithered": dithered,
}
