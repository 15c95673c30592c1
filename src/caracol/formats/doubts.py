"""Texts whose clues contradict each other at first sight, so that they are probably damaged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caracol.authoring.notation.format import Asked, Item
from caracol.authoring.parts import DoubtsPart
from caracol.errors import GenreError
from caracol.puzzle import Puzzle


def note_doubts(items: Iterable[Item], asked: Asked, where: str = "") -> Iterator[Item]:
    """Yield the items of a text; before each, note in ``asked`` if its clues contradict."""
    for item in items:
        line = asked.place.line
        place = where or (f"line {line}" if line else "")
        if isinstance(item, Puzzle) and (note := note_doubt(item, place)):
            asked.notes.append(note)
        yield item


def note_doubt(puzzle: Puzzle, where: str = "") -> str:
    """Return a note if the clues of a puzzle that was read contradict each other; else ""."""
    doubt = find_doubt(puzzle)
    before = f"{where}: " if where else ""
    return f"{before}{doubt}; the text may be damaged" if doubt else ""


def find_doubt(puzzle: Puzzle) -> str:
    """Return how clues contradict each other, in words; "" if nothing is wrong at first sight."""
    try:
        part = puzzle.genre.part(DoubtsPart)
    except GenreError:
        return ""
    found = part.find_doubt(puzzle) if part is not None else ""
    return found or _check_goal(puzzle)


def _check_goal(puzzle: Puzzle) -> str:
    """Return that the stated solution breaks the rules; "" if it does not, or if there is none."""
    goal = [value for value in puzzle.info.goal if value is not None]
    # Whether a board with hidden cells fits cannot be seen.
    if not goal or len(goal) < puzzle.model.size or puzzle.model.holds(goal):
        return ""
    return "the stated solution does not fit the clues"
