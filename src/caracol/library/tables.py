"""The tables of a library file, and their migrations."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from caracol.errors import FormatError

APPLICATION = 0x43415243
"""The ``PRAGMA application_id`` of our files: "CARC"."""

MIGRATIONS = (
    # 1: puzzles with what is known about them, and tags.
    """
    CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        genre TEXT NOT NULL,
        rows INTEGER NOT NULL,
        columns INTEGER NOT NULL,
        title TEXT NOT NULL,
        author TEXT NOT NULL,
        source TEXT NOT NULL,
        notes TEXT NOT NULL,
        number REAL,
        word TEXT,
        entries TEXT NOT NULL,
        added TEXT NOT NULL
    );
    CREATE INDEX puzzles_by_genre ON puzzles (genre, rows, columns);
    CREATE TABLE tags (
        puzzle INTEGER NOT NULL REFERENCES puzzles ON DELETE CASCADE,
        tag TEXT NOT NULL,
        PRIMARY KEY (puzzle, tag)
    ) WITHOUT ROWID;
    CREATE INDEX tags_by_tag ON tags (tag);
    CREATE TABLE techniques (
        puzzle INTEGER NOT NULL REFERENCES puzzles ON DELETE CASCADE,
        technique TEXT NOT NULL,
        PRIMARY KEY (puzzle, technique)
    ) WITHOUT ROWID;
    CREATE INDEX techniques_by_technique ON techniques (technique);
    """,
    # 2: games that people play.
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        puzzle INTEGER NOT NULL REFERENCES puzzles ON DELETE CASCADE,
        log TEXT NOT NULL,
        started TEXT NOT NULL,
        changed TEXT NOT NULL,
        solved TEXT
    );
    CREATE INDEX games_by_puzzle ON games (puzzle);
    """,
    # 3: solved puzzles, including those that are not in the library.
    """
    CREATE TABLE solves (
        id INTEGER PRIMARY KEY,
        clues TEXT NOT NULL,
        genre TEXT NOT NULL,
        word TEXT,
        seconds REAL NOT NULL,
        hints INTEGER NOT NULL,
        checks INTEGER NOT NULL,
        day TEXT NOT NULL,
        UNIQUE (clues, day)
    );
    """,
    # 4: which version of the grades each puzzle was last graded with, even without success.
    """
    CREATE TABLE gradings (
        puzzle INTEGER PRIMARY KEY REFERENCES puzzles ON DELETE CASCADE,
        version INTEGER NOT NULL
    );
    """,
    # 5: how tags are written; they are the same in capitals and small letters.
    """
    CREATE TABLE spellings (
        tag TEXT PRIMARY KEY,
        shown TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
)
"""Migrations from each version to the next; published ones never change."""

VERSION = len(MIGRATIONS)

PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""


HEADER = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""


def connect(path: str) -> sqlite3.Connection:
    """Return a connection to a library file, created or migrated if needed."""
    if _is_foreign(path):
        raise FormatError("this is not a puzzle library", path)
    try:
        return _opened(path)
    except sqlite3.DatabaseError as problem:
        name = getattr(problem, "sqlite_errorname", "")
        if name == "SQLITE_NOTADB":
            raise FormatError("this is not a puzzle library", path) from None
        if not name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")) or not Path(path).is_file():
            raise
    # SQLite writes beside the file even to read it, unless it is opened as immutable.
    uri = Path(path).absolute().as_uri()
    try:
        return _opened(f"{uri}?mode=ro", uri=True)
    except sqlite3.OperationalError:
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            raise
        return _opened(f"{uri}?mode=ro&immutable=1", uri=True)


def _is_foreign(path: str) -> bool:
    """Return whether a file is not a library, but so short that SQLite may take it for empty."""
    with suppress(OSError), open(path, "rb") as file:
        start = file.read(len(HEADER))
        return len(start) < len(HEADER) and not HEADER.startswith(start)
    return False


def _opened(path: str, *, uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=uri
    )
    connection.row_factory = sqlite3.Row
    connection.create_function("folded", 1, lambda text: str(text).casefold(), deterministic=True)
    try:
        _prepare(connection)
    except FormatError as problem:
        connection.close()
        raise FormatError(str(problem), path) from None
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    version = _version(connection)
    if version == VERSION:
        return
    if version > VERSION:
        raise FormatError(
            f"this library has version {version}, but only versions up to {VERSION} are supported; "
            "it was created by a newer Caracol"
        )
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        raise FormatError("this is a database, but not a puzzle library")
    _with_log(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have migrated it while this one waited.
        for migration in MIGRATIONS[_version(connection) :]:
            for statement in migration.split(";"):
                if statement.strip():
                    connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _with_log(connection: sqlite3.Connection) -> None:
    """Switch to a write-ahead log: readers never wait, and a kill leaves nothing half-written.

    The file remembers this. SQLite does not wait for other processes here, so we do.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
