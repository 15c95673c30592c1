"""Recognise puzzles that are the same in disguise: turned, mirrored, or with other names."""

from __future__ import annotations

from hashlib import sha256

from caracol.authoring.drafts.symmetry import TURNS
from caracol.authoring.parts import DraftPart
from caracol.puzzle import Puzzle

DISGUISES = {
    "left-right": "mirrored left to right",
    "top-bottom": "mirrored top to bottom",
    "half": "rotated by 180°",
    "diagonal": "with rows and columns exchanged",
    "quarter": "rotated by 90° clockwise",
    "back": "rotated by 90° anticlockwise",
    "other diagonal": "mirrored along the rising diagonal",
}
"""Words for how a board is turned."""


def canonical(puzzle: Puzzle) -> str:
    """Return a text that is the same for all disguises that the genre knows."""
    part = puzzle.genre.part(DraftPart) or DraftPart()
    return part.canonical(puzzle)


def fingerprint(puzzle: Puzzle) -> str:
    """Return a short name for a puzzle and all its disguises."""
    return sha256(canonical(puzzle).encode()).hexdigest()[:32]


def describe_disguise(puzzle: Puzzle, original: Puzzle) -> str:
    """Return how a puzzle differs from another with the same fingerprint, or "" if it does not.

    >>> from caracol.genres.nonogram import Nonogram
    >>> original = Nonogram.from_numbers([[1, 1], [1]], [[1], [1], [1]])
    >>> describe_disguise(Nonogram.from_numbers([[1], [1, 1]], [[1], [1], [1]]), original)
    'mirrored top to bottom'
    """
    if puzzle == original:
        return ""
    part = puzzle.genre.part(DraftPart) or DraftPart()
    wanted = part.canonical(puzzle, ("same",))
    for turn in TURNS:
        if part.canonical(original, (turn,)) == wanted:
            return DISGUISES.get(turn, "with other names")
    return "in disguise"
