"""Nonogram files that are little more than lines of numbers."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from caracol.board.grid import LONGEST_SIDE
from caracol.errors import FormatError
from caracol.genres.nonogram import BLACK, Clue, Colour, Nonogram
from caracol.genres.nonogram.plain import (
    assembled,
    colour_lost,
    from_picture,
    is_plain,
    letters_of,
    names_lost,
    one_colour,
    picture_of,
    rgb,
    separated,
    told,
)
from caracol.notation.carrying import FileFormat
from caracol.notation.parts import side
from caracol.puzzle import Info

SEPARATOR = "===="
WORD = re.compile(r"^[ \t]*(rows|columns)[ \t]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE)
CLUE = re.compile(r"^[\s0-9,?]*$", re.ASCII)

# .non and its packs, and Faase's files, which have blanks for commas


def looks_non(text: str) -> bool:
    """Whether there are lines with the words ``rows`` and ``columns``, or a goal."""
    found = {word.lower() for word in WORD.findall(text)}
    sized = re.search(r"^[ \t]*width[ \t]+\d", text, re.MULTILINE) is not None
    return found == {"rows", "columns"} or (sized and re.search(r"^goal\b", text, re.M) is not None)


def read_non(text: str) -> Iterator[Nonogram]:
    """The puzzles of a .non file or a pack of them."""
    packs: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip() == SEPARATOR:
            packs.append([])
        else:
            packs[-1].append(line)
    for lines in packs:
        if any(line.strip() for line in lines):
            yield one_non(lines)


def one_non(lines: list[str]) -> Nonogram:
    """The puzzle of one .non file."""
    words: dict[str, str] = {}
    palette: list[Colour] = []
    clues: dict[str, list[str]] = {}
    number = 0
    while number < len(lines):
        key, _, rest = lines[number].strip().partition(" ")
        key, number = key.lower().rstrip(":"), number + 1
        if key in ("rows", "columns"):
            length = words.get("height" if key == "rows" else "width")
            clues[key], number = block(lines, number, side(length, key) if length else None)
        elif key == "color" and len(rest.split()) == 2:
            letter, value = rest.split()
            palette.append(Colour(letter, letter, rgb(value)))
        elif key and rest:
            words.setdefault(key, html.unescape(rest.strip().strip('"')))
    info = Info(
        words.get("title", ""),
        words.get("by", ""),
        words.get("catalogue", ""),
        words.get("copyright", ""),
    )
    if not clues and "goal" in words:
        return from_goal(words, palette, info)
    used = [c for c in palette if any(c.letter in line for part in clues.values() for line in part)]
    return assembled(clues.get("rows", ()), clues.get("columns", ()), used, info)


def block(lines: Sequence[str], start: int, length: int | None) -> tuple[list[str], int]:
    """The clue lines that follow, and the number of the line behind them.

    An empty line's clue is ``0`` or a blank line, and blank lines also stand between keys;
    where the size is told, a blank line counts while there are not enough others.
    """
    found: list[str] = []
    end = start
    while end < len(lines) and not lines[end].strip()[:1].isalpha():
        end += 1
    inside = [line.strip() for line in lines[start:end]]
    if length is None:
        found = [line for line in inside if line]
    else:
        told_lines = [line for line in inside if line]
        found = told_lines if len(told_lines) == length else inside[:length]
        if len(found) != length:
            raise FormatError(f"expected {length} clues, but there are {len(found)}")
    return found, end


def from_goal(words: dict[str, str], palette: list[Colour], info: Info) -> Nonogram:
    """The puzzle of a file that has only its picture."""
    width, height = side(words.get("width", ""), "width"), side(words.get("height", ""), "height")
    goal = words["goal"]
    if len(goal) != width * height:
        raise FormatError(f"the goal has {len(goal)} cells, but the board {width * height}")
    rows = [goal[start : start + width] for start in range(0, len(goal), width)]
    if palette:
        signs = {"0": 0, **{colour.letter: n for n, colour in enumerate(palette, 1)}}
        return from_picture(picture_of(rows, signs, "goal"), palette, info)
    picture = [[int(sign != "0") for sign in row] for row in rows]
    return from_picture(picture, (BLACK,), info)


def write_non(puzzle: Nonogram) -> str:
    """A .non file."""
    told(puzzle, "non")
    letters = letters_of(puzzle.palette)

    def quoted(text: str) -> str:
        safe = html.escape(text, quote=True).replace("\n", "&#10;").replace("\r", "&#13;")
        return f'"{safe}"'

    info = puzzle.info
    lines = [
        f"{key} {quoted(text)}"
        for key, text in (("catalogue", info.source), ("title", info.title), ("by", info.author))
        if text
    ]
    if is_plain(puzzle):
        letters = ["#"]
    else:
        pairs = zip(letters, puzzle.palette, strict=True)
        lines += [f"color {letter} {colour.rgb}" for letter, colour in pairs]
    lines += [f"width {puzzle.grid.columns}", f"height {puzzle.grid.rows}"]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", name, *(coloured(clue, letters, ",", puzzle) for clue in clues)]
    return "\n".join(lines) + "\n"


def coloured(clue: Clue, letters: Sequence[str], comma: str, puzzle: Nonogram) -> str:
    """A clue whose runs have letters wherever the picture is not plain black."""
    if is_plain(puzzle) or not clue:
        return separated(clue, ["#"], comma)
    return comma.join(f"{run.length}{letters[run.colour - 1]}" for run in clue)


def write_faase(puzzle: Nonogram) -> str:
    """Faase's file: the same words, with blanks between the runs."""
    bare(puzzle, "faase")
    lines = [f"width {puzzle.grid.columns}", f"height {puzzle.grid.rows}"]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += [name, *(separated(clue, ["#"], " ") for clue in clues)]
    return "\n".join(lines) + "\n"


def bare(puzzle: Nonogram, name: str) -> None:
    """Raise where there is more to say than numbers."""
    one_colour(puzzle, name)
    told(puzzle, name)


# .nin: width and height, rows, columns


def number_lines(text: str) -> list[str]:
    """The lines that are not empty, where all of them are numbers; else none."""
    if too_long(text):
        return []
    lines = [line for line in text.splitlines() if line.strip()]
    return lines if all(CLUE.match(line) for line in lines) else []


def too_long(text: str) -> bool:
    """Whether there are more lines than one puzzle can have, so that looking closer is idle."""
    return text.count("\n") > 20 * LONGEST_SIDE


def looks_nin(text: str) -> bool:
    """Whether the first line is a size that the number of the other lines agrees with."""
    lines = number_lines(text)
    size = lines[0].split() if lines else []
    if len(size) != 2 or not all(part.isdigit() and len(part) < 4 for part in size):
        return False
    return len(lines) - 1 == sum(map(int, size))


def read_nin(text: str) -> Iterator[Nonogram]:
    """``width height``, the rows, the columns."""
    lines = [line for line in text.splitlines() if line.strip()]
    size = lines[0].split() if lines else []
    if len(size) != 2:
        raise FormatError("a .nin file begins with its width and its height")
    width, height = side(size[0], "the width"), side(size[1], "the height")
    if len(lines) != 1 + width + height:
        raise FormatError(
            f"expected {height} rows and {width} columns of clues, "
            f"but there are {len(lines) - 1} lines"
        )
    yield assembled(lines[1 : 1 + height], lines[1 + height :])


def write_nin(puzzle: Nonogram) -> str:
    """``width height``, the rows, the columns."""
    bare(puzzle, "nin")
    lines = [f"{puzzle.grid.columns} {puzzle.grid.rows}"]
    lines += [separated(clue, ["#"], " ") for clue in (*puzzle.rows, *puzzle.columns)]
    return "\n".join(lines) + "\n"


# Two blocks of clues with something between them: ish, keen, makhorin, syro


def blocks(text: str) -> list[list[str]]:
    """The blocks of clue lines; comments are left out, blank lines and ``&`` part blocks."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        plain = line.strip()
        if plain in ("", "&", "#"):
            if found[-1]:
                found.append([])
        elif plain[0] not in "#*":
            found[-1].append(plain)
    return [part for part in found if part]


def looks_blocks(text: str) -> bool:
    """Whether there are two blocks of clue lines."""
    parts = [] if too_long(text) else blocks(text)
    return len(parts) == 2 and all(CLUE.match(line) for part in parts for line in part)


def read_blocks(text: str, ends_in_zero: bool = False) -> Iterator[Nonogram]:
    """The rows, then the columns."""
    parts = blocks(text)
    if len(parts) != 2:
        raise FormatError(f"expected a block of rows and one of columns, found {len(parts)} blocks")
    if ends_in_zero:
        parts = [[without_end(line) for line in part] for part in parts]
    yield assembled(parts[0], parts[1])


def without_end(line: str) -> str:
    """The clue without the 0 that ends it; a clue that is 0 alone stays."""
    *runs, last = line.split()
    return " ".join(runs) if runs and last == "0" else line


Layout = Callable[[list[str], list[str]], list[str]]


def write_blocks(puzzle: Nonogram, name: str, layout: Layout) -> str:
    """The rows and the columns, laid out as the format has it."""
    bare(puzzle, name)
    comma = "," if name == "ish" else " "
    rows = [separated(clue, ["#"], comma) for clue in puzzle.rows]
    columns = [separated(clue, ["#"], comma) for clue in puzzle.columns]
    return "\n".join(layout(rows, columns)) + "\n"


def ish(rows: list[str], columns: list[str]) -> list[str]:
    """Comments, commas, and a blank line between."""
    return ["# row clues", *rows, "", "# column clues", *columns]


def keen(rows: list[str], columns: list[str]) -> list[str]:
    """Only a blank line between."""
    return [*rows, "", *columns]


def makhorin(rows: list[str], columns: list[str]) -> list[str]:
    """A comment, and ``&`` between."""
    return ["* nonogram", *rows, "&", *columns]


def syro(rows: list[str], columns: list[str]) -> list[str]:
    """``#`` between and behind; every line ends in 0."""
    ended = [[line if line == "0" else f"{line} 0" for line in part] for part in (rows, columns)]
    return [*ended[0], "#", *ended[1], "#"]


def looks_syro(text: str) -> bool:
    """Whether every clue ends in 0 and ``#`` stands between the blocks."""
    return (
        looks_blocks(text)
        and re.search(r"^#\s*$", text, re.MULTILINE) is not None
        and all(line.split()[-1] == "0" for part in blocks(text) for line in part)
    )


def looks_makhorin(text: str) -> bool:
    """Whether ``&`` stands between the blocks."""
    return looks_blocks(text) and re.search(r"^&\s*$", text, re.MULTILINE) is not None


def looks_ish(text: str) -> bool:
    """Whether there are comments."""
    return looks_blocks(text) and re.search(r"^#", text, re.MULTILINE) is not None


# Pictures of noughts and ones


def matrix_rows(text: str) -> list[str]:
    """The rows, without what may stand between the cells."""
    return [re.sub(r"[\s,]", "", line) for line in text.splitlines() if line.strip()]


def looks_matrix(text: str) -> bool:
    """Whether there are rows of noughts and ones, all of one length above one."""
    rows = [] if too_long(text) else matrix_rows(text)
    return (
        # A blank line inside would part two blocks of clues.
        bool(rows)
        and len(rows) == len(text.strip().splitlines())
        and len(rows[0]) > 1
        and all(len(row) == len(rows[0]) and set(row) <= {"0", "1"} for row in rows)
    )


def read_matrix(text: str) -> Iterator[Nonogram]:
    """The puzzle that the picture makes."""
    yield from_picture(picture_of(matrix_rows(text), {"0": 0, "1": 1}, "picture"))


FILES = (
    FileFormat(
        "non",
        "Steve Simpson's .non files and packs of them, also in colour",
        looks_non,
        read_non,
        write_non,
        info=frozenset({"title", "author", "source"}),
        losses=names_lost,
        suffix=".non",
    ),
    FileFormat(
        "faase",
        "nonogram text with the words width, height, rows, columns",
        lambda _: False,
        read_non,
        write_faase,
        losses=colour_lost,
    ),
    FileFormat(
        "nin",
        "Jakub Wilk's .nin files",
        looks_nin,
        read_nin,
        write_nin,
        losses=colour_lost,
        suffix=".nin",
    ),
    FileFormat(
        "matrix",
        "a picture of noughts and ones, whose clues are taken",
        looks_matrix,
        read_matrix,
    ),
    FileFormat(
        "makhorin",
        "nonogram text: rows, a line &, columns",
        looks_makhorin,
        read_blocks,
        partial(write_blocks, name="makhorin", layout=makhorin),
        losses=colour_lost,
    ),
    FileFormat(
        "syro",
        "nonogram text: rows, a line #, columns; every line ends in 0",
        looks_syro,
        partial(read_blocks, ends_in_zero=True),
        partial(write_blocks, name="syro", layout=syro),
        losses=colour_lost,
    ),
    FileFormat(
        "ish",
        "nonogram text: comments, rows, a blank line, columns, with commas",
        looks_ish,
        read_blocks,
        partial(write_blocks, name="ish", layout=ish),
        losses=colour_lost,
    ),
    FileFormat(
        "keen",
        "nonogram text: rows, a blank line, columns",
        looks_blocks,
        read_blocks,
        partial(write_blocks, name="keen", layout=keen),
        losses=colour_lost,
    ),
)
