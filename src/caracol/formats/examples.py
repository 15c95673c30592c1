"""Puzzles that come with Caracol, by name: "star-battle/seed-10x10-board-6-2-stars"."""

from __future__ import annotations

import json
from pathlib import Path

from caracol.authoring import editing
from caracol.errors import UnknownName
from caracol.puzzle.plugins import get_genre

PLACES = ("data/examples", "../../examples")
"""Folder in an installed package, and in a checkout."""


def folder() -> Path:
    """Return the folder of the examples."""
    here = Path(__file__).parent.parent
    return next((here / place for place in PLACES if (here / place).is_dir()), here / PLACES[0])


def names() -> list[str]:
    """Return the names of all examples, as "genre/name"."""
    found = sorted(folder().glob("*/*.json"))
    return [f"{path.parent.name}/{path.stem}" for path in found]


def text(name: str) -> str:
    """Return the file of an example; a genre's name alone means the genre's first puzzle.

    >>> text("star-battle").startswith('{"caracol"')
    True
    """
    known = names()
    if name in known:
        return (folder() / f"{name}.json").read_text(encoding="utf-8")
    genres = [*dict.fromkeys(one.partition("/")[0] for one in known)]
    if name not in genres:
        raise UnknownName("example", name, known if "/" in name else genres)

    begun = editing.editor_of(get_genre(name)).EXAMPLE
    return json.dumps(begun) if begun else text(next(one for one in known if one.startswith(name)))
