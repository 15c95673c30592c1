"""A list of links: any mixture of formats that write a puzzle in one line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from caracol.errors import ClueError, FormatError
from caracol.formats import compact, penpa, pzpr, tatham
from caracol.formats.format import Asked, Format
from caracol.formats.own import LONGEST_PUZZLE
from caracol.puzzle import Puzzle

SINGLE = tuple(
    found
    for module in (compact, pzpr, penpa, tatham)
    for found in module.FORMATS
    if isinstance(found, Format) and found.single_line
)


class Links(Format):
    """One link or game id a line; lines that begin with # are comments."""

    name = "links"
    about = "a list of links and game ids, one a line, in any mixture"
    info = frozenset()
    streams = True

    def looks(self, text: str) -> bool:
        lines = list(islice(_lines(text), 3))
        return len(lines) > 1 and all(_format_of(line) is not None for _, line in lines)

    def read_all(self, text: str, asked: Asked) -> Iterator[Puzzle]:
        for number, line in _lines(text):
            found = None if len(line) > LONGEST_PUZZLE else _format_of(line)
            if found is None:
                raise FormatError("this is no link and no game id", f"line {number}")
            try:
                yield from found.read_all(line, asked)
            except (FormatError, ClueError) as error:
                raise type(error)(f"line {number}: {error}") from None

    def write(self, puzzle: Puzzle) -> str:
        raise self.unwritten(puzzle)

    def reads(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(genre for found in SINGLE for genre in found.reads()))

    def writes(self) -> tuple[str, ...]:
        return ()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    # A copy of all lines costs more memory than all else.
    start = number = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line, start, number = text[start:end].strip(), end + 1, number + 1
        if line and not line.startswith("#"):
            yield number, line


def _format_of(line: str) -> Format | None:
    return next((found for found in SINGLE if found.looks(line)), None)


FORMATS = (Links(),)
