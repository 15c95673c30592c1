"""The editor of Magic Snail, for setters and players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from caracol.authoring.editor import Writing, moved
from caracol.genres.magic_snail import BLANK, MagicSnail
from caracol.support.options import Kind, Option

OPTIONS = (
    Option("size", Kind.INTEGER, 5, "rows and columns of the board", 1, 20),
    Option("key", Kind.TEXT, "ABC", "the letters, in the order in which the snail reads them"),
)
EXAMPLE = {
    "caracol": 1,
    "genre": "magic-snail",
    "title": "A first snail",
    "key": "ABC",
    "grid": ["...B.", ".C...", "....B", "C....", "..A.."],
}


def writing(_puzzle: MagicSnail) -> Writing:
    """Return that a press selects a cell, and letters are typed."""
    return Writing((), {".": BLANK, "0": BLANK, "-": BLANK})


def spoken(puzzle: MagicSnail) -> list[str]:
    """Return each cell's position along the snail."""
    words = [""] * puzzle.grid.size
    for place, cell in enumerate(puzzle.grid.spiral(), 1):
        words[cell] = f"cell {place} of the snail"
    return words


def blank(options: Mapping[str, Any]) -> MagicSnail:
    """Return an empty snail."""
    return MagicSnail(options["key"], options["size"])


def settings(puzzle: MagicSnail) -> dict[str, Any]:
    """Return size and key."""
    return {"size": puzzle.size, "key": puzzle.key}


def reformed(puzzle: MagicSnail, options: Mapping[str, Any]) -> MagicSnail:
    """Return a board that keeps givens whose places and letters still exist."""
    made = blank(options)
    known = [
        value if value is None or value < len(made.symbols) else None for value in puzzle.givens
    ]
    return replace(made, givens=moved(known, puzzle.grid, made.grid, None), info=puzzle.info)
