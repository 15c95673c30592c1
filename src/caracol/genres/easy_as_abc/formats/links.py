"""Easy as ABC in links, IDs and drawings."""

from __future__ import annotations

import re
from dataclasses import replace

from caracol.authoring.notation.band_maps import BandMap
from caracol.authoring.notation.carrying import Fit, Known
from caracol.authoring.notation.codecs import OneOf, Spaced, parse_slots, side, whole, with_cells
from caracol.authoring.notation.contents import GameId, PenpaContents, Place
from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.genres.easy_as_abc import BANDS, BLANK, EasyAsABC
from caracol.genres.easy_as_abc.formats.letters import (
    ALPHABET,
    LETTERS_MISSING,
    SIDES,
    Cells,
    alphabet,
    assemble,
    check_no_diagonals,
    list_renamed_letters,
    square,
)

SALAD_SIDES = ("top", "left", "bottom", "right")

Fields = tuple[str, ...]

MAP = BandMap(
    BANDS,
    lambda _grid, clues, givens, number: assemble(alphabet(number), SIDES, clues, givens),
    "the number of letters",
    lambda puzzle: len(alphabet(len(puzzle.letters))),
    alphabet,
    "letter",
    square,
    check_no_diagonals,
    list_renamed_letters,
)
"""puzz.link and its files, which count the letters and write the number of each one."""


# Our own link


def read_link(fields: Fields, _: Known) -> EasyAsABC:
    """Read ``size/letters/clues[/cells]``."""
    if not 3 <= len(fields) <= 4:
        raise FormatError(
            "an Easy as ABC link has the form size/letters/clues or size/letters/clues/cells"
        )
    length = side(fields[0].removesuffix("d"), "the size")
    grid = Grid.checked(length, length)
    names = BANDS.name_slots(grid, SIDES)
    clues = parse_slots(Spaced(len(names)), fields[2], names.__getitem__)
    givens: Cells = ()
    if len(fields) == 4:
        givens = parse_slots(Spaced(grid.size), fields[3], grid.name)
    puzzle = assemble(fields[1], SIDES, clues, givens)
    return replace(puzzle, diagonals=True) if fields[0].endswith("d") else puzzle


def write_link(puzzle: EasyAsABC) -> Fields:
    """Write ``size/letters/clues[/cells]``."""
    length = puzzle.grid.rows
    clues = Spaced(4 * length).write(BANDS.flatten(puzzle, SIDES))
    fields = (f"{length}d" if puzzle.diagonals else str(length), puzzle.letters, clues)
    return with_cells(fields, puzzle.givens)


# Salad, a game like Simon Tatham's: 5n3L:border,grid

BORDER = OneOf("?123456789ABCDEFGHI", "a letter A-I or a gap a-z")
INSIDE = OneOf("XO123456789ABCDEFGHI", "a letter A-I, X for a blank, or a gap a-z")
GAPS = "abcdefghijklmnopqrstuvwxyz"


def fits_game(game: GameId) -> Fit:
    """Return whether the parameters are those of Salad: ``<order>n<symbols>L``."""
    order, _, rest = game.params.partition("n")
    fits = order.isdigit() and rest[:1].isdigit() and rest[1:2] in ("L", "B")
    return Fit.SURE if fits else Fit.NO


def read_game(game: GameId, _: Known) -> EasyAsABC:
    """Read ``5n3L:border,grid``; the border is listed top, left, bottom, right."""
    order, _n, rest = game.params.partition("n")
    if rest[1:2] == "B":
        raise FormatError(
            "this is Number Ball, which is a different game; the mode of Easy as ABC is L"
        )
    length = side(order, "the size")
    grid = Grid.checked(length, length)
    letters = alphabet(whole(rest[:1], "the number of letters"))
    border, _comma, inside = game.description.partition(",")
    names = BANDS.name_slots(grid, SALAD_SIDES)
    found = parse_slots(Spaced(len(names), BORDER, GAPS), border, names.__getitem__)
    clues = [fold(clue, 1) for clue in found]
    givens: list[int | None] = []
    if inside:
        cells = parse_slots(Spaced(grid.size, INSIDE, GAPS), inside, grid.name)
        if 1 in cells:
            raise FormatError(
                "a cell that has 'some letter' (O) cannot be read", grid.name(cells.index(1))
            )
        givens = [fold(cell, 2) if cell else (None if cell is None else BLANK) for cell in cells]
    return assemble(letters, SALAD_SIDES, tuple(clues), tuple(givens))


def fold(place: int | None, first: int) -> int | None:
    """Return a number from 1: digits and letters follow each other among the characters."""
    return None if place is None else (place - first) % 9 + 1


def write_game(puzzle: EasyAsABC) -> GameId:
    """Write ``5n3L:border,grid``."""
    check_no_diagonals(puzzle, "tatham")
    length, number = puzzle.grid.rows, len(puzzle.letters)
    if number > 9 or number >= length:
        raise FormatError("Salad has at most 9 letters, and fewer than the board has rows")
    clues = [None if clue is None else clue + 9 for clue in BANDS.flatten(puzzle, SALAD_SIDES)]
    border = Spaced(4 * length, BORDER, GAPS).write(clues)
    cells = [None if v is None else (v + 10 if v else 0) for v in puzzle.givens]
    inside = Spaced(length * length, INSIDE, GAPS).write(cells)
    return GameId(f"{length}n{number}L", f"{border},{inside}")


# Penpa+: letters on the frame and inside


MOST_LETTERS = 62
NOTE = re.compile(r"\((?:(\w)\s*[-–—]\s*(\w)|(\w+))\)")
"""A note beside the board with the letters: (A-D) or (AUGST)."""


def _texts(drawing: PenpaContents) -> list[tuple[Place, str]]:
    """Return the letters of a drawing, without notes farther from the board."""
    found = drawing.numbers.items()
    return [(place, text) for place, text in found if not NOTE.fullmatch(text)]


def _noted_letters(drawing: PenpaContents) -> str:
    """Return the letters that a note beside the board lists, or "" if there is none."""
    for place, text in drawing.numbers.items():
        if not drawing.grid.inside(*place) and (note := NOTE.fullmatch(text)):
            if note[3]:
                return note[3]
            return "".join(map(chr, range(ord(note[1]), ord(note[2]) + 1)))[:MOST_LETTERS]
    return ""


def fits_drawing(drawing: PenpaContents) -> bool:
    """Return whether there are letters beside the board and no walls inside."""
    outside = [text for place, text in _texts(drawing) if not drawing.grid.inside(*place)]
    square_board = drawing.grid.rows == drawing.grid.columns and not drawing.walls
    single = all(len(text) == 1 and not text.isdigit() and text not in "?*" for text in outside)
    return square_board and bool(outside) and single


def read_drawing(drawing: PenpaContents, known: Known) -> EasyAsABC:
    """Read letters on the frame and inside; the caller may have to know which letters there are."""
    square(drawing.grid)
    letters = str(known.get("letters") or drawing.letters or _noted_letters(drawing))
    if not letters:
        raise FormatError(LETTERS_MISSING)
    for place, text in _texts(drawing):
        if text not in letters or len(text) != 1:
            raise FormatError(
                f"'{text[:10]}' at row {place[0] + 1}, column {place[1] + 1} "
                f"is not one of the letters {letters}"
            )

    def letter(place: tuple[int, int]) -> int | None:
        text = drawing.numbers.get(place, "")
        return letters.index(text) + 1 if text else None

    clues = [letter(place) for place in BANDS.frame(drawing.grid, SIDES)]
    givens = [letter(drawing.grid.place(cell)) for cell in range(drawing.grid.size)]
    return assemble(letters, SIDES, tuple(clues), tuple(givens))


def write_drawing(puzzle: EasyAsABC) -> PenpaContents:
    """Write letters on the frame and inside."""
    check_no_diagonals(puzzle, "penpa")
    if BLANK in puzzle.givens:
        raise FormatError("Penpa+ cannot give blank cells, only letters")
    letters = puzzle.letters
    clues = dict(zip(BANDS.frame(puzzle.grid, SIDES), BANDS.flatten(puzzle, SIDES), strict=True))
    numbers = {place: letters[clue - 1] for place, clue in clues.items() if clue is not None}
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            numbers[puzzle.grid.place(cell)] = letters[value - 1]
    # As in Penpa+'s own drawings, the letters are above the last column.
    plain = len(letters) > 1 and ALPHABET.startswith(letters)
    noted = f"{letters[0]}-{letters[-1]}" if plain else letters
    if NOTE.fullmatch(f"({noted})"):
        numbers[-2, puzzle.grid.columns - 1] = f"({noted})"
    return PenpaContents(puzzle.grid, (2, 1, 1, 1), numbers=numbers, letters=letters)
