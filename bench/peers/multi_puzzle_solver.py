"""multi-puzzle-solver (OR-Tools CP-SAT): the class ``Board`` of each genre."""

from importlib.metadata import version
from typing import Any

import numpy as np
from puzzle_solver import abc_view_solver, magnets_solver, nonograms_solver, star_battle_solver
from puzzle_solver.core.utils import get_pos
from puzzle_solver.puzzles.snail import snail as snail_solver
from worker import Entries, Unsupported, Way, counts, givens, lines, serve, sides


def finish(board: Any) -> tuple[str, Any]:
    """Enumerate all solutions with the package's function, which is how it proves uniqueness.

    ``solve_and_print`` has no limit on the number of solutions; if there are very many, it is
    stopped from outside like every other peer.
    """
    found = board.solve_and_print(verbose=False)
    status = "none" if not found else "unique" if len(found) == 1 else "many"
    return status, found[0].assignment if found else None


def star_battle(puzzle: Entries) -> Any:
    if "grid" in puzzle:
        raise Unsupported("given cells")
    labels = sorted({label for row in puzzle["regions"] for label in row})
    rows = [[str(labels.index(label)) for label in row] for row in puzzle["regions"]]
    return np.array(rows), puzzle["stars"]


def magnets(puzzle: Entries) -> Any:
    rows = puzzle["dominoes"]
    if "grid" in puzzle or any("*" in row for row in rows):
        raise Unsupported("given cells and single cells")
    halves = {"L": "H", "R": "H", "T": "V", "B": "V"}
    board = np.array([[halves[half] for half in row] for row in rows])

    def side(line: str, pole: str, number: int) -> Any:
        told = counts(puzzle, line, pole, number)
        return np.array([-1 if count is None else count for count in told])

    height, width = board.shape
    top = side("columns", "plus", width), side("columns", "minus", width)
    return board, *top, side("rows", "plus", height), side("rows", "minus", height)


def easy_as_abc(puzzle: Entries) -> Any:
    size, clues = sides(puzzle)
    letters = puzzle["letters"]
    board = np.full((size, size), " ", dtype=object)
    for (row, column), value in givens(puzzle, "-" + letters).items():
        board[row, column] = "BLANK" if value == 0 else letters[value - 1]
    side = {
        name: np.array([letters[clue - 1] if clue else "" for clue in told])
        for name, told in clues.items()
    }
    return board, side["top"], side["left"], side["bottom"], side["right"], list(letters)


def nonogram(puzzle: Entries) -> Any:
    if "grid" in puzzle or "colours" in puzzle:
        raise Unsupported("given cells and colours")
    return lines(puzzle["columns"]), lines(puzzle["rows"])


def magic_snail(puzzle: Entries) -> Any:
    if len(puzzle["key"]) != 3 or puzzle["size"] < 3:
        raise Unsupported("their key has three letters")
    board = np.full((puzzle["size"],) * 2, " ", dtype=object)
    for place, value in givens(puzzle, "-" + puzzle["key"]).items():
        board[place] = str(value)
    return (board,)


def read(assignment: Any, height: int, width: int, meaning: Any) -> list[int]:
    return [meaning(assignment.get(get_pos(x=c, y=r))) for r in range(height) for c in range(width)]


def way(prepare: Any, board: Any, shape: Any, meaning: Any) -> Way:
    return Way(
        prepare,
        lambda problem, _seconds: finish(board(*problem)),
        lambda problem, raw: read(raw, *shape(problem), meaning(problem)),
    )


def first_shape(problem: Any) -> Any:
    return problem[0].shape


WAYS = {
    "star-battle": way(
        star_battle, star_battle_solver.Board, first_shape, lambda _: lambda value: int(value)
    ),
    "magnets": way(
        magnets,
        magnets_solver.Board,
        first_shape,
        lambda _: lambda value: {"x": 0, "+": 1, "-": 2}[value[1]],
    ),
    "easy-as-abc": way(
        easy_as_abc,
        abc_view_solver.Board,
        first_shape,
        lambda problem: lambda value: 0 if value is None else problem[-1].index(value) + 1,
    ),
    "nonogram": way(
        nonogram,
        nonograms_solver.Board,
        lambda problem: (len(problem[1]), len(problem[0])),
        lambda _: lambda value: int(value),
    ),
    "magic-snail": way(
        magic_snail, snail_solver.Board, first_shape, lambda _: lambda value: int(value)
    ),
}

if __name__ == "__main__":
    serve(
        "multi-puzzle-solver",
        f"{version('multi-puzzle-solver')} (OR-Tools {version('ortools')})",
        "`Board(…).solve_and_print(verbose=False)`: enumerates *all* solutions with one worker; "
        "its interface cannot stop at two, so it does more than the others where there are many",
        WAYS,
    )
