"""Functions that commands share: answering for each puzzle, stopping, printing, drawing."""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TextIO

from caracol.authoring.notation.format import ReadingPosition
from caracol.board.scene import Scene, picture
from caracol.drawing import terminal
from caracol.engines import kernel
from caracol.errors import CaracolError
from caracol.puzzle import Puzzle, write_cells
from caracol.rules import Values
from caracol.verbs import ANSWERED as ANSWERED
from caracol.verbs import NEGATIVE as NEGATIVE
from caracol.verbs import STOPPED as STOPPED
from caracol.verbs import UNKNOWN as UNKNOWN
from caracol.verbs import WRONG as WRONG
from caracol.verbs import reading
from caracol.verbs.printing import Printer
from caracol.verbs.verb import Ask as Ask
from caracol.verbs.verb import Result as Result


class AnswerLine(NamedTuple):
    """The line that is printed about one puzzle."""

    status: int
    text: str
    wrong: bool
    """Whether it is an error message instead of an answer."""
    unread: str = ""
    """Why the puzzle could not be read; empty if it could."""
    note: str = ""
    """How the clues of the puzzle contradict each other; empty if they don't at first sight."""


def for_each(
    args: argparse.Namespace, ask: Ask, items: Iterable[Puzzle | CaracolError] | None = None
) -> int:
    """Answer one question about every puzzle, in order, and return the worst exit status.

    The puzzles come from the command line unless ``items`` is given. Each answer is printed as
    soon as it is known. Other processes, clusters and output files are handled by
    :mod:`caracol.verbs.many`.

    A puzzle that cannot be read does not end a stream: it is reported, the next one follows, and
    the number of failures is printed at the end.
    """
    if items is None and "jobs" in args and not (is_single_process(args) and args.output is None):
        from caracol.verbs import many

        return many.for_each(args, ask)
    with catch_interrupts() as stop:
        place = ReadingPosition()
        puzzles = reading.read_puzzles(args, place) if items is None else items
        return print_answers(_answer_in_turn(args, ask, puzzles, stop, place), stop)


def is_single_process(args: argparse.Namespace) -> bool:
    """Return whether this process does the work itself."""
    return args.cluster is None and (args.jobs or 1) == 1


def _answer_in_turn(
    args: argparse.Namespace,
    ask: Ask,
    items: Iterable[Puzzle | CaracolError],
    stop: Stop,
    place: ReadingPosition,
) -> Iterator[AnswerLine]:
    for number, item in enumerate(items, 1):
        yield answer_one(args, ask, number, item, stop, place.line)
        if stop.is_set():
            return


def answer_one(
    args: argparse.Namespace,
    ask: Ask,
    number: int,
    item: Puzzle | CaracolError,
    stop: Any,
    line: int | None = None,
    more: Callable[[int], dict[str, Any]] = lambda _status: {},
) -> AnswerLine:
    """Return what to print about one puzzle; JSON also has the entries of ``more(status)``.

    ``line`` is the puzzle's line in its source, if each puzzle has one.
    """
    text: Callable[[], str] | None = None
    unread = str(item) if isinstance(item, CaracolError) else ""
    try:
        if isinstance(item, CaracolError):
            raise item
        status, entries, text = ask(args, item, stop)
    except CaracolError as problem:
        status, entries = WRONG, {"error": str(problem)}
    if args.json:
        about = {} if isinstance(item, CaracolError) else item.info.entries()
        found: dict[str, Any] = {"number": number, **more(status)}
        if line is not None:
            found["line"] = line
        found |= {name: about[name] for name in ("title", "id") if name in about} | entries
        return AnswerLine(status, json.dumps(found, ensure_ascii=False), text is None, unread)
    if text is None:
        return AnswerLine(status, reading.add_number(number, entries["error"]), True, unread)
    return AnswerLine(status, text(), False)


def print_answers(answers: Iterator[AnswerLine], stop: Stop) -> int:
    """Print the answers and return the worst status; errors that are not JSON go to stderr."""
    worst, total, wrong = ANSWERED, 0, 0
    with Printer() as printer:
        for answer in freeze_garbage(answers):
            total += 1
            worst, wrong = max(worst, answer.status), wrong + answer.wrong
            if answer.wrong and not answer.text.startswith("{"):
                printer.flush()
                print(f"caracol: {answer.text}", file=sys.stderr)
            else:
                printer.print(answer.text)
    if stop.is_set():
        return STOPPED
    report_failures(wrong, total)
    return worst


def freeze_garbage(answers: Iterator[AnswerLine]) -> Iterator[AnswerLine]:
    """Yield the answers with the garbage collector frozen.

    Everything loaded so far stays anyway, and scanning it again and again took 10% of the time.
    """
    gc.freeze()
    try:
        yield from answers
    finally:
        gc.unfreeze()


def report_failures(wrong: int, number: int) -> None:
    """Print how many of several puzzles failed."""
    if wrong and number > 1:
        print(
            f"caracol: {wrong} of {number} puzzles could not be read or answered", file=sys.stderr
        )


class Stop(kernel.Stop):
    """A flag that Ctrl-C sets; engines check it and return what is known so far."""


@contextmanager
def catch_interrupts() -> Iterator[Stop]:
    """Turn the first Ctrl-C into a request to stop; the second one interrupts at once."""
    stop = Stop()

    def on_interrupt(_signal: int, _frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    try:
        before = signal.signal(signal.SIGINT, on_interrupt)
    except ValueError:  # only the main thread can handle signals
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def can_print_boxes(stream: TextIO) -> bool:
    """Return whether a stream can encode the characters that boards are drawn with."""
    try:
        "─━│┃╋█░★·…×".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def uses_colour(stream: TextIO) -> bool:
    """Return whether to print in colour: only on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def draw_board(
    args: argparse.Namespace,
    puzzle: Puzzle,
    values: Values = (),
    *,
    scene: Scene | None = None,
    **more: Any,
) -> str:
    """Return the board, or a different scene of it, as the command line shows it."""
    return terminal.draw(
        picture(
            scene or puzzle.scene,
            values,
            givens=puzzle.givens,
            coordinates=args.coordinates,
            **more,
        ),
        ascii=args.ascii or not can_print_boxes(sys.stdout),
        colour=uses_colour(sys.stdout),
    )


def write_rows(puzzle: Puzzle, values: Values) -> list[Any]:
    """Return values as a puzzle file has them."""
    return write_cells(values, puzzle.grid, puzzle.symbols)
