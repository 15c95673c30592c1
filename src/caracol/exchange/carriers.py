"""Which genres are there, and what each of them says about formats."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from caracol.genre import Genre, genre, genres


def all_genres() -> Iterator[Genre[Any]]:
    """The built-in genres, then those that are plugged in.

    Lazy, because asking for plug-ins reads the metadata of all installed packages: who finds
    what he looks for among the first ones does not pay for that.
    """
    names = sorted(
        module.name for module in pkgutil.iter_modules(import_module("caracol.genres").__path__)
    )
    built_in = [name.replace("_", "-") for name in names]
    for name in built_in:
        yield genre(name)
    yield from (found for found in genres() if found.id not in built_in)
