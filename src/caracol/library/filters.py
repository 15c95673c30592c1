"""What is wanted of a library, as conditions for the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caracol.drafting.target import WORDS, Asked, wanted
from caracol.errors import ClueError
from caracol.options import Kind, Option
from caracol.plugins import get_genre
from caracol.records import Record, record

UNGRADED = "ungraded"
"""The grade to search for where puzzles without one are wanted."""

SOLVED = "EXISTS (SELECT 1 FROM games WHERE puzzle = puzzles.id AND games.solved IS NOT NULL)"


@record
class Filters(Record):
    """What is wanted of puzzles, all of it at once; ``None`` is content with anything."""

    genre: str | None = None
    size: Any = None
    """Columns and rows, as an option of this kind is read: 10, (30, 20), "30x20"."""
    grade: Asked = None
    """As it is asked of the generator; or "ungraded", for puzzles that have none."""
    technique: str | None = None
    title: str | None = None
    source: str | None = None
    tag: str | None = None
    text: str | None = None
    """Looked for in titles, authors, sources, notes and tags."""
    solved: bool | None = None

    @classmethod
    def read(cls, asked: Mapping[str, Any]) -> Filters:
        """The filters among what was asked for in words; raises where one cannot be understood."""
        known = {name: asked[name] for name in OPTIONS if asked.get(name) is not None}
        found = cls(**{name: OPTIONS[name].read(value) for name, value in known.items()})
        return found if found.genre is None else found.changed(genre=get_genre(found.genre).id)

    def where(self) -> tuple[str, list[Any]]:
        """The same as a condition for the database and its values."""
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
        elif (target := wanted(self.grade)) is not None:
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
        if self.text is not None:
            places = ("title", "author", "source", "notes")
            tagged = f"id IN (SELECT puzzle FROM tags WHERE {contains('tag')})"
            term(f"({' OR '.join([*map(contains, places), tagged])})", *[pattern(self.text)] * 5)
        if self.solved is not None:
            term(f"{'' if self.solved else 'NOT '}{SOLVED}")
        return (f"WHERE {' AND '.join(terms)}" if terms else ""), values


ANYTHING = Filters()
OPTIONS = {
    option.name: option
    for option in (
        Option("genre", Kind.TEXT, None, "only this genre"),
        Option("size", Kind.SIZE, None, "columns × rows, as 30x20, or one number for both", 1, 250),
        Option("grade", Kind.TEXT, None, "one word or two: easy, medium-hard; or ungraded"),
        Option("technique", Kind.TEXT, None, "a technique that is needed"),
        Option("title", Kind.TEXT, None, "a part of the title"),
        Option("source", Kind.TEXT, None, "a part of the source"),
        Option("tag", Kind.TEXT, None, "a tag"),
        Option("text", Kind.TEXT, None, "a part of title, author, source, notes or a tag"),
        Option("solved", Kind.FLAG, None, "whether someone has solved it"),
    )
}
"""The filters as they are asked for in words: by flags, by terms of a book, by an address."""


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
