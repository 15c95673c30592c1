"""Pictures as SVG: symbols are outlines, lines are merged, sizes are real."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cached_property
from math import ceil, sqrt

from caracol.board.grid import Form, spots, squares_of
from caracol.board.names import Name
from caracol.board.places import Sides
from caracol.board.scene import Anchor, Label, Picture, Role, Shape, Symbol, Weight
from caracol.drawing.measures import (
    CAPTION,
    CELL,
    CLUE,
    GAP,
    LETTER,
    LINE,
    PADDING,
    SMALL,
    WORDS,
    WORDS_LINE,
    Measures,
    label_text,
    measures,
    text_width,
)
from caracol.drawing.shapes import bar, disc, lines, number, outline
from caracol.drawing.themes import Theme, readable_on
from caracol.errors import ClueError

UNITS = ("mm", "px", "pt", "in", "cm")
WIDTHS = {Weight.FAINT: 0.4, Weight.THIN: 0.7, Weight.THICK: 1.7}
"""How wide the strokes are, in parts of which a cell has :data:`CELL`."""


def draw(
    picture: Picture,
    theme: Theme,
    *,
    cell: float = 8.0,
    unit: str = "mm",
    caption: bool = True,
    title: str = "",
) -> str:
    """The picture as an SVG document whose cells have this size."""
    if unit not in UNITS:
        raise ClueError(f"'{unit}' is no unit of length; use one of {', '.join(UNITS)}", "unit")
    if not 0 < cell < float("inf"):
        raise ClueError(f"a cell cannot be {cell} {unit} wide", "cell size")
    drawing = _Drawing(picture, theme, caption)
    return drawing.document(cell / CELL, unit, title)


def size(picture: Picture, theme: Theme, *, caption: bool = True) -> tuple[float, float]:
    """Width and height of the drawing in cells."""
    found = measures(picture, letters=theme.letters, caption=caption)
    return found.width / CELL, found.height / CELL


def escaped(text: str) -> str:
    """The text as XML takes it; what XML cannot hold at all is left out."""
    return html.escape(re.sub(r"[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text))


class _Drawing:
    """One drawing: each method yields the elements of one layer, from the ground upwards."""

    def __init__(self, picture: Picture, theme: Theme, caption: bool) -> None:
        self.picture, self.theme, self.caption = picture, theme, caption
        self.scene, self.grid = picture.scene, picture.scene.grid
        self.spots = spots(self.grid)
        self.places: Measures = measures(picture, letters=theme.letters, caption=caption)

    def document(self, scale: float, unit: str, title: str) -> str:
        width, height = self.places.width, self.places.height
        head = (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'width="{number(width * scale)}{unit}" height="{number(height * scale)}{unit}" '
            f'viewBox="0 0 {number(width)} {number(height)}" role="img" '
            f'font-family="{escaped(self.theme.font)}" text-anchor="middle">'
        )
        return "\n".join((head, *self.elements(title), "</svg>")) + "\n"

    def elements(self, title: str) -> Iterator[str]:
        yield f"<title>{escaped(title or self.picture.words or self.title())}</title>"
        yield f"<desc>{escaped(self.description())}</desc>"
        if self.theme.paper:
            yield f'<rect width="100%" height="100%" fill="{self.theme.paper}"/>'
        yield from self.grounds()
        yield from self.fills()
        yield from self.guides()
        yield from self.lines()
        yield from self.pearls()
        yield from self.nodes()
        yield from self.rings()
        yield from self.values()
        yield from self.marks()
        yield from self.labels()
        yield from self.coordinates()
        if self.caption and self.scene.caption:
            yield self.text(
                self.scene.caption,
                PADDING,
                self.places.caption,
                CAPTION,
                self.theme.ink,
                ' text-anchor="start"',
            )
        yield from self.words()

    # Words for those who do not see the picture.

    def title(self) -> str:
        rows, columns = self.grid.rows, self.grid.columns
        words = f"A board of {rows} row{'s' * (rows > 1)} and {columns} column{'s' * (columns > 1)}"
        return f"{words}, {self.scene.caption}" if self.scene.caption else words

    def description(self) -> str:
        """The clues, and how much of the board is filled."""
        clues: dict[str, list[Label]] = {}
        for label in self.scene.labels:
            if label.about:
                clues.setdefault(label.about, []).append(label)
        sentences = []
        for about, labels in clues.items():
            labels.sort(key=lambda label: (label.row, label.column))
            said = " ".join(
                label_text(self.picture, label, True) or label.shape.value for label in labels
            )
            named = isinstance(about, Name) and said in map(str, about.parts)
            sentences.append(about if named else f"{about}: {said}")
        filled = sum(self.picture.shown(cell) is not None for cell in range(self.grid.size))
        places = "cells" if self.scene.squares else "places"
        sentences.append(f"{filled} of {self.grid.size} {places} are filled")
        return "; ".join(sentences) + "."

    # The ground of cells.

    def cells(self, ground: list[int]) -> str:
        """The outlines of whole places."""
        if self.scene.squares:
            return self.squares(ground)
        return "".join(self.frame(cell, 1.0) for cell in ground)

    def frame(self, cell: int, part: float) -> str:
        """The outline of a place, or of a part of it: a square, a bar along a line, a corner."""
        spot = self.spots[cell]
        narrow = 0.3 * CELL * part
        sides = {
            Form.SQUARE: (CELL * part, CELL * part),
            Form.LEVEL: (CELL - narrow, narrow),
            Form.UPRIGHT: (narrow, CELL - narrow),
            Form.CORNER: (0.5 * CELL * part, 0.5 * CELL * part),
        }
        return bar(*self.places.at(spot), *sides[spot.form])

    def squares(self, ground: list[int]) -> str:
        """The outlines of whole squares, neighbours in a row as one, so that no seam shows."""
        parts: list[str] = []
        first = last = -2
        for cell in [*sorted(ground), -2]:
            if cell == last + 1 and cell % self.grid.columns and last >= 0:
                last = cell
                continue
            if last >= 0:
                row, column = divmod(first, self.grid.columns)
                width = CELL * (last - first + 1)
                x, y = self.places.x(column) + width / 2, self.places.y(row) + CELL / 2
                parts.append(bar(x, y, width, CELL))
            first = last = cell
        return "".join(parts)

    def grounds(self) -> Iterator[str]:
        if self.theme.board and self.picture.many_colours:
            everywhere = self.squares(list(range(squares_of(self.grid).size)))
            yield f'<path d="{everywhere}" fill="{self.theme.board}"/>'
        if self.scene.shaded:
            outlines = self.squares(list(self.scene.shaded))
            yield f'<path d="{outlines}" fill="{self.theme.shade}"/>'
        for role in Role:
            found = [cell for cell in range(self.grid.size) if self.picture.role(cell) is role]
            if found:
                yield f'<path d="{self.cells(found)}" fill="{self.theme.ground(role)}"/>'

    def fills(self) -> Iterator[str]:
        """Painted cells, and blank ones where the picture has a ground of its own."""
        if not self.scene.squares:
            return
        for value, symbol in enumerate(self.scene.symbols):
            painted = symbol.shape is Shape.FILL
            if painted or symbol.colour:
                found = [c for c in range(self.grid.size) if self.picture.shown(c) == value]
                colour = symbol.colour if symbol.colour and self.coloured else self.theme.ink
                if found:
                    yield f'<path d="{self.cells(found)}" fill="{colour}"/>'

    @property
    def coloured(self) -> bool:
        """Whether the colours of symbols are meant; a single black is just the ink."""
        inks = {symbol.colour for symbol in self.scene.symbols if symbol.shape is Shape.FILL}
        return inks != {"#000000"} or any(
            symbol.colour for symbol in self.scene.symbols if symbol.shape is not Shape.FILL
        )

    def rings(self) -> Iterator[str]:
        for role in Role:
            colour = self.theme.ring(role)
            found = [cell for cell in range(self.grid.size) if self.picture.role(cell) is role]
            if not colour or not found:
                continue
            outlines = "".join(self.frame(cell, 0.8) for cell in found)
            dashes = ' stroke-dasharray="2.5 1.5"' if role is Role.ERROR else ""
            yield f'<path d="{outlines}" fill="none" stroke="{colour}" stroke-width="1.1"{dashes}/>'

    # Lines.

    def lines(self) -> Iterator[str]:
        colours = {
            Weight.FAINT: self.theme.faint,
            Weight.THIN: self.theme.thin,
            Weight.THICK: self.theme.ink,
        }
        # Where all lines are thin they are the shape of the board, so they take the ink.
        if not any(stroke.weight is Weight.THICK for stroke in self.scene.strokes):
            colours[Weight.THIN] = self.theme.ink
        for weight, colour in colours.items():
            path = lines(self.scene.strokes, weight, self.places)
            if path:
                yield self.stroked(path, colour, WIDTHS[weight])

    def nodes(self) -> Iterator[str]:
        """The corners that sides join, as dots."""
        if not isinstance(self.grid, Sides):
            return
        at = (
            (self.places.x(column), self.places.y(row))
            for row in range(self.grid.rows + 1)
            for column in range(self.grid.columns + 1)
        )
        dots = "".join(disc(x, y, 0.06 * CELL) for x, y in at)
        yield f'<path d="{dots}" fill="{self.theme.ink}"/>'

    def guides(self) -> Iterator[str]:
        """The board's lines, drawn on between long clues so that the eye keeps its line."""
        above, _, _, left = self.scene.margins
        board = {
            (stroke.row, stroke.column, stroke.down): stroke.weight for stroke in self.scene.strokes
        }
        paths = {Weight.FAINT: "", Weight.THIN: ""}

        def weaker(weight: Weight | None) -> Weight:
            return Weight.THIN if weight is Weight.THICK else Weight.FAINT

        if above > 1:
            end = number(self.places.top - GAP - above * LINE)
            for column in range(self.grid.columns + 1):
                start = f"M{number(self.places.x(column))} {number(self.places.top)}"
                paths[weaker(board.get((0, column, True)))] += f"{start}V{end}"
        if left > 1:
            end = number(self.places.left - GAP - left * self.places.before)
            for row in range(self.grid.rows + 1):
                start = f"M{number(self.places.left)} {number(self.places.y(row))}"
                paths[weaker(board.get((row, 0, False)))] += f"{start}H{end}"
        for weight, path in paths.items():
            if path:
                colour = self.theme.thin if weight is Weight.THIN else self.theme.faint
                yield self.stroked(path, colour, WIDTHS[Weight.FAINT])

    @staticmethod
    def stroked(path: str, colour: str, width: float) -> str:
        return (
            f'<path d="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{number(width)}" stroke-linecap="square"/>'
        )

    # What stands in cells.

    def values(self) -> Iterator[str]:
        paths: dict[str, str] = {}
        texts = []
        corners = [cell for cell, spot in enumerate(self.spots) if spot.form is Form.CORNER]
        covered = [cell for cell in corners if self.picture.symbol(cell) is not None]
        if covered and self.theme.paper:  # the lines of the board end before what stands there
            discs = (disc(*self.places.at(self.spots[cell]), 0.26 * CELL) for cell in covered)
            yield f'<path d="{"".join(discs)}" fill="{self.theme.paper}"/>'
        for cell, spot in enumerate(self.spots):
            symbol = self.picture.symbol(cell)
            x, y = self.places.at(spot)
            if symbol is None or self.under_label(cell, symbol):
                continue
            colour = self.colour(cell, symbol)
            letter = symbol.letter if self.in_letters(symbol) else ""
            # Beside squares there is less room, but a line goes from end to end.
            line = symbol.shape is Shape.LINE and spot.form is not Form.CORNER
            part = 1.0 if spot.form is Form.SQUARE or line else 0.5
            if letter:
                heavy = ' font-weight="bold"' if self.picture.given(cell) else ""
                texts.append(self.centred(letter, x, y, part * LETTER, colour, heavy))
            elif symbol.shape is not Shape.FILL or spot.form is not Form.SQUARE:
                upright = spot.form is Form.UPRIGHT
                outlined = outline(symbol.shape, x, y, part * CELL, upright)
                paths[colour] = paths.get(colour, "") + outlined
        for colour, path in paths.items():
            if path:
                yield f'<path d="{path}" fill="{colour}"/>'
        yield from texts

    def in_letters(self, symbol: Symbol) -> bool:
        """Whether a symbol is written: letters are, and colours where colour may not be seen."""
        told = self.theme.letters and self.picture.many_colours
        return symbol.shape is Shape.LETTER or (symbol.shape is Shape.FILL and told)

    def colour(self, cell: int, symbol: Symbol) -> str:
        """The colour in which a symbol is drawn in a cell."""
        if symbol.shape is Shape.FILL and self.scene.squares:
            return readable_on(symbol.colour) if symbol.colour else self.theme.paper
        if self.scene.squares and cell in self.scene.shaded:
            return readable_on(self.theme.shade)
        if symbol.shape is Shape.DOT:
            return self.theme.muted
        return self.theme.ink if self.picture.given(cell) else self.theme.entered

    def marks(self) -> Iterator[str]:
        """Pencil marks: each value has its own place in the cell."""
        across = max(2, ceil(sqrt(len(self.scene.symbols))))
        path, texts = "", []
        for cell, place in enumerate(self.spots):
            noted = self.picture.noted(cell)
            x, y = self.places.at(place)
            room = 0.88 * CELL if place.form is Form.SQUARE else 0.6 * CELL
            part = room / across
            for value, symbol in enumerate(self.scene.symbols):
                if symbol not in noted:
                    continue
                row, column = divmod(value, across)
                if place.form in (Form.LEVEL, Form.UPRIGHT):
                    # On a line there is no room but along it.
                    part = room / len(self.scene.symbols)
                    along = part * (value - (len(self.scene.symbols) - 1) / 2)
                    upright = place.form is Form.UPRIGHT
                    spot = (x, y + along) if upright else (x + along, y)
                else:
                    spot = (
                        x + part * (column - (across - 1) / 2),
                        y + part * (row - (across - 1) / 2),
                    )
                if symbol.shape is Shape.LETTER or (
                    symbol.shape is Shape.FILL and self.picture.many_colours
                ):
                    texts.append(self.centred(symbol.letter, *spot, 0.85 * part, self.theme.muted))
                else:
                    path += outline(symbol.shape, *spot, 0.8 * part, place.form is Form.UPRIGHT)
        if path:
            yield f'<path d="{path}" fill="{self.theme.muted}"/>'
        yield from texts

    # What stands around the board.

    def labels(self) -> Iterator[str]:
        for label in self.scene.labels:
            text = label_text(self.picture, label, self.theme.letters)
            if not text:
                continue
            x, y = self.places.middle(label.row, label.column)
            # Above and below the board a clue has the width of a cell and no more.
            room = CELL * 0.96 if -1 < label.column < self.grid.columns else self.places.width
            largest = CLUE
            down, on = self.moved(label)
            if down:
                largest, room = SMALL, 0.46 * CELL
                x, y = x + 0.3 * CELL * on, y + 0.32 * CELL * down
            elif label.row % 1 or label.column % 1:
                room = 0.5 * CELL
                if self.theme.paper:  # the line on which a sign stands has a gap there
                    gap = bar(x, y, 0.36 * CELL, 0.36 * CELL)
                    yield f'<path d="{gap}" fill="{self.theme.paper}"/>'
            size = min(largest, largest * room / text_width(text, largest))
            colour = self.label_ink(label)
            if label.colour:
                width = min(room, max(text_width(text, size) + 0.14 * CELL, 0.6 * CELL))
                chip = bar(x, y, width, 0.6 * CELL)
                yield (
                    f'<path d="{chip}" fill="{label.colour}" '
                    f'stroke="{self.theme.thin}" stroke-width="0.3"/>'
                )
                colour = readable_on(label.colour)
            yield self.centred(text, x, y, size, colour)

    def pearls(self) -> Iterator[str]:
        """The shapes of labels: circles and discs, trees, diagonals."""
        for label in self.scene.labels:
            x, y = self.places.middle(label.row, label.column)
            between = label.row % 1 or label.column % 1
            path = outline(label.shape, x, y, 0.6 * CELL if between else CELL)
            if not path:
                continue
            if label.shape is Shape.CIRCLE and self.theme.paper:
                # What lies below a white pearl does not shine through.
                hole = outline(Shape.DISC, x, y, 0.6 * CELL if between else CELL)
                yield f'<path d="{hole}" fill="{self.theme.paper}"/>'
            ink = self.label_ink(label.changed(shape=Shape.NOTHING))
            yield f'<path d="{path}" fill="{ink}"/>'

    def square_of(self, label: Label) -> int | None:
        """The square in which a label stands, where squares are written in."""
        whole = not (label.row % 1 or label.column % 1)
        if not (self.scene.squares and whole and self.scene.inside(label)):
            return None
        return int(label.row) * self.grid.columns + int(label.column)

    def moved(self, label: Label) -> tuple[int, int]:
        """Where in its square a label stands: it makes room for what is written there."""
        cell = self.square_of(label)
        symbol = None if cell is None else self.picture.symbol(cell)
        if label.position is Anchor.MIDDLE and symbol is not None and not symbol.shape.quiet:
            return Anchor.TOP_LEFT.offset
        return label.position.offset

    def under_label(self, cell: int, symbol: Symbol) -> bool:
        """Whether a sign for nothing gives way to the label that stands there, or to a shade."""
        shaded = self.scene.squares and cell in self.scene.shaded
        return symbol.shape in (Shape.DOT, Shape.NOTHING) and (shaded or cell in self.labelled)

    @cached_property
    def labelled(self) -> set[int | None]:
        """The squares with a label in the middle."""
        return {
            self.square_of(label) for label in self.scene.labels if label.position is Anchor.MIDDLE
        } - {None}

    def label_ink(self, label: Label) -> str:
        """The colour of a label, which can be read on what lies below it."""
        if label.shape is Shape.DISC:
            return self.theme.paper or "#ffffff"
        cell = self.square_of(label)
        symbol = None if cell is None else self.picture.symbol(cell)
        if symbol is not None and symbol.shape is Shape.FILL:
            own = symbol.colour if symbol.colour and self.coloured else self.theme.ink
            return readable_on(own)
        row, column = int(label.row), int(label.column)
        if self.scene.inside(label) and row * self.grid.columns + column in self.scene.shaded:
            return readable_on(self.theme.shade)
        return self.theme.ink

    def coordinates(self) -> Iterator[str]:
        if not self.picture.coordinates:
            return
        for cell, name in self.picture.names().items():
            row, column = divmod(cell, self.grid.columns)
            left, top = self.places.x(column) + GAP, self.places.y(row) + GAP
            start = ' text-anchor="start"'
            yield self.text(name, left, top + 0.72 * SMALL, SMALL, self.theme.muted, start)
        above = self.scene.margins[0]
        y = self.places.top - (above * LINE + GAP if above else 0.0) - GAP / 2 - SMALL / 2
        x = PADDING + (self.places.number - GAP) / 2
        for column in range(self.grid.columns):
            middle = self.places.x(column) + CELL / 2
            yield self.centred(str(column + 1), middle, y, SMALL, self.theme.muted)
        for row in range(self.grid.rows):
            middle = self.places.y(row) + CELL / 2
            yield self.centred(str(row + 1), x, middle, SMALL, self.theme.muted)

    def words(self) -> Iterator[str]:
        """What is said below the board."""
        for place, line in enumerate(self.places.words):
            y = self.places.words_top + GAP + place * WORDS_LINE + WORDS
            yield self.text(line, PADDING, y, WORDS, self.theme.ink, ' text-anchor="start"')

    def centred(
        self, text: str, x: float, y: float, size: float, colour: str, more: str = ""
    ) -> str:
        """Text with its middle at (x, y): capitals and digits reach 0.72 of their size up."""
        return self.text(text, x, y + 0.36 * size, size, colour, more)

    @staticmethod
    def text(text: str, x: float, y: float, size: float, colour: str, more: str = "") -> str:
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
            f'fill="{colour}"{more}>{escaped(text)}</text>'
        )
