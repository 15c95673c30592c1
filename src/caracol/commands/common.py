"""What the commands share: arguments, limits, stopping, printing."""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from caracol.commands import ANSWERED as ANSWERED
from caracol.commands import NEGATIVE as NEGATIVE
from caracol.commands import STOPPED as STOPPED
from caracol.commands import UNKNOWN as UNKNOWN
from caracol.commands import WRONG as WRONG
from caracol.commands import reading
from caracol.commands.printing import Printer
from caracol.engines import kernel
from caracol.errors import CaracolError
from caracol.puzzle import Puzzle, write_cells
from caracol.records import NamedTuple
from caracol.rules import Values

if TYPE_CHECKING:
    from caracol.options import Option


def _in_json() -> Callable[[dict[str, Any]], str]:
    """What writes a line of JSON; made once, as there are thousands.

    An encoder makes what does its work anew for every line, and that takes a third of the time.
    """
    encoder, inner = json.JSONEncoder(ensure_ascii=False, check_circular=False), json.encoder
    make: Any = getattr(inner, "c_make_encoder", None)
    if make is None:  # not every Python has it
        return encoder.encode
    signs = inner.encode_basestring, None, encoder.key_separator, encoder.item_separator
    try:
        write = make(None, encoder.default, *signs, False, False, True)
    except TypeError:  # it is not promised to stay as it is
        return encoder.encode
    return lambda entries: "".join(write(entries, 0))


in_json = _in_json()

Result = tuple[int, dict[str, Any], Callable[[], str]]
"""What a command found out about one puzzle: its status, entries for JSON, and text to print."""
Ask = Callable[[argparse.Namespace, Puzzle, Any], Result]
"""A question of one puzzle; a function of a module, so that other processes find it."""


def add_puzzle(parser: argparse.ArgumentParser, default: Sequence[str] = ("-",)) -> None:
    """The puzzle or puzzles that a command is about, and how to read them."""
    parser.add_argument(
        "puzzle",
        nargs="*",
        default=list(default),
        help="files, links, game ids, example:GENRE, or - for standard input (default); "
        "a file may hold many puzzles",
    )
    parser.add_argument(
        "--from",
        "--format",
        dest="format",
        metavar="FORMAT",
        help="the format to read, where it is not to be detected ('caracol formats' lists them)",
    )
    parser.add_argument("--genre", help="the genre, where the format does not say it")
    parser.add_argument(
        "--strict", action="store_true", help="stop at the first puzzle that cannot be read"
    )
    parser.set_defaults(format_options={})
    parser.add_argument("--json", action="store_true", help="print JSON, one line a puzzle")


def add_format_options(parser: argparse.ArgumentParser) -> None:
    """Flags for what texts of some genres may leave out: each comes with its genre."""
    from caracol.genre_parts import FormatsPart
    from caracol.plugins import all_parts

    found: dict[str, tuple[Option, list[str]]] = {}
    for genre, part in all_parts(FormatsPart):
        for option in part.OPTIONS:
            found.setdefault(option.name, (option, []))[1].append(genre.id)
    group = parser.add_argument_group("what a text may leave out")
    for name, (option, genres) in found.items():
        words = f"{option.words} ({', '.join(genres)})"
        group.add_argument(f"--{name}", metavar=name.upper(), help=words)
    parser.set_defaults(format_options=found)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """How long a command may work on one puzzle."""
    parser.add_argument(
        "--seconds", type=positive_float, metavar="S", help="give up on a puzzle after S seconds"
    )


def add_code(parser: argparse._ActionsContainer, flag: str, printed: str) -> None:
    """A QR code on paper."""
    parser.add_argument(
        flag,
        dest="code",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help=f"{printed}, which opens it at puzz.link or on the page that you "
        "serve at ADDRESS; where neither is possible, it is the puzzle's text",
    )


def add_many(parser: argparse.ArgumentParser, *, output: bool = True) -> None:
    """Who works on many puzzles, and where the answers go."""
    group = parser.add_argument_group("many puzzles")
    group.add_argument("--jobs", type=positive_int, help="so many processes (default: 1)")
    group.add_argument(
        "--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster, whose workers help"
    )
    if output:
        group.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="write JSON lines; a file that is there is continued",
        )


def add_drawing(parser: argparse.ArgumentParser, *, coordinates: bool = False) -> None:
    """How boards are drawn; where words speak of cells, rows and columns are numbered unasked."""
    parser.add_argument("--ascii", action="store_true", help="draw with plain ASCII characters")
    parser.add_argument(
        "--coordinates",
        action=argparse.BooleanOptionalAction,
        default=coordinates,
        help="write row and column numbers beside the board, and the names of its regions",
    )


def add_without(parser: argparse.ArgumentParser) -> None:
    """Techniques that a solver has not learned."""
    parser.add_argument(
        "--without",
        type=names,
        default=(),
        metavar="TECHNIQUES",
        help="do without these techniques, as in trial,squeeze ('caracol genres GENRE' lists them)",
    )


def names(text: str) -> tuple[str, ...]:
    """Names with commas or spaces between them, for argparse."""
    return tuple(text.replace(",", " ").split())


def positive_float(text: str) -> float:
    """A number above zero, for argparse."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no number") from None
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("must be a number above 0")
    return number


def positive_int(text: str) -> int:
    """A whole number above zero, for argparse."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def whole_number(text: str) -> int:
    """A whole number, for argparse."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number") from None


class Told(NamedTuple):
    """What is printed about one puzzle."""

    status: int
    text: str
    wrong: bool
    """Whether it is a complaint and not an answer."""
    unread: str = ""
    """Why the puzzle could not even be read, where that is so."""


def for_each(
    asked: argparse.Namespace, ask: Ask, items: Iterable[Puzzle | CaracolError] | None = None
) -> int:
    """Ask one question of every puzzle, in order, printing each answer as it comes.

    The puzzles are those of the command line, unless there are others. Other processes, a
    cluster and files for the answers are the matter of :mod:`caracol.commands.many`.

    A puzzle that cannot be read does not end a stream of many: it is told, and the next follows;
    at the end it is said how many there were. The worst status of all is given back.
    """
    if items is None and "jobs" in asked and not (alone(asked) and asked.output is None):
        from caracol.commands import many

        return many.for_each(asked, ask)
    with stoppable() as stop:
        found = reading.puzzles(asked) if items is None else items
        return printed(_in_turn(asked, ask, found, stop), stop)


def alone(asked: argparse.Namespace) -> bool:
    """Whether this process does the work itself."""
    return asked.cluster is None and (asked.jobs or 1) == 1


def _in_turn(
    asked: argparse.Namespace, ask: Ask, items: Iterable[Puzzle | CaracolError], stop: Stop
) -> Iterator[Told]:
    for number, item in enumerate(items, 1):
        yield answer(asked, ask, number, item, stop)
        if stop.is_set():
            return


def answer(
    asked: argparse.Namespace,
    ask: Ask,
    number: int,
    item: Puzzle | CaracolError,
    stop: Any,
    more: Callable[[int], dict[str, Any]] = lambda _status: {},
) -> Told:
    """The answer about one puzzle as it is printed; JSON has ``more`` for a status, too."""
    text: Callable[[], str] | None = None
    unread = str(item) if isinstance(item, CaracolError) else ""
    try:
        if isinstance(item, CaracolError):
            raise item
        status, entries, text = ask(asked, item, stop)
    except CaracolError as problem:
        status, entries = WRONG, {"error": str(problem)}
    if asked.json:
        line = in_json({"number": number, **more(status), **entries})
        return Told(status, line, text is None, unread)
    if text is None:
        return Told(status, reading.placed(number, entries["error"]), True, unread)
    return Told(status, text(), False)


def printed(found: Iterator[Told], stop: Stop) -> int:
    """Print the answers; complaints that are no JSON go to standard error."""
    worst, asked_about, wrong = ANSWERED, 0, 0
    with Printer() as printer:
        for told in with_little_garbage(found):
            asked_about += 1
            worst, wrong = max(worst, told.status), wrong + told.wrong
            if told.wrong and not told.text.startswith("{"):
                printer.flush()
                print(f"caracol: {told.text}", file=sys.stderr)
            else:
                printer.print(told.text)
    if stop.is_set():
        return STOPPED
    tell_wrong(wrong, asked_about)
    return worst


def with_little_garbage(found: Iterator[Told]) -> Iterator[Told]:
    """The same answers, while Python does not look for garbage in what was loaded before them.

    What is loaded stays, and to look through it again and again took a tenth of the time.
    """
    gc.freeze()
    try:
        yield from found
    finally:
        gc.unfreeze()


def tell_wrong(wrong: int, number: int) -> None:
    """Say how many of several puzzles came to nothing."""
    if wrong and number > 1:
        print(
            f"caracol: {wrong} of {number} puzzles could not be read or answered", file=sys.stderr
        )


class Stop(kernel.Stop):
    """Set by Ctrl-C; whoever works looks at it and gives back what is known so far."""


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Turn the first Ctrl-C into a request to stop; the second one breaks off at once."""
    stop = Stop()

    def on_interrupt(_signal: int, _frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    try:
        before = signal.signal(signal.SIGINT, on_interrupt)
    except ValueError:  # only the main thread hears of signals
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def knows_boxes(stream: TextIO) -> bool:
    """Whether a stream can carry the signs of which boards are drawn."""
    try:
        "─━│┃╋█░★·…×".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def with_colour(stream: TextIO) -> bool:
    """Whether to print in colour: only on a terminal, and not where NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def drawn(asked: argparse.Namespace, puzzle: Puzzle, values: Values = (), **more: Any) -> str:
    """The board as the command line shows it."""
    from caracol.drawing import text

    return text(
        puzzle.scene,
        values,
        givens=puzzle.givens,
        ascii=asked.ascii or not knows_boxes(sys.stdout),
        coordinates=asked.coordinates,
        colour=with_colour(sys.stdout),
        **more,
    )


def rows_of(puzzle: Puzzle, values: Values) -> list[Any]:
    """Values as they stand in a puzzle file."""
    return write_cells(values, puzzle.grid, puzzle.symbols)
