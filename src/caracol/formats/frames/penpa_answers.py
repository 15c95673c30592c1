"""The answer with which Penpa+ checks what a player has drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from caracol.authoring.notation.contents import Place
from caracol.board.grid import Form, Spot
from caracol.board.scene import Shape
from caracol.engines import portfolio
from caracol.engines.limits import Clock
from caracol.puzzle import Puzzle

SECONDS = 1.0
"""Time limit for solving a puzzle; links of harder ones have no answer."""
LARGEST = 2_500
"""Largest number of cells of a puzzle that is solved."""

Index = Callable[[Place, int], int]
"""Penpa+'s number of a cell (kind 0) or of the vertex at its lower right (kind 1)."""


class PenpaAnswer(NamedTuple):
    """The drawing that a player has to make."""

    settings: dict[str, bool]
    """The kinds of drawing that are compared."""
    drawn: list[list[str]]
    """Shaded cells, lines, edges, walls, numbers and symbols, each sorted."""


SHADES, LINES, EDGES, NUMBERS, SYMBOLS = 0, 1, 2, 4, 5
SIGNS = {
    Shape.STAR: ("sol_star", "1E"),
    Shape.PLUS: ("sol_math", "2G"),
    Shape.MINUS: ("sol_math", "3G"),
    Shape.BULB: ("sol_akari", "3H"),
    Shape.TENT: ("sol_tent", "2F"),
}
"""Setting and code of each symbol that Penpa+ compares."""


def find_answer(puzzle: Puzzle, index: Index) -> PenpaAnswer | None:
    """Return the answer of a puzzle that has exactly one solution and is solved quickly."""
    if puzzle.grid.size > LARGEST:
        return None
    found = portfolio.answer(puzzle.model, Clock(SECONDS), limit=2)
    if not found.complete or found.count != 1:
        return None
    settings: dict[str, bool] = {}
    drawn: list[list[str]] = [[] for _ in range(6)]
    for cell, value in enumerate(found.solutions[0]):
        symbol = puzzle.symbols[value]
        if puzzle.givens[cell] is not None or (not value and symbol.shape is not Shape.LETTER):
            continue
        spot = puzzle.grid.spot(cell)
        match symbol.shape:
            case Shape.FILL:
                setting, kind, text = "sol_surface", SHADES, f"{_square(spot, index)}"
            case Shape.LETTER:
                setting, kind = "sol_number", NUMBERS
                text = f"{_square(spot, index)},{symbol.letter}"
            case Shape.LINE:
                setting, kind, text = _line(spot, index)
            case shape if shape in SIGNS:
                setting, code = SIGNS[shape]
                kind, text = SYMBOLS, f"{_square(spot, index)},{code}"
            case _:
                return None
        settings[setting] = True
        drawn[kind].append(text)
    return PenpaAnswer(settings, [sorted(one) for one in drawn])


def _square(spot: Spot, index: Index) -> int:
    return index((int(spot.row), int(spot.column)), 0)


def _line(spot: Spot, index: Index) -> tuple[str, int, str]:
    """Return the setting, the kind and the text of a line between corners or between squares."""
    across = (0.0, 0.5) if spot.form is Form.LEVEL else (0.5, 0.0)
    ends = [(spot.row + sign * across[0], spot.column + sign * across[1]) for sign in (-1, 1)]
    if ends[0][0] % 1:
        first, last = (index((int(row), int(column)), 0) for row, column in ends)
        return "sol_loopline", LINES, f"{first},{last},1"
    first, last = (index((int(row) - 1, int(column) - 1), 1) for row, column in ends)
    return "sol_loopedge", EDGES, f"{first},{last},1"
