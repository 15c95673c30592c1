"""The file of the library: connections, transactions and errors."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from caracol.errors import CaracolError
from caracol.library.faults import translate_errors
from caracol.library.tables import connect
from caracol.support.arguments import checked

ENVIRONMENT = "CARACOL_LIBRARY"
"""Environment variable with the path of the file, if no argument gives it."""


def default_path() -> Path:
    """Return the default path of the library, in the user's data folder."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return Path(user_data_path("caracol", appauthor=False)) / "library.sqlite"


class LibraryFile:
    """An SQLite file that several processes and threads may use at once."""

    @checked("path")
    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = default_path() if path is None else Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CaracolError(
                f"the folder {self.path.parent} cannot be created: {problem.strerror}"
            ) from None
        # SQLite would leave a journal beside a device before it fails.
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise CaracolError(f"the library {self.path} is not a regular file; name another one")
        # Create the file here, so that only its owner can read it: SQLite has no setting for that,
        # but gives its journals the same permissions. If this fails, SQLite says why.
        with suppress(OSError):
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._connection()

    def close(self) -> None:
        """Close the file."""
        while self._open:
            self._open.pop().close()
        self._local = threading.local()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connection(self) -> sqlite3.Connection:
        """Return this thread's connection."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            with translate_errors(self.path):
                found = connect(str(self.path))
            self._local.connection = found
            self._open.append(found)
        return found

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Run the block as a transaction; other writers wait."""
        connection = self._connection()
        with translate_errors(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # If the disk is full, SQLite has already rolled back.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _ask(self, question: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """Return all rows of the answer to a query."""
        connection = self._connection()
        with translate_errors(self.path):
            return connection.execute(question, values).fetchall()
