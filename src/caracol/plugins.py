"""The door through which genres come: the built-in ones, and those that other packages bring."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from caracol.errors import UnknownName
from caracol.puzzle import Genre


def get_genre(name: str) -> Genre[Any]:
    """The genre of this name.

    Built-in genres are tried first by their module, because reading the metadata of all
    installed packages costs as much as solving a puzzle; they are entry points like any other.
    """
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        module = f"caracol.genres.{name.replace('-', '_')}"
        try:
            return _checked(import_module(module).GENRE)
        except ModuleNotFoundError as missing:
            if missing.name != module:
                raise
    plugged = _entry_points()
    if name in plugged:
        return _checked(plugged[name].load())
    raise UnknownName("genre", name, sorted(plugged))


def list_genres() -> list[Genre[Any]]:
    """All genres that are installed, by name."""
    return [_checked(entry.load()) for _, entry in sorted(_entry_points().items())]


def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="caracol.genres")}


def _checked(found: object) -> Genre[Any]:
    if not isinstance(found, Genre):
        raise TypeError(f"a genre's entry point must name a Genre, not {found!r}")
    return found
