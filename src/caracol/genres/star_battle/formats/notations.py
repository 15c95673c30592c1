"""Star Battle in the notations of other programs: strings, lists of places, Star Battle Lab."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from caracol.authoring.notation.codecs import side, whole
from caracol.authoring.notation.format import FileFormat
from caracol.authoring.notation.regions import (
    find_regions,
    find_walls,
    name_region,
    number_regions,
)
from caracol.board.grid import Grid
from caracol.errors import CaracolError, FormatError, attempt, count_noun
from caracol.genres.star_battle import EMPTY, STAR, StarBattle
from caracol.genres.star_battle.formats.carriers import check_letters, check_plain
from caracol.puzzle import Info, in_rows


def check_square(puzzle: StarBattle, name: str) -> None:
    """Raise unless a board is square and has no blocked cells."""
    if not puzzle.plain:
        raise FormatError(f"the format '{name}' can only hold plain square boards")


# size x stars . letters [. more]

SBN = re.compile(r"(\d{1,3})x(\d{1,2})\.([A-Za-z]+)(?:\.\w*)?")
CAPITALS = 26


def looks_sbn(text: str) -> bool:
    """Return whether every line is a size, stars, a point and letters."""
    lines = text.split()
    return bool(lines) and all(SBN.fullmatch(line) for line in lines[:3])


def read_each_line(
    one: Callable[[str, str], StarBattle], text: str
) -> Iterator[StarBattle | CaracolError]:
    """Yield the puzzles of a text with one per line."""
    for number, line in enumerate(text.split(), 1):
        yield attempt(one, line, f"line {number}")


def read_one_sbn(line: str, where: str) -> StarBattle:
    """Read ``10x2.AAAABB…``."""
    match = SBN.fullmatch(line)
    if match is None:
        raise FormatError(
            "a puzzle has the form size, x, stars, a point and letters, as in 10x2.AAAB…", where
        )
    size = Grid.checked(int(match[1]), int(match[1]))
    if len(match[3]) != size.size:
        raise FormatError(
            f"expected {count_noun(size.size, 'letter')}, but found {len(match[3])}", where
        )
    return StarBattle.from_rows(int(match[2]), in_rows(match[3], size))


def write_sbn(puzzle: StarBattle) -> str:
    """Write ``10x2.AAAABB…``."""
    check_square(puzzle, "sbn")
    check_letters(puzzle, "sbn", CAPITALS)
    letters = "".join(name_region(number) for number in puzzle.regions)
    return f"{puzzle.grid.rows}x{puzzle.stars}.{letters}"


# .starb: the size, then one region per line: its stars, a bar, its other cells

SIZE = re.compile(r"\d{1,3}\s*x\s*\d{1,3}")
REGION = re.compile(r"(?:\d{1,3},\d{1,3}\s+)*\|\s*\d{1,3},\d")
BEGINNING = 10_000
USUAL = 2
"""The usual number of stars in such files."""
OTHERWISE = re.compile(r"stars: (\d{1,2})")
"""Our comment above the size if the number of stars is different."""


def looks_starb(text: str) -> bool:
    """Return whether a size is followed by a list of places with a bar."""
    lines = (line.strip() for line in text[:BEGINNING].splitlines())
    first = list(islice((line for line in lines if line and line[0] != "#"), 2))
    return len(first) == 2 and bool(SIZE.fullmatch(first[0]) and REGION.match(first[1]))


def read_starb(text: str) -> Iterator[StarBattle]:
    """Read ``4x4`` and lines such as ``1,2 1,4 | 1,1 1,3``: row, column; stars before the bar."""
    notes: list[str] = []
    lines: list[tuple[str, str]] = []
    stars = USUAL
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if plain.startswith("#"):
            notes.append(plain.removeprefix("#").strip())
        elif plain:
            if not lines and notes and (stated := OTHERWISE.fullmatch(notes[-1])):
                stars = int(stated[1])
                notes.pop()
            lines.append((f"line {number}", plain))
    if not lines or not SIZE.fullmatch(lines[0][1]):
        raise FormatError("the first line that is not a comment must be the size, such as 10x10")
    sides = [side(part, "the size") for part in lines[0][1].split("x")]
    grid = Grid.checked(*sides)
    owners: dict[int, int] = {}
    starred: list[set[int]] = []
    for region, (where, line) in enumerate(lines[1:]):
        before, bar, after = line.partition("|")
        if not bar:
            raise FormatError("a region must have its stars, a bar and its other cells", where)
        starred.append({read_place(grid, place, where) for place in before.split()})
        for cell in [*starred[-1], *(read_place(grid, place, where) for place in after.split())]:
            if owners.setdefault(cell, region) != region:
                raise FormatError(f"{grid.name(cell)} belongs to two regions", where)
    if missing := [cell for cell in range(grid.size) if cell not in owners]:
        raise FormatError(f"{grid.name(missing[0])} belongs to no region")
    goal = set().union(*starred)
    if goal and any(len(found) != stars for found in starred):
        raise FormatError(f"not every region has its {count_noun(stars, 'star')} before the bar")
    info = Info(
        notes="\n".join(notes),
        goal=tuple(STAR if cell in goal else EMPTY for cell in range(grid.size)) if goal else (),
    )
    regions = number_regions([owners[cell] for cell in range(grid.size)])
    yield StarBattle(stars, regions, grid.columns, info=info)


def read_place(grid: Grid, place: str, where: str) -> int:
    """Return the cell at ``3,10``: row and column from 1."""
    row, _, column = place.partition(",")
    down, across = (
        whole(part, "a row and a column, such as 3,10", where=where) - 1 for part in (row, column)
    )
    if not grid.inside(down, across):
        raise FormatError(f"{place} is not on this {grid.rows}×{grid.columns} board", where)
    return grid.cell(down, across)


def write_starb(puzzle: StarBattle) -> str:
    """Write the size and one region per line, the stars of a stated solution before the bar."""
    check_plain(puzzle, "starb")
    goal = puzzle.info.goal
    notes = puzzle.info.notes.splitlines()
    lines = [f"# {line}" for line in notes]
    if puzzle.stars != USUAL or (notes and OTHERWISE.fullmatch(notes[-1])):
        lines.append(f"# stars: {puzzle.stars}")
    lines.append(f"{puzzle.grid.rows}x{puzzle.grid.columns}")
    for region in range(puzzle.number_of_regions):
        halves: tuple[list[str], list[str]] = ([], [])
        for cell, owner in enumerate(puzzle.regions):
            if owner == region:
                row, column = puzzle.grid.place(cell)
                starred = bool(goal) and goal[cell] == STAR
                halves[not starred].append(f"{row + 1},{column + 1}")
        lines.append(" | ".join(map(" ".join, halves)).strip())
    return "\n".join(lines) + "\n"


# Star Battle Lab: the size twice, the stars, a flag, and the walls in 64 characters

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
SMALLEST, LARGEST = 5, 25
BITS = 6
PLAIN, ANNOTATED = "W", "e"


def looks_lab(text: str) -> bool:
    """Return whether every line is a size written twice, a digit, a flag and enough characters."""
    lines = text.split()
    return bool(lines) and all(find_lab_size(line) for line in lines[:3])


def find_lab_size(line: str) -> int:
    """Return the size of the board on a line; 0 if there is none."""
    side = DIGITS.find(line[:1] or "?")
    usable = (
        SMALLEST <= side <= LARGEST
        and line[1:2] == line[0]
        and line[2:3].isdigit()
        and line[3:4] in (PLAIN, ANNOTATED)
        and set(line) <= {*DIGITS, "~"}
    )
    return side if usable and len(line.partition("~")[0]) >= 4 + count_lab_characters(side) else 0


def count_lab_characters(side: int) -> int:
    """Return the number of characters for the walls."""
    return -(-2 * side * (side - 1) // BITS)


def list_lab_pairs(grid: Grid) -> list[tuple[int, int]]:
    """Return the pairs of cells for the bits: rows from the left, then columns from the top."""
    side = grid.rows
    across = [(r * side + c, r * side + c + 1) for r in range(side) for c in range(side - 1)]
    down = [(r * side + c, (r + 1) * side + c) for c in range(side) for r in range(side - 1)]
    return across + down


def read_one_lab(line: str, where: str) -> StarBattle:
    """Read ``661W88fkqOvjNW``; the player's marks are ignored."""
    side = find_lab_size(line)
    if not side:
        raise FormatError(
            "a puzzle must have its size twice, its stars, W or e, and its walls", where
        )
    grid = Grid.checked(side, side)
    digits = line[4 : 4 + count_lab_characters(side)]
    pairs = list_lab_pairs(grid)
    bits = "".join(f"{DIGITS.index(digit):0{BITS}b}" for digit in digits)[-len(pairs) :]
    walls = frozenset(pair for pair, bit in zip(pairs, bits, strict=True) if bit == "1")
    return StarBattle(int(line[2]), find_regions(grid, walls))


def write_lab(puzzle: StarBattle) -> str:
    """Write ``661W88fkqOvjNW``."""
    check_square(puzzle, "star-battle-lab")
    side = puzzle.grid.rows
    if not SMALLEST <= side <= LARGEST or puzzle.stars > 9:
        raise FormatError("Star Battle Lab only has boards from 5×5 to 25×25 with at most 9 stars")
    walls, pairs = find_walls(puzzle.grid, puzzle.regions), list_lab_pairs(puzzle.grid)
    bits = "".join("1" if pair in walls else "0" for pair in pairs)
    bits = bits.zfill(count_lab_characters(side) * BITS)
    parts = (bits[start : start + BITS] for start in range(0, len(bits), BITS))
    size = DIGITS[side] * 2
    return f"{size}{puzzle.stars}{PLAIN}" + "".join(DIGITS[int(part, 2)] for part in parts)


FILES = (
    FileFormat(
        "sbn",
        "Star Battle strings: size, stars and letters, such as 10x2.AAAB…",
        looks_sbn,
        partial(read_each_line, read_one_sbn),
        write_sbn,
        suffix=".sbn",
        single_line=True,
        signs="a size, x, the stars, a point and a letter for every cell",
        hint=r"^\d+x\d+\.",
        example="4x1.AAABAABBCCDBCDDD",
    ),
    FileFormat(
        "starb",
        "Star Battle files with one region per line: its stars, a bar, its other cells",
        looks_starb,
        read_starb,
        write_starb,
        info=frozenset({"notes", "goal"}),
        suffix=".starb",
        signs="a size, then lines of places such as 1,2 1,4 | 1,1 1,3",
        hint=r"(?m)^\s*(?:\d+,\d+\s+)*\|\s*\d+,\d+",
        example=(
            "# stars: 1\n4x4\n1,2 | 1,1 1,3 2,1 2,2\n2,4 | 1,4 2,3 3,4\n3,1 | 3,2 4,1\n"
            "4,3 | 3,3 4,2 4,4\n"
        ),
    ),
    FileFormat(
        "star-battle-lab",
        "the Star Battle Notation of Star Battle Lab",
        looks_lab,
        partial(read_each_line, read_one_lab),
        write_lab,
        single_line=True,
        signs="the size twice, the stars, W or e, and the walls",
        example="661W88fkqOvjNW",
    ),
)
