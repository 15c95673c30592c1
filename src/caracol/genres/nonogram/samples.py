"""Random Nonograms that have a solution, and perhaps several: the clues of a random picture."""

from __future__ import annotations

from random import Random

from caracol.genres.nonogram import Nonogram, clues_of


def sample(rng: Random, size: int, density: float = 0.55) -> Nonogram:
    """The clues of a square picture in which each cell is painted with this probability."""
    picture = [[int(rng.random() < density) for _ in range(size)] for _ in range(size)]
    rows, columns = clues_of(picture)
    return Nonogram(rows, columns)
