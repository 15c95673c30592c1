"""What an editor is made of: presses and keys, the tools of a setter, and what they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from caracol.board.grid import Grid
from caracol.puzzle import Puzzle
from caracol.records import Record, field, record

T = TypeVar("T")


@record
class Writing(Record):
    """What a press and a key write."""

    press: tuple[int, ...] = ()
    """The values that one press after another writes, before the cell is empty again.
    Where there is none, a press only chooses the cell, and keys write."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """What keys write, beside the letters of the symbols themselves."""
    chosen: int | None = None
    """The value that is chosen on the palette at first, where presses should not go through all."""


class Help(StrEnum):
    """What may be written for the player, who then only undoes it."""

    AROUND = "around"
    """Blanks where what is written leaves no other choice: the cells around a star."""
    REST = "rest"
    """Blanks in the rest of a line that has all that it needs."""
    PAIR = "pair"
    """The other one of two cells that depend on each other."""


@record
class Aid(Record):
    """Something that may be written for the player."""

    id: Help
    words: str
    on: bool = False
    """Whether players of this genre are used to it."""


@record
class Flaw(Record):
    """Something about a board that cannot be right, and where."""

    sentence: str
    cells: tuple[int, ...]


class Gesture(StrEnum):
    """What the setter does with a tool."""

    WRITE = "write"
    """Presses and keys write values into cells, as in play."""
    DRAG = "drag"
    """The pointer passes over cells; the tool gets them in order."""
    OUTSIDE = "outside"
    """Text is typed at a place beside the board."""
    INSIDE = "inside"
    """Text is typed into a square of the board."""
    PAINT = "paint"
    """Presses and keys write values into cells, and the tool gets the whole picture."""


@record
class Tool(Record):
    """One thing that a setter can do to a board."""

    id: str
    name: str
    help: str
    gesture: Gesture
    sides: tuple[str, ...] = ("top", "right", "bottom", "left")
    """The sides on which text is typed, for tools that work beside the board."""


@record
class Act(Record):
    """What a setter did."""

    tool: str
    cells: tuple[int, ...] = ()
    value: int | None = None
    """What is written; ``None`` erases."""
    row: int = 0
    column: int = 0
    text: str = ""
    picture: tuple[int | None, ...] = ()
    """The whole board, for tools that paint."""


@record
class Addition(Record):
    """A single change of the clues that may make a puzzle unique."""

    form: str
    """What sort of change it is: "count", "border". Setters are offered one of each sort."""
    words: str
    """What follows "it would be unique with"."""
    puzzle: Puzzle
    """The puzzle after the change."""
    picture: tuple[int, ...] | None = None
    """The picture that its clues come from, where they come from one."""


REST = Aid(Help.REST, "Mark the rest of a finished line as blank")
GIVENS = Tool("givens", "Given cells", "Write what is given into the cells.", Gesture.WRITE)


def open_first(cells: int, solutions: Sequence[Sequence[int]]) -> list[int]:
    """The cells of a board of so many, those first in which solutions differ."""
    return sorted(range(cells), key=lambda cell: len({one[cell] for one in solutions}) < 2)


def kept(items: Sequence[T], length: int, nothing: T) -> tuple[T, ...]:
    """The first so many, and nothing where there were no more."""
    return (*items[:length], *[nothing] * (length - len(items)))


def moved(items: Sequence[T], before: Grid, after: Grid, nothing: T) -> tuple[T, ...]:
    """What stands in the cells of a board, in the same rows and columns of another."""
    rows = [
        kept([items[cell] for cell in before.row(row)], after.columns, nothing)
        for row in range(before.rows)
    ]
    empty = (nothing,) * after.columns
    return tuple(item for row in kept(rows, after.rows, empty) for item in row)
