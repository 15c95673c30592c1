"""All formats, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from caracol.authoring.notation.format import FileFormat, Format
from caracol.authoring.parts import FormatsPart
from caracol.errors import UnknownName
from caracol.puzzle.plugins import all_parts

MODULES = (
    "files",
    "bundles.links",
    "frames.compact",
    "frames.pzpr",
    "frames.penpa",
    "frames.tatham",
    "frames.items",
    "frames.prolog",
    "frames.puzzle_draw",
    "bundles.archives",
    "bundles.several",
)
"""Modules with formats, in the order in which a text is tried; loaded when needed."""


def every_format() -> Iterator[Format]:
    """Yield all formats: first the shared ones, then those of one genre."""
    for module in MODULES:
        yield from import_module(f"caracol.formats.{module}").FORMATS
    yield from formats_of_genres()


@cache
def formats_of_genres() -> tuple[FileFormat[Any], ...]:
    """Return the formats defined by genres."""
    return tuple(
        file.for_genre(genre) for genre, part in all_parts(FormatsPart) for file in part.files()
    )


def by_name(name: str) -> Format:
    """Return the format with this name."""
    names = []
    for found in every_format():
        if found.name == name:
            return found
        names.append(found.name)
    raise UnknownName("format", name, names)
