"""Puzzles from text and to text, in the formats that the field uses.

>>> puzzle = read('{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}')
>>> puzzle.key
'ABC'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from typing import Any

from caracol.errors import ClueError, FormatError
from caracol.formats.files import FORMATS as OWN
from caracol.formats.format import Asked, Format, Written
from caracol.formats.own import LONGEST_PUZZLE, too_long
from caracol.formats.registry import by_name, decoded, detect, every_format
from caracol.plugins import get_genre as genre_named
from caracol.puzzle import Genre, Puzzle

LINES_LOOKED_AT = 100
"""Lines that must look like puzzles before a text is taken for a list of them."""

__all__ = ["Format", "Written", "convert", "list_formats", "read", "read_all", "write"]


def read(
    text: str | bytes | PathLike[str],
    format: str | None = None,
    genre: str | Genre[Any] | None = None,
    **known: Any,
) -> Puzzle:
    """The one puzzle that a text (or the file at a path) holds, in any known format.

    The format is detected where it is not named. ``genre`` helps where a format does not say
    it; ``known`` gives what else a format leaves out (``stars=2``, ``letters="AUGST"``).
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
    """The puzzles that a text holds, one by one; there is at least one, or it raises."""
    if isinstance(text, PathLike):
        text = _contents(text)
    asked = Asked(genre_named(genre) if isinstance(genre, str) else genre, known)
    chosen, plain = (by_name(format), None) if format else detect(text)
    plain = decoded(text, chosen.binary) if plain is None else plain
    found = 0
    try:
        for text_part in parts(chosen, plain):
            if len(text_part) > LONGEST_PUZZLE and not chosen.streams and chosen not in OWN:
                raise too_long()
            for puzzle in chosen.read_all(text_part, asked):
                found += 1
                yield puzzle
    except (FormatError, ClueError) as error:
        raise told(error, found) from None
    if not found:
        raise FormatError("there is no puzzle in this text")


def parts(chosen: Format, text: str) -> list[str]:
    """The texts of the puzzles, where each is one line; else the text as it is."""
    lines = [line for line in text.split("\n") if line.strip()] if chosen.single_line else []
    return lines if len(lines) > 1 and all(map(chosen.looks, lines[:LINES_LOOKED_AT])) else [text]


def told(error: FormatError | ClueError, before: int) -> FormatError | ClueError:
    """The error, with its puzzle's number among several."""
    message = str(error)
    if not before or message.startswith(("line ", "puzzle ")):
        return error
    return type(error)(f"puzzle {before + 1}: {message}")


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
