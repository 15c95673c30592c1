"""Which genres are there, and what each of them says about formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from caracol.notation.carrying import Carrier
from caracol.plugins import get_genre, list_genres
from caracol.puzzle import Genre


def all_genres() -> Iterator[Genre[Any]]:
    """The built-in genres, then those that are plugged in.

    Lazy, because asking for plug-ins reads the metadata of all installed packages: who finds
    what he looks for among the first ones does not pay for that.
    """
    yield from _built_in()
    yield from _plugged_in()


@cache
def _built_in() -> tuple[Genre[Any], ...]:
    import pkgutil

    places = import_module("caracol.genres").__path__
    names = sorted(module.name for module in pkgutil.iter_modules(places))
    return tuple(get_genre(name.replace("_", "-")) for name in names)


@cache
def _plugged_in() -> tuple[Genre[Any], ...]:
    known = {found.id for found in _built_in()}
    return tuple(found for found in list_genres() if found.id not in known)


@cache
def carriers_of(genre: Genre[Any]) -> Mapping[str, Carrier[Any, Any]]:
    """How the frames carry a genre, by the name of the frame."""
    found: Mapping[str, Carrier[Any, Any]] = getattr(genre.part("formats"), "CARRIERS", {})
    return found
