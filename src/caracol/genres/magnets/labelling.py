"""The scale of the values of Magnets for labelling: −1, 0 and 1."""

from __future__ import annotations

from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets


def scale(_puzzle: Magnets) -> tuple[int, ...]:
    """Return the values from the lowest to the highest: the neutral one is the median."""
    return MINUS, NEUTRAL, PLUS
