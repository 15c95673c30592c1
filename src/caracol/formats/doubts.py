"""Texts whose clues contradict each other at first sight, so that they are probably damaged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caracol.authoring.notation.format import Asked, Item
from caracol.authoring.parts import FormatsPart
from caracol.errors import GenreError
from caracol.puzzle import Puzzle


def note_doubts(items: Iterable[Item], asked: Asked, where: str = "") -> Iterator[Item]:
    """Yield the items of a text; before each, note in ``asked`` if its clues contradict."""
    for item in items:
        if isinstance(item, Puzzle) and (doubt := find_doubt(item)):
            before = f"{where}: " if where else ""
            asked.notes.append(f"{before}{doubt}; the text may be damaged")
        yield item


def find_doubt(puzzle: Puzzle) -> str:
    """Return how clues contradict each other, in words; "" if nothing is wrong at first sight."""
    try:
        part = puzzle.genre.part(FormatsPart)
    except GenreError:
        return ""
    return part.find_doubt(puzzle) if part is not None else ""
