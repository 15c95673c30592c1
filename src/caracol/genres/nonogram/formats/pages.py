"""Pages of nonograms.org, which hold their picture as numbers that undo each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from caracol.authoring.notation import parsing
from caracol.authoring.notation.format import FileFormat
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import ClueError, FormatError, count_noun
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.formats.clue_texts import from_picture
from caracol.genres.nonogram.formats.markup import palette_of

DATA = re.compile(r"\bvar\s+d\s*=\s*(\[\[[\d,\[\]\s-]*\]\])\s*;")


def looks_page(text: str) -> bool:
    """Return whether the page has the line ``var d=[[…]];``."""
    return DATA.search(text) is not None


def read_page(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle whose picture a nonograms.org page holds."""
    match = DATA.search(text)
    if match is None:
        raise FormatError("the page has no line 'var d=[[…]];'")
    try:
        groups = parsing.json(match[1])
        yield decipher(groups)
    except (FormatError, ClueError):
        raise
    except (IndexError, TypeError, ZeroDivisionError, ValueError):
        raise FormatError("the numbers of 'var d' do not have the form of a picture") from None


def decipher(d: list[list[int]]) -> Nonogram:
    """Return the picture behind the numbers."""

    def folded(group: list[int]) -> int:
        return group[0] % group[3] + group[1] % group[3] - group[2] % group[3]

    width, height, number = folded(d[1]), folded(d[2]), folded(d[3])
    grid = Grid.checked(height, width, LARGEST_SIDE)
    if not 1 <= number < 50:
        raise FormatError(f"a picture has 1 to 50 colours, not {number}")
    key = d[4]
    values = []
    for group in d[5 : 5 + number]:
        parts = (group[0] - key[1], group[1] - key[0], group[2] - key[3])
        values.append("#" + "".join(f"{part & 255:02x}" for part in parts))
    mark = d[number + 5]
    segments = (mark[0] % mark[3]) ** 2 + 2 * (mark[1] % mark[3]) + mark[2] % mark[3]
    offset = d[number + 6]
    picture = [[0] * grid.columns for _ in range(grid.rows)]
    pieces = d[number + 7 : number + 7 + segments]
    if segments > grid.size or len(pieces) != segments:
        raise FormatError(f"expected {count_noun(segments, 'segment')}, but found {len(pieces)}")
    for piece in pieces:
        column, length = piece[0] - offset[0] - 1, piece[1] - offset[1]
        colour, row = piece[2] - offset[2], piece[3] - offset[3] - 1
        inside = 0 <= row < height and column >= 0 and 0 < length <= width - column
        if not inside or not 1 <= colour <= number:
            raise FormatError("a segment of the picture is outside the board")
        picture[row][column : column + length] = [colour] * length
    if values == ["#000000"]:
        return from_picture(picture)
    names = [f"colour {n}" for n in range(1, number + 1)]
    table = {name: (value, "") for name, value in zip(names, values, strict=True)}
    return from_picture(picture, palette_of(names, table))


FILES = (
    FileFormat(
        "nonograms.org",
        "a nonograms.org page, for private use; the clues are derived from its picture",
        looks_page,
        read_page,
        signs="a line 'var d=[[…]];' in the page",
        hint=r"\bvar\s+d\s*=",
        example=(
            "var d=[[1,1,1,9],[2,0,0,9],[1,0,0,9],[1,0,0,9],[1,2,3,4],[257,1,4,0],"
            "[1,0,0,9],[5,6,7,8],[7,7,8,9]];"
        ),
    ),
)
