"""Nonograms in links, IDs and drawings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from caracol.authoring.notation import UNNUMBERED
from caracol.authoring.notation.carrying import Fit, Known
from caracol.authoring.notation.codecs import Spaced, parse_slots, side, whole
from caracol.authoring.notation.contents import (
    GameId,
    LinkContents,
    PenpaContents,
    Sheet,
)
from caracol.authoring.notation.digit_texts import Skips
from caracol.authoring.notation.items import place_of
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import FormatError
from caracol.genres.nonogram import (
    ANY_LENGTH,
    ANY_RUNS,
    BANDS,
    BLACK,
    BLANK,
    Clue,
    Colour,
    Nonogram,
    Run,
)
from caracol.genres.nonogram.clues import write_clue
from caracol.genres.nonogram.formats.clue_texts import (
    check_bare,
    check_one_colour,
    lengths,
    read_clue_lines,
    rgb,
)

Fields = tuple[str, ...]
FILLED = 1


def runs_of(numbers: Sequence[int | None]) -> Clue:
    """Return a clue from the numbers that are present."""
    plain = (number for number in numbers if number is not None)
    return tuple(Run(ANY_LENGTH if number == UNNUMBERED else number) for number in plain)


# puzz.link: the clues from the board outwards, so that the last run is written first


def depths(grid: Grid) -> tuple[int, int]:
    """Return the number of slots of each column and of each row."""
    return (grid.rows + 1) // 2, (grid.columns + 1) // 2


def read_pzpr(link: LinkContents, _: Known) -> Nonogram:
    """Read ``nonogram/6/6/12g1111h…``."""
    grid = Grid.checked(link.rows, link.columns, LARGEST_SIDE)
    deep, wide = depths(grid)
    split = grid.columns * deep

    def name_line(slot: int) -> str:
        if slot < split:
            return f"column {slot // deep + 1}"
        return f"row {(slot - split) // wide + 1}"

    slots = parse_slots(Spaced(split + grid.rows * wide), link.body, name_line)
    if 0 in slots:
        raise FormatError(
            "a run cannot have 0 cells; an empty line has no numbers at all",
            name_line(slots.index(0)),
        )
    columns = [runs_of(slots[n : n + deep][::-1]) for n in range(0, split, deep)]
    rows = [runs_of(slots[n : n + wide][::-1]) for n in range(split, len(slots), wide)]
    return Nonogram(tuple(rows), tuple(columns))


def write_pzpr(puzzle: Nonogram) -> LinkContents:
    """Write ``nonogram/6/6/12g1111h…``."""
    check_bare(puzzle, "puzz.link")
    deep, wide = depths(puzzle.grid)
    slots: list[int | None] = []
    for clues, length in ((puzzle.columns, deep), (puzzle.rows, wide)):
        for clue in clues:
            slots += [*lengths(clue)[::-1], *[None] * (length - len(clue))]
    body = Spaced(len(slots)).write(slots)
    return LinkContents(puzzle.grid.columns, puzzle.grid.rows, body)


def read_sheet(sheet: Sheet, _: Known) -> Nonogram:
    """Read pzprv3: clues are next to the board; what the player has painted is ignored."""
    grid = Grid.checked(sheet.rows, sheet.columns, LARGEST_SIDE)
    deep, wide = depths(grid)
    lines = sheet.table(0, deep + grid.rows, wide + grid.columns, "board")
    sheet.check_end(deep + grid.rows)

    def number(item: str) -> int | None:
        return None if item in (".", "-") else whole(item.removeprefix("c"), "a run", most=9999)

    columns = [
        runs_of([number(lines[r][wide + c]) for r in range(deep)]) for c in range(grid.columns)
    ]
    rows = [runs_of([number(item) for item in line[:wide]]) for line in lines[deep:]]
    return Nonogram(tuple(rows), tuple(columns))


def write_sheet(puzzle: Nonogram) -> Sheet:
    """Write pzprv3: clues are next to the board, which is empty."""
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
    """Read ``columns/rows[/cells[/background/colour…]]``; a colour is letter, rrggbb and name."""
    if len(fields) < 2 or len(fields) == 4:
        raise FormatError(
            "a Nonogram link has the form columns/rows or columns/rows/cells/background/colours"
        )
    palette = tuple(read_colour(text) for text in fields[4:]) or (BLACK,)
    letters = [colour.letter for colour in palette]
    columns, rows = (read_clue_lines(clues(text), letters, "line") for text in fields[:2])
    background = rgb(fields[3]) if len(fields) > 3 and fields[3] else ""
    puzzle = Nonogram(rows, columns, palette, background)
    if len(fields) == 2 or not fields[2]:
        return puzzle
    givens = parse_slots(Spaced(puzzle.grid.size), fields[2], puzzle.grid.name)
    for cell, value in enumerate(givens):
        if value is not None and not BLANK <= value <= len(palette):
            raise FormatError(
                f"a given cell must be 0 (blank) or the number of a colour, not {value}",
                puzzle.grid.name(cell),
            )
    return puzzle.with_givens(givens)


def write_link(puzzle: Nonogram) -> Fields:
    """Write ``columns/rows[/cells[/background/colour…]]``."""
    letters = [colour.letter for colour in puzzle.palette]
    fields = [
        ",".join(write_runs(clue, letters) for clue in c) for c in (puzzle.columns, puzzle.rows)
    ]
    painted = puzzle.palette != (BLACK,) or bool(puzzle.background)
    if puzzle.has_givens or painted:
        cells = Spaced(puzzle.grid.size).write(puzzle.givens) if puzzle.has_givens else ""
        fields.append(cells)
    if painted:
        fields.append(puzzle.background.removeprefix("#"))
        fields += [f"{c.letter}{c.rgb.removeprefix('#')}{c.name}" for c in puzzle.palette]
    return tuple(fields)


def write_runs(clue: Clue, letters: Sequence[str]) -> str:
    """Return a clue with points between its runs; ``_`` is a run of unknown length."""
    # Only a number can be a question mark: no colour has it as its letter.
    return write_clue(clue, letters).replace(" ", ".").replace("?", "_")


def clues(text: str) -> list[str]:
    """Return the clues of a field, as in a puzzle file."""
    lines = [line.split(".") for line in text.split(",")]
    return [" ".join(re.sub("^_", "?", run) for run in line) for line in lines]


def read_colour(text: str) -> Colour:
    """Read letter, rrggbb and name."""
    if not re.fullmatch(r"[0-9a-fA-F]{6}", text[1:7]):
        raise FormatError(f"a colour is written as letter, rrggbb and name, not '{text[:20]}'")
    return Colour(text[0], text[7:], f"#{text[1:7]}")


# Simon Tatham's Pattern: 5x5:columns/rows[,given cells]


def fits_game(game: GameId) -> Fit:
    """Return whether the description consists of numbers between slashes, as many as lines."""
    text = game.description
    if "/" not in text or re.fullmatch(r"[0-9./]+(,[a-zA-Z]*)?", text) is None:
        return Fit.NO
    sides = game.params.split("x")
    lines = text.partition(",")[0].count("/") + 1
    both = len(sides) == 2 and all(len(part) < 5 and part.isdigit() for part in sides)
    return Fit.SURE if both and lines == sum(map(int, sides)) else Fit.MAYBE


def read_game(game: GameId, _: Known) -> Nonogram:
    """Read ``5x5:1/1/3/4/1.2/2/1/3/3/1.1.1``: column clues, then row clues."""
    across, _x, down = game.params.partition("x")
    width = side(across, "the columns")
    height = side(down, "the rows") if down else width
    text, _comma, given = game.description.partition(",")
    lines = text.split("/")
    if len(lines) != width + height:
        raise FormatError(
            f"expected {width + height} clues between slashes, but found {len(lines)}"
        )
    found = [
        tuple(Run(read_length(run, name)) for run in line.split(".")) if line else ()
        for line, name in zip(lines, name_lines(width, height), strict=True)
    ]
    puzzle = Nonogram(tuple(found[width:]), tuple(found[:width]))
    return puzzle.with_givens(Skips(puzzle.grid.size).parse(given)) if given else puzzle


def name_lines(columns: int, rows: int) -> list[str]:
    """Return the names of all columns, then of all rows."""
    numbers = (("column", columns), ("row", rows))
    return [f"{line} {number}" for line, count in numbers for number in range(1, count + 1)]


def read_length(text: str, where: str = "") -> int:
    """Return a run's length, which is at least 1."""
    length = whole(text, "the length of a run", where=where)
    if not length:
        wrong = "a run has at least 1 cell; an empty line has no runs at all"
        raise FormatError(wrong, where or place_of(text))
    return length


def write_game(puzzle: Nonogram) -> GameId:
    """Write ``5x5:1/1/3/4/1.2/2/1/3/3/1.1.1``."""
    check_bare(puzzle, "tatham")
    text = "/".join(".".join(map(str, lengths(c))) for c in (*puzzle.columns, *puzzle.rows))
    given = f",{Skips(puzzle.grid.size).write(puzzle.givens)}" if puzzle.has_givens else ""
    return GameId(f"{puzzle.grid.columns}x{puzzle.grid.rows}", text + given)


# Penpa+: numbers from the board outwards

DARK = (1, 3, 4, 8)
GREEN = 2
SIGNS = {"?": ANY_LENGTH, "*": ANY_RUNS}


def fits_drawing(drawing: PenpaContents) -> bool:
    """Return whether there are numbers only above and on the left, and no walls."""
    grid = drawing.grid
    places = [place for place in drawing.numbers if not grid.inside(*place)]
    return (
        not drawing.walls
        and bool(places)
        and all((row < 0) != (column < 0) for row, column in places)
        and all(drawing.numbers[p].isdigit() or drawing.numbers[p] in SIGNS for p in places)
    )


def read_drawing(drawing: PenpaContents, _: Known) -> Nonogram:
    """Read numbers outside, dark cells as black, green cells as blank."""
    grid = drawing.grid

    def run(text: str) -> Run | None:
        if text == "0":
            return None
        length = SIGNS.get(text)
        return Run(read_length(text) if length is None else length)

    clues = BANDS.read_places(drawing.numbers, grid, ("top", "left"), run)
    givens: list[int | None] = [None] * grid.size
    for (row, column), shade in drawing.shades.items():
        if grid.inside(row, column):
            dark = {GREEN: BLANK}.get(shade, FILLED if shade in DARK else None)
            givens[grid.cell(row, column)] = dark
    return Nonogram(**clues, givens=tuple(givens))


def write_drawing(puzzle: Nonogram) -> PenpaContents:
    """Write numbers outside, given cells black or green."""
    check_one_colour(puzzle, "penpa")
    signs = {length: sign for sign, length in SIGNS.items()}
    numbers = {
        place: "0" if run is None else signs.get(run.length, str(run.length))
        for _, _, run, place in BANDS.placed(puzzle, ("top", "left"))
    }
    top = max(max(map(len, puzzle.columns)), 1)
    left = max(max(map(len, puzzle.rows)), 1)
    shades = {
        puzzle.grid.place(cell): 4 if value == FILLED else GREEN
        for cell, value in enumerate(puzzle.givens)
        if value is not None
    }
    return PenpaContents(puzzle.grid, (top, 0, left, 0), numbers=numbers, shades=shades)
