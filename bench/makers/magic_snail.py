"""Magic Snail: as few given letters as keep a random solution the only one; or none at all."""

from __future__ import annotations

import random
from typing import Any

from bench.sat import Sat
from caracol.genres.magic_snail import BLANK, MagicSnail
from caracol.plugins import get_genre


def magic_snail(rng: random.Random, size: int, letters: int) -> dict[str, Any]:
    """A unique puzzle from which no given letter can be left out."""
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
    """The puzzle without a given letter: some have very many solutions, some have none."""
    return get_genre("magic-snail").encode(MagicSnail("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters], size))
