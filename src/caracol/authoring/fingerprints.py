"""Recognise puzzles that are the same in disguise: turned, mirrored, or with other names."""

from __future__ import annotations

from hashlib import sha256

from caracol.authoring.parts import DraftPart
from caracol.puzzle import Puzzle


def canonical(puzzle: Puzzle) -> str:
    """Return a text that is the same for all disguises that the genre knows."""
    part = puzzle.genre.part(DraftPart) or DraftPart()
    return part.canonical(puzzle)


def fingerprint(puzzle: Puzzle) -> str:
    """Return a short name for a puzzle and all its disguises."""
    return sha256(canonical(puzzle).encode()).hexdigest()[:32]
