"""Shared parts of the nonogram formats: plain clues, colours and their letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.notation.format import FileFormat
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import CaracolError, FormatError, count_noun
from caracol.genres.nonogram import ANY_LENGTH, ANY_RUNS, BLACK, Clue, Colour, Nonogram, clues_of
from caracol.genres.nonogram.clues import read_clue, write_clue
from caracol.genres.nonogram.doubts import MISFIT, compare_totals
from caracol.puzzle import Info

LETTERS = "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ"
"""Letters that may represent colours in any format; x is reserved for blanks."""

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
"""Colours that files name instead of giving a number."""


def rgb(text: str, fallback: str = "") -> str:
    """Return #rrggbb from three, six or twelve hexadecimal digits, or from a name.

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
    raise FormatError(f"'{text.strip()[:20]}' is not a colour; write it as #rrggbb")


def is_plain(puzzle: Nonogram) -> bool:
    """Return whether it is black on white, as in most formats."""
    return puzzle.palette == (BLACK,)


def check_one_colour(puzzle: Nonogram, name: str) -> None:
    """Raise if there are several colours."""
    if len(puzzle.palette) > 1:
        raise FormatError(
            f"the format '{name}' cannot carry {len(puzzle.palette)} colours, only one"
        )


def check_lengths(puzzle: Nonogram, name: str, *allowed: int) -> None:
    """Raise if a run is ``?`` or ``*`` and the format cannot express it."""
    for where, clue, _ in puzzle.lines():
        for run in clue:
            if run.length in (ANY_LENGTH, ANY_RUNS) and run.length not in allowed:
                sign = "?" if run.length == ANY_LENGTH else "*"
                raise FormatError(f"the format '{name}' cannot carry '{sign}'", where)


def check_bare(puzzle: Nonogram, name: str) -> None:
    """Raise if the clues are more than numbers."""
    check_one_colour(puzzle, name)
    check_lengths(puzzle, name)


def write_bare_clues(puzzle: Nonogram, name: str, comma: str = " ") -> tuple[list[str], list[str]]:
    """Return the clues of the rows and of the columns; raise if they are more than numbers."""
    check_bare(puzzle, name)
    rows, columns = (
        [join_runs(clue, ["#"], comma) for clue in clues] for clues in (puzzle.rows, puzzle.columns)
    )
    return rows, columns


def write_layout(
    puzzle: Nonogram, name: str, template: str, clue: Callable[[str], str] = str
) -> str:
    """Return the text of a template with the puzzle's size and clues filled in.

    ``{rows}`` and ``{columns}`` are lines of clues, each as ``clue`` writes it, given "2 1" or "0".
    """
    rows, columns = ("\n".join(map(clue, clues)) for clues in write_bare_clues(puzzle, name))
    title = " ".join(puzzle.info.title.split())
    return template.format(
        width=puzzle.grid.columns,
        height=puzzle.grid.rows,
        title=f" {title}" if title else "",
        rows=rows,
        columns=columns,
    )


def line_format(
    name: str,
    about: str,
    template: str,
    looks: Callable[[str], bool],
    read: Callable[[str], Iterator[Nonogram | CaracolError]],
    *,
    clue: Callable[[str], str] = str,
    sure: bool = False,
    **more: Any,
) -> FileFormat[Nonogram]:
    """Return the format of black and white puzzles that a template describes."""

    def write(puzzle: Nonogram) -> str:
        return write_layout(puzzle, name, template, clue)

    return FileFormat(name, about, looks, read, write, losses=find_lost_colour, sure=sure, **more)


def lengths(clue: Clue) -> list[int]:
    """Return the bare numbers of a clue."""
    return [run.length for run in clue]


def find_lost_colour(puzzle: Nonogram) -> tuple[str, ...]:
    """Return what a format without colours loses."""
    painted = () if is_plain(puzzle) else ("the colour",)
    return (*painted, *find_lost_background(puzzle))


def find_lost_names(puzzle: Nonogram) -> tuple[str, ...]:
    """Return what a format loses that has colours, but not their names."""
    named = any(colour.name not in ("", colour.letter) for colour in puzzle.palette)
    lost = ("the names of the colours",) if named and not is_plain(puzzle) else ()
    return (*lost, *find_lost_background(puzzle))


def find_lost_background(puzzle: Nonogram) -> tuple[str, ...]:
    """Return what a format loses whose background is always white."""
    return ("the colour of the background",) if puzzle.background else ()


def choose_letters(palette: Sequence[Colour]) -> list[str]:
    """Return a plain letter for each colour: its own if it is one, otherwise a free one."""
    taken = {colour.letter for colour in palette}
    free = (letter for letter in LETTERS if letter not in taken)
    return [c.letter if c.letter in LETTERS else next(free, c.letter) for c in palette]


def find_unused_letter(palette: Iterable[Colour]) -> str:
    """Return a letter that none of these colours has."""
    taken = {colour.letter for colour in palette}
    found = next((letter for letter in ("k", *LETTERS) if letter not in taken), "")
    if not found:
        raise FormatError("there are more colours than letters for them")
    return found


def add_note(puzzle: Nonogram, note: str) -> Nonogram:
    """Return the puzzle with one more line of notes."""
    notes = "\n".join(filter(None, (puzzle.info.notes, note)))
    return replace(puzzle, info=replace(puzzle.info, notes=notes))


def add_goal(puzzle: Nonogram, cells: Sequence[int]) -> Nonogram:
    """Return the puzzle with the picture that its file states; warn if it does not fit."""
    width = puzzle.grid.columns
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    unknown = any(run.length < 1 for _, clue, _ in puzzle.lines() for run in clue)
    fits = (
        len(cells) == puzzle.grid.size
        and min(cells) >= 0
        and (unknown or clues_of(rows) == (puzzle.rows, puzzle.columns))
    )
    if not fits:
        return add_note(puzzle, MISFIT)
    return replace(puzzle, info=replace(puzzle.info, goal=tuple(cells)))


def read_clue_lines(lines: Sequence[str], letters: Sequence[str], name: str) -> tuple[Clue, ...]:
    """Return the clues of all lines of one kind; ``name`` is "row" or "column"."""
    Grid.checked(len(lines), 1, LARGEST_SIDE)
    return tuple(read_clue(line, letters, f"{name} {n}") for n, line in enumerate(lines, 1))


def join_runs(clue: Clue, letters: Sequence[str], comma: str) -> str:
    """Return a clue with this separator between its runs."""
    return write_clue(clue, letters).replace(" ", comma)


def assemble(
    rows: Sequence[str],
    columns: Sequence[str],
    palette: Sequence[Colour] = (),
    info: Info | None = None,
) -> Nonogram:
    """Return the puzzle with these written clues."""
    if not rows or not columns:
        raise FormatError(f"the clues of the {'rows' if not rows else 'columns'} are missing")
    colours = tuple(palette) or (BLACK,)
    letters = [colour.letter for colour in colours]
    puzzle = Nonogram(
        read_clue_lines(rows, letters, "row"),
        read_clue_lines(columns, letters, "column"),
        colours,
        info=info or Info(),
    )
    # A blank line is an empty clue, or the place of one that was lost.
    if not all(line.strip() for line in (*rows, *columns)) and (doubt := compare_totals(puzzle)):
        raise FormatError(f"{doubt}; a blank line was taken for an empty clue")
    return puzzle


def check_stated_size(puzzle: Nonogram, height: object, width: object) -> Nonogram:
    """Return the puzzle; raise if its file states another size, where it states one."""
    for stated, found, name in (
        (height, len(puzzle.rows), "row"),
        (width, len(puzzle.columns), "column"),
    ):
        if stated is not None and str(stated).strip() != str(found):
            raise FormatError(
                f"the file states {str(stated)[:20]} {name}s, but has clues for {found}"
            )
    return puzzle


def from_picture(
    picture: Sequence[Sequence[int]], palette: Sequence[Colour] = (BLACK,), info: Info | None = None
) -> Nonogram:
    """Return the puzzle that a finished picture makes."""
    width = len(picture[0]) if picture else 0
    Grid.checked(len(picture), width, LARGEST_SIDE)
    for number, row in enumerate(picture, 1):
        if len(row) != width:
            raise FormatError(
                f"row {number} has {count_noun(len(row), 'cell')}, but row 1 has {width}"
            )
    rows, columns = clues_of(picture)
    goal = tuple(cell for row in picture for cell in row)
    return Nonogram(rows, columns, tuple(palette), info=replace((info or Info()), goal=goal))


def read_picture(text: Iterable[str], signs: dict[str, int], what: str) -> list[list[int]]:
    """Return a picture from rows of characters."""
    rows = []
    for number, line in enumerate(text, 1):
        for sign in line:
            if sign not in signs:
                known = " ".join(signs)
                raise FormatError(f"{what}, row {number}: '{sign}' is not one of {known}")
        rows.append([signs[sign] for sign in line])
    return rows
