"""Nonograms in the frames that are shared with other genres."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import FormatError
from caracol.genres.nonogram import (
    ANY_LENGTH,
    ANY_RUNS,
    BLACK,
    BLANK,
    Clue,
    Colour,
    Nonogram,
    Run,
    clues_of,
)
from caracol.genres.nonogram.clue_texts import (
    assembled,
    check_bare,
    check_one_colour,
    clue_lines,
    colour_lost,
    lengths,
    rgb,
)
from caracol.genres.nonogram.clues import write_clue
from caracol.notation import UNTOLD
from caracol.notation.carrying import Carrier, Known
from caracol.notation.codecs import Spaced, side, whole
from caracol.notation.contents import (
    GameId,
    Items,
    LinkContents,
    PenpaContents,
    Place,
    Sections,
    Sheet,
    Term,
)

Fields = tuple[str, ...]
FILLED = 1


def runs_of(numbers: Sequence[int | None]) -> Clue:
    """A clue from the numbers that are there."""
    plain = (number for number in numbers if number is not None)
    return tuple(Run(ANY_LENGTH if number == UNTOLD else number) for number in plain)


# puzz.link: the clues from the board outwards, so that the last run is written first


def depths(grid: Grid) -> tuple[int, int]:
    """How many slots each column and each row owns."""
    return (grid.rows + 1) // 2, (grid.columns + 1) // 2


def read_pzpr(link: LinkContents, _: Known) -> Nonogram:
    """``nonogram/6/6/12g1111h…``."""
    grid = Grid.checked(link.rows, link.columns, LARGEST_SIDE)
    deep, wide = depths(grid)
    slots = Spaced(grid.columns * deep + grid.rows * wide).parse(link.body)
    if 0 in slots:
        raise FormatError("a run of 0 cells cannot be; an empty line has no number at all")
    split = grid.columns * deep
    columns = [runs_of(slots[n : n + deep][::-1]) for n in range(0, split, deep)]
    rows = [runs_of(slots[n : n + wide][::-1]) for n in range(split, len(slots), wide)]
    return Nonogram(tuple(rows), tuple(columns))


def write_pzpr(puzzle: Nonogram) -> LinkContents:
    """``nonogram/6/6/12g1111h…``."""
    check_bare(puzzle, "puzz.link")
    deep, wide = depths(puzzle.grid)
    slots: list[int | None] = []
    for clues, length in ((puzzle.columns, deep), (puzzle.rows, wide)):
        for clue in clues:
            slots += [*lengths(clue)[::-1], *[None] * (length - len(clue))]
    body = Spaced(len(slots)).write(slots)
    return LinkContents(puzzle.grid.columns, puzzle.grid.rows, body)


def read_sheet(sheet: Sheet, _: Known) -> Nonogram:
    """pzprv3: clues stand against the board; what the player has painted is left aside."""
    grid = Grid.checked(sheet.rows, sheet.columns, LARGEST_SIDE)
    deep, wide = depths(grid)
    lines = sheet.table(0, deep + grid.rows, wide + grid.columns, "board")

    def number(item: str) -> int | None:
        return None if item in (".", "-") else whole(item.removeprefix("c"), "a run", most=9999)

    columns = [
        runs_of([number(lines[r][wide + c]) for r in range(deep)]) for c in range(grid.columns)
    ]
    rows = [runs_of([number(item) for item in line[:wide]]) for line in lines[deep:]]
    return Nonogram(tuple(rows), tuple(columns))


def write_sheet(puzzle: Nonogram) -> Sheet:
    """pzprv3: clues stand against the board, which is empty."""
    check_bare(puzzle, "pzprv3")
    grid = puzzle.grid
    deep, wide = depths(grid)

    def padded(clue: Clue, length: int) -> list[str]:
        return ["."] * (length - len(clue)) + [str(run.length) for run in clue]

    above = [padded(clue, deep) for clue in puzzle.columns]
    lines = [(*["."] * wide, *(column[r] for column in above)) for r in range(deep)]
    lines += [(*padded(clue, wide), *["."] * grid.columns) for clue in puzzle.rows]
    return Sheet(grid.rows, grid.columns, tuple(lines))


# Our own link: columns/rows[/cells[/background/colour/colour…]]


def read_link(fields: Fields, _: Known) -> Nonogram:
    """``columns/rows[/cells[/background/colour…]]``; a colour is its letter, rrggbb and name."""
    if len(fields) < 2 or len(fields) == 4:
        raise FormatError(
            "a Nonogram is written columns/rows or columns/rows/cells/background/colours"
        )
    palette = tuple(read_colour(text) for text in fields[4:]) or (BLACK,)
    letters = [colour.letter for colour in palette]
    columns, rows = (clue_lines(clues(text), letters, "line") for text in fields[:2])
    background = rgb(fields[3]) if len(fields) > 3 and fields[3] else ""
    puzzle = Nonogram(rows, columns, palette, background)
    if len(fields) == 2 or not fields[2]:
        return puzzle
    givens = Spaced(puzzle.grid.size).parse(fields[2])
    for value in givens:
        if value is not None and not BLANK <= value <= len(palette):
            raise FormatError(f"a given cell is 0 (blank) or the number of a colour, not {value}")
    return puzzle.with_givens(givens)


def write_link(puzzle: Nonogram) -> Fields:
    """``columns/rows[/cells[/background/colour…]]``."""
    letters = [colour.letter for colour in puzzle.palette]
    fields = [",".join(written(clue, letters) for clue in c) for c in (puzzle.columns, puzzle.rows)]
    painted = puzzle.palette != (BLACK,) or bool(puzzle.background)
    if puzzle.has_givens or painted:
        cells = Spaced(puzzle.grid.size).write(puzzle.givens) if puzzle.has_givens else ""
        fields.append(cells)
    if painted:
        fields.append(puzzle.background.removeprefix("#"))
        fields += [f"{c.letter}{c.rgb.removeprefix('#')}{c.name}" for c in puzzle.palette]
    return tuple(fields)


def written(clue: Clue, letters: Sequence[str]) -> str:
    """A clue with points between its runs; ``_`` is a run of unknown length."""
    # Only the number's place may hold the question mark: no colour has it as its letter.
    return write_clue(clue, letters).replace(" ", ".").replace("?", "_")


def clues(text: str) -> list[str]:
    """The clues of a field, as a puzzle file has them."""
    lines = [line.split(".") for line in text.split(",")]
    return [" ".join(re.sub("^_", "?", run) for run in line) for line in lines]


def read_colour(text: str) -> Colour:
    """Letter, rrggbb, name."""
    if not re.fullmatch(r"[0-9a-fA-F]{6}", text[1:7]):
        raise FormatError(f"a colour is its letter, rrggbb and its name, not '{text[:20]}'")
    return Colour(text[0], text[7:], f"#{text[1:7]}")


# Simon Tatham's Pattern: 5x5:columns/rows[,given cells]


def fits_game(game: GameId) -> bool:
    """Whether the description is made of numbers between slashes."""
    text = game.description
    return "/" in text and re.fullmatch(r"[0-9./]+(,[a-zA-Z]*)?", text) is not None


def read_game(game: GameId, _: Known) -> Nonogram:
    """``5x5:1/1/3/4/1.2/2/1/3/3/1.1.1``: column clues, then row clues."""
    across, _x, down = game.params.partition("x")
    width = side(across, "the columns")
    height = side(down, "the rows") if down else width
    text, _comma, given = game.description.partition(",")
    lines = text.split("/")
    if len(lines) != width + height:
        raise FormatError(
            f"expected {width + height} clues between slashes, but there are {len(lines)}"
        )
    found = [tuple(Run(positive(run)) for run in line.split(".")) if line else () for line in lines]
    puzzle = Nonogram(tuple(found[width:]), tuple(found[:width]))
    return puzzle.with_givens(read_given(given, puzzle.grid.size)) if given else puzzle


def positive(text: str) -> int:
    """A run's length, which is at least 1."""
    length = whole(text, "the length of a run")
    if not length:
        raise FormatError("a run has at least 1 cell; an empty line has no runs at all")
    return length


SKIP = 25
"""``z`` passes over so many cells and gives none."""


def read_given(text: str, size: int) -> tuple[int | None, ...]:
    """Given cells: a letter passes over a=0, b=1 … cells and gives the next; capitals are black."""
    found: list[int | None] = [None] * size
    cell, ended = 0, False
    for letter in text:
        step = "abcdefghijklmnopqrstuvwxyz".find(letter.lower())
        if step < 0 or ended:
            raise FormatError(f"'{letter}' cannot stand among the given cells, which are letters")
        cell += step
        if step < SKIP and cell < size:
            found[cell] = FILLED if letter.isupper() else BLANK
            cell += 1
        elif step < SKIP:
            # The last letter only says how many cells are left, and gives none.
            ended = cell == size
        if cell > size:
            raise FormatError(f"the given cells go beyond the {size} cells of the board")
    if not ended:
        raise FormatError("the given cells end before the board does")
    return tuple(found)


def write_given(givens: Sequence[int | None]) -> str:
    """Given cells as letters."""
    text, gap = "", 0
    # The end of the board is written like one more given cell.
    for value in (*givens, BLANK):
        if value is None:
            gap += 1
            continue
        letter = chr(ord("a") + gap % SKIP)
        text += "z" * (gap // SKIP) + (letter.upper() if value == FILLED else letter)
        gap = 0
    return text


def write_game(puzzle: Nonogram) -> GameId:
    """``5x5:1/1/3/4/1.2/2/1/3/3/1.1.1``."""
    check_bare(puzzle, "tatham")
    text = "/".join(".".join(map(str, lengths(c))) for c in (*puzzle.columns, *puzzle.rows))
    given = f",{write_given(puzzle.givens)}" if puzzle.has_givens else ""
    return GameId(f"{puzzle.grid.columns}x{puzzle.grid.rows}", text + given)


# Penpa+: numbers from the board outwards

DARK = (1, 3, 4, 8)
GREEN = 2
SIGNS = {"?": ANY_LENGTH, "*": ANY_RUNS}


def fits_drawing(drawing: PenpaContents) -> bool:
    """Whether numbers stand above and on the left only, and no walls are drawn."""
    grid = drawing.grid
    places = [place for place in drawing.numbers if not grid.inside(*place)]
    return (
        not drawing.walls
        and bool(places)
        and all((row < 0) != (column < 0) for row, column in places)
        and all(drawing.numbers[p].isdigit() or drawing.numbers[p] in SIGNS for p in places)
    )


def read_drawing(drawing: PenpaContents, _: Known) -> Nonogram:
    """Numbers outside, dark cells black, green cells blank."""
    grid = drawing.grid

    def clue(place: Place, step: Place) -> Clue:
        found: list[Run] = []
        row, column = place
        while text := drawing.numbers.get((row, column), ""):
            if text != "0":
                length = SIGNS.get(text)
                found.append(Run(positive(text) if length is None else length))
            row, column = row + step[0], column + step[1]
        return tuple(reversed(found))

    columns = tuple(clue((-1, c), (-1, 0)) for c in range(grid.columns))
    rows = tuple(clue((r, -1), (0, -1)) for r in range(grid.rows))
    givens: list[int | None] = [None] * grid.size
    for (row, column), shade in drawing.shades.items():
        if grid.inside(row, column):
            dark = {GREEN: BLANK}.get(shade, FILLED if shade in DARK else None)
            givens[grid.cell(row, column)] = dark
    return Nonogram(rows, columns, givens=tuple(givens))


def write_drawing(puzzle: Nonogram) -> PenpaContents:
    """Numbers outside, given cells black or green."""
    check_one_colour(puzzle, "penpa")
    signs = {length: sign for sign, length in SIGNS.items()}
    numbers: dict[Place, str] = {}
    for number, clue in enumerate(puzzle.columns):
        for place, length in enumerate(lengths(clue)[::-1] or [0], 1):
            numbers[-place, number] = signs.get(length, str(length)) if clue else "0"
    for number, clue in enumerate(puzzle.rows):
        for place, length in enumerate(lengths(clue)[::-1] or [0], 1):
            numbers[number, -place] = signs.get(length, str(length)) if clue else "0"
    top = max(max(map(len, puzzle.columns)), 1)
    left = max(max(map(len, puzzle.rows)), 1)
    shades = {
        puzzle.grid.place(cell): 4 if value == FILLED else GREEN
        for cell, value in enumerate(puzzle.givens)
        if value is not None
    }
    return PenpaContents(puzzle.grid, (top, 0, left, 0), numbers=numbers, shades=shades)


# Texts of items


def fits_items(items: Items) -> bool:
    """Whether there is one line of numbers for every column and every row."""
    if len(items.head) != 2 or any(len(text) > 4 for text in items.head):
        return False
    return len(items.lines) == sum(map(int, items.head)) and all(
        item.isdigit() for line in items.lines for item in line
    )


def read_items(items: Items, _: Known) -> Nonogram:
    """puzzlekit: ``rows cols``, then the columns, then the rows."""
    rows, columns = (side(text, "the size") for text in items.head[:2])
    if len(items.lines) != rows + columns:
        raise FormatError(f"expected {columns} columns and {rows} rows of clues")
    lines = [" ".join(line) for line in items.lines]
    return assembled(lines[columns:], lines[:columns])


def write_items(puzzle: Nonogram) -> Items:
    """puzzlekit: ``rows cols``, then the columns, then the rows."""
    check_bare(puzzle, "puzzlekit")
    lines = [tuple(map(str, lengths(clue) or [0])) for clue in (*puzzle.columns, *puzzle.rows)]
    return Items((str(puzzle.grid.rows), str(puzzle.grid.columns)), tuple(lines))


def fits_sections(sections: Sections) -> bool:
    """Whether there is nothing but a solution."""
    others = ("areas", "clabels", "problem")
    return bool(sections.get("solution")) and not any(sections.get(name) for name in others)


def read_sections(sections: Sections, _: Known) -> Nonogram:
    """janko.at: the clues are those of the solution."""
    picture = [[int(item.lower() == "x") for item in row] for row in sections.get("solution")]
    if not picture:
        raise FormatError("there is no section [solution], from which the clues would follow")
    Grid.checked(len(picture), len(picture[0]), LARGEST_SIDE)
    if any(len(row) != len(picture[0]) for row in picture):
        raise FormatError("the rows of the solution have different lengths")
    rows, columns = clues_of(picture)
    return Nonogram(rows, columns)


def fits_term(term: Term) -> bool:
    """Whether it is ``init(Rows, Columns, Grid)`` or without a grid."""
    return (
        2 <= len(term.arguments) <= 3
        and all(isinstance(argument, tuple) and argument for argument in term.arguments)
        and all(
            isinstance(line, tuple) and all(isinstance(run, int) for run in line)
            for argument in term.arguments[:2]
            for line in argument
        )
        and all(isinstance(row, tuple) for grid in term.arguments[2:] for row in grid)
    )


def read_term(term: Term, _: Known) -> Nonogram:
    """``init([[3], [1, 2]], [[2], …], [["X", _, "#"], …])``."""
    rows, columns = ([" ".join(map(str, line)) for line in lines] for lines in term.arguments[:2])
    puzzle = assembled(rows, columns)
    if len(term.arguments) == 2:
        return puzzle
    cells = [item for row in term.arguments[2] for item in row]
    signs = {"#": FILLED, "X": BLANK, "x": BLANK}
    if any(item is not None and item not in signs for item in cells):
        raise FormatError('a given cell is "#", "X" or a variable')
    return puzzle.with_givens(tuple(None if item is None else signs[item] for item in cells))


def write_term(puzzle: Nonogram) -> Term:
    """``init([[3], [1, 2]], [[2], …], [["X", _, "#"], …])``."""
    check_bare(puzzle, "prolog")
    signs = {None: None, BLANK: "X", FILLED: "#"}
    cells = [signs[value] for value in puzzle.givens]
    width = puzzle.grid.columns
    rows = tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))
    lines = [tuple(tuple(lengths(clue)) for clue in c) for c in (puzzle.rows, puzzle.columns)]
    return Term("init", (*lines, rows))


CARRIERS: dict[str, Carrier[Nonogram, Any]] = {
    "caracol": Carrier(("nonogram",), read_link, write_link, givens=True),
    "puzz.link": Carrier(("nonogram",), read_pzpr, write_pzpr, losses=colour_lost),
    "pzprv3": Carrier(("nonogram",), read_sheet, write_sheet, losses=colour_lost),
    "penpa": Carrier(
        ("nonogram",),
        read_drawing,
        write_drawing,
        givens=True,
        fits=fits_drawing,
        losses=colour_lost,
    ),
    "tatham": Carrier(
        ("Pattern",), read_game, write_game, givens=True, fits=fits_game, losses=colour_lost
    ),
    "puzzlekit": Carrier(
        ("nonogram",), read_items, write_items, fits=fits_items, losses=colour_lost
    ),
    "janko": Carrier(("nonogramm",), read_sections, fits=fits_sections),
    "prolog": Carrier(
        ("init/3",), read_term, write_term, givens=True, fits=fits_term, losses=colour_lost
    ),
}
