"""Puzzles for tests: the examples, the boards of the reports, and small random ones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import caracol
from caracol.authoring.drafts.dice import Dice
from caracol.board.grid import Grid
from caracol.board.places import Sides
from caracol.genres.akari import PLAIN, Akari
from caracol.genres.binairo import Binairo
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.futoshiki import Futoshiki
from caracol.genres.hitori import Hitori
from caracol.genres.kakuro import Kakuro
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets
from caracol.genres.masyu import Masyu, find_pearls
from caracol.genres.nonogram import ANY_LENGTH, ANY_RUNS, BLACK, Colour, Nonogram, Run, clues_of
from caracol.genres.skyscrapers import Skyscrapers
from caracol.genres.slitherlink import Slitherlink
from caracol.genres.star_battle import StarBattle
from caracol.genres.sudoku import Sudoku, boxes
from caracol.genres.tents import Tents
from caracol.kit import Links, loop_around, random_inside, random_loop, random_regions
from caracol.puzzle import Puzzle

TOP = Path(__file__).parent.parent
EXAMPLES = sorted((TOP / "examples").glob("*/*.json"))
SEEDS = json.loads((Path(__file__).parent / "data" / "seeds.json").read_text())
GENRES = (
    "akari",
    "binairo",
    "easy-as-abc",
    "futoshiki",
    "hitori",
    "kakuro",
    "magic-snail",
    "magnets",
    "masyu",
    "nonogram",
    "skyscrapers",
    "star-battle",
    "sudoku",
    "tents",
)


def example(path: Path) -> Puzzle:
    return caracol.read(path.read_text())


def random_puzzle(genre: str, rng: random.Random) -> Puzzle:
    """Return a small puzzle, which may have one solution, many, or none."""
    return MAKERS[genre](rng)


def some_givens(rng: random.Random, size: int, values: int, share: float) -> tuple[Any, ...]:
    return tuple(rng.randrange(values) if rng.random() < share else None for _ in range(size))


def star_battle(rng: random.Random) -> StarBattle:
    side = rng.randint(2, 5)
    grid = Grid(side, side)
    owner: list[int] = [-1] * grid.size
    for number, cell in enumerate(rng.sample(range(grid.size), side)):
        owner[cell] = number
    while -1 in owner:
        cell = rng.choice([c for c in range(grid.size) if owner[c] == -1])
        around = [owner[n] for n in grid.neighbours(cell) if owner[n] != -1]
        if around:
            owner[cell] = rng.choice(around)
    stars = 1 if rng.random() < 0.8 else 2
    givens = some_givens(rng, grid.size, 2, rng.choice([0, 0, 0.05, 0.15]))
    return StarBattle(min(stars, side), tuple(owner), givens=givens)


def magic_snail(rng: random.Random) -> MagicSnail:
    side = rng.randint(1, 4)
    key = "ABCD"[: rng.randint(1, min(3, side))]
    givens = some_givens(rng, side * side, len(key) + 1, rng.choice([0, 0.05, 0.15]))
    return MagicSnail(key, side, givens=givens)


def easy_as_abc(rng: random.Random) -> EasyAsABC:
    side = rng.randint(1, 4)
    letters = "ABC"[: rng.randint(1, min(3, side))]

    def clues() -> tuple[int | None, ...]:
        share = rng.choice([0.2, 0.5, 0.9])
        return tuple(
            rng.randint(1, len(letters)) if rng.random() < share else None for _ in range(side)
        )

    givens = some_givens(rng, side * side, len(letters) + 1, rng.choice([0, 0, 0.1]))
    return EasyAsABC(letters, clues(), clues(), clues(), clues(), givens=givens)


def nonogram(rng: random.Random) -> Nonogram:
    rows, columns = rng.randint(1, 5), rng.randint(1, 5)
    colours = rng.choice([1, 1, 1, 2, 3])
    palette = (BLACK, Colour("r", "red", "#cc0000"), Colour("b", "blue", "#0000cc"))[:colours]
    picture = [[rng.randint(0, colours) for _ in range(columns)] for _ in range(rows)]
    sides = [list(side) for side in clues_of(picture)]
    for side in sides:
        for number, clue in enumerate(side):
            items = list(clue)
            if items and rng.random() < 0.15:
                place = rng.randrange(len(items))
                items[place] = Run(ANY_LENGTH, items[place].colour)
            if rng.random() < 0.1:
                place = rng.randint(0, len(items))
                items[place : place + rng.randint(0, 2)] = [Run(ANY_RUNS)]
            if items and rng.random() < 0.03:
                items.pop()  # which may make the puzzle impossible
            side[number] = tuple(items)
    givens = some_givens(rng, rows * columns, colours + 1, rng.choice([0, 0, 0.05]))
    return Nonogram(tuple(sides[0]), tuple(sides[1]), palette, givens=givens)


def random_tiling(rng: random.Random, grid: Grid) -> tuple[int, ...]:
    """Return a random tiling with dominoes; leftover cells are single."""
    partner = list(range(grid.size))
    for cell in rng.sample(range(grid.size), grid.size):
        free = [n for n in grid.neighbours(cell) if partner[n] == n]
        if partner[cell] == cell and free:
            other = rng.choice(free)
            partner[cell], partner[other] = other, cell
    return tuple(partner)


def magnets(rng: random.Random) -> Magnets:
    grid = Grid(rng.randint(1, 4), rng.randint(1, 4))
    partner = random_tiling(rng, grid)
    solution = next(
        iter(
            caracol.each_solution(
                Magnets(
                    grid.columns,
                    partner,
                    *[(None,) * n for n in (grid.rows, grid.rows, grid.columns, grid.columns)],
                    givens=tuple(
                        rng.choice((1, 2)) if rng.random() < 0.15 and partner[c] > c else None
                        for c in range(grid.size)
                    ),
                )
            )
        ),
        (0,) * grid.size,
    )

    def counts(lines: list[tuple[int, ...]], pole: int) -> tuple[int | None, ...]:
        found = [sum(solution[cell] == pole for cell in line) for line in lines]
        wrong = rng.random() < 0.1
        return tuple(
            None
            if rng.random() < 0.25
            else max(0, min(len(line), number + (wrong and rng.choice((-1, 0, 1)))))
            for line, number in zip(lines, found, strict=True)
        )

    rows = [grid.row(number) for number in range(grid.rows)]
    columns = [grid.column(number) for number in range(grid.columns)]
    return Magnets(
        grid.columns,
        partner,
        counts(rows, 1),
        counts(rows, 2),
        counts(columns, 1),
        counts(columns, 2),
    )


def counted(grid: Sides, drawn: Sequence[int]) -> tuple[int, ...]:
    """Return the number of each square for a loop."""
    return tuple(sum(drawn[side] for side in sides) for sides in grid.all_around())


def slitherlink(rng: random.Random) -> Slitherlink:
    grid = Sides(rng.randint(1, 4), rng.randint(1, 4))
    inside = random_inside(grid.squares, Dice(rng.getrandbits(32)))
    share, wrong = rng.choice([0.3, 0.6, 0.9]), rng.random() < 0.1
    numbers = [
        None if rng.random() > share else min(4, number + (wrong and rng.random() < 0.2))
        for number in counted(grid, loop_around(grid, inside))
    ]
    givens = some_givens(rng, grid.size, 2, rng.choice([0, 0, 0.05]))
    return Slitherlink(grid.rows, grid.columns, tuple(numbers), givens=givens)


def akari(rng: random.Random) -> Akari:
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    signs = [None, None, None, None, PLAIN, 0, 1, 1, 2, 3]
    clues = (None, *(rng.choice(signs) for _ in range(rows * columns - 1)))
    givens = some_givens(rng, rows * columns, 2, rng.choice([0, 0, 0.05]))
    return Akari(columns, clues, givens=givens)


def hitori(rng: random.Random) -> Hitori:
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    most = max(rows, columns) + rng.randint(-1, 1)
    numbers = tuple(
        None if rng.random() < 0.05 else rng.randint(1, max(1, most)) for _ in range(rows * columns)
    )
    givens = some_givens(rng, rows * columns, 2, rng.choice([0, 0, 0.05]))
    return Hitori(columns, numbers, givens=givens)


def sudoku(rng: random.Random) -> Sudoku:
    size = rng.choice([4, 4, 6])
    regions = ()
    if rng.random() < 0.3:
        start = boxes(size)
        regions = random_regions(Grid(size, size), start, Dice(rng.getrandbits(32)))
    givens = some_givens(rng, size * size, size + 1, rng.choice([0.05, 0.1, 0.2]))
    givens = tuple(value or None for value in givens)
    return Sudoku(size, regions, diagonals=rng.random() < 0.2, givens=givens)


def futoshiki(rng: random.Random) -> Futoshiki:
    size = rng.randint(1, 4)
    signs = [rng.choice([0, 0, 1, 2]) for _ in range(Links(size, size).size)]
    givens = some_givens(rng, size * size, size + 1, rng.choice([0, 0.1]))
    return Futoshiki(size, tuple(signs), givens=tuple(value or None for value in givens))


def skyscrapers(rng: random.Random) -> Skyscrapers:
    size = rng.randint(1, 4)
    parks = rng.choice([0, 0, 0, 1]) if size > 1 else 0
    share = rng.choice([0.2, 0.5])
    sides = [
        tuple(rng.randint(1, size - parks) if rng.random() < share else None for _ in range(size))
        for _ in range(4)
    ]
    return Skyscrapers(size, *sides, parks, size > 1 and rng.random() < 0.2)


def binairo(rng: random.Random) -> Binairo:
    rows, columns = rng.choice([2, 4]), rng.choice([2, 4])
    givens = some_givens(rng, rows * columns, 2, rng.choice([0.1, 0.3]))
    return Binairo(rows, columns, rng.random() < 0.7, givens=givens)


def tents(rng: random.Random) -> Tents:
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    board = ["".join(rng.choice("....T") for _ in range(columns)) for _ in range(rows)]
    share = rng.choice([0.2, 0.6])
    sides = [
        tuple(rng.choice([0, 1, 1, 2]) if rng.random() < share else None for _ in range(length))
        for length in (rows, columns)
    ]
    givens = some_givens(rng, rows * columns, 2, rng.choice([0, 0, 0.05]))
    return Tents(tuple(board), *sides, givens=givens)


def kakuro(rng: random.Random) -> Kakuro:
    rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    squares: list[tuple[int, int] | None] = [
        None if row and column and rng.random() < 0.8 else (0, 0)
        for row in range(rows)
        for column in range(columns)
    ]
    squares[columns + 1] = None
    puzzle = Kakuro(columns, tuple(squares))
    for run in puzzle.runs:
        if run.cells and rng.random() < 0.7:
            sums = list(squares[run.square] or (0, 0))
            sums[run.way] = sum(rng.sample(range(1, 10), len(run.cells)))
            squares[run.square] = (sums[0], sums[1])
    return Kakuro(columns, tuple(squares))


def masyu(rng: random.Random) -> Masyu:
    grid = Links(rng.randint(2, 4), rng.randint(2, 4))
    loop = random_loop(grid, Dice(rng.getrandbits(32)))
    share, wrong = rng.choice([0.3, 0.6, 0.9]), rng.random() < 0.1
    pearls = [
        rng.choice([1, 2]) if wrong and rng.random() < 0.2 else pearl
        for pearl in find_pearls(grid, loop)
    ]
    kept = tuple(pearl if rng.random() < share else None for pearl in pearls)
    givens = some_givens(rng, grid.size, 2, rng.choice([0, 0, 0.05]))
    return Masyu(grid.columns, kept, givens=givens)


MAKERS: dict[str, Callable[[random.Random], Puzzle]] = {
    "akari": akari,
    "binairo": binairo,
    "easy-as-abc": easy_as_abc,
    "futoshiki": futoshiki,
    "hitori": hitori,
    "kakuro": kakuro,
    "magic-snail": magic_snail,
    "magnets": magnets,
    "masyu": masyu,
    "nonogram": nonogram,
    "skyscrapers": skyscrapers,
    "slitherlink": slitherlink,
    "star-battle": star_battle,
    "sudoku": sudoku,
    "tents": tents,
}
