"""The editor of Easy as ABC, for setters and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.editor import Act, Addition, Writing, moved
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import BANDS, BLANK, EasyAsABC, clue_name
from caracol.support.options import Kind, Option

OPTIONS = (
    Option("size", Kind.INTEGER, 5, "rows and columns of the board", 1, 20),
    Option("letters", Kind.TEXT, "ABC", "the letters that occur once in each row and column"),
    Option("diagonals", Kind.FLAG, False, "each letter also once on both long diagonals"),
)
TOOLS = (
    BANDS.tool(
        "clues",
        "Clues",
        "Choose a place beside the board and type the letter that is seen from there.",
    ),
)
EXAMPLE = {
    "caracol": 1,
    "genre": "easy-as-abc",
    "title": "A first Easy as ABC",
    "letters": "ABC",
    "top": "..A..",
    "left": "CC...",
    "right": "..B.B",
    "bottom": "B...C",
}


def writing(_puzzle: EasyAsABC) -> Writing:
    """Return that a press selects a cell, and letters are typed."""
    return Writing((), {".": BLANK, "0": BLANK, "-": BLANK})


def blank(options: Mapping[str, Any]) -> EasyAsABC:
    """Return a board without clues."""
    none = (None,) * options["size"]
    return EasyAsABC(options["letters"], none, none, none, none, options["diagonals"])


def settings(puzzle: EasyAsABC) -> dict[str, Any]:
    """Return size and letters."""
    return {
        "size": puzzle.grid.rows,
        "letters": puzzle.letters,
        "diagonals": puzzle.diagonals,
    }


def reformed(puzzle: EasyAsABC, options: Mapping[str, Any]) -> EasyAsABC:
    """Return a board that keeps clues and givens whose places and letters still exist."""
    made = blank(options)

    def known(letter: int | None) -> int | None:
        return letter if (letter or 0) < len(made.symbols) else None

    clues: dict[str, Any] = BANDS.resize(puzzle, made.grid, lambda letter, _: known(letter))
    givens = moved(tuple(map(known, puzzle.givens)), puzzle.grid, made.grid, None)
    return replace(made, **clues, givens=givens, info=puzzle.info)


def edit(puzzle: EasyAsABC, act: Act) -> EasyAsABC:
    """Return the puzzle with a clue beside the board changed, or removed if nothing is typed."""
    band, number = BANDS.find(puzzle.grid, act.row, act.column)
    typed = read_letter(puzzle, act.text.strip(), f"{band.side} {number + 1}")
    return BANDS.change(puzzle, band, number, typed)


def additions(puzzle: EasyAsABC, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Yield the clues of solutions that are not there yet."""
    for band in BANDS:
        for number, clue in enumerate(getattr(puzzle, band.field)):
            if clue is not None:
                continue
            line = band.cells(puzzle.grid, number)
            seen = (next(s[cell] for cell in line if s[cell] != BLANK) for s in solutions)
            for first in dict.fromkeys(seen):
                about = clue_name(puzzle.letters, band.side, number, first)
                yield Addition("clue", about, BANDS.change(puzzle, band, number, first))


def read_letter(puzzle: EasyAsABC, text: str, where: str) -> int | None:
    """Return the letter that was typed, ignoring case unless both cases are in use."""
    if not text:
        return None
    for same in (str, str.upper, str.lower):
        if same(text) in [*puzzle.letters]:
            return puzzle.letters.index(same(text)) + 1
    raise ClueError(f"'{text[:8]}' is not one of the letters {puzzle.letters}", where)
