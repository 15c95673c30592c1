"""Whole libraries: a copy of the file, and a library that takes in another one."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from caracol.errors import FormatError
from caracol.library import Library


class Merged(NamedTuple):
    """Numbers of the things that another library had."""

    puzzles: int
    new: int
    """Number of its puzzles that were not there before."""
    solved: int
    """Number of its records of solved puzzles."""


def copy_library(library: Library) -> bytes:
    """Return the content of a file with all that is in a library."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "library.sqlite")
        library.write_copy(path)
        return path.read_bytes()


def merge_library(library: Library, path: Path) -> Merged:
    """Add the puzzles of another library, with tags and games, and its solved puzzles.

    Games of a puzzle that is there already are left out.
    """
    if not path.is_file():
        raise FormatError("the file does not exist", str(path))
    with Library(path) as other:
        entries = other.search(order="oldest")
        found = [
            library.add(entry.puzzle, entry.data.get("certificate"), entry.tags)
            for entry in entries
        ]
        for entry, added in zip(entries, found, strict=True):
            for game in reversed(other.games(entry.id)) if added.new else ():
                library.save_game(added.id, game.log, solved=game.solved is not None)
        solves = other.solves()
        for solve in solves:
            library.keep_solve(solve)
    return Merged(len(found), sum(added.new for added in found), len(solves))


def merge_file(library: Library, data: bytes) -> Merged:
    """Add what is in the content of another library's file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "library.sqlite")
        path.write_bytes(data)
        try:
            return merge_library(library, path)
        except FormatError as problem:
            # Nobody knows the path of this copy.
            raise FormatError(str(problem).replace(str(path), "the file")) from None
