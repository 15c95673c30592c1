"""What is said when the library's file or its disk fails."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from caracol.errors import CaracolError


class Damaged(CaracolError):
    """The library's file is not what it was; ``caracol library repair`` saves what there is."""


WORDS = {
    "SQLITE_FULL": "could not be written: the disk is full, and nothing of this was kept",
    "SQLITE_READONLY": "can be read, but not written",
    "SQLITE_PERM": "may not be used",
    "SQLITE_AUTH": "may not be used",
    "SQLITE_BUSY": "is being written by another program; please try again",
    "SQLITE_LOCKED": "is being written by another program; please try again",
    "SQLITE_CANTOPEN": "cannot be opened",
    "SQLITE_NOMEM": "needs more memory than there is",
    "SQLITE_IOERR": "could not be read or written: the disk fails",
    "SQLITE_TOOBIG": "cannot hold anything so large",
}
"""By the beginning of the name that SQLite gives to a problem; anything else is damage."""


def as_error(problem: sqlite3.Error, path: str | os.PathLike[str]) -> CaracolError:
    """What SQLite says, as an error of ours."""
    name = getattr(problem, "sqlite_errorname", "")
    for beginning, words in WORDS.items():
        if name.startswith(beginning):
            return CaracolError(f"the library {os.fspath(path)} {words} ({problem})")
    return damaged(path, str(problem))


def damaged(path: str | os.PathLike[str], why: str) -> Damaged:
    """The error for a file that is not what it was."""
    return Damaged(
        f"the library {os.fspath(path)} is damaged ({why}); "
        "'caracol library repair' saves what can still be read"
    )


@contextmanager
def telling(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn what SQLite raises inside into errors of ours."""
    try:
        yield
    except sqlite3.Error as problem:
        raise as_error(problem, path) from None
