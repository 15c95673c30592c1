"""Pictures whose clues make nonograms, and the binary files of qnonograms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from caracol.authoring.notation.carrying import Fit
from caracol.authoring.notation.codecs import side
from caracol.authoring.notation.format import FileFormat
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import FormatError, count_noun
from caracol.genres.nonogram import Clue, Nonogram, Run
from caracol.genres.nonogram.formats.clue_texts import from_picture, read_picture

# PBM: P1 in characters, P4 in bits


def looks_pbm(text: str) -> bool:
    """Return whether it begins with the magic number of a bitmap."""
    return re.match(r"P[14][\s#]", text) is not None


HEADER = re.compile(r"P[14](?:\s|#[^\n]*\n)+(\d{1,9})(?:\s|#[^\n]*\n)+(\d{1,9})")


def read_pbm(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle that a portable bitmap makes; 1 is black."""
    match = HEADER.match(text)
    if match is None:
        raise FormatError("a PBM file begins with P1 or P4, its width and its height")
    width, height = side(match[1], "the width"), side(match[2], "the height")
    rest = text[match.end() :]
    if text[1] == "1":
        bits = re.sub(r"#[^\n]*|\s", "", rest)
        surplus = len(bits) - width * height
        rows = [bits[start : start + width] for start in range(0, width * height, width)]
    else:
        wide = (width + 7) // 8
        data = rest[1 : 1 + wide * height]
        surplus = len(rest[1 + wide * height :].rstrip("\r\n"))
        lines = [data[start : start + wide] for start in range(0, wide * height, wide)]
        rows = ["".join(f"{ord(sign) & 255:08b}" for sign in line)[:width] for line in lines]
    check_rows(rows, width)
    if surplus > 0:
        raise FormatError(f"the file has more than the {count_noun(height, 'row')} that it states")
    yield from_picture(read_picture(rows, {"0": 0, "1": 1}, "picture"))


def check_rows(rows: list[str], width: int) -> None:
    """Raise if the picture ends too early."""
    if any(len(row) != width for row in rows):
        raise FormatError("the picture ends before its last row is full")


# XBM: a picture as C source


def looks_xbm(text: str) -> bool:
    """Return whether it defines a width and bits."""
    return re.search(r"#define\s+\w*width\s+\d", text) is not None and "bits" in text


def read_xbm(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle that an X bitmap makes; the lowest bit is the leftmost cell."""
    size = []
    for name in ("width", "height"):
        match = re.search(rf"#define\s+\w*{name}\s+(\d+)", text)
        if match is None:
            raise FormatError(f"an XBM file must define its {name}")
        size.append(side(match[1], f"the {name}"))
    width, height = size
    body = text.partition("{")[2].partition("}")[0]
    values = [int(value, 16) for value in re.findall(r"0[xX]([0-9a-fA-F]{1,2})\b", body)]
    wide = (width + 7) // 8
    if len(values) != wide * height:
        raise FormatError(f"expected {count_noun(wide * height, 'byte')}, but found {len(values)}")
    lines = [values[start : start + wide] for start in range(0, wide * height, wide)]
    rows = ["".join(f"{value:08b}"[::-1] for value in line)[:width] for line in lines]
    yield from_picture(read_picture(rows, {"0": 0, "1": 1}, "picture"))


# qnonograms .jap: bytes

MAGIC = "TLS"
UNSUPPORTED, SOLVED = 0x40, 0x80


def looks_jap(text: str) -> bool:
    """Return whether it begins as such files do."""
    return text.startswith(MAGIC)


def read_jap(text: str) -> Iterator[Nonogram]:
    """Read ``TLS``, four bytes, flags, columns, rows, then the clues of columns and of rows."""
    data = [ord(sign) & 255 for sign in text]
    if len(data) < 10:
        raise FormatError("the file ends before its size")
    flags, columns, rows = data[7:10]
    if flags & UNSUPPORTED:
        raise FormatError("this kind of .jap file is not supported (its flags include 0x40)")
    Grid.checked(rows, columns)
    found: list[Clue] = []
    at = 10
    for _ in range(columns + rows):
        number = data[at] if at < len(data) else 0
        runs = data[at + 1 : at + 1 + number]
        if at >= len(data) or len(runs) < number:
            raise FormatError("the file ends before its last clue")
        found.append(tuple(Run(length) for length in runs if length))
        at += 1 + number
    if at < len(data) and not flags & SOLVED:
        raise FormatError(f"{count_noun(len(data) - at, 'byte')} too many after the last clue")
    yield Nonogram(tuple(found[columns:]), tuple(found[:columns]))


# Pictures of characters: # and . and the like

DARK = "#X█■▓@●*"
LIGHT = "._- □·░○"


def read_rows(text: str) -> list[str]:
    """Return the rows of a picture of characters, including blanks at their ends."""
    lines = text.strip("\n").splitlines()
    width = max(map(len, lines), default=0)
    if max(width, len(lines)) > LARGEST_SIDE:
        # Padded with blanks, a long line among many short ones would take all memory.
        raise FormatError(f"a picture can have at most {LARGEST_SIDE} rows and columns")
    return [line.ljust(width) for line in lines] if " " in text else lines


def looks_drawn(text: str) -> bool:
    """Return whether there are rows of one dark and one light character, all of the same length."""
    if len(text) > 2 * LARGEST_SIDE**2:
        return False
    rows = read_rows(text)
    signs = set("".join(rows))
    return (
        len(rows) > 1
        and len(signs) == 2
        and len({len(row) for row in rows}) == 1
        and len(rows[0]) > 1
        and len(signs & set(DARK)) == len(signs & set(LIGHT)) == 1
    )


def fits_drawn(text: str) -> Fit:
    """Return whether it may be a picture; letters may also be a table of another genre."""
    return Fit.BARE if any(sign.isalnum() for sign in text) else Fit.MAYBE


def read_drawn(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle that a picture of characters makes."""
    signs = {**dict.fromkeys(LIGHT, 0), **dict.fromkeys(DARK, 1)}
    yield from_picture(read_picture(read_rows(text), signs, "picture"))


FILES = (
    FileFormat(
        "pbm",
        "a portable bitmap, from which the clues are derived",
        looks_pbm,
        read_pbm,
        binary=True,
        suffix=".pbm",
        signs="the first letters P1 or P4",
        example="P1\n2 1\n1 0\n",
    ),
    FileFormat(
        "xbm",
        "an X bitmap, from which the clues are derived",
        looks_xbm,
        read_xbm,
        suffix=".xbm",
        signs="C source that defines a width and bits",
        example="#define a_width 2\n#define a_height 1\nstatic char a_bits[] = {0x01};\n",
    ),
    FileFormat(
        "jap",
        "qnonograms' binary files",
        looks_jap,
        read_jap,
        binary=True,
        suffix=".jap",
        signs="the first letters TLS",
        example="TLS\0\0\0\0\0\1\1\1\1\1\1",
    ),
    FileFormat(
        "drawn",
        "a picture of two characters such as # and ., from which the clues are derived",
        looks_drawn,
        read_drawn,
        sure=False,
        fits=fits_drawn,
        signs="rows of one dark and one light character, all of the same length",
        example="##.\n#.#\n",
    ),
)
