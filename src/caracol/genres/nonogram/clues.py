"""A line's clue: its runs, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from caracol.board.grid import LARGEST_SIDE
from caracol.errors import ClueError
from caracol.records import NamedTuple

ANY_LENGTH = 0
"""The length of a run written ``?``: one run, of a length that is not told."""
ANY_RUNS = -1
"""The length of an item written ``*``: any number of runs, also none."""


class Run(NamedTuple):
    """So many cells of one colour in a row; colours are numbered from 1."""

    length: int
    colour: int = 1


Clue = tuple[Run, ...]


def shortest(clue: Clue) -> int:
    """How many cells the runs and the gaps between them need at least."""
    needed = before = 0
    for length, colour in clue:
        if length == ANY_RUNS:
            continue
        # A gap between equal colours is needed across an asterisk too: it may stand for nothing.
        needed += (length or 1) + (before == colour)
        before = colour
    return needed


def read_clue(written: Any, letters: Sequence[str], where: str) -> Clue:
    """The clue from a text ("3 1r ?") or a list ([3, "1r", "?"]); 0 and nothing are an empty line.

    >>> read_clue("2 *", ["#"], "row 1")
    (Run(length=2, colour=1), Run(length=-1, colour=1))
    """
    try:
        return _read(_items(written), tuple(letters))
    except ClueError as problem:
        raise ClueError(str(problem), where) from None


def read_clues(lines: Sequence[Any], letters: Sequence[str], name: str) -> tuple[Clue, ...]:
    """The clues of all rows or columns; ``name`` is what one of them is called."""
    known = tuple(letters)
    try:
        return tuple([_read(_items(written), known) for written in lines])
    except ClueError:  # once more, to say where
        places = enumerate(lines, 1)
        return tuple([read_clue(written, known, f"{name} {number}") for number, written in places])


def _items(written: Any) -> str | tuple[str, ...]:
    """A clue as it is read: a text, or the texts of a list."""
    if isinstance(written, str):
        return written
    return str(written) if isinstance(written, int) else tuple(map(str, written))


ITEM = re.compile(r"(\d+|\?|\*)(\D?)", re.ASCII)


@lru_cache(maxsize=8192)  # the lines of one puzzle, and of the next, share many of their clues
def _read(written: str | tuple[str, ...], letters: tuple[str, ...]) -> Clue:
    items = re.split(r"[\s,]+", written.strip()) if isinstance(written, str) else written
    items = [item for item in items if item != ""]
    if len(items) > LARGEST_SIDE:
        raise ClueError(f"{len(items)} runs are more than any line has")
    found = []
    for item in items:
        match = ITEM.fullmatch(item.strip())
        if not match:
            raise ClueError(f"'{item}' is not a run: write a number, ? or *")
        number, letter = match.groups()
        if letter and letter not in letters:
            raise ClueError(f"'{item}' has the colour '{letter}', but there is none")
        if not letter and number.strip("0*") and len(letters) > 1:
            raise ClueError(f"'{item}' needs one of the colours {', '.join(letters)}")
        colour = letters.index(letter) + 1 if letter else 1
        if number == "*":
            found.append(Run(ANY_RUNS, 1))
        elif number == "?":
            found.append(Run(ANY_LENGTH, colour))
        elif len(number) > 4:
            raise ClueError(f"'{number[:8]}…' is longer than any line")
        elif int(number) == 0:
            if len(items) > 1:
                raise ClueError("0 means an empty line, so it stands alone")
        else:
            found.append(Run(int(number), colour))
    return tuple(found)


def write_clue(clue: Clue, letters: Sequence[str]) -> str:
    """The clue as text; an empty line is ``0``."""
    if len(letters) > 1:
        runs = [
            _LENGTHS.get(length, str(length)) + (letters[colour - 1] if length != ANY_RUNS else "")
            for length, colour in clue
        ]
    else:
        runs = [str(length) if length > 0 else _LENGTHS[length] for length, _ in clue]
    return " ".join(runs) or "0"


_LENGTHS = {ANY_LENGTH: "?", ANY_RUNS: "*"}
