"""The puzzles and grids that commands are asked about: from files, links, examples and streams."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BufferedReader, FileIO, TextIOWrapper
from itertools import chain
from typing import Any, TextIO

from caracol.errors import CaracolError, ClueError, FormatError, tried
from caracol.formats import own
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple
from caracol.rules import Values

START = 1 << 16
"""So many bytes tell whether a file is text."""
MOST_BYTES = 1 << 26
"""No binary puzzle file is larger."""

EXAMPLE = "example:"
"""What stands before the name of a puzzle that comes with Caracol."""


def puzzles(asked: argparse.Namespace) -> Iterator[Puzzle | CaracolError]:
    """The puzzles that a command is asked about; JSON Lines come one by one as they arrive.

    A puzzle that cannot be read raises where it is the only one, or with ``--strict``; of
    several, it is told, and the next follows.
    """
    for number, item in enumerate(_all_puzzles(asked), 1):
        if asked.strict and isinstance(item, CaracolError):
            raise FormatError(placed(number, str(item)))
        yield item


def placed(number: int, message: str) -> str:
    """A complaint about one puzzle of several, with its number, unless that is said already."""
    start = f"puzzle {number}: "
    return message if message.startswith(start) else start + message


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
        if isinstance(item, Unread):
            read = puzzle_of if item.alone else one_of_many
            yield read(item.text, asked)
        else:
            yield item


class Unread(NamedTuple):
    """A JSON object that has not been looked at yet: whoever works on it reads it too."""

    text: str
    alone: bool = False
    """Whether it is the only one, so that it raises where it cannot be read."""


def unread_in(name: str, asked: argparse.Namespace) -> Iterator[Unread | Puzzle | CaracolError]:
    """The puzzles of one source, but our own JSON as it is: lines one by one as they arrive."""
    source = opened(name)
    if isinstance(source, str | bytes):
        yield from _unread(source, name, asked)
        return
    with source:
        first = source.readline()
        if asked.format not in (None, "json", "jsonl") or not _is_whole(first):
            rest = first + source.read()
            if not rest.strip():
                raise FormatError(f"there is no puzzle in {name_of(name)}: it is empty")
            yield from _unread(rest, name, asked)
            return
        second = source.readline()
        for line in chain((first, second), source):
            if line.strip():
                yield Unread(line, alone=not second)


def _unread(
    text: str | bytes, name: str, asked: argparse.Namespace
) -> Iterator[Unread | Puzzle | CaracolError]:
    if asked.format in (None, "json") and isinstance(text, str) and own.is_ours(text):
        yield Unread(text, alone=True)  # there is nothing to detect
    else:
        yield from items_of(text, name, asked)


def puzzle_of(text: str, asked: argparse.Namespace) -> Puzzle:
    """The puzzle of a text; a JSON object is our own file."""
    assumed = get_genre(asked.genre) if asked.genre else None
    if text.lstrip()[:1] == "{":
        found = own.read_one(text, assumed)
    else:
        from caracol.formats import read

        found = read(text, genre=assumed)
    return agreed(found, given_by_flags(asked), asked)


def one_of_many(text: str, asked: argparse.Namespace) -> Puzzle | CaracolError:
    """The puzzle of a text, or why it cannot be read, for which the others must not wait."""
    try:
        return puzzle_of(text, asked)
    except CaracolError as problem:
        return problem


def items_of(
    text: str | bytes, name: str, asked: argparse.Namespace
) -> Iterator[Puzzle | CaracolError]:
    """The puzzles of a text, and the error in place of each that is broken; one alone raises."""
    from caracol.formats import asked_for, numbered, recognised

    known = given_by_flags(asked)
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


def given_by_flags(asked: argparse.Namespace) -> dict[str, Any]:
    """What the flags tell because some formats leave it out."""
    if not asked.format_options:
        return {}
    return {
        name: option.read(value)
        for name, (option, _) in asked.format_options.items()
        if (value := getattr(asked, name)) is not None
    }


def agreed(item: Puzzle, given: Mapping[str, Any], asked: argparse.Namespace) -> Puzzle:
    """The puzzle, if it is as the flags tell; none of them is passed over in silence."""
    for name, value in given.items():
        owners = asked.format_options[name][1]
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
            puzzle = agreed(own.decode(data, assumed), given_by_flags(asked), asked)
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
        from caracol.examples import text

        return text(name.removeprefix(EXAMPLE))
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
