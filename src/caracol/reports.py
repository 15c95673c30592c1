"""The reports that genres come from: what they are, their boards, and their programs' dialogues.

A genre that has a report says so in a module ``report`` of its package: ``REPORT``, the words
that its program takes (``add_arguments``) and the dialogue itself (``dialogue``), which speaks
through a :class:`Talk` and so knows neither terminal nor engine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Protocol, TypeVar

from caracol.parts import Part
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple, Record, record
from caracol.rules import Values

Solution = tuple[int, ...]


@record
class Report(Record):
    """A report, as one cites it, and the boards that it prints."""

    title: str
    authors: str
    where: str
    about: str
    boards: tuple[Puzzle, ...] = ()

    def cited(self) -> str:
        """The report as a list of references has it."""
        return f"{self.authors}: {self.title}. {self.where}."


class Measured(NamedTuple):
    """A run of the laboratory's plain engine: what it found, how long it took, what it cost."""

    solution: Solution | None
    complete: bool
    """Whether the question is answered: a solution, or the proof that there is none."""
    seconds: float
    statistics: str
    """Five lines, as Prolog's ``fd_statistics`` prints them."""


class Talk(Protocol):
    """Someone to talk to, and the engines behind."""

    def clear(self) -> None:
        """Empty the screen, where there is one."""

    def say(self, text: str = "") -> None:
        """Write a line."""

    def ask(self, question: str) -> str | None:
        """Write a question and wait for a line; ``None`` at the end of what is said."""

    def board(self, puzzle: Puzzle, values: Values = ()) -> str:
        """The board as the terminal shows it."""

    def solutions(self, puzzle: Puzzle) -> Iterator[tuple[Solution, float]]:
        """Every solution, and the seconds that the engine took for it."""

    def measured(self, puzzle: Puzzle, **options: str | float) -> Measured:
        """The first solution by the plain engine under these options of the laboratory."""

    def sample(self, genre: str, size: int, seed: int | None) -> Puzzle:
        """A random puzzle of a genre, made as its report makes them."""

    def play(self, puzzle: Puzzle, start: Values = ()) -> int:
        """Let someone write into the cells, one command a line."""


P = TypeVar("P", bound=Puzzle)


class ReportPart(Part[P]):
    """The report that a genre comes from, and its program."""

    NAME = "report"
    NEEDS = ("REPORT", "add_arguments", "chosen", "dialogue")

    REPORT: Report

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """The words that the report's program takes."""
        raise NotImplementedError

    def chosen(self, asked: argparse.Namespace) -> P | None:
        """The puzzle that these words mean; ``None`` where the program makes or asks for one."""
        raise NotImplementedError

    def dialogue(self, talk: Talk, asked: argparse.Namespace) -> int:
        """Talk as the report's program does; the exit status."""
        raise NotImplementedError


def boxed(title: str, wide: int = 40) -> str:
    """A title in a frame.

    >>> print(boxed("Hi", 6))
    +------+
    |  Hi  |
    +------+
    """
    edge = f"+{'-' * wide}+"
    return f"{edge}\n|{title:^{wide}}|\n{edge}"
