"""puzzlekit (OR-Tools CP-SAT): the solver class of each genre."""

from importlib.metadata import version
from itertools import product
from typing import Any

from ortools.sat.python import cp_model
from puzzlekit.solvers import get_solver_class
from worker import Entries, Unsupported, Way, counts, givens, lines, partner, serve, sides

NO_LIMIT = 1e6


def star_battle(puzzle: Entries) -> Any:
    if "grid" in puzzle:
        raise Unsupported("given cells")
    labels = sorted({label for row in puzzle["regions"] for label in row})
    rows = [[str(labels.index(label) + 1) for label in row] for row in puzzle["regions"]]
    size = len(rows)
    return {"num_rows": size, "num_cols": size, "num_stars": puzzle["stars"], "region_grid": rows}


def magnets(puzzle: Entries) -> Any:
    rows = puzzle["dominoes"]
    if any("*" in row for row in rows):
        raise Unsupported("single cells")
    height, width = len(rows), len(rows[0])
    cells = list(product(range(height), range(width)))
    numbers: dict[Any, str] = {}
    for cell in cells:
        pair = min(cell, partner(rows, *cell))
        numbers.setdefault(pair, str(len(numbers) + 1))
    regions = [
        [numbers[min((r, c), partner(rows, r, c))] for c in range(width)] for r in range(height)
    ]
    given = givens(puzzle, "x+-")
    grid = [
        ["x+-"[given[r, c]] if (r, c) in given else "." for c in range(width)]
        for r in range(height)
    ]

    def side(line: str, pole: str, number: int) -> list[str]:
        told = counts(puzzle, line, pole, number)
        return ["-" if count is None else str(count) for count in told]

    return {
        "num_rows": height,
        "num_cols": width,
        "grid": grid,
        "region_grid": regions,
        "cols_positive": side("columns", "plus", width),
        "cols_negative": side("columns", "minus", width),
        "rows_positive": side("rows", "plus", height),
        "rows_negative": side("rows", "minus", height),
    }


def easy_as_abc(puzzle: Entries) -> Any:
    size, clues = sides(puzzle)
    given = givens(puzzle, "-" + puzzle["letters"])
    if 0 in given.values():
        raise Unsupported("given blanks")

    def letter(value: int) -> str:
        return "-" if not value else chr(ord("a") + value - 1)

    grid = [[letter(given.get((r, c), 0)) for c in range(size)] for r in range(size)]
    side = {name: [letter(clue) for clue in told] for name, told in clues.items()}
    return {
        "num_rows": size,
        "num_cols": size,
        "grid": grid,
        "cols_top": side["top"],
        "cols_bottom": side["bottom"],
        "rows_left": side["left"],
        "rows_right": side["right"],
        "val": letter(len(puzzle["letters"])),
    }


def nonogram(puzzle: Entries) -> Any:
    if "grid" in puzzle or "colours" in puzzle:
        raise Unsupported("given cells and colours")
    rows, columns = lines(puzzle["rows"]), lines(puzzle["columns"])

    def words(clues: list[list[int]]) -> list[list[str]]:
        return [[str(run) for run in clue] for clue in clues]

    return {
        "num_rows": len(rows),
        "num_cols": len(columns),
        "rows": words(rows),
        "cols": words(columns),
    }


def block_true(solver: Any, model: Any, variables: list[Any]) -> None:
    """Forbid this combination of truth values."""
    model.AddBoolOr([v.Not() if solver.Value(v) else v for v in variables])


def block_star_or_pole(puzzle: Any) -> None:
    block_true(puzzle.solver, puzzle.model, list(puzzle.x.values()))


def block_picture(puzzle: Any) -> None:
    cells = [cell for row in puzzle.board_vars for cell in row]
    block_true(puzzle.solver, puzzle.model, cells)


def block_letters(puzzle: Any) -> None:
    cells = list(puzzle.x.values())
    puzzle.model.AddForbiddenAssignments(cells, [[puzzle.solver.Value(cell) for cell in cells]])


def way(name: str, prepare: Any, block: Any, symbols: str) -> Way:
    kind = get_solver_class(name)

    def solve(problem: Any, _seconds: float) -> tuple[str, Any]:
        puzzle = kind(**problem)
        # One worker is faster than several on puzzles of this size, even in wall-clock time.
        # Its own limit is in wall-clock time, unfair on a busy machine; the limit that counts
        # is CPU time, enforced from outside for every peer alike.
        options = {"time_limit_sec": NO_LIMIT, "num_search_workers": 1}
        found = puzzle.solve(solver_options=options)
        status = found.solution_data["status"]
        if status not in ("Optimal", "Feasible"):
            return ("none" if status == "Infeasible" else "unknown"), None
        block(puzzle)
        second = puzzle.solver.Solve(puzzle.model)
        grid = found.solution_data["solution_grid"]
        if second == cp_model.INFEASIBLE:
            return "unique", grid
        return ("many" if second in (cp_model.OPTIMAL, cp_model.FEASIBLE) else "first"), grid

    def values(problem: Any, grid: Any) -> list[int]:
        rows, columns = problem["num_rows"], problem["num_cols"]
        return [symbols.index(grid.value(r, c)) for r in range(rows) for c in range(columns)]

    return Way(prepare, solve, values)


WAYS = {
    "star-battle": way("starbattle", star_battle, block_star_or_pole, "-x"),
    "magnets": way("magnetic", magnets, block_star_or_pole, "x+-"),
    "easy-as-abc": way("abc_end_view", easy_as_abc, block_letters, "-abcdefghijklmnopqrstuvwxyz"),
    "nonogram": way("nonogram", nonogram, block_picture, "-x"),
}

if __name__ == "__main__":
    serve(
        "puzzlekit",
        f"{version('puzzlekit')} (OR-Tools {version('ortools')})",
        "`Solver(…).solve()` with one worker, then the solution is forbidden in its model and "
        "the model solved again",
        WAYS,
    )
