"""Which puzzles are the same in disguise: turned, mirrored, or with other names."""

from __future__ import annotations

from hashlib import sha256

from caracol.puzzle import Puzzle


def canonical(puzzle: Puzzle) -> str:
    """A text that is the same for all disguises that the genre knows."""
    module = puzzle.genre.part("draft")
    if module is not None and hasattr(module, "canonical"):
        return str(module.canonical(puzzle))
    from json import dumps

    return f"{puzzle.genre.id} {dumps(puzzle.genre.encode(puzzle), sort_keys=True)}"


def fingerprint(puzzle: Puzzle) -> str:
    """A short name for a puzzle and all its disguises."""
    return sha256(canonical(puzzle).encode()).hexdigest()[:32]
