"""Filters of a library, as conditions for the database."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from caracol.authoring.drafts.target import WORDS, Asked, read_wanted
from caracol.errors import ClueError
from caracol.puzzle.plugins import all_genres, get_genre
from caracol.support.options import Kind, Option

UNGRADED = "ungraded"
"""The grade to search for to find puzzles without one."""

SOLVED = "EXISTS (SELECT 1 FROM games WHERE puzzle = puzzles.id AND games.solved IS NOT NULL)"


@dataclass(frozen=True)
class Filters:
    """Conditions that puzzles must all meet; ``None`` accepts anything."""

    genre: str | None = None
    size: Any = None
    """Columns and rows, in any form that a size option accepts: 10, (30, 20), "30x20"."""
    grade: Asked = None
    """A grade as for the generator; or "ungraded", for puzzles without one."""
    technique: str | None = None
    title: str | None = None
    source: str | None = None
    tag: str | None = None
    text: str | None = None
    """Words to find, each anywhere: in the title, author, source, notes, tags, genre or grade, or
    as the size or the number."""
    solved: bool | None = None

    @classmethod
    def read(cls, asked: Mapping[str, Any]) -> Filters:
        """Return the filters given by these words; raise if one cannot be understood."""
        known = {name: asked[name] for name in OPTIONS if asked.get(name) is not None}
        found = cls(**{name: OPTIONS[name].read(value) for name, value in known.items()})
        return found if found.genre is None else replace(found, genre=get_genre(found.genre).id)

    def where(self) -> tuple[str, list[Any]]:
        """Return the filters as an SQL condition and its values."""
        terms: list[str] = []
        values: list[Any] = []

        def term(words: str, *given: Any) -> None:
            terms.append(words)
            values.extend(given)

        if self.genre is not None:
            term("genre = ?", self.genre)
        if self.size is not None:
            columns, rows = OPTIONS["size"].read(self.size)
            term("columns = ? AND rows = ?", columns, rows)
        if self.grade == UNGRADED:
            term("word IS NULL")
        elif (target := read_wanted(self.grade)) is not None:
            if target.words:
                words = WORDS[int(target.lowest) : int(target.highest) + 1]
                term(f"word IN ({', '.join('?' * len(words))})", *words)
            else:
                term("number BETWEEN ? AND ?", target.lowest, target.highest)
        if self.technique is not None:
            term("id IN (SELECT puzzle FROM techniques WHERE technique = ?)", self.technique)
        if self.title is not None:
            term(contains("title"), pattern(self.title))
        if self.source is not None:
            term(contains("source"), pattern(self.source))
        if self.tag is not None:
            term("id IN (SELECT puzzle FROM tags WHERE tag = ?)", label(self.tag))
        for sought in (self.text or "").split():
            term(*find_word(sought))
        if self.solved is not None:
            term(f"{'' if self.solved else 'NOT '}{SOLVED}")
        return (f"WHERE {' AND '.join(terms)}" if terms else ""), values


def find_word(sought: str) -> tuple[Any, ...]:
    """Return the condition that a puzzle shows a word, and its values."""
    shown = [contains(column) for column in ("title", "author", "source", "notes", "word")]
    shown.append(f"id IN (SELECT puzzle FROM tags WHERE {contains('tag')})")
    values: list[Any] = [pattern(sought)] * len(shown)
    # The file has the ids of genres; people see their names.
    genres = [genre.id for genre in all_genres() if sought.casefold() in genre.name.casefold()]
    shown.append(f"genre IN ({', '.join('?' * len(genres))})")
    values += genres
    if found := re.fullmatch(r"(\d{1,9})(?:[x×*](\d{1,9}))?", sought.casefold()):
        columns, rows = int(found[1]), int(found[2] or found[1])
        shown.append("(columns = ? AND rows = ?)")
        values += (columns, rows)
        if not found[2]:
            shown.append("id = ?")
            values.append(columns)
    return f"({' OR '.join(shown)})", *values


ANYTHING = Filters()
OPTIONS = {
    option.name: option
    for option in (
        Option("genre", Kind.TEXT, None, "only this genre"),
        Option("size", Kind.SIZE, None, "columns × rows, as 30x20, or one number for both", 1, 250),
        Option("grade", Kind.TEXT, None, "a grade or a range: easy, medium-hard; or ungraded"),
        Option("technique", Kind.TEXT, None, "a required technique"),
        Option("title", Kind.TEXT, None, "part of the title"),
        Option("source", Kind.TEXT, None, "part of the source"),
        Option("tag", Kind.TEXT, None, "a tag"),
        Option(
            "text",
            Kind.TEXT,
            None,
            "words of the title, author, source, notes, tags, genre, grade or size",
        ),
        Option("solved", Kind.FLAG, None, "whether it has been solved"),
    )
}
"""The filters as options: for flags, for the terms of a book, and for query strings."""


def rank(grade: str | None) -> int:
    """Return the rank of a grade; puzzles without one come last."""
    return WORDS.index(grade) if grade in WORDS else len(WORDS)


def contains(column: str) -> str:
    """Return the condition that a column contains a text, ignoring case."""
    return f"folded({column}) LIKE ? ESCAPE '\\'"


def pattern(text: str) -> str:
    """Return the text as the pattern for such a condition."""
    escaped = "".join(f"\\{one}" if one in "\\%_" else one for one in text.casefold())
    return f"%{escaped}%"


def label(tag: str) -> str:
    """Return a tag as it is compared, in small letters."""
    (found,) = label_all([tag])
    return found


def label_all(tags: Iterable[str]) -> dict[str, str]:
    """Return how each tag is compared, and how it is shown."""
    shown = [" ".join(tag.split()) for tag in tags]
    if not all(shown):
        raise ClueError("a tag needs at least one letter", "tag")
    return {tag.casefold(): tag for tag in reversed(shown)}
