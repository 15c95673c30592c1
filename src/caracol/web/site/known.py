"""Answers that are made together with a site, for questions that its visitors are sure to ask.

``static/js/answers/known.js`` finds them: each is a file that is named after its question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from caracol.puzzle.plugins import list_genres
from caracol.web.operations import ask
from caracol.web.problems import Refused

START, PRIME, MASK = 0xCBF29CE484222325, 0x100000001B3, 2**64 - 1
"""The hash FNV-1a with 64 bits."""
THEMES = ("light", "dark")

Question = tuple[str, dict[str, Any]]


def name_question(operation: str, entries: dict[str, Any]) -> str:
    """Return the name of a question: a hash of what is asked."""
    asked = [operation, entries]
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    found = START
    for byte in text.encode():
        found = (found ^ byte) * PRIME & MASK
    return f"{found:016x}"


def list_questions(genres: list[dict[str, Any]], days: Iterable[date]) -> Iterator[Question]:
    """Yield what the page asks to show its start, the examples and the puzzles of some days."""
    for genre in genres:
        id = genre["id"]
        for theme in THEMES:
            yield "genre_picture", {"id": id, "theme": theme}
        if genre["example"]:
            yield "read", {"puzzle": genre["example"]}
            yield "read", {"puzzle": ask("read", {"puzzle": genre["example"]})["link"]}
        if genre["blank"]:
            yield "blank", {"genre": id, "options": {}}
        if genre["generating"]:
            for day in days:
                yield "daily", {"genre": id, "day": f"{day}", "large": False, "seconds": 30}


def answer_questions(days: int, today: date | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the files of known answers: their index and, for each of them, its content.

    Puzzles of the day are made for this number of days. The first is yesterday, because it is
    still yesterday somewhere. A browser makes those of later days itself.
    """
    first = (today or date.today()) - timedelta(days=1)
    genres = ask("genres", {})
    built_in = {genre.id for genre in list_genres() if not genre.package}
    genres["genres"] = [genre for genre in genres["genres"] if genre["id"] in built_in]
    genres["problems"] = []
    kinds = {}
    name = name_question("genres", {})
    kinds[name] = "json"
    yield f"{name}.json", to_json(genres)
    wanted = [first + timedelta(days=number) for number in range(days)]
    for operation, entries in list_questions(genres["genres"], wanted):
        try:
            found = ask(operation, entries)
        except Refused:
            continue  # it takes too long here; the browser asks Python
        name = name_question(operation, entries)
        kinds[name] = "svg" if "media" in found else "json"
        yield f"{name}.{kinds[name]}", found["data"] if "media" in found else to_json(found)
    yield "index.json", to_json(kinds)


def to_json(data: Any) -> bytes:
    """Return data as short JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
