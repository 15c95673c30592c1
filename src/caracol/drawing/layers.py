"""The layers of an SVG drawing below its values: backgrounds, fills and lines."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from caracol.board.grid import Form, spots, squares_of
from caracol.board.places import Sides
from caracol.board.scene import Picture, Role, Shape, Weight
from caracol.drawing.measures import CELL, GAP, Measures, measures
from caracol.drawing.shapes import bar, disc, lines, number
from caracol.drawing.themes import Theme

WIDTHS = {Weight.FAINT: 0.4, Weight.THIN: 0.7, Weight.THICK: 1.7}
"""Widths of the strokes, in units of which a cell has :data:`CELL`."""


def escape(text: str) -> str:
    """Return the text escaped for XML, without characters that XML cannot hold."""
    return html.escape(re.sub(r"[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text))


class BoardLayers:
    """A board in SVG: each method yields the elements of one layer."""

    def __init__(self, picture: Picture, theme: Theme, caption: bool) -> None:
        self.picture, self.theme, self.caption = picture, theme, caption
        self.scene, self.grid = picture.scene, picture.scene.grid
        self.spots = spots(self.grid)
        self.places: Measures = measures(
            picture, letters=theme.letters, caption=caption, clue=theme.clue
        )

    # Backgrounds of cells.

    def cells(self, ground: list[int]) -> str:
        """Return the outlines of whole places."""
        if self.scene.squares:
            return self.squares(ground)
        return "".join(self.frame(cell, 1.0) for cell in ground)

    def frame(self, cell: int, part: float) -> str:
        """Return the outline of a place or part of it: a square, a bar along a line, a corner."""
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
        """Return the outlines of whole squares; neighbours in a row are joined, without seams."""
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
        """Yield painted cells, and blank ones if the picture has a background."""
        if not self.scene.squares:
            return
        for value, symbol in enumerate(self.scene.symbols):
            painted = symbol.shape is Shape.FILL
            if painted or symbol.colour:
                found = [c for c in range(self.grid.size) if self.picture.shown(c) == value]
                colour = symbol.colour if symbol.colour and self.has_colours else self.theme.ink
                if found:
                    yield f'<path d="{self.cells(found)}" fill="{colour}"/>'

    @property
    def has_colours(self) -> bool:
        """Whether the colours of symbols carry meaning; a single black is just the ink."""
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
        # If all lines are thin, they are the shape of the board, so they use the ink.
        if not any(stroke.weight is Weight.THICK for stroke in self.scene.strokes):
            colours[Weight.THIN] = self.theme.ink
        for weight, colour in colours.items():
            path = lines(self.scene.strokes, weight, self.places)
            if path:
                yield self.draw_path(path, colour, WIDTHS[weight])

    def diagonals(self) -> Iterator[str]:
        """Yield both long diagonals, dashed, if they count."""
        if self.scene.diagonals:
            left, right = (number(self.places.x(end)) for end in (0, self.grid.columns))
            above, below = (number(self.places.y(end)) for end in (0, self.grid.rows))
            path = f"M{left} {above}L{right} {below}M{right} {above}L{left} {below}"
            yield (
                f'<path d="{path}" fill="none" stroke="{self.theme.thin}" '
                f'stroke-width="{WIDTHS[Weight.FAINT]}" stroke-dasharray="1.5 1.5"/>'
            )

    def nodes(self) -> Iterator[str]:
        """Yield the corners that sides join, as dots."""
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
        """Yield the board's lines, extended between long clues to guide the eye."""
        above, _, _, left = self.scene.margins
        board = {
            (stroke.row, stroke.column, stroke.down): stroke.weight for stroke in self.scene.strokes
        }
        paths = {Weight.FAINT: "", Weight.THIN: ""}

        def weaker(weight: Weight | None) -> Weight:
            return Weight.THIN if weight is Weight.THICK else Weight.FAINT

        if above > 1:
            end = number(self.places.top - GAP - above * self.places.line)
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
                yield self.draw_path(path, colour, WIDTHS[Weight.FAINT])

    @staticmethod
    def draw_path(path: str, colour: str, width: float) -> str:
        return (
            f'<path d="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{number(width)}" stroke-linecap="square"/>'
        )

    # Text.

    def centre_text(
        self, text: str, x: float, y: float, size: float, colour: str, more: str = ""
    ) -> str:
        """Return text centred at (x, y); capitals and digits are 0.72 of their size high."""
        return self.text(text, x, y + 0.36 * size, size, colour, more)

    @staticmethod
    def text(text: str, x: float, y: float, size: float, colour: str, more: str = "") -> str:
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
            f'fill="{colour}"{more}>{escape(text)}</text>'
        )
