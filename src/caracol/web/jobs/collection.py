"""The library: look, add, remove, remember what is solved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from caracol import explaining
from caracol.drawing import svg
from caracol.engines.limits import Clock, Slice
from caracol.formats import own
from caracol.library import KeptPuzzle, Library, NoSuchPuzzle
from caracol.library.filters import OPTIONS, Filters
from caracol.library.solves import Solve, streak
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle
from caracol.web import views
from caracol.web.jobs.common import (
    Context,
    Payload,
    Result,
    brought,
    day_of,
    job,
    puzzle_of,
    small_enough,
)
from caracol.web.jobs.making import generated
from caracol.web.problems import Refused

GRADING = 0.7
"""The part of the time that grades may take."""


@job
def library_search(payload: Payload, _context: Context) -> Result:
    """Puzzles of the library."""
    filters = Filters(**{name: payload[name] for name in OPTIONS})
    with Library(payload["library"]) as library:
        found = library.search(
            filters, order=payload["order"], limit=payload["limit"], offset=payload["offset"]
        )
        folders = library.folders(filters.changed(genre=None, grade=None))
        return {
            "entries": [entry_view(entry) for entry in found],
            "folders": [folder._asdict() for folder in folders],
            "tags": library.tags(),
            "total": len(library),
        }


@job
def library_add(payload: Payload, context: Context) -> Result:
    """Add a puzzle with its grade, or all puzzles of a text that can be read."""
    found = brought(payload)
    puzzles = found.puzzles
    clock = Clock(context.seconds * GRADING, context.stop)
    known = []
    for done, puzzle in enumerate(puzzles):
        share = Slice(clock, (clock.left() or 0.0) / (len(puzzles) - done))
        known.append((puzzle, certificate(puzzle, share)))
    with Library(payload["library"]) as library:
        added = library.add_all(known, payload["tags"])
    new = sum(one.new for one in added)
    return {
        "id": added[0].id,
        "added": added[0].new,
        "number": len(added),
        "new": new,
        "wrong": found.wrong,
    }


@job
def library_generate(payload: Payload, context: Context) -> Result:
    """Make a puzzle and add it, with its certificate."""
    made = generated(payload, context)
    with Library(payload["library"]) as library:
        added = library.add(made.puzzle, made.certificate, payload["tags"])
    return {
        **added._asdict(),
        "puzzle": own.encode(made.puzzle),
        "certificate": made.certificate,
    }


def certificate(puzzle: Puzzle, clock: Clock) -> dict[str, Any]:
    """What can be found out about a puzzle in time."""
    grade = explaining.grade(puzzle, seconds=clock.left(), stop=clock.stop)
    if not grade.word:
        return {}
    told = {"number": grade.number, "word": grade.word}
    return {"grade": told, "techniques": list(grade.techniques)}


@job
def library_remove(payload: Payload, _context: Context) -> Result:
    """Remove a puzzle, and give back all that is needed to restore it."""
    with Library(payload["library"]) as library, or_missing():
        entry = library.get(payload["id"])
        games = [
            {"log": game.log, "solved": game.solved is not None}
            for game in reversed(library.games(entry.id))
        ]
        library.remove(entry.id)
    return {
        "removed": entry.id,
        "entry": dict(entry.data),
        "tags": list(entry.tags),
        "games": games,
    }


@job
def library_restore(payload: Payload, _context: Context) -> Result:
    """Put a puzzle back that was removed, with its tags and games."""
    entries = dict(payload["entry"])
    known = entries.pop("certificate", {})
    puzzle = small_enough(own.decode(entries), payload["most_cells"])
    with Library(payload["library"]) as library:
        added = library.add(puzzle, known, payload["tags"])
        for game in payload["games"] if added.new else []:
            library.save_game(added.id, game.get("log"), solved=bool(game.get("solved")))
    return {"id": added.id, "new": added.new}


@job
def library_change(payload: Payload, _context: Context) -> Result:
    """Give puzzles of the library tags, take them away, or give one another title."""
    with Library(payload["library"]) as library, or_missing():
        for number in payload["ids"]:
            library.get(number)
        for number in payload["ids"]:
            library.tag(number, *payload["tag"])
            library.untag(number, *payload["untag"])
            if payload["title"] is not None:
                library.rename(number, payload["title"])
    return {"ids": payload["ids"]}


@job
def library_played(payload: Payload, _context: Context) -> Result:
    """Remember that a puzzle was solved, in the library or not."""
    puzzle = puzzle_of(payload)
    solve = Solve(
        views.digest(puzzle.genre.id, puzzle.genre.encode(puzzle)),
        puzzle.genre.id,
        payload["grade"],
        payload["played"],
        payload["hints"],
        payload["checks"],
        day_of(payload),
    )
    with Library(payload["library"]) as library:
        library.keep_solve(solve)
        number = library.find(puzzle)
        if number is not None and not library.get(number).solved:
            library.save_game(number, {}, solved=True)
        return statistics_view(library, payload["day"])


@job
def library_statistics(payload: Payload, _context: Context) -> Result:
    """What was solved so far."""
    today = day_of(payload)
    with Library(payload["library"]) as library:
        return statistics_view(library, today)


def statistics_view(library: Library, today: str) -> Result:
    """What was solved, for each genre and grade, and the days in a row."""
    found = library.statistics()
    return {
        "statistics": [statistic._asdict() for statistic in found],
        "streak": streak((day for statistic in found for day in statistic.days), today),
    }


@job
def library_solved(payload: Payload, _context: Context) -> Result:
    """Remember that a puzzle of the library was solved; others are not remembered."""
    puzzle = puzzle_of(payload)
    with Library(payload["library"]) as library:
        number = library.find(puzzle)
        if number is not None and not library.get(number).solved:
            library.save_game(number, {}, solved=True)
    return {"id": number}


@job
def library_picture(payload: Payload, _context: Context) -> Result:
    """A small picture of a puzzle of the library."""
    with Library(payload["library"]) as library, or_missing():
        puzzle = library.get(payload["id"]).puzzle
    return {
        "media": "image/svg+xml",
        "data": svg(puzzle, theme=payload["theme"], caption=False).encode(),
    }


@job
def genre_picture(payload: Payload, _context: Context) -> Result:
    """A small picture of a genre: its example."""
    example = views.example_of(get_genre(payload["id"]))
    data = ""
    if example is not None:
        puzzle = own.decode(example)
        data = svg(puzzle, puzzle.givens, theme=payload["theme"], caption=False)
    return {"media": "image/svg+xml", "data": data.encode()}


@contextmanager
def or_missing() -> Iterator[None]:
    """What is not in the library is not found."""
    try:
        yield
    except NoSuchPuzzle as missing:
        raise Refused(404, "not-found", str(missing)) from None


def entry_view(entry: KeptPuzzle) -> dict[str, Any]:
    """A puzzle of the library as the page gets it."""
    return {
        "id": entry.id,
        "genre": entry.genre,
        "rows": entry.rows,
        "columns": entry.columns,
        "title": entry.title,
        "author": entry.author,
        "source": entry.source,
        "grade": entry.grade,
        "number": entry.number,
        "tags": list(entry.tags),
        "added": entry.added,
        "solved": entry.solved,
        "puzzle": {k: v for k, v in entry.data.items() if k != "certificate"},
    }
