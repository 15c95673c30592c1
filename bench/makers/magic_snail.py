"""Magic Snail: a minimal set of given letters that keeps a random solution unique; or none."""

from __future__ import annotations

import random
from typing import Any

from bench.sat import Sat
from caracol.genres.magic_snail import BLANK, MagicSnail
from caracol.puzzle.plugins import get_genre


def magic_snail(rng: random.Random, size: int, letters: int) -> dict[str, Any]:
    """Return a unique puzzle with a minimal set of given letters."""
    empty = MagicSnail("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters], size)
    with Sat(empty.model) as sat:
        cells = rng.sample(range(empty.grid.size), 2)
        solution = None
        while solution is None:
            solution = sat.solution([(cell, BLANK) for cell in cells], rng)
            cells = rng.sample(range(empty.grid.size), 2)
        givens = [(cell, value) for cell, value in enumerate(solution) if value != BLANK]
        rng.shuffle(givens)
        for given in list(givens):
            rest = [other for other in givens if other != given]
            if sat.other(solution, rest) is None:
                givens = rest
    shown = dict(givens)
    puzzle = empty.with_givens(tuple(shown.get(cell) for cell in range(empty.grid.size)))
    return get_genre("magic-snail").encode(puzzle)


def bare(_rng: random.Random, size: int, letters: int) -> dict[str, Any]:
    """Return the puzzle without given letters, which may have many solutions or none."""
    return get_genre("magic-snail").encode(MagicSnail("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters], size))
