"""What the commands share: reading puzzles, limits, stopping, printing."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BufferedReader, FileIO, TextIOWrapper
from itertools import chain
from typing import Any, NamedTuple, TextIO

from caracol.commands import ANSWERED as ANSWERED
from caracol.commands import NEGATIVE as NEGATIVE
from caracol.commands import STOPPED as STOPPED
from caracol.commands import UNKNOWN as UNKNOWN
from caracol.commands import WRONG as WRONG
from caracol.engines import kernel
from caracol.errors import CaracolError, ClueError, FormatError
from caracol.options import Option
from caracol.puzzle import Puzzle
from caracol.rules import Values

START = 1 << 16
"""So many bytes tell whether a file is text."""
MOST_BYTES = 1 << 26
"""No binary puzzle file is larger."""

EXAMPLE = "example:"
"""What stands before the name of a puzzle that comes with Caracol."""

Result = tuple[int, dict[str, Any], Callable[[], str]]
"""What a command found out about one puzzle: its status, entries for JSON, and text to print."""


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
    parser.set_defaults(told={})
    parser.add_argument("--json", action="store_true", help="print JSON, one line a puzzle")


def add_told(parser: argparse.ArgumentParser) -> None:
    """Flags for what texts of some genres may leave out: each comes with its genre."""
    from caracol.notation.carrying import FormatsPart
    from caracol.plugins import all_parts

    told: dict[str, tuple[Option, list[str]]] = {}
    for genre, part in all_parts(FormatsPart):
        for option in part.TOLD:
            told.setdefault(option.name, (option, []))[1].append(genre.id)
    group = parser.add_argument_group("what a text may leave out")
    for name, (option, genres) in told.items():
        words = f"{option.words} ({', '.join(genres)})"
        group.add_argument(f"--{name}", metavar=name.upper(), help=words)
    parser.set_defaults(told=told)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """How long a command may work on one puzzle."""
    parser.add_argument(
        "--seconds", type=positive_float, metavar="S", help="give up on a puzzle after S seconds"
    )


def add_drawing(parser: argparse.ArgumentParser) -> None:
    """How boards are drawn."""
    parser.add_argument("--ascii", action="store_true", help="draw with plain ASCII characters")
    parser.add_argument(
        "--coordinates", action="store_true", help="write row and column numbers beside the board"
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


def for_each(
    asked: argparse.Namespace,
    ask: Callable[[Puzzle, Stop], Result],
    items: Iterable[Puzzle | CaracolError] | None = None,
) -> int:
    """Ask one question of every puzzle, in order, printing each answer as it comes.

    The puzzles are those of the command line, unless there are others.

    A puzzle that cannot be read does not end a stream of many: it is told, and the next follows;
    at the end it is said how many there were. The worst status of all is given back.
    """
    worst, number, wrong = ANSWERED, 0, 0
    with stoppable() as stop:
        for number, item in enumerate(puzzles(asked) if items is None else items, 1):
            if isinstance(item, CaracolError):
                status, entries, text = WRONG, {"error": str(item)}, None
            else:
                try:
                    status, entries, text = ask(item, stop)
                except CaracolError as problem:
                    status, entries, text = WRONG, {"error": str(problem)}, None
            worst, wrong = max(worst, status), wrong + (text is None)
            if asked.json:
                print(json.dumps({"number": number, **entries}, ensure_ascii=False), flush=True)
            elif text is None:
                print(f"caracol: {placed(number, entries['error'])}", file=sys.stderr)
            else:
                print(text(), flush=True)
            if stop.is_set():
                return STOPPED
    tell_wrong(wrong, number)
    return worst


def placed(number: int, message: str) -> str:
    """A complaint about one puzzle of several, with its number, unless that is said already."""
    start = f"puzzle {number}: "
    return message if message.startswith(start) else start + message


def tell_wrong(wrong: int, number: int) -> None:
    """Say how many of several puzzles came to nothing."""
    if wrong and number > 1:
        print(
            f"caracol: {wrong} of {number} puzzles could not be read or answered", file=sys.stderr
        )


def puzzles(asked: argparse.Namespace) -> Iterator[Puzzle | CaracolError]:
    """The puzzles that a command is asked about; JSON Lines come one by one as they arrive.

    A puzzle that cannot be read raises where it is the only one, or with ``--strict``; of
    several, it is told, and the next follows.
    """
    for number, item in enumerate(_all_puzzles(asked), 1):
        if asked.strict and isinstance(item, CaracolError):
            raise FormatError(placed(number, str(item)))
        yield item


def _all_puzzles(asked: argparse.Namespace) -> Iterator[Puzzle | CaracolError]:
    names = sources(asked.puzzle)
    if len(names) == 1:
        yield from puzzles_in(names[0], asked)
        return
    for name in names:
        try:
            for item in puzzles_in(name, asked):
                yield FormatError(str(item), name) if isinstance(item, CaracolError) else item
        except CaracolError as problem:
            yield FormatError(str(problem), name)


def puzzles_in(name: str, asked: argparse.Namespace) -> Iterator[Puzzle | CaracolError]:
    """The puzzles of one source."""
    for item in unread_in(name, asked):
        if isinstance(item, Line):
            read = puzzle_of if item.alone else one_of_many
            yield read(item.text, asked)
        else:
            yield item


class Line(NamedTuple):
    """A line of JSON that has not been looked at yet: whoever works on it reads it too."""

    text: str
    alone: bool = False
    """Whether it is the only one, so that it raises where it cannot be read."""


def unread_in(name: str, asked: argparse.Namespace) -> Iterator[Line | Puzzle | CaracolError]:
    """The puzzles of one source, but JSON Lines as they are, one by one as they arrive."""
    source = opened(name)
    if isinstance(source, str | bytes):
        yield from items_of(source, name, asked)
        return
    with source:
        first = source.readline()
        if asked.format not in (None, "json", "jsonl") or not _is_whole(first):
            rest = first + source.read()
            if not rest.strip():
                raise FormatError(f"there is no puzzle in {name_of(name)}: it is empty")
            yield from items_of(rest, name, asked)
            return
        second = source.readline()
        for line in chain((first, second), source):
            if line.strip():
                yield Line(line, alone=not second)


def puzzle_of(line: str, asked: argparse.Namespace) -> Puzzle:
    """The puzzle of a line; one of JSON is our own file, and there is nothing to detect."""
    from caracol.formats import own, read

    found = own.decode(own.parse(line)) if line.startswith("{") else read(line)
    return agreed(found, told_too(asked), asked)


def one_of_many(line: str, asked: argparse.Namespace) -> Puzzle | CaracolError:
    """The puzzle of a line, or why it cannot be read, for which the others must not wait."""
    try:
        return puzzle_of(line, asked)
    except CaracolError as problem:
        return problem


def items_of(
    text: str | bytes, name: str, asked: argparse.Namespace
) -> Iterator[Puzzle | CaracolError]:
    """The puzzles of a text, and the error in place of each that is broken; one alone raises."""
    from caracol.formats import asked_for, numbered, recognised
    from caracol.notation.carrying import tried

    known = told_too(asked)
    wanted = asked_for(asked.genre, known)
    found = recognised(text, asked.format, wanted, name)

    def checked() -> Iterator[Puzzle | CaracolError]:
        for item in numbered(found.items(wanted)):
            for note in wanted.new_notes():
                print(f"caracol: {note}", file=sys.stderr)
            yield item if isinstance(item, CaracolError) else tried(agreed, item, known, asked)

    items = checked()
    first, second = next(items), next(items, None)
    if second is None and isinstance(first, CaracolError):
        raise first
    yield first
    if second is not None:
        yield second
        yield from items


def told_too(asked: argparse.Namespace) -> dict[str, Any]:
    """What the flags tell because some formats leave it out."""
    return {
        name: option.read(value)
        for name, (option, _) in asked.told.items()
        if (value := getattr(asked, name)) is not None
    }


def agreed(item: Puzzle, told: Mapping[str, Any], asked: argparse.Namespace) -> Puzzle:
    """The puzzle, if it is as the flags tell; none of them is passed over in silence."""
    for name, value in told.items():
        owners = asked.told[name][1]
        if item.genre.id not in owners:
            whose = " and ".join(owners)
            raise ClueError(f"belongs to {whose}, and this is {item.genre.name}", f"--{name}")
        if getattr(item, name) != value:
            raise ClueError(f"the text itself says {getattr(item, name)}, not {value}", f"--{name}")
    return item


def sources(names: Sequence[str]) -> list[str]:
    """The files, links and ids, with patterns like "*.non" replaced by the files that match."""
    found: list[str] = []
    for name in names:
        # A link may hold a question mark as well: only what matches files is a pattern.
        matches = []
        if any(sign in name for sign in "*?[") and not os.path.exists(name):
            from glob import glob

            matches = sorted(one for one in glob(name, recursive=True) if os.path.isfile(one))
        found += matches or [name]
    return found


Certified = tuple[Puzzle | CaracolError, Mapping[str, Any]]
"""A puzzle, or why it cannot be read, and the certificate that its file has for it."""


def certified_in(name: str, asked: argparse.Namespace) -> Iterator[Certified]:
    """The puzzles of one source with their certificates; one of many that is broken is told."""
    from caracol.formats import own
    from caracol.plugins import get_genre

    source: TextIO | str | bytes = opened(name)
    if not isinstance(source, str | bytes):
        with source:
            source = source.read()
        if not source.strip():
            raise FormatError(f"there is no puzzle in {name_of(name)}: it is empty")
    texts = _objects(source) if asked.format in (None, "json", "jsonl") else []
    if not texts:
        for item in items_of(source, name, asked):
            if asked.strict and isinstance(item, CaracolError):
                raise item
            yield item, {}
        return
    assumed = get_genre(asked.genre) if asked.genre else None
    for number, text in enumerate(texts, 1):
        try:
            data = own.parse(text)
            puzzle = agreed(own.decode(data, assumed), told_too(asked), asked)
            yield puzzle, data.get("certificate", {})
        except CaracolError as problem:
            if len(texts) == 1 or asked.strict:
                raise
            yield FormatError(str(problem), f"puzzle {number}"), {}


def _objects(text: str | bytes) -> list[str]:
    """The texts of the JSON objects that a file holds: one, a list of them, or one a line."""
    if isinstance(text, bytes) or text.lstrip()[:1] not in ("{", "[") or '"caracol"' not in text:
        return []
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and _is_whole(lines[0]):
        return lines
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(found, list):
        objects = bool(found) and all(isinstance(one, dict) for one in found)
        return [json.dumps(one) for one in found] if objects else []
    return [text]


def _is_whole(line: str) -> bool:
    """Whether a line is a whole JSON object, as in JSON Lines."""
    if not line.lstrip().startswith("{"):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def opened(name: str) -> TextIO | str | bytes:
    """The file or standard input to read from, or the text itself where it is a link or an id."""
    if name.startswith(EXAMPLE):
        from caracol.examples import find

        name = str(find(name.removeprefix(EXAMPLE)))
    if name == "-":
        if sys.stdin.isatty():
            print("caracol: reading the puzzle from the keyboard; end with Ctrl-D", file=sys.stderr)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        return sys.stdin
    if os.path.exists(name):
        if os.path.isdir(name):
            raise FormatError(f"'{name}' is a folder; name a file in it")
        try:
            # Opened once: a pipe (as of ``<(command)``) tells what it has only once.
            file = BufferedReader(FileIO(name), START)
            start = file.peek(START)[:START]
            if b"\0" not in start[:4096] and _is_text(start):
                return TextIOWrapper(file, "utf-8", errors="replace", newline="")
            with file:
                raw = file.read(MOST_BYTES + 1)  # binary formats are read byte by byte
        except OSError as problem:
            raise FormatError(f"'{name}' cannot be read: {problem.strerror}") from problem
        if len(raw) > MOST_BYTES:
            raise FormatError(f"'{name}' is no text, and too large for a binary puzzle file")
        return raw
    if any(sign in name for sign in ":?{[(\n") and not name.endswith((".json", ".jsonl")):
        return name
    if _is_single(name):
        return name
    raise FormatError(f"there is no file '{name}', and it is no link or game id either")


def _is_single(name: str) -> bool:
    """Whether a name is a puzzle itself, in a format that needs no more than a line."""
    from caracol.formats.links import single

    return any(found.looks(name) for found in single())


def _is_text(start: bytes) -> bool:
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as problem:
        # The last character may have been cut.
        return problem.start > max(0, len(start) - 4) and problem.reason == "unexpected end of data"
    return True


def name_of(source: str) -> str:
    """What a source of puzzles is called in messages."""
    return "standard input" if source == "-" else f"'{source}'"


def read_grid(asked_for: str, puzzle: Puzzle) -> Values:
    """A grid from a file, standard input or the command line itself.

    Rows stand one a line, or are parted by "/" or "," on the command line.
    """
    from caracol.puzzle import read_cells

    if asked_for == "-" or os.path.exists(asked_for):
        source = opened(asked_for)
        if isinstance(source, str | bytes):
            raise FormatError(f"'{asked_for}' is no text, so it is no grid")
        with source:
            text = source.read().removeprefix("\ufeff")
    else:
        text = asked_for.replace("/", "\n").replace(",", "\n")
    text = text.strip("\r\n")
    if text.lstrip().startswith("["):
        try:
            rows = json.loads(text)
        except ValueError as problem:
            raise FormatError(f"the grid is no JSON list of rows ({problem})") from problem
        if not isinstance(rows, list) or not all(isinstance(row, str | list) for row in rows):
            raise FormatError("the grid must be a list of rows, each a text or a list")
    else:
        rows = [line.strip() for line in text.splitlines() if line.strip()]
    return read_cells(rows, puzzle.grid, puzzle.symbols, "grid")


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
    from caracol.puzzle import write_cells

    return write_cells(values, puzzle.grid, puzzle.symbols)
