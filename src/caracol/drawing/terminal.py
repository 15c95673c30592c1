"""Pictures as text: boxes of line-drawing characters, with clues around them and colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caracol.board.scene import Label, Picture, Role, Shape, Symbol, Weight
from caracol.drawing.characters import align, make_visible, style_on, text_columns, wrap_words

JUNCTIONS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Characters where four arms meet, by the arms up, right, down, left as digits in base 3.

0 means no arm, 1 a light one, 2 a heavy one.
"""

ARM = {Weight.NONE: 0, Weight.FAINT: 1, Weight.THIN: 1, Weight.THICK: 2}
ACROSS = {Weight.NONE: " ", Weight.FAINT: "╌", Weight.THIN: "─", Weight.THICK: "━"}
DOWN = {Weight.NONE: " ", Weight.FAINT: "╎", Weight.THIN: "│", Weight.THICK: "┃"}

NARROWEST = 3
"""Minimum number of characters in a cell, which makes it about square."""

FENCES = {
    Role.LOOK: ("⁚", "⁚", ":", ":"),
    Role.BECAUSE: ("‹", "›", "(", ")"),
    Role.CONCLUSION: ("»", "«", ">", "<"),
    Role.ERROR: ("!", "!", "!", "!"),
}
"""Marks left and right in a highlighted cell without colour; then for ASCII."""

GROUNDS = {
    Role.LOOK: "48;5;153;38;5;16",
    Role.BECAUSE: "48;5;222;38;5;16",
    Role.CONCLUSION: "48;5;114;38;5;16",
    Role.ERROR: "48;5;210;38;5;16",
}
"""Colours of a highlighted cell on a terminal."""

DIM, BOLD, ENTERED = "2", "1", "36"

ASCII_GLYPHS = {Shape.DOT: ".", Shape.FILL: "#", Shape.NOTHING: " "}

LABEL_GLYPHS = {
    Shape.CIRCLE: ("○", "o"),
    Shape.DISC: ("●", "@"),
    Shape.BULB: ("○", "o"),
    Shape.TREE: ("♣", "T"),
    Shape.TENT: ("△", "A"),
    Shape.DIAGONAL: ("╲", "\\"),
}
"""Characters for labels that are shapes, not text; then for ASCII."""


IN_ASCII = str.maketrans("−–×∧∨", "--x^v")
"""Signs of labels and captions that have a likeness in ASCII."""


def draw(picture: Picture, *, ascii: bool = False, colour: bool = False) -> str:
    """Return the picture as lines of text, with the caption above it."""
    if picture.scene.squares:
        return Drawing(picture, ascii, colour).text()
    from caracol.drawing.lattice import LatticeDrawing

    return LatticeDrawing(picture, ascii, colour).text()


def is_in_square(row: float, column: float) -> bool:
    """Return whether a label is in a square, not between two."""
    return not (row % 1 or column % 1)


class Piece(NamedTuple):
    """A piece of a line in one style."""

    text: str
    style: str = ""


class Drawing:
    """The measures of one drawing, and its lines from top to bottom."""

    def __init__(self, picture: Picture, ascii: bool, colour: bool) -> None:
        self.picture, self.ascii, self.colour = picture, ascii, colour
        self.scene, self.grid = picture.scene, picture.scene.grid
        self.strokes = {(s.row, s.column, s.down): s.weight for s in self.scene.strokes}
        self.heaviest = max(self.strokes.values(), key=list(Weight).index, default=Weight.NONE)
        self.labels = {(label.row, label.column): label for label in self.scene.labels}
        self.inside = self.texts_inside()
        self.top, self.right, self.bottom, self.left = self.scene.margins
        # Given values are marked only if there are others beside them.
        filled = [cell for cell in range(self.grid.size) if picture.shown(cell) is not None]
        self.mixed = len({picture.given(cell) for cell in filled}) == 2
        self.names = {cell: self.plain(name) for cell, name in picture.names().items()}
        self.cell_width = self.widest_cell()
        self.margin_widths = {
            column: max(
                (self.label_width(label) for label in self.scene.labels if label.column == column),
                default=0,
            )
            for column in (
                *range(-self.left, 0),
                *range(self.grid.columns, self.grid.columns + self.right),
            )
        }
        self.number_width = len(str(self.grid.rows)) if picture.coordinates else 0

    def widest_cell(self) -> int:
        columns = range(self.grid.columns)
        beside = [label for label in self.scene.labels if not self.scene.inside(label)]
        widths = [self.label_width(label) for label in beside if label.column in columns]
        glyphs = [text_columns(self.glyph(symbol)) for symbol in self.scene.symbols]
        # Values in a square are written after its label.
        loud = (symbol for symbol in self.scene.symbols if beside_label(symbol))
        written = max((text_columns(self.glyph(symbol)) for symbol in loud), default=0)
        squares = [
            text_columns(text)
            for (row, column), text in self.inside.items()
            if is_in_square(row, column)
        ]
        # Otherwise, the marks of a highlighted side are beside it, in the squares.
        room = written if self.scene.squares else 2
        widths += [label + room for label in squares]
        numbers = [len(str(self.grid.columns))] if self.picture.coordinates else []
        # A fence takes a column on either side of the pencil marks in a cell.
        cells = range(self.grid.size)
        noted = [len(self.picture.noted(cell)) for cell in cells if self.is_fenced(cell)]
        fenced = [NARROWEST + 2] if max(noted, default=0) > 1 else []
        # A name comes before the contents of the middle.
        named = [2 * text_columns(name) + 1 for name in self.names.values()]
        widest = max(NARROWEST, *widths, *glyphs, *numbers, *fenced, *named, 0)
        # An odd width has a middle for single characters.
        return widest | 1

    def text(self) -> str:
        lines: list[list[Piece]] = []
        if self.scene.caption:
            lines.append([Piece(self.plain(self.scene.caption))])
        if self.picture.coordinates:
            lines.append(self.numbers())
        lines += [self.clues(row) for row in range(-self.top, 0)]
        lines += self.board()
        below = range(self.grid.rows, self.grid.rows + self.bottom)
        lines += [self.clues(row) for row in below]
        if self.picture.words:
            words = wrap_words(self.plain(self.picture.words))
            lines += [[Piece(line)] for line in words.splitlines()]
        return "\n".join(self.join_pieces(line) for line in lines) + "\n"

    def board(self) -> list[list[Piece]]:
        """Return the lines of the board, with the labels beside them."""
        lines = []
        for row in range(self.grid.rows):
            lines += [self.border(row), self.cells(row)]
        return [*lines, self.border(self.grid.rows)]

    def join_pieces(self, line: Iterable[Piece]) -> str:
        if not self.colour:
            return "".join(piece.text for piece in line).rstrip()
        parts: list[str] = []
        style = ""
        for piece in line:
            if piece.style != style and piece.text:
                if style:
                    parts.append("\x1b[0m")
                if piece.style:
                    parts.append(f"\x1b[{piece.style}m")
                style = piece.style
            parts.append(piece.text)
        return "".join(parts).rstrip() + ("\x1b[0m" if style else "")

    def plain(self, text: str) -> str:
        """Return the text as the terminal shows it: letters of a key are kept even in ASCII."""
        text = "".join(character if character.isprintable() else " " for character in text)
        return text.translate(IN_ASCII) if self.ascii else text

    # Beside the board.

    def numbers(self) -> list[Piece]:
        """Return the line of column numbers."""
        cells = "".join(
            f"{' ' if column else ''}{align(str(column + 1), self.cell_width, 'middle')}"
            for column in range(self.grid.columns)
        )
        return [*self.before(None), Piece(" " + cells, DIM)]

    def clues(self, row: int) -> list[Piece]:
        """Return a line of labels above or below the board."""
        line = [*self.before(row), Piece(" ")]
        for column in range(self.grid.columns):
            line += [*self.label(row, column, self.cell_width, "middle"), Piece(" ")]
        return line + self.after(row)

    def before(self, row: int | None) -> list[Piece]:
        """Return the text to the left of the board in a line: its number and its labels."""
        line = []
        if self.number_width:
            number = str(row + 1) if row is not None and 0 <= row < self.grid.rows else ""
            line.append(Piece(align(number, self.number_width, "right") + " ", DIM))
        for column in range(-self.left, 0):
            room = self.margin_widths[column]
            line += [] if row is None else self.label(row, column, room, "right")
            line.append(Piece(" " * (room + 1) if row is None else " "))
        return line

    def after(self, row: int) -> list[Piece]:
        """Return the labels to the right of the board."""
        line = []
        for column in range(self.grid.columns, self.grid.columns + self.right):
            room = self.margin_widths[column]
            line += [Piece(" "), *self.label(row, column, room, "left")]
        return line

    def label(self, row: int, column: int, room: int, side: str) -> list[Piece]:
        label = self.labels.get((row, column))
        if label is None:
            return [Piece(" " * room)]
        text = self.label_text(label)
        filled = align(text, room, side)
        if not label.colour:
            return [Piece(filled)]
        start = filled.index(text)
        rest = filled[start + len(text) :]
        return [Piece(filled[:start]), Piece(text, style_on(label.colour)), Piece(rest)]

    def label_text(self, label: Label) -> str:
        # Letters distinguish clues of different colours, like their cells.
        return self.plain(make_visible(label.text)) + self.picture.letter_of(label)

    def label_width(self, label: Label) -> int:
        return text_columns(self.label_text(label))

    def texts_inside(self) -> dict[tuple[float, float], str]:
        """Return the text of the labels on the board by position: several combined, or a shape."""
        inside: dict[tuple[float, float], list[Label]] = {}
        for label in self.scene.labels:
            if self.scene.inside(label):
                inside.setdefault((label.row, label.column), []).append(label)
        texts = ((place, self.text_inside(labels)) for place, labels in inside.items())
        return {place: text for place, text in texts if text}

    def text_inside(self, labels: Sequence[Label]) -> str:
        """Return the text of the labels of one square; a diagonal separates those on its sides."""
        texts = [(label, self.label_text(label)) for label in labels if label.text]
        shapes = "".join(self.label_glyph(label) for label in labels if not label.text)
        if all(label.shape is not Shape.DIAGONAL for label in labels):
            return "\\".join([*(text for _, text in texts), *([shapes] if shapes else [])])
        below = [text for label, text in texts if label.position.offset[1] <= 0]
        above = [text for label, text in texts if label.position.offset[1] > 0]
        return f"{' '.join(below)}\\{' '.join(above)}" if texts else shapes

    def label_glyph(self, label: Label) -> str:
        signs = LABEL_GLYPHS.get(label.shape, ("", ""))
        return signs[1] if self.ascii else signs[0]

    # The board.

    def border(self, row: int) -> list[Piece]:
        """Return the line of strokes above a row of cells."""
        line = self.before(None)
        for column in range(self.grid.columns + 1):
            line.append(self.junction(row, column))
            if column < self.grid.columns:
                weight = self.weight(row, column, False)
                line.append(self.draw_signed_stroke(self.across(weight), weight, row - 0.5, column))
        return line

    def draw_signed_stroke(self, stroke: str, weight: Weight, row: float, column: float) -> Piece:
        """Return a stroke, with the label in its middle, if there is one."""
        text = self.inside.get((row, column), "")
        if not text:
            return Piece(stroke, self.stroke_style(weight))
        room = max(0, len(stroke) - text_columns(text))
        return Piece(stroke[: (room + 1) // 2] + text + stroke[: room // 2])

    def cells(self, row: int) -> list[Piece]:
        """Return the line of a row of cells, with the strokes between them."""
        line = self.before(row)
        for column in range(self.grid.columns + 1):
            weight = self.weight(row, column, True)
            line.append(self.draw_signed_stroke(self.down(weight), weight, row, column - 0.5))
            if column < self.grid.columns:
                line += self.cell(row * self.grid.columns + column)
        return line + self.after(row)

    def weight(self, row: int, column: int, down: bool) -> Weight:
        return self.strokes.get((row, column, down), Weight.NONE)

    def stroke_style(self, weight: Weight) -> str:
        return DIM if weight is Weight.FAINT else ""

    def solid(self, weight: Weight) -> bool:
        """Return whether a stroke is drawn in ASCII; for others, only the corners are, as dots."""
        return weight is Weight.THICK or (weight is Weight.THIN and self.heaviest is Weight.THIN)

    def across(self, weight: Weight) -> str:
        if not self.ascii:
            return ACROSS[weight] * self.cell_width
        return ("-" if self.solid(weight) else " ") * self.cell_width

    def down(self, weight: Weight) -> str:
        if not self.ascii:
            return DOWN[weight]
        return "|" if self.solid(weight) else " "

    def junction(self, row: int, column: int) -> Piece:
        if (row - 0.5, column - 0.5) in self.inside:
            return Piece(self.inside[row - 0.5, column - 0.5])
        arms = (
            self.weight(row - 1, column, True),
            self.weight(row, column, False),
            self.weight(row, column, True),
            self.weight(row, column - 1, False),
        )
        if self.ascii:
            sign = "+" if any(map(self.solid, arms)) else "." if any(map(ARM.get, arms)) else " "
            return Piece(sign)
        up, right, down, left = (ARM[arm] for arm in arms)
        faint = all(arm in (Weight.FAINT, Weight.NONE) for arm in arms)
        return Piece(JUNCTIONS[27 * up + 9 * right + 3 * down + left], DIM if faint else "")

    def cell(self, cell: int) -> list[Piece]:
        """Return the contents of a cell."""
        symbol, room = self.picture.symbol(cell), self.cell_width
        role, given = self.picture.role(cell), self.picture.given(cell)
        fill = "░" if not self.ascii else ":"
        fill = fill if cell in self.scene.shaded else " "
        if symbol and symbol.shape is Shape.DOT and cell in self.scene.shaded:
            symbol = None  # squares outside the puzzle have no value
        glyph = self.glyph(symbol) if symbol else self.fill_empty_cell(cell)
        if symbol and symbol.shape is Shape.FILL and not self.picture.many_colours:
            fill = glyph
        label = self.inside.get(divmod(cell, self.grid.columns), "")
        if symbol and label:
            glyph = label + glyph if beside_label(symbol) else label
        if not glyph:
            glyph = fill
        spare = room - text_columns(glyph)
        before, after = fill * ((spare + 1) // 2), fill * (spare // 2)
        if self.is_fenced(cell):
            opening, closing = self.fence(role)
            before = before[:-1] + opening if before else ""
            after = closing + after[1:] if after else ""
        style = self.cell_style(symbol, role, given)
        name = self.names.get(cell, "")
        if name and len(before) >= len(name):
            return [Piece(name, DIM), Piece(f"{before[len(name) :]}{glyph}{after}", style)]
        return [Piece(f"{before}{glyph}{after}", style)]

    def is_fenced(self, cell: int) -> bool:
        """Return whether marks must show that a cell is highlighted or given."""
        given = self.mixed and self.picture.given(cell)
        return not self.colour and (given or self.picture.role(cell) is not None)

    def fence(self, role: Role | None) -> tuple[str, str]:
        """Return the marks around a highlighted value, or around a given one."""
        if role is None:
            return "[", "]"
        left, right, ascii_left, ascii_right = FENCES[role]
        return (ascii_left, ascii_right) if self.ascii else (left, right)

    def fill_empty_cell(self, cell: int) -> str:
        """Return a label inside the board, or as many pencil marks as fit."""
        label = self.inside.get(divmod(cell, self.grid.columns))
        if label is not None:
            return label
        text = ""
        room = self.cell_width - 2 if self.is_fenced(cell) else self.cell_width
        for symbol in self.picture.noted(cell):
            more = text + self.glyph(symbol)
            if text_columns(more) > room:
                return "~" if self.ascii else "…"
            text = more
        return text

    def glyph(self, symbol: Symbol) -> str:
        if symbol.shape is Shape.FILL and self.picture.many_colours:
            return symbol.letter
        if symbol.shape is Shape.LETTER:
            return make_visible(symbol.letter)
        if self.ascii:
            return ASCII_GLYPHS.get(symbol.shape, symbol.letter)
        return symbol.glyph or symbol.letter

    def cell_style(self, symbol: Symbol | None, role: Role | None, given: bool) -> str:
        if role is not None:
            return GROUNDS[role]
        styles = [BOLD if given else ENTERED] if self.mixed else []
        if symbol and symbol.shape is Shape.DOT:
            styles.append(DIM)
        if symbol and symbol.shape is Shape.FILL and self.picture.many_colours and symbol.colour:
            styles.append(style_on(symbol.colour))
        return ";".join(styles)


def beside_label(symbol: Symbol) -> bool:
    """Return whether a symbol is written after a label; if not, it is a circle around it."""
    return symbol.shape is Shape.CIRCLE or not symbol.shape.quiet
