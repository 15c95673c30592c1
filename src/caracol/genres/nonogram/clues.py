"""Clues: the runs of a line, and how to read and write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from caracol.board.grid import LARGEST_SIDE
from caracol.errors import ClueError

ANY_LENGTH = 0
"""The length of a run written ``?``: one run of unknown length."""
ANY_RUNS = -1
"""The length of an item written ``*``: any number of runs, including none."""


class Run(NamedTuple):
    """A number of adjacent cells of one colour; colours are numbered from 1."""

    length: int
    colour: int = 1


Clue = tuple[Run, ...]


def min_length(clue: Clue) -> int:
    """Return the minimum number of cells that the runs and the gaps between them need."""
    needed = before = 0
    for length, colour in clue:
        if length == ANY_RUNS:
            continue
        # Equal colours need a gap across an asterisk too, because it may stand for no runs.
        needed += (length or 1) + (before == colour)
        before = colour
    return needed


def read_clue(written: Any, letters: Sequence[str], where: str) -> Clue:
    """Read a clue from a text ("3 1r ?") or a list ([3, "1r", "?"]).

    An empty clue and 0 both mean an empty line.

    >>> read_clue("2 *", ["#"], "row 1")
    (Run(length=2, colour=1), Run(length=-1, colour=1))
    """
    try:
        return _read_items(_hashable(written), tuple(letters))
    except ClueError as problem:
        raise ClueError(str(problem), where) from None


def read_clues(lines: Sequence[Any], letters: Sequence[str], name: str) -> tuple[Clue, ...]:
    """Read the clues of all rows or all columns; ``name`` is "row" or "column"."""
    known = tuple(letters)
    try:
        return tuple([_read_items(_hashable(written), known) for written in lines])
    except ClueError:  # read them again one by one, to say where the problem is
        places = enumerate(lines, 1)
        return tuple([read_clue(written, known, f"{name} {number}") for number, written in places])


def _hashable(written: Any) -> str | tuple[str, ...]:
    """Return a clue as a text or as a tuple of texts, both of which are hashable."""
    if isinstance(written, str):
        return written
    return str(written) if isinstance(written, int) else tuple(map(str, written))


ITEM = re.compile(r"(\d+|\?|\*)(\D?)", re.ASCII)
PLAIN = re.compile(r"[1-9]\d?(?: [1-9]\d?)*", re.ASCII)
LONGEST_PLAIN = 3 * LARGEST_SIDE
PLAIN_RUNS = tuple([Run(length) for length in range(100)])


def _is_plain(written: str) -> bool:
    """Return whether a clue has only lengths below 100, as nearly all have."""
    return len(written) <= LONGEST_PLAIN and PLAIN.fullmatch(written) is not None


@lru_cache(maxsize=8192)  # the lines of one puzzle, and of the next, share many of their clues
def _read_items(written: str | tuple[str, ...], letters: tuple[str, ...]) -> Clue:
    if isinstance(written, str) and len(letters) == 1 and _is_plain(written):
        return tuple([PLAIN_RUNS[int(length)] for length in written.split()])
    items = re.split(r"[\s,]+", written.strip()) if isinstance(written, str) else written
    items = [item for item in items if item != ""]
    if len(items) > LARGEST_SIDE:
        raise ClueError(f"has {len(items)} runs, which is more than any line can hold")
    found = []
    for item in items:
        match = ITEM.fullmatch(item.strip())
        if not match:
            raise ClueError(f"'{item}' is not a run: write a number, ? or *")
        number, letter = match.groups()
        if letter and letter not in letters:
            raise ClueError(f"'{item}' has the colour '{letter}', which the puzzle does not have")
        if not letter and number.strip("0*") and len(letters) > 1:
            raise ClueError(f"'{item}' needs one of the colours {', '.join(letters)}")
        colour = letters.index(letter) + 1 if letter else 1
        if number == "*":
            found.append(Run(ANY_RUNS, 1))
        elif number == "?":
            found.append(Run(ANY_LENGTH, colour))
        elif len(number) > 4:
            raise ClueError(f"a run of '{number[:8]}…' is longer than any line")
        elif int(number) == 0:
            if len(items) > 1:
                raise ClueError("0 means an empty line, so it must be the only number")
        else:
            found.append(Run(int(number), colour))
    return tuple(found)


def write_clue(clue: Clue, letters: Sequence[str]) -> str:
    """Return a clue as text; an empty line is ``0``."""
    if len(letters) > 1:
        runs = [
            _LENGTHS.get(length, str(length)) + (letters[colour - 1] if length != ANY_RUNS else "")
            for length, colour in clue
        ]
    else:
        runs = [str(length) if length > 0 else _LENGTHS[length] for length, _ in clue]
    return " ".join(runs) or "0"


_LENGTHS = {ANY_LENGTH: "?", ANY_RUNS: "*"}
