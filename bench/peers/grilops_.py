"""z3 through grilops: its ``SymbolGrid``, with the rules of each genre as z3 constraints."""

from importlib.metadata import version
from itertools import product
from typing import Any

from grilops import SymbolGrid, SymbolSet, get_rectangle_lattice
from grilops.geometry import Point
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
from z3 import And, Implies, Int, Not, Or, PbEq, PbLe


class Board:
    """A grid of symbols, and shorthands for its constraints."""

    def __init__(self, height: int, width: int, symbols: str, given: Any) -> None:
        names = [(f"s{number}", symbol) for number, symbol in enumerate(symbols)]
        self.height, self.width, self.number = height, width, len(symbols)
        self.grid = SymbolGrid(get_rectangle_lattice(height, width), SymbolSet(names))
        self.add = self.grid.solver.add
        for (row, column), value in given.items():
            self.add(self.holds(row, column, value))

    def holds(self, row: int, column: int, value: int) -> Any:
        return self.grid.cell_is(Point(row, column), value)

    def row(self, row: int, value: int) -> list[Any]:
        return [self.holds(row, column, value) for column in range(self.width)]

    def column(self, column: int, value: int) -> list[Any]:
        return [self.holds(row, column, value) for row in range(self.height)]

    def count(self, terms: list[Any], number: int) -> None:
        self.add(PbEq([(term, 1) for term in terms], number))

    def answer(self) -> tuple[str, Any]:
        """Solve with grilops' own solve and is_unique."""
        if not self.grid.solve():
            return "none", None
        found = self.grid.solved_grid()
        return ("unique" if self.grid.is_unique() else "many"), found


def star_battle(puzzle: Entries) -> tuple[str, Any]:
    regions, stars = puzzle["regions"], puzzle["stars"]
    size = len(regions)
    board = Board(size, size, "x*", givens(puzzle, "x*"))
    for number in range(size):
        board.count(board.row(number, 1), stars)
        board.count(board.column(number, 1), stars)
    cells: dict[str, list[Any]] = {}
    for row, column in product(range(size), repeat=2):
        cells.setdefault(regions[row][column], []).append(board.holds(row, column, 1))
    for inside in cells.values():
        board.count(inside, stars)
    for row, column in product(range(size - 1), repeat=2):
        block = [board.holds(row + a, column + b, 1) for a in (0, 1) for b in (0, 1)]
        board.add(PbLe([(term, 1) for term in block], 1))
    return board.answer()


def magnets(puzzle: Entries) -> tuple[str, Any]:
    rows = puzzle["dominoes"]
    height, width = len(rows), len(rows[0])
    board = Board(height, width, "x+-", givens(puzzle, "x+-"))
    for row, column in product(range(height), range(width)):
        other = partner(rows, row, column)
        if other == (row, column):
            board.add(board.holds(row, column, 0))
        elif other > (row, column):
            for value, opposite in ((0, 0), (1, 2), (2, 1)):
                board.add(board.holds(row, column, value) == board.holds(*other, opposite))
        for near in ((row + 1, column), (row, column + 1)):
            if near[0] < height and near[1] < width and near != other:
                for pole in (1, 2):
                    board.add(
                        Or(Not(board.holds(row, column, pole)), Not(board.holds(*near, pole)))
                    )
    for pole, name in ((1, "plus"), (2, "minus")):
        for row, count in enumerate(counts(puzzle, "rows", name, height)):
            if count is not None:
                board.count(board.row(row, pole), count)
        for column, count in enumerate(counts(puzzle, "columns", name, width)):
            if count is not None:
                board.count(board.column(column, pole), count)
    return board.answer()


def letters_once(size: int, letters: str, given: Any) -> Board:
    board = Board(size, size, "-" + letters, given)
    for number, value in product(range(size), range(1, len(letters) + 1)):
        board.count(board.row(number, value), 1)
        board.count(board.column(number, value), 1)
    return board


def easy_as_abc(puzzle: Entries) -> tuple[str, Any]:
    size, clues = sides(puzzle)
    letters = puzzle["letters"]
    board = letters_once(size, letters, givens(puzzle, "-" + letters))
    for side, told in clues.items():
        for line, letter in enumerate(told):
            if letter:
                order = list(range(size) if side in ("top", "left") else range(size - 1, -1, -1))
                across = side in ("left", "right")
                cells = [(line, at) if across else (at, line) for at in order]
                board.add(
                    Or(
                        *[
                            And(
                                *[board.holds(*before, 0) for before in cells[:place]],
                                board.holds(*cell, letter),
                            )
                            for place, cell in enumerate(cells[: size - len(letters) + 1])
                        ]
                    )
                )
    return board.answer()


def magic_snail(puzzle: Entries) -> tuple[str, Any]:
    size, key = puzzle["size"], puzzle["key"]
    board = letters_once(size, key, givens(puzzle, "-" + key))
    # due[place] is the next letter along the spiral.
    due = [Int(f"due-{place}") for place in range(size * size + 1)]
    board.add(due[0] == 1, due[-1] == 1)
    for place, cell in enumerate(spiral(size)):
        board.add(due[place] >= 1, due[place] <= len(key))
        board.add(Implies(board.holds(*cell, 0), due[place + 1] == due[place]))
        for value in range(1, len(key) + 1):
            after = value % len(key) + 1
            board.add(
                Implies(
                    board.holds(*cell, value), And(due[place] == value, due[place + 1] == after)
                )
            )
    return board.answer()


def nonogram(puzzle: Entries) -> tuple[str, Any]:
    rows, columns = lines(puzzle["rows"]), lines(puzzle["columns"])
    board = Board(len(rows), len(columns), "x#", givens(puzzle, "x#"))
    for number, clue in enumerate(rows):
        cells = [board.holds(number, column, 1) for column in range(len(columns))]
        add_runs(board, f"r{number}", clue, cells)
    for number, clue in enumerate(columns):
        cells = [board.holds(row, number, 1) for row in range(len(rows))]
        add_runs(board, f"c{number}", clue, cells)
    return board.answer()


def add_runs(board: Board, name: str, clue: list[int], cells: list[Any]) -> None:
    """Add an integer for the start of each run; a cell is dark if a run covers it."""
    starts = [Int(f"{name}-{number}") for number in range(len(clue))]
    for number, (start, run) in enumerate(zip(starts, clue, strict=True)):
        board.add(start >= sum(clue[:number]) + number)
        board.add(start <= len(cells) - sum(clue[number:]) - (len(clue) - 1 - number))
        if number:
            board.add(start > starts[number - 1] + clue[number - 1])
        del run
    for place, cell in enumerate(cells):
        covers = [And(s <= place, place < s + n) for s, n in zip(starts, clue, strict=True)]
        board.add(cell == Or(*covers) if covers else Not(cell))


def prepared(puzzle: Entries) -> Entries:
    if "colours" in puzzle:
        raise Unsupported("colours")
    return puzzle


def values(_: Any, found: Any) -> list[int]:
    return [found[point] for point in sorted(found)]


GENRES = star_battle, magnets, easy_as_abc, magic_snail, nonogram
WAYS = ways(lambda solve: Way(prepared, lambda one, _: solve(one), values), *GENRES)

if __name__ == "__main__":
    serve(
        "grilops",
        f"{version('grilops')} (z3 {version('z3-solver')})",
        "a `SymbolGrid` with the rules of the genre (`bench/peers/grilops_.py`), `solve()`, then "
        "`is_unique()`",
        WAYS,
    )
