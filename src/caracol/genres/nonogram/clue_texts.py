"""What the formats of nonograms share: plain clues, colours and their letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import FormatError
from caracol.genres.nonogram import ANY_LENGTH, ANY_RUNS, BLACK, Clue, Colour, Nonogram, clues_of
from caracol.genres.nonogram.clues import read_clue, write_clue
from caracol.puzzle import Info

LETTERS = "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ"
"""Letters that may stand for colours in any format; x is taken for blanks."""

NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#00b000",
    "lime": "#00ff00",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
    "orange": "#ffa500",
    "purple": "#800080",
    "pink": "#ffc0cb",
    "brown": "#a52a2a",
    "grey": "#808080",
    "gray": "#808080",
    "silver": "#c0c0c0",
    "maroon": "#800000",
    "olive": "#808000",
    "navy": "#000080",
    "teal": "#008080",
    "gold": "#ffd700",
    "violet": "#ee82ee",
    "tan": "#d2b48c",
}
"""The colours that files call by name and not by number."""


def rgb(text: str, fallback: str = "") -> str:
    """#rrggbb from three, six or twelve hexadecimal digits, or from a name.

    >>> rgb("F00"), rgb("#00B000"), rgb("Blue")
    ('#ff0000', '#00b000', '#0000ff')
    """
    plain = text.strip().removeprefix("#").lower()
    if text.strip().lower() in NAMED:
        return NAMED[text.strip().lower()]
    if re.fullmatch(r"[0-9a-f]{6}", plain):
        return f"#{plain}"
    if re.fullmatch(r"[0-9a-f]{3}", plain):
        return "#" + "".join(digit * 2 for digit in plain)
    if re.fullmatch(r"[0-9a-f]{12}", plain):
        return f"#{plain[0:2]}{plain[4:6]}{plain[8:10]}"
    if fallback:
        return fallback
    raise FormatError(f"'{text.strip()[:20]}' is no colour; write it as #rrggbb")


def is_plain(puzzle: Nonogram) -> bool:
    """Whether it is black on white, as most formats know it."""
    return puzzle.palette == (BLACK,)


def check_one_colour(puzzle: Nonogram, name: str) -> None:
    """Raise where there are several colours."""
    if len(puzzle.palette) > 1:
        raise FormatError(
            f"the format '{name}' cannot carry {len(puzzle.palette)} colours, only one"
        )


def check_lengths(puzzle: Nonogram, name: str, *allowed: int) -> None:
    """Raise where a run is ``?`` or ``*`` and the format knows no such thing."""
    for where, clue, _ in puzzle.lines():
        for run in clue:
            if run.length in (ANY_LENGTH, ANY_RUNS) and run.length not in allowed:
                sign = "?" if run.length == ANY_LENGTH else "*"
                raise FormatError(f"the format '{name}' cannot carry '{sign}'", where)


def check_bare(puzzle: Nonogram, name: str) -> None:
    """Raise where there is more to say than numbers."""
    check_one_colour(puzzle, name)
    check_lengths(puzzle, name)


def bare_clues(puzzle: Nonogram, name: str, comma: str = " ") -> tuple[list[str], list[str]]:
    """The clues of the rows and of the columns; raises where there is more to say than numbers."""
    check_bare(puzzle, name)
    rows, columns = (
        [separated(clue, ["#"], comma) for clue in clues] for clues in (puzzle.rows, puzzle.columns)
    )
    return rows, columns


def lengths(clue: Clue) -> list[int]:
    """The bare numbers of a clue."""
    return [run.length for run in clue]


def colour_lost(puzzle: Nonogram) -> tuple[str, ...]:
    """What a format without colours loses."""
    painted = () if is_plain(puzzle) else ("the colour",)
    return (*painted, *background_lost(puzzle))


def names_lost(puzzle: Nonogram) -> tuple[str, ...]:
    """What a format loses that has colours, but not their names."""
    named = any(colour.name not in ("", colour.letter) for colour in puzzle.palette)
    lost = ("the names of the colours",) if named and not is_plain(puzzle) else ()
    return (*lost, *background_lost(puzzle))


def background_lost(puzzle: Nonogram) -> tuple[str, ...]:
    """What a format loses that is always on white."""
    return ("the colour of the background",) if puzzle.background else ()


def letters_of(palette: Sequence[Colour]) -> list[str]:
    """A plain letter for each colour: its own where that is one, else a free one."""
    taken = {colour.letter for colour in palette}
    free = (letter for letter in LETTERS if letter not in taken)
    return [c.letter if c.letter in LETTERS else next(free, c.letter) for c in palette]


def unused_letter(palette: Iterable[Colour]) -> str:
    """A letter that no colour of these has."""
    taken = {colour.letter for colour in palette}
    found = next((letter for letter in ("k", *LETTERS) if letter not in taken), "")
    if not found:
        raise FormatError("there are more colours than letters for them")
    return found


def with_goal(puzzle: Nonogram, cells: Sequence[int]) -> Nonogram:
    """The puzzle with the picture that its file states; one that does not fit is told."""
    width = puzzle.grid.columns
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    unknown = any(run.length < 1 for _, clue, _ in puzzle.lines() for run in clue)
    fits = (
        len(cells) == puzzle.grid.size
        and min(cells) >= 0
        and (unknown or clues_of(rows) == (puzzle.rows, puzzle.columns))
    )
    info = puzzle.info
    if not fits:
        notes = "\n".join(
            filter(None, (info.notes, "The goal of the file does not fit its clues."))
        )
        return puzzle.changed(info=info.changed(notes=notes))
    return puzzle.changed(info=info.changed(goal=tuple(cells)))


def clue_lines(lines: Sequence[str], letters: Sequence[str], name: str) -> tuple[Clue, ...]:
    """The clues of all lines of one kind; ``name`` is "row" or "column"."""
    Grid.checked(len(lines), 1, LARGEST_SIDE)
    return tuple(read_clue(line, letters, f"{name} {n}") for n, line in enumerate(lines, 1))


def separated(clue: Clue, letters: Sequence[str], comma: str) -> str:
    """A clue with something else than blanks between its runs."""
    return write_clue(clue, letters).replace(" ", comma)


def assembled(
    rows: Sequence[str],
    columns: Sequence[str],
    palette: Sequence[Colour] = (),
    info: Info | None = None,
) -> Nonogram:
    """The puzzle with these written clues."""
    if not rows or not columns:
        raise FormatError(f"the clues of the {'rows' if not rows else 'columns'} are missing")
    colours = tuple(palette) or (BLACK,)
    letters = [colour.letter for colour in colours]
    return Nonogram(
        clue_lines(rows, letters, "row"),
        clue_lines(columns, letters, "column"),
        colours,
        info=info or Info(),
    )


def from_picture(
    picture: Sequence[Sequence[int]], palette: Sequence[Colour] = (BLACK,), info: Info | None = None
) -> Nonogram:
    """The puzzle that a finished picture makes."""
    width = len(picture[0]) if picture else 0
    Grid.checked(len(picture), width, LARGEST_SIDE)
    for number, row in enumerate(picture, 1):
        if len(row) != width:
            raise FormatError(f"row {number} has {len(row)} cells, but row 1 has {width}")
    rows, columns = clues_of(picture)
    goal = tuple(cell for row in picture for cell in row)
    return Nonogram(rows, columns, tuple(palette), info=(info or Info()).changed(goal=goal))


def picture_of(text: Iterable[str], signs: dict[str, int], what: str) -> list[list[int]]:
    """A picture from rows of characters."""
    rows = []
    for number, line in enumerate(text, 1):
        for sign in line:
            if sign not in signs:
                known = " ".join(signs)
                raise FormatError(f"{what}, row {number}: '{sign}' is none of {known}")
        rows.append([signs[sign] for sign in line])
    return rows
