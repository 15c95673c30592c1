"""The wanted grade."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from caracol.deduction.efforts import BEYOND, word
from caracol.deduction.efforts import WORDS as BOUNDS
from caracol.errors import ArgumentError, ClueError, UnknownName
from caracol.puzzle import Puzzle

WORDS = (*(word for _, word in BOUNDS), BEYOND)
"""The words for grades, the easiest first."""


class Judgement(Protocol):
    """A judge's opinion of a puzzle."""

    @property
    def number(self) -> float:
        """The grade as a number."""
        ...

    @property
    def word(self) -> str:
        """The grade as a word, one of ``WORDS``."""
        ...

    @property
    def techniques(self) -> Iterable[str]:
        """The techniques that a solver needs."""
        ...


@dataclass(frozen=True)
class Estimate:
    """An estimate of a grade: only the effort of the hardest step that combines rules."""

    number: float
    techniques: tuple[str, ...] = ()
    """Unknown, so an estimate is of no use if certain techniques are wanted."""

    @property
    def word(self) -> str:
        """The word of the hardest step, which is that of the puzzle."""
        return word(self.number)


Judge = Callable[[Puzzle, float], "Judgement | None"]
"""Grades a unique puzzle; ``None`` as soon as it is known to be harder than the number."""
Asked = str | tuple[str, str] | tuple[float, float] | None
"""A word, two words ("easy-medium"), a pair of words or numbers, "any", or nothing for the genre's
usual grade."""
ANY = "any"


@dataclass(frozen=True)
class Wanted:
    """A range of grades, both ends included (words by rank, or numbers), and techniques."""

    lowest: float
    highest: float
    words: bool
    needs: frozenset[str] = frozenset()
    """Techniques that must be needed."""
    without: frozenset[str] = frozenset()
    """Techniques that must not be needed."""

    def _rank(self, grade: Judgement) -> float:
        return WORDS.index(grade.word) if self.words else grade.number

    def met(self, grade: Judgement | None) -> bool:
        """Return whether the grade is in the range, and the techniques are as wanted."""
        if grade is None or not self.lowest <= self._rank(grade) <= self.highest:
            return False
        known = set(grade.techniques)
        return self.needs <= known and not self.without & known

    @property
    def ceiling(self) -> float:
        """The highest wanted number."""
        if not self.words:
            return self.highest
        return (*(bound for bound, _ in BOUNDS), float("inf"))[int(self.highest)]

    @property
    def floor(self) -> float:
        """The number that must be exceeded."""
        if not self.words:
            # Grades have two digits, and the lowest wanted number is included.
            return self.lowest - 0.005
        return (0.0, *(bound for bound, _ in BOUNDS))[int(self.lowest)]

    def __str__(self) -> str:
        if not self.words:
            return f"{self.lowest:g} to {self.highest:g}"
        low, high = WORDS[int(self.lowest)], WORDS[int(self.highest)]
        return low if low == high else f"{low} to {high}"


_ENDS = re.compile(r"\s*(?:-|\.\.|\bto\b)\s*")


def read_wanted(asked: Asked) -> Wanted | None:
    """Return the range that was asked for.

    >>> str(read_wanted("easy-medium")), read_wanted((2.5, 4)).lowest
    ('easy to medium', 2.5)
    """
    if asked is None or asked == ANY:
        return None
    if not isinstance(asked, str | tuple | list):
        raise ArgumentError("grade", "a word or a pair of words or numbers", asked)
    ends: list[Any] = list(asked) if not isinstance(asked, str) else _ENDS.split(asked)
    if len(ends) == 1:
        ends *= 2
    if len(ends) != 2:
        raise ClueError(
            f"'{asked}' is not a grade; write one word, or two as in easy-medium", "grade"
        )
    if all(re.fullmatch(r"\d+(\.\d+)?", str(end)) for end in ends):
        found = Wanted(float(ends[0]), float(ends[1]), False)
    else:
        for end in ends:
            if end not in WORDS:
                raise UnknownName("grade", str(end), (*WORDS, ANY))
        found = Wanted(WORDS.index(ends[0]), WORDS.index(ends[1]), True)
    if found.lowest > found.highest:
        raise ClueError(f"the range '{asked}' begins above its end", "grade")
    return found
