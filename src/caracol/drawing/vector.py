"""Pictures as SVG: symbols are outlines, lines are merged, sizes are real."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import ceil, sqrt

from caracol.board.grid import Form
from caracol.board.names import Name
from caracol.board.scene import Anchor, Label, Picture, Shape, Symbol
from caracol.drawing.colours import readable_on
from caracol.drawing.layers import BoardLayers, escape
from caracol.drawing.measures import (
    CAPTION,
    CELL,
    GAP,
    LETTER,
    PADDING,
    SMALL,
    WORDS,
    WORDS_LINE,
    column_clue_size,
    label_text,
    measures,
    text_width,
)
from caracol.drawing.shapes import bar, disc, number, outline
from caracol.drawing.themes import Theme
from caracol.errors import ClueError

UNITS = ("mm", "px", "pt", "in", "cm")


def draw(
    picture: Picture,
    theme: Theme,
    *,
    cell: float = 8.0,
    unit: str = "mm",
    caption: bool = True,
    title: str = "",
) -> str:
    """Return the picture as an SVG document whose cells have this size."""
    if unit not in UNITS:
        raise ClueError(f"'{unit}' is not a unit of length; use one of {', '.join(UNITS)}", "unit")
    if not 0 < cell < float("inf"):
        raise ClueError(f"a cell cannot be {cell} {unit} wide", "cell size")
    drawing = _Drawing(picture, theme, caption)
    return drawing.document(cell / CELL, unit, title)


def size(picture: Picture, theme: Theme, *, caption: bool = True) -> tuple[float, float]:
    """Return the width and height of the drawing in cells."""
    found = measures(picture, letters=theme.letters, caption=caption, clue=theme.clue)
    return found.width / CELL, found.height / CELL


class _Drawing(BoardLayers):
    """One drawing: each method yields the elements of one layer, from the background upwards."""

    def document(self, scale: float, unit: str, title: str) -> str:
        width, height = self.places.width, self.places.height
        head = (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'width="{number(width * scale)}{unit}" height="{number(height * scale)}{unit}" '
            f'viewBox="0 0 {number(width)} {number(height)}" role="img" '
            f'font-family="{escape(self.theme.font)}" text-anchor="middle">'
        )
        return "\n".join((head, *self.elements(title), "</svg>")) + "\n"

    def elements(self, title: str) -> Iterator[str]:
        yield f"<title>{escape(title or self.picture.words or self.title())}</title>"
        yield f"<desc>{escape(self.description())}</desc>"
        if self.theme.paper:
            yield f'<rect width="100%" height="100%" fill="{self.theme.paper}"/>'
        yield from self.grounds()
        yield from self.fills()
        yield from self.guides()
        yield from self.diagonals()
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

    # Text for people who cannot see the picture.

    def title(self) -> str:
        rows, columns = self.grid.rows, self.grid.columns
        words = f"A board of {rows} row{'s' * (rows > 1)} and {columns} column{'s' * (columns > 1)}"
        return f"{words}, {self.scene.caption}" if self.scene.caption else words

    def description(self) -> str:
        """Return the clues, and how much of the board is filled."""
        clues: dict[str, list[Label]] = {}
        for label in self.scene.labels:
            if label.about:
                clues.setdefault(label.about, []).append(label)
        sentences = []
        for about, labels in clues.items():
            labels.sort(key=lambda label: (label.row, label.column))
            texts = " ".join(
                label_text(self.picture, label, True) or label.shape.value for label in labels
            )
            named = isinstance(about, Name) and texts in map(str, about.parts)
            sentences.append(about if named else f"{about}: {texts}")
        filled = sum(self.picture.shown(cell) is not None for cell in range(self.grid.size))
        places = "cells" if self.scene.squares else "places"
        sentences.append(f"{filled} of {self.grid.size} {places} are filled")
        return "; ".join(sentences) + "."

    # Contents of cells.

    def values(self) -> Iterator[str]:
        paths: dict[str, str] = {}
        texts = []
        corners = [cell for cell, spot in enumerate(self.spots) if spot.form is Form.CORNER]
        covered = [cell for cell in corners if self.picture.symbol(cell) is not None]
        if covered and self.theme.paper:  # the lines of the board end before it
            discs = (disc(*self.places.at(self.spots[cell]), 0.26 * CELL) for cell in covered)
            yield f'<path d="{"".join(discs)}" fill="{self.theme.paper}"/>'
        for cell, spot in enumerate(self.spots):
            symbol = self.picture.symbol(cell)
            x, y = self.places.at(spot)
            if symbol is None or self.is_under_label(cell, symbol):
                continue
            colour = self.colour(cell, symbol)
            letter = symbol.letter if self.is_written(symbol) else ""
            # Outside squares there is less room, but a line extends from end to end.
            line = symbol.shape is Shape.LINE and spot.form is not Form.CORNER
            part = 1.0 if spot.form is Form.SQUARE or line else 0.5
            if letter:
                heavy = ' font-weight="bold"' if self.picture.given(cell) else ""
                texts.append(self.centre_text(letter, x, y, part * LETTER, colour, heavy))
            elif symbol.shape is not Shape.FILL or spot.form is not Form.SQUARE:
                upright = spot.form is Form.UPRIGHT
                outlined = outline(symbol.shape, x, y, part * CELL, upright)
                paths[colour] = paths.get(colour, "") + outlined
        for colour, path in paths.items():
            if path:
                yield f'<path d="{path}" fill="{colour}"/>'
        yield from texts

    def is_written(self, symbol: Symbol) -> bool:
        """Return whether a symbol is text: a letter, or a colour that may be invisible."""
        lettered = self.theme.letters and self.picture.many_colours
        return symbol.shape is Shape.LETTER or (symbol.shape is Shape.FILL and lettered)

    def colour(self, cell: int, symbol: Symbol) -> str:
        """Return the colour in which a symbol is drawn in a cell."""
        if symbol.shape is Shape.FILL and self.scene.squares:
            return readable_on(symbol.colour) if symbol.colour else self.theme.paper
        if self.scene.squares and cell in self.scene.shaded:
            return readable_on(self.theme.shade)
        if symbol.shape is Shape.DOT:
            return self.theme.muted
        return self.theme.ink if self.picture.given(cell) else self.theme.entered

    def marks(self) -> Iterator[str]:
        """Yield pencil marks: each value has a fixed position in the cell."""
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
                    # On a line, there is room only along it.
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
                    texts.append(
                        self.centre_text(symbol.letter, *spot, 0.85 * part, self.theme.muted)
                    )
                else:
                    path += outline(symbol.shape, *spot, 0.8 * part, place.form is Form.UPRIGHT)
        if path:
            yield f'<path d="{path}" fill="{self.theme.muted}"/>'
        yield from texts

    # Around the board.

    def labels(self) -> Iterator[str]:
        for label in self.scene.labels:
            text = label_text(self.picture, label, self.theme.letters)
            if not text:
                continue
            x, y = self.places.middle(label.row, label.column)
            largest = self.theme.clue * CELL
            room = self.places.width
            if -1 < label.column < self.grid.columns:
                largest = CELL * column_clue_size(text, self.theme.clue)
                room = 0.96 * CELL
            down, on = self.place_in_square(label)
            if down:
                largest, room = SMALL, 0.46 * CELL
                # A wide text keeps clear of the border, like a narrow one.
                aside = min(0.3 * CELL, 0.46 * CELL - min(text_width(text, SMALL), room) / 2)
                x, y = x + aside * on, y + 0.32 * CELL * down
            elif label.row % 1 or label.column % 1:
                room = 0.5 * CELL
                if self.theme.paper:  # the line below a sign has a gap there
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
            yield self.centre_text(text, x, y, size, colour)

    def pearls(self) -> Iterator[str]:
        """Yield the shapes of labels: circles and discs, trees, diagonals."""
        for label in self.scene.labels:
            x, y = self.places.middle(label.row, label.column)
            between = label.row % 1 or label.column % 1
            path = outline(label.shape, x, y, 0.6 * CELL if between else CELL)
            if not path:
                continue
            if label.shape is Shape.CIRCLE and self.theme.paper:
                # A white pearl hides what is below it.
                hole = outline(Shape.DISC, x, y, 0.6 * CELL if between else CELL)
                yield f'<path d="{hole}" fill="{self.theme.paper}"/>'
            ink = self.label_ink(label._replace(shape=Shape.NOTHING))
            yield f'<path d="{path}" fill="{ink}"/>'

    def square_of(self, label: Label) -> int | None:
        """Return the square that a label is in, if values are written in squares."""
        whole = not (label.row % 1 or label.column % 1)
        if not (self.scene.squares and whole and self.scene.inside(label)):
            return None
        return int(label.row) * self.grid.columns + int(label.column)

    def place_in_square(self, label: Label) -> tuple[int, int]:
        """Return the position of a label in its square, leaving room for the value."""
        cell = self.square_of(label)
        symbol = None if cell is None else self.picture.symbol(cell)
        if label.position is Anchor.MIDDLE and symbol is not None and not symbol.shape.quiet:
            return Anchor.TOP_LEFT.offset
        return label.position.offset

    def is_under_label(self, cell: int, symbol: Symbol) -> bool:
        """Return whether a sign for "nothing" is hidden by a label or a shade in its cell."""
        shaded = self.scene.squares and cell in self.scene.shaded
        return symbol.shape in (Shape.DOT, Shape.NOTHING) and (
            shaded or cell in self.labelled_squares
        )

    @cached_property
    def labelled_squares(self) -> set[int | None]:
        """The squares with a label in the middle."""
        return {
            self.square_of(label) for label in self.scene.labels if label.position is Anchor.MIDDLE
        } - {None}

    def label_ink(self, label: Label) -> str:
        """Return a colour for a label that is readable on its background."""
        if label.shape is Shape.DISC:
            return self.theme.paper or "#ffffff"
        cell = self.square_of(label)
        symbol = None if cell is None else self.picture.symbol(cell)
        if symbol is not None and symbol.shape is Shape.FILL:
            own = symbol.colour if symbol.colour and self.has_colours else self.theme.ink
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
        y = (
            self.places.top
            - (above * self.places.line + GAP if above else 0.0)
            - GAP / 2
            - SMALL / 2
        )
        x = PADDING + (self.places.number - GAP) / 2
        for column in range(self.grid.columns):
            middle = self.places.x(column) + CELL / 2
            yield self.centre_text(str(column + 1), middle, y, SMALL, self.theme.muted)
        for row in range(self.grid.rows):
            middle = self.places.y(row) + CELL / 2
            yield self.centre_text(str(row + 1), x, middle, SMALL, self.theme.muted)

    def words(self) -> Iterator[str]:
        """Yield the text below the board."""
        for place, line in enumerate(self.places.words):
            y = self.places.words_top + GAP + place * WORDS_LINE + WORDS
            yield self.text(line, PADDING, y, WORDS, self.theme.ink, ' text-anchor="start"')
