"""Errors for when the library's file or its disk fails."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from caracol.errors import CaracolError


class Damaged(CaracolError):
    """The library's file is damaged; ``caracol library repair`` saves what it can."""


WORDS = {
    "SQLITE_FULL": "could not be written: the disk is full, and nothing was saved",
    "SQLITE_READONLY": "can be read, but not written",
    "SQLITE_PERM": "may not be used",
    "SQLITE_AUTH": "may not be used",
    "SQLITE_BUSY": "is being written by another program; please try again",
    "SQLITE_LOCKED": "is being written by another program; please try again",
    "SQLITE_CANTOPEN": "cannot be opened",
    "SQLITE_NOMEM": "needs more memory than there is",
    "SQLITE_IOERR": "could not be read or written: disk error",
    "SQLITE_TOOBIG": "cannot hold anything this large",
}
"""Messages by the beginning of SQLite's error name; any other error is damage."""


def as_error(problem: sqlite3.Error, path: str | os.PathLike[str]) -> CaracolError:
    """Return an error of SQLite as one of ours."""
    name = getattr(problem, "sqlite_errorname", "")
    for beginning, words in WORDS.items():
        if name.startswith(beginning):
            return CaracolError(f"the library {os.fspath(path)} {words} ({problem})")
    return damage_error(path, str(problem))


def damage_error(path: str | os.PathLike[str], why: str) -> Damaged:
    """Return the error for a damaged file."""
    return Damaged(
        f"the library {os.fspath(path)} is damaged ({why}); "
        "'caracol library repair' saves what can still be read"
    )


@contextmanager
def translate_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn errors of SQLite inside the block into Caracol's own."""
    try:
        yield
    except sqlite3.Error as problem:
        raise as_error(problem, path) from None
    except UnicodeDecodeError:
        # SQLite's own message quotes a damaged name, and Python cannot decode it.
        raise damage_error(path, "a name in it is not text") from None
