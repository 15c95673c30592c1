"""The collection of puzzles and games, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from caracol.authoring.fingerprints import fingerprint
from caracol.formats import own
from caracol.library.entries import Added, Folder, KeptPuzzle, NoSuchPuzzle, Saved
from caracol.library.faults import damage_error, translate_errors
from caracol.library.file import LibraryFile
from caracol.library.filters import ANYTHING, SOLVED, Filters, label, label_all, rank
from caracol.library.gradings import OUTDATED, read_certificate, store, store_details
from caracol.library.solves import Solve, Statistic, count_solves, keep, list_solves
from caracol.puzzle import Puzzle

LARGEST = 2**63 - 1
Order = Literal[
    "oldest", "newest", "title", "author", "source", "genre", "size", "grade", "solved", "tags"
]
FIRST_TAG = "(SELECT min(tag) FROM tags WHERE puzzle = puzzles.id)"
ORDERS: dict[Order, str] = {
    "oldest": "id {up}",
    "newest": "id {down}",
    "title": "title = '', folded(title) {up}, id",
    "author": "author = '', folded(author) {up}, id",
    "source": "source = '', folded(source) {up}, id",
    "genre": "genre {up}, id",
    "size": "rows * columns {up}, id",
    "grade": "number IS NULL, number {up}, id",
    "solved": f"{SOLVED} {{up}}, id",
    "tags": f"{FIRST_TAG} IS NULL, {FIRST_TAG} {{up}}, id",
}
"""SQL for each order; puzzles without a title, grade and so on always come last."""
TAGGED = "INSERT OR IGNORE INTO tags VALUES (?, ?)"
SPELLED = (
    "INSERT INTO spellings VALUES (?, ?) ON CONFLICT (tag) DO UPDATE SET shown = excluded.shown"
    " WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tag = excluded.tag)"
)
"""A tag that is in use keeps its spelling."""
SHOWN_TAGS = (
    "SELECT puzzle, tag, coalesce(shown, tag) AS shown FROM tags LEFT JOIN spellings USING (tag)"
)


class Library(LibraryFile):
    """A file of puzzles and games; several processes and threads may use it at once."""

    # -- puzzles -----------------------------------------------------------------------------

    def add(
        self,
        puzzle: Puzzle,
        certificate: Mapping[str, Any] | None = None,
        tags: Iterable[str] = (),
    ) -> Added:
        """Add a puzzle, unless it or an equivalent one is there; tags are added in any case."""
        return next(iter(self.add_all([(puzzle, certificate)], tags)))

    def add_all(
        self,
        puzzles: Iterable[tuple[Puzzle, Mapping[str, Any] | None]],
        tags: Iterable[str] = (),
    ) -> list[Added]:
        """Add many puzzles: all of them, or none if something fails."""
        labels = label_all(tags)
        now = _now()
        # Before locking out other writers: fingerprints take longer than writing.
        rows = [
            (puzzle, dict(known or {}), fingerprint(puzzle), own.one_line(puzzle, known).strip())
            for puzzle, known in puzzles
        ]
        found = []
        with self._writing() as connection:
            connection.executemany(SPELLED, labels.items())
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
        free: int | None = None,
    ) -> Added:
        """Add a puzzle under a free number, if one is given."""
        number, word, version = read_certificate(known)
        info, grid = puzzle.info, puzzle.grid
        row = connection.execute(
            "INSERT INTO puzzles (id, fingerprint, genre, rows, columns, title, author, source,"
            " notes, number, word, entries, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING id",
            (
                free,
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
        store_details(connection, int(row[0]), known, version)
        return Added(int(row[0]), True)

    def __len__(self) -> int:
        return int(self._ask("SELECT count(*) FROM puzzles")[0][0])

    def get(self, number: int) -> KeptPuzzle:
        """Return the puzzle with this number."""
        for entry in self._entries("WHERE id = ?", [_small(number)]):
            return entry
        raise NoSuchPuzzle(f"there is no puzzle {number} in the library")

    def find(self, puzzle: Puzzle) -> int | None:
        """Return the number of a puzzle or an equivalent one; ``None`` if there is none."""
        rows = self._ask("SELECT id FROM puzzles WHERE fingerprint = ?", [fingerprint(puzzle)])
        return int(rows[0][0]) if rows else None

    def search(
        self,
        filters: Filters = ANYTHING,
        *,
        order: Order = "oldest",
        limit: int | None = None,
        offset: int = 0,
        reverse: bool = False,
    ) -> list[KeptPuzzle]:
        """Return the puzzles that match all filters, by default in the order of being added."""
        where, values = filters.where()
        up, down = ("DESC", "ASC") if reverse else ("ASC", "DESC")
        return self._entries(
            f"{where} ORDER BY {ORDERS[order].format(up=up, down=down)} LIMIT ? OFFSET ?",
            [*values, -1 if limit is None else _small(limit), _small(offset)],
        )

    def find_ungraded(self, filters: Filters = ANYTHING) -> list[int]:
        """Return the numbers of puzzles without a grade, or with one that is out of date.

        Those that are known to have no grade, because they have no unique solution, are left out.
        """
        where, values = filters.where()
        query = (
            f"SELECT id FROM puzzles {where} {'AND' if where else 'WHERE'} {OUTDATED} ORDER BY id"
        )
        return [row[0] for row in self._ask(query, values)]

    def set_grade(self, number: int, known: Mapping[str, Any]) -> None:
        """Store the grade and techniques of a puzzle; without any, that it cannot be graded."""
        with self._writing() as connection:
            self._must_be(connection, "puzzles", number)
            store(connection, number, known)

    def folders(self, filters: Filters = ANYTHING) -> list[Folder]:
        """Return the number of these puzzles by genre and grade, the easiest grade first."""
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
            " (SELECT json_group_array(shown) FROM"
            f"   ({SHOWN_TAGS} WHERE puzzle = puzzles.id ORDER BY tag)) AS tags"
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
            raise damage_error(self.path, f"puzzle {row['id']} cannot be read")
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
        """Add tags to a puzzle."""
        labels = label_all(tags)
        with self._writing() as connection:
            self._must_be(connection, "puzzles", number)
            connection.executemany(SPELLED, labels.items())
            connection.executemany(TAGGED, [(number, one) for one in labels])

    def untag(self, number: int, *tags: str) -> None:
        """Remove tags from a puzzle."""
        gone = [(number, one) for one in label_all(tags)]
        with self._writing() as connection:
            self._must_be(connection, "puzzles", number)
            connection.executemany("DELETE FROM tags WHERE puzzle = ? AND tag = ?", gone)

    def rename(self, number: int, title: str) -> None:
        """Change the title of a puzzle."""
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
        """Return all tags, and the number of puzzles with each."""
        rows = self._ask(f"SELECT shown, count(*) FROM ({SHOWN_TAGS}) GROUP BY tag ORDER BY tag")
        return {row[0]: row[1] for row in rows}

    def remove(self, *numbers: int) -> None:
        """Remove puzzles, with their tags and games: all of them, or none if one is missing."""
        with self._writing() as connection:
            for number in numbers:
                self._must_be(connection, "puzzles", number)
                connection.execute("DELETE FROM puzzles WHERE id = ?", (number,))

    # -- games -------------------------------------------------------------------------------

    def save_game(
        self, puzzle: int, log: Any, *, game: int | None = None, solved: bool = False
    ) -> int:
        """Save a game's log (any JSON); with ``game``, replace the state of that game."""
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
            # Keep the first time it was solved.
            connection.execute(
                "UPDATE games SET log = ?, changed = ?, solved = coalesce(solved, ?) WHERE id = ?",
                (text, now, now if solved else None, game),
            )
            return game

    def games(self, puzzle: int | None = None) -> list[Saved]:
        """Return the games of a puzzle, or all of them, the latest first."""
        where, values = ("WHERE puzzle = ?", [_small(puzzle)]) if puzzle is not None else ("", [])
        rows = self._ask(
            f"SELECT id, puzzle, log, started, changed, solved FROM games {where}"
            " ORDER BY changed DESC, id DESC",
            values,
        )
        return list(map(self._read_game, rows))

    def game(self, number: int) -> Saved:
        """Return the game with this number."""
        rows = self._ask(
            "SELECT id, puzzle, log, started, changed, solved FROM games WHERE id = ?",
            [_small(number)],
        )
        if not rows:
            raise NoSuchPuzzle(f"there is no game {number} in the library")
        return self._read_game(rows[0])

    def _read_game(self, row: sqlite3.Row) -> Saved:
        try:
            return Saved(row[0], row[1], json.loads(row[2]), row[3], row[4], row[5])
        except (ValueError, TypeError, RecursionError):
            raise damage_error(self.path, f"game {row[0]} cannot be read") from None

    def restore(
        self,
        puzzles: Mapping[int, tuple[str, str]],
        tags: Iterable[tuple[int, str]],
        games: Mapping[int, tuple[Any, ...]],
    ) -> None:
        """Add puzzles under their old numbers, where these are free, with their tags and games."""
        with self._writing() as connection:
            there = {row[0] for row in connection.execute("SELECT id FROM puzzles")}
            for number in sorted(puzzles):
                line, added = puzzles[number]
                data = own.parse(line)
                puzzle, known = own.decode(data), dict(data.get("certificate", {}))
                free = None if number in there else number
                mark = fingerprint(puzzle)
                there.add(self._add(connection, puzzle, known, mark, line, added, free).id)
            kept = [(puzzle, tag) for puzzle, tag in tags if puzzle in there]
            connection.executemany(SPELLED, label_all(tag for _, tag in kept).items())
            connection.executemany(TAGGED, [(puzzle, label(tag)) for puzzle, tag in kept])
            connection.executemany(
                "INSERT INTO games (id, puzzle, log, started, changed, solved)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                [(number, *row) for number, row in games.items() if row[0] in there],
            )

    # -- what was solved ---------------------------------------------------------------------

    def keep_solve(self, solve: Solve) -> None:
        """Record a solved puzzle; if it is solved again on the same day, keep the faster time."""
        with self._writing() as connection:
            keep(connection, solve)

    def solves(self) -> list[Solve]:
        """Return all records of solved puzzles, the oldest first."""
        return list_solves(self._connection())

    def statistics(self) -> list[Statistic]:
        """Return statistics of solved puzzles, by genre and grade."""
        return count_solves(self._connection())

    def write_copy(self, path: Path) -> None:
        """Write everything into a new file, which needs no log beside it."""
        with translate_errors(self.path):
            self._connection().execute("VACUUM INTO ?", (str(path),))

    @staticmethod
    def _must_be(connection: sqlite3.Connection, table: str, number: int) -> None:
        if (
            connection.execute(f"SELECT 1 FROM {table} WHERE id = ?", (_small(number),)).fetchone()
            is None
        ):
            raise NoSuchPuzzle(f"there is no {table[:-1]} {number} in the library")


def _small(number: int) -> int:
    """Return the number, or the largest one that the database can hold, which is never used."""
    return max(-LARGEST, min(LARGEST, number))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
