"""How the values of Magnets are labelled: as the numbers −1, 0 and 1."""

from __future__ import annotations

from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets


def scale(_puzzle: Magnets) -> tuple[int, ...]:
    """The values from the lowest to the highest: the neutral one is the median."""
    return MINUS, NEUTRAL, PLUS
