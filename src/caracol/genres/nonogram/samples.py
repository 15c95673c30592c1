"""Random Nonograms with at least one solution: the clues of a random picture."""

from __future__ import annotations

from random import Random

from caracol.genres.nonogram import Nonogram, clues_of


def sample(rng: Random, size: int, density: float = 0.55) -> Nonogram:
    """Return the puzzle of a square picture whose cells are painted with this probability."""
    picture = [[int(rng.random() < density) for _ in range(size)] for _ in range(size)]
    rows, columns = clues_of(picture)
    return Nonogram(rows, columns)
