"""OR-Tools CP-SAT with a direct model of each genre, written for this benchmark."""

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from ortools.sat.python import cp_model
from worker import (
    Entries,
    Unsupported,
    Way,
    counts,
    givens,
    lines,
    partner,
    serve,
    sides,
    spiral,
    ways,
)


class Board(NamedTuple):
    """A model, and for each cell the literal of each value except 0."""

    model: Any
    cells: list[list[Any]]


Build = Callable[[], Board]


def boards(model: Any, number: int, values: int) -> list[list[Any]]:
    """Return literals for the values of cells except 0, at most one of which is true per cell."""
    cells = [[model.new_bool_var("") for _ in range(values)] for _ in range(number)]
    if values > 1:
        for literals in cells:
            model.add_at_most_one(literals)
    return cells


def give(model: Any, cells: Sequence[Sequence[Any]], known: Iterable[tuple[int, int]]) -> None:
    for cell, value in known:
        if value:
            model.add(cells[cell][value - 1] == 1)
        else:
            for literal in cells[cell]:
                model.add(literal == 0)


def known(puzzle: Entries, symbols: str, width: int) -> list[tuple[int, int]]:
    return [(r * width + c, value) for (r, c), value in givens(puzzle, symbols).items()]


def star_battle(puzzle: Entries) -> Build:
    rows, stars = puzzle["regions"], puzzle["stars"]
    size = len(rows)
    labels = sorted({label for row in rows for label in row})
    place = [(r, c) for r in range(size) for c in range(size)]
    groups = [
        [cell for cell, at in enumerate(place) if at[axis] == n]
        for axis in (0, 1)
        for n in range(size)
    ]
    groups += [[cell for cell, (r, c) in enumerate(place) if rows[r][c] == x] for x in labels]
    corners = [r * size + c for r, c in place if r < size - 1 and c < size - 1]
    told = known(puzzle, "x*", size)

    def build() -> Board:
        model = cp_model.CpModel()
        cells = boards(model, size * size, 1)
        for group in groups:
            model.add(sum(cells[cell][0] for cell in group) == stars)
        for corner in corners:
            square = (corner, corner + 1, corner + size, corner + size + 1)
            model.add_at_most_one(cells[cell][0] for cell in square)
        give(model, cells, told)
        return Board(model, cells)

    return build


def magnets(puzzle: Entries) -> Build:
    rows = puzzle["dominoes"]
    height, width = len(rows), len(rows[0])
    pairs = []
    for r in range(height):
        for c in range(width):
            down, right = partner(rows, r, c)
            pairs.append(down * width + right)
    sums = []
    for line, number in (("rows", height), ("columns", width)):
        for pole in (0, 1):
            for n, count in enumerate(counts(puzzle, line, ("plus", "minus")[pole], number)):
                row = range(n * width, (n + 1) * width)
                cells = row if line == "rows" else range(n, height * width, width)
                if count is not None:
                    sums.append((cells, pole, count))
    told = known(puzzle, "x+-", width)

    def build() -> Board:
        model = cp_model.CpModel()
        cells: list[list[Any]] = [[] for _ in pairs]
        # Two literals per domino: which half is positive, if any.
        for one, other in enumerate(pairs):
            if one == other:
                cells[one] = [model.new_constant(0)] * 2
            elif one < other:
                cells[one] = [model.new_bool_var(""), model.new_bool_var("")]
                cells[other] = cells[one][::-1]
                model.add_at_most_one(cells[one])
        for one in range(len(pairs)):
            for near in (one + 1, one + width):
                if near < len(pairs) and (near != one + 1 or near % width) and pairs[one] != near:
                    for pole in (0, 1):
                        model.add_bool_or(~cells[one][pole], ~cells[near][pole])
        for group, pole, count in sums:
            model.add(sum(cells[cell][pole] for cell in group) == count)
        give(model, cells, told)
        return Board(model, cells)

    return build


def letters(size: int, many: int, told: list[tuple[int, int]]) -> Board:
    """Return a board with every letter once in every row and column."""
    model = cp_model.CpModel()
    cells = boards(model, size * size, many)
    for letter in range(many):
        for n in range(size):
            model.add_exactly_one(cells[n * size + c][letter] for c in range(size))
            model.add_exactly_one(cells[r * size + n][letter] for r in range(size))
    give(model, cells, told)
    return Board(model, cells)


def easy_as_abc(puzzle: Entries) -> Build:
    size, clues = sides(puzzle)
    many = len(puzzle["letters"])
    looks = []
    for side, clued in clues.items():
        for line, letter in enumerate(clued):
            order = range(size) if side in ("top", "left") else range(size - 1, -1, -1)
            across = side in ("left", "right")
            if letter:
                way = [line * size + at if across else at * size + line for at in order]
                looks.append((way, letter - 1))
    told = known(puzzle, "-" + puzzle["letters"], size)

    def build() -> Board:
        board = letters(size, many, told)
        # Any other letter must have the clue's letter before it.
        for way, first in looks:
            for place, cell in enumerate(way):
                before = [board.cells[earlier][first] for earlier in way[:place]]
                for letter in range(many):
                    if letter != first:
                        board.model.add_bool_or([~board.cells[cell][letter], *before])
        return board

    return build


def magic_snail(puzzle: Entries) -> Build:
    size, key = puzzle["size"], puzzle["key"]
    many = len(key)
    way = [r * size + c for r, c in spiral(size)]
    told = known(puzzle, "-" + key, size)

    def build() -> Board:
        board = letters(size, many, told)
        model = board.model
        due = [[model.new_bool_var("") for _ in key] for _ in range(len(way) + 1)]
        for names in due:
            model.add_exactly_one(names)
        model.add(due[0][0] == 1)
        model.add(due[-1][0] == 1)
        for place, cell in enumerate(way):
            for letter, literal in enumerate(board.cells[cell]):
                here, after = due[place][letter], due[place + 1]
                model.add_implication(literal, here)
                model.add_implication(literal, after[(letter + 1) % many])
                # If a cell does not have the letter that is due, the same letter stays due.
                model.add_bool_or(~here, literal, after[letter])
        return board

    return build


def nonogram(puzzle: Entries) -> Build:
    if "colours" in puzzle:
        raise Unsupported("colours")
    rows, columns = lines(puzzle["rows"]), lines(puzzle["columns"])
    height, width = len(rows), len(columns)
    told = known(puzzle, "x#", width)
    across = [[r * width + c for c in range(width)] for r in range(height)]
    down = [[r * width + c for r in range(height)] for c in range(width)]

    def build() -> Board:
        model = cp_model.CpModel()
        cells = boards(model, height * width, 1)
        for line, runs in (*zip(across, rows, strict=True), *zip(down, columns, strict=True)):
            slack = len(line) - sum(runs) - len(runs) + 1
            covers: list[list[Any]] = [[] for _ in line]
            first, last = 0, []
            for run in runs:
                starts = [model.new_bool_var("") for _ in range(slack + 1)]
                model.add_exactly_one(starts)
                for shift, start in enumerate(starts):
                    for place in range(first + shift, first + shift + run):
                        covers[place].append(start)
                    # The run before it is not shifted further.
                    if last:
                        model.add_bool_or([~start, *last[: shift + 1]])
                first, last = first + run + 1, starts
            for cell, covering in zip(line, covers, strict=True):
                # Two runs never cover the same cell, so this makes a cell black if one does.
                model.add(sum(covering) == cells[cell][0])
        give(model, cells, told)
        return Board(model, cells)

    return build


def solve(build: Build, _seconds: float) -> tuple[str, Any]:
    board = build()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    first = None
    while True:
        found = solver.solve(board.model)
        if found == cp_model.INFEASIBLE:
            return ("none" if first is None else "unique"), first
        if found not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return "unknown", None
        if first is not None:
            return "many", first
        first = [[solver.value(literal) for literal in literals] for literals in board.cells]
        board.model.add_bool_or(
            ~literal if value else literal
            for literals, told in zip(board.cells, first, strict=True)
            for literal, value in zip(literals, told, strict=True)
        )


def values(_: Any, chosen: Any) -> list[int]:
    return [told.index(1) + 1 if 1 in told else 0 for told in chosen]


GENRES = star_battle, magnets, easy_as_abc, magic_snail, nonogram
WAYS = ways(lambda prepare: Way(prepare, solve, values), *GENRES)

if __name__ == "__main__":
    serve(
        "or-tools",
        version("ortools"),
        "a direct CP-SAT model of each genre (`bench/peers/ortools_.py`), one worker: solved, and "
        "solved again without the solution that was found",
        WAYS,
    )
