"""Text in columns of a terminal: widths, alignment and wrapped lines."""

from __future__ import annotations

import textwrap
import unicodedata
from functools import lru_cache

from caracol.drawing.colours import channels, is_light

WIDEST_WORDS = 88
"""Maximum number of characters in a line of text below a board."""


@lru_cache(maxsize=1024)  # a board repeats a few characters
def text_columns(text: str) -> int:
    """Return how many columns of a terminal a text occupies.

    >>> text_columns("A"), text_columns("字"), text_columns("e\N{COMBINING ACUTE ACCENT}")
    (1, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )


def align(text: str, room: int, side: str) -> str:
    """Return the text padded to this many columns: ``left``, ``right`` or in the ``middle``."""
    spare = max(0, room - text_columns(text))
    before = {"left": 0, "right": spare, "middle": (spare + 1) // 2}[side]
    return " " * before + text + " " * (spare - before)


def make_visible(text: str) -> str:
    """Return the text, on a dotted circle if it would be zero columns wide."""
    return text if text_columns(text) else f"◌{text}"


def wrap_words(words: str, widest: int = WIDEST_WORDS, first: str = "") -> str:
    """Return the text wrapped, with ``first`` before the first line; cell names stay whole.

    If ``first`` is blank, all lines are indented alike.
    """
    rest = first if first.isspace() else ""
    return textwrap.fill(
        words, widest, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )


def style_on(colour: str) -> str:
    """Return the style of readable text, black or white, on a background of this colour."""
    red, green, blue = channels(colour)
    return f"48;2;{red};{green};{blue};38;5;{16 if is_light(colour) else 231}"
