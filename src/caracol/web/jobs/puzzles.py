"""Puzzles: read, made anew, edited, written in other formats."""

from __future__ import annotations

from caracol import editing
from caracol import formats as exchange
from caracol.formats import list_formats, own
from caracol.plugins import get_genre
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, brought, job, puzzle_of


@job
def read(payload: Payload, _context: Context) -> Result:
    """A puzzle ready to draw, and what else stands in the same text: others, and broken ones."""
    found = brought(payload)
    view = views.puzzle_view(found.puzzles[0])
    return {**view, "others": len(found.puzzles) - 1, "wrong": found.wrong, "note": found.note}


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
            editing.Act(**{**act, "cells": tuple(act["cells"]), "picture": tuple(act["picture"])}),
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
    from caracol.plugins import all_genres

    shown, problems = [], []
    for found in all_genres():
        try:
            shown.append(views.genre_view(found))
        except Exception as problem:  # a genre from elsewhere may raise anything
            said = " ".join(str(problem).split()) or type(problem).__name__
            problems.append(f"{found.name} is left out: {said}.".replace("..", "."))
    return {"genres": shown, "problems": problems, "grades": list(WORDS)}
