"""Several puzzles one below the other, each in a format that holds only one."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.authoring.notation.format import Asked, Format, Item, prefix_error
from caracol.formats.files import FORMATS as OWN
from caracol.formats.recognising import read_part, split_pieces
from caracol.puzzle import Puzzle


class Bundle(Format):
    """Several texts in one, each in any format; can only be read."""

    drafts = True

    def to_text(self, puzzle: Puzzle) -> str:
        raise self.writing_error(puzzle)

    def reads(self) -> tuple[str, ...]:
        return OWN[0].reads()

    def writes(self) -> tuple[str, ...]:
        return ()


class Several(Bundle):
    """Pieces of text separated by blank lines or by lines of ``===`` or ``---``."""

    name = "several"
    about = "several puzzles, separated by blank lines or by lines such as ==== and ----"
    info = frozenset()
    streams = True
    signs = "pieces separated by blank lines or lines of ====, each a puzzle"
    example = "stars: 1\nAAAB\nAABB\nCCDB\nCDDD\n\nstart('ABC', 5).\n"

    def recognises(self, text: str) -> bool:  # noqa: ARG002
        # Only an unrecognised text is split; see ``recognising.holds_several``.
        return False

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        for number, piece in enumerate(split_pieces(text), 1):
            where = f"piece {number}"
            for item in read_part(piece, asked, where):
                yield item if isinstance(item, Puzzle) else prefix_error(item, where)


FORMATS = (Several(),)
