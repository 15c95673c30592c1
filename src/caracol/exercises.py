"""Exercises on constraint programming: what is asked and an answer, as data.

A genre has those about its puzzles in a part ``exercises``; the laboratory adds some about models
by hand, and looks at answers (:mod:`caracol.lab.exercises`). An answer is a file of Python; each
kind of task says which name the file must define.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from caracol.parts import Part
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple, Record, record
from caracol.rules import Model

Names = Mapping[str, Any]
"""What a file with an answer defines."""


class Independent(NamedTuple):
    """Find a puzzle on which some rules do not follow from the others."""

    name: str
    what: str
    """What the file must define under that name, in words."""
    puzzle: Callable[[Any], Puzzle]
    """The puzzle that is meant; raises where it is none."""
    rest: Callable[[Any], Model]
    """Its model without the rules that are said to follow."""
    rules: str
    """What these rules are called, in the plural."""


class Searched(NamedTuple):
    """Define ``options`` with which the search of a puzzle goes back at most so often."""

    puzzle: Puzzle
    backtracks: int


class Implied(NamedTuple):
    """Define ``redundant``, from a puzzle to rules that follow and spare the search.

    They must follow on every board, and with them the last board must take at most so many
    backtracks, smallest domain first.
    """

    boards: tuple[Puzzle, ...]
    backtracks: int


class SolutionCount(NamedTuple):
    """Define ``answer``, the number of solutions."""

    puzzle: Puzzle


class Forced(NamedTuple):
    """Define ``cited``, names of rules that together force a value, none of them for nothing."""

    puzzle: Puzzle
    cell: int
    value: int


class Studied(NamedTuple):
    """Define ``study``, the text of one that varies this option alone on so many puzzles."""

    varied: str
    puzzles: int


Task = (
    Independent
    | Searched
    | Implied
    | SolutionCount
    | Forced
    | Studied
    | Callable[[Names], str | None]
)
"""What is asked; a function says itself what is wrong with an answer, or ``None``."""


@record
class Exercise(Record):
    """One exercise of the tutorial."""

    number: int
    chapter: str
    text: str
    answer: str
    """A file of Python that is right."""
    task: Task


P = TypeVar("P", bound=Puzzle)


class ExercisesPart(Part[P]):
    """Exercises about a genre's puzzles."""

    NAME = "exercises"
    NEEDS = ("EXERCISES",)

    EXERCISES: tuple[Exercise, ...]
