"""Contents of a drawing, in cell units: strokes, labels, shades and symbols.

A genre describes its board once, as a :class:`Scene`; the terminal, SVG, PDF and the page all draw
it. Square (0, 0) is the top left one. Labels are in squares, between them (halves) or outside, at
negative coordinates or beyond the last row and column.

The empty puzzle, a half-finished grid, the solution and one step of an explanation differ only in
the values and highlights that a :class:`Picture` adds to the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple, Self

from caracol.board.grid import Grid, Places, Values
from caracol.errors import ArgumentError, ClueError, UnknownName, count_noun


class Weight(StrEnum):
    """Strength of a line."""

    NONE = "none"
    FAINT = "faint"
    THIN = "thin"
    THICK = "thick"


class Shape(StrEnum):
    """Shape in which a value is drawn."""

    NOTHING = "nothing"
    DOT = "dot"
    CROSS = "cross"
    STAR = "star"
    FILL = "fill"
    PLUS = "plus"
    MINUS = "minus"
    LETTER = "letter"
    LINE = "line"
    """A line along a side or a link, from one end to the other."""
    CIRCLE = "circle"
    DISC = "disc"
    BULB = "bulb"
    """A light bulb."""
    TREE = "tree"
    TENT = "tent"
    DIAGONAL = "diagonal"
    """A line from the top left corner to the bottom right one, between two numbers."""

    @property
    def quiet(self) -> bool:
        """Whether a label remains readable in the middle of a square with this on it."""
        return self in (Shape.FILL, Shape.DOT, Shape.NOTHING, Shape.CIRCLE)


@dataclass(frozen=True)
class Symbol:
    """One value of a cell, as it is written, spoken and drawn."""

    letter: str
    """One character for files: "*"."""
    word: str
    """Word for it: "star"."""
    shape: Shape
    glyph: str = ""
    """One character for the terminal, where it differs from the letter: "★"."""
    colour: str = ""
    """#rrggbb if colour carries meaning; pictures have it, letters do not."""
    plural: str = ""
    """Plural: "mice".

    Not needed for a regular noun, with or without an adjective ("shaded square").
    """
    article: str = ""
    """"a" or "an", if the first letter is misleading: "an" for "hourglass"."""
    adjective: str = ""
    """Adjective for a cell with it, if better than the word: "blank", "painted"."""
    deduced: str = ""
    """Phrase for a cell that must have it, if "is empty" says too little: "cannot hold a star".
    """

    def __str__(self) -> str:
        return self.word

    @property
    def several(self) -> str:
        """The plural, or an empty text if it is not known."""
        # In a longer phrase, it is unclear which word takes the s: "tent of the tree to the left".
        plain = self.word.replace(" ", "", 1).isalpha()
        if self.plural or self.shape is Shape.LETTER or not plain:
            return self.plural
        if self.word.endswith(("s", "x", "z", "ch", "sh")):
            return f"{self.word}es"
        if self.word.endswith("y") and self.word[-2:-1] not in tuple("aeiou"):
            return f"{self.word[:-1]}ies"
        return f"{self.word}s"

    @property
    def thing(self) -> str:
        """One of them, with an article: "a star", "an empty cell", "A"."""
        if self.shape is Shape.LETTER or not self.word[:1].isalpha():
            return self.word
        vowel = self.word.startswith(("a", "e", "i", "o", "u"))
        spoken_otherwise = self.word.startswith(("eu", "one", "uni", "use"))
        return f"{self.article or ('an' if vowel and not spoken_otherwise else 'a')} {self.word}"

    def counted(self, number: int) -> Amount:
        """Return a number of them in words: "1 star", "2 stars", "two E's"."""
        if self.shape is Shape.LETTER:
            word = NUMBERS[number] if number < len(NUMBERS) else str(number)
            end = "" if number < 2 else "'s" if self.word.isalpha() else "s"
            return Amount(self, number, f"{word} {self.word}{end}")
        if number == 1:
            return Amount(self, number, f"{number} {self.word}")
        return Amount(self, number, f"{number} {self.several or f'× {self.word}'}")


@lru_cache(maxsize=64)
def letter_symbols(letters: str) -> tuple[Symbol, ...]:
    """Return the blank and these letters as values, for boards of letters with blanks."""
    # The blank is written "-", or not at all if "-" is one of the letters.
    blank = Symbol("" if "-" in letters else "-", "blank", Shape.DOT, "·", adjective="blank")
    return blank, *(Symbol(letter, letter, Shape.LETTER, letter) for letter in letters)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""Small numbers in words, used with letters: nobody writes "2 E"."""


class Amount(str):
    """A number of values in words, with the value and the number."""

    __slots__ = ("number", "symbol")

    symbol: Symbol
    number: int

    def __new__(cls, symbol: Symbol, number: int, text: str) -> Self:
        made = str.__new__(cls, text)
        made.symbol, made.number = symbol, number
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.symbol, self.number, str(self))


class Stroke(NamedTuple):
    """A line one cell long, from the corner (row, column) down or to the right."""

    row: int
    column: int
    down: bool
    weight: Weight


class Anchor(StrEnum):
    """Position of a label in its square; away from the middle, it is small."""

    MIDDLE = "middle"
    TOP_LEFT = "top-left"
    TOP_RIGHT = "top-right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM_RIGHT = "bottom-right"

    @property
    def offset(self) -> tuple[int, int]:
        """The vertical and horizontal offset, as -1, 0 or 1."""
        if self is Anchor.MIDDLE:
            return 0, 0
        down, on = self.value.split("-")
        return 1 if down == "bottom" else -1, 1 if on == "right" else -1


class Label(NamedTuple):
    """A part of the puzzle that players do not write: a clue, a sign, a pearl.

    A label inside the board stays visible when something is written in its square.
    """

    row: float
    """Row of its square; a half is between two rows: 0.5 between the first and the second."""
    column: float
    text: str
    about: str = ""
    """Name of the rule that it states, so that it can dim when the rule is satisfied."""
    colour: str = ""
    position: Anchor = Anchor.MIDDLE
    shape: Shape = Shape.NOTHING
    """Shape behind the text or in its place: a circle, a disc, a tree, a diagonal."""


@dataclass(frozen=True)
class Scene:
    """Everything to draw of an unsolved board, except for its given values."""

    grid: Places
    strokes: tuple[Stroke, ...]
    symbols: tuple[Symbol, ...]
    labels: tuple[Label, ...] = ()
    shaded: tuple[int, ...] = ()
    """Squares that are not used, drawn dark; they are numbered row by row."""
    caption: str = ""
    """Text beside the board: the number of stars, the key."""
    parts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Named parts of the board, such as regions, with their cells."""
    diagonals: bool = False
    """Whether to draw both long diagonals of a square board, because they count."""

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """Number of cells of labels above, to the right, below and to the left."""
        # Half a square beyond the edge still counts as the edge.
        rows = [int(label.row) for label in self.labels]
        columns = [int(label.column) for label in self.labels]
        return (
            max(0, -min(rows, default=0)),
            max(0, max(columns, default=0) - self.grid.columns + 1),
            max(0, max(rows, default=0) - self.grid.rows + 1),
            max(0, -min(columns, default=0)),
        )

    def inside(self, label: Label) -> bool:
        """Return whether a label is on the board, not beside it."""
        return -1 < label.row < self.grid.rows and -1 < label.column < self.grid.columns

    @property
    def squares(self) -> bool:
        """Whether values are written in squares."""
        return isinstance(self.grid, Grid)


def check_symbols(symbols: object) -> None:
    """Raise a :class:`TypeError` or :class:`ValueError` if these are not symbols of a genre."""
    if not isinstance(symbols, tuple | list):
        raise TypeError(f"they must be a tuple, not {symbols!r}")
    letters = set()
    for symbol in symbols:
        if not isinstance(symbol, Symbol):
            raise TypeError(f"each must be a Symbol, not {symbol!r}")
        if not (isinstance(symbol.letter, str) and isinstance(symbol.word, str) and symbol.letter):
            names = f"{symbol.letter!r} and {symbol.word!r}"
            raise TypeError(f"letter and word must be texts, not {names}")
        if not isinstance(symbol.shape, Shape):
            raise TypeError(f"the shape of '{symbol.letter}' must be a Shape, not {symbol.shape!r}")
        if symbol.letter in letters:
            raise ValueError(f"two of them have the letter '{symbol.letter}'")
        letters.add(symbol.letter)


def check_scene(scene: object, board: Places, symbols: tuple[Symbol, ...]) -> None:
    """Raise a :class:`TypeError` or :class:`ValueError` if this scene cannot be drawn."""
    if not isinstance(scene, Scene):
        raise TypeError(f"it must be a Scene, not {scene!r}")
    if scene.grid != board:
        raise ValueError(f"its grid is {scene.grid!r}, but that of the puzzle is {board!r}")
    parts: tuple[tuple[str, Iterable[object], type], ...] = (
        ("strokes", scene.strokes, Stroke),
        ("symbols", scene.symbols, Symbol),
        ("labels", scene.labels, Label),
        ("shaded", scene.shaded, int),
    )
    for name, items, wanted in parts:
        for item in items:
            if not isinstance(item, wanted):
                raise TypeError(
                    f"one of its {name} must be of type {wanted.__name__}, not {item!r}"
                )
    if len(scene.symbols) != len(symbols):
        raise ValueError(
            f"it has {count_noun(len(scene.symbols), 'symbol')}, but the puzzle has {len(symbols)}"
        )
    squares = scene.grid.rows * scene.grid.columns
    for square in scene.shaded:
        if not 0 <= square < squares:
            raise ValueError(f"it shades square {square}, but the squares are 0 to {squares - 1}")
    for label in scene.labels:
        _check_label(label, scene.grid)


def _check_label(label: Label, board: Places) -> None:
    if not isinstance(label.row, int | float) or not isinstance(label.column, int | float):
        raise TypeError(f"a label's position is two numbers, not {label.row!r}, {label.column!r}")
    fields: tuple[tuple[str, object, type], ...] = (
        ("text", label.text, str),
        ("about", label.about, str),
        ("position", label.position, Anchor),
        ("shape", label.shape, Shape),
    )
    for name, value, wanted in fields:
        if not isinstance(value, wanted):
            raise TypeError(
                f"the {name} of a label must be of type {wanted.__name__}, not {value!r}"
            )
    down, across = board.rows + FARTHEST, board.columns + FARTHEST
    if not (-FARTHEST <= label.row < down and -FARTHEST <= label.column < across):
        raise ValueError(f"the label '{label.text}' is more than {FARTHEST} squares off the board")


FARTHEST = 100
"""Maximum distance of a label from the board, in squares."""


def borders(
    grid: Grid,
    between: Callable[[int, int], Weight],
    outside: Callable[[int], Weight] = lambda _: Weight.THICK,
) -> tuple[Stroke, ...]:
    """Return strokes for every side of every cell, with the weight ``between`` its two cells."""
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


def draw_svg(thing: object) -> str | None:
    """Return the thing as SVG, or ``None`` if it has no picture; for ``_repr_svg_``.

    Objects shown in notebooks are in lower layers than drawing, so drawing is imported by name, and
    only when something is shown.
    """
    found: str | None = import_module("caracol.drawing.notebook").svg_of(thing)
    return found


def draw_text(thing: object) -> str | None:
    """Return the thing as text, or ``None`` if it has no picture; for ``__str__``."""
    found: str | None = import_module("caracol.drawing.notebook").text_of(thing)
    return found


def as_html(thing: object) -> str | None:
    """Return the thing as HTML, or ``None``; for ``_repr_html_``, like :func:`draw_svg`."""
    found: str | None = import_module("caracol.notebooks").html_of(thing)
    return found


class Role(StrEnum):
    """Reason why a cell is highlighted."""

    LOOK = "look"
    """Where to look: the cells of the rule."""
    BECAUSE = "because"
    """Values that are already there and are the reason."""
    CONCLUSION = "conclusion"
    """The consequence."""
    ERROR = "error"
    """A broken rule."""


Highlights = Mapping[str, Iterable[int]]
"""Cells by role; later roles of :class:`Role` are drawn over earlier ones."""


@dataclass(frozen=True)
class Picture:
    """A drawing, except for its size and colours."""

    scene: Scene
    values: Values = ()
    """Values that the player or the solver has put into the cells."""
    givens: Values = ()
    """Values given by the puzzle, shown in cells without another value."""
    marks: tuple[int, ...] = ()
    """Pencil marks: for each cell, the set of values noted there, as a bit mask."""
    roles: tuple[Role | None, ...] = ()
    """For each cell, why it is highlighted."""
    coordinates: bool = False
    """Whether rows and columns are numbered and parts named, so that text can refer to them."""
    words: str = ""
    """Text below the board, such as a step of an explanation."""

    def names(self) -> dict[int, str]:
        """Return the names of parts, by the cells to write them in, which are free."""
        found = {}
        for name, cells in self.scene.parts if self.coordinates else ():
            free = [cell for cell in cells if self.role(cell) is None]
            empty = [cell for cell in free if self.shown(cell) is None]
            found[[*empty, *free, *cells][0]] = name
        return found

    def shown(self, cell: int) -> int | None:
        """Return the value in a cell."""
        if self.values and self.values[cell] is not None:
            return self.values[cell]
        return self.givens[cell] if self.givens else None

    def symbol(self, cell: int) -> Symbol | None:
        """Return the symbol in a cell."""
        value = self.shown(cell)
        return None if value is None else self.scene.symbols[value]

    def given(self, cell: int) -> bool:
        """Return whether the value in a cell is given by the puzzle."""
        if not self.givens or self.givens[cell] is None:
            return False
        return self.shown(cell) == self.givens[cell]

    def noted(self, cell: int) -> list[Symbol]:
        """Return the symbols pencilled into a cell that has no value yet."""
        if not self.marks or self.shown(cell) is not None:
            return []
        return [
            symbol
            for value, symbol in enumerate(self.scene.symbols)
            if self.marks[cell] >> value & 1
        ]

    def role(self, cell: int) -> Role | None:
        """Return why a cell is highlighted, if it is."""
        return self.roles[cell] if self.roles else None

    @property
    def many_colours(self) -> bool:
        """Whether colours carry meaning, so that letters must distinguish them as well."""
        return sum(symbol.shape is Shape.FILL for symbol in self.scene.symbols) > 1

    def letter_of(self, label: Label) -> str:
        """Return the letter of the colour of a clue, if there are several colours."""
        if not label.colour or not self.many_colours:
            return ""
        for symbol in self.scene.symbols:
            if symbol.shape is Shape.FILL and symbol.colour == label.colour:
                return symbol.letter
        return ""


def picture(
    scene: Scene,
    values: Values = (),
    *,
    givens: Values = (),
    marks: Sequence[int] = (),
    highlights: Highlights | None = None,
    coordinates: bool = False,
    words: str = "",
) -> Picture:
    """Return the picture of a board, after checking that everything fits its cells."""
    size = scene.grid.size
    for name, cells in (("values", values), ("givens", givens), ("marks", marks)):
        if isinstance(cells, str) or not isinstance(cells, Sequence):
            raise ArgumentError(name, "a list with an entry for each cell", cells)
        if cells and len(cells) != size:
            found = count_noun(len(cells), "entry")
            raise ClueError(
                f"found {found}, but the board has {count_noun(size, scene.grid.noun)}", name
            )
    for name, cells in (("values", values), ("givens", givens)):
        for cell, value in enumerate(cells):
            if not isinstance(value, int | None):
                raise ArgumentError(name, "a list of numbers or None", value)
            if value is not None and not 0 <= value < len(scene.symbols):
                most = len(scene.symbols) - 1
                where = f"{name}, {scene.grid.name(cell)}"
                raise ClueError(f"{value} is not a value; values range from 0 to {most}", where)
    roles: list[Role | None] = []
    if highlights:
        roles = [None] * size
        known = [role.value for role in Role]
        for name in highlights:
            if name not in known:
                raise UnknownName("role of highlighted cells", name, known)
        for role in Role:
            for cell in highlights.get(role, ()):
                if not 0 <= cell < size:
                    numbers = f"cells range from 0 to {size - 1}"
                    raise ClueError(f"there is no cell {cell}; {numbers}", "highlights")
                roles[cell] = role
    return Picture(
        scene, tuple(values), tuple(givens), tuple(marks), tuple(roles), coordinates, words
    )
