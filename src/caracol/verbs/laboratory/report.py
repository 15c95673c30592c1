"""The ``caracol report`` command."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeVar

from caracol.authoring.parts import SamplesPart
from caracol.authoring.reports import Measured, ReportPart, Solution
from caracol.board.scene import Scene
from caracol.errors import ClueError
from caracol.formats.converting import write
from caracol.lab.options import Options
from caracol.lab.run import COUNTERS, find_solutions
from caracol.lab.run import run as run_model
from caracol.puzzle import Genre, Puzzle
from caracol.puzzle.parts import missing_part
from caracol.puzzle.plugins import all_parts, get_genre
from caracol.questions.solving import each_solution
from caracol.rules import Values
from caracol.verbs import common
from caracol.verbs.advice.play import TerminalGame
from caracol.verbs.parameters import drawing, positive_float, whole_number
from caracol.verbs.verb import Parameter, Verb, switch


def list_reports(args: argparse.Namespace) -> int:
    """List the reports, or run the program of one of them."""
    if args.genre is not None:
        return run_program(args)
    for genre, part in _reports():
        print(f"{genre.id}: {part.REPORT.cited()}")
    return common.ANSWERED


def run_program(args: argparse.Namespace) -> int:
    """Run the program of a report."""
    own = get_genre(args.genre).part(ReportPart)
    assert own is not None, "only genres with a report are offered"
    if args.cite:
        print(f"{own.REPORT.cited()}\n{own.REPORT.about}")
        return common.ANSWERED
    if args.write:
        puzzle = own.chosen(args)
        if puzzle is None:
            raise ClueError("these arguments do not select a board of the report")
        sys.stdout.write(str(write(puzzle, "json")).rstrip("\n") + "\n")
        return common.ANSWERED
    args.json = False
    status: int = own.dialogue(Terminal(args), args)
    return status


class Terminal:
    """The dialogue of a report's program, in a terminal or through a pipe."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args

    def clear(self) -> None:
        """Clear the screen if there is one."""
        if sys.stdout.isatty():
            print("\033[2J\033[H", end="")

    def say(self, text: str = "") -> None:
        """Print a line."""
        print(text, flush=True)

    def ask(self, question: str) -> str | None:
        """Print a question and read a line; return ``None`` at the end of input."""
        print(question, end="", flush=True)
        answer = sys.stdin.readline()
        if not (answer and sys.stdin.isatty()):
            print()  # nobody has ended the line by pressing Enter
        return answer.rstrip("\n") if answer else None

    def board(self, puzzle: Puzzle, values: Values = (), scene: Scene | None = None) -> str:
        """Return the drawing of a board."""
        return common.draw_board(self.args, puzzle, values, scene=scene).rstrip("\n")

    def solutions(
        self, puzzle: Puzzle, model: str = "", seconds: float | None = None
    ) -> Iterator[tuple[Solution, float]]:
        """Yield every solution with the time in seconds that the engine took for it."""
        seen: set[Solution] = set()
        if model:
            options = Options(model=model, solutions=None, seconds=seconds)
            for solution, taken in _timed(find_solutions(puzzle, options)):
                if solution is None:
                    self.say(
                        f"Nothing more within {taken:.0f} s in the order of the report's program; "
                        "the fastest engine continues, in a different order."
                    )
                    break
                seen.add(solution)
                yield solution, taken
            else:
                return
        for solution, taken in _timed(each_solution(puzzle)):
            if solution not in seen:
                yield solution, taken

    def measured(self, puzzle: Puzzle, **options: str | float) -> Measured:
        """Return the first solution that the plain engine finds with these options."""
        chosen = Options.from_entries(options)
        outcome = run_model(puzzle, chosen)
        counters = "\n".join(outcome.statistics.lines(COUNTERS))
        seconds = outcome.statistics.seconds
        if outcome.solved:
            return Measured(outcome.answer.solution, seconds, counters)
        self.say(f"No answer within {seconds:.1f} seconds with the model '{chosen.model}'.")
        self.say(counters)
        self.say("\nTrying the fastest engine of Caracol instead.")
        solution, seconds = next(self.solutions(puzzle), (None, 0.0))
        return Measured(solution, seconds, "")

    def sample(self, genre: str, size: int, seed: int | None) -> Puzzle:
        """Return a random puzzle of a genre, made as in its report."""
        rng = Random() if seed is None else Random(seed)
        part = get_genre(genre).part(SamplesPart)
        if part is None:
            raise missing_part(get_genre(genre), SamplesPart, "sampled")
        found: Puzzle = part.sample(rng, size)
        return found

    def play(self, puzzle: Puzzle, start: Values = ()) -> int:
        """Play a puzzle, one command per line."""
        return TerminalGame(puzzle, start, self.args).play()


T = TypeVar("T")


def _timed(found: Iterator[T]) -> Iterator[tuple[T, float]]:
    """Yield each item with the time that it took, which does not include waiting for answers."""
    while True:
        started = time.perf_counter()
        try:
            item = next(found)
        except StopIteration:
            return
        yield item, time.perf_counter() - started


def _reports() -> list[tuple[Genre[Any], ReportPart[Any]]]:
    return sorted(all_parts(ReportPart), key=lambda pair: pair[0].id)


def _program(genre: Genre[Any], part: ReportPart[Any]) -> Verb:
    """Return the program of a report as a verb; the genre describes its arguments."""
    parser = argparse.ArgumentParser(add_help=False)
    part.add_arguments(parser)
    return Verb(
        genre.id,
        part.REPORT.title,
        (
            *(_parameter(action, part.WORDS) for action in parser._actions),
            switch("cite", "print the reference of the report"),
            switch("write", "print the puzzle as JSON and exit"),
            *drawing(),
        ),
        run=run_program,
        description=part.REPORT.about,
    )


READERS: dict[Any, Callable[[str], Any]] = {int: whole_number, float: positive_float}
"""Functions that parse arguments of these types, and say what is wrong with them."""


def _parameter(action: argparse.Action, words: Mapping[str, tuple[str, ...]]) -> Parameter:
    plain = isinstance(action, argparse._StoreTrueAction)
    return Parameter(
        action.dest,
        action.help or "",
        action.default,
        read=READERS.get(action.type),
        choices=tuple(action.choices or ()),
        values=words.get(action.dest, ()),
        flags=tuple(action.option_strings),
        action="store_true" if plain else "store",
        nargs=None if plain or action.nargs is None else str(action.nargs),
        metavar=action.metavar,
    )


def _programs() -> tuple[Verb, ...]:
    return tuple(_program(genre, part) for genre, part in _reports())


VERBS = (
    Verb(
        "report",
        "run the program from the report on a genre",
        run=list_reports,
        verbs=_programs,
        required=False,
        metavar="GENRE",
        dest="genre",
    ),
)
