"""Clues beside the board: which sides have them, and where each one is.

A genre says once which of its fields is shown on which side. Labels, the setter's tool, checks and
formats then find every clue in the same way:

>>> from caracol.board.grid import Grid
>>> tents = Bands((Band("trees_in_rows", "left"), Band("trees_in_columns", "top")))
>>> tents.find(Grid(4, 6), -1, 2)
(Band(field='trees_in_columns', side='top', deep=False, name=''), 2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from caracol.authoring.editor import Gesture, Tool, keep_first
from caracol.board.grid import Grid, Line
from caracol.errors import ClueError, count_noun
from caracol.puzzle import Puzzle

P = TypeVar("P", bound=Puzzle)

Place = tuple[int, int]
"""Row and column, counted from the board's first square; -1 is above it or to its left."""
Clues = tuple[Any, ...]
"""The clues of one side, from left to right or from top to bottom; ``None`` if there is none. In a
deep band, a clue is a tuple of items."""
Order = Sequence[str | tuple[str, ...]]
"""The sides in the order in which a text lists their clues; sides in a tuple alternate, line by
line."""


class Band(NamedTuple):
    """The clues on one side of the board, one for each row or each column."""

    field: str
    """The puzzle's field with these clues."""
    side: str
    """Where they are shown: "top", "left", "right" or "bottom"."""
    deep: bool = False
    """Whether a clue has several items, of which the last is next to the board."""
    name: str = ""
    """Name of this side in messages, if not its field."""

    @property
    def line(self) -> str:
        """The lines that its clues belong to: "row" or "column"."""
        return "row" if self.side in ("left", "right") else "column"

    def count_lines(self, grid: Grid) -> int:
        """Return the number of lines that have a clue on this side."""
        return grid.rows if self.line == "row" else grid.columns

    def line_length(self, grid: Grid) -> int:
        """Return the number of cells in each of these lines."""
        return grid.columns if self.line == "row" else grid.rows

    def cells(self, grid: Grid, number: int) -> Line:
        """Return the cells of a line, the one next to the clue first."""
        found = grid.row(number) if self.line == "row" else grid.column(number)
        return found[::-1] if self.side in ("right", "bottom") else found

    def place(self, grid: Grid, number: int, away: int = 1) -> Place:
        """Return the place of a clue, counted in squares; ``away`` is 1 next to the board."""
        row = {"top": -away, "bottom": grid.rows - 1 + away}.get(self.side, number)
        column = {"left": -away, "right": grid.columns - 1 + away}.get(self.side, number)
        return row, column


@dataclass(frozen=True)
class Bands:
    """All clues beside the board, in the order in which a genre lists its sides."""

    bands: tuple[Band, ...]
    misplaced: str = "clues belong directly beside a row or a column"
    """The error message if a setter types a clue elsewhere."""

    def __iter__(self) -> Iterator[Band]:
        return iter(self.bands)

    def on(self, side: str) -> Band:
        """Return the band on this side."""
        return next(band for band in self.bands if band.side == side)

    # -- the clues of a puzzle ---------------------------------------------------------------

    def clues(self, puzzle: Puzzle, order: Sequence[str] = ()) -> Iterator[tuple[Band, int, Any]]:
        """Yield every clue, with its band and the number of its line."""
        for band in map(self.on, order) if order else self.bands:
            for number, clue in enumerate(getattr(puzzle, band.field)):
                if clue is not None:
                    yield band, number, clue

    def placed(
        self, puzzle: Puzzle, order: Sequence[str] = ()
    ) -> Iterator[tuple[Band, int, Any, Place]]:
        """Yield every item of every clue, with the place where it is printed.

        The last item of a deep clue comes first; an empty one has the single item ``None``.
        """
        grid: Any = puzzle.grid
        for band, number, clue in self.clues(puzzle, order):
            items = reversed(clue or (None,)) if band.deep else (clue,)
            for away, item in enumerate(items, 1):
                yield band, number, item, band.place(grid, number, away)

    def check_lengths(self, puzzle: Puzzle, things: str = "clues", lines: str = "") -> None:
        """Raise unless each side has one clue per line of the board; ``lines`` names the lines."""
        grid: Any = puzzle.grid
        for band in self.bands:
            self.check_length(band, getattr(puzzle, band.field), grid, things, lines)

    def check_length(
        self, band: Band, clues: Sequence[Any], grid: Grid, things: str = "clues", lines: str = ""
    ) -> None:
        """Raise unless there is one clue per line."""
        number = band.count_lines(grid)
        if len(clues) != number:
            raise ClueError(
                f"has {count_noun(len(clues), things.removesuffix('s'))}, "
                f"but the board has {count_noun(number, lines.removesuffix('s') or band.line)}",
                band.name or band.field,
            )

    # -- the setter's actions -----------------------------------------------------------------

    def tool(self, id: str, name: str, help: str) -> Tool:
        """Return the tool that types clues on the sides that have them."""
        around = ("top", "right", "bottom", "left")
        sides = tuple(side for side in around if any(band.side == side for band in self.bands))
        return Tool(id, name, help, Gesture.OUTSIDE, sides)

    def find(self, grid: Grid, row: int, column: int) -> tuple[Band, int]:
        """Return the band and the line number that a place beside the board belongs to."""
        for band in self.bands:
            along, number = (column, row) if band.line == "row" else (row, column)
            length = band.line_length(grid)
            before = band.side in ("left", "top")
            next_to = along == (-1 if before else length)
            beyond = along < 0 if before else along >= length
            if (beyond if band.deep else next_to) and 0 <= number < band.count_lines(grid):
                return band, number
        raise ClueError(self.misplaced)

    def change(self, puzzle: P, band: Band, number: int, clue: Any) -> P:
        """Return the puzzle with a different clue for one line."""
        clues = list(getattr(puzzle, band.field))
        clues[number] = clue
        changed: dict[str, Any] = {band.field: tuple(clues)}
        return replace(puzzle, **changed)

    def resize(self, puzzle: Puzzle, grid: Grid, fit: Callable[[Any, int], Any]) -> dict[str, Any]:
        """Return the clues for a board of a different size, by field.

        ``fit`` returns what is left of a clue, given the length of its new line.
        """
        found: dict[str, Any] = {}
        for band in self.bands:
            clues = keep_first(
                getattr(puzzle, band.field), band.count_lines(grid), () if band.deep else None
            )
            length = band.line_length(grid)
            found[band.field] = tuple(fit(clue, length) for clue in clues)
        return found

    # -- texts and drawings ------------------------------------------------------------------

    def frame(self, grid: Grid, order: Order) -> list[Place]:
        """Return the places next to the board in this order."""
        found: list[Place] = []
        for sides in order:
            bands = [self.on(side) for side in _sides(sides)]
            for number in range(bands[0].count_lines(grid)):
                found += [band.place(grid, number) for band in bands]
        return found

    def name_slots(self, grid: Grid, order: Order) -> list[str]:
        """Return the names of the clues in this order, such as "column 3, top"."""
        found: list[str] = []
        for sides in order:
            bands = [self.on(side) for side in _sides(sides)]
            for number in range(1, bands[0].count_lines(grid) + 1):
                found += [f"{band.line} {number}, {band.side}" for band in bands]
        return found

    def flatten(self, puzzle: Puzzle, order: Order) -> Clues:
        """Return all clues as one list."""
        found: list[Any] = []
        for sides in order:
            fields = [self.on(side).field for side in _sides(sides)]
            for clues in zip(*(getattr(puzzle, field) for field in fields), strict=True):
                found += clues
        return tuple(found)

    def split(self, clues: Sequence[Any], grid: Grid, order: Order) -> dict[str, Any]:
        """Return the clues of one list, by field."""
        found: dict[str, Any] = {}
        start = 0
        for sides in order:
            bands = [self.on(side) for side in _sides(sides)]
            end = start + len(bands) * bands[0].count_lines(grid)
            for turn, band in enumerate(bands):
                found[band.field] = tuple(clues[start + turn : end : len(bands)])
            start = end
        return found

    def in_lists(self, puzzle: Puzzle, order: Sequence[str]) -> list[Clues]:
        """Return the clues of each side, in this order."""
        return [getattr(puzzle, self.on(side).field) for side in order]

    def from_lists(self, lists: Sequence[Sequence[Any]], order: Sequence[str]) -> dict[str, Any]:
        """Return the clues of one list for each side, by field."""
        return {self.on(side).field: tuple(clues) for side, clues in zip(order, lists, strict=True)}

    def read_places(
        self,
        texts: Mapping[Place, str],
        grid: Grid,
        order: Sequence[str],
        read: Callable[[str], Any],
    ) -> dict[str, Any]:
        """Return the clues that a drawing shows beside its board, by field.

        A deep clue ends where nothing is printed; ``read`` returns ``None`` for an item of a clue
        that says nothing.
        """

        def clue(band: Band, number: int) -> Any:
            if not band.deep:
                text = texts.get(band.place(grid, number), "")
                return read(text) if text else None
            items: list[Any] = []
            while text := texts.get(band.place(grid, number, len(items) + 1), ""):
                items.append(read(text))
            return tuple(item for item in reversed(items) if item is not None)

        return {
            band.field: tuple(clue(band, number) for number in range(band.count_lines(grid)))
            for band in map(self.on, order)
        }


def _sides(sides: str | tuple[str, ...]) -> tuple[str, ...]:
    return (sides,) if isinstance(sides, str) else sides
