"""Which genre a text has that names none: never a silent guess.

A genre is chosen only if it is the only candidate that gives a puzzle with exactly one solution,
and a note says so. A table of numbers or letters, or an empty board, could be of many genres that
are not supported, too; then the caller must name the genre.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from caracol.authoring.parts import FormatsPart
from caracol.engines import kernel, portfolio
from caracol.engines.limits import Clock
from caracol.errors import FormatError, GenreError, UnnamedGenre
from caracol.puzzle import Genre, Info, Puzzle

WORK = 10_000_000
"""Work that the kernel may spend on one candidate, about a tenth of a second."""
SECONDS = 1.0
"""The same without the kernel, in seconds."""
LARGEST = 10_000
"""Maximum number of cells of a board that is solved in order to recognise its genre."""
ADDRESS = re.compile(
    r"[/?#&=]([a-z][a-z0-9-]*)(?:_edit|_play)?/(?:v:[^/\s]*/)?(?:[a-z]+/)?\d+/\d+/"
)
"""A genre's name in an address of puzz.link and its relatives."""


def unnamed_genre(genres: Iterable[Genre[Any]]) -> UnnamedGenre:
    """Return the error for a text that could be of these genres."""
    found = list(dict.fromkeys(genres))
    names = [genre.name for genre in found]
    listed = f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
    return UnnamedGenre(
        f"the text does not name its genre; it could be {listed}, or one that is not supported: "
        f'use --genre {found[0].id}, or genre="{found[0].id}" in Python'
        + (f" (or {' or '.join(genre.id for genre in found[1:])})" if len(found) > 1 else ""),
        genres=tuple(genre.id for genre in found),
    )


def choose_unique(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, str] | None:
    """Return the only puzzle that has exactly one solution, and the note about it."""
    unique = [puzzle for puzzle in puzzles if is_unique(puzzle)]
    if len(unique) != 1:
        return None
    return unique[0], describe_choice(unique[0])


def describe_choice(puzzle: Puzzle) -> str:
    """Return the note about a genre that was chosen because the puzzle has one solution."""
    return f"read as {puzzle.genre.name}; use --genre to choose another"


@lru_cache(maxsize=64)  # A text is read once to recognise it and once more to return its puzzles.
def is_unique(puzzle: Puzzle) -> bool:
    """Return whether a puzzle surely has exactly one solution, after little work.

    With the kernel, the work is counted, so that the answer is the same on every machine.
    """
    if puzzle.grid.size > LARGEST:
        return False
    model = puzzle.model
    compiled = kernel.compiled(model)
    if compiled is None or model.hidden or compiled.repeats:
        answer = portfolio.answer(model, Clock(SECONDS), limit=2)
        return answer.complete and answer.count == 1
    left = compiled.propagate(model.candidates())
    if left is None:
        return False
    found = compiled.learn(left, limit=2, work=WORK)
    return found.finished and found.count == 1


def find_mentioned(
    info: Info, genres: Sequence[Genre[Any]], address_names: dict[str, Genre[Any]]
) -> Genre[Any] | None:
    """Return the genre that a source address, a title or rules name, if they name one.

    ``address_names`` has the names of genres in addresses. Raises a :class:`FormatError` if the
    address names a genre that is not supported.
    """
    if match := ADDRESS.search(info.source):
        if match[1] not in address_names:
            raise FormatError(
                f"its source address names the genre '{match[1][:40]}', which is not supported"
            )
        return address_names[match[1]]
    said = f"{info.title}\n{info.notes}".lower()
    named = [
        genre
        for genre in genres
        if re.search(rf"\b(?:{re.escape(genre.name.lower())}|{re.escape(genre.id)})\b", said)
    ]
    return named[0] if len(named) == 1 else None


def find_owner(known: Iterable[str], genres: Sequence[Genre[Any]]) -> Genre[Any] | None:
    """Return the only one of these genres that has an option which the caller gave."""
    given = set(known)
    owners = []
    for genre in genres if given else ():
        try:
            part = genre.part(FormatsPart)
        except GenreError:
            continue
        if part is not None and any(option.name in given for option in part.OPTIONS):
            owners.append(genre)
    return owners[0] if len(owners) == 1 else None
