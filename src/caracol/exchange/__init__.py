"""Puzzles from text and to text, in the formats that the field uses.

>>> puzzle = read('{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}')
>>> puzzle.key
'ABC'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from typing import Any

from caracol.errors import FormatError
from caracol.exchange.format import Asked, Format, Written
from caracol.exchange.registry import by_name, decoded, detect, every_format
from caracol.genre import Genre, Puzzle
from caracol.genre import genre as genre_named

__all__ = ["Format", "Written", "convert", "formats", "read", "read_all", "write"]

LONGEST_TEXT = 64_000_000
"""Longer texts are refused: no set of puzzles that is worth reading at once is larger."""


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
    if len(text) > LONGEST_TEXT:
        raise FormatError(f"the text is longer than {LONGEST_TEXT} characters")
    asked = Asked(genre_named(genre) if isinstance(genre, str) else genre, known)
    chosen, plain = (by_name(format), None) if format else detect(text)
    plain = decoded(text, chosen.binary) if plain is None else plain
    found = False
    for puzzle in chosen.read_all(plain, asked):
        found = True
        yield puzzle
    if not found:
        raise FormatError("there is no puzzle in this text")


def _contents(path: PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(LONGEST_TEXT + 1)
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
        from caracol.exchange import own

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


def formats() -> list[Format]:
    """All formats; each says its ``name``, what it is ``about``, and what it carries."""
    return list(every_format())
