"""Options as data, from which command-line flags and forms of the page are made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from caracol.errors import ArgumentError, ClueError, UnknownName

Settings = Mapping[str, Any]
"""The value of every option, by name."""


class Kind(StrEnum):
    """The kind of value that an option has."""

    SIZE = "size"
    """Columns and rows: a pair, one number for a square, or a text like "30x20"."""
    INTEGER = "integer"
    TEXT = "text"
    CHOICE = "choice"
    FLAG = "flag"


class Option(NamedTuple):
    """A setting that users can choose."""

    name: str
    kind: Kind
    default: Any
    words: str
    """A description for the help text and the form."""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    square: bool = False
    """Whether a size must have as many columns as rows."""
    sides: tuple[int, ...] = ()
    """Sides of a small, a medium and a large board, which forms offer first."""
    weekly: int = 0
    """Side of the large puzzle of a week."""

    def read(self, value: Any) -> Any:
        """Return the value as a genre needs it; raise if it is not allowed."""
        match self.kind:
            case Kind.SIZE:
                return self._size(value)
            case Kind.INTEGER:
                return self._integer(value)
            case Kind.CHOICE:
                if value not in self.choices:
                    raise UnknownName(self.name, str(value), self.choices)
                return value
            case Kind.FLAG:
                if isinstance(value, str):
                    if value.lower() not in _FLAGS:
                        raise ClueError(f"'{value}' is not yes or no", self.name)
                    return _FLAGS[value.lower()]
                if not isinstance(value, bool | int):
                    raise ClueError(f"'{value}' is not yes or no", self.name)
                return bool(value)
            case Kind.TEXT:
                if not isinstance(value, str | int):
                    raise ClueError(f"'{value}' is not a text", self.name)
                return str(value)

    def _integer(self, value: Any) -> int | None:
        if value is None and self.default is None:
            return None
        number = value
        if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value, re.ASCII):
            number = int(value)
        if not isinstance(number, int) or isinstance(number, bool):
            raise ClueError(f"'{value}' is not a whole number", self.name)
        if not self.least <= number <= self.most:
            raise ClueError(f"must be {self.least} to {self.most}, not {number}", self.name)
        return number

    def _size(self, value: Any) -> tuple[int, int]:
        sides: Sequence[Any]
        if isinstance(value, str):
            match = re.fullmatch(r"(\d{1,18})(?:[x×*](\d{1,18}))?", value.strip(), re.ASCII)
            if not match:
                raise ClueError(f"'{value}' is not a size; write 10 or 30x20", self.name)
            sides = [int(side) for side in match.groups(match[1])]
        else:
            if not isinstance(value, int | Iterable):
                raise ArgumentError(
                    self.name, "a whole number or a pair of columns and rows", value
                )
            sides = [value, value] if isinstance(value, int) else list(value)
        if len(sides) != 2 or not all(isinstance(side, int) for side in sides):
            raise ClueError(f"'{value}' is not a size; give columns and rows", self.name)
        for side in sides:
            if not self.least <= side <= self.most:
                raise ClueError(
                    f"a side must be {self.least} to {self.most}, not {side}", self.name
                )
        columns, rows = sides
        if self.square and columns != rows:
            raise ClueError(f"the board must be square, not {columns}×{rows}", self.name)
        return columns, rows


_FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def settings(options: Sequence[Option], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option: the requested one, or the default.

    ``width`` and ``height`` may replace the two sides of a ``size``.
    """
    known = {option.name: option for option in options}
    left = {name: value for name, value in asked.items() if value is not None}
    width, height = left.pop("width", None), left.pop("height", None)
    if "size" in known and (width is not None or height is not None):
        columns, rows = known["size"].read(left.get("size", known["size"].default))
        left["size"] = (width or columns, height or rows)
    for name in left:
        if name not in known:
            raise UnknownName("option", name, sorted(known))
    return {name: one.read(left.get(name, one.default)) for name, one in known.items()}


def size(
    default: int,
    least: int,
    most: int,
    *,
    square: bool = False,
    sides: tuple[int, ...] = (),
    words: str = "columns × rows of the board, or one number for both",
) -> Option:
    """Return the size option, which all genres have.

    The sides that forms offer first are 0.6, 1 and 1.4 times the default, and the puzzle of a
    week has twice the default, unless sides are given: then it has the largest of these.
    """
    weekly = sides[-1] if sides else min(most, 2 * default)
    small, large = max(least, round(0.6 * default)), min(most, round(1.4 * default))
    sides = sides or (small, default, large)
    return Option(
        "size", Kind.SIZE, default, words, least, most, square=square, sides=sides, weekly=weekly
    )
