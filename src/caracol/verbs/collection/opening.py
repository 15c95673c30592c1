"""Opening the library of a command."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caracol.errors import count_noun
from caracol.library import Library
from caracol.library.faults import Damaged
from caracol.library.file import default_path
from caracol.library.repair import Rescued, look


@contextmanager
def open_library(args: argparse.Namespace) -> Iterator[Library]:
    """Open the library; if it is damaged, say how much of it can still be read."""
    try:
        with Library(args.library) as library:
            yield library
    except Damaged as problem:
        found = look(Path(args.library) if args.library else default_path())
        raise Damaged(f"{problem}: {count_contents(found)} can still be read") from None


def count_contents(found: Rescued) -> str:
    """Return how many puzzles and games can still be read, in words."""
    puzzles, games = len(found.puzzles), len(found.games)
    return f"{count_noun(puzzles, 'puzzle')} and {count_noun(games, 'game')}"
