"""The reports that genres come from: what they are, their boards, and their programs' dialogues.

A genre with a report describes it in a module ``report`` of its package: ``REPORT``, the arguments
of its program (``add_arguments``) and the dialogue itself (``dialogue``), which uses a
:class:`Talk` and so knows neither terminal nor engine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from caracol.board.scene import Scene
from caracol.puzzle import Puzzle
from caracol.puzzle.parts import Part
from caracol.rules import Values

Solution = tuple[int, ...]


class Report(NamedTuple):
    """A report, with its citation and the boards that it prints."""

    title: str
    authors: str
    where: str
    about: str
    boards: tuple[Puzzle, ...] = ()

    def cited(self) -> str:
        """Return the report as in a list of references."""
        return f"{self.authors}: {self.title}. {self.where}."


class Measured(NamedTuple):
    """A run of the laboratory's plain engine: its result, its time and its cost."""

    solution: Solution | None
    seconds: float
    statistics: str
    """Five lines, as Prolog's ``fd_statistics`` prints them; empty for the fastest engine."""


class Talk(Protocol):
    """Someone to talk to, and the engines behind them."""

    def clear(self) -> None:
        """Clear the screen, if there is one."""

    def say(self, text: str = "") -> None:
        """Write a line."""

    def ask(self, question: str) -> str | None:
        """Write a question and wait for a line; ``None`` at the end of the input."""

    def board(self, puzzle: Puzzle, values: Values = (), scene: Scene | None = None) -> str:
        """Return the board as the terminal shows it, or a different scene of it."""

    def solutions(
        self, puzzle: Puzzle, model: str = "", seconds: float | None = None
    ) -> Iterator[tuple[Solution, float]]:
        """Yield every solution, with the seconds that the engine took for it.

        With a model, they come in the order in which the plain engine finds them; if it takes more
        than ``seconds`` for one, the rest comes in any order.
        """

    def measured(self, puzzle: Puzzle, **options: str | float) -> Measured:
        """Return the first solution by the plain engine with these laboratory options.

        If that reaches a limit, say so, and return the solution of the fastest engine instead.
        """

    def sample(self, genre: str, size: int, seed: int | None) -> Puzzle:
        """Return a random puzzle of a genre, made as in its report."""

    def play(self, puzzle: Puzzle, start: Values = ()) -> int:
        """Let the player write into the cells, one command per line."""


P = TypeVar("P", bound=Puzzle)


class ReportPart(Part[P]):
    """The report that a genre comes from, and its program."""

    NAME = "report"
    NEEDS = ("REPORT", "add_arguments", "chosen", "dialogue")

    REPORT: Report

    WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Words that complete the program's arguments in a shell, by argument."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the report's program."""
        raise NotImplementedError

    def chosen(self, asked: argparse.Namespace) -> P | None:
        """Return the puzzle that these arguments name; ``None`` if the program makes one."""
        raise NotImplementedError

    def dialogue(self, talk: Talk, asked: argparse.Namespace) -> int:
        """Hold the dialogue of the report's program; return the exit status."""
        raise NotImplementedError


def frame_title(title: str, wide: int = 40) -> str:
    """Return a title in a frame.

    >>> print(frame_title("Hi", 6))
    +------+
    |  Hi  |
    +------+
    """
    edge = f"+{'-' * wide}+"
    return f"{edge}\n|{title:^{wide}}|\n{edge}"
