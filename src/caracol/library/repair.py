"""Read what is left of a damaged library, and make a new one from it.

SQLite is asked first, row by row, skipping rows that it cannot reach. Rows that it no longer finds
are looked for in the pages of the file itself. Only what can be read as a puzzle is kept.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from caracol.errors import CaracolError
from caracol.formats import own
from caracol.library import Library
from caracol.library.pages import records

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""Errors raised by damaged rows; SQLite's message may quote a name that is no longer text."""
FARTHEST = 1 << 40
"""Maximum distance from a damaged row at which to look for another."""
MOST_BETWEEN = 20_000
"""Maximum number of ids between two rows to try one by one."""


@dataclass
class Rescued:
    """The rows of a damaged library that can still be read."""

    puzzles: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The puzzle file and the date of each puzzle, by number."""
    tags: set[tuple[int, str]] = field(default_factory=set)
    games: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """Puzzle, log, started, changed and solved of each game, by number."""
    lost: set[int] = field(default_factory=set)
    """Numbers of puzzles that exist but cannot be read."""
    whole: bool = True
    """Whether nothing is damaged."""


def look(path: Path) -> Rescued:
    """Return everything that can still be read."""
    found = Rescued()
    with contextlib.closing(_opened(path)) as connection:
        found.whole = _sound(connection)
        # One wrong byte in a text should not cost the rest of its row.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for number, entries, added in _rows(connection, "puzzles", "id, entries, added", found):
            if not _puzzle(found, number, entries, added):
                found.lost.add(number)
        for row in _rows(connection, "games", "id, puzzle, log, started, changed, solved", found):
            _game(found, *row)
        try:
            spelled = _spellings(connection)
            for puzzle, tag in connection.execute("SELECT puzzle, tag FROM tags"):
                found.tags.add((puzzle, spelled.get(tag, str(tag))))
        except UNREADABLE:
            found.whole = False
    if not found.whole or found.lost:
        found.whole = False
        for number, record in records(path):
            if len(record) == 13:
                # Other rows with the same number of columns may be there, too.
                if not _puzzle(found, number, record[11], record[12]) and "caracol" in str(record):
                    found.lost.add(number)
            elif len(record) == 6:
                _game(found, number, *record[1:])
    found.lost -= found.puzzles.keys()
    return found


def repair(path: Path) -> tuple[Rescued, Path | None]:
    """Make a library from what can still be read, and keep the damaged file beside it.

    Return what was found and the new path of the damaged file, or ``None`` if nothing was wrong.
    """
    if not path.is_file():
        raise CaracolError(f"there is no library at {path}")
    found = look(path)
    if found.whole:
        return found, None
    if not found.puzzles:
        raise CaracolError(f"no puzzle can be read in {path}; the file is unchanged")
    part = path.with_name(f"{path.name}.repaired")
    for old in _files(part):
        old.unlink(missing_ok=True)
    try:
        with Library(part) as library:
            library.restore(found.puzzles, found.tags, found.games)
        kept = _free(path)
        for old in _files(path):
            if old.exists():
                shutil.move(old, kept.with_name(kept.name + old.name.removeprefix(path.name)))
        part.replace(path)
    finally:
        for old in _files(part):
            old.unlink(missing_ok=True)
    return found, kept


def _spellings(connection: sqlite3.Connection) -> dict[str, str]:
    """Return how tags are written; older libraries do not say, and it may be damaged."""
    found: dict[str, str] = {}
    with contextlib.suppress(*UNREADABLE):
        found.update(connection.execute("SELECT tag, shown FROM spellings"))
    return found


def _files(path: Path) -> list[Path]:
    """Return a library's file and the files that SQLite keeps beside it."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))]


def _free(path: Path) -> Path:
    """Return an unused path for the damaged file."""
    number = 1
    while (found := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return found


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _sound(connection: sqlite3.Connection) -> bool:
    """Return whether SQLite finds nothing wrong and all texts can be decoded."""
    try:
        sound = [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]
        for table in ("puzzles", "techniques", "tags", "games"):
            for _ in connection.execute(f"SELECT * FROM {table}"):
                pass
        return sound
    except UNREADABLE:
        return False


def _rows(
    connection: sqlite3.Connection, table: str, columns: str, found: Rescued
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table that SQLite can reach, including those after damaged ones."""
    last, step = 0, 0
    query = f"SELECT {columns} FROM {table} WHERE id"
    while last < FARTHEST:
        try:
            row = connection.execute(f"{query} > ? ORDER BY id LIMIT 1", (last + step,)).fetchone()
            sane = row is None or (isinstance(row[0], int) and row[0] > last + step)
        except UNREADABLE:
            sane = False
        if not sane:
            # The row is damaged, or the tree leads to a wrong one: look further on.
            found.whole = False
            step = 2 * step + 1
            if last + step >= FARTHEST:
                return
            continue
        if step:
            # Some rows between the last one and this one may be readable by number.
            beyond = row[0] if row else last + step
            for number in range(last + 1, min(beyond, last + MOST_BETWEEN)):
                with contextlib.suppress(*UNREADABLE):
                    yield from connection.execute(f"{query} = ?", (number,))
        if row is None:
            return
        yield row
        last, step = row[0], 0


def _puzzle(found: Rescued, number: Any, entries: Any, added: Any) -> bool:
    """Keep a puzzle if it is valid; return whether it is."""
    if not isinstance(entries, str):
        return False
    try:
        own.decode(own.parse(entries))
    except CaracolError:
        return False
    found.puzzles.setdefault(number, (entries, str(added)))
    return True


def _game(
    found: Rescued, number: Any, puzzle: Any, log: Any, started: Any, changed: Any, solved: Any
) -> None:
    if not isinstance(number, int) or not isinstance(puzzle, int) or number in found.games:
        return
    try:
        json.loads(log)
    except (ValueError, TypeError, RecursionError):
        return
    dates = str(started), str(changed), solved if solved is None else str(solved)
    found.games[number] = (puzzle, log, *dates)
