"""Puzzles for the page: the puzzle of the day, and one similar to another."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from caracol.authoring.editing import settings
from caracol.errors import OutOfTime, RareGrade
from caracol.formats import own
from caracol.generator.loop import list_options
from caracol.puzzle import Genre
from caracol.puzzle.plugins import get_genre
from caracol.support.options import Kind
from caracol.verbs import views
from caracol.verbs.making.generate import generate_wish
from caracol.verbs.parameters import PUZZLE, TIMED
from caracol.verbs.requested import read_day, read_puzzle
from caracol.verbs.schemas import DAY, GENRE, GRADE, SEED, flag, seconds
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, entry

DEFAULTS: dict[str, Any] = {"grade": None, "certify": False, "graded": True, "options": {}}
"""Default options of the generator."""


def daily(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the puzzle of a day, or the large one of its week: the same for everyone.

    Another version of Caracol may make other puzzles.
    """
    day, genre = date.fromisoformat(read_day(payload)), get_genre(payload["genre"])
    wanted = {**DEFAULTS, "genre": genre.id, "seed": f"daily {genre.id} {day}"}
    title = f"{genre.name}, {day.day} {day:%B}"
    if payload["large"]:
        day -= timedelta(days=day.weekday())
        wanted |= {"seed": f"weekly {genre.id} {day}", "options": enlarge(genre)}
        title = f"Large {genre.name}, week of {day.day} {day:%B}"
    made = generate_wish({**payload, **wanted}, context)
    puzzle = own.decode({**own.encode(made.puzzle), "title": title})
    return {**views.puzzle_view(puzzle), "certificate": made.certificate}


def enlarge(genre: Genre[Any]) -> dict[str, Any]:
    """Return the options for a large puzzle of a genre."""
    return {one.name: one.weekly for one in list_options(genre) if one.weekly}


def similar(payload: Payload, context: Context) -> dict[str, Any]:
    """Return a new puzzle of the same genre, size, options and grade."""
    puzzle = read_puzzle(payload)
    known = {option.name: option for option in list_options(puzzle.genre)}
    sides = puzzle.grid.columns, puzzle.grid.rows
    size = {name: sides for name, option in known.items() if option.kind is Kind.SIZE}
    kept = {name: value for name, value in settings(puzzle).items() if name in known}
    wanted = {
        **DEFAULTS,
        "genre": puzzle.genre.id,
        "seed": payload["seed"],
        "options": {**kept, **size},
    }
    try:
        wished = {**payload, **wanted, "grade": payload["grade"]}
        made = generate_wish(wished, context, context.seconds / 2)
    except (OutOfTime, RareGrade):
        # Better a different grade than no puzzle.
        made = generate_wish({**payload, **wanted, "grade": "any"}, context, context.seconds / 2)
    return {**views.puzzle_view(made.puzzle), "certificate": made.certificate}


VERBS = (
    Verb(
        "daily",
        parameters=(
            entry("genre", GENRE),
            entry("day", DAY),
            entry("large", flag(title="whether to make the large puzzle of the week")),
            replace(TIMED, schema=seconds(30.0)),
        ),
        operation=Operation(
            "daily",
            "Generate the puzzle of a day, or the large one of its week, the same for everyone.",
            daily,
            "Made",
            "making",
            Pace.LONG,
            streamed=True,
        ),
    ),
    Verb(
        "similar",
        parameters=(*PUZZLE, TIMED, entry("grade", GRADE), entry("seed", SEED)),
        operation=Operation(
            "similar",
            "Generate a puzzle with the same genre, size, options and grade as another.",
            similar,
            "Made",
            "making",
            Pace.LONG,
            streamed=True,
        ),
    ),
)
