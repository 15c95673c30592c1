"""Exercises on constraint programming: questions and answers as data.

A genre has exercises about its puzzles in a part ``exercises``; the laboratory adds some about
handwritten models, and checks answers (:mod:`caracol.lab.exercises`). An answer is a Python file;
each kind of task says which name the file must define.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from caracol.puzzle import Puzzle
from caracol.puzzle.parts import Part
from caracol.rules import Model

Names = Mapping[str, Any]
"""The names that a file with an answer defines."""


class IndependenceTask(NamedTuple):
    """The task to find a puzzle on which some rules do not follow from the others."""

    name: str
    what: str
    """A description of what the file must define under that name."""
    puzzle: Callable[[Any], Puzzle]
    """Returns the puzzle that is meant, or raises."""
    rest: Callable[[Any], Model]
    """Returns its model without the rules that are said to follow."""
    rules: str
    """The name of these rules, in the plural."""


class SearchTask(NamedTuple):
    """The task to define ``options`` that limit the backtracks on a puzzle."""

    puzzle: Puzzle
    backtracks: int


class RedundancyTask(NamedTuple):
    """The task to define ``redundant``, from a puzzle to implied rules that shorten the search.

    They must follow on every board, and with them the last board must take at most ``backtracks``
    backtracks, smallest domain first.
    """

    boards: tuple[Puzzle, ...]
    backtracks: int


class CountTask(NamedTuple):
    """The task to define ``answer``, the number of solutions."""

    puzzle: Puzzle


class ReasonTask(NamedTuple):
    """The task to define ``cited``, a smallest set of names of rules that force a value."""

    puzzle: Puzzle
    cell: int
    value: int


class ComparisonTask(NamedTuple):
    """The task to define ``study``, the text of a study that varies only one option."""

    varied: str
    puzzles: int


Task = (
    IndependenceTask
    | SearchTask
    | RedundancyTask
    | CountTask
    | ReasonTask
    | ComparisonTask
    | Callable[[Names], str | None]
)
"""A task; a function returns what is wrong with an answer, or ``None``."""


class Exercise(NamedTuple):
    """One exercise of the tutorial."""

    number: int
    chapter: str
    text: str
    answer: str
    """A Python file with a correct answer."""
    task: Task


P = TypeVar("P", bound=Puzzle)


class ExercisesPart(Part[P]):
    """Exercises about a genre's puzzles."""

    NAME = "exercises"
    NEEDS = ("EXERCISES",)

    EXERCISES: tuple[Exercise, ...]
