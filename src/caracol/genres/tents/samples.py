"""Random Tents for the laboratory: a camp with some of its numbers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from caracol.board.grid import Grid
from caracol.genres.tents import Tents, pitch
from caracol.kit import Dice


def sample(rng: Random, size: int, share: float = 0.7) -> Tents:
    """Return a random square puzzle with this share of its numbers."""
    grid = Grid.checked(size, size)
    puzzle, _ = pitch(grid, grid.size // 5, Dice(rng.getrandbits(48)))
    counts = {
        name: tuple(n if rng.random() < share else None for n in getattr(puzzle, name))
        for name in ("rows", "columns")
    }
    return replace(puzzle, **counts)  # type: ignore[arg-type]
