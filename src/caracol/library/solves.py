"""What people have solved, and how well: a row for each puzzle and day."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import date
from itertools import groupby

from caracol.library.filters import rank
from caracol.records import NamedTuple, Record, record


@record
class Solve(Record):
    """A puzzle that was solved."""

    clues: str
    """A name for what the puzzle asks; the same puzzle has the same one."""
    genre: str
    grade: str | None
    seconds: float
    hints: int
    """How many hints were asked for."""
    checks: int
    """How often the board was checked on request."""
    day: str
    """The day, as 2026-11-16, where the player is."""


class Statistic(NamedTuple):
    """What was solved of one genre and grade."""

    genre: str
    grade: str | None
    solved: int
    """How many different puzzles."""
    unaided: int
    """How many of them without a hint."""
    best: float
    """The shortest time in seconds."""
    average: float
    days: tuple[str, ...]
    """The days on which something was solved, in order."""


def keep(connection: sqlite3.Connection, solve: Solve) -> None:
    """Remember a solved puzzle; once more on the same day, the quicker time counts."""
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


def count_solves(connection: sqlite3.Connection) -> list[Statistic]:
    """What was solved, for each genre and grade, the easiest grade first."""
    rows = connection.execute(
        "SELECT clues, genre, word, seconds, hints, checks, day FROM solves ORDER BY id"
    )
    return counted(Solve(*row) for row in rows)


def counted(solves: Iterable[Solve]) -> list[Statistic]:
    """The statistics of these."""

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
    """How many days in a row up to today, or to yesterday where today is still to come."""
    known = set(days)
    last = date.fromisoformat(today).toordinal()
    if today not in known:
        last -= 1
    number = 0
    while last > number and date.fromordinal(last - number).isoformat() in known:
        number += 1
    return number
