"""Texts for boards of given digits: the codecs of Simon Tatham's games, and rows of characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from caracol.authoring.notation.carrying import Fit, Known
from caracol.authoring.notation.codecs import DIGITS, Codec, Cursor, Packed, side
from caracol.authoring.notation.contents import GameId
from caracol.authoring.notation.format import FileFormat
from caracol.authoring.notation.regions import Walls
from caracol.board.grid import Grid
from caracol.errors import FormatError

P = TypeVar("P", bound=Any)
LETTERS = DIGITS[10:]
NUMERALS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LINE_LENGTHS = (81, 256)
"""Number of cells of boards that are known by a line of their digits."""
EMPTY = "0.-*_?X"
"""Signs of an empty cell in rows of characters."""
EDGE = re.compile(r"(?m)^[ \t]*\|?(?=[+*]*-)[-+*]{2,}\|?[ \t]*$")
"""A line of a frame, above, between or below boxes; unlike a row, it has no bar inside."""
FRAMED = re.compile(r"\|?[\w.* -]+(?:\|[\w.* -]+)+\|?")
"""A row with bars between boxes."""


@dataclass(frozen=True)
class Underscored(Codec[tuple[int | None, ...]]):
    """A fixed number of slots with decimal numbers; a letter is a gap, ``_`` separates numbers.

    >>> Underscored(6).parse("1_12a3b"), Underscored(6).write((1, 12, None, 3, None, None))
    ((1, 12, None, 3, None, None), '1_12a3b')
    """

    slots: int

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        found: list[int | None] = []
        while len(found) < self.slots:
            sign = cursor.peek()
            gap = LETTERS.find(sign or "\0") + 1
            digits = re.compile(r"_?(\d{1,4})").match(cursor.text, cursor.at)
            if 0 < gap <= self.slots - len(found):
                found += [None] * gap
                cursor.at += 1
            elif digits is not None:
                found.append(int(digits[1]))
                cursor.at = digits.end()
            else:
                raise cursor.fail("a number, or a letter for a gap that fits")
        return tuple(found)

    def write(self, value: Sequence[int | None]) -> str:
        text, gap = "", 0
        for slot in (*value, 0):
            if slot is None:
                gap += 1
                continue
            while gap:
                text += LETTERS[min(gap, 26) - 1]
                gap -= min(gap, 26)
            if slot:
                text += f"_{slot}" if text[-1:].isdigit() else str(slot)
        return text


@dataclass(frozen=True)
class Skips(Codec[tuple[int | None, ...]]):
    """Given cells of two values: a letter skips cells and gives the next; capitals are 1.

    ``a`` skips none; ``z`` skips 25 and gives nothing. The last letter skips to the end.

    >>> Skips(5).parse("aBc"), Skips(5).write((0, None, 1, None, None))
    ((0, None, 1, None, None), 'aBc')
    """

    slots: int
    cased: bool = False
    """Whether ``z`` is written in the case of the letter that follows it."""

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        found: list[int | None] = [None] * self.slots
        cell = 0
        while True:
            letter = cursor.take(1, "a letter that skips to the end of the board")
            skip = LETTERS.find(letter.lower())
            cell += skip
            if skip < 0:
                cursor.at -= 1
                raise cursor.fail("a letter")
            if cell > self.slots:
                raise FormatError(f"cells extend beyond the {self.slots} cells of the board")
            if skip < 25:
                if cell == self.slots:
                    return tuple(found)
                found[cell] = int(letter.isupper())
                cell += 1

    def write(self, value: Sequence[int | None]) -> str:
        text, gap = "", 0
        # The end of the board is written like one more given cell.
        for given in (*value, 0):
            if given is None:
                gap += 1
                continue
            letter, far = LETTERS[gap % 25], "z" * (gap // 25)
            far = far.upper() if given and self.cased else far
            text, gap = text + far + (letter.upper() if given else letter), 0
        return text


@dataclass(frozen=True)
class Circles(Codec[tuple[int | None, ...]]):
    """A fixed number of slots with white circles (1) and black ones (2), three per character.

    >>> Circles(4).parse("l0"), Circles(4).write((2, None, 1, None))
    ((2, 1, None, None), 'j0')
    """

    slots: int

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        return tuple(circle or None for circle in Packed(self.slots, 3, 3).read(cursor))

    def write(self, value: Sequence[int | None]) -> str:
        return Packed(self.slots, 3, 3).write([circle or 0 for circle in value])


@dataclass(frozen=True)
class Ones(Codec[tuple[int | None, ...]]):
    """A fixed number of slots that are empty or have a mark, as pzpr writes them.

    A character is the number of empty slots before the next mark, in base 36.

    >>> Ones(5).parse("12"), Ones(5).write((None, 1, None, None, 1))
    ((None, 1, None, None, 1), '12')
    """

    slots: int

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        found: list[int | None] = []
        while len(found) < self.slots and not cursor.done:
            gap = DIGITS.find(cursor.take(1, "0-9 or a-z"))
            if gap < 0:
                cursor.at -= 1
                raise cursor.fail("0-9 or a-z")
            found += [None] * gap + [1] * (gap < 35)
        return (*found, *[None] * self.slots)[: self.slots]

    def write(self, value: Sequence[int | None]) -> str:
        text, gap = "", 0
        for slot in value:
            if slot is None:
                gap += 1
            if slot is not None or gap == 35:
                text, gap = text + DIGITS[gap], 0
        return text + (DIGITS[gap] if gap else "")


def read_size(game: GameId, more: str, name: str) -> tuple[Grid, tuple[str, ...]]:
    """Return the board of a game ID such as ``8x6``, and the groups of the pattern after it."""
    match = re.fullmatch(rf"(\d+)(?:x(\d+))?{more}", game.params)
    if match is None:
        raise FormatError(f"'{game.params}' is not a valid set of parameters for {name}")
    columns, rows = side(match[1], "the columns"), side(match[2] or match[1], "the rows")
    return Grid.checked(rows, columns), tuple(part or "" for part in match.groups()[2:])


def readable(read: Callable[[Any, Known], object]) -> Callable[[Any], Fit]:
    """Return the test whether contents can be read, if nothing else can be meant by them.

    A test that raises says no.
    """
    return lambda contents: Fit.NO if read(contents, {}) is None else Fit.SURE


@dataclass(frozen=True)
class GapMarks(Codec[tuple[int | None, ...]]):
    """A fixed number of slots, some with a mark; a letter is the number of slots before a mark.

    ``_`` is a mark at once, and ``z`` is 25 slots without one. A mark follows the last slot.

    >>> GapMarks(4).parse("b__"), GapMarks(4).write((None, None, 1, None))
    ((None, None, 1, 1), 'ba')
    """

    slots: int

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        found: list[int | None] = []
        while len(found) <= self.slots:
            sign = cursor.take(1, "_ or a letter")
            if sign not in f"_{LETTERS}":
                cursor.at -= 1
                raise cursor.fail("_ or a letter")
            found += [None] * (25 if sign == "z" else LETTERS.find(sign) + 1)
            found += [1] * (sign != "z")
        if len(found) > self.slots + 1:
            raise FormatError(f"the letters extend beyond the {self.slots} cells of the board")
        return tuple(found[: self.slots])

    def write(self, value: Sequence[int | None]) -> str:
        text, gap = "", 0
        for slot in (*value, 1):
            if slot is None:
                gap += 1
                continue
            while gap > 25:
                text, gap = f"{text}z", gap - 25
            text, gap = text + (LETTERS[gap - 1] if gap else "_"), 0
        return text


@dataclass(frozen=True)
class GapWalls(Codec[Walls]):
    """Walls between the cells of a square board, as marks between gaps.

    Sides are listed across row by row, then down column by column.

    >>> GapWalls(Grid(2, 2)).write(frozenset({(0, 2), (1, 3)})), GapWalls(Grid(2, 2)).parse("b__")
    ('b__', frozenset({(0, 2), (1, 3)}))
    """

    grid: Grid

    @property
    def sides(self) -> list[tuple[int, int]]:
        """The pairs of neighbours, in this order."""
        columns, pairs = self.grid.columns, self.grid.pairs()
        upright = self.grid.rows * (columns - 1)
        down = sorted(pairs[upright:], key=lambda pair: (pair[0] % columns, pair[0]))
        return [*pairs[:upright], *down]

    def read(self, cursor: Cursor) -> Walls:
        sides = self.sides
        marks = GapMarks(len(sides)).read(cursor)
        return frozenset(side for side, mark in zip(sides, marks, strict=True) if mark)

    def write(self, value: Walls) -> str:
        sides = self.sides
        return GapMarks(len(sides)).write([1 if side in value else None for side in sides])


@dataclass(frozen=True)
class GivenTexts(Generic[P]):
    """Files with one character for each cell of a square board: a digit, or a sign for none."""

    name: str
    """The genre's id."""
    made: Callable[[Grid, tuple[int | None, ...]], P]
    """Returns the puzzle with these givens."""
    boxes: Callable[[P], tuple[int, int]]
    """Returns the rows and columns of a box; raises if these texts cannot carry a puzzle."""

    def formats(self) -> tuple[FileFormat[P], ...]:
        """Return the formats: one line for a puzzle, rows under a heading, and rows in a frame."""
        common: dict[str, Any] = {"givens": True, "read": self.read}
        framed: dict[str, Any] = {
            "looks": self.looks_framed,
            "write": self.write_frame,
            "suffix": ".ss",
        }
        rows: dict[str, Any] = {
            "looks": self.looks_headed,
            "fits": self.looks_headed,
            "sure": False,
            "write": self.write_sdk,
            "suffix": ".sdk",
        }
        line: dict[str, Any] = {
            "looks": self.looks_line,
            "write": self.write_line,
            "single_line": True,
        }
        return (
            FileFormat(
                f"{self.name}-ss",
                "rows in a frame, as SimpleSudoku writes them",
                signs="rows between | and lines of dashes",
                example="*-----*\n|1.|..|\n|..|2.|\n*-----*\n|.3|..|\n|..|.4|\n*-----*\n",
                **framed,
                **common,
            ),
            FileFormat(
                f"{self.name}-sdk",
                "rows of digits and dots, also below the heading [Puzzle]",
                signs="the line [Puzzle], or as many rows as columns",
                example="[Puzzle]\n1...\n..2.\n.3..\n...4\n",
                **rows,
                **common,
            ),
            FileFormat(
                f"{self.name}-line",
                "one line with a character for each cell",
                signs="a line of 81 or 256 digits and dots",
                example=".".join("123456789") + "." * 64,
                **line,
                **common,
            ),
        )

    @staticmethod
    def looks_line(text: str) -> bool:
        """Return whether every line is a whole board of the usual sizes."""
        lines = text.split()
        strange = re.search(r"[^\s0-9A-Ga-g.*_-]", text)
        return bool(lines) and {*map(len, lines)} <= {*LINE_LENGTHS} and not strange

    @staticmethod
    def looks_headed(text: str) -> Fit:
        """Return whether there is the heading of rows, or at least a square of digits and dots."""
        if re.search(r"(?mi)^\[puzzle\]\s*$", text):
            return Fit.SURE
        rows = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
        signs = {*"".join(rows)}
        # Zeros could be regions, and a single digit the ink of a picture.
        square = len(rows) > 1 and {*map(len, rows)} == {len(rows)}
        digits = len(signs) > 2 and "." in signs and signs <= {*"123456789."}
        return Fit.BARE if square and digits else Fit.NO

    @staticmethod
    def looks_framed(text: str) -> bool:
        """Return whether rows are in a frame."""
        lines = text.strip().splitlines()
        rows = [line.strip() for line in lines if not EDGE.fullmatch(line)]
        return 0 < len(rows) < len(lines) and all(map(FRAMED.fullmatch, rows))

    def read(self, text: str) -> Iterator[P]:
        """Yield the puzzle of each line, or the one puzzle of several rows."""
        # Without bars, a line of dashes is a row of empty cells.
        rest = EDGE.sub("", text) if "|" in text else text
        lines = re.sub(r"(?m)^\s*[#\[].*$", "", rest).splitlines()
        rows = [re.sub(r"[|\s]", "", line) for line in lines if line.strip()]
        whole = len(rows) == 1 or {*map(len, rows)} <= {*LINE_LENGTHS}
        for board in rows if whole else ["".join(rows)]:
            side = round(len(board) ** 0.5)
            if not board or side * side != len(board) or side > len(NUMERALS):
                raise FormatError(f"{len(board)} cells do not make a square board")
            letters = NUMERALS[:side]
            grid = Grid(side, side)
            for cell, sign in enumerate(board.upper()):
                if sign not in letters and sign not in EMPTY:
                    wrong = f"'{sign}' is not a digit on a board of {side}×{side} cells"
                    raise FormatError(wrong, grid.name(cell))
            values = (letters.find(sign) + 1 or None for sign in board.upper())
            yield self.made(grid, tuple(values))

    def rows(self, puzzle: P) -> list[str]:
        """Return the rows of a puzzle."""
        self.boxes(puzzle)
        signs = "".join("." if v is None else NUMERALS[v - 1] for v in puzzle.givens)
        side = puzzle.grid.columns
        return [signs[at : at + side] for at in range(0, len(signs), side)]

    def write_line(self, puzzle: P) -> str:
        """Return the whole board on one line."""
        if len(puzzle.givens) not in LINE_LENGTHS:
            raise FormatError("only boards of 9×9 and 16×16 cells are written on one line")
        return "".join(self.rows(puzzle)) + "\n"

    def write_sdk(self, puzzle: P) -> str:
        """Return the rows below a heading."""
        return "\n".join(["[Puzzle]", *self.rows(puzzle), ""])

    def write_frame(self, puzzle: P) -> str:
        """Return the rows with boxes and a frame."""
        high, wide = self.boxes(puzzle)
        side = puzzle.grid.columns
        edge = f"*{'-' * (side + side // wide - 1)}*"
        lines = [edge]
        for number, row in enumerate(self.rows(puzzle), 1):
            lines.append(f"|{'|'.join(row[at : at + wide] for at in range(0, side, wide))}|")
            if number % high == 0:
                lines.append(edge)
        return "\n".join([*lines, ""])
