"""The puzzles that come with Caracol, by name: "star-battle/seed-10x10-board-6-2-stars"."""

from __future__ import annotations

from pathlib import Path

from caracol.errors import UnknownName

PLACES = ("data/examples", "../../examples")
"""In an installed package, and in a checkout."""


def folder() -> Path:
    """Where the examples are."""
    here = Path(__file__).parent
    return next((here / place for place in PLACES if (here / place).is_dir()), here / PLACES[0])


def names() -> list[str]:
    """All examples, as "genre/name"."""
    found = sorted(folder().glob("*/*.json"))
    return [f"{path.parent.name}/{path.stem}" for path in found]


def find(name: str) -> Path:
    """The file of an example; a genre alone stands for its first one.

    >>> find("star-battle").suffix
    '.json'
    """
    known = names()
    fitting = [one for one in known if name in (one, one.partition("/")[0])]
    if not fitting:
        raise UnknownName("example", name, known)
    return folder() / f"{fitting[0]}.json"
