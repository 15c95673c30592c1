"""Addresses at which a puzzle can be opened by someone who has only a phone."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from caracol.errors import FormatError
from caracol.formats.converting import convert
from caracol.puzzle import Info, Puzzle

__all__ = ["address"]

ELSEWHERE = "puzz.link"
"""A site where most puzzles can be played without installing anything."""


def address(puzzle: Puzzle, page: str = "") -> str:
    """Return a short address at which the puzzle can be played: on this ``page``, or elsewhere.

    If no page is named and no other site can hold the whole puzzle, the address is the text of the
    puzzle, which any Caracol opens. Information about it (title, author) is left out, because a
    title may give a picture away.

    >>> from caracol.genres.nonogram import Nonogram
    >>> puzzle = Nonogram.from_numbers([[3], [1]], [[2], [1], [1]])
    >>> address(puzzle)
    'https://puzz.link/p?nonogram/3/2/2113g1g'
    >>> address(puzzle, "https://puzzles.example/")
    'https://puzzles.example/#play/caracol:nonogram/2,1,1/3,1?check=7n'
    """
    bare = replace(puzzle, info=Info())
    if not page:
        try:
            written = convert(bare, ELSEWHERE)
        except FormatError:
            written = None
        if written is not None and not written.lost and not written.spoilt:
            return written.text
    text = convert(bare, "caracol").text
    return f"{page.rstrip('/')}/#play/{quote(text, safe=':/,.?=&*-_')}" if page else text
