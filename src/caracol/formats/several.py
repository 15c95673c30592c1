"""Several puzzles one below the other, each in a format that alone would hold one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from caracol.errors import ClueError, FormatError
from caracol.formats.format import Asked, Format, Item, located
from caracol.puzzle import Puzzle

RULER = re.compile(r"^[ \t]*(={3,}|-{3,}|\*{3,}|_{3,}|~{3,})[ \t]*$", re.MULTILINE)
BLANK = re.compile(r"\n(?:[ \t]*+\n)++")
MOST_LOOKED_AT = 3


class Bundle(Format):
    """Several texts in one, each in any format; it is only read."""

    def write(self, puzzle: Puzzle) -> str:
        raise self.unwritten(puzzle)

    def reads(self) -> tuple[str, ...]:
        from caracol.formats.files import FORMATS as OWN

        return OWN[0].reads()

    def writes(self) -> tuple[str, ...]:
        return ()


class Several(Bundle):
    """Pieces of text with blank lines between them, or lines of ``===`` or ``---``."""

    name = "several"
    about = "several puzzles, parted by blank lines or by lines such as ==== and ----"
    info = frozenset()
    streams = True
    signs = "pieces with blank lines or lines of ==== between them, each a puzzle"
    example = "stars: 1\nAAAB\nAABB\nCCDB\nCDDD\n\nstart('ABC', 5).\n"

    def looks(self, text: str) -> bool:  # noqa: ARG002
        # Only what is nothing else is taken apart; see ``fits``.
        return False

    def fits(self, text: str, asked: Asked) -> bool:
        """Whether there are several pieces and the first ones are puzzles."""
        found = list(islice(pieces(text), MOST_LOOKED_AT))
        tried = Asked(asked.genre, asked.known)
        return len(found) > 1 and all(
            isinstance(item, Puzzle)
            for piece in found
            for item in islice(read_part(piece, tried), MOST_LOOKED_AT)
        )

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        for number, piece in enumerate(pieces(text), 1):
            where = f"piece {number}"
            for item in read_part(piece, asked, where):
                yield item if isinstance(item, Puzzle) else located(item, where)


def pieces(text: str) -> Iterator[str]:
    """The pieces of a text, one by one: a copy of all of them costs memory."""
    between = RULER if RULER.search(text) else BLANK
    start = 0
    for match in chain(between.finditer(text), [None]):
        piece = text[start : match.start() if match else len(text)]
        if piece.strip():
            yield f"{piece.strip(chr(10))}\n"
        start = match.end() if match else len(text)


def read_part(part: str | bytes, asked: Asked, where: str = "") -> Iterator[Item]:
    """The puzzles of a part of a text, or why there are none; ``where`` may be a file's name."""
    from caracol.formats.recognising import recognise

    try:
        yield from recognise(part, asked, where, whole=True).items(asked, where)
    except (FormatError, ClueError) as refusal:
        yield refusal


FORMATS = (Several(),)
