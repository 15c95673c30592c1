"""Records of solved puzzles: one row per puzzle and day."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple

from caracol.library.filters import rank


@dataclass(frozen=True)
class Solve:
    """A solved puzzle."""

    clues: str
    """Fingerprint of the clues; the same for the same puzzle."""
    genre: str
    grade: str | None
    seconds: float
    hints: int
    """Number of hints used."""
    checks: int
    """Number of times the board was checked on request."""
    day: str
    """The player's local date, as 2026-11-16."""


class Statistic(NamedTuple):
    """Counts of the solved puzzles of one genre and grade."""

    genre: str
    grade: str | None
    solved: int
    """Number of different puzzles."""
    unaided: int
    """Number of them solved without a hint."""
    best: float
    """Shortest time in seconds."""
    average: float
    days: tuple[str, ...]
    """Days on which something was solved, in order."""


def keep(connection: sqlite3.Connection, solve: Solve) -> None:
    """Record a solved puzzle; if it is solved again on the same day, keep the faster time."""
    connection.execute(
        "INSERT INTO solves (clues, genre, word, seconds, hints, checks, day)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (clues, day) DO UPDATE SET"
        " seconds = min(seconds, excluded.seconds), word = coalesce(excluded.word, word)",
        (
            solve.clues,
            solve.genre,
            solve.grade,
            solve.seconds,
            solve.hints,
            solve.checks,
            solve.day,
        ),
    )


def list_solves(connection: sqlite3.Connection) -> list[Solve]:
    """Return all records of solved puzzles, the oldest first."""
    rows = connection.execute(
        "SELECT clues, genre, word, seconds, hints, checks, day FROM solves ORDER BY id"
    )
    return [Solve(*row) for row in rows]


def count_solves(connection: sqlite3.Connection) -> list[Statistic]:
    """Return statistics of solved puzzles by genre and grade, the easiest grade first."""
    return summarize(list_solves(connection))


def summarize(solves: Iterable[Solve]) -> list[Statistic]:
    """Return the statistics of these solves."""

    def folder(solve: Solve) -> tuple[str, int]:
        return solve.genre, rank(solve.grade)

    found = []
    for (genre, _), group in groupby(sorted(solves, key=folder), key=folder):
        inside = list(group)
        unaided = {solve.clues for solve in inside} - {s.clues for s in inside if s.hints}
        times = [solve.seconds for solve in inside]
        found.append(
            Statistic(
                genre,
                inside[0].grade,
                len({solve.clues for solve in inside}),
                len(unaided),
                min(times),
                sum(times) / len(times),
                tuple(sorted({solve.day for solve in inside})),
            )
        )
    return found


def streak(days: Iterable[str], today: str) -> int:
    """Return the length of the streak that ends today, or yesterday if today has none yet."""
    known = set(days)
    last = date.fromisoformat(today).toordinal()
    if today not in known:
        last -= 1
    number = 0
    while last > number and date.fromordinal(last - number).isoformat() in known:
        number += 1
    return number
