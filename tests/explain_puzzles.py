"""Small makers of unique puzzles for tests of explanations."""

from __future__ import annotations

import random
from collections import deque
from json import dumps

from caracol import read
from caracol.board.grid import Grid
from caracol.engines.answer import Status
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets, partners
from caracol.genres.nonogram import Nonogram, clues_of
from caracol.genres.star_battle import StarBattle
from caracol.puzzle import Puzzle
from caracol.questions.solving import count, solve
from caracol.rules import Model


def unique(puzzle: Puzzle) -> bool:
    return solve(puzzle).status is Status.UNIQUE


# -- Star Battle: place stars, grow regions around them, move borders until the solution is unique


def star_battle(rng: random.Random, side: int = 10, stars: int = 2) -> StarBattle:
    while True:
        placed = _stars(rng, side, stars)
        regions = _regions(rng, Grid(side, side), placed, stars)
        if regions is None:
            continue
        puzzle = _mended(rng, regions, placed, side, stars)
        if puzzle is not None:
            return puzzle


def _stars(rng: random.Random, side: int, stars: int) -> set[int]:
    # Regions that are rows add nothing, so this is a board without regions.
    bare = StarBattle(stars, tuple(cell // side for cell in range(side * side)))
    solution = _random_solution(rng, bare.model)
    return {cell for cell, value in enumerate(solution) if value}


def _regions(rng: random.Random, grid: Grid, placed: set[int], stars: int) -> list[int] | None:
    owner = [-1] * grid.size
    left = sorted(placed)
    rng.shuffle(left)
    for region in range(grid.rows):
        start = left.pop()
        owner[start] = region
        for _ in range(stars - 1):
            path = _path(grid, owner, region, set(left))
            if path is None:
                return None
            for cell in path:
                owner[cell] = region
            left.remove(path[-1])
    front = [cell for cell in range(grid.size) if owner[cell] >= 0]
    while front:
        cell = front[rng.randrange(len(front))]
        free = [n for n in grid.neighbours(cell) if owner[n] < 0]
        if not free:
            front.remove(cell)
            continue
        owner[taken := rng.choice(free)] = owner[cell]
        front.append(taken)
    return owner


def _path(grid: Grid, owner: list[int], region: int, goals: set[int]) -> list[int] | None:
    origin = {cell: -1 for cell in range(grid.size) if owner[cell] == region}
    waiting = deque(origin)
    while waiting:
        cell = waiting.popleft()
        if cell in goals:
            path = []
            while origin[cell] >= 0:
                path.append(cell)
                cell = origin[cell]
            return path[::-1]
        for n in grid.neighbours(cell):
            if n not in origin and owner[n] < 0:
                origin[n] = cell
                waiting.append(n)
    return None


def _mended(
    rng: random.Random, owner: list[int], placed: set[int], side: int, stars: int
) -> StarBattle | None:
    grid = Grid(side, side)
    for _ in range(40):
        puzzle = StarBattle(stars, tuple(_ordered(owner)))
        found = count(puzzle, limit=3)
        others = [
            {cell for cell, value in enumerate(solution) if value} for solution in found.solutions
        ]
        other = next((one for one in others if one != placed), None)
        if other is None:
            return puzzle
        moves = [
            (cell, owner[n])
            for cell in sorted(other - placed)
            for n in grid.neighbours(cell)
            if owner[n] != owner[cell]
            and grid.connected(c for c in range(grid.size) if owner[c] == owner[cell] and c != cell)
        ]
        if not moves:
            return None
        cell, region = rng.choice(moves)
        owner[cell] = region
    return None


def _ordered(owner: list[int]) -> list[int]:
    numbers: dict[int, int] = {}
    return [numbers.setdefault(one, len(numbers)) for one in owner]


# -- Nonogram: smoothed noise


def nonogram(rng: random.Random, side: int = 15, smooth: int = 1, noise: float = 0.5) -> Nonogram:
    while True:
        picture = [[float(rng.random() < noise) for _ in range(side)] for _ in range(side)]
        for _ in range(smooth):
            picture = [
                [
                    sum(
                        picture[r][c]
                        for r in range(max(0, row - 1), min(side, row + 2))
                        for c in range(max(0, column - 1), min(side, column + 2))
                    )
                    for column in range(side)
                ]
                for row in range(side)
            ]
        middle = sorted(x for row in picture for x in row)[side * side // 2]
        rows, columns = clues_of([[int(x > middle) for x in row] for row in picture])
        puzzle = Nonogram(rows, columns)
        if unique(puzzle):
            return puzzle


# -- Magnets: a random tiling, magnets where they fit, clues dropped while one solution is left


def magnets_from_id(text: str) -> Magnets:
    """Return a puzzle from an id in the format of Simon Tatham's collection."""
    size, body = text.split(":")
    width, height = (int(x) for x in size.split("d")[0].split("x"))
    column_plus, row_plus, column_minus, row_minus, halves = body.split(",", 4)

    def counts(word: str) -> tuple[int | None, ...]:
        return tuple(None if c == "." else int(c, 36) for c in word)

    halves = halves.replace(",", "")
    rows = [halves[r * width : (r + 1) * width] for r in range(height)]
    _, partner = partners(rows)
    return Magnets(
        width,
        partner,
        counts(row_plus),
        counts(row_minus),
        counts(column_plus),
        counts(column_minus),
    )


def magnets(rng: random.Random, rows: int = 6, columns: int = 6, drop: int = 0) -> Magnets:
    grid = Grid(rows, columns)
    while True:
        partner = _tiling(rng, grid)
        poles = [NEUTRAL] * grid.size
        pairs = [(a, b) for a, b in enumerate(partner) if a < b]
        rng.shuffle(pairs)
        for a, b in pairs:
            first = rng.choice((PLUS, MINUS))
            for one, other in ((first, 3 - first), (3 - first, first)):
                near = any(poles[n] == one for n in grid.neighbours(a) if n != b)
                far = any(poles[n] == other for n in grid.neighbours(b) if n != a)
                if not near and not far:
                    poles[a], poles[b] = one, other
                    break

        def counts(lines: list[tuple[int, ...]], pole: int, poles: list[int] = poles) -> list[int]:
            return [sum(poles[cell] == pole for cell in line) for line in lines]

        across = [grid.row(r) for r in range(rows)]
        down = [grid.column(c) for c in range(columns)]
        clues: list[list[int | None]] = [
            [*counts(across, PLUS)],
            [*counts(across, MINUS)],
            [*counts(down, PLUS)],
            [*counts(down, MINUS)],
        ]
        puzzle = Magnets(columns, partner, *map(tuple, clues))
        if not unique(puzzle):
            continue
        places = [(side, place) for side in range(4) for place in range(len(clues[side]))]
        rng.shuffle(places)
        for side, place in places[:drop]:
            kept, clues[side][place] = clues[side][place], None
            fewer = Magnets(columns, partner, *map(tuple, clues))
            if unique(fewer):
                puzzle = fewer
            else:
                clues[side][place] = kept
        return puzzle


def _tiling(rng: random.Random, grid: Grid) -> tuple[int, ...]:
    partner = list(range(grid.size))
    cells = list(range(grid.size))
    rng.shuffle(cells)
    for cell in cells:
        free = [n for n in grid.neighbours(cell) if partner[n] == n]
        if partner[cell] == cell and free:
            other = min(free, key=lambda n: sum(partner[m] == m for m in grid.neighbours(n)))
            partner[cell], partner[other] = other, cell
    return tuple(partner)


# -- Easy as ABC and Magic Snail: a random solution, then clues or givens that settle it


def _random_solution(rng: random.Random, model: Model) -> tuple[int, ...]:
    with Session(model) as session:
        cells = list(range(model.grid.size))
        rng.shuffle(cells)
        kept: list[int] = []
        for cell in cells:
            for value in rng.sample(range(model.values), model.values):
                literal = session.literal(cell, value)
                if session.solve(Clock(), [*kept, literal]):
                    kept.append(literal)
                    break
        session.solve(Clock(), kept)
        return session.values()


def easy_as_abc(rng: random.Random, side: int = 6, letters: int = 4, drop: int = 8) -> EasyAsABC:
    none = (None,) * side
    empty = EasyAsABC("ABCDEFGH"[:letters], none, none, none, none)
    while True:
        solution = _random_solution(rng, empty.model)
        grid = empty.grid

        def seen(line: tuple[int, ...], solution: tuple[int, ...] = solution) -> int:
            return next(solution[cell] for cell in line if solution[cell])

        sides: list[list[int | None]] = [
            [seen(grid.column(n)) for n in range(side)],
            [seen(grid.row(n)) for n in range(side)],
            [seen(grid.row(n)[::-1]) for n in range(side)],
            [seen(grid.column(n)[::-1]) for n in range(side)],
        ]
        puzzle = EasyAsABC(empty.letters, *map(tuple, sides))
        if not unique(puzzle):
            continue
        places = [(s, n) for s in range(4) for n in range(side)]
        rng.shuffle(places)
        for s, n in places[:drop]:
            kept, sides[s][n] = sides[s][n], None
            fewer = EasyAsABC(empty.letters, *map(tuple, sides))
            if unique(fewer):
                puzzle = fewer
            else:
                sides[s][n] = kept
        return puzzle


def magic_snail(
    rng: random.Random, side: int = 6, letters: int = 3, minimal: bool = True
) -> MagicSnail:
    empty = MagicSnail("ABCDEFG"[:letters], side)
    solution = _random_solution(rng, empty.model)
    cells = [cell for cell, value in enumerate(solution) if value]
    rng.shuffle(cells)
    givens: list[int | None] = [None] * empty.grid.size
    for cell in cells:
        givens[cell] = solution[cell]
        if unique(empty.with_givens(tuple(givens))):
            break
    for cell in cells if minimal else []:
        kept, givens[cell] = givens[cell], None
        if kept is not None and not unique(empty.with_givens(tuple(givens))):
            givens[cell] = kept
    return empty.with_givens(tuple(givens))


def magnets_of(dominoes: str, rows: str, columns: str) -> Puzzle:
    """Return a Magnets board; rows and columns have their pluses, then their minuses."""

    def read_counts(text: str) -> dict[str, list[int | None]]:
        plus, minus = (
            [None if count == "." else int(count) for count in one] for one in text.split()
        )
        return {"plus": plus, "minus": minus}

    entries = {
        "caracol": 1,
        "genre": "magnets",
        "dominoes": dominoes.split(),
        "rows": read_counts(rows),
        "columns": read_counts(columns),
    }
    return read(dumps(entries))
