"""Nonogram: smoothed noise made solvable line by line, and plain noise."""

from __future__ import annotations

import random
from typing import Any

from bench.sat import unique
from caracol.genres.nonogram import Nonogram, clues_of
from caracol.puzzle.plugins import get_genre
from caracol.questions.solving import solve
from caracol.rules import Contradiction, Model

Picture = list[list[int]]


def noise(
    rng: random.Random, size: int, density: float = 0.5, only: bool = False
) -> dict[str, Any]:
    """Return the puzzle of random noise, which is hard and usually has several solutions.

    With ``only``, return one with a single solution that line logic does not find.
    """
    while True:
        picture = [[int(rng.random() < density) for _ in range(size)] for _ in range(size)]
        if not only:
            return entries(picture)
        # Caracol comes first because it is fast; the independent proof is what counts.
        tried = puzzle(picture)
        values = [value for row in picture for value in row]
        if solve(tried).status != "unique" or not unsettled(tried.model):
            continue
        if unique(tried.model, values):
            return entries(picture)


def line_solvable(rng: random.Random, size: int) -> dict[str, Any]:
    """Return the puzzle of blots, changed until it is solvable line by line."""
    while True:
        picture = blots(rng, size)
        for _ in range(40 * size):
            open_cells = unsettled(puzzle(picture).model)
            if not open_cells:
                return entries(picture)
            # Black blocks settle lines; a cell with a black neighbour joins a run.
            cell = rng.choice(open_cells)
            row, column = divmod(cell, size)
            picture[row][column] = 1 if rng.random() < 0.7 else 1 - picture[row][column]


def small(rng: random.Random, size: int) -> dict[str, Any]:
    """Return such a puzzle with a random side from five up to this one."""
    return line_solvable(rng, rng.randint(5, size))


def blots(rng: random.Random, size: int) -> Picture:
    """Return noise, smoothed twice and cut at about its median, so that about half is black."""
    field = [[rng.random() for _ in range(size)] for _ in range(size)]
    for _ in range(2):
        field = [[mean(field, r, c, size) for c in range(size)] for r in range(size)]
    cut = sorted(value for row in field for value in row)[int(size * size * 0.45)]
    return [[int(value > cut) for value in row] for row in field]


def mean(field: list[list[float]], row: int, column: int, size: int) -> float:
    around = [
        field[r][c]
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, column - 1), min(size, column + 2))
    ]
    return sum(around) / len(around)


def unsettled(model: Model) -> list[int]:
    """Return the cells that solving line by line leaves open."""
    candidates = model.candidates()
    watchers = model.watchers()
    waiting = set(range(len(model.rules)))
    while waiting:
        rule = model.rules[waiting.pop()]
        try:
            cuts = rule.propagate(candidates)
        except Contradiction as wrong:  # impossible: a picture always satisfies its own clues
            raise AssertionError from wrong
        for cell, removed in cuts:
            candidates[cell] &= ~removed
            waiting.update(watchers[cell])
    return [cell for cell, mask in enumerate(candidates) if mask & (mask - 1)]


def puzzle(picture: Picture) -> Nonogram:
    rows, columns = clues_of(picture)
    return Nonogram(rows, columns)


def entries(picture: Picture) -> dict[str, Any]:
    return get_genre("nonogram").encode(puzzle(picture))
