"""Read and write puzzles: detect a text's format, read its puzzles, write puzzles as text.

>>> puzzle = read('{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}')
>>> puzzle.key
'ABC'
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from typing import Any

from caracol.authoring.notation.format import Asked, Format, Item, Written, prefix_error
from caracol.errors import ArgumentError, CaracolError, ClueError, FormatError, FormatWarning
from caracol.formats import own
from caracol.formats.decoding import decode_text
from caracol.formats.recognising import Recognised, recognise
from caracol.formats.registry import by_name, every_format
from caracol.puzzle import Genre, Puzzle
from caracol.puzzle.custom_model import NO_FILE, ByHand, as_puzzle
from caracol.puzzle.plugins import get_genre as genre_named
from caracol.support.arguments import checked


@checked("format", "genre")
def read(
    text: str | bytes | PathLike[str],
    format: str | None = None,
    genre: str | Genre[Any] | None = None,
    **known: Any,
) -> Puzzle:
    """Return the one puzzle in a text (or in the file at a path), in any known format.

    The format is detected unless it is named. If a text fits several formats, the only one that
    gives a puzzle with a solution wins, with a :class:`FormatWarning`; otherwise an error asks the
    caller to choose. ``genre`` is needed if a text does not identify it, unless exactly one genre
    gives a puzzle with one solution, which is a warning, too. ``known`` supplies whatever else a
    format leaves out (``stars=2``, ``letters="AUGST"``).
    """
    found = read_all(text, format, genre, **known)
    puzzle = next(found)
    if next(found, None) is not None:
        raise FormatError("the text holds several puzzles; use read_all to get them one by one")
    return puzzle


@checked("format", "genre")
def read_all(
    text: str | bytes | PathLike[str],
    format: str | None = None,
    genre: str | Genre[Any] | None = None,
    **known: Any,
) -> Iterator[Puzzle]:
    """Yield the puzzles in a text one by one: at least one, or raise.

    Raises at the first puzzle that cannot be read; :func:`read_each` continues.
    """
    for item in read_each(text, format, genre, **known):
        if isinstance(item, CaracolError):
            raise item
        yield item


def read_each(
    text: str | bytes | PathLike[str],
    format: str | None = None,
    genre: str | Genre[Any] | None = None,
    **known: Any,
) -> Iterator[Item]:
    """Yield the puzzles in a text one by one, with an error in place of each broken one.

    Raises if the text is in no known format or holds no puzzle.
    """
    asked = make_asked(genre, known)
    for item in number_errors(detect_format(text, format, asked).items(asked)):
        for note in asked.new_notes():
            warnings.warn(note, FormatWarning, stacklevel=2)
        yield item


def detect_format(
    text: str | bytes | PathLike[str], format: str | None, asked: Asked, name: str = ""
) -> Recognised:
    """Return the format of a text, or the one that is named."""
    if not isinstance(text, str | bytes | PathLike):
        raise ArgumentError("text", "a text, bytes or a path", text)
    if isinstance(text, PathLike):
        name = name or fspath(text)
        text = _contents(text)
    if format is None:
        return recognise(text, asked, name)
    chosen = by_name(format)
    return Recognised(chosen, decode_text(text, chosen.binary), "it was named")


def make_asked(genre: str | Genre[Any] | None, known: Mapping[str, Any]) -> Asked:
    """Return what the caller says about a text."""
    return Asked(genre_named(genre) if isinstance(genre, str) else genre, known)


def number_errors(items: Iterator[Item]) -> Iterator[Item]:
    """Yield the items; if there are several, each error gives its puzzle's number."""
    number = 0
    for number, item in enumerate(items, 1):
        yield add_number(item, number) if isinstance(item, CaracolError) else item
    if not number:
        raise FormatError("there is no puzzle in this text")


def add_number(error: CaracolError, number: int) -> CaracolError:
    """Return the error with its puzzle's number among several."""
    message = str(error)
    if number == 1 or message.startswith(("line ", "puzzle ", "piece ")):
        return error
    return prefix_error(error, f"puzzle {number}")


def _contents(path: PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as problem:
        raise FormatError(f"'{fspath(path)}' cannot be read: {problem.strerror}") from problem


@checked("format", "certificate")
def write(
    puzzle: Puzzle, format: str = "json", certificate: Mapping[str, Any] | None = None
) -> str:
    """Return the puzzle as text.

    Raises a :class:`FormatError` if clues would be lost; :func:`convert` says what is lost. Only
    our own JSON can hold a certificate (solution, grade, techniques).
    """
    if certificate:
        layouts = {"json": own.pretty, "jsonl": own.one_line}
        if format not in layouts:
            raise FormatError(f"the format '{format}' cannot hold a certificate; use json")
        return layouts[format](puzzle, certificate)
    written = convert(puzzle, format)
    if written.spoilt:
        raise FormatError(f"the format '{format}' would lose {' and '.join(written.spoilt)}")
    return written.text


@checked("format")
def convert(puzzle: Puzzle, format: str) -> Written:
    """Return the puzzle as text, with what the format cannot hold.

    Raises a :class:`FormatError` if nothing sensible can be written at all.
    """
    found, chosen = as_puzzle(puzzle), by_name(format)
    if isinstance(found, ByHand):
        raise ClueError(NO_FILE)
    return chosen.convert(found)


def list_formats() -> list[Format]:
    """Return all formats, each with its ``name``, its description (``about``) and its genres."""
    return list(every_format())
