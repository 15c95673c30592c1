"""The collection of puzzles and games, in one SQLite file."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from caracol.deduction.efforts import word
from caracol.disguises import fingerprint
from caracol.errors import CaracolError, FormatError
from caracol.formats import own
from caracol.library.faults import damaged, telling
from caracol.library.filters import ANYTHING, SOLVED, Filters, label, rank
from caracol.library.solves import Solve, Statistic, count_solves, keep
from caracol.library.tables import connect
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple

ENVIRONMENT = "CARACOL_LIBRARY"
"""The variable that names the file, where no argument does."""
LARGEST = 2**63 - 1
Order = Literal["oldest", "newest", "title", "size", "grade"]
ORDERS: dict[Order, str] = {
    "oldest": "id",
    "newest": "id DESC",
    "title": "title = '', folded(title), id",
    "size": "rows * columns, id",
    "grade": "number IS NULL, number, id",
}
"""What each order means to the database."""
TAGGED = "INSERT OR IGNORE INTO tags VALUES (?, ?)"


class NoSuchPuzzle(CaracolError, LookupError):
    """There is no puzzle or game with this number."""


class Added(NamedTuple):
    """What became of a puzzle that was to be added."""

    id: int
    new: bool
    """Whether it was not there before, also not in disguise."""


class Folder(NamedTuple):
    """The puzzles of one genre and grade, counted."""

    genre: str
    grade: str | None
    number: int
    solved: int


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """A puzzle of the library, with what is known about it."""

    id: int
    genre: str
    rows: int
    columns: int
    title: str
    author: str
    source: str
    grade: str | None
    number: float | None
    """How hard it is, as a number."""
    techniques: tuple[str, ...]
    tags: tuple[str, ...]
    added: str
    solved: bool
    """Whether someone has solved it."""
    line: str
    """The puzzle file, as one line of JSON."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return own.decode(self.data)

    @property
    def certificate(self) -> dict[str, Any]:
        """What is known about it."""
        return dict(self.data.get("certificate", {}))

    @property
    def data(self) -> dict[str, Any]:
        """The entries of the puzzle file."""
        found = own.parse(self.line)
        if not isinstance(found, dict):
            raise FormatError("this is no puzzle file", f"puzzle {self.id} of the library")
        return found


@dataclass(frozen=True, slots=True)
class Saved:
    """A game, as it is kept."""

    id: int
    puzzle: int
    log: Any
    started: str
    changed: str
    solved: str | None


def usual_place() -> Path:
    """Where the library is, unless told: in the user's own data folder."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return Path(user_data_path("caracol", appauthor=False)) / "library.sqlite"


class Library:
    """One file of puzzles and games; several processes and threads may use it at once."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = usual_place() if path is None else Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CaracolError(
                f"the folder {self.path.parent} cannot be made: {problem.strerror}"
            ) from None
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._connection()

    # -- puzzles -----------------------------------------------------------------------------

    def add(
        self,
        puzzle: Puzzle,
        certificate: Mapping[str, Any] | None = None,
        tags: Iterable[str] = (),
    ) -> Added:
        """Add a puzzle, unless it is there already, also in disguise; tags are added anyhow."""
        return next(iter(self.add_all([(puzzle, certificate)], tags)))

    def add_all(
        self,
        puzzles: Iterable[tuple[Puzzle, Mapping[str, Any] | None]],
        tags: Iterable[str] = (),
    ) -> list[Added]:
        """Add many puzzles: all of them, or none where something goes wrong."""
        labels = [label(tag) for tag in tags]
        now = _now()
        # Before the others are kept waiting: fingerprints take longer than writing.
        rows = [
            (puzzle, dict(known or {}), fingerprint(puzzle), own.one_line(puzzle, known).strip())
            for puzzle, known in puzzles
        ]
        found = []
        with self._writing() as connection:
            for puzzle, known, mark, line in rows:
                added = self._add(connection, puzzle, known, mark, line, now)
                found.append(added)
                connection.executemany(TAGGED, [(added.id, one) for one in labels])
        return found

    def _add(
        self,
        connection: sqlite3.Connection,
        puzzle: Puzzle,
        known: dict[str, Any],
        mark: str,
        line: str,
        now: str,
    ) -> Added:
        number, word = _grade(known)
        info, grid = puzzle.info, puzzle.grid
        row = connection.execute(
            "INSERT INTO puzzles (fingerprint, genre, rows, columns, title, author, source, notes,"
            " number, word, entries, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING id",
            (
                mark,
                puzzle.genre.id,
                grid.rows,
                grid.columns,
                info.title,
                info.author,
                info.source,
                info.notes,
                number,
                word,
                line,
                now,
            ),
        ).fetchone()
        if row is None:
            there = connection.execute("SELECT id FROM puzzles WHERE fingerprint = ?", (mark,))
            return Added(int(there.fetchone()[0]), False)
        techniques = dict.fromkeys(map(str, known.get("techniques", ())))
        connection.executemany(
            "INSERT INTO techniques VALUES (?, ?)", [(row[0], one) for one in techniques]
        )
        return Added(int(row[0]), True)

    def __len__(self) -> int:
        return int(self._ask("SELECT count(*) FROM puzzles")[0][0])

    def get(self, number: int) -> KeptPuzzle:
        """The puzzle with this number."""
        for entry in self._entries("WHERE id = ?", [_small(number)]):
            return entry
        raise NoSuchPuzzle(f"there is no puzzle {number} in the library")

    def find(self, puzzle: Puzzle) -> int | None:
        """The number of a puzzle, also in disguise; ``None`` where it is not in the library."""
        rows = self._ask("SELECT id FROM puzzles WHERE fingerprint = ?", [fingerprint(puzzle)])
        return int(rows[0][0]) if rows else None

    def search(
        self,
        filters: Filters = ANYTHING,
        *,
        order: Order = "oldest",
        limit: int | None = None,
        offset: int = 0,
    ) -> list[KeptPuzzle]:
        """The puzzles that have all of this, in the order in which they were added, or another."""
        where, values = filters.where()
        return self._entries(
            f"{where} ORDER BY {ORDERS[order]} LIMIT ? OFFSET ?",
            [*values, -1 if limit is None else _small(limit), _small(offset)],
        )

    def folders(self, filters: Filters = ANYTHING) -> list[Folder]:
        """How many of these puzzles there are of each genre and grade; the easiest grade first."""
        where, values = filters.where()
        rows = self._ask(
            f"SELECT genre, word, count(*), total({SOLVED}) FROM puzzles {where}"
            " GROUP BY genre, word",
            values,
        )
        found = [Folder(row[0], row[1], row[2], int(row[3])) for row in rows]
        return sorted(found, key=lambda folder: (folder.genre, rank(folder.grade)))

    def _entries(self, rest: str, values: list[Any]) -> list[KeptPuzzle]:
        rows = self._ask(
            f"SELECT *, {SOLVED} AS solved,"
            " (SELECT json_group_array(technique) FROM"
            "   (SELECT technique FROM techniques WHERE puzzle = puzzles.id ORDER BY technique))"
            "   AS techniques,"
            " (SELECT json_group_array(tag) FROM"
            "   (SELECT tag FROM tags WHERE puzzle = puzzles.id ORDER BY tag)) AS tags"
            f" FROM puzzles {rest}",
            values,
        )
        return list(map(self._entry, rows))

    def _entry(self, row: sqlite3.Row) -> KeptPuzzle:
        texts = [row[name] for name in ("genre", "title", "author", "source", "added", "entries")]
        sides = [row["rows"], row["columns"]]
        if not all(isinstance(text, str) for text in texts) or not all(
            isinstance(side, int) for side in sides
        ):
            raise damaged(self.path, f"puzzle {row['id']} cannot be read")
        return KeptPuzzle(
            row["id"],
            row["genre"],
            row["rows"],
            row["columns"],
            row["title"],
            row["author"],
            row["source"],
            row["word"],
            row["number"],
            tuple(map(str, json.loads(row["techniques"]))),
            tuple(map(str, json.loads(row["tags"]))),
            row["added"],
            bool(row["solved"]),
            row["entries"],
        )

    def tag(self, number: int, *tags: str) -> None:
        """Give a puzzle tags."""
        self._label(TAGGED, number, tags)

    def untag(self, number: int, *tags: str) -> None:
        """Take tags from a puzzle."""
        self._label("DELETE FROM tags WHERE puzzle = ? AND tag = ?", number, tags)

    def _label(self, statement: str, number: int, tags: Iterable[str]) -> None:
        labels = [(number, label(tag)) for tag in tags]
        with self._writing() as connection:
            self._must_be(connection, "puzzles", number)
            connection.executemany(statement, labels)

    def rename(self, number: int, title: str) -> None:
        """Give a puzzle another title."""
        with self._writing() as connection:
            self._must_be(connection, "puzzles", number)
            row = connection.execute("SELECT entries FROM puzzles WHERE id = ?", (number,))
            entries = json.loads(row.fetchone()[0])
            known = entries.pop("certificate", None)
            puzzle = own.decode({**entries, "title": title.strip()})
            connection.execute(
                "UPDATE puzzles SET title = ?, entries = ? WHERE id = ?",
                (puzzle.info.title, own.one_line(puzzle, known).strip(), number),
            )

    def tags(self) -> dict[str, int]:
        """All tags, and how many puzzles have each."""
        rows = self._ask("SELECT tag, count(*) FROM tags GROUP BY tag ORDER BY tag")
        return {row[0]: row[1] for row in rows}

    def remove(self, *numbers: int) -> None:
        """Remove puzzles, with their tags and games: all of them, or none if one is not there."""
        with self._writing() as connection:
            for number in numbers:
                self._must_be(connection, "puzzles", number)
                connection.execute("DELETE FROM puzzles WHERE id = ?", (number,))

    # -- games -------------------------------------------------------------------------------

    def save_game(
        self, puzzle: int, log: Any, *, game: int | None = None, solved: bool = False
    ) -> int:
        """Keep a game's log (anything that JSON can say); with ``game``, the newer state of it."""
        now, text = _now(), json.dumps(log, ensure_ascii=False)
        with self._writing() as connection:
            self._must_be(connection, "puzzles", puzzle)
            if game is None:
                row = connection.execute(
                    "INSERT INTO games (puzzle, log, started, changed, solved)"
                    " VALUES (?, ?, ?, ?, ?) RETURNING id",
                    (puzzle, text, now, now, now if solved else None),
                ).fetchone()
                return int(row[0])
            self._must_be(connection, "games", game)
            # The first time it was solved is kept.
            connection.execute(
                "UPDATE games SET log = ?, changed = ?, solved = coalesce(solved, ?) WHERE id = ?",
                (text, now, now if solved else None, game),
            )
            return game

    def games(self, puzzle: int | None = None) -> list[Saved]:
        """The games of a puzzle, or all of them, the latest first."""
        where, values = ("WHERE puzzle = ?", [_small(puzzle)]) if puzzle is not None else ("", [])
        rows = self._ask(
            f"SELECT id, puzzle, log, started, changed, solved FROM games {where}"
            " ORDER BY changed DESC, id DESC",
            values,
        )
        return list(map(self._saved, rows))

    def game(self, number: int) -> Saved:
        """The game with this number."""
        rows = self._ask(
            "SELECT id, puzzle, log, started, changed, solved FROM games WHERE id = ?",
            [_small(number)],
        )
        if not rows:
            raise NoSuchPuzzle(f"there is no game {number} in the library")
        return self._saved(rows[0])

    def _saved(self, row: sqlite3.Row) -> Saved:
        try:
            return Saved(row[0], row[1], json.loads(row[2]), row[3], row[4], row[5])
        except (ValueError, TypeError, RecursionError):
            raise damaged(self.path, f"game {row[0]} cannot be read") from None

    def restore(
        self,
        puzzles: Mapping[int, tuple[str, str]],
        tags: Iterable[tuple[int, str]],
        games: Mapping[int, tuple[Any, ...]],
    ) -> None:
        """Fill an empty library with what was saved from a damaged one, under the old numbers."""
        with self._writing() as connection:
            for number in sorted(puzzles):
                line, added = puzzles[number]
                data = own.parse(line)
                puzzle, known = own.decode(data), dict(data.get("certificate", {}))
                made = self._add(connection, puzzle, known, fingerprint(puzzle), line, added)
                if made.new:
                    connection.execute(
                        "UPDATE techniques SET puzzle = ? WHERE puzzle = ?", (number, made.id)
                    )
                    connection.execute("UPDATE puzzles SET id = ? WHERE id = ?", (number, made.id))
            there = {row[0] for row in connection.execute("SELECT id FROM puzzles")}
            kept = [(puzzle, label(tag)) for puzzle, tag in tags if puzzle in there]
            connection.executemany(TAGGED, kept)
            connection.executemany(
                "INSERT INTO games (id, puzzle, log, started, changed, solved)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                [(number, *row) for number, row in games.items() if row[0] in there],
            )

    # -- what was solved ---------------------------------------------------------------------

    def keep_solve(self, solve: Solve) -> None:
        """Remember a solved puzzle; solved once more on the same day, the quicker time counts."""
        with self._writing() as connection:
            keep(connection, solve)

    def statistics(self) -> list[Statistic]:
        """What was solved, for each genre and grade."""
        return count_solves(self._connection())

    # -- the file ----------------------------------------------------------------------------

    def close(self) -> None:
        """Close the file."""
        while self._open:
            self._open.pop().close()
        self._local = threading.local()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connection(self) -> sqlite3.Connection:
        """This thread's own connection."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            with telling(self.path):
                found = connect(str(self.path))
            self._local.connection = found
            self._open.append(found)
        return found

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; other writers wait."""
        connection = self._connection()
        with telling(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # Where the disk is full, SQLite has undone everything already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _ask(self, question: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """All rows of an answer."""
        connection = self._connection()
        with telling(self.path):
            return connection.execute(question, values).fetchall()

    @staticmethod
    def _must_be(connection: sqlite3.Connection, table: str, number: int) -> None:
        if (
            connection.execute(f"SELECT 1 FROM {table} WHERE id = ?", (_small(number),)).fetchone()
            is None
        ):
            raise NoSuchPuzzle(f"there is no {table[:-1]} {number} in the library")


def _grade(known: Mapping[str, Any]) -> tuple[float | None, str | None]:
    """The grade of a certificate, which may be a number, a word, or both."""
    grade = known.get("grade")
    if isinstance(grade, Mapping):
        return grade.get("number"), grade.get("word")
    if isinstance(grade, str):
        return None, grade
    return grade, None if grade is None else word(grade)


def _small(number: int) -> int:
    """The number, or the largest that the database knows; no puzzle has that one."""
    return max(-LARGEST, min(LARGEST, number))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
