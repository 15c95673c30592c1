"""Parts of texts that read and write with one description.

A codec turns a stretch of text into a value and back. The bodies of links are composed of them, so
that reader and writer cannot disagree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from caracol.authoring.notation import UNNUMBERED
from caracol.authoring.notation.items import place_of
from caracol.authoring.notation.regions import Walls
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import ClueError, FormatError

V = TypeVar("V")

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
BLACK = 4
"""Penpa+'s number for black."""


class Cursor:
    """A place in a text that is being read."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text, self.at = text, at
        self.slot = 0
        """Number of the slot that is being read; it is kept when reading fails."""

    @property
    def done(self) -> bool:
        """Whether everything has been read."""
        return self.at >= len(self.text)

    def peek(self) -> str:
        """Return the next character, or "" at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, number: int, wanted: str) -> str:
        """Return the next ``number`` characters."""
        found = self.text[self.at : self.at + number]
        if len(found) < number:
            self.at = len(self.text)
            raise self.fail(wanted)
        self.at += number
        return found

    def fail(self, wanted: str) -> FormatError:
        """Return the error that says what was expected here."""
        here = f"found '{self.peek()}'" if self.peek() else "but the text ends"
        shown = self.text if len(self.text) <= 40 else f"{self.text[:39]}…"
        return FormatError(f"expected {wanted} at character {self.at + 1} of '{shown}', {here}")


class Codec(ABC, Generic[V]):
    """A reader and writer of one stretch of text."""

    @abstractmethod
    def read(self, cursor: Cursor) -> V:
        """Return the value at the cursor, and move the cursor past it."""

    @abstractmethod
    def write(self, value: V) -> str:
        """Return the text for a value."""

    def parse(self, text: str) -> V:
        """Return the value that a whole text states."""
        cursor = Cursor(text)
        value = self.read(cursor)
        if not cursor.done:
            raise cursor.fail("the end")
        return value


def read_slots(codec: Codec[V], cursor: Cursor, name: Callable[[int], str]) -> V:
    """Return the list at the cursor; an error is prefixed with the ``name`` of its slot."""
    cursor.slot = 0
    try:
        return codec.read(cursor)
    except FormatError as problem:
        raise FormatError(str(problem), name(cursor.slot)) from None


def parse_slots(codec: Codec[V], text: str, name: Callable[[int], str]) -> V:
    """Return the list that a whole text states; an error is prefixed with the name of its slot."""
    cursor = Cursor(text)
    value = read_slots(codec, cursor, name)
    if not cursor.done:
        raise cursor.fail("the end")
    return value


@dataclass(frozen=True)
class Number(Codec[int]):
    """A number as pzpr writes it: one hexadecimal digit, or a sign and several.

    >>> Number().write(15), Number().write(16), Number().parse("-1f")
    ('f', '-10', 31)
    """

    most: int = 1_126_351
    """The largest number that may be written."""

    # Sign, number of hexadecimal digits, and the offset added to them.
    SIGNS = (
        ("-", 2, 0),
        ("+", 3, 0),
        ("=", 3, 4096),
        ("%", 3, 8192),
        ("*", 4, 12240),
        ("$", 5, 77776),
    )

    def read(self, cursor: Cursor) -> int:
        first = cursor.peek()
        if first == ".":
            cursor.at += 1
            return UNNUMBERED
        if first and first in DIGITS[:16]:
            cursor.at += 1
            return int(first, 16)
        for sign, length, more in self.SIGNS:
            if first == sign or (sign == "%" and first == "@"):
                cursor.at += 1
                digits = cursor.take(length, f"{length} hexadecimal digits")
                if any(digit not in DIGITS[:16] for digit in digits):
                    cursor.at -= length
                    raise cursor.fail(f"{length} hexadecimal digits")
                return int(digits, 16) + more
        raise cursor.fail("a number (0-9, a-f, '-' and two digits) or a gap (g-z)")

    def write(self, value: int) -> str:
        if value == UNNUMBERED:
            return "."
        if value > self.most:
            raise FormatError(f"the number {value} is too large; the maximum here is {self.most}")
        if value < 16:
            return DIGITS[value]
        for sign, length, more in self.SIGNS:
            if value - more < 16**length:
                return f"{sign}{value - more:0{length}x}"
        raise FormatError(f"the number {value} is too large to be written")


@dataclass(frozen=True)
class OneOf(Codec[int]):
    """One of several characters; its value is its position among them, counted from ``first``."""

    characters: str
    wanted: str = "another character"
    first: int = 0

    def read(self, cursor: Cursor) -> int:
        found = self.characters.find(cursor.peek() or "\0")
        if found < 0:
            raise cursor.fail(self.wanted)
        cursor.at += 1
        return found + self.first

    def write(self, value: int) -> str:
        if not 0 <= value - self.first < len(self.characters):
            most = self.first + len(self.characters) - 1
            raise FormatError(
                f"numbers here range from {self.first} to {most}, so {value} is not valid"
            )
        return self.characters[value - self.first]


@dataclass(frozen=True)
class Base36(Codec[int]):
    """A number as pzpr writes it if few squares are empty: a digit or letter, or ``-`` and two.

    >>> Base36().write(35), Base36().write(36), Base36().parse("-11")
    ('z', '-10', 37)
    """

    def read(self, cursor: Cursor) -> int:
        length = 1
        if cursor.peek() == "-":
            cursor.at += 1
            length = 2
        digits = cursor.take(length, f"{length} of 0-9, a-z")
        if any(digit not in DIGITS for digit in digits):
            cursor.at -= length
            raise cursor.fail(f"{length} of 0-9, a-z")
        return int(digits, 36)

    def write(self, value: int) -> str:
        if value >= 36 * 36:
            raise FormatError(f"the number {value} is too large; the maximum here is {36 * 36 - 1}")
        last = DIGITS[value % 36]
        return last if value < 36 else f"-{DIGITS[value // 36]}{last}"


@dataclass(frozen=True)
class Spaced(Codec[tuple[int | None, ...]]):
    """A fixed number of slots, each with an item or empty; a letter represents a gap of empty ones.

    >>> Spaced(6).parse("1h-10h")
    (1, None, None, 16, None, None)
    """

    slots: int
    item: Codec[int] = Number(most=255)
    gaps: str = DIGITS[16:]
    """The letters for gaps of one slot, two slots and so on."""

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        found: list[int | None] = []
        while len(found) < self.slots:
            cursor.slot = len(found)
            gap = self.gaps.find(cursor.peek() or "\0") + 1
            if gap > self.slots - len(found):
                raise cursor.fail(f"a gap of at most {self.slots - len(found)}")
            if gap:
                cursor.at += 1
                found += [None] * gap
            else:
                found.append(self.item.read(cursor))
        return tuple(found)

    def write(self, value: Sequence[int | None]) -> str:
        assert len(value) == self.slots
        if None in value and not self.gaps:
            raise FormatError("this format has no sign for an empty square")
        text, gap = [], 0
        for slot in value:
            gap = gap + 1 if slot is None else gap
            if gap and (slot is not None or gap == len(self.gaps)):
                text.append(self.gaps[gap - 1])
                gap = 0
            if slot is not None:
                text.append(self.item.write(slot))
        return "".join(text) + (self.gaps[gap - 1] if gap else "")


@dataclass(frozen=True)
class Fours(Codec[tuple[int | None, ...]]):
    """A fixed number of slots with numbers up to four, as pzpr writes them: a digit includes a gap.

    ``5`` to ``9`` are 0 to 4 and an empty slot, ``a`` to ``e`` the same and two of them.

    >>> Fours(6).parse("8bg"), Fours(6).write((3, None, 1, None, None, None))
    ((3, None, 1, None, None, None), '8bg')
    """

    slots: int

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        found: list[int | None] = []
        while len(found) < self.slots:
            cursor.slot = len(found)
            sign = cursor.peek()
            place = DIGITS.find(sign or "\0")
            if sign == ".":
                found.append(UNNUMBERED)
            elif 0 <= place < 15:
                # At the end of the board, the gap of a digit may extend beyond it.
                found += [place % 5, *[None] * min(place // 5, self.slots - len(found) - 1)]
            elif 16 <= place <= 15 + self.slots - len(found):
                found += [None] * (place - 15)
            else:
                raise cursor.fail("a number (0-4, 5-9, a-e), a dot or a gap (g-z) that fits")
            cursor.at += 1
        return tuple(found)

    def write(self, value: Sequence[int | None]) -> str:
        assert len(value) == self.slots
        text, gap, place = [], 0, 0
        while place < self.slots:
            clue = value[place]
            gap = gap + 1 if clue is None else gap
            if gap and (clue is not None or gap == 20):
                text.append(DIGITS[gap + 15])
                gap = 0
            if clue is not None:
                following = [*value[place + 1 : place + 3], None, None][:2]
                included = 0 if following[0] is not None and place + 1 < self.slots else 2
                if included and following[1] is not None:
                    included = 1
                text.append("." if clue == UNNUMBERED else DIGITS[clue + 5 * included])
                place += 0 if clue == UNNUMBERED else included
            place += 1
        return "".join(text) + (DIGITS[gap + 15] if gap else "")


@dataclass(frozen=True)
class Packed(Codec[tuple[int, ...]]):
    """A fixed number of small digits, several per character, the most significant first.

    >>> Packed(3, 2, 5).write((1, 0, 1)), Packed(3, 2, 5).parse("k")
    ('k', (1, 0, 1))
    """

    count: int
    radix: int
    each: int
    """Number of digits that one character holds."""

    def read(self, cursor: Cursor) -> tuple[int, ...]:
        alphabet = DIGITS[: self.radix**self.each]
        found: list[int] = []
        while len(found) < self.count:
            value = alphabet.find(cursor.peek() or "\0")
            if value < 0:
                raise cursor.fail(f"one of 0-9, a-{alphabet[-1]}")
            cursor.at += 1
            here = []
            for _ in range(self.each):
                value, digit = divmod(value, self.radix)
                here.append(digit)
            found += reversed(here)
        if any(found[self.count :]):
            cursor.at -= 1
            raise cursor.fail("a character whose last digits are 0")
        return tuple(found[: self.count])

    def write(self, value: Sequence[int]) -> str:
        assert len(value) == self.count
        digits = [*value, *[0] * (-len(value) % self.each)]
        text = []
        for start in range(0, len(digits), self.each):
            number = 0
            for digit in digits[start : start + self.each]:
                number = number * self.radix + digit
            text.append(DIGITS[number])
        return "".join(text)


@dataclass(frozen=True)
class Borders(Codec[Walls]):
    """Walls between cells: a bit for every pair side by side, then for every pair one above other.

    >>> Borders(Grid(2, 2)).write(frozenset({(0, 1), (2, 3)}))
    'o0'
    """

    grid: Grid

    @property
    def parts(self) -> tuple[tuple[Packed, list[tuple[int, int]]], ...]:
        """The two bit strings, and the pairs of cells that their bits are about."""
        pairs = self.grid.pairs()
        upright = self.grid.rows * (self.grid.columns - 1)
        halves = pairs[:upright], pairs[upright:]
        return tuple((Packed(len(half), 2, 5), half) for half in halves)

    def read(self, cursor: Cursor) -> Walls:
        found = []
        for bits, pairs in self.parts:
            found += [pair for pair, bit in zip(pairs, bits.read(cursor), strict=True) if bit]
        return frozenset(found)

    def write(self, value: Walls) -> str:
        return "".join(
            bits.write([int(pair in value) for pair in pairs]) for bits, pairs in self.parts
        )


def with_cells(fields: tuple[str, ...], givens: Sequence[int | None]) -> tuple[str, ...]:
    """Return the fields of our own link, and one more with the given cells, if any."""
    if all(value is None for value in givens):
        return fields
    return *fields, Spaced(len(givens)).write(givens)


def whole(text: str, wanted: str, most: int = 9999, where: str = "") -> int:
    """Return an integer from decimal digits, without a sign and of limited length.

    ``where`` names the place of the text, if it does not know it itself.
    """
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit()) or len(plain) > 9 or int(plain) > most:
        shown = plain if len(plain) <= 20 else f"{plain[:19]}…"
        raise FormatError(f"expected {wanted}, found '{shown}'", where or place_of(text))
    return int(plain)


def side(text: str, wanted: str) -> int:
    """Return the length of a board's side, checked before anything of that size is made."""
    number = whole(text, wanted, 10**9)
    # The genre itself may allow less.
    if not 1 <= number <= LARGEST_SIDE:
        raise ClueError(f"a side has 1 to {LARGEST_SIDE} squares, not {number}", wanted)
    return number
