"""Library operations of the page: generate, remove, restore, record solved puzzles."""

from __future__ import annotations

from typing import Any

from caracol.drawing.render import svg
from caracol.engines.answer import Status
from caracol.formats import own
from caracol.library import Library
from caracol.library.copies import copy_library
from caracol.library.solves import Solve, streak
from caracol.questions.explaining import grade
from caracol.verbs import views
from caracol.verbs.making.generate import GENERATED, generate_wish
from caracol.verbs.parameters import PUZZLE
from caracol.verbs.requested import check_size, read_day, read_puzzle
from caracol.verbs.schemas import (
    DAY,
    GRADE,
    NUMBER,
    TAGS,
    THEME,
    listed,
    or_null,
    seconds,
    text,
    whole,
)
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, entry

SQLITE = "application/vnd.sqlite3"
"""The kind of a library's file."""


def library_generate(payload: Payload, context: Context) -> dict[str, Any]:
    """Generate a puzzle and add it with its certificate."""
    made = generate_wish(payload, context)
    with Library(payload["library"]) as library:
        added = library.add(made.puzzle, made.certificate, payload["tags"])
    return {
        **added._asdict(),
        "puzzle": own.encode(made.puzzle),
        "certificate": made.certificate,
    }


def library_grade(payload: Payload, context: Context) -> dict[str, Any]:
    """Grade a puzzle in the library, and store its grade, or that it has none."""
    number = payload["id"]
    with Library(payload["library"]) as library:
        puzzle = library.get(number).puzzle
    found = grade(puzzle, seconds=context.seconds, stop=context.stop)
    if found.word or found.status in (Status.NONE, Status.MANY):
        with Library(payload["library"]) as library:
            library.set_grade(number, found.certificate())
    return {"id": number, "grade": found.word or None}


def library_remove(payload: Payload, _context: Context) -> dict[str, Any]:
    """Remove a puzzle, and return everything needed to restore it."""
    with Library(payload["library"]) as library:
        entry = library.get(payload["id"])
        games = [
            {"log": game.log, "solved": game.solved is not None}
            for game in reversed(library.games(entry.id))
        ]
        library.remove(entry.id)
    return {
        "removed": entry.id,
        "added": entry.added,
        "entry": dict(entry.data),
        "tags": list(entry.tags),
        "games": games,
    }


def library_restore(payload: Payload, _context: Context) -> dict[str, Any]:
    """Restore a removed puzzle with its number, tags and games."""
    entries = dict(payload["entry"])
    known = entries.pop("certificate", {})
    puzzle = check_size(own.decode(entries), payload["most_cells"])
    with Library(payload["library"]) as library:
        new = library.find(puzzle) is None
        if new and payload["removed"] and payload["added"]:
            line = own.one_line(puzzle, known).strip()
            library.restore({payload["removed"]: (line, payload["added"])}, (), {})
        number = library.add(puzzle, known, payload["tags"]).id
        for game in payload["games"] if new else []:
            library.save_game(number, game.get("log"), solved=bool(game.get("solved")))
    return {"id": number, "new": new}


def library_change(payload: Payload, _context: Context) -> dict[str, Any]:
    """Add and remove tags of puzzles, or change the title."""
    with Library(payload["library"]) as library:
        for number in payload["ids"]:
            library.get(number)
        for number in payload["ids"]:
            library.tag(number, *payload["tag"])
            library.untag(number, *payload["untag"])
            if payload["title"] is not None:
                library.rename(number, payload["title"])
    return {"ids": payload["ids"]}


def library_played(payload: Payload, _context: Context) -> dict[str, Any]:
    """Record a solved puzzle, whether it is in the library or not."""
    puzzle = read_puzzle(payload)
    solve = Solve(
        views.digest(puzzle.genre.id, puzzle.genre.encode(puzzle)),
        puzzle.genre.id,
        payload["grade"],
        payload["played"],
        payload["hints"],
        payload["checks"],
        read_day(payload),
    )
    with Library(payload["library"]) as library:
        library.keep_solve(solve)
        number = library.find(puzzle)
        if number is not None and not library.get(number).solved:
            library.save_game(number, {}, solved=True)
        return statistics_view(library, payload["day"])


def library_statistics(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return the statistics of solved puzzles."""
    today = read_day(payload)
    with Library(payload["library"]) as library:
        return statistics_view(library, today)


def statistics_view(library: Library, today: str) -> dict[str, Any]:
    """Return solved puzzles by genre and grade, and the current streak in days."""
    found = library.statistics()
    return {
        "statistics": [statistic._asdict() for statistic in found],
        "streak": streak((day for statistic in found for day in statistic.days), today),
    }


def library_solved(payload: Payload, _context: Context) -> dict[str, Any]:
    """Mark a puzzle as solved if it is in the library."""
    puzzle = read_puzzle(payload)
    with Library(payload["library"]) as library:
        number = library.find(puzzle)
        if number is not None and not library.get(number).solved:
            library.save_game(number, {}, solved=True)
    return {"id": number}


def library_picture(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return a small picture of a puzzle in the library."""
    with Library(payload["library"]) as library:
        puzzle = library.get(payload["id"]).puzzle
    return {
        "media": "image/svg+xml",
        "data": svg(puzzle, theme=payload["theme"], caption=False).encode(),
    }


def library_file(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return a copy of the library's file."""
    with Library(payload["library"]) as library:
        return {"media": SQLITE, "data": copy_library(library)}


VERBS = (
    Verb(
        "library_file",
        operation=Operation(
            "library_file",
            "Return a copy of the library's file.",
            library_file,
            (SQLITE,),
            "library",
            address="GET /library/file",
        ),
    ),
    Verb(
        "library_generate",
        parameters=(*GENERATED, entry("tags", TAGS)),
        operation=Operation(
            "library_generate",
            "Generate a puzzle and add it to the library.",
            library_generate,
            "Kept",
            "library",
            Pace.LONG,
            "POST /library/generate",
            streamed=True,
            changes=True,
            makes=True,
        ),
    ),
    Verb(
        "library_grade",
        parameters=(entry("id", NUMBER), entry("seconds", seconds(10.0))),
        operation=Operation(
            "library_grade",
            "Grade a puzzle in the library, and store the grade.",
            library_grade,
            dict[str, Any],
            "library",
            Pace.TRIED,
            "POST /library/{id}/grade",
            changes=True,
            numbered=True,
        ),
    ),
    Verb(
        "library_solved",
        parameters=PUZZLE,
        operation=Operation(
            "library_solved",
            "Mark a puzzle as solved if it is in the library.",
            library_solved,
            dict[str, Any],
            "library",
            address="POST /library/solved",
            changes=True,
        ),
    ),
    Verb(
        "library_remove",
        parameters=(entry("id", NUMBER),),
        operation=Operation(
            "library_remove",
            "Remove a puzzle from the library.",
            library_remove,
            dict[str, Any],
            "library",
            address="DELETE /library/{id}",
            changes=True,
            numbered=True,
        ),
    ),
    Verb(
        "library_restore",
        parameters=(
            entry(
                "entry",
                {"type": "object", "title": "the removed puzzle, as library_remove returned it"},
            ),
            entry("removed", or_null(NUMBER)),
            entry("added", text(40, default="")),
            entry("tags", TAGS),
            entry("games", listed({"type": "object"}, 1000, default=[])),
        ),
        operation=Operation(
            "library_restore",
            "Restore a removed puzzle from the answer of library_remove.",
            library_restore,
            dict[str, Any],
            "library",
            address="POST /library/restore",
            changes=True,
        ),
    ),
    Verb(
        "library_change",
        parameters=(
            entry("ids", listed(NUMBER, 500, minItems=1)),
            entry("tag", TAGS),
            entry("untag", TAGS),
            entry("title", or_null(text(200))),
        ),
        operation=Operation(
            "library_change",
            "Add tags to puzzles, remove tags, or change titles.",
            library_change,
            dict[str, Any],
            "library",
            address="POST /library/change",
            changes=True,
            numbered=True,
        ),
    ),
    Verb(
        "library_played",
        parameters=(
            *PUZZLE,
            entry(
                "played",
                {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1e9,
                    "title": "playing time in seconds",
                },
            ),
            entry("hints", whole(0, 100_000, default=0)),
            entry("checks", whole(0, 100_000, default=0)),
            entry("grade", GRADE),
            entry("day", DAY),
        ),
        operation=Operation(
            "library_played",
            "Record a solved puzzle, with time, hints and checks.",
            library_played,
            "Statistics",
            "library",
            address="POST /library/played",
            changes=True,
        ),
    ),
    Verb(
        "library_statistics",
        parameters=(entry("day", DAY),),
        operation=Operation(
            "library_statistics",
            "Return statistics of solved puzzles by genre and grade.",
            library_statistics,
            "Statistics",
            "library",
            address="GET /library/statistics",
        ),
    ),
    Verb(
        "library_picture",
        parameters=(entry("id", NUMBER), entry("theme", THEME)),
        operation=Operation(
            "library_picture",
            "Draw a puzzle in the library.",
            library_picture,
            ("image/svg+xml",),
            "library",
            address="GET /library/{id}/picture",
            numbered=True,
        ),
    ),
)
