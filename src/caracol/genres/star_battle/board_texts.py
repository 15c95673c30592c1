"""Star Battle boards as people write them down: letters, numbers, notations, lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, pairwise
from math import isqrt

from caracol.board.grid import LONGEST_SIDE, Grid
from caracol.errors import CaracolError, FormatError, tried
from caracol.genres.star_battle import (
    BLOCKED_SIGNS,
    EMPTY,
    LETTERS,
    STAR,
    StarBattle,
    region_name,
    tidied,
)
from caracol.genres.star_battle.formats import (
    in_rows,
    known_stars,
    one_number,
    plain_only,
    regions_within,
    walls_of,
)
from caracol.notation.carrying import FileFormat, Known
from caracol.notation.codecs import Walls, side, whole
from caracol.puzzle import Info

# Rows of labels: ABBC, or A B B C, or 1,2,2,3, or north north south

STATED = re.compile(r"(?i)(?:\bstars?\b\W{0,3}(\d{1,2}))|(?:\b(\d{1,2})\s*(?:stars?\b|[★*]))|(★+)")
"""The number of stars, as a line above the board may say it."""
COMMENT = ("#", "%", "//", ";")


class Labels(list[list[str]]):
    """Rows of labels."""

    stars: str | None = None
    """The number of stars that the text states."""


def labels(text: str) -> Labels | None:
    """The rows of labels of a text, and the stars that it states; ``None`` where it is none."""
    if len(text) > 20 * LONGEST_SIDE**2:
        return None
    found = Labels()
    for line in text.strip().splitlines():
        row = items(line)
        if line.strip().startswith(COMMENT) and any(len(item) > 2 for item in row):
            continue
        if found and row and len(row) == len(found[0]):
            found.append(row)
        elif match := STATED.search(line):
            found.stars = str(len(match[3])) if match[3] else match[1] or match[2]
        elif row and not found and (len(row) > 1 or not row[0].isdigit()):
            found.append(row)
        elif row and not found:
            found.stars = row[0]
        elif line.strip() and not line.strip().startswith(COMMENT):
            return None
    if len(found) == 1 and isqrt(len(found[0])) ** 2 == len(found[0]):
        # One long line holds the board row by row.
        side, cells = isqrt(len(found[0])), found[0]
        found[:] = [cells[start : start + side] for start in range(0, len(cells), side)]
    return found or None


def items(line: str) -> list[str]:
    """The labels of a line: parted by blanks, commas or bars, or one a character."""
    plain = line.strip().strip("[]|,;").strip()
    parts = re.split(r"[\s,;|]+", plain)
    parts = [part.strip("\"'") for part in parts] if len(parts) > 1 else list(plain)
    return parts if all(re.fullmatch(r"\w{1,20}|[#@]", part) for part in parts) else []


def looks_labels(text: str) -> bool:
    """Whether there is a square of labels with as many different ones as rows."""
    found = labels(text)
    return (
        found is not None
        and len(found) == len(found[0])
        and (len(found) > 1 or found.stars is not None)
        and len({label for row in found for label in row} - set(BLOCKED_SIGNS)) == len(found)
    )


def read_labels(text: str, known: Known) -> Iterator[StarBattle]:
    """The puzzle with these regions; the number of stars stands above, or must be known."""
    found = labels(text)
    if found is None:
        raise FormatError("a board is rows of labels, all of one length: one label a cell")
    yield StarBattle.from_rows(known_stars(known, found.stars), found)


def write_labels(puzzle: StarBattle) -> str:
    """A line with the number of stars, and rows of letters."""
    one_number(puzzle, "regions")
    check_letters(puzzle, "regions")
    names = [region_name(number) for number in puzzle.regions]
    rows = ["".join(row) for row in in_rows(names, puzzle.grid)]
    return "\n".join([f"stars: {puzzle.stars}", *rows]) + "\n"


def check_letters(puzzle: StarBattle, name: str, most: int = len(LETTERS)) -> None:
    """Raise where there are more regions than letters for them."""
    if puzzle.number_of_regions > most:
        raise FormatError(f"the format '{name}' has letters for {most} regions at most")


def square_only(puzzle: StarBattle, name: str) -> None:
    """Raise where a format is for square boards without blocked cells."""
    if not puzzle.plain:
        raise FormatError(f"the format '{name}' is for plain square boards, and this is none")


# size x stars . letters [. more]

SBN = re.compile(r"(\d{1,3})x(\d{1,2})\.([A-Za-z]+)(?:\.\w*)?")
CAPITALS = 26


def looks_sbn(text: str) -> bool:
    """Whether every line is a size, stars, a point and letters."""
    lines = text.split()
    return bool(lines) and all(SBN.fullmatch(line) for line in lines[:3])


def one_a_line(
    one: Callable[[str, str], StarBattle], text: str
) -> Iterator[StarBattle | CaracolError]:
    """The puzzles of a text that has one in every line."""
    for number, line in enumerate(text.split(), 1):
        yield tried(one, line, f"line {number}")


def one_sbn(line: str, where: str) -> StarBattle:
    """``10x2.AAAABB…``."""
    match = SBN.fullmatch(line)
    if match is None:
        raise FormatError("a puzzle is written size, x, stars, a point and letters", where)
    size = Grid.checked(int(match[1]), int(match[1]))
    if len(match[3]) != size.size:
        raise FormatError(f"expected {size.size} letters, but there are {len(match[3])}", where)
    return StarBattle.from_rows(int(match[2]), in_rows(match[3], size))


def write_sbn(puzzle: StarBattle) -> str:
    """``10x2.AAAABB…``."""
    square_only(puzzle, "sbn")
    check_letters(puzzle, "sbn", CAPITALS)
    letters = "".join(region_name(number) for number in puzzle.regions)
    return f"{puzzle.grid.rows}x{puzzle.stars}.{letters}"


# .starb: the size, then a region a line: its stars, a bar, its other cells

SIZE = re.compile(r"\d{1,3}\s*x\s*\d{1,3}")
REGION = re.compile(r"(?:\d{1,3},\d{1,3}\s+)*\|\s*\d{1,3},\d")
BEGINNING = 10_000
USUAL = 2
"""Such files are of puzzles with two stars."""
OTHERWISE = re.compile(r"stars: (\d{1,2})")
"""Our comment above the size where there is another number of stars."""


def looks_starb(text: str) -> bool:
    """Whether a size is followed by a list of places with a bar."""
    lines = (line.strip() for line in text[:BEGINNING].splitlines())
    first = list(islice((line for line in lines if line and line[0] != "#"), 2))
    return len(first) == 2 and bool(SIZE.fullmatch(first[0]) and REGION.match(first[1]))


def read_starb(text: str) -> Iterator[StarBattle]:
    """``4x4`` and lines such as ``1,2 1,4 | 1,1 1,3``: row and column, the stars before the bar."""
    notes: list[str] = []
    lines: list[tuple[str, str]] = []
    stars = USUAL
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if plain.startswith("#"):
            notes.append(plain.removeprefix("#").strip())
        elif plain:
            if not lines and notes and (told := OTHERWISE.fullmatch(notes[-1])):
                stars = int(told[1])
                notes.pop()
            lines.append((f"line {number}", plain))
    if not lines or not SIZE.fullmatch(lines[0][1]):
        raise FormatError("the first line that is no comment is the size, as 10x10")
    sides = [side(part, "the size") for part in lines[0][1].split("x")]
    grid = Grid.checked(*sides)
    owners: dict[int, int] = {}
    starred: list[set[int]] = []
    for region, (where, line) in enumerate(lines[1:]):
        before, bar, after = line.partition("|")
        if not bar:
            raise FormatError("a region is its stars, a bar and its other cells", where)
        starred.append({place_in(grid, place, where) for place in before.split()})
        for cell in [*starred[-1], *(place_in(grid, place, where) for place in after.split())]:
            if owners.setdefault(cell, region) != region:
                raise FormatError(f"{grid.name(cell)} belongs to two regions", where)
    if missing := [cell for cell in range(grid.size) if cell not in owners]:
        raise FormatError(f"{grid.name(missing[0])} belongs to no region")
    goal = set().union(*starred)
    if goal and any(len(found) != stars for found in starred):
        raise FormatError(f"not every region has its {stars} stars before the bar")
    info = Info(
        notes="\n".join(notes),
        goal=tuple(STAR if cell in goal else EMPTY for cell in range(grid.size)) if goal else (),
    )
    regions = tidied([owners[cell] for cell in range(grid.size)])
    yield StarBattle(stars, regions, grid.columns, info=info)


def place_in(grid: Grid, place: str, where: str) -> int:
    """The cell at ``3,10``: row and column from 1."""
    row, _, column = place.partition(",")
    down, across = (whole(part, "a row and a column, as 3,10") - 1 for part in (row, column))
    if not grid.inside(down, across):
        raise FormatError(f"{place} is not on this board of {grid.rows}×{grid.columns}", where)
    return grid.cell(down, across)


def write_starb(puzzle: StarBattle) -> str:
    """The size and a region a line, the stars of a stated solution before the bar."""
    plain_only(puzzle, "starb")
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
    """Whether every line is a size written twice, a digit, a flag and enough characters."""
    lines = text.split()
    return bool(lines) and all(lab_size(line) for line in lines[:3])


def lab_size(line: str) -> int:
    """The size of the board of a line; 0 where it is none."""
    side = DIGITS.find(line[:1] or "?")
    usable = (
        SMALLEST <= side <= LARGEST
        and line[1:2] == line[0]
        and line[2:3].isdigit()
        and line[3:4] in (PLAIN, ANNOTATED)
        and set(line) <= {*DIGITS, "~"}
    )
    return side if usable and len(line.partition("~")[0]) >= 4 + lab_length(side) else 0


def lab_length(side: int) -> int:
    """How many characters the walls take."""
    return -(-2 * side * (side - 1) // BITS)


def lab_pairs(grid: Grid) -> list[tuple[int, int]]:
    """The pairs of cells that the bits are about: rows from the left, then columns from above."""
    side = grid.rows
    across = [(r * side + c, r * side + c + 1) for r in range(side) for c in range(side - 1)]
    down = [(r * side + c, (r + 1) * side + c) for c in range(side) for r in range(side - 1)]
    return across + down


def one_lab(line: str, where: str) -> StarBattle:
    """``661W88fkqOvjNW``; what a player has marked is left aside."""
    side = lab_size(line)
    if not side:
        raise FormatError(
            "a puzzle is written with its size twice, its stars, W or e, and its walls", where
        )
    grid = Grid.checked(side, side)
    digits = line[4 : 4 + lab_length(side)]
    pairs = lab_pairs(grid)
    bits = "".join(f"{DIGITS.index(digit):0{BITS}b}" for digit in digits)[-len(pairs) :]
    walls = frozenset(pair for pair, bit in zip(pairs, bits, strict=True) if bit == "1")
    return StarBattle(int(line[2]), regions_within(grid, walls))


def write_lab(puzzle: StarBattle) -> str:
    """``661W88fkqOvjNW``."""
    square_only(puzzle, "star-battle-lab")
    side = puzzle.grid.rows
    if not SMALLEST <= side <= LARGEST or puzzle.stars > 9:
        raise FormatError("Star Battle Lab has boards from 5×5 to 25×25 with at most 9 stars")
    walls, pairs = walls_of(puzzle), lab_pairs(puzzle.grid)
    bits = "".join("1" if pair in walls else "0" for pair in pairs)
    bits = bits.zfill(lab_length(side) * BITS)
    parts = (bits[start : start + BITS] for start in range(0, len(bits), BITS))
    size = DIGITS[side] * 2
    return f"{size}{puzzle.stars}{PLAIN}" + "".join(DIGITS[int(part, 2)] for part in parts)


# Boards drawn with lines, as a terminal shows them

HEAVY = "━┃┏┓┗┛┣┫┳┻╋═║╔╗╚╝╠╣╦╩╬"
LIGHT = "─│┌┐└┘├┤┬┴┼-|+_"
FAINT = "╌╎┄┆┈┊"


def looks_lined(text: str) -> bool:
    """Whether a first line of strokes has a board below it."""
    try:
        return drawn_walls(text) is not None
    except CaracolError:
        return False


def drawn_walls(text: str) -> tuple[Grid, Walls] | None:
    """The board and its walls, where a text draws one."""
    if len(text) > 20 * LONGEST_SIDE**2:
        return None
    lines = [line.rstrip() for line in text.splitlines()]
    rules = [
        n for n, line in enumerate(lines) if re.fullmatch(r"\s*[┏┌╔+][━─═┳┯┬╤╦+-]{2,}[┓┐╗+]", line)
    ]
    if not rules:
        return None
    top, left = rules[0], len(lines[rules[0]]) - len(lines[rules[0]].lstrip())
    width = len(lines[top]) - left
    bottom = next((n for n in rules[1:]), 0) or next(
        (n for n, line in enumerate(lines) if re.match(r"\s*[┗└╚]", line)), 0
    )
    body = [line[left:].ljust(width) for line in lines[top : bottom + 1]]
    if not body:
        return None
    rows, pitch = len(body) // 2, pitch_of(body[0])
    if len(body) < 3 or len(body) % 2 == 0 or not pitch or (width - 1) % pitch:
        return None
    grid = Grid.checked(rows, (width - 1) // pitch)
    # Where heavy lines are drawn, the light ones only part cells.
    drawn = set(HEAVY if any(sign in HEAVY for line in body for sign in line) else LIGHT)
    walls = set()
    for one, other in grid.pairs():
        row, column = grid.place(one)
        if other == one + 1 and grid.columns > 1:
            sign = body[2 * row + 1][(column + 1) * pitch]
        else:
            sign = body[2 * row + 2][column * pitch + pitch // 2]
        if sign in drawn:
            walls.add((one, other))
    return grid, frozenset(walls)


def pitch_of(rule: str) -> int:
    """How many characters there are from one corner to the next in the line on top."""
    corners = [place for place, sign in enumerate(rule) if sign not in "━─═-"]
    gaps = {after - before for before, after in pairwise(corners)}
    return gaps.pop() if len(gaps) == 1 else 0


def read_lined(text: str, known: Known) -> Iterator[StarBattle]:
    """The puzzle with the regions that the lines enclose."""
    found = drawn_walls(text)
    if found is None:
        raise FormatError("a board is drawn with + - | or with box characters, all around")
    grid, walls = found
    match = STATED.search(text)
    stated = (str(len(match[3])) if match[3] else match[1] or match[2]) if match else None
    yield StarBattle(known_stars(known, stated), regions_within(grid, walls), grid.columns)


FILES = (
    FileFormat(
        "sbn",
        "Star Battle strings: size, stars and letters, as 10x2.AAAB…",
        looks_sbn,
        partial(one_a_line, one_sbn),
        write_sbn,
        suffix=".sbn",
        single_line=True,
        signs="a size, x, the stars, a point and a letter for every cell",
        hint=r"^\d+x\d+\.",
        example="4x1.AAABAABBCCDBCDDD",
    ),
    FileFormat(
        "starb",
        "Star Battle files with a region a line: its stars, a bar, its other cells",
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
        partial(one_a_line, one_lab),
        write_lab,
        single_line=True,
        signs="the size twice, the stars, W or e, and the walls",
        example="661W88fkqOvjNW",
    ),
    FileFormat(
        "lined",
        "a Star Battle drawn with lines, as a terminal shows it",
        looks_lined,
        read_lined,
        knows=True,
        signs="lines around regions, drawn with + - | or with box characters",
        hint=r"^\s*[┏┌╔+][━─═┳┯┬╤╦+-]{2,}",
        example=(
            "1 star\n+---+---+---+---+\n|           |   |\n+       +---+   +\n|       |       |\n"
            "+---+---+---+   +\n|       |   |   |\n+   +---+   +---+\n|   |           |\n"
            "+---+---+---+---+\n"
        ),
        sure=False,
    ),
    FileFormat(
        "regions",
        "a Star Battle as rows of letters or numbers, one a cell",
        looks_labels,
        read_labels,
        write_labels,
        knows=True,
        sure=False,
        signs="a square of labels with as many different ones as rows",
        hint=r"\A(?:[A-Z]{4,}\n|(?:[A-Z] ){3,}[A-Z]\n)",
        example="stars: 1\nAAAB\nAABB\nCCDB\nCDDD\n",
    ),
)
