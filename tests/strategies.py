"""Hypothesis strategies: small puzzles of every genre, with all their features.

``plain=True`` leaves out features that some formats lack: unusual letters, given cells, colours,
unknown runs, single cells, and regions in several pieces.
"""

from __future__ import annotations

import os
from math import gcd
from typing import Any

from hypothesis import strategies as st

from caracol.board.grid import Grid
from caracol.board.places import Links
from caracol.genres.akari import PLAIN, Akari
from caracol.genres.binairo import Binairo
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.futoshiki import Futoshiki
from caracol.genres.hitori import Hitori
from caracol.genres.kakuro import Kakuro
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets
from caracol.genres.masyu import Masyu
from caracol.genres.nonogram import ANY_LENGTH, ANY_RUNS, BLACK, Colour, Nonogram, Run, clues_of
from caracol.genres.skyscrapers import Skyscrapers
from caracol.genres.slitherlink import Slitherlink
from caracol.genres.star_battle import StarBattle
from caracol.genres.sudoku import Sudoku
from caracol.genres.tents import Tents
from caracol.puzzle import Info, Puzzle

TIMES = int(os.environ.get("CARACOL_THOROUGH", "1"))
"""Factor for the number of examples."""

AWKWARD = "ABCXYZabxyzÄßéΩ漢字🐌-.*#?/%+&=~,;:'\"\\|()[]{}<>0123_$@!^"
COLOUR_LETTERS = "abcrgbkKRÄ漢#-/%+&=~:_$@!|'\"<>"

infos = st.builds(
    Info,
    *[st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)] * 4,
)


def givens(size: int, values: int) -> st.SearchStrategy[tuple[int | None, ...]]:
    """Draw few or many given cells."""
    cell = st.none() | st.integers(0, values - 1)
    sparse = st.dictionaries(st.integers(0, size - 1), st.integers(0, values - 1), max_size=3)
    few = sparse.map(lambda found: tuple(found.get(cell) for cell in range(size)))
    return few | st.lists(cell, min_size=size, max_size=size).map(tuple)


@st.composite
def letters(draw: Any, least: int, most: int, plain: bool) -> str:
    number = draw(st.integers(least, most))
    if plain:
        return "ABCDEFGHI"[:number]
    found = st.lists(st.sampled_from(AWKWARD), min_size=number, max_size=number, unique=True)
    return "".join(draw(found))


@st.composite
def magic_snails(draw: Any, plain: bool = False) -> MagicSnail:
    size = draw(st.integers(1, 5))
    puzzle = MagicSnail(draw(letters(1, 5, plain)), size, info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(size * size, len(puzzle.key) + 1)))


@st.composite
def odd_star_battles(draw: Any) -> StarBattle:
    """Draw boards with blocked cells, unequal sides, and unusual numbers of stars or regions."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    shared = gcd(rows, columns)
    a_row, a_column = columns // shared, rows // shared
    stars = draw(st.sampled_from([n for n in range(1, 6) if rows * a_row % n == 0]))
    number = rows * a_row // stars
    # One cell of every line stays free, so that no line disappears.
    kept = {(n % rows) * columns + n % columns for n in range(max(rows, columns))}
    kept |= set(draw(st.permutations(range(rows * columns)))[:number])
    cells = st.lists(st.integers(-1, number - 1), min_size=rows * columns, max_size=rows * columns)
    regions = list(draw(cells))
    for place, cell in enumerate(sorted(kept)):
        regions[cell] = place % number
    puzzle = StarBattle(stars, tuple(regions), columns, a_row, a_column, info=draw(infos))
    return puzzle.with_givens(draw(givens(rows * columns, 2))) if draw(st.booleans()) else puzzle


@st.composite
def star_battles(draw: Any, plain: bool = False) -> StarBattle:
    if not plain and draw(st.booleans()):
        return draw(odd_star_battles())
    size = draw(st.integers(1, 7))
    grid = Grid(size, size)
    stars = draw(st.integers(1, size))
    if plain or draw(st.booleans()):
        regions = draw(connected_regions(grid))
    else:
        labels = st.integers(0, size - 1)
        free = draw(st.lists(labels, min_size=grid.size, max_size=grid.size))
        places = draw(st.permutations(range(grid.size)))[:size]
        regions = list(free)
        for label, place in enumerate(places):
            regions[place] = label
    puzzle = StarBattle(stars, tuple(regions), info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(grid.size, 2)))


@st.composite
def connected_regions(draw: Any, grid: Grid) -> list[int]:
    """Draw one connected region per row, grown from random cells."""
    order = draw(st.permutations(range(grid.size)))
    owner: dict[int, int] = {cell: number for number, cell in enumerate(order[: grid.rows])}
    while len(owner) < grid.size:
        for cell in order:
            near = [n for n in grid.neighbours(cell) if n in owner]
            if cell not in owner and near:
                owner[cell] = owner[near[(cell * 7 + order[0]) % len(near)]]
    return [owner[cell] for cell in range(grid.size)]


@st.composite
def easy_as_abcs(draw: Any, plain: bool = False) -> EasyAsABC:
    size = draw(st.integers(2 if plain else 1, 6))
    signs = draw(letters(size - 1 if plain else 1, size - 1 if plain else size, plain))
    clue = st.none() | st.integers(1, len(signs))
    side = st.lists(clue, min_size=size, max_size=size).map(tuple)
    slanted = not plain and draw(st.booleans())
    puzzle = EasyAsABC(signs, *[draw(side) for _ in range(4)], slanted, info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(size * size, len(signs) + 1)))


@st.composite
def palettes(draw: Any) -> tuple[Colour, ...]:
    signs = draw(st.lists(st.sampled_from(COLOUR_LETTERS), min_size=1, max_size=4, unique=True))
    value = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
    name = st.sampled_from(["black", "white", "red", "", "dark/green", "a, b", "ocker ½"])
    return tuple(Colour(sign, draw(name), draw(value)) for sign in signs)


@st.composite
def nonograms(draw: Any, plain: bool = False) -> Nonogram:
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    palette = (BLACK,) if plain or draw(st.booleans()) else draw(palettes())
    cell = st.integers(0, len(palette))
    row = st.lists(cell, min_size=columns, max_size=columns)
    across, down = clues_of(draw(st.lists(row, min_size=rows, max_size=rows)))
    background = "" if plain else draw(st.sampled_from(["", "", "#ffeedd"]))
    if not plain and draw(st.booleans()):
        across, down = ([draw(blot(clue)) for clue in clues] for clues in (across, down))
    puzzle = Nonogram(tuple(across), tuple(down), palette, background, info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(rows * columns, len(palette) + 1)))


@st.composite
def blot(draw: Any, clue: tuple[Run, ...]) -> tuple[Run, ...]:
    """Draw the clue with some runs unknown, or replaced by "any runs"."""
    found = []
    for run in clue:
        what = draw(st.sampled_from(["keep", "keep", "?", "*"]))
        length = {"?": ANY_LENGTH, "*": ANY_RUNS}.get(what, run.length)
        found.append(Run(length, 1 if what == "*" else run.colour))
    return tuple(found) or draw(st.sampled_from([(), (Run(ANY_RUNS),)]))


@st.composite
def magnets(draw: Any, plain: bool = False) -> Magnets:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(3 if plain else 1, 6))
    if plain and rows * columns % 2:
        columns += 1
    grid = Grid(rows, columns)
    partner = dominoes(grid) if plain else draw(tilings(grid))
    counts = []
    for length, number in ((columns, rows), (columns, rows), (rows, columns), (rows, columns)):
        # A line cannot have more poles than cells, but puzzles without a solution may claim so.
        count = st.none() | st.integers(0, length // 2 if plain else length)
        counts.append(tuple(draw(st.lists(count, min_size=number, max_size=number))))
    puzzle = Magnets(columns, partner, *counts, info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(grid.size, 3)))


def dominoes(grid: Grid) -> tuple[int, ...]:
    """Draw a board without single cells: all dominoes are horizontal, or all vertical."""
    step = 1 if grid.columns % 2 == 0 else grid.columns
    first = [cell // step % 2 == 0 for cell in range(grid.size)]
    return tuple(cell + step if first[cell] else cell - step for cell in range(grid.size))


@st.composite
def tilings(draw: Any, grid: Grid) -> tuple[int, ...]:
    """Draw dominoes in a random order of cells; leftover cells are single."""
    partner = list(range(grid.size))
    for cell in draw(st.permutations(range(grid.size))):
        free = [other for other in grid.neighbours(cell) if partner[other] == other]
        if partner[cell] == cell and free and draw(st.integers(0, 5)):
            other = free[draw(st.integers(0, len(free) - 1))]
            partner[cell], partner[other] = other, cell
    return tuple(partner)


@st.composite
def akaris(draw: Any, plain: bool = False) -> Akari:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    clue = st.sampled_from([None, None, None, PLAIN, 0, 1, 2, 3, 4])
    number = rows * columns - 1
    clues = draw(st.permutations([None, *draw(st.lists(clue, min_size=number, max_size=number))]))
    puzzle = Akari(columns, tuple(clues), info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(rows * columns, 2)))


@st.composite
def slitherlinks(draw: Any, plain: bool = False) -> Slitherlink:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    number = st.sampled_from([None, None, 0, 1, 2, 3, 4])
    size = rows * columns - 1
    numbers = [draw(st.integers(0, 3)), *draw(st.lists(number, min_size=size, max_size=size))]
    puzzle = Slitherlink(rows, columns, tuple(numbers), info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(puzzle.grid.size, 2)))


@st.composite
def hitoris(draw: Any, plain: bool = False) -> Hitori:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    number = st.integers(1, rows * columns) if plain else st.none() | st.integers(0, 40)
    numbers = tuple(draw(st.lists(number, min_size=rows * columns, max_size=rows * columns)))
    puzzle = Hitori(columns, numbers, info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(rows * columns, 2)))


@st.composite
def sudokus(draw: Any, plain: bool = False) -> Sudoku:
    size = 9 if plain else draw(st.sampled_from([4, 6, 9]))
    usual = plain or draw(st.booleans())
    regions = () if usual else tuple(cell // size for cell in range(size * size))
    letters = "" if usual else draw(st.sampled_from(["", "ABCDEFGHI"[:size]]))
    digit = st.none() | st.integers(1, size)
    cells = tuple(draw(st.lists(digit, min_size=size * size, max_size=size * size)))
    slanted = not usual and draw(st.booleans())
    return Sudoku(size, regions, letters, slanted, givens=cells, info=draw(infos))


@st.composite
def futoshikis(draw: Any, plain: bool = False) -> Futoshiki:
    size = draw(st.integers(2, 6))
    number = Links(size, size).size
    signs = draw(st.lists(st.integers(0, 2), min_size=number, max_size=number))
    puzzle = Futoshiki(size, tuple(signs), info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    digits = draw(givens(size * size, size + 1))
    return puzzle.with_givens(tuple(value or None for value in digits))


@st.composite
def skyscraper_boards(draw: Any, plain: bool = False) -> Skyscrapers:
    size = draw(st.integers(2, 6))
    parks = 0 if plain else draw(st.integers(0, size - 1))
    clue = st.none() | st.integers(1, size - parks)
    sides = [tuple(draw(st.lists(clue, min_size=size, max_size=size))) for _ in range(4)]
    slanted = not plain and draw(st.booleans())
    puzzle = Skyscrapers(size, *sides, parks, slanted, info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    heights = draw(givens(size * size, size - parks + 1))
    return puzzle.with_givens(tuple(value or None for value in heights))


@st.composite
def binairos(draw: Any, plain: bool = False) -> Binairo:
    rows, columns = draw(st.sampled_from([2, 4, 6])), draw(st.sampled_from([2, 4, 6]))
    unique = plain or draw(st.booleans())
    return Binairo(rows, columns, unique, givens=draw(givens(rows * columns, 2)), info=draw(infos))


@st.composite
def tent_boards(draw: Any, plain: bool = False) -> Tents:
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    row = st.text("..T", min_size=columns, max_size=columns)
    board = tuple(draw(st.lists(row, min_size=rows, max_size=rows)))
    number = st.integers(0, 3) if plain else st.none() | st.integers(0, 3)
    sides = [tuple(draw(st.lists(number, min_size=n, max_size=n))) for n in (rows, columns)]
    puzzle = Tents(board, *sides, info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(rows * columns, 2)))


@st.composite
def kakuros(draw: Any, plain: bool = False) -> Kakuro:
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    squares: list[tuple[int, int] | None] = [
        None if row and column and draw(st.booleans()) else (0, 0)
        for row in range(rows)
        for column in range(columns)
    ]
    squares[columns + 1] = None
    for run in Kakuro(columns, tuple(squares)).runs:
        if run.cells:
            sums = list(squares[run.square] or (0, 0))
            sums[run.way] = draw(st.integers(0, 45))
            squares[run.square] = (sums[0], sums[1])
    puzzle = Kakuro(columns, tuple(squares), info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    digits = draw(givens(rows * columns, 10))
    return puzzle.with_givens(tuple(value or None for value in digits))


@st.composite
def masyus(draw: Any, plain: bool = False) -> Masyu:
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    pearl = st.sampled_from([None, None, 1, 2])
    size = rows * columns
    pearls = draw(st.lists(pearl, min_size=size, max_size=size))
    puzzle = Masyu(columns, tuple(pearls), info=draw(infos))
    if plain or draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens(puzzle.grid.size, 2)))


BY_GENRE: dict[str, Any] = {
    "binairo": binairos,
    "futoshiki": futoshikis,
    "skyscrapers": skyscraper_boards,
    "kakuro": kakuros,
    "sudoku": sudokus,
    "tents": tent_boards,
    "akari": akaris,
    "easy-as-abc": easy_as_abcs,
    "hitori": hitoris,
    "slitherlink": slitherlinks,
    "magic-snail": magic_snails,
    "magnets": magnets,
    "masyu": masyus,
    "nonogram": nonograms,
    "star-battle": star_battles,
}


def puzzles(plain: bool = False) -> st.SearchStrategy[Puzzle]:
    """Draw a small puzzle of any genre."""
    return st.one_of([made(plain) for made in BY_GENRE.values()])
