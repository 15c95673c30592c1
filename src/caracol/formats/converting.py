"""Reading and writing: which format a text has, its puzzles, and puzzles as text.

>>> puzzle = read('{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}')
>>> puzzle.key
'ABC'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from typing import Any

from caracol.errors import CaracolError, FormatError, FormatWarning
from caracol.formats.decoding import decoded
from caracol.formats.format import Asked, Format, Item, Written, located
from caracol.formats.recognising import Recognised, recognise
from caracol.formats.registry import by_name, every_format
from caracol.plugins import get_genre as genre_named
from caracol.puzzle import Genre, Puzzle


def read(
    text: str | bytes | PathLike[str],
    format: str | None = None,
    genre: str | Genre[Any] | None = None,
    **known: Any,
) -> Puzzle:
    """The one puzzle that a text (or the file at a path) holds, in any known format.

    The format is detected where it is not named; where a text fits several, the one that gives
    a puzzle with a solution wins if no other does, with a :class:`FormatWarning`, else one is
    asked to choose. ``genre`` helps where a format does not say it; ``known`` gives what else a
    format leaves out (``stars=2``, ``letters="AUGST"``).
    """
    found = read_all(text, format, genre, **known)
    puzzle = next(found)
    if next(found, None) is not None:
        raise FormatError("the text holds several puzzles; read_all gives them one by one")
    return puzzle


def read_all(
    text: str | bytes | PathLike[str],
    format: str | None = None,
    genre: str | Genre[Any] | None = None,
    **known: Any,
) -> Iterator[Puzzle]:
    """The puzzles that a text holds, one by one; there is at least one, or it raises.

    It raises at the first puzzle that cannot be read; :func:`read_each` goes on.
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
    """The puzzles that a text holds, one by one, and the error in place of each broken one.

    A text that is of no format, or holds no puzzle, raises.
    """
    asked = asked_for(genre, known)
    for item in numbered(recognised(text, format, asked).items(asked)):
        for note in asked.new_notes():
            import warnings

            warnings.warn(note, FormatWarning, stacklevel=2)
        yield item


def recognised(
    text: str | bytes | PathLike[str], format: str | None, asked: Asked, name: str = ""
) -> Recognised:
    """The format that a text has, or the one that is named."""
    if isinstance(text, PathLike):
        name = name or fspath(text)
        text = _contents(text)
    if format is None:
        return recognise(text, asked, name)
    chosen = by_name(format)
    return Recognised(chosen, decoded(text, chosen.binary), "it was named")


def asked_for(genre: str | Genre[Any] | None, known: Mapping[str, Any]) -> Asked:
    """What a caller says about a text."""
    return Asked(genre_named(genre) if isinstance(genre, str) else genre, known)


def numbered(items: Iterator[Item]) -> Iterator[Item]:
    """The items, each error with its puzzle's number where it is one of several."""
    number = 0
    for number, item in enumerate(items, 1):
        yield with_number(item, number) if isinstance(item, CaracolError) else item
    if not number:
        raise FormatError("there is no puzzle in this text")


def with_number(error: CaracolError, number: int) -> CaracolError:
    """The error, with its puzzle's number among several."""
    message = str(error)
    if number == 1 or message.startswith(("line ", "puzzle ", "piece ")):
        return error
    return located(error, f"puzzle {number}")


def _contents(path: PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as problem:
        raise FormatError(f"'{fspath(path)}' cannot be read: {problem.strerror}") from problem


def write(
    puzzle: Puzzle, format: str = "json", certificate: Mapping[str, Any] | None = None
) -> str:
    """The puzzle as text.

    Raises a :class:`FormatError` where clues would be lost; :func:`convert` tells what is lost.
    A certificate (solution, grade, techniques) goes into our own JSON only.
    """
    if certificate:
        from caracol.formats import own

        layouts = {"json": own.pretty, "jsonl": own.one_line}
        if format not in layouts:
            raise FormatError(f"the format '{format}' cannot carry a certificate; json can")
        return layouts[format](puzzle, certificate)
    written = convert(puzzle, format)
    if written.spoilt:
        raise FormatError(f"the format '{format}' would lose {' and '.join(written.spoilt)}")
    return written.text


def convert(puzzle: Puzzle, format: str) -> Written:
    """The puzzle as text, with what that format cannot carry.

    Raises a :class:`FormatError` where nothing sensible can be written at all.
    """
    return by_name(format).convert(puzzle)


def list_formats() -> list[Format]:
    """All formats; each says its ``name``, what it is ``about``, and what it carries."""
    return list(every_format())
