"""Boards for tests of drawing: one of each genre, and arbitrary scenes."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from caracol.board.grid import Grid
from caracol.board.places import Corners, Links, Sides
from caracol.board.scene import Anchor, Label, Scene, Shape, Stroke, Symbol, Weight
from caracol.genres.nonogram import Colour, Nonogram, clues_of
from caracol.kit import ExamplePart
from caracol.puzzle import Info, Puzzle, read_cells
from caracol.puzzle.plugins import get_genre
from caracol.rules import Values

GENRES = ("magic-snail", "star-battle", "easy-as-abc", "nonogram", "magnets")

COLOURS = (
    Colour("r", "red", "#d33333"),
    Colour("g", "green", "#22aa22"),
    Colour("k", "black", "#000000"),
)


def example(name: str) -> tuple[Puzzle, Values]:
    """Return the example of a genre and its solution."""
    part = get_genre(name).part(ExamplePart)
    puzzle = part.PUZZLE
    return puzzle, read_cells(part.SOLUTION, puzzle.grid, puzzle.symbols, "example")


def rose() -> tuple[Puzzle, Values]:
    """Return a Nonogram in three colours on an oblong board, and its solution."""
    picture = ("011220", "113322", "133332", "003300")
    values = tuple(int(value) for row in picture for value in row)
    rows, columns = clues_of([[int(value) for value in row] for row in picture])
    return Nonogram(rows, columns, COLOURS, info=Info(title="Rose")), values


@dataclass(frozen=True)
class Drawn:
    """A scene with values, givens and pencil marks."""

    scene: Scene
    values: Values
    givens: Values
    marks: tuple[int, ...]


SYMBOLS = (
    Symbol("-", "nothing", Shape.DOT, "·"),
    Symbol("*", "star", Shape.STAR, "★"),
    Symbol("字", "letter", Shape.LETTER),
    Symbol("#", "fill", Shape.FILL, "█", colour="#123456"),
    Symbol("+", "plus", Shape.PLUS),
    Symbol("m", "minus", Shape.MINUS, "−"),
    Symbol("x", "cross", Shape.CROSS, "×"),
    Symbol("l", "line", Shape.LINE, "─"),
    Symbol("o", "other fill", Shape.FILL, "█", colour="#fedcba"),
)

words = st.text(st.characters(exclude_categories=("C", "Z", "M")), min_size=1, max_size=4)


@st.composite
def drawings(draw: st.DrawFn, only_squares: bool = False) -> Drawn:
    """Draw an arbitrary board with arbitrary strokes, clues and values."""
    kind = Grid if only_squares else draw(st.sampled_from([Grid, Grid, Sides, Links, Corners]))
    grid = kind(draw(st.integers(1 + (kind is Links), 5)), draw(st.integers(1, 5)))
    weights = st.sampled_from([Weight.FAINT, Weight.THIN, Weight.THICK, None])
    places = [
        (row, column, down)
        for row in range(grid.rows + 1)
        for column in range(grid.columns + 1)
        for down in (False, True)
        if (row < grid.rows if down else column < grid.columns)
    ]
    chosen = draw(st.lists(weights, min_size=len(places), max_size=len(places)))
    strokes = tuple(Stroke(*p, w) for p, w in zip(places, chosen, strict=True) if w)
    beside = draw(st.sets(st.tuples(st.integers(-3, 6), st.integers(-3, 6)), max_size=12))
    colours = st.sampled_from(["", "#123456", "#fedcba"])
    shapes = st.sampled_from([Shape.NOTHING, Shape.CIRCLE, Shape.DISC, Shape.TREE, Shape.DIAGONAL])
    labels = [
        Label(row, column, draw(words), f"clue {number}", draw(colours))
        if not (0 <= row < grid.rows and 0 <= column < grid.columns)
        else Label(
            row,
            column,
            draw(words),
            f"clue {number}",
            position=draw(st.sampled_from(Anchor)),
            shape=draw(shapes),
        )
        for number, (row, column) in enumerate(sorted(beside))
    ]
    between = draw(st.sets(st.tuples(st.integers(-1, 4), st.integers(-1, 4)), max_size=3))
    labels += [
        Label(row + 0.5, column + draw(st.sampled_from([0.5, 1])), "<")
        for row, column in between
        # On other boards values are written between squares.
        if kind is Grid and row < grid.rows and column + 1 < grid.columns
    ]
    squares = grid.rows * grid.columns
    shaded = tuple(sorted(draw(st.sets(st.integers(0, squares - 1), max_size=2))))
    caption = draw(st.one_of(st.just(""), st.text(max_size=30)))
    scene = Scene(grid, strokes, SYMBOLS, tuple(labels), shaded, caption)
    value = st.one_of(st.none(), st.integers(0, len(SYMBOLS) - 1))
    cells = st.lists(value, min_size=grid.size, max_size=grid.size).map(tuple)
    masks = st.lists(st.integers(0, 511), min_size=grid.size, max_size=grid.size).map(tuple)
    return Drawn(scene, draw(cells), draw(cells), draw(masks))
