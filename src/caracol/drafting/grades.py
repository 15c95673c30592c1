"""The grade that is wanted, and who judges it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from caracol.errors import ClueError, UnknownName
from caracol.genre import Puzzle

WORDS = ("trivial", "easy", "medium", "hard", "expert", "extreme")


class Grade(Protocol):
    """What a judge says of a puzzle."""

    @property
    def number(self) -> float:
        """How hard it is."""
        ...

    @property
    def word(self) -> str:
        """The same in a word, one of ``WORDS``."""
        ...

    @property
    def techniques(self) -> Iterable[str]:
        """What a solver must know."""
        ...


Judge = Callable[[Puzzle], Grade]
Asked = str | tuple[str, str] | tuple[float, float] | None
"""A word, two words ("easy-medium"), two words or numbers as a pair, or nothing."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A range of grades, both ends included: words by their rank, or numbers."""

    lowest: float
    highest: float
    words: bool

    def _rank(self, grade: Grade) -> float:
        return WORDS.index(grade.word) if self.words else grade.number

    def met(self, grade: Grade) -> bool:
        """Whether the grade is in the range."""
        return self.lowest <= self._rank(grade) <= self.highest

    def within(self, grade: Grade) -> bool:
        """Whether the grade is not above the range."""
        return self._rank(grade) <= self.highest

    def __str__(self) -> str:
        if not self.words:
            return f"{self.lowest:g} to {self.highest:g}"
        low, high = WORDS[int(self.lowest)], WORDS[int(self.highest)]
        return low if low == high else f"{low} to {high}"


_ENDS = re.compile(r"\s*(?:-|\.\.|\bto\b)\s*")


def wanted(asked: Asked) -> Wanted | None:
    """The range that was asked for.

    >>> str(wanted("easy-medium")), wanted((2.5, 4)).lowest
    ('easy to medium', 2.5)
    """
    if asked is None:
        return None
    ends: list[Any] = list(asked) if not isinstance(asked, str) else _ENDS.split(asked)
    if len(ends) == 1:
        ends *= 2
    if len(ends) != 2:
        raise ClueError(f"'{asked}' is no grade; write one word or two, as in easy-medium", "grade")
    if all(re.fullmatch(r"\d+(\.\d+)?", str(end)) for end in ends):
        found = Wanted(float(ends[0]), float(ends[1]), False)
    else:
        for end in ends:
            if end not in WORDS:
                raise UnknownName("grade", str(end), WORDS)
        found = Wanted(WORDS.index(ends[0]), WORDS.index(ends[1]), True)
    if found.lowest > found.highest:
        raise ClueError(f"'{asked}' begins above its end", "grade")
    return found
