"""What is to be drawn: a board, what stands on it, and what is pointed at.

The empty puzzle, a half-finished grid, the solution and one step of an explanation differ only
in what a :class:`Picture` holds; the terminal, SVG, PNG and PDF all draw that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from caracol.board.scene import Label, Scene, Shape, Symbol
from caracol.errors import ClueError, UnknownName
from caracol.records import Record, record
from caracol.rules import Values


class Role(StrEnum):
    """Why a cell is pointed at."""

    LOOK = "look"
    """Where to look: the cells of the rule."""
    BECAUSE = "because"
    """What is already there, and is the reason."""
    CONCLUSION = "conclusion"
    """What follows."""
    ERROR = "error"
    """What breaks a rule."""


Highlights = Mapping[str, Iterable[int]]
"""Cells by role; later roles of :class:`Role` are drawn over earlier ones."""


@record
class Picture(Record):
    """One drawing, but for its size and its colours."""

    scene: Scene
    values: Values = ()
    """What the player or the solver has put into the cells."""
    givens: Values = ()
    """What the puzzle gives; it stands where no value does."""
    marks: tuple[int, ...] = ()
    """Pencil marks: for each cell the set of values noted there, as a bit mask."""
    roles: tuple[Role | None, ...] = ()
    """For each cell why it is pointed at."""
    coordinates: bool = False
    """Whether rows and columns are numbered and parts named, so that they can be talked about."""
    words: str = ""
    """What is said below the board, as of a step of an explanation."""

    def names(self) -> dict[int, str]:
        """The names of parts, each by the cell in which it is written: one that is not in use."""
        found = {}
        for name, cells in self.scene.parts if self.coordinates else ():
            free = [cell for cell in cells if self.role(cell) is None]
            empty = [cell for cell in free if self.shown(cell) is None]
            found[[*empty, *free, *cells][0]] = name
        return found

    def shown(self, cell: int) -> int | None:
        """The value that stands in a cell."""
        if self.values and self.values[cell] is not None:
            return self.values[cell]
        return self.givens[cell] if self.givens else None

    def symbol(self, cell: int) -> Symbol | None:
        """The symbol that stands in a cell."""
        value = self.shown(cell)
        return None if value is None else self.scene.symbols[value]

    def given(self, cell: int) -> bool:
        """Whether what stands in the cell is given by the puzzle."""
        if not self.givens or self.givens[cell] is None:
            return False
        return self.shown(cell) == self.givens[cell]

    def noted(self, cell: int) -> list[Symbol]:
        """The symbols pencilled into a cell that has no value yet."""
        if not self.marks or self.shown(cell) is not None:
            return []
        return [
            symbol
            for value, symbol in enumerate(self.scene.symbols)
            if self.marks[cell] >> value & 1
        ]

    def role(self, cell: int) -> Role | None:
        """Why a cell is pointed at, if it is."""
        return self.roles[cell] if self.roles else None

    @property
    def many_colours(self) -> bool:
        """Whether colours carry meaning, so that a letter must tell them apart as well."""
        return sum(symbol.shape is Shape.FILL for symbol in self.scene.symbols) > 1

    def letter_of(self, label: Label) -> str:
        """The letter of the colour in which a clue is written, where there are several."""
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
    """The picture of a board, checked: what is told of cells is told of all of them."""
    size = scene.grid.size
    for name, cells in (("values", values), ("givens", givens), ("marks", marks)):
        if cells and len(cells) != size:
            raise ClueError(f"there are {len(cells)} for a board of {size} cells", name)
    for name, cells in (("values", values), ("givens", givens)):
        for cell, value in enumerate(cells):
            if value is not None and not 0 <= value < len(scene.symbols):
                most = len(scene.symbols) - 1
                where = f"{name}, {scene.grid.name(cell)}"
                raise ClueError(f"{value} is no value; values go from 0 to {most}", where)
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
                    raise ClueError(f"there is no cell {cell}; there are {size}", "highlights")
                roles[cell] = role
    return Picture(
        scene, tuple(values), tuple(givens), tuple(marks), tuple(roles), coordinates, words
    )
