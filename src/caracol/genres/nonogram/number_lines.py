"""Nonogram files that are lines of numbers and nothing else: a size, rows, columns.

They differ only in the order of things, so one text can fit several of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from caracol.board.grid import LARGEST_SIDE
from caracol.errors import FormatError
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.clue_texts import (
    assembled,
    bare_clues,
    colour_lost,
    from_picture,
    picture_of,
)
from caracol.notation.carrying import FileFormat
from caracol.notation.codecs import side

CLUE = re.compile(r"^[\s0-9,?]*$", re.ASCII)
MARK = re.compile(r"^[ \t]*#[ \t]*$", re.MULTILINE)
NUMBERS = r"\A[ \t]*[0-9]+(?:[ \t,]+[0-9]+)*[ \t,]*$"
"""A first line of numbers."""


def number_lines(text: str) -> list[str]:
    """The lines that are not empty, where all of them are numbers; else none."""
    if too_long(text):
        return []
    lines = [line for line in text.splitlines() if line.strip()]
    return lines if all(CLUE.match(line) for line in lines) else []


def too_long(text: str) -> bool:
    """Whether there are more lines than one puzzle can have, so that looking closer is idle."""
    return text.count("\n") > 5 * LARGEST_SIDE


# .nin and .nono: two numbers, then the clues


def sized(lines: list[str]) -> tuple[int, int] | None:
    """The two numbers of the first line, where it is that and not more."""
    size = lines[0].split() if lines else []
    if len(size) != 2 or not all(part.isdigit() and len(part) < 5 for part in size):
        return None
    return int(size[0]), int(size[1])


def looks_sized(text: str) -> bool:
    """Whether the first line is a size that the number of the other lines agrees with."""
    lines = number_lines(text)
    size = sized(lines)
    return size is not None and len(lines) - 1 == sum(size)


def read_sized(text: str, name: str, rows_first: bool) -> Iterator[Nonogram]:
    """``width height``, then the rows and the columns, or the columns and the rows."""
    lines = [line for line in text.splitlines() if line.strip()]
    size = lines[0].split() if lines else []
    if len(size) != 2:
        raise FormatError(f"a .{name} file begins with its width and its height")
    width, height = side(size[0], "the width"), side(size[1], "the height")
    if len(lines) != 1 + width + height:
        raise FormatError(
            f"expected {height} rows and {width} columns of clues, "
            f"but there are {len(lines) - 1} lines"
        )
    if rows_first:
        yield assembled(lines[1 : 1 + height], lines[1 + height :])
    else:
        yield assembled(lines[1 + width :], lines[1 : 1 + width])


def write_sized(puzzle: Nonogram, name: str, rows_first: bool) -> str:
    """``width height``, then the rows and the columns, or the columns and the rows."""
    rows, columns = bare_clues(puzzle, name)
    clues = rows + columns if rows_first else columns + rows
    return "\n".join([f"{len(columns)} {len(rows)}", *clues]) + "\n"


# .mk and .cwd: height and width, the rows, a mark, the columns


def looks_mk(text: str) -> bool:
    """Whether there are a size, lines of numbers, a line ``#``, and again lines of numbers."""
    above, mark, below = parted(text)
    size = sized(above)
    return (
        mark
        and size is not None
        and len(above) - 1 <= size[0]
        and len(below) <= size[1]
        and all(CLUE.match(line) for line in (*above, *below))
    )


def parted(text: str) -> tuple[list[str], bool, list[str]]:
    """The lines before and after the first line ``#``, without blank ones."""
    if too_long(text):
        return [], False, []
    above, *below = MARK.split(text, maxsplit=1)
    lines = [[line for line in part.splitlines() if line.strip()] for part in (above, *below)]
    return lines[0], bool(below), lines[1] if below else []


def read_mk(text: str) -> Iterator[Nonogram]:
    """``height width``, the rows, ``#``, the columns; an empty line may be a blank one."""
    match = re.match(r"\s*([0-9]+)[ \t]+([0-9]+)[ \t]*(?:\n|\Z)", text, re.ASCII)
    if match is None:
        raise FormatError("a .mk file begins with its height and its width")
    above, _, below = text[match.end() :].partition("#")
    height, width = side(match[1], "the height"), side(match[2], "the width")
    yield assembled(
        exactly(above.splitlines(), height, "row"),
        exactly(below.partition("\n")[2].splitlines(), width, "column"),
    )


def write_mk(puzzle: Nonogram) -> str:
    """``height width``, the rows, ``#``, the columns."""
    rows, columns = bare_clues(puzzle, "mk")
    return "\n".join([f"{len(rows)} {len(columns)}", *rows, "#", *columns]) + "\n"


def exactly(lines: list[str], number: int, name: str) -> list[str]:
    """So many clues; blank lines are clues of empty lines where there are not enough others."""
    told = [line for line in lines if line.strip()]
    found = told if len(told) == number else lines[:number]
    if len(found) != number or len(told) > number:
        raise FormatError(f"expected {number} {name} clues, but there are {len(told)}")
    return found


def looks_cwd(text: str) -> bool:
    """Whether two lines with a number each tell how many lines follow."""
    lines = number_lines(text)
    size = [line.strip() for line in lines[:2]]
    if len(size) != 2 or not all(part.isdigit() and len(part) < 5 for part in size):
        return False
    height, width = map(int, size)
    return height > 0 and width > 0 and len(lines) - 2 <= height + width <= text.count("\n")


def read_cwd(text: str) -> Iterator[Nonogram]:
    """The height, the width, the rows, a blank line, the columns."""
    lines = text.lstrip("\n").splitlines()
    if len(lines) < 2:
        raise FormatError("a .cwd file begins with its height and its width, one below the other")
    height, width = side(lines[0], "the height"), side(lines[1], "the width")
    told = [line for line in lines[2:] if line.strip()]
    if len(told) == height + width:
        yield assembled(told[:height], told[height:])
        return
    # A blank line within is then the clue of an empty line; one stands between the two parts.
    rows, (between, *columns) = lines[2 : 2 + height], [*lines[2 + height :], ""]
    columns, rest = columns[:width], columns[width:]
    if len(columns) != width or any(line.strip() for line in (between, *rest)):
        raise FormatError(
            f"expected {height} rows, a blank line and {width} columns of clues, "
            f"but there are {len(told)} lines of numbers"
        )
    yield assembled(rows, columns)


def write_cwd(puzzle: Nonogram) -> str:
    """The height, the width, the rows, a blank line, the columns."""
    rows, columns = bare_clues(puzzle, "cwd")
    return "\n".join([str(len(rows)), str(len(columns)), *rows, "", *columns]) + "\n"


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
    rows, columns = bare_clues(puzzle, name, "," if name == "ish" else " ")
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
        "nin",
        "Jakub Wilk's .nin files",
        looks_sized,
        partial(read_sized, name="nin", rows_first=True),
        partial(write_sized, name="nin", rows_first=True),
        losses=colour_lost,
        suffix=".nin",
        sure=False,
        signs="a line with width and height, then a line of numbers for each row and column",
        hint=NUMBERS,
        example="3 2\n2\n1 1\n2\n1\n1\n",
    ),
    FileFormat(
        "nono",
        "azotor's .nono files: width and height, the columns, the rows",
        looks_sized,
        partial(read_sized, name="nono", rows_first=False),
        partial(write_sized, name="nono", rows_first=False),
        losses=colour_lost,
        suffix=".nono",
        sure=False,
        signs="a line with width and height, then a line of numbers for each column and row",
        example="3 2\n2\n1\n1\n2\n1 1\n",
    ),
    FileFormat(
        "cwd",
        "the .cwd files of QNonograms and others: height, width, rows, a blank line, columns",
        looks_cwd,
        read_cwd,
        write_cwd,
        losses=colour_lost,
        suffix=".cwd",
        sure=False,
        signs="two lines with the height and the width, then so many lines of numbers",
        hint=r"\A[ \t]*[0-9]+[ \t]*\n[ \t]*[0-9]+[ \t]*$",
        example="2\n3\n2\n1 1\n\n2\n1\n1\n",
    ),
    FileFormat(
        "mk",
        "Olšák's .mk files: height and width, rows, a line #, columns",
        looks_mk,
        read_mk,
        write_mk,
        losses=colour_lost,
        suffix=".mk",
        sure=False,
        signs="a line with height and width, and lines of numbers with a line # among them",
        hint=r"\A[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*\n[^#]*^[ \t]*#[ \t]*$",
        example="2 3\n2\n1 1\n#\n2\n1\n1\n",
    ),
    FileFormat(
        "matrix",
        "a picture of noughts and ones, whose clues are taken",
        looks_matrix,
        read_matrix,
        sure=False,
        signs="rows of noughts and ones, all of one length",
        example="110\n101\n",
    ),
    FileFormat(
        "syro",
        "nonogram text: rows, a line #, columns; every line ends in 0",
        looks_syro,
        partial(read_blocks, ends_in_zero=True),
        partial(write_blocks, name="syro", layout=syro),
        losses=colour_lost,
        sure=False,
        signs="two blocks of numbers with a line # between, every line ending in 0",
        example="2 0\n1 1 0\n#\n2 0\n1 0\n1 0\n#\n",
    ),
    FileFormat(
        "ish",
        "nonogram text: comments, rows, a blank line, columns, with commas",
        looks_ish,
        read_blocks,
        partial(write_blocks, name="ish", layout=ish),
        losses=colour_lost,
        sure=False,
        signs="two blocks of numbers, and comments that begin with #",
        example="# rows\n2\n1,1\n\n# columns\n2\n1\n1\n",
    ),
    FileFormat(
        "keen",
        "nonogram text: rows, a blank line, columns",
        looks_blocks,
        read_blocks,
        partial(write_blocks, name="keen", layout=keen),
        losses=colour_lost,
        sure=False,
        signs="two blocks of numbers with a blank line between",
        hint=NUMBERS,
        example="2\n1 1\n\n2\n1\n1\n",
    ),
    FileFormat(
        "makhorin",
        "nonogram text: rows, a line &, columns",
        looks_makhorin,
        read_blocks,
        partial(write_blocks, name="makhorin", layout=makhorin),
        losses=colour_lost,
        signs="two blocks of numbers with a line & between",
        hint=r"^&[ \t]*$",
        example="* nonogram\n2\n1 1\n&\n2\n1\n1\n",
    ),
)
