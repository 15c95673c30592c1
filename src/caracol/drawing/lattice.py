"""Text drawings of boards with values on sides, links or corners: a canvas of characters."""

from __future__ import annotations

from caracol.board.grid import Form, Spot, spots
from caracol.board.places import Corners, Links, Sides
from caracol.board.scene import Shape, Symbol, Weight
from caracol.drawing.characters import text_columns
from caracol.drawing.terminal import ACROSS, ARM, DOWN, JUNCTIONS, Drawing, Piece


class LatticeDrawing(Drawing):
    """A board on a lattice, with the same measures and margins as one of squares.

    A square is ``cell_width`` characters wide and one high, and one character separates it from the
    next in either direction, so every side, link and corner falls on a character. An extra column
    on either side has room for the marks of the outermost places.
    """

    def board(self) -> list[list[Piece]]:
        """Return the lines of the board: those above and between rows as well as the rows."""
        grid = self.grid
        self.high, self.wide = 2 * grid.rows + 1, (self.cell_width + 1) * grid.columns + 3
        self.canvas = [[Piece(" ")] * self.wide for _ in range(self.high)]
        self.draw_shades()
        self.draw_strokes()
        self.draw_nodes()
        self.draw_labels()
        for cell, spot in enumerate(spots(grid)):
            self.draw_place(cell, spot)
        if isinstance(grid, Links):
            self.draw_labels()  # lines between squares end at labels
        lines = []
        for y, characters in enumerate(self.canvas):
            if isinstance(grid, Links) and y in (0, self.high - 1):
                continue  # there is no link
            row = y // 2 if y % 2 else None
            before = super().before(row)
            lines.append([*before, *characters, *(self.after(row) if row is not None else [])])
        return lines

    def before(self, row: int | None) -> list[Piece]:
        """Return the text to the left; clues above the board leave room for the extra column."""
        return [*super().before(row), Piece(" ")]

    def at(self, row: float, column: float) -> tuple[int, int]:
        """Return the line and the column of the character at a position."""
        return round(2 * row), 1 + round((self.cell_width + 1) * column)

    def put(self, y: int, x: int, text: str, style: str = "") -> None:
        """Write text centred here; a wide character also takes the next column."""
        x -= (text_columns(text) - 1) // 2
        for character in text:
            if not text_columns(character):  # an accent joins the letter before it
                self.canvas[y][x - 1] = Piece(self.canvas[y][x - 1].text + character, style)
                continue
            if not 0 <= x <= self.wide - text_columns(character):
                return  # it would be outside
            self.canvas[y][x] = Piece(character, style)
            for beyond in range(1, text_columns(character)):
                self.canvas[y][x + beyond] = Piece("")
            x += text_columns(character)

    # The empty board.

    def draw_shades(self) -> None:
        for square in self.scene.shaded:
            row, column = divmod(square, self.grid.columns)
            y, x = self.at(row + 0.5, column + 0.5)
            self.put(y, x, (":" if self.ascii else "░") * self.cell_width)

    def draw_strokes(self) -> None:
        if isinstance(self.grid, Links):
            return  # links cross them, and dots in the squares suffice
        for stroke in self.scene.strokes:
            if stroke.weight is Weight.FAINT and not isinstance(self.grid, Corners):
                continue
            y, x = self.at(stroke.row, stroke.column)
            style = self.stroke_style(stroke.weight)
            if stroke.down:
                sign = self.down(stroke.weight) if self.ascii else DOWN[stroke.weight]
                self.put(y + 1, x, sign, style)
                continue
            sign = self.across(stroke.weight)[0] if self.ascii else ACROSS[stroke.weight]
            for on in range(1, self.cell_width + 1):
                self.put(y, x + on, sign, style)

    def draw_nodes(self) -> None:
        """Draw the dots that lines join, or the joints of lines that meet."""
        grid = self.grid
        if isinstance(grid, Corners):
            for row in range(grid.rows + 1):
                for column in range(grid.columns + 1):
                    joint = self.junction(row, column)
                    self.put(*self.at(row, column), joint.text, joint.style)
            return
        assert isinstance(grid, Sides | Links)
        half = 0.5 if isinstance(grid, Links) else 0.0
        for node in range(grid.nodes.size):
            row, column = grid.nodes.place(node)
            arms = [0, 0, 0, 0]
            for edge in grid.at(node):
                symbol = self.picture.symbol(edge)
                if symbol is None or symbol.shape is not Shape.LINE:
                    continue
                spot, first = grid.spot(edge), grid.ends(edge)[0] == node
                level = spot.form is Form.LEVEL
                arms[(1 if first else 3) if level else (2 if first else 0)] = ARM[Weight.THIN]
            up, right, down, left = arms
            sign = JUNCTIONS[27 * up + 9 * right + 3 * down + left] if any(arms) else "·"
            if self.ascii:
                sign = "+" if any(arms) else "."
            self.put(*self.at(row + half, column + half), sign)

    def draw_labels(self) -> None:
        for (row, column), text in self.inside.items():
            self.put(*self.at(row + 0.5, column + 0.5), text)

    # Values and marks.

    def draw_place(self, cell: int, spot: Spot) -> None:
        symbol, role = self.picture.symbol(cell), self.picture.role(cell)
        style = self.cell_style(symbol, role, self.picture.given(cell))
        y, x = self.at(spot.row, spot.column)
        text = self.place_text(cell, symbol, spot)
        if text:
            self.put(y, x, text, style)
        elif role is not None and self.colour:
            self.put(y, x, " " * (self.cell_width if spot.form is Form.LEVEL else 1), style)
        if self.is_fenced(cell):
            opening, closing = self.fence(role)
            self.canvas[y][x - 1], self.canvas[y][x + 1] = Piece(opening), Piece(closing)

    def place_text(self, cell: int, symbol: Symbol | None, spot: Spot) -> str:
        room = self.cell_width if spot.form is Form.LEVEL else 1
        if symbol is None:
            if isinstance(self.grid, Links):
                # Labels reach from the middle of their squares towards the links beside them.
                room = max(
                    1,
                    room
                    - 2
                    * max((text_columns(text) // 2 for text in self.inside.values()), default=0),
                )
            noted = "".join(self.glyph(one) for one in self.picture.noted(cell))
            return noted if text_columns(noted) <= room else "~" if self.ascii else "…"
        if symbol.shape is not Shape.LINE:
            return self.glyph(symbol)
        if spot.form is Form.UPRIGHT:
            return "|" if self.ascii else DOWN[Weight.THIN]
        return ("-" if self.ascii else ACROSS[Weight.THIN]) * room
