"""Light and dark colours, written as #rrggbb."""

from __future__ import annotations


def readable_on(colour: str) -> str:
    """Return black or white, whichever is readable on a background of this colour.

    >>> readable_on("#ffff00"), readable_on("#000080")
    ('#000000', '#ffffff')
    """
    return "#000000" if is_light(colour) else "#ffffff"


def is_light(colour: str) -> bool:
    """Return whether a colour is nearer to white than to black, as the eye sees it."""
    red, green, blue = channels(colour)
    return 299 * red + 587 * green + 114 * blue > 140_000


def channels(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of #rrggbb, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
