"""All formats, by name and by the looks of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from caracol.errors import FormatError, UnknownName
from caracol.formats.carriers import all_genres
from caracol.formats.files import FORMATS as OWN
from caracol.formats.format import Format, OfOneGenre
from caracol.formats.own import LONGEST_PUZZLE
from caracol.notation import parsing

MODULES = ("files", "links", "compact", "pzpr", "penpa", "tatham", "items", "prolog")
"""The modules with formats, in the order in which a text is tried; loaded when needed."""


def every_format() -> Iterator[Format]:
    """All formats: first the frames, then the files that are one genre's own."""
    for module in MODULES:
        yield from import_module(f"caracol.formats.{module}").FORMATS
    yield from _of_one_genre()


@cache
def _of_one_genre() -> tuple[OfOneGenre, ...]:
    return tuple(
        OfOneGenre(genre, file)
        for genre in all_genres()
        for file in getattr(genre.part("formats"), "FILES", ())
    )


def by_name(name: str) -> Format:
    """The format of this name."""
    names = []
    for found in every_format():
        if found.name == name:
            return found
        names.append(found.name)
    raise UnknownName("format", name, names)


LOOKED_AT = 2 * LONGEST_PUZZLE
"""Characters from which the format is detected."""


FILE_NAME = re.compile(r"[^\n{}\[\]()<>?*]{1,250}\.\w{1,8}", re.ASCII)
"""What a text looks like that was meant as the name of a file."""


def detect(text: str | bytes) -> tuple[Format, str]:
    """The format that a text seems to have, and the text as that format wants it."""
    plain = decoded(text)
    if not plain or plain.isspace():
        raise FormatError("the text is empty; a puzzle in any known format is wanted")
    long = len(plain) > LONGEST_PUZZLE
    beginning = plain[:LOOKED_AT] if long else plain
    for found in every_format():
        if long and not found.streams and found not in OWN:
            continue
        if found.binary:
            raw = decoded(text, binary=True)
            if found.looks(raw):
                return found, raw
        elif found.looks(plain if found in OWN else beginning):
            return found, plain
    if long:
        raise FormatError(
            f"the text is longer than {LONGEST_PUZZLE:,} characters and no list of puzzles; "
            "JSON Lines and lists of links may be longer"
        )
    if FILE_NAME.fullmatch(plain.strip()):
        raise FormatError(
            f"'{plain.strip()}' looks like the name of a file, not like a puzzle; "
            "a path (pathlib.Path) is read as a file"
        )
    names = ", ".join(found.name for found in every_format())
    raise FormatError(f"this looks like none of the formats that are known: {names}")


def decoded(text: str | bytes, binary: bool = False) -> str:
    """Bytes as text: UTF-8 where they are that, else one character a byte; lines end in ``\\n``."""
    if isinstance(text, str):
        parsing.check_characters(text)
    if binary:
        return text if isinstance(text, str) else text.decode("latin-1")
    plain = text if isinstance(text, str) else _characters(text)
    plain = plain.removeprefix("\ufeff")
    return plain.replace("\r\n", "\n").replace("\r", "\n") if "\r" in plain else plain


def _characters(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    # Without such a mark, the zeros of plain letters tell which byte comes first.
    for name, first in (("utf-16-le", 1), ("utf-16-be", 0)):
        if len(raw) > 3 and not any(raw[first:100:2]) and all(raw[1 - first : 100 : 2]):
            return raw.decode(name, "replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
