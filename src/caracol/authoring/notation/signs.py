"""Signs between neighbouring cells: where they are, and how files write, draw and leave them out.

The signs of a board are a list with a number for each link between neighbours, 0 if there is none,
in the order of :class:`caracol.board.places.Links`. A genre has a character for each number, which
may differ between neighbours side by side and one above the other:

>>> signs = Signs("signs", "<>", "^v")
>>> signs.read(["<.", ".v.", ".."], Grid(2, 3))
(1, 0, 0, 2, 0, 0, 0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from caracol.authoring.drafts.clues import GIVENS, Clues
from caracol.authoring.editor import Gesture, Tool
from caracol.board.grid import Grid, in_lines
from caracol.board.places import Links
from caracol.errors import ClueError
from caracol.puzzle import Puzzle

P = TypeVar("P", bound=Puzzle)
NONE = "."
"""The character where there is no sign."""


class Signs(NamedTuple):
    """The signs of a genre."""

    field: str
    """The puzzle's field with the signs."""
    across: str
    """Characters of the signs between neighbours in a row, from number 1 on."""
    down: str
    """The same for neighbours in a column."""
    drawn: tuple[tuple[str, str], ...] = ()
    """How characters are printed, if differently."""

    def placed(self, puzzle: Puzzle) -> Iterator[tuple[int, int, int, str, tuple[float, float]]]:
        """Yield every sign: number, the two cells, printed character and place on the board."""
        grid: Any = puzzle.grid
        links = Links(grid.rows, grid.columns)
        for link, number in enumerate(getattr(puzzle, self.field)):
            if number:
                one, other = links.ends(link)
                sign = (self.across if other == one + 1 else self.down)[number - 1]
                row, column = grid.place(one)
                place = (row, column + 0.5) if other == one + 1 else (row + 0.5, column)
                yield number, one, other, dict(self.drawn).get(sign, sign), place

    def check(self, puzzle: Puzzle) -> None:
        """Raise unless there is a number for every link, of a sign that exists."""
        grid, signs = puzzle.grid, getattr(puzzle, self.field)
        links = Links(grid.rows, grid.columns)
        if len(signs) != links.size or not {*signs} <= {*range(len(self.across) + 1)}:
            raise ClueError(f"there must be {links.size} signs, one for each link", self.field)

    def read(self, lines: Sequence[str], grid: Grid) -> tuple[int, ...]:
        """Return the signs of lines of text: within a row, then below it, and so on."""
        links = Links(grid.rows, grid.columns)
        wanted = in_lines(links)
        if [*map(len, lines)] != [*map(len, wanted)]:
            lengths = ", ".join(str(len(line)) for line in wanted)
            raise ClueError(f"the lines must have {lengths} characters", self.field)
        found = []
        for number, (line, cells) in enumerate(zip(lines, wanted, strict=True), 1):
            one, other = links.ends(cells[0])
            known = NONE + (self.across if other == one + 1 else self.down)
            for sign in line:
                if sign not in known:
                    listed = ", ".join(f"'{one}'" for one in known)
                    where = f"{self.field}, line {number}"
                    raise ClueError(f"'{sign}' is not one of {listed}", where)
                found.append(known.index(sign))
        return tuple(found)

    def write(self, puzzle: Puzzle) -> list[str]:
        """Return the signs as lines of text."""
        grid: Any = puzzle.grid
        links, signs = Links(grid.rows, grid.columns), getattr(puzzle, self.field)
        lines = []
        for cells in in_lines(links):
            one, other = links.ends(cells[0])
            known = NONE + (self.across if other == one + 1 else self.down)
            lines.append("".join(known[signs[cell]] for cell in cells))
        return lines

    def tool(self, help: str) -> Tool:
        """Return the tool that draws signs from cell to cell."""
        return Tool(self.field, "Signs", help, Gesture.DRAG)

    def edit(self, puzzle: P, cells: Sequence[int], numbers: tuple[int, int]) -> P:
        """Return the puzzle with a sign from the first cell to the second, or without it.

        ``numbers`` are the signs for a drag to the right or down, and to the left or up.
        """
        grid: Any = puzzle.grid
        if len(cells) < 2 or cells[1] not in grid.neighbours(cells[0]):
            raise ClueError("a sign is between two neighbours: drag from one to the other")
        one, other = cells[:2]
        links = Links(grid.rows, grid.columns)
        link = next(n for n in links.at(one) if other in links.ends(n))
        signs = list(getattr(puzzle, self.field))
        number = numbers[other < one]
        signs[link] = 0 if signs[link] == number else number
        changed: dict[str, Any] = {self.field: tuple(signs)}
        return replace(puzzle, **changed)

    def strip(self, name: Callable[[Any, int, int], str], **more: Any) -> Clues[Any]:
        """Return the signs and givens that can be left out; ``name`` names the rule of a sign."""

        def places(puzzle: Any) -> dict[Any, str]:
            found: dict[Any, str] = {**GIVENS.places(puzzle)}
            for _, one, other, _, place in self.placed(puzzle):
                found[place] = name(puzzle, one, other)
            return found

        def kept(puzzle: Any, left: frozenset[Any]) -> Any:
            signs = [0] * len(getattr(puzzle, self.field))
            links = Links(puzzle.grid.rows, puzzle.grid.columns)
            by_ends = {links.ends(link): link for link in range(links.size)}
            for number, one, other, _, place in self.placed(puzzle):
                if place in left:
                    signs[by_ends[one, other]] = number
            return GIVENS.kept(replace(puzzle, **{self.field: tuple(signs)}), left)

        return Clues(places, kept, **more)
