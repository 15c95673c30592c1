"""What there is to draw, in cell units: strokes, labels, shades and symbols.

A genre describes its board once, as a :class:`Scene`; the terminal, SVG, PDF and the page all
draw that. Cell (0, 0) is the top left one; clues stand outside, at negative coordinates or
beyond the last row and column.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from caracol.board.grid import Grid
from caracol.records import Record, record


class Weight(StrEnum):
    """How strong a line is."""

    NONE = "none"
    FAINT = "faint"
    THIN = "thin"
    THICK = "thick"


class Shape(StrEnum):
    """How a value is drawn."""

    NOTHING = "nothing"
    DOT = "dot"
    CROSS = "cross"
    STAR = "star"
    FILL = "fill"
    PLUS = "plus"
    MINUS = "minus"
    LETTER = "letter"


@record
class Symbol(Record):
    """One value of a cell, as it is written, said and drawn."""

    letter: str
    """One character for files: "*"."""
    word: str
    """What people call it: "star"."""
    shape: Shape
    glyph: str = ""
    """One character for the terminal, where it differs from the letter: "★"."""
    colour: str = ""
    """#rrggbb where colour carries meaning; pictures have it, letters do not."""
    plural: str = ""

    @property
    def words(self) -> str:
        """The plural."""
        return self.plural or f"{self.word}s"

    def counted(self, number: int) -> str:
        """A number of them in words: "1 star", "2 stars"."""
        return f"{number} {self.word if number == 1 else self.words}"


@record
class Stroke(Record):
    """A line one cell long, from the corner (row, column) down or to the right."""

    row: int
    column: int
    down: bool
    weight: Weight


@record
class Label(Record):
    """Text that belongs to the puzzle: a clue beside the board, or a sign in its corner."""

    row: int
    column: int
    text: str
    about: str = ""
    """Words of the rule that it states, so that it can dim when the rule is satisfied."""
    colour: str = ""


@record
class Scene(Record):
    """Everything to draw of an unsolved board, but for its given values."""

    grid: Grid
    strokes: tuple[Stroke, ...]
    symbols: tuple[Symbol, ...]
    labels: tuple[Label, ...] = ()
    shaded: tuple[int, ...] = ()
    """Cells that are no part of play, drawn dark."""
    caption: str = ""
    """What must be said beside the board: the number of stars, the key."""

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """How many cells of labels stand above, to the right, below and to the left."""
        rows = [label.row for label in self.labels]
        columns = [label.column for label in self.labels]
        return (
            max(0, -min(rows, default=0)),
            max(0, max(columns, default=0) - self.grid.columns + 1),
            max(0, max(rows, default=0) - self.grid.rows + 1),
            max(0, -min(columns, default=0)),
        )


def borders(
    grid: Grid,
    between: Callable[[int, int], Weight],
    outside: Callable[[int], Weight] = lambda _: Weight.THICK,
) -> tuple[Stroke, ...]:
    """Strokes for every side of every cell: as heavy as ``between`` says of its two cells."""
    strokes = []
    for row in range(grid.rows + 1):
        for column in range(grid.columns):
            above = grid.cell(row - 1, column) if row else None
            below = grid.cell(row, column) if row < grid.rows else None
            strokes.append(Stroke(row, column, False, _weight(above, below, between, outside)))
    for row in range(grid.rows):
        for column in range(grid.columns + 1):
            before = grid.cell(row, column - 1) if column else None
            after = grid.cell(row, column) if column < grid.columns else None
            strokes.append(Stroke(row, column, True, _weight(before, after, between, outside)))
    return tuple(stroke for stroke in strokes if stroke.weight is not Weight.NONE)


def _weight(
    one: int | None,
    other: int | None,
    between: Callable[[int, int], Weight],
    outside: Callable[[int], Weight],
) -> Weight:
    if one is None:
        assert other is not None
        return outside(other)
    return outside(one) if other is None else between(one, other)


def drawn(thing: object) -> str | None:
    """The thing as SVG, or ``None`` where it has no picture; for ``_repr_svg_``.

    What shows itself in a notebook lies below what draws, so drawing is found by its name, and
    only when something is shown.
    """
    from importlib import import_module

    found: str | None = import_module("caracol.drawing.notebook").svg_of(thing)
    return found


def as_html(thing: object) -> str | None:
    """The thing as HTML, or ``None``; for ``_repr_html_``, found like :func:`drawn`."""
    from importlib import import_module

    found: str | None = import_module("caracol.notebooks").html_of(thing)
    return found
