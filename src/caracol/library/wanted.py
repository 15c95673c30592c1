"""What is wanted of a library, as conditions for the database."""

from __future__ import annotations

from typing import Any

from caracol.drafting.grades import WORDS, Asked, wanted
from caracol.errors import ClueError
from caracol.options import Kind, Option

UNGRADED = "ungraded"
"""The grade to search for where puzzles without one are wanted."""

SIZE = Option("size", Kind.SIZE, None, "", 1, 250)
SOLVED = "EXISTS (SELECT 1 FROM games WHERE puzzle = puzzles.id AND games.solved IS NOT NULL)"


def where_clause(
    *,
    genre: str | None = None,
    size: Any = None,
    grade: Asked = None,
    technique: str | None = None,
    title: str | None = None,
    source: str | None = None,
    tag: str | None = None,
    text: str | None = None,
    solved: bool | None = None,
) -> tuple[str, list[Any]]:
    """What is wanted, as a condition for the database and its values."""
    terms: list[str] = []
    values: list[Any] = []

    def term(words: str, *given: Any) -> None:
        terms.append(words)
        values.extend(given)

    if genre is not None:
        term("genre = ?", genre)
    if size is not None:
        columns, rows = SIZE.read(size)
        term("columns = ? AND rows = ?", columns, rows)
    if grade == UNGRADED:
        term("word IS NULL")
    elif (wish := wanted(grade)) is not None:
        if wish.words:
            words = WORDS[int(wish.lowest) : int(wish.highest) + 1]
            term(f"word IN ({', '.join('?' * len(words))})", *words)
        else:
            term("number BETWEEN ? AND ?", wish.lowest, wish.highest)
    if technique is not None:
        term("id IN (SELECT puzzle FROM techniques WHERE technique = ?)", technique)
    if title is not None:
        term(contains("title"), pattern(title))
    if source is not None:
        term(contains("source"), pattern(source))
    if tag is not None:
        term("id IN (SELECT puzzle FROM tags WHERE tag = ?)", label(tag))
    if text is not None:
        places = ("title", "author", "source", "notes")
        tagged = f"id IN (SELECT puzzle FROM tags WHERE {contains('tag')})"
        term(f"({' OR '.join([*map(contains, places), tagged])})", *[pattern(text)] * 5)
    if solved is not None:
        term(f"{'' if solved else 'NOT '}{SOLVED}")
    return (f"WHERE {' AND '.join(terms)}" if terms else ""), values


def rank(grade: str | None) -> int:
    """Where a grade stands among the others; those without one come last."""
    return WORDS.index(grade) if grade in WORDS else len(WORDS)


def contains(column: str) -> str:
    """The condition that a column has a text somewhere, whatever the case of its letters."""
    return f"folded({column}) LIKE ? ESCAPE '\\'"


def pattern(text: str) -> str:
    """The text as such a condition wants it."""
    escaped = "".join(f"\\{one}" if one in "\\%_" else one for one in text.casefold())
    return f"%{escaped}%"


def label(tag: str) -> str:
    """A tag as it is kept."""
    found = " ".join(tag.split()).casefold()
    if not found:
        raise ClueError("a tag needs at least one letter", "tag")
    return found
