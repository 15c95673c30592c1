"""Building blocks of an editor: presses and keys, the setter's tools, and their effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeVar

from caracol.board.grid import Grid
from caracol.puzzle import Puzzle

T = TypeVar("T")


@dataclass(frozen=True)
class Writing:
    """The values that presses and keys write."""

    press: tuple[int, ...] = ()
    """The values that successive presses write, before the cell is empty again; if there are none,
    a press only selects the cell, and keys write."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """The values of keys, besides the letters of the symbols."""
    chosen: int | None = None
    """The value selected on the palette at first, if presses should not cycle through all."""


class Help(StrEnum):
    """An assist: something that the page may write for the player."""

    AROUND = "around"
    """Blanks in cells that have no other choice, such as the cells around a star."""
    REST = "rest"
    """Blanks in the rest of a line that has all that it needs."""
    PAIR = "pair"
    """The other one of two cells that depend on each other."""


class Aid(NamedTuple):
    """An assist as the page offers it."""

    id: Help
    words: str
    on: bool = False
    """Whether it is on by default, because players of this genre expect it."""


class Flaw(NamedTuple):
    """Something about a board that cannot be right, and where it is."""

    sentence: str
    cells: tuple[int, ...]


class Gesture(StrEnum):
    """The setter's gesture with a tool."""

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


class Tool(NamedTuple):
    """One of the setter's tools for changing a board."""

    id: str
    name: str
    help: str
    gesture: Gesture
    sides: tuple[str, ...] = ("top", "right", "bottom", "left")
    """The sides on which text is typed, for tools that work beside the board."""


class Act(NamedTuple):
    """An action of the setter."""

    tool: str
    cells: tuple[int, ...] = ()
    value: int | None = None
    """The text that is written; ``None`` erases."""
    row: int = 0
    column: int = 0
    text: str = ""
    picture: tuple[int | None, ...] = ()
    """The whole board, for tools that paint."""


class Addition(NamedTuple):
    """A single change of the clues that may make a puzzle unique."""

    form: str
    """The kind of change: "count", "border". Setters are offered one of each kind."""
    words: str
    """The words after "it would be unique with"."""
    puzzle: Puzzle
    """The puzzle after the change."""
    picture: tuple[int, ...] | None = None
    """The picture that its clues come from, if any."""


REST = Aid(Help.REST, "Mark the rest of a finished line or clue as blank")
GIVEN_CELLS = Tool("givens", "Given cells", "Write given values into the cells.", Gesture.WRITE)


def open_first(cells: int, solutions: Sequence[Sequence[int]]) -> list[int]:
    """Return the cells of a board, with those in which solutions differ first."""
    return sorted(range(cells), key=lambda cell: len({one[cell] for one in solutions}) < 2)


def keep_first(items: Sequence[T], length: int, nothing: T) -> tuple[T, ...]:
    """Return the first ``length`` of these items, padded with ``nothing``."""
    return (*items[:length], *[nothing] * (length - len(items)))


def moved(items: Sequence[T], before: Grid, after: Grid, nothing: T) -> tuple[T, ...]:
    """Return the contents of a board moved to the same rows and columns of another."""
    rows = [
        keep_first([items[cell] for cell in before.row(row)], after.columns, nothing)
        for row in range(before.rows)
    ]
    empty = (nothing,) * after.columns
    return tuple(item for row in keep_first(rows, after.rows, empty) for item in row)
