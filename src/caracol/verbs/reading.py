"""Puzzles and grids for commands, from files, links, examples and streams."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from glob import glob
from io import BufferedReader, FileIO, TextIOWrapper
from itertools import chain
from typing import Any, NamedTuple, TextIO

from caracol.authoring.notation.format import ReadingPosition, prefix_error
from caracol.errors import CaracolError, ClueError, FormatError, attempt
from caracol.formats import examples, own
from caracol.formats.bundles.links import single_line_formats
from caracol.formats.converting import detect_format, make_asked, number_errors, read
from caracol.formats.doubts import note_doubt
from caracol.puzzle import Puzzle, read_cells
from caracol.puzzle.loading import defines_model, load_model
from caracol.puzzle.plugins import get_genre
from caracol.rules import Values

START = 1 << 16
"""Number of bytes examined to decide whether a file is text."""
MOST_BYTES = 1 << 26
"""Maximum size of a binary puzzle file, in bytes."""

EXAMPLE = "example:"
"""Prefix for puzzles that come with Caracol."""


def read_puzzles(
    args: argparse.Namespace, place: ReadingPosition | None = None
) -> Iterator[Puzzle | CaracolError]:
    """Yield the puzzles of a command; JSON Lines are read one by one as they arrive.

    ``place`` says where the puzzle was that was yielded last.

    A puzzle that cannot be read raises if it is the only one, or with ``--strict``; otherwise
    the error is yielded in its place.
    """
    for number, item in enumerate(_read_all(args, place or ReadingPosition()), 1):
        if args.strict and isinstance(item, CaracolError):
            raise FormatError(add_number(number, str(item)))
        yield item


def add_number(number: int, message: str) -> str:
    """Return an error message with the number of its puzzle, unless it already has it."""
    start = f"puzzle {number}: "
    return message if message.startswith(start) else start + message


def _read_all(args: argparse.Namespace, place: ReadingPosition) -> Iterator[Puzzle | CaracolError]:
    names = expand_sources(args.puzzle)
    if len(names) == 1:
        yield from read_source(names[0], args, place)
        return
    for name in names:
        try:
            for item in read_source(name, args, place):
                yield FormatError(str(item), name) if isinstance(item, CaracolError) else item
        except CaracolError as problem:
            yield FormatError(str(problem), name)


def read_source(
    name: str, args: argparse.Namespace, place: ReadingPosition | None = None
) -> Iterator[Puzzle | CaracolError]:
    """Yield the puzzles of one source."""
    place = place or ReadingPosition()
    for item in scan_source(name, args, place):
        if isinstance(item, Unread):
            if item.alone:
                yield read_puzzle(item.text, args)
            else:
                yield try_puzzle(item.text, args, place.line)
        else:
            yield item


class Unread(NamedTuple):
    """A JSON object that has not been parsed yet; the process that answers parses it."""

    text: str
    alone: bool = False
    """Whether it is the only one, so that an error in it is raised."""


def scan_source(
    name: str, args: argparse.Namespace, place: ReadingPosition
) -> Iterator[Unread | Puzzle | CaracolError]:
    """Yield the puzzles of one source, leaving our own JSON unparsed, as lines arrive."""
    place.line = None
    if name.endswith(".py") and defines_model(name):
        yield load_model(name)
        return
    source = open_source(name)
    if isinstance(source, str | bytes):
        yield from _scan_text(source, name, args, place)
        return
    with source:
        first = source.readline()
        if args.format not in (None, "json", "jsonl") or not _is_whole(first):
            rest = first + source.read()
            if not rest.strip():
                raise FormatError(f"{name_of(name)} is empty")
            yield from _scan_text(rest, name, args, place)
            return
        second = source.readline()
        for number, line in enumerate(chain((first, second), source), 1):
            if line.strip():
                place.line = number if second else None
                yield Unread(line, alone=not second)


def _scan_text(
    text: str | bytes, name: str, args: argparse.Namespace, place: ReadingPosition
) -> Iterator[Unread | Puzzle | CaracolError]:
    if args.format in (None, "json") and isinstance(text, str) and own.is_ours(text):
        yield Unread(text, alone=True)  # there is nothing to detect
    else:
        yield from read_items(text, name, args, place)


def print_note(note: str) -> None:
    """Print a note about a puzzle that was read."""
    print(f"caracol: {note}", file=sys.stderr)


def read_puzzle(
    text: str,
    args: argparse.Namespace,
    where: str = "",
    tell: Callable[[str], None] = print_note,
) -> Puzzle:
    """Return the puzzle in a text; a JSON object is in our own format.

    ``tell`` receives a note if the clues contradict each other.
    """
    assumed = get_genre(args.genre) if args.genre else None
    if text.lstrip()[:1] == "{":
        found = own.read_one(text, assumed)
        if note := note_doubt(found, where):
            tell(note)
    elif _is_single(text.strip()):
        found = read(text, genre=assumed)
    else:
        start = text.strip()[:20]
        raise FormatError(
            f"every line must be a puzzle as a JSON object, but this one begins with '{start}'"
        )
    return check_flags(found, read_format_flags(args), args)


def try_puzzle(
    text: str,
    args: argparse.Namespace,
    line: int | None = None,
    tell: Callable[[str], None] = print_note,
) -> Puzzle | CaracolError:
    """Return the puzzle in a text, or the error if it cannot be read, with its line."""
    where = f"line {line}" if line else ""
    try:
        return read_puzzle(text, args, where, tell)
    except CaracolError as problem:
        return prefix_error(problem, where) if where else problem


def read_items(
    text: str | bytes, name: str, args: argparse.Namespace, place: ReadingPosition | None = None
) -> Iterator[Puzzle | CaracolError]:
    """Yield the puzzles of a text, or the error for each broken one; a single one raises."""
    known = read_format_flags(args)
    wanted = replace(make_asked(args.genre, known), place=place or ReadingPosition())
    found = detect_format(text, args.format, wanted, name)

    def checked() -> Iterator[Puzzle | CaracolError]:
        for item in number_errors(found.items(wanted)):
            for note in wanted.new_notes():
                print_note(note)
            yield (
                item if isinstance(item, CaracolError) else attempt(check_flags, item, known, args)
            )

    items = checked()
    first = next(items)
    if isinstance(first, CaracolError):
        before = wanted.place.line
        second = next(items, None)
        if second is None:
            raise first
        after, wanted.place.line = wanted.place.line, before
        yield first
        wanted.place.line = after
        yield second
    else:
        yield first
    yield from items


def read_format_flags(args: argparse.Namespace) -> dict[str, Any]:
    """Return what some formats leave out and flags supply."""
    if not args.format_options:
        return {}
    return {
        name: option.read(value)
        for name, (option, _) in args.format_options.items()
        if (value := getattr(args, name)) is not None
    }


def check_flags(item: Puzzle, given: Mapping[str, Any], args: argparse.Namespace) -> Puzzle:
    """Return the puzzle; raise if a flag does not apply to it or contradicts it."""
    for name, value in given.items():
        owners = args.format_options[name][1]
        if item.genre.id not in owners:
            whose = " and ".join(owners)
            raise ClueError(f"is for {whose}, but this is {item.genre.name}", f"--{name}")
        if getattr(item, name) != value:
            raise ClueError(f"the text itself says {getattr(item, name)}, not {value}", f"--{name}")
    return item


def expand_sources(names: Sequence[str]) -> list[str]:
    """Return the sources, with patterns like "*.non" replaced by the matching files."""
    found: list[str] = []
    for name in names:
        # A link may contain a question mark too: only what matches files is a pattern.
        matches = []
        if any(sign in name for sign in "*?[") and not os.path.exists(name):
            matches = sorted(one for one in glob(name, recursive=True) if os.path.isfile(one))
        found += matches or [name]
    return found


Certified = tuple[Puzzle | CaracolError, Mapping[str, Any]]
"""A puzzle or the error for it, with the certificate from its file."""


def read_certified(name: str, args: argparse.Namespace) -> Iterator[Certified]:
    """Yield the puzzles of one source with their certificates, or the error for each broken one."""
    if name.endswith(".py") and defines_model(name):
        yield load_model(name), {}
        return
    source: TextIO | str | bytes = open_source(name)
    if not isinstance(source, str | bytes):
        with source:
            source = source.read()
        if not source.strip():
            raise FormatError(f"{name_of(name)} is empty")
    texts = _split_objects(source) if args.format in (None, "json", "jsonl") else []
    if not texts:
        for item in read_items(source, name, args):
            if args.strict and isinstance(item, CaracolError):
                raise item
            yield item, {}
        return
    assumed = get_genre(args.genre) if args.genre else None
    for number, text in enumerate(texts, 1):
        try:
            data = own.parse(text)
            puzzle = check_flags(own.decode(data, assumed), read_format_flags(args), args)
            if note := note_doubt(puzzle, f"puzzle {number}" if len(texts) > 1 else ""):
                print_note(note)
            yield puzzle, data.get("certificate", {})
        except CaracolError as problem:
            if len(texts) == 1 or args.strict:
                raise
            yield FormatError(str(problem), f"puzzle {number}"), {}


def _split_objects(text: str | bytes) -> list[str]:
    """Return the JSON objects in a file, as texts: a single one, a list, or one per line."""
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
    """Return whether a line is a complete JSON object, as in JSON Lines."""
    if not line.lstrip().startswith("{"):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def open_source(name: str) -> TextIO | str | bytes:
    """Return the file or standard input to read, or the text itself if it is a link or an id."""
    if name.startswith(EXAMPLE):
        return examples.text(name.removeprefix(EXAMPLE))
    if name == "-":
        if sys.stdin.isatty():
            print("caracol: reading a puzzle from the keyboard; end with Ctrl-D", file=sys.stderr)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        return sys.stdin
    if os.path.exists(name):
        if os.path.isdir(name):
            raise FormatError(f"'{name}' is a folder; name a file in it")
        try:
            # Opened once: a pipe, as in ``<(command)``, can be read only once.
            file = BufferedReader(FileIO(name), START)
            start = file.peek(START)[:START]
            if b"\0" not in start[:4096] and _is_text(start):
                return TextIOWrapper(file, "utf-8", errors="replace", newline="")
            with file:
                raw = file.read(MOST_BYTES + 1)  # binary formats are read byte by byte
        except OSError as problem:
            raise FormatError(f"cannot read '{name}': {problem.strerror}") from problem
        if len(raw) > MOST_BYTES:
            raise FormatError(f"'{name}' is not text, and is too large for a binary puzzle file")
        return raw
    if any(sign in name for sign in ":?{[(\n") and not name.endswith((".json", ".jsonl")):
        return name
    if _is_single(name):
        return name
    raise FormatError(f"there is no file '{name}', and it is not a link or a game id")


def _is_single(name: str) -> bool:
    """Return whether a name is itself a puzzle, in a one-line format."""
    return any(found.recognises(name) for found in single_line_formats())


def _is_text(start: bytes) -> bool:
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as problem:
        # The last character may be incomplete.
        return problem.start > max(0, len(start) - 4) and problem.reason == "unexpected end of data"
    return True


def name_of(source: str) -> str:
    """Return the name of a source for messages."""
    return "standard input" if source == "-" else f"'{source}'"


def read_grid(source: str, puzzle: Puzzle) -> Values:
    """Return a grid from a file, standard input or the command line itself.

    Rows are on separate lines, or separated by "/" or "," on the command line.
    """
    if source == "-" or os.path.exists(source):
        file = open_source(source)
        if isinstance(file, str | bytes):
            raise FormatError(f"'{source}' is not a text file, so it cannot be a grid")
        with file:
            text = file.read().removeprefix("\ufeff")
    elif source.lstrip().startswith("["):
        text = source
    else:
        text = source.replace("/", "\n").replace(",", "\n")
    text = text.strip("\r\n")
    if text.lstrip().startswith("["):
        try:
            rows = json.loads(text)
        except ValueError as problem:
            raise FormatError(f"the grid is not a valid JSON list of rows ({problem})") from problem
        if not isinstance(rows, list) or not all(isinstance(row, str | list) for row in rows):
            raise FormatError("the grid must be a list of rows, each a text or a list")
    else:
        rows = [line.strip() for line in text.splitlines() if line.strip()]
    return read_cells(rows, puzzle.grid, puzzle.symbols, "grid")
