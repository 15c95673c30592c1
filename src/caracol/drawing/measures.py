"""Positions in a drawing: the board, its margins with clues, and the caption.

All measures are in units of which a cell has :data:`CELL`; real sizes are used only when the
drawing is written.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from caracol.board.grid import Spot
from caracol.board.places import Corners
from caracol.board.scene import Label, Picture, Scene

CELL = 20.0
"""Side of a cell. Small numbers with one or two decimals keep drawings short."""
LETTER = 0.62 * CELL
CLUE = 0.5
"""Usual size of clues beside the board, in cells."""
SMALL = 0.36 * CELL
"""Type sizes: in cells, for coordinates."""
CAPTION = 0.5 * CELL
WORDS = 0.46 * CELL
WORDS_LINE = 1.3 * WORDS
"""Type size and line spacing of the text below the board."""
WORDS_ROOM = 13.0 * CELL
"""Minimum width for that text, however small the board is."""

PADDING = 0.15 * CELL
"""Space around everything, so that no stroke is cut in half."""
GAP = 0.16 * CELL
"""Space between the board and its clues."""
LEADING = 0.18
"""Space between two lines of clues, in cells."""
ADVANCE = 0.602
"""Width of a character relative to its size, in the widest font we request."""


def text_width(text: str, size: float) -> float:
    """Return the maximum width of a text.

    >>> round(text_width("12", 10), 2)
    12.04
    """
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return size * (ADVANCE * (len(text) - wide) + 1.1 * wide)


def break_lines(text: str, room: float, size: float) -> tuple[str, ...]:
    """Return the text in lines that fit the width; a longer word has a line to itself.

    >>> break_lines("a rose is a rose", 40, 10)
    ('a rose', 'is a', 'rose')
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class Measures:
    """Positions of one drawing: its size, the board's corner, and the spacing of its clues."""

    width: float
    height: float
    left: float
    """Left side of the board."""
    top: float
    rows: int
    columns: int
    before: float
    """Width of a column of clues on the left."""
    after: float
    """Width of a column of clues on the right."""
    line: float
    """Height of a row of clues above or below."""
    number: float
    """Width of the coordinates on the left."""
    caption: float
    """Baseline of the caption."""
    words: tuple[str, ...] = ()
    """Lines of text below the board."""
    words_top: float = 0.0
    """Top of these lines."""

    def x(self, column: float) -> float:
        """Return the left side of a column of cells."""
        return self.left + CELL * column

    def y(self, row: float) -> float:
        """Return the upper side of a row of cells."""
        return self.top + CELL * row

    def middle(self, row: float, column: float) -> tuple[float, float]:
        """Return the middle of a cell, or of a clue beside the board."""
        return self._across(column), self._down(row)

    def at(self, spot: Spot) -> tuple[float, float]:
        """Return the middle of a place to write in."""
        return self.left + CELL * spot.column, self.top + CELL * spot.row

    def _across(self, column: float) -> float:
        if column <= -1:
            return self.left - GAP + self.before * (column + 0.5)
        if column >= self.columns:
            return self.x(self.columns) + GAP + self.after * (column - self.columns + 0.5)
        return self.x(column) + CELL / 2

    def _down(self, row: float) -> float:
        if row <= -1:
            return self.top - GAP + self.line * (row + 0.5)
        if row >= self.rows:
            return self.y(self.rows) + GAP + self.line * (row - self.rows + 0.5)
        return self.y(row) + CELL / 2


def label_text(picture: Picture, label: Label, letters: bool) -> str:
    """Return a clue as printed: its text, and the letter of its colour if requested."""
    return label.text + (picture.letter_of(label) if letters else "")


def overhang(scene: Scene) -> float:
    """Return how far the board extends beyond its squares: half of what is on its edge."""
    last_row, last_column = scene.grid.rows - 1, scene.grid.columns - 1
    for label in scene.labels:
        within = 0 <= label.row <= last_row and 0 <= label.column <= last_column
        if scene.inside(label) and not within:
            return 0.3 * CELL
    if isinstance(scene.grid, Corners):
        return 0.3 * CELL
    return 0.0 if scene.squares else 0.1 * CELL


def column_clue_size(text: str, clue: float) -> float:
    """Return the size of a clue above or below the board, which is at most as wide as a cell.

    >>> round(column_clue_size("12", 0.5), 2), round(column_clue_size("12r", 0.8), 2)
    (0.5, 0.53)
    """
    return min(clue, 0.96 / max(text_width(text, 1.0), 0.001))


def smallest_clue(picture: Picture, *, letters: bool, clue: float) -> float:
    """Return the type size of the smallest clue beside the board, in cells."""
    columns = range(picture.scene.grid.columns)
    sizes = [
        column_clue_size(label_text(picture, label, letters), clue)
        for label in picture.scene.labels
        if label.column in columns and not picture.scene.inside(label)
    ]
    return min(sizes, default=clue)


def measures(picture: Picture, *, letters: bool, caption: bool, clue: float = CLUE) -> Measures:
    """Return the positions of everything in a drawing; ``clue`` is the size of its clues."""
    grid = picture.scene.grid
    line = (clue + LEADING) * CELL
    above, right, below, left = picture.scene.margins

    def pitch(columns: range) -> float:
        widths = [
            text_width(label_text(picture, label, letters), clue * CELL)
            for label in picture.scene.labels
            if label.column in columns and not picture.scene.inside(label)
        ]
        return max(line, max(widths, default=0.0) + 0.2 * CELL)

    before = pitch(range(-left, 0))
    after = pitch(range(grid.columns, grid.columns + right))
    written = caption and bool(picture.scene.caption)
    caption_room = 1.5 * CAPTION if written else 0.0
    number = text_width(str(grid.rows), SMALL) + GAP if picture.coordinates else 0.0
    number_line = SMALL + GAP if picture.coordinates else 0.0
    over = overhang(picture.scene)
    board_left = PADDING + number + (left * before + GAP if left else over)
    board_top = PADDING + caption_room + number_line + (above * line + GAP if above else over)
    width = board_left + CELL * grid.columns + (GAP + right * after if right else over) + PADDING
    height = board_top + CELL * grid.rows + (GAP + below * line if below else over) + PADDING
    if written:
        width = max(width, 2 * PADDING + text_width(picture.scene.caption, CAPTION))
    words: tuple[str, ...] = ()
    words_top = height
    if caption and picture.words:
        words = break_lines(picture.words, max(width - 2 * PADDING, WORDS_ROOM), WORDS)
        width = max(width, *(2 * PADDING + text_width(line, WORDS) for line in words))
        height += 2 * GAP + len(words) * WORDS_LINE
    return Measures(
        width,
        height,
        board_left,
        board_top,
        grid.rows,
        grid.columns,
        before,
        after,
        line,
        number,
        PADDING + CAPTION,
        words,
        words_top,
    )
