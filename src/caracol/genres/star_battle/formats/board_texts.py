"""Star Battle boards as people write them: rows of letters or numbers, or lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from string import ascii_letters

from caracol.authoring.notation.carrying import Fit, Known
from caracol.authoring.notation.format import FileFormat
from caracol.authoring.notation.regions import (
    BLOCKED_SIGNS,
    Walls,
    find_regions,
    write_rows,
)
from caracol.board.grid import LONGEST_SIDE, Grid
from caracol.errors import CaracolError, FormatError, count_noun
from caracol.genres.star_battle import StarBattle
from caracol.genres.star_battle.formats.carriers import MAP, check_letters, check_plain

# Rows of labels: ABBC, or A B B C, or 1,2,2,3, or north north south

STATED = re.compile(r"(?i)(?:\bstars?\b\W{0,3}(\d{1,2}))|(?:\b(\d{1,2})\s*(?:stars?\b|[★*]))|(★+)")
"""The number of stars, as stated on a line above the board."""
COMMENT = ("#", "%", "//", ";")


class Labels(list[list[str]]):
    """Rows of labels."""

    stars: str | None = None
    """The number of stars that the text states."""


def labels(text: str) -> Labels | None:
    """Return the rows of labels in a text and the stars that it states, or ``None``."""
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
    """Return the labels of a line: separated by blanks, commas or bars, or one per character."""
    plain = line.strip().strip("[]|,;").strip()
    parts = re.split(r"[\s,;|]+", plain)
    parts = [part.strip("\"'") for part in parts] if len(parts) > 1 else list(plain)
    return parts if all(re.fullmatch(r"\w{1,20}|[#@]", part) for part in parts) else []


def fits_stated(text: str) -> Fit:
    """Return whether a text speaks of stars; many other genres have boards of regions."""
    return Fit.SURE if STATED.search(text) else Fit.BARE


def looks_labels(text: str) -> bool:
    """Return whether there is a square of labels with as many different ones as rows."""
    found = labels(text)
    return (
        found is not None
        and len(found) == len(found[0])
        and (len(found) > 1 or found.stars is not None)
        and len({label for row in found for label in row} - set(BLOCKED_SIGNS)) == len(found)
    )


def read_labels(text: str, known: Known) -> Iterator[StarBattle]:
    """Read these regions; the number of stars is above them, or must be known."""
    found = labels(text)
    if found is None:
        raise FormatError(
            "a board must consist of rows of the same length, with one label per cell"
        )
    yield StarBattle.from_rows(MAP.known_number(known, found.stars), found)


def write_labels(puzzle: StarBattle) -> str:
    """Write a line with the number of stars, and rows of letters."""
    check_plain(puzzle, "regions", blocked=True)
    check_letters(puzzle, "regions")
    rows = write_rows(puzzle.regions, puzzle.grid)
    return "\n".join([f"stars: {puzzle.stars}", *rows]) + "\n"


# Boards drawn with lines, as a terminal shows them

HEAVY = "━┃┏┓┗┛┣┫┳┻╋═║╔╗╚╝╠╣╦╩╬"
LIGHT = "─│┌┐└┘├┤┬┴┼-|+_"
FAINT = "╌╎┄┆┈┊"
MARKS = f" ★☆*·.×x{ascii_letters}"
"""What may be inside a cell: a star, a mark that there is none, or the name of its region."""


def looks_lined(text: str) -> bool:
    """Return whether a first line of strokes has a board below it."""
    try:
        return read_walls(text) is not None
    except FormatError:
        return True  # with a mistake, which reading will name
    except CaracolError:
        return False


def read_walls(text: str) -> tuple[Grid, Walls] | None:
    """Return the board and its walls, if a text draws one."""
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
    rows, pitch = len(body) // 2, find_pitch(body[0])
    if len(body) < 3 or len(body) % 2 == 0 or not pitch or (width - 1) % pitch:
        return None
    grid = Grid.checked(rows, (width - 1) // pitch)
    for number, line in enumerate(body, top + 1):
        if len(line.rstrip()) < width:
            raise FormatError(
                f"line {number} has {count_noun(len(line.rstrip()), 'character')}, "
                f"but the line above the board has {width}"
            )
    for cell in range(grid.size):
        row, column = grid.place(cell)
        inside = body[2 * row + 1][column * pitch + 1 : (column + 1) * pitch]
        if clue := inside.strip(MARKS):
            raise FormatError(
                f"{grid.name(cell)} has '{clue}', and a Star Battle has no clues in its cells"
            )
    # If heavy lines are drawn, the light ones only separate cells.
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


def find_pitch(rule: str) -> int:
    """Return the number of characters from one corner to the next in the top line."""
    corners = [place for place, sign in enumerate(rule) if sign not in "━─═-"]
    gaps = {after - before for before, after in pairwise(corners)}
    return gaps.pop() if len(gaps) == 1 else 0


def read_lined(text: str, known: Known) -> Iterator[StarBattle]:
    """Yield the puzzle with the regions that the lines enclose."""
    found = read_walls(text)
    if found is None:
        raise FormatError(
            "a board must be enclosed by lines drawn with + - | or with box characters"
        )
    grid, walls = found
    match = STATED.search(text)
    stated = (str(len(match[3])) if match[3] else match[1] or match[2]) if match else None
    yield StarBattle(MAP.known_number(known, stated), find_regions(grid, walls), grid.columns)


FILES = (
    FileFormat(
        "lined",
        "a Star Battle drawn with lines, as a terminal shows it",
        looks_lined,
        read_lined,
        knows=True,
        fits=fits_stated,
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
        "a Star Battle as rows of letters or numbers, one per cell",
        looks_labels,
        read_labels,
        write_labels,
        knows=True,
        sure=False,
        fits=fits_stated,
        signs="a square of labels with as many different ones as rows",
        hint=r"\A(?:[A-Z]{4,}\n|(?:[A-Z] ){3,}[A-Z]\n)",
        example="stars: 1\nAAAB\nAABB\nCCDB\nCDDD\n",
    ),
)
