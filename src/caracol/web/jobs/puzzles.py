"""Puzzles: read, made anew, edited, written in other formats."""

from __future__ import annotations

from caracol import editing
from caracol import formats as exchange
from caracol.drawing import svg
from caracol.editor import Act
from caracol.formats import list_formats, own
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, brought, job, puzzle_of

DRAWN = 24
"""So many puzzles of a text are drawn before they are opened."""


@job
def read(payload: Payload, _context: Context) -> Result:
    """A puzzle ready to draw, and what else stands in the same text: others, and broken ones."""
    found = brought(payload)
    view = views.puzzle_view(found.puzzles[0])
    return {**view, "others": len(found.puzzles) - 1, "wrong": found.wrong, "note": found.note}


@job
def preview(payload: Payload, _context: Context) -> Result:
    """What puzzles a text holds, the first ones drawn, and what of it cannot be read."""
    found = brought(payload)
    return {
        "puzzles": [
            {
                "puzzle": own.encode(puzzle),
                "genre": puzzle.genre.id,
                "title": puzzle.info.title,
                "rows": puzzle.grid.rows,
                "columns": puzzle.grid.columns,
                "picture": _thumbnail(puzzle) if number < DRAWN else "",
            }
            for number, puzzle in enumerate(found.puzzles)
        ],
        "format": found.format,
        "note": found.note,
        "wrong": found.wrong,
    }


def _thumbnail(puzzle: Puzzle) -> str:
    return svg(puzzle, puzzle.givens, theme="light", caption=False)


@job
def blank(payload: Payload, _context: Context) -> Result:
    """A new board ready to draw."""
    made = editing.blank(get_genre(payload["genre"]), payload["options"])
    return views.puzzle_view(made)


@job
def edit(payload: Payload, _context: Context) -> Result:
    """A puzzle after a setter's act, ready to draw."""
    puzzle = puzzle_of(payload)
    if payload.get("options") is not None:
        puzzle = editing.reformed(puzzle, payload["options"])
    if payload.get("info") is not None:
        puzzle = own.decode({**own.encode(puzzle), **payload["info"]})
    if payload.get("act") is not None:
        act = payload["act"]
        puzzle = editing.edit(
            puzzle,
            Act(**{**act, "cells": tuple(act["cells"]), "picture": tuple(act["picture"])}),
        )
    return views.puzzle_view(puzzle)


@job
def formats(_payload: Payload, _context: Context) -> Result:
    """The formats that there are."""
    return {
        "formats": [
            {
                "name": found.name,
                "about": found.about,
                "reads": list(found.reads()),
                "writes": list(found.writes()),
                "binary": found.binary,
            }
            for found in list_formats()
        ]
    }


@job
def convert(payload: Payload, _context: Context) -> Result:
    """A puzzle in another format, and what is lost on the way."""
    written = exchange.convert(puzzle_of(payload), payload["to"])
    return {"text": written.text, "lost": list(written.lost), "spoilt": list(written.spoilt)}


@job
def genres(_payload: Payload, _context: Context) -> Result:
    """The genres that there are, what is wrong with others, and the words for grades."""
    from caracol.drafting.target import WORDS
    from caracol.errors import GenreError, described
    from caracol.plugins import all_genres, left_out

    shown, problems = [], [f"{problem[0].upper()}{problem[1:]}." for problem in left_out()]
    for found in all_genres():
        try:
            shown.append(views.genre_view(found))
        except Exception as problem:  # a genre from elsewhere may raise anything
            told = problem.why if isinstance(problem, GenreError) else described(problem)
            problems.append(
                f"{found.whose} is left out: {' '.join(told.split())}".rstrip(".") + "."
            )
    return {"genres": shown, "problems": problems, "grades": list(WORDS)}
