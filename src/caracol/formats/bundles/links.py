"""Lists of links: any mixture of formats that write a puzzle on one line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from caracol.authoring.notation.format import Asked, Format, Item, prefix_error
from caracol.authoring.notation.parsing import LONGEST_PUZZLE
from caracol.errors import CaracolError, ClueError, FormatError
from caracol.formats.decoding import lines_of
from caracol.formats.doubts import note_doubts
from caracol.formats.registry import every_format
from caracol.puzzle import Puzzle


@cache
def single_line_formats() -> tuple[Format, ...]:
    """Return the formats that write a puzzle on one line."""
    return tuple(found for found in every_format() if found.single_line)


MOST_LOOKED_AT = 20


class LinkList(Format):
    """One link or game ID per line; lines that begin with # are comments."""

    name = "links"
    about = "a list of links and game IDs, one per line, in any mixture"
    info = frozenset()
    streams = True
    drafts = True

    def recognises(self, text: str) -> bool:
        # A line that is neither may occur among them; it is reported when the list is read.
        lines = list(islice(_lines(text), MOST_LOOKED_AT))
        if len(lines) < 2:
            return False
        good = sum(_format_of(line) is not None for _, line in lines)
        return good > 1 and 2 * good >= len(lines)

    signs = "a link or a game ID on every line"
    example = "starbattle/6/6/1/4ilbhgdnmhou\n3x3:201,102,120,111,LRTT*BBLR\n"

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        for number, line in _lines(text):
            where = f"line {number}"
            asked.place.line = number
            for item in _read(line, asked, where):
                yield prefix_error(item, where) if isinstance(item, CaracolError) else item

    def to_text(self, puzzle: Puzzle) -> str:
        raise self.writing_error(puzzle)

    def reads(self) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(genre for found in single_line_formats() for genre in found.reads())
        )

    def writes(self) -> tuple[str, ...]:
        return ()


def _read(line: str, asked: Asked, where: str) -> list[Item]:
    found = _format_of(line)
    try:
        if found is None:
            raise FormatError("this is neither a link nor a game ID")
        items = found.read_all(line, asked)
        return list(items if found.drafts else note_doubts(items, asked, where))
    except (FormatError, ClueError) as refusal:
        return [refusal]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in lines_of(text):
        line = line.strip()
        if not line.startswith("#"):
            yield number, line


def _format_of(line: str) -> Format | None:
    if len(line) > LONGEST_PUZZLE:
        return None
    return next((found for found in single_line_formats() if found.recognises(line)), None)


FORMATS = (LinkList(),)
