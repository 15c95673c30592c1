"""All formats, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from caracol.errors import UnknownName
from caracol.formats.format import Format, OfOneGenre
from caracol.genre_parts import FormatsPart
from caracol.plugins import all_parts

MODULES = (
    "files",
    "links",
    "compact",
    "pzpr",
    "penpa",
    "tatham",
    "items",
    "prolog",
    "puzzle_draw",
    "archives",
    "several",
)
"""The modules with formats, in the order in which a text is tried; loaded when needed."""


def every_format() -> Iterator[Format]:
    """All formats: first the frames, then the files that are one genre's own."""
    for module in MODULES:
        yield from import_module(f"caracol.formats.{module}").FORMATS
    yield from _of_one_genre()


@cache
def _of_one_genre() -> tuple[OfOneGenre, ...]:
    return tuple(
        OfOneGenre(genre, file) for genre, part in all_parts(FormatsPart) for file in part.files()
    )


def by_name(name: str) -> Format:
    """The format of this name."""
    names = []
    for found in every_format():
        if found.name == name:
            return found
        names.append(found.name)
    raise UnknownName("format", name, names)
