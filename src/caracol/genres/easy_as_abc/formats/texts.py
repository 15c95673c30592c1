"""Easy as ABC in texts of items, in sections, in Prolog and in puzzle-draw's files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.notation.carrying import Known
from caracol.authoring.notation.contents import Items, Sections, Term
from caracol.authoring.notation.items import place_of
from caracol.errors import FormatError, count_noun
from caracol.genres.easy_as_abc import BANDS, BLANK, EasyAsABC, Side
from caracol.genres.easy_as_abc.formats.letters import (
    ALPHABET,
    LETTERS_MISSING,
    SIDES,
    alphabet,
    assemble,
    check_no_diagonals,
    square,
)

# Texts of items


def find_letter(item: str, letters: str, where: str = "") -> int | None:
    """Return a letter's number, or ``None`` for a dash or a point."""
    if item in ("-", ".", ""):
        return None
    found = letters.find(item.upper()) if len(item) == 1 else -1
    if found < 0:
        where = where or place_of(item)
        raise FormatError(f"'{item[:10]}' is not one of the letters {letters}", where)
    return found + 1


def fits_items(items: Items) -> bool:
    """Return whether it is ``rows cols letter``, perhaps with a D for diagonals."""
    return len(items.head) > 2 and items.head[2].isalpha()


def read_items(items: Items, _: Known) -> EasyAsABC:
    """Read puzzlekit: ``5 5 d``, the four sides, the board."""
    length = square(items.grid)
    last = items.head[2].upper()
    if len(last) != 1 or last not in ALPHABET:
        raise FormatError(f"'{last[:10]}' is not the last letter in use")
    letters = ALPHABET[: ALPHABET.index(last) + 1]
    if items.head[3:] not in ((), ("D",)):
        raise FormatError(f"only a D may follow the letter, not '{items.head[3][:10]}'")
    puzzle = from_lines(letters, length, items.lines[:4], items.lines[4:])
    return replace(puzzle, diagonals=True) if len(items.head) > 3 else puzzle


def from_lines(
    letters: str,
    length: int,
    sides: Sequence[Sequence[str]],
    rows: Sequence[Sequence[str]],
) -> EasyAsABC:
    """Return the puzzle with the sides top, bottom, left, right, and perhaps a board."""
    if len(sides) != 4 or len(rows) not in (0, length):
        raise FormatError(f"expected 4 lines of clues and {count_noun(length, 'row')} of cells")
    for line in (*sides, *rows):
        if len(line) != length:
            raise FormatError(
                f"expected {count_noun(length, 'item')} on every line, but one has {len(line)}"
            )
    clues = tuple(
        find_letter(item, letters, place_of(item) or f"{name} {number}")
        for name, line in zip(SIDES, sides, strict=True)
        for number, item in enumerate(line, 1)
    )
    givens = tuple(find_letter(item, letters) for line in rows for item in line)
    return assemble(letters, SIDES, clues, givens)


def write_items(puzzle: EasyAsABC) -> Items:
    """Write puzzlekit: ``5 5 d``, the four sides, the board."""
    if BLANK in puzzle.givens:
        raise FormatError("puzzlekit cannot give blank cells, only letters")
    length = puzzle.grid.rows
    letters = alphabet(len(puzzle.letters)).lower()

    def line(cells: Side) -> tuple[str, ...]:
        return tuple("-" if cell is None else letters[cell - 1] for cell in cells)

    rows = [puzzle.givens[start : start + length] for start in range(0, length * length, length)]
    lines = [line(side) for side in (*BANDS.in_lists(puzzle, SIDES), *rows)]
    more = ("D",) if puzzle.diagonals else ()
    return Items((str(length), str(length), letters[-1], *more), tuple(lines))


def fits_sections(sections: Sections) -> bool:
    """Return whether there are labels beside the board and no areas."""
    return bool(sections.get("clabels")) and not sections.get("areas")


def read_sections(sections: Sections, known: Known) -> EasyAsABC:
    """Read janko.at: top and bottom, left and right, in lower case."""
    sides = (*sections.get("clabels"), *sections.get("rlabels"))
    problem, solution = sections.get("problem"), sections.get("solution")
    # A solution has every letter in its first row.
    row = sorted(item.upper() for item in (solution[0] if solution else ()) if item not in "-.")
    letters = str(known.get("letters") or "".join(row))
    if not letters or len(set(letters)) != len(letters):
        raise FormatError(LETTERS_MISSING)
    return from_lines(letters, len(sides[0]), sides, problem)


def fits_term(term: Term) -> bool:
    """Return whether it is ``solve(Left, Top, Right, Bottom)``, perhaps with a variable."""
    return (
        term.name == "solve"
        and 4 <= len(term.arguments) <= 5
        and all(isinstance(clues, tuple) and clues for clues in term.arguments[:4])
        and all(isinstance(clue, str | None) for side in term.arguments[:4] for clue in side)
    )


TERM_SIDES = ("left", "top", "right", "bottom")


def read_term(term: Term, _: Known) -> EasyAsABC:
    """Read ``solve([' ', 'A'], …)``: left, top, right, bottom; one blank per line."""
    length = len(term.arguments[0])
    letters = alphabet(length - 1)
    clues: list[int | None] = []
    for name, items in zip(TERM_SIDES, term.arguments, strict=False):
        if len(items) != length:
            raise FormatError(
                f"the {name} side has {count_noun(len(items), 'clue')}, "
                f"but the left one has {length}"
            )
        if "" in items and " " in items:
            raise FormatError(
                f"clue {items.index('') + 1} of the {name} side is neither a letter nor ' '"
            )
        texts = (item if isinstance(item, str) else "?" for item in items)
        clues += [
            find_letter(text.strip(), letters, f"{name} {number}")
            for number, text in enumerate(texts, 1)
        ]
    return assemble(letters, TERM_SIDES, tuple(clues))


def write_term(puzzle: EasyAsABC) -> Term:
    """Write ``solve([' ', 'A'], …)``."""
    check_no_diagonals(puzzle, "prolog")
    if puzzle.letters != ALPHABET[: puzzle.grid.rows - 1]:
        raise FormatError("solve/4 needs the letters A, B, C …, one fewer than the board has rows")
    texts: dict[int | None, str] = {None: " ", **dict(enumerate(puzzle.letters, 1))}
    sides = BANDS.in_lists(puzzle, TERM_SIDES)
    return Term("solve", tuple(tuple(texts[clue] for clue in clues) for clues in sides))


# puzzle-draw: letters and a text for each side


def read_entries(entries: Mapping[str, Any], known: Known) -> EasyAsABC:
    """Read ``letters: A-C`` and the four sides as texts such as ``..A.A``."""
    letters = known.get("letters") or read_letters(str(entries.get("letters", "")))
    sides = []
    for name in SIDES:
        side_text = entries.get(name)
        if not isinstance(side_text, str):
            raise FormatError(f"the side '{name}' is missing; it is written as in ..A.B")
        sides.append(tuple(side_text.replace(" ", "")))
    return from_lines(letters, len(sides[0]), sides, ())


def read_letters(text: str) -> str:
    """Return the letters of ``A-C``, ``ABC`` or ``[A, B, C]``."""
    if match := re.fullmatch(r"\s*([A-Z])\s*-\s*([A-Z])\s*", text):
        first, last = (ALPHABET.index(letter) for letter in match.groups())
        return ALPHABET[first : last + 1]
    found = "".join(re.findall(r"[^\W\d_]", text))
    if not found:
        raise FormatError(LETTERS_MISSING)
    return found


def write_entries(puzzle: EasyAsABC) -> Mapping[str, Any]:
    """Write ``letters: ABC`` and the four sides."""
    check_no_diagonals(puzzle, "puzzle-draw")
    if puzzle.has_givens:
        raise FormatError("puzzle-draw cannot hold given cells of an Easy as ABC")
    if not puzzle.letters.isalpha() or not puzzle.letters.isupper():
        raise FormatError("puzzle-draw can only write capital letters")

    def text(clues: Side) -> str:
        return "".join("." if clue is None else puzzle.letters[clue - 1] for clue in clues)

    sides = {name: text(getattr(puzzle, name)) for name in ("top", "left", "bottom", "right")}
    return {"letters": puzzle.letters, **sides}
