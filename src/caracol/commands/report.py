"""caracol report"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random

from caracol.commands import common
from caracol.commands.play import TerminalGame
from caracol.errors import ClueError
from caracol.parts import lacking
from caracol.plugins import all_parts, get_genre
from caracol.puzzle import Puzzle, SamplesPart
from caracol.reports import Measured, ReportPart, Solution
from caracol.rules import Values

FIVE = ("resumptions", "entailments", "prunings", "backtracks", "constraints")
"""What ``fd_statistics`` prints."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``report``."""
    genres = parser.add_subparsers(dest="genre", metavar="GENRE")
    for genre, part in sorted(all_parts(ReportPart), key=lambda pair: pair[0].id):
        own = genres.add_parser(genre.id, help=part.REPORT.title, description=part.REPORT.about)
        part.add_arguments(own)
        own.add_argument("--cite", action="store_true", help="say which report this is")
        own.add_argument("--write", action="store_true", help="only write the puzzle, as JSON")
        common.add_drawing(own)
        own.set_defaults(json=False)


def run(asked: argparse.Namespace) -> int:
    """Talk as the report's program does, or say which reports there are."""
    if asked.genre is None:
        for genre, part in sorted(all_parts(ReportPart), key=lambda pair: pair[0].id):
            print(f"{genre.id}: {part.REPORT.cited()}")
        return common.ANSWERED
    own = get_genre(asked.genre).part(ReportPart)
    assert own is not None, "only genres with a report are offered"
    if asked.cite:
        print(f"{own.REPORT.cited()}\n{own.REPORT.about}")
        return common.ANSWERED
    if asked.write:
        from caracol.formats import write

        puzzle = own.chosen(asked)
        if puzzle is None:
            raise ClueError("these words name no board of the report")
        sys.stdout.write(str(write(puzzle, "json")).rstrip("\n") + "\n")
        return common.ANSWERED
    status: int = own.dialogue(Terminal(asked), asked)
    return status


class Terminal:
    """The talk at a terminal, or through a pipe."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked

    def clear(self) -> None:
        """Empty the screen, where there is one."""
        if sys.stdout.isatty():
            print("\033[2J\033[H", end="")

    def say(self, text: str = "") -> None:
        """Write a line."""
        print(text, flush=True)

    def ask(self, question: str) -> str | None:
        """Write a question and wait for a line; ``None`` at the end of input."""
        print(question, end="", flush=True)
        answer = sys.stdin.readline()
        if not sys.stdin.isatty():
            print()
        return answer.rstrip("\n") if answer else None

    def board(self, puzzle: Puzzle, values: Values = ()) -> str:
        """The board as the terminal shows it."""
        return common.drawn(self.asked, puzzle, values).rstrip("\n")

    def solutions(self, puzzle: Puzzle) -> Iterator[tuple[Solution, float]]:
        """Every solution, and the seconds that the engine alone took for it."""
        from caracol.solving import each_solution

        found = each_solution(puzzle)
        while True:
            started = time.perf_counter()
            solution = next(found, None)
            if solution is None:
                return
            yield solution, time.perf_counter() - started

    def measured(self, puzzle: Puzzle, **options: str | float) -> Measured:
        """The first solution by the plain engine under these options."""
        from caracol.lab.options import Options
        from caracol.lab.run import run

        outcome = run(puzzle, Options.from_entries(options))
        lines = [
            line
            for name, line in zip(
                outcome.statistics.entries(), str(outcome.statistics).splitlines(), strict=True
            )
            if name in FIVE
        ]
        seconds = outcome.statistics.seconds
        return Measured(outcome.answer.solution, outcome.solved, seconds, "\n".join(lines))

    def sample(self, genre: str, size: int, seed: int | None) -> Puzzle:
        """A random puzzle of a genre, made as its report makes them."""
        rng = Random() if seed is None else Random(seed)
        part = get_genre(genre).part(SamplesPart)
        if part is None:
            raise lacking(get_genre(genre), SamplesPart, "sampled")
        found: Puzzle = part.sample(rng, size)
        return found

    def play(self, puzzle: Puzzle, start: Values = ()) -> int:
        """Let someone write into the cells, one command a line."""
        return TerminalGame(puzzle, start, self.asked).play()
