"""Puzzles like those that magazines and sites publish: their sizes, clues and symmetry.

Published puzzles belong to their authors, so these are generated: the sizes and their shares are
those of collections of published puzzles, and everything else is what the generator does by
default. So most of them can be solved by people, as published puzzles can: a Slitherlink with as
few numbers as possible cannot.
"""

from __future__ import annotations

import random
from typing import Any

from caracol.generator.loop import generate
from caracol.puzzle.plugins import get_genre

SIZES: dict[str, tuple[dict[str, int], ...]] = {
    "akari": ({"size": 10}, {"size": 10}, {"size": 10}, {"size": 14}, {"size": 18}),
    "easy-as-abc": ({"size": 5}, {"size": 6}, {"size": 6}, {"size": 7}, {"size": 8}),
    "hitori": ({"size": 8}, {"size": 9}, {"size": 10}, {"size": 10}, {"size": 12}),
    "magic-snail": ({"size": 5}, {"size": 6}, {"size": 6}, {"size": 7}, {"size": 8}),
    "magnets": ({"size": 6}, {"size": 8}, {"size": 8}, {"size": 10}, {"size": 10}),
    "nonogram": ({"size": 10}, {"size": 15}, {"size": 20}, {"size": 25}, {"size": 30}),
    "slitherlink": ({"size": 10}, {"size": 10}, {"size": 10}, {"size": 14}, {"size": 18}),
    "star-battle": (
        {"size": 8, "stars": 1},
        {"size": 10, "stars": 2},
        {"size": 10, "stars": 2},
        {"size": 10, "stars": 2},
        {"size": 14, "stars": 3},
    ),
}
"""The sizes that the puzzles of a genre have in turn."""


def published(rng: random.Random, _size: int, genre: str, **options: int) -> dict[str, Any]:
    """Return a puzzle of the genre with these options."""
    made = generate(genre, seed=rng.getrandbits(48), **options)
    return get_genre(genre).encode(made.puzzle)
