"""Formats that carry Easy as ABC."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.genres.easy_as_abc import BLANK, EasyAsABC, Side
from caracol.notation import UNTOLD
from caracol.notation.carrying import Carrier, Known
from caracol.notation.codecs import Cursor, OneOf, Spaced, side, whole, with_cells
from caracol.notation.contents import (
    GameId,
    Items,
    LinkContents,
    PenpaContents,
    Sections,
    Sheet,
    Term,
)
from caracol.options import Kind, Option

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIDES = ("top", "bottom", "left", "right")
"""The order of the sides in puzz.link URLs and most other texts."""
SALAD_SIDES = ("top", "left", "bottom", "right")

Fields = tuple[str, ...]
Cells = tuple[int | None, ...]


def square(grid: Grid) -> int:
    """The side of the board, if it is square."""
    if grid.rows != grid.columns:
        raise FormatError(f"an Easy as ABC is square, not {grid.columns}×{grid.rows}")
    return grid.rows


def alphabet(number: int) -> str:
    """The first so many letters."""
    if not 1 <= number <= len(ALPHABET):
        raise FormatError(f"there are 1 to {len(ALPHABET)} letters, not {number}")
    return ALPHABET[:number]


def assembled(letters: str, order: Sequence[str], clues: Cells, givens: Cells = ()) -> EasyAsABC:
    """The puzzle with these clues, one side after the other in the given order."""
    length = len(clues) // 4
    for clue in clues:
        check_letter(clue, letters, 1)
    for value in givens:
        check_letter(value, letters, BLANK)
    sides = {name: clues[n * length : (n + 1) * length] for n, name in enumerate(order)}
    return EasyAsABC(
        letters, sides["top"], sides["left"], sides["right"], sides["bottom"], givens=givens
    )


def check_letter(number: int | None, letters: str, least: int) -> None:
    """Raise where a number stands for no letter."""
    if number is not None and not least <= number <= len(letters):
        if number == UNTOLD:
            raise FormatError("a cell that has 'some letter' cannot be read; give it or leave it")
        raise FormatError(f"{number} is none of the {len(letters)} letters")


def no_diagonals(puzzle: EasyAsABC, name: str) -> None:
    """Raise where a format does not know that diagonals count, too."""
    if puzzle.diagonals:
        raise FormatError(f"the format '{name}' cannot say that diagonals count, too")


def clues_of(puzzle: EasyAsABC, order: Sequence[str]) -> Cells:
    """All clues, one side after the other in the given order."""
    return tuple(clue for name in order for clue in getattr(puzzle, name))


def renamed(puzzle: EasyAsABC) -> tuple[str, ...]:
    """Letters other than A, B, C … become these where a format counts letters."""
    plain = ALPHABET[: len(puzzle.letters)]
    return (
        () if puzzle.letters == plain else (f"the letters {puzzle.letters} (written as {plain})",)
    )


# puzz.link: number of letters/clues and cells


def read_pzpr(link: LinkContents, _: Known) -> EasyAsABC:
    """``easyasabc/4/4/3/1m2h3g3h``."""
    number, _slash, body = link.body.partition("/")
    length = square(link.grid)
    cursor = Cursor(body)
    clues = Spaced(4 * length).read(cursor)
    givens: Cells = ()
    if not cursor.done:
        givens = Spaced(length * length).read(cursor)
    if not cursor.done:
        raise cursor.fail("the end")
    letters = alphabet(whole(number, "the number of letters"))
    # A given 0 does not exist there: cells hold letters, or nothing is told.
    if BLANK in givens:
        raise FormatError("a given cell of puzz.link is a letter; 0 is none")
    return assembled(letters, SIDES, clues, givens)


def write_pzpr(puzzle: EasyAsABC) -> LinkContents:
    """``easyasabc/4/4/3/1m2h3g3h``."""
    no_diagonals(puzzle, "puzz.link")
    length = puzzle.grid.rows
    body = Spaced(4 * length).write(clues_of(puzzle, SIDES))
    if BLANK in puzzle.givens:
        raise FormatError("puzz.link cannot give blank cells, only letters")
    if puzzle.has_givens:
        body += Spaced(length * length).write(puzzle.givens)
    letters = alphabet(len(puzzle.letters))
    return LinkContents(length, length, f"{len(letters)}/{body}")


# pzprv3: number of letters, then the board with its frame


def read_sheet(sheet: Sheet, _: Known) -> EasyAsABC:
    """Clues stand in the frame; ``q2`` is a given B, everything else is the player's."""
    length = square(sheet.grid)
    letters = alphabet(whole(sheet.single(0, "the number of letters"), "the number of letters"))
    rows = sheet.table(1, length + 2, length + 2, "board")

    def clue(item: str) -> int | None:
        return None if item in (".", "-", "") else whole(item, "a letter's number")

    inner = range(1, length + 1)
    clues = (
        *(clue(rows[0][c]) for c in inner),
        *(clue(rows[-1][c]) for c in inner),
        *(clue(rows[r][0]) for r in inner),
        *(clue(rows[r][-1]) for r in inner),
    )
    givens = tuple(
        whole(rows[r][c][1:].partition("[")[0], "a letter's number")
        if rows[r][c].startswith("q")
        else None
        for r in inner
        for c in inner
    )
    return assembled(letters, SIDES, clues, givens)


def write_sheet(puzzle: EasyAsABC) -> Sheet:
    """The board with its frame of clues."""
    no_diagonals(puzzle, "pzprv3")
    if BLANK in puzzle.givens:
        raise FormatError("pzprv3 cannot give blank cells, only letters")
    length = puzzle.grid.rows

    def line(first: int | None, cells: Sequence[str], last: int | None) -> tuple[str, ...]:
        return shown(first), *cells, shown(last)

    def shown(clue: int | None) -> str:
        return "." if clue is None else str(clue)

    cells = ["." if value is None else f"q{value}" for value in puzzle.givens]
    lines: list[tuple[str, ...]] = [(str(len(alphabet(len(puzzle.letters)))),)]
    lines.append(line(None, [shown(clue) for clue in puzzle.top], None))
    for row in range(length):
        inside = cells[row * length : (row + 1) * length]
        lines.append(line(puzzle.left[row], inside, puzzle.right[row]))
    lines.append(line(None, [shown(clue) for clue in puzzle.bottom], None))
    return Sheet(length, length, tuple(lines))


# Our own link


def read_link(fields: Fields, _: Known) -> EasyAsABC:
    """``size/letters/clues[/cells]``."""
    if not 3 <= len(fields) <= 4:
        raise FormatError(
            "an Easy as ABC is written size/letters/clues or size/letters/clues/cells"
        )
    length = side(fields[0].removesuffix("d"), "the size")
    Grid.checked(length, length)
    clues = Spaced(4 * length).parse(fields[2])
    givens = Spaced(length * length).parse(fields[3]) if len(fields) == 4 else ()
    puzzle = assembled(fields[1], SIDES, clues, givens)
    return puzzle.changed(diagonals=True) if fields[0].endswith("d") else puzzle


def write_link(puzzle: EasyAsABC) -> Fields:
    """``size/letters/clues[/cells]``."""
    length = puzzle.grid.rows
    clues = Spaced(4 * length).write(clues_of(puzzle, SIDES))
    fields = (f"{length}d" if puzzle.diagonals else str(length), puzzle.letters, clues)
    return with_cells(fields, puzzle.givens)


# Salad, a game of Simon Tatham's kind: 5n3L:border,grid

BORDER = OneOf("?123456789ABCDEFGHI", "a letter A-I or a gap a-z")
INSIDE = OneOf("XO123456789ABCDEFGHI", "a letter A-I, X for a blank, or a gap a-z")
GAPS = "abcdefghijklmnopqrstuvwxyz"


def fits_game(game: GameId) -> bool:
    """Whether the parameters are those of Salad: ``<order>n<symbols>L``."""
    order, _, rest = game.params.partition("n")
    return order.isdigit() and rest[:1].isdigit() and rest[1:2] in ("L", "B")


def read_game(game: GameId, _: Known) -> EasyAsABC:
    """``5n3L:border,grid``; the border goes top, left, bottom, right."""
    order, _n, rest = game.params.partition("n")
    if rest[1:2] == "B":
        raise FormatError("this is Number Ball, another game than Easy as ABC; its mode is L")
    length = side(order, "the size")
    letters = alphabet(whole(rest[:1], "the number of letters"))
    border, _comma, inside = game.description.partition(",")
    clues = [fold(clue, 1) for clue in Spaced(4 * length, BORDER, GAPS).parse(border)]
    givens: list[int | None] = []
    if inside:
        cells = Spaced(length * length, INSIDE, GAPS).parse(inside)
        if 1 in cells:
            raise FormatError("a cell that has 'some letter' (O) cannot be read")
        givens = [fold(cell, 2) if cell else (None if cell is None else BLANK) for cell in cells]
    return assembled(letters, SALAD_SIDES, tuple(clues), tuple(givens))


def fold(place: int | None, first: int) -> int | None:
    """Digits and letters stand one after the other among the characters; both count from 1."""
    return None if place is None else (place - first) % 9 + 1


def write_game(puzzle: EasyAsABC) -> GameId:
    """``5n3L:border,grid``."""
    no_diagonals(puzzle, "tatham")
    length, number = puzzle.grid.rows, len(puzzle.letters)
    if number > 9 or number >= length:
        raise FormatError("Salad has at most 9 letters, and fewer than the board has rows")
    clues = [None if clue is None else clue + 9 for clue in clues_of(puzzle, SALAD_SIDES)]
    border = Spaced(4 * length, BORDER, GAPS).write(clues)
    cells = [None if v is None else (v + 10 if v else 0) for v in puzzle.givens]
    inside = Spaced(length * length, INSIDE, GAPS).write(cells)
    return GameId(f"{length}n{number}L", f"{border},{inside}")


# Penpa+: letters on the frame and inside


def frame_of(length: int) -> dict[str, list[tuple[int, int]]]:
    """Where the clues of each side stand."""
    inner = range(length)
    return {
        "top": [(-1, c) for c in inner],
        "bottom": [(length, c) for c in inner],
        "left": [(r, -1) for r in inner],
        "right": [(r, length) for r in inner],
    }


def fits_drawing(drawing: PenpaContents) -> bool:
    """Whether letters stand beside the board and no walls are inside."""
    outside = [text for place, text in drawing.numbers.items() if not drawing.grid.inside(*place)]
    square_board = drawing.grid.rows == drawing.grid.columns and not drawing.walls
    single = all(len(text) == 1 and not text.isdigit() and text not in "?*" for text in outside)
    return square_board and bool(outside) and single


def read_drawing(drawing: PenpaContents, known: Known) -> EasyAsABC:
    """Letters on the frame and inside; which letters there are may have to be known."""
    length = square(drawing.grid)
    letters = str(known.get("letters") or drawing.letters)
    if not letters:
        raise FormatError(UNTOLD_LETTERS)
    for place, text in drawing.numbers.items():
        if text not in letters or len(text) != 1:
            raise FormatError(
                f"'{text[:10]}' at row {place[0] + 1}, column {place[1] + 1} "
                f"is none of the letters {letters}"
            )

    def letter(place: tuple[int, int]) -> int | None:
        text = drawing.numbers.get(place, "")
        return letters.index(text) + 1 if text else None

    clues = [letter(place) for name in SIDES for place in frame_of(length)[name]]
    givens = [letter(drawing.grid.place(cell)) for cell in range(drawing.grid.size)]
    return assembled(letters, SIDES, tuple(clues), tuple(givens))


UNTOLD_LETTERS = "the text does not say all the letters; give letters=…, or --letters"


def write_drawing(puzzle: EasyAsABC) -> PenpaContents:
    """Letters on the frame and inside."""
    no_diagonals(puzzle, "penpa")
    if BLANK in puzzle.givens:
        raise FormatError("Penpa+ cannot give blank cells, only letters")
    numbers = {}
    for name, places in frame_of(puzzle.grid.rows).items():
        for place, clue in zip(places, getattr(puzzle, name), strict=True):
            if clue is not None:
                numbers[place] = puzzle.letters[clue - 1]
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            numbers[puzzle.grid.place(cell)] = puzzle.letters[value - 1]
    return PenpaContents(puzzle.grid, (1, 1, 1, 1), numbers=numbers, letters=puzzle.letters)


# Texts of items


def letter_number(item: str, letters: str) -> int | None:
    """A letter's number; a dash or a point is none."""
    if item in ("-", ".", ""):
        return None
    found = letters.find(item.upper()) if len(item) == 1 else -1
    if found < 0:
        raise FormatError(f"'{item[:10]}' is none of the letters {letters}")
    return found + 1


def fits_items(items: Items) -> bool:
    """Whether it is ``rows cols letter``, perhaps with a D for diagonals."""
    return len(items.head) > 2 and items.head[2].isalpha()


def read_items(items: Items, _: Known) -> EasyAsABC:
    """puzzlekit: ``5 5 d``, the four sides, the board."""
    length = square(items.grid)
    last = items.head[2].upper()
    if len(last) != 1 or last not in ALPHABET:
        raise FormatError(f"'{last[:10]}' is not the last letter that is used")
    letters = ALPHABET[: ALPHABET.index(last) + 1]
    if items.head[3:] not in ((), ("D",)):
        raise FormatError(f"behind the letter stands D or nothing, not '{items.head[3][:10]}'")
    puzzle = from_lines(letters, length, items.lines[:4], items.lines[4:])
    return puzzle.changed(diagonals=True) if len(items.head) > 3 else puzzle


def from_lines(
    letters: str,
    length: int,
    sides: Sequence[Sequence[str]],
    rows: Sequence[Sequence[str]],
) -> EasyAsABC:
    """The puzzle with the sides top, bottom, left, right, and perhaps a board."""
    if len(sides) != 4 or len(rows) not in (0, length):
        raise FormatError(f"expected 4 lines of clues and {length} rows of cells")
    for line in (*sides, *rows):
        if len(line) != length:
            raise FormatError(f"expected {length} items in every line, but one has {len(line)}")
    clues = tuple(letter_number(item, letters) for line in sides for item in line)
    givens = tuple(letter_number(item, letters) for line in rows for item in line)
    return assembled(letters, SIDES, clues, givens)


def write_items(puzzle: EasyAsABC) -> Items:
    """puzzlekit: ``5 5 d``, the four sides, the board."""
    if BLANK in puzzle.givens:
        raise FormatError("puzzlekit cannot give blank cells, only letters")
    length = puzzle.grid.rows
    letters = alphabet(len(puzzle.letters)).lower()

    def line(cells: Side) -> tuple[str, ...]:
        return tuple("-" if cell is None else letters[cell - 1] for cell in cells)

    rows = [puzzle.givens[start : start + length] for start in range(0, length * length, length)]
    lines = [line(getattr(puzzle, name)) for name in SIDES] + [line(row) for row in rows]
    more = ("D",) if puzzle.diagonals else ()
    return Items((str(length), str(length), letters[-1], *more), tuple(lines))


def fits_sections(sections: Sections) -> bool:
    """Whether there are labels beside the board and no areas."""
    return bool(sections.get("clabels")) and not sections.get("areas")


def read_sections(sections: Sections, known: Known) -> EasyAsABC:
    """janko.at: top and bottom, left and right, in small letters."""
    sides = (*sections.get("clabels"), *sections.get("rlabels"))
    problem, solution = sections.get("problem"), sections.get("solution")
    # A solution has every letter in its first row.
    row = sorted(item.upper() for item in (solution[0] if solution else ()) if item not in "-.")
    letters = str(known.get("letters") or "".join(row))
    if not letters or len(set(letters)) != len(letters):
        raise FormatError(UNTOLD_LETTERS)
    return from_lines(letters, len(sides[0]), sides, problem)


def fits_term(term: Term) -> bool:
    """Whether it is ``solve(Left, Top, Right, Bottom)``, perhaps with a variable behind."""
    return (
        term.name == "solve"
        and 4 <= len(term.arguments) <= 5
        and all(isinstance(clues, tuple) and clues for clues in term.arguments[:4])
    )


TERM_SIDES = ("left", "top", "right", "bottom")


def read_term(term: Term, _: Known) -> EasyAsABC:
    """``solve([' ', 'A'], …)``: left, top, right, bottom; one blank a line."""
    length = len(term.arguments[0])
    letters = alphabet(length - 1)
    clues: list[int | None] = []
    for name, items in zip(TERM_SIDES, term.arguments, strict=False):
        if len(items) != length:
            raise FormatError(f"the {name} side has {len(items)} clues, but the left one {length}")
        texts = (item if isinstance(item, str) else "?" for item in items)
        clues += [letter_number(text.strip(), letters) for text in texts]
    return assembled(letters, TERM_SIDES, tuple(clues))


def write_term(puzzle: EasyAsABC) -> Term:
    """``solve([' ', 'A'], …)``."""
    no_diagonals(puzzle, "prolog")
    if puzzle.letters != ALPHABET[: puzzle.grid.rows - 1]:
        raise FormatError("solve/4 has the letters A, B, C …, one fewer than the board has rows")
    return Term(
        "solve",
        tuple(
            tuple(
                " " if clue is None else puzzle.letters[clue - 1] for clue in getattr(puzzle, name)
            )
            for name in TERM_SIDES
        ),
    )


# puzzle-draw: letters and a text for each side


def read_entries(entries: Mapping[str, Any], known: Known) -> EasyAsABC:
    """``letters: A-C`` and the four sides as texts such as ``..A.A``."""
    letters = known.get("letters") or spelt(str(entries.get("letters", "")))
    sides = []
    for name in SIDES:
        side_text = entries.get(name)
        if not isinstance(side_text, str):
            raise FormatError(f"the side '{name}' is missing; it is written as ..A.B")
        sides.append(tuple(side_text.replace(" ", "")))
    return from_lines(letters, len(sides[0]), sides, ())


def spelt(text: str) -> str:
    """The letters of ``A-C``, ``ABC`` or ``[A, B, C]``."""
    if match := re.fullmatch(r"\s*([A-Z])\s*-\s*([A-Z])\s*", text):
        first, last = (ALPHABET.index(letter) for letter in match.groups())
        return ALPHABET[first : last + 1]
    found = "".join(re.findall(r"[^\W\d_]", text))
    if not found:
        raise FormatError(UNTOLD_LETTERS)
    return found


def write_entries(puzzle: EasyAsABC) -> Mapping[str, Any]:
    """``letters: ABC`` and the four sides."""
    no_diagonals(puzzle, "puzzle-draw")
    if puzzle.has_givens:
        raise FormatError("puzzle-draw cannot give cells of an Easy as ABC")
    if not puzzle.letters.isalpha() or not puzzle.letters.isupper():
        raise FormatError("puzzle-draw writes capital letters, and nothing else")

    def text(clues: Side) -> str:
        return "".join("." if clue is None else puzzle.letters[clue - 1] for clue in clues)

    sides = {name: text(getattr(puzzle, name)) for name in ("top", "left", "bottom", "right")}
    return {"letters": puzzle.letters, **sides}


OPTIONS = (Option("letters", Kind.TEXT, None, "the letters, where the text does not say them"),)
CARRIERS: dict[str, Carrier[EasyAsABC, Any]] = {
    "caracol": Carrier(("easy-as-abc",), read_link, write_link, givens=True),
    "puzz.link": Carrier(("easyasabc",), read_pzpr, write_pzpr, givens=True, losses=renamed),
    "pzprv3": Carrier(("easyasabc",), read_sheet, write_sheet, givens=True, losses=renamed),
    "penpa": Carrier(("easyasabc",), read_drawing, write_drawing, givens=True, fits=fits_drawing),
    "tatham": Carrier(
        ("Salad",), read_game, write_game, givens=True, fits=fits_game, losses=renamed
    ),
    "puzzlekit": Carrier(
        ("abc_end_view",), read_items, write_items, givens=True, fits=fits_items, losses=renamed
    ),
    "janko": Carrier(("abc-end-view",), read_sections, fits=fits_sections),
    "puzzle-draw": Carrier(("buchstabensalat",), read_entries, write_entries, givens=True),
    "prolog": Carrier(("solve/4",), read_term, write_term, fits=fits_term),
}
