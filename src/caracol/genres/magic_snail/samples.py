"""Random Magic Snails with at least one solution: a key and some given letters."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase

from caracol.engines.sampling import draw
from caracol.errors import ClueError
from caracol.genres.magic_snail import MagicSnail


def sample(rng: Random, size: int, letters: int | None = None, givens: float = 0.1) -> MagicSnail:
    """Return a random puzzle with a share of the cells of a random solution as givens.

    By default there are three letters, but fewer on boards under 5×5.
    """
    number = letters if letters is not None else min(3, max(1, (size + 1) // 2))
    if not 1 <= number <= min(size, len(ascii_uppercase)):
        raise ClueError(f"{number} letters do not fit once into a row of {size}", "letters")
    empty = MagicSnail(ascii_uppercase[:number], size)
    values = draw(empty.model, rng)
    return empty.with_givens(tuple(v if rng.random() < givens else None for v in values))
