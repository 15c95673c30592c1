"""What genres share whose clues stand in the squares of the board, at most one in each.

:class:`~caracol.notation.squares.Squares` says how clues make a puzzle; formats, the editor and
the generator then know the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from caracol.board.grid import Grid, squares_of
from caracol.drafting.symmetry import Place
from caracol.drafting.task import Clues, P
from caracol.editing import Act, EditorPart, moved
from caracol.notation.codecs import UNTOLD
from caracol.notation.squares import Clue, Squares
from caracol.options import Kind, Option


def sides(default: int, most: int) -> tuple[Option, Option]:
    """The options of a new board that may have any number of rows and columns."""
    rows = Option("rows", Kind.INTEGER, default, "rows of the board", 1, most)
    columns = Option("columns", Kind.INTEGER, default, "columns of the board", 1, most)
    return rows, columns


class SquaresEditor(EditorPart[P]):
    """Boards of any size, and clues that a setter types into squares."""

    SQUARES: Squares[P]

    def clue(self, text: str) -> Clue:
        """The clue that was typed; raises a :class:`ClueError` where it is none."""
        raise NotImplementedError

    def blank(self, options: Mapping[str, Any]) -> P:
        squares = Grid(options["rows"], options["columns"])
        return self.SQUARES.made(squares, (None,) * squares.size)

    def settings(self, puzzle: P) -> dict[str, Any]:
        return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}

    def reformed(self, puzzle: P, options: Mapping[str, Any]) -> P:
        before, after = squares_of(puzzle.grid), Grid(options["rows"], options["columns"])
        made = self.SQUARES.made(after, moved(self.SQUARES.clues(puzzle), before, after, None))
        known = {puzzle.grid.spot(cell): value for cell, value in enumerate(puzzle.givens)}
        givens = tuple(known.get(made.grid.spot(cell)) for cell in range(made.grid.size))
        return made.changed(givens=givens, info=puzzle.info)

    def edit(self, puzzle: P, act: Act) -> P:
        squares, clues = squares_of(puzzle.grid), [*self.SQUARES.clues(puzzle)]
        clues[squares.cell(act.row, act.column)] = self.clue(act.text.strip())
        made = self.SQUARES.made(squares, tuple(clues))
        return made.changed(givens=puzzle.givens, info=puzzle.info)


def left_out(
    squares: Squares[P], name: Callable[[P, int], str], nothing: Clue = None, **more: Any
) -> Clues[P]:
    """Clues that can be left out, each with its name; ``nothing`` is what stays in its square."""

    def places(puzzle: P) -> dict[Place, str]:
        place = squares_of(puzzle.grid).place
        clues = enumerate(squares.clues(puzzle))
        return {place(at): name(puzzle, at) for at, clue in clues if clue not in (None, UNTOLD)}

    def kept(puzzle: P, left: frozenset[Place]) -> P:
        grid = squares_of(puzzle.grid)
        clues = (
            nothing if clue is not None and grid.place(at) not in left else clue
            for at, clue in enumerate(squares.clues(puzzle))
        )
        return squares.made(grid, tuple(clues))

    return Clues(places, kept, **more)
