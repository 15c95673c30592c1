"""The letters of an Easy as ABC; many formats only state their number."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.notation import UNNUMBERED
from caracol.board.grid import Grid
from caracol.errors import FormatError
from caracol.genres.easy_as_abc import BANDS, BLANK, EasyAsABC

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIDES = ("top", "bottom", "left", "right")
"""The order of the sides in puzz.link URLs and most other texts."""
LETTERS_MISSING = "the text does not state all the letters; use letters=… or --letters"

Cells = tuple[int | None, ...]


def square(grid: Grid) -> int:
    """Return the side of the board, or raise if it is not square."""
    if grid.rows != grid.columns:
        raise FormatError(f"an Easy as ABC must be square, not {grid.columns}×{grid.rows}")
    return grid.rows


def alphabet(number: int) -> str:
    """Return the first ``number`` letters of the alphabet."""
    if not 1 <= number <= len(ALPHABET):
        raise FormatError(f"there can be 1 to {len(ALPHABET)} letters, not {number}")
    return ALPHABET[:number]


def assemble(letters: str, order: Sequence[str], clues: Cells, givens: Cells = ()) -> EasyAsABC:
    """Return the puzzle with these clues, one side after the other in the given order."""
    length = len(clues) // 4
    for clue in clues:
        check_letter(clue, letters, 1)
    for value in givens:
        check_letter(value, letters, BLANK)
    return EasyAsABC(letters, **BANDS.split(clues, Grid(length, length), order), givens=givens)


def check_letter(number: int | None, letters: str, least: int) -> None:
    """Raise if a number is not a letter's."""
    if number is not None and not least <= number <= len(letters):
        if number == UNNUMBERED:
            raise FormatError(
                "a cell that has 'some letter' cannot be read; give the letter or nothing"
            )
        raise FormatError(f"{number} is not the number of one of the {len(letters)} letters")


def check_no_diagonals(puzzle: EasyAsABC, name: str) -> None:
    """Raise if a puzzle uses diagonals, which a format cannot express."""
    if puzzle.diagonals:
        raise FormatError(f"the format '{name}' cannot state that the diagonals count, too")


def list_renamed_letters(puzzle: EasyAsABC) -> tuple[str, ...]:
    """Return the loss of letters other than A, B, C … in a format that only counts them."""
    plain = ALPHABET[: len(puzzle.letters)]
    return (
        () if puzzle.letters == plain else (f"the letters {puzzle.letters} (written as {plain})",)
    )
