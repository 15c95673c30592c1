"""Nonogram files that consist only of lines of numbers: a size, rows, columns.

They differ only in the order of things, so one text can fit several of them. The table at the end
has an entry for each format, with a template of its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from caracol.authoring.notation.carrying import Fit
from caracol.authoring.notation.codecs import side
from caracol.authoring.notation.format import FileFormat
from caracol.board.grid import LARGEST_SIDE
from caracol.errors import FormatError, count_noun
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.formats.clue_texts import (
    assemble,
    from_picture,
    line_format,
    read_picture,
)

CLUE = re.compile(r"^[\s0-9,?]*$", re.ASCII)
MARK = re.compile(r"^[ \t]*#[ \t]*$", re.MULTILINE)
NUMBERS = r"\A[ \t]*[0-9]+(?:[ \t,]+[0-9]+)*[ \t,]*$"
"""A first line of numbers."""


def find_number_lines(text: str) -> list[str]:
    """Return the lines that are not empty if all of them are numbers; otherwise none."""
    if has_too_many_lines(text):
        return []
    lines = [line for line in text.splitlines() if line.strip()]
    return lines if all(CLUE.match(line) for line in lines) else []


def has_too_many_lines(text: str) -> bool:
    """Return whether there are more lines than one puzzle can have."""
    return text.count("\n") > 5 * LARGEST_SIDE


# .nin and .nono: two numbers, then the clues


def read_size(lines: list[str]) -> tuple[int, int] | None:
    """Return the two numbers of the first line, if there are exactly two."""
    size = lines[0].split() if lines else []
    if len(size) != 2 or not all(part.isdecimal() and len(part) < 5 for part in size):
        return None
    return int(size[0]), int(size[1])


def looks_sized(text: str) -> bool:
    """Return whether the first line is a size that matches the number of the other lines."""
    lines = find_number_lines(text)
    size = read_size(lines)
    return size is not None and len(lines) - 1 == sum(size)


def read_sized(text: str, name: str, rows_first: bool) -> Iterator[Nonogram]:
    """Read ``width height``, then the rows and the columns, or the columns and the rows."""
    lines = [line for line in text.splitlines() if line.strip()]
    size = lines[0].split() if lines else []
    if len(size) != 2:
        raise FormatError(f"a .{name} file begins with its width and its height")
    width, height = side(size[0], "the width"), side(size[1], "the height")
    if len(lines) != 1 + width + height:
        raise FormatError(
            f"expected {count_noun(height, 'row')} and {count_noun(width, 'column')} of clues, "
            f"but found {count_noun(len(lines) - 1, 'line')}"
        )
    if rows_first:
        yield assemble(lines[1 : 1 + height], lines[1 + height :])
    else:
        yield assemble(lines[1 + width :], lines[1 : 1 + width])


# .mk and .cwd: height and width, the rows, a mark, the columns


def looks_mk(text: str) -> bool:
    """Return whether there are a size, lines of numbers, a line ``#`` and more lines of numbers."""
    above, mark, below = split_at_mark(text)
    size = read_size(above)
    return (
        mark
        and size is not None
        and len(above) - 1 <= size[0]
        and len(below) <= size[1]
        and all(CLUE.match(line) for line in (*above, *below))
    )


def split_at_mark(text: str) -> tuple[list[str], bool, list[str]]:
    """Return the lines before and after the first line ``#``, without blank ones."""
    if has_too_many_lines(text):
        return [], False, []
    above, *below = MARK.split(text, maxsplit=1)
    lines = [[line for line in part.splitlines() if line.strip()] for part in (above, *below)]
    return lines[0], bool(below), lines[1] if below else []


def read_mk(text: str) -> Iterator[Nonogram]:
    """Read ``height width``, the rows, ``#``, the columns; an empty clue may be a blank line."""
    match = re.match(r"\s*([0-9]+)[ \t]+([0-9]+)[ \t]*(?:\n|\Z)", text, re.ASCII)
    if match is None:
        raise FormatError("a .mk file begins with its height and its width")
    above, _, below = text[match.end() :].partition("#")
    height, width = side(match[1], "the height"), side(match[2], "the width")
    yield assemble(
        take_exactly(above.splitlines(), height, "row"),
        take_exactly(below.partition("\n")[2].splitlines(), width, "column"),
    )


def take_exactly(lines: list[str], number: int, name: str) -> list[str]:
    """Return ``number`` clues; blank lines are empty clues if there are not enough others."""
    filled = [line for line in lines if line.strip()]
    found = filled if len(filled) == number else lines[:number]
    if len(found) != number or len(filled) > number:
        raise FormatError(f"expected {count_noun(number, f'{name} clue')}, but found {len(filled)}")
    return found


def looks_cwd(text: str) -> bool:
    """Return whether two lines with a number each state how many lines follow."""
    lines = find_number_lines(text)
    size = [line.strip() for line in lines[:2]]
    if len(size) != 2 or not all(part.isdecimal() and len(part) < 5 for part in size):
        return False
    height, width = map(int, size)
    return height > 0 and width > 0 and len(lines) - 2 <= height + width <= text.count("\n")


def read_cwd(text: str) -> Iterator[Nonogram]:
    """Read the height, the width, the rows, a blank line, the columns."""
    lines = text.lstrip("\n").splitlines()
    if len(lines) < 2:
        raise FormatError("a .cwd file begins with its height and its width, one below the other")
    height, width = side(lines[0], "the height"), side(lines[1], "the width")
    filled = [line for line in lines[2:] if line.strip()]
    if len(filled) == height + width:
        yield assemble(filled[:height], filled[height:])
        return
    # Then a blank line within is an empty clue; one separates the two parts.
    rows, below = lines[2 : 2 + height], lines[3 + height :]
    columns, rest = below[:width], below[width:]
    between = "".join(lines[2 + height : 3 + height])
    if len(columns) != width or any(line.strip() for line in (between, *rest)):
        raise FormatError(
            f"expected {count_noun(height, 'row')}, a blank line "
            f"and {count_noun(width, 'column')} of clues, "
            f"but found {count_noun(len(filled), 'line')} of numbers"
        )
    yield assemble(rows, columns)


# Two blocks of clues with something between them: ish, keen, makhorin, syro


def split_blocks(text: str) -> list[list[str]]:
    """Return the blocks of clue lines without comments; blank lines and ``&`` separate blocks."""
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
    """Return whether there are two blocks of clue lines."""
    parts = [] if has_too_many_lines(text) else split_blocks(text)
    return len(parts) == 2 and all(CLUE.match(line) for part in parts for line in part)


def read_blocks(text: str, ends_in_zero: bool = False) -> Iterator[Nonogram]:
    """Read the rows, then the columns."""
    parts = split_blocks(text)
    if len(parts) != 2:
        raise FormatError(
            f"expected a block of rows and one of columns, "
            f"but found {count_noun(len(parts), 'block')}"
        )
    if ends_in_zero:
        parts = [[strip_final_zero(line) for line in part] for part in parts]
    yield assemble(parts[0], parts[1])


def strip_final_zero(line: str) -> str:
    """Return the clue without the 0 that ends it; a clue that is only 0 stays."""
    *runs, last = line.split()
    return " ".join(runs) if runs and last == "0" else line


def looks_syro(text: str) -> bool:
    """Return whether every clue ends in 0 and ``#`` separates the blocks."""
    return (
        looks_blocks(text)
        and re.search(r"^#\s*$", text, re.MULTILINE) is not None
        and all(line.split()[-1] == "0" for part in split_blocks(text) for line in part)
    )


def looks_makhorin(text: str) -> bool:
    """Return whether ``&`` separates the blocks."""
    return looks_blocks(text) and re.search(r"^&\s*$", text, re.MULTILINE) is not None


def looks_ish(text: str) -> bool:
    """Return whether there are comments."""
    return looks_blocks(text) and re.search(r"^#", text, re.MULTILINE) is not None


# Pictures of zeros and ones


def read_matrix_rows(text: str) -> list[str]:
    """Return the rows, without separators between the cells."""
    return [re.sub(r"[\s,]", "", line) for line in text.splitlines() if line.strip()]


def looks_matrix(text: str) -> bool:
    """Return whether there are rows of zeros and ones, all of the same length above one."""
    rows = [] if has_too_many_lines(text) else read_matrix_rows(text)
    return (
        # A blank line inside would separate two blocks of clues.
        bool(rows)
        and len(rows) == len(text.strip().splitlines())
        and len(rows[0]) > 1
        and all(len(row) == len(rows[0]) and set(row) <= {"0", "1"} for row in rows)
    )


def read_matrix(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle that the picture makes."""
    yield from_picture(read_picture(read_matrix_rows(text), {"0": 0, "1": 1}, "picture"))


FILES = (
    line_format(
        "nin",
        "Jakub Wilk's .nin files",
        "{width} {height}\n{rows}\n{columns}\n",
        looks_sized,
        partial(read_sized, name="nin", rows_first=True),
        suffix=".nin",
        signs="a line with width and height, then a line of numbers for each row and column",
        hint=NUMBERS,
        example="3 2\n2\n1 1\n2\n1\n1\n",
    ),
    line_format(
        "nono",
        "azotor's .nono files: width and height, the columns, the rows",
        "{width} {height}\n{columns}\n{rows}\n",
        looks_sized,
        partial(read_sized, name="nono", rows_first=False),
        suffix=".nono",
        signs="a line with width and height, then a line of numbers for each column and row",
        example="3 2\n2\n1\n1\n2\n1 1\n",
    ),
    line_format(
        "cwd",
        "the .cwd files of QNonograms and others: height, width, rows, a blank line, columns",
        "{height}\n{width}\n{rows}\n\n{columns}\n",
        looks_cwd,
        read_cwd,
        suffix=".cwd",
        signs="two lines with the height and the width, then that many lines of numbers",
        hint=r"\A[ \t]*[0-9]+[ \t]*\n[ \t]*[0-9]+[ \t]*$",
        example="2\n3\n2\n1 1\n\n2\n1\n1\n",
    ),
    line_format(
        "mk",
        "Olšák's .mk files: height and width, rows, a line #, columns",
        "{height} {width}\n{rows}\n#\n{columns}\n",
        looks_mk,
        read_mk,
        suffix=".mk",
        signs="a line with height and width, and lines of numbers with a line # among them",
        hint=r"\A[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*\n[^#]*^[ \t]*#[ \t]*$",
        example="2 3\n2\n1 1\n#\n2\n1\n1\n",
    ),
    FileFormat(
        "matrix",
        "a picture of zeros and ones, from which the clues are derived",
        looks_matrix,
        read_matrix,
        sure=False,
        fits=lambda _: Fit.BARE,
        signs="rows of zeros and ones, all of the same length",
        example="110\n101\n",
    ),
    line_format(
        "syro",
        "nonogram text: rows, a line #, columns; every line ends in 0",
        "{rows}\n#\n{columns}\n#\n",
        looks_syro,
        partial(read_blocks, ends_in_zero=True),
        clue=lambda clue: clue if clue == "0" else f"{clue} 0",
        signs="two blocks of numbers with a line # between, every line ending in 0",
        example="2 0\n1 1 0\n#\n2 0\n1 0\n1 0\n#\n",
    ),
    line_format(
        "ish",
        "nonogram text: comments, rows, a blank line, columns, with commas",
        "# row clues\n{rows}\n\n# column clues\n{columns}\n",
        looks_ish,
        read_blocks,
        clue=lambda clue: clue.replace(" ", ","),
        signs="two blocks of numbers, and comments that begin with #",
        example="# rows\n2\n1,1\n\n# columns\n2\n1\n1\n",
    ),
    line_format(
        "keen",
        "nonogram text: rows, a blank line, columns",
        "{rows}\n\n{columns}\n",
        looks_blocks,
        read_blocks,
        signs="two blocks of numbers with a blank line between",
        hint=NUMBERS,
        example="2\n1 1\n\n2\n1\n1\n",
    ),
    line_format(
        "makhorin",
        "nonogram text: rows, a line &, columns",
        "* nonogram\n{rows}\n&\n{columns}\n",
        looks_makhorin,
        read_blocks,
        sure=True,
        signs="two blocks of numbers with a line & between",
        hint=r"^&[ \t]*$",
        example="* nonogram\n2\n1 1\n&\n2\n1\n1\n",
    ),
)
