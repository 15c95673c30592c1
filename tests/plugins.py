"""Genres of tests that come through the door, as an installed package would bring them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caracol.formats import carriers

MODULES = Path(__file__).parent / "plugged"


def installed(folder: Path, *modules: str) -> Path:
    """A folder that makes these modules of ``tests/plugged`` known to Python as pip would."""
    known = folder / "plugged-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n")
    lines = ["[caracol.genres]", *(f"{name} = {name}:GENRE" for name in modules)]
    (known / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


@contextmanager
def plugged_in(folder: Path, *modules: str) -> Iterator[list[str]]:
    """These genres are there while the block runs; gives the folders that must be on the path."""
    before = list(sys.path)
    folders = [str(installed(folder, *modules)), str(MODULES)]
    sys.path[:0] = folders
    carriers._plugged_in.cache_clear()
    try:
        yield folders
    finally:
        sys.path[:] = before
        carriers._plugged_in.cache_clear()
