"""How people set and play Easy as ABC."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caracol.editor import Act, Addition, Gesture, Tool, Writing, kept, moved
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import BLANK, SIDES, EasyAsABC, clue_name
from caracol.options import Kind, Option

OPTIONS = (
    Option("size", Kind.INTEGER, 5, "rows and columns of the board", 1, 20),
    Option("letters", Kind.TEXT, "ABC", "the letters that stand once in each row and column"),
    Option("diagonals", Kind.FLAG, False, "each letter also once on both long diagonals"),
)
TOOLS = (
    Tool(
        "clues",
        "Clues",
        "Choose a place beside the board and type the letter that is seen from there.",
        Gesture.OUTSIDE,
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
    """A press chooses a cell, and letters are typed."""
    return Writing((), {".": BLANK, "0": BLANK, "-": BLANK})


def blank(options: Mapping[str, Any]) -> EasyAsABC:
    """A board without clues."""
    none = (None,) * options["size"]
    return EasyAsABC(options["letters"], none, none, none, none, options["diagonals"])


def settings(puzzle: EasyAsABC) -> dict[str, Any]:
    """Size and letters."""
    return {
        "size": puzzle.grid.rows,
        "letters": puzzle.letters,
        "diagonals": puzzle.diagonals,
    }


def reformed(puzzle: EasyAsABC, options: Mapping[str, Any]) -> EasyAsABC:
    """Clues and givens stay, as far as there are their places and their letters."""
    made, size = blank(options), options["size"]

    def known(letter: int | None) -> int | None:
        return letter if (letter or 0) < len(made.symbols) else None

    clues = {side: tuple(map(known, kept(getattr(puzzle, side), size, None))) for side in SIDES}
    givens = moved(tuple(map(known, puzzle.givens)), puzzle.grid, made.grid, None)
    return made.changed(**clues, givens=givens, info=puzzle.info)


def edit(puzzle: EasyAsABC, act: Act) -> EasyAsABC:
    """A clue beside the board, or none where nothing is typed."""
    side, number = place(puzzle, act.row, act.column)
    return with_clue(puzzle, side, number, letter(puzzle, act.text.strip(), f"{side} {number + 1}"))


def additions(puzzle: EasyAsABC, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """The clues of solutions that are not told yet."""
    for side in SIDES:
        for number, clue in enumerate(getattr(puzzle, side)):
            if clue is not None:
                continue
            across = side in ("left", "right")
            line = puzzle.grid.row(number) if across else puzzle.grid.column(number)
            line = line[::-1] if side in ("right", "bottom") else line
            seen = (next(s[cell] for cell in line if s[cell] != BLANK) for s in solutions)
            for first in dict.fromkeys(seen):
                about = clue_name(puzzle.letters, side, number, first)
                yield Addition("clue", about, with_clue(puzzle, side, number, first))


def place(puzzle: EasyAsABC, row: int, column: int) -> tuple[str, int]:
    """The side and the number there of a place beside the board."""
    size = puzzle.grid.rows
    if 0 <= column < size and row in (-1, size):
        return ("top" if row < 0 else "bottom"), column
    if 0 <= row < size and column in (-1, size):
        return ("left" if column < 0 else "right"), row
    raise ClueError("clues stand directly beside a row or a column")


def letter(puzzle: EasyAsABC, text: str, where: str) -> int | None:
    """The letter that was typed; capitals and small letters are the same where that is clear."""
    if not text:
        return None
    for same in (str, str.upper, str.lower):
        if same(text) in [*puzzle.letters]:
            return puzzle.letters.index(same(text)) + 1
    raise ClueError(f"'{text[:8]}' is none of the letters {puzzle.letters}", where)


def with_clue(puzzle: EasyAsABC, side: str, number: int, clue: int | None) -> EasyAsABC:
    """The puzzle with another clue."""
    clues = list(getattr(puzzle, side))
    clues[number] = clue
    changed: dict[str, Any] = {side: tuple(clues)}
    return puzzle.changed(**changed)
