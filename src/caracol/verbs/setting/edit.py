"""Creating and editing puzzles, for setters."""

from __future__ import annotations

from typing import Any

from caracol.authoring import editing
from caracol.authoring.editor import Act
from caracol.formats import own
from caracol.puzzle.plugins import get_genre
from caracol.verbs import views
from caracol.verbs.parameters import PUZZLE
from caracol.verbs.requested import read_puzzle
from caracol.verbs.schemas import (
    CELL,
    CELLS,
    GENRE,
    VALUE,
    Schema,
    held,
    listed,
    or_null,
    text,
    whole,
)
from caracol.verbs.verb import Context, Operation, Payload, Verb, entry

ACT: dict[str, Schema] = {
    "tool": text(40),
    "cells": listed(CELL, 10_000, default=[]),
    "value": or_null(VALUE),
    "row": whole(-1000, 1000, default=0),
    "column": whole(-1000, 1000, default=0),
    "text": text(1000, default=""),
    "picture": {**CELLS, "type": "array", "default": []},
}
INFO: dict[str, Schema] = {
    "title": text(500, default=""),
    "author": text(500, default=""),
    "source": text(2000, default=""),
    "notes": text(10_000, default=""),
}


def blank(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return an empty board, ready to draw."""
    made = editing.blank(get_genre(payload["genre"]), payload["options"])
    return views.puzzle_view(made)


def edit(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return a puzzle after an edit, ready to draw."""
    puzzle = read_puzzle(payload)
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


VERBS = (
    Verb(
        "blank",
        parameters=(entry("genre", GENRE), entry("options", {"type": "object", "default": {}})),
        operation=Operation("blank", "Create an empty board.", blank, "View", "puzzles"),
    ),
    Verb(
        "edit",
        parameters=(
            *PUZZLE,
            entry("act", or_null(held(ACT), title="the setter's action")),
            entry("options", or_null({"type": "object"})),
            entry(
                "info",
                or_null(held(INFO), title="title, author, source and notes"),
            ),
        ),
        operation=Operation(
            "edit", "Edit a puzzle: its clues, options or information.", edit, "View", "puzzles"
        ),
    ),
)
