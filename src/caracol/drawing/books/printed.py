"""Puzzles as they are printed in a book, and the sizes of what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from caracol.board.scene import Picture, Shape, Symbol, picture
from caracol.drawing import qr_codes, vector
from caracol.drawing.books.pages import Paper
from caracol.drawing.measures import smallest_clue, text_width
from caracol.drawing.themes import PRINT
from caracol.puzzle import Puzzle
from caracol.rules import Values

POINT = 25.4 / 72
"""Size of a point, in millimetres."""


@dataclass(frozen=True, slots=True)
class PageSizes:
    """Sizes that depend on the paper and on large print, in points and millimetres."""

    paper: Paper
    large: bool

    @property
    def body(self) -> float:
        """Size of the text, in points."""
        return 18.0 if self.large else 10.5

    @property
    def smallest_cell(self) -> float:
        """Minimum size at which people write with ease."""
        return 10.0 if self.large else 7.0

    @property
    def smallest_solved(self) -> float:
        """Minimum readable size in solutions."""
        return 4.0 if self.large else 3.0

    @property
    def largest_cell(self) -> float:
        """Maximum size: above it, a small board looks like a poster."""
        return 20.0 if self.large else 12.0

    @property
    def heading(self) -> float:
        """Height of two lines of text above a board."""
        return 1.15 * self.body

    @property
    def solution_heading(self) -> float:
        """Height of the line above a solution."""
        return 0.62 * self.heading

    def heading_room(self, boards: Sequence[Printed]) -> float:
        """Return the height of the text above these boards.

        It is a single line if no board needs more, with room for the largest code if there are any.
        """
        words = self.heading if any(board.about for board in boards) else 0.72 * self.heading
        sides = [qr_codes.side(board.code, self.code) for board in boards if board.code]
        return max([words, *(side + 1.5 for side in sides)])

    def legend_room(self, boards: Sequence[Printed]) -> float:
        """Return the height of the legend of colours below these boards, if any has one."""
        return 0.72 * self.heading if any(board.legend for board in boards) else 0.0

    @property
    def code(self) -> float:
        """Side of a QR code, unless it needs more."""
        return 20.0 if self.large else 15.0

    def shrink_factor(self, text: str, room: float) -> float:
        """Return the factor that makes a line of text fit a width in millimetres."""
        needed = text_width(text, self.body * POINT)
        return min(1.0, room / needed) if needed else 1.0

    @property
    def line(self) -> float:
        """Height of a line to write on."""
        return 10.0 if self.large else 8.0


def draw_solved(
    puzzle: Puzzle, values: Values, *, clues_beside: bool = False, coordinates: bool = False
) -> Picture:
    """Return a solution as magazines print it.

    Cells that a player leaves empty are empty, without crosses and circles.
    """
    scene = puzzle.scene
    blank = [symbol.shape is Shape.DOT and not symbol.colour for symbol in scene.symbols]
    blank[0] = scene.symbols[0].shape is not Shape.LETTER
    seen, givens = (
        tuple(None if value is None or blank[value] else value for value in cells)
        for cells in (values, puzzle.givens)
    )
    if not clues_beside:
        labels = tuple(label for label in scene.labels if scene.inside(label))
        scene = replace(scene, labels=labels)
    return picture(scene, seen, givens=givens, coordinates=coordinates)


@dataclass(frozen=True, slots=True)
class Printed:
    """A puzzle or its solution on a page."""

    puzzle: Puzzle
    values: Values
    number: int
    grade: str
    code: Sequence[str] = ()
    """Rows of its QR code, if it has one."""
    marks: str = ""
    """Its difficulty as marks: "●●○○○○"."""
    coordinates: bool = False
    """Whether rows and columns are numbered."""

    @property
    def picture(self) -> Picture:
        """The picture to print: a solution has no clues beside it."""
        if self.values:
            return draw_solved(self.puzzle, self.values)
        scene, givens = self.puzzle.scene, self.puzzle.givens
        return picture(scene, givens=givens, coordinates=self.coordinates)

    @property
    def about(self) -> str:
        """Text below its number."""
        about = [self.puzzle.scene.caption, self.puzzle.info.author]
        return " · ".join(text for text in about if text)

    @property
    def legend(self) -> list[Symbol]:
        """The colours of the board, if there are several."""
        if self.values or not self.picture.many_colours:
            return []
        return [one for one in self.puzzle.symbols if one.shape is Shape.FILL and one.colour]

    def size(self, clue: float = PRINT.clue) -> tuple[float, float]:
        """Return its width and height in cells, with clues of this size."""
        return vector.size(self.picture, replace(PRINT, clue=clue), caption=False)

    def smallest_clue(self, clue: float) -> float:
        """Return the size of its smallest clue in cells, if clues have this size."""
        return smallest_clue(self.picture, letters=PRINT.letters, clue=clue)
