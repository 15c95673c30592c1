"""Grades in the library: how they are stored, and which are out of date."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from caracol.deduction.efforts import word
from caracol.deduction.grade import GRADES_VERSION
from caracol.formats import own

FIRST_VERSION = 1
"""Version of grades whose certificate does not name one."""

OUTDATED = (
    "(word IS NULL OR number IS NOT NULL) AND NOT EXISTS"
    f" (SELECT 1 FROM gradings WHERE puzzle = puzzles.id AND version = {GRADES_VERSION})"
)
"""SQL condition: not graded yet, or by an older version. Words of others' grades are kept."""


def read_certificate(known: Mapping[str, Any]) -> tuple[float | None, str | None, int | None]:
    """Return the number and word of a certificate's grade, and their version if we computed it."""
    grade = known.get("grade")
    if isinstance(grade, Mapping):
        version = grade.get("version", FIRST_VERSION)
        return grade.get("number"), grade.get("word"), version if type(version) is int else None
    if isinstance(grade, str):
        return None, grade, None
    return grade, None if grade is None else word(grade), None


def store_details(
    connection: sqlite3.Connection, puzzle: int, known: Mapping[str, Any], version: int | None
) -> None:
    """Store the techniques of a new certificate, and the version with which it was graded."""
    techniques = dict.fromkeys(map(str, known.get("techniques", ())))
    connection.executemany(
        "INSERT INTO techniques VALUES (?, ?)", [(puzzle, one) for one in techniques]
    )
    if version is not None:
        connection.execute("INSERT OR REPLACE INTO gradings VALUES (?, ?)", (puzzle, version))


def store(connection: sqlite3.Connection, puzzle: int, known: Mapping[str, Any]) -> None:
    """Replace the grade and techniques of a puzzle by those of a certificate.

    An empty one means that the puzzle has no grade.
    """
    row = connection.execute("SELECT entries FROM puzzles WHERE id = ?", (puzzle,)).fetchone()
    entries = own.parse(row[0])
    certificate = entries.pop("certificate", {})
    for name in ("grade", "techniques"):
        certificate.pop(name, None)
    line = own.one_line(own.decode(entries), {**certificate, **known}).strip()
    number, grade, _ = read_certificate(known)
    connection.execute(
        "UPDATE puzzles SET number = ?, word = ?, entries = ? WHERE id = ?",
        (number, grade, line, puzzle),
    )
    connection.execute("DELETE FROM techniques WHERE puzzle = ?", (puzzle,))
    store_details(connection, puzzle, known, GRADES_VERSION)
