"""What requests hold, as JSON Schemas: a body is checked as a puzzle file is, and described so.

``title`` says what an entry is for. ``description`` is what is told to have been wanted, where
kind and bounds do not say it well.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from caracol.editor import Help
from caracol.lab.options import BRANCHING, STRENGTHS, VALUES, VARIABLES
from caracol.library import ORDERS
from caracol.library.filters import OPTIONS
from caracol.options import Kind

Schema = dict[str, Any]
Entries = dict[str, Schema]
"""The entries of a request by their names; those with a default may be left out."""


def text(most: int, **more: Any) -> Schema:
    """A text of at most so many characters."""
    return {"type": "string", "maxLength": most, **more}


def whole(least: int, most: int, **more: Any) -> Schema:
    """A whole number within bounds."""
    return {"type": "integer", "minimum": least, "maximum": most, **more}


def listed(items: Schema, most: int, **more: Any) -> Schema:
    """A list of at most so many items."""
    return {"type": "array", "items": items, "maxItems": most, **more}


def flag(default: bool = False, **more: Any) -> Schema:
    """True or false."""
    return {"type": "boolean", "default": default, **more}


def one_of(names: Any, default: str) -> Schema:
    """One of these names."""
    return {"enum": list(names), "default": default}


def or_null(schema: Schema, **more: Any) -> Schema:
    """The same, or null, which is also what is meant where nothing is said."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": [*kinds, "null"], "default": None, **more}


def held(entries: Entries, **more: Any) -> Schema:
    """The schema of an object with these entries and no others."""
    return {
        **more,
        "type": "object",
        "properties": entries,
        "required": [name for name, entry in entries.items() if "default" not in entry],
        "additionalProperties": False,
    }


def with_defaults(schema: Schema, data: dict[str, Any]) -> dict[str, Any]:
    """Data that keeps a schema, with all that was left out."""
    parts = schema["properties"]
    given = {
        name: with_defaults(parts[name], value) if _has_entries(parts[name], value) else value
        for name, value in data.items()
    }
    usual = {name: copy(part["default"]) for name, part in parts.items() if "default" in part}
    return usual | given


def _has_entries(schema: Schema, value: Any) -> bool:
    return isinstance(value, dict) and "properties" in schema


def seconds(default: float) -> Schema:
    """How long work may take."""
    return {
        "title": "how long the work may take",
        "description": "a number of seconds, more than 0 and at most 60",
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": 60,
        "default": default,
    }


EXAMPLE = {"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}
LONG = 2**63 - 1
GENRE = text(40)
GRADE = or_null(text(40))
CELL = whole(0, 1_000_000)
VALUE = whole(0, 63)
CELLS = or_null(
    listed({**VALUE, "type": ["integer", "null"]}, 1_000_000),
    title="the value of each cell, row by row; null where it is empty",
)
SEED = or_null(whole(0, LONG))
PUZZLE: Schema = {
    "description": "a puzzle: an object of our own JSON, or a text in any known format",
    "anyOf": [{"type": "object"}, text(1_000_000)],
    "examples": [EXAMPLE],
}
THEME = one_of(("light", "dark"), "light")
PAGE_ADDRESS = text(200, default="", title="where codes lead: a page of Caracol that others reach")
TAGS = listed(text(60), 20, default=[])
NUMBER = whole(1, LONG)
DAY: Schema = {
    "description": "a day, written as 2026-11-16",
    "type": "string",
    "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
}

NOTHING: Entries = {}
OF_GENRE = {"genre": GENRE}
DRAWN_GENRE = {"id": GENRE, "theme": THEME}

ASKED: Entries = {
    "puzzle": PUZZLE,
    "base64": flag(title="whether the text is the bytes of a file, in base 64"),
    "format": or_null(text(40)),
    "genre": or_null(GENRE),
    "name": text(255, default="", title="the name of the file, which may tell its format"),
}
TIMED = {**ASKED, "seconds": seconds(10.0)}
WRITTEN = {**TIMED, "values": CELLS}
JUDGED = {
    **TIMED,
    "picture": {**CELLS, "title": "the solution that the setter has in mind, where there is one"},
}
COUNTED = {**TIMED, "limit": whole(1, 1_000_000, default=1000), "keep": whole(0, 100, default=10)}
WRITE: Schema = {
    "description": "a cell and its new value",
    "type": "array",
    "prefixItems": [CELL, {**VALUE, "type": ["integer", "null"]}],
    "minItems": 2,
    "maxItems": 2,
}
PROGRESS = {
    **WRITTEN,
    "marks": or_null(
        listed(whole(0, LONG), 1_000_000), title="the pencil marks of each cell, as a mask"
    ),
    "moves": or_null(
        listed({"type": "array", "items": WRITE}, 100_000),
        title="the moves so far, each as a list of cells with their new values",
    ),
}
CHECKED = {
    **PROGRESS,
    "deep": flag(title="whether to find out if the board can still become a solution"),
    "answers": flag(title="whether blanks are only notes, and broken by nothing"),
    "aids": listed(
        {"enum": [help.value for help in Help]},
        3,
        default=[],
        title="what may be written for the player",
    ),
    "wrote": listed(CELL, 10_000, default=[], title="the cells of the last move"),
}
PUT = {
    **ASKED,
    "content": text(20, title="a symbol of the genre"),
    "place": listed(
        CELL, 2, minItems=2, description="a row and a column, counted from 0, as [0, 3]"
    ),
    "grid": or_null(
        {"type": "array", "maxItems": 1000},
        title="the board before: rows of symbols, as 'grid' in a puzzle file",
    ),
}
START = {"genre": GENRE, "options": {"type": "object", "default": {}}}
ACT: Entries = {
    "tool": text(40),
    "cells": listed(CELL, 10_000, default=[]),
    "value": or_null(VALUE),
    "row": whole(-1000, 1000, default=0),
    "column": whole(-1000, 1000, default=0),
    "text": text(1000, default=""),
    "picture": {**CELLS, "type": "array", "default": []},
}
SAID: Entries = {
    "title": text(500, default=""),
    "author": text(500, default=""),
    "source": text(2000, default=""),
    "notes": text(10_000, default=""),
}
EDITED = {
    **ASKED,
    "act": or_null(held(ACT), title="what the setter did"),
    "options": or_null({"type": "object"}),
    "info": or_null(held(SAID), title="what is said about the puzzle and does not change it"),
}
CONVERTED = {**ASKED, "to": text(40)}
GENERATED: Entries = {
    "genre": GENRE,
    "grade": GRADE,
    "seed": {"anyOf": [whole(0, LONG), text(100), {"type": "null"}], "default": None},
    "options": {
        "type": "object",
        "additionalProperties": {"type": ["integer", "string", "boolean", "null"]},
        "default": {},
    },
    "certify": flag(title="whether the hardest puzzles are graded too, which takes longer"),
    "graded": flag(True, title="whether the puzzle is graded at all"),
    "seconds": seconds(30.0),
}
PRACTISED = {
    "genre": GENRE,
    "technique": text(60, title="its id"),
    "seed": SEED,
    "seconds": seconds(20.0),
}
DAILY = {"genre": GENRE, "day": DAY, "seconds": seconds(30.0)}
SIMILAR = {**TIMED, "grade": GRADE, "seed": SEED}
VARIED = {**TIMED, "harder": flag()}
PICTURED: Entries = {
    "image": text(1_000_000, title="the bytes of a PNG, JPEG, GIF or BMP, in base 64"),
    "genre": GENRE,
    "size": whole(5, 60, default=20, title="the longer side, in cells"),
    "threshold": or_null(whole(1, 254), title="what is darker becomes black"),
    "colours": whole(1, 5, default=1),
    "seconds": seconds(20.0),
}
DRAWN = {
    **WRITTEN,
    "to": one_of(("svg", "png", "pdf", "text"), "svg"),
    "theme": one_of(("light", "dark", "colour-blind", "print"), "light"),
    "solved": flag(),
    "code": flag(title="whether a PDF has the puzzle's QR code below"),
    "page_address": PAGE_ADDRESS,
}
BOUND: Entries = {
    "puzzles": listed(PUZZLE, 200, minItems=1),
    "title": text(200, default=""),
    "author": text(200, default=""),
    "page": text(20, default="a4"),
    "per_page": or_null(whole(1, 12)),
    "large_print": flag(),
    "codes": flag(title="whether each puzzle has a QR code"),
    "page_address": PAGE_ADDRESS,
    "seconds": seconds(60.0),
}


def named(choices: dict[str, str], default: str) -> Schema:
    """A name out of these; the laboratory itself refuses others, in a sentence."""
    words = "; ".join(f"{name}: {about}" for name, about in choices.items())
    return text(40, default=default, title=words, examples=list(choices))


TRACED = {
    **ASKED,
    "seconds": seconds(5.0),
    "variables": named(VARIABLES, "leftmost"),
    "values": named(VALUES, "up"),
    "branching": named(BRANCHING, "step"),
    "propagation": named(STRENGTHS, "full"),
    "redundant": text(
        200,
        default="none",
        title="rules to add that follow from the others: none, all, or families of the genre "
        "with commas between",
    ),
    "solutions": {
        **or_null(whole(1, 1000), title="how many solutions to look for; null: all of them"),
        "default": 1,
    },
    "seed": whole(0, LONG, default=0, title="where random orders begin"),
    "nodes": whole(1, 2000, default=500, title="how many tries at most"),
}

SEARCHED: Entries = {
    **{
        option.name: or_null(
            {"type": "boolean"} if option.kind is Kind.FLAG else text(200), title=option.words
        )
        for option in OPTIONS.values()
    },
    "order": one_of(ORDERS, "oldest"),
    "limit": whole(1, 200, default=50),
    "offset": whole(0, 10_000_000, default=0),
}
TO_KEEP = {**TIMED, "tags": TAGS}
ORDERED = {**GENERATED, "tags": TAGS}
KEPT = {"id": NUMBER}
KEPT_DRAWN = {"id": NUMBER, "theme": THEME}
RESTORED: Entries = {
    "entry": {"type": "object", "title": "a puzzle that was removed, as it was given back"},
    "tags": TAGS,
    "games": listed({"type": "object"}, 1000, default=[]),
}
CHANGED: Entries = {
    "ids": listed(NUMBER, 500, minItems=1),
    "tag": TAGS,
    "untag": TAGS,
    "title": or_null(text(200)),
}
PLAYED = {
    **ASKED,
    "played": {"type": "number", "minimum": 0, "maximum": 1e9, "title": "seconds of play"},
    "hints": whole(0, 100_000, default=0),
    "checks": whole(0, 100_000, default=0),
    "grade": GRADE,
    "day": DAY,
}
OF_DAY = {"day": DAY}

REQUESTS = {
    operation: held(entries, title=about)
    for operation, about, entries in (
        ("read", "Read a puzzle in any format, ready to draw.", ASKED),
        ("preview", "Show what puzzles a text holds, and what of it cannot be read.", ASKED),
        ("blank", "Make a new board with nothing on it yet.", START),
        ("edit", "Change a puzzle as its setter says.", EDITED),
        ("convert", "Write a puzzle in another format, and say what is lost.", CONVERTED),
        ("formats", "List the formats that are read and written.", NOTHING),
        ("genres", "List the genres, with what there is to choose for each.", NOTHING),
        ("genre_picture", "Draw an example of a genre.", DRAWN_GENRE),
        (
            "check",
            "Say which rules a board breaks, which clues it satisfies, and whether it is solved.",
            CHECKED,
        ),
        (
            "put",
            "Write a symbol into a cell, or erase it, and say whether its row and column hold.",
            PUT,
        ),
        ("solve", "Solve a puzzle, and say whether the solution is the only one.", TIMED),
        ("count", "Count the solutions up to a limit.", COUNTED),
        ("candidates", "Find every value that each cell has in some solution.", WRITTEN),
        ("conflict", "Find a smallest set of clues that cannot all hold.", TIMED),
        (
            "hint",
            "Find the easiest next step from a player's board, and the player's mistakes.",
            PROGRESS,
        ),
        ("steps", "List every step that is open on a player's board, the easiest first.", PROGRESS),
        ("explain", "Explain every step to the solution.", WRITTEN),
        ("grade", "Say how hard a puzzle is, and why.", TIMED),
        ("techniques", "List the techniques of a genre.", OF_GENRE),
        (
            "practice",
            "Make a position at which the next thing to find is a certain technique.",
            PRACTISED,
        ),
        (
            "judge",
            "Tell a setter all there is to know about a puzzle, the quick answers first.",
            JUDGED,
        ),
        ("generate", "Make a new puzzle with exactly one solution.", GENERATED),
        ("daily", "Make the puzzle of a day: the same for everyone.", DAILY),
        (
            "similar",
            "Make a new puzzle like another one: genre, size, options and grade are the same.",
            SIMILAR,
        ),
        (
            "finish",
            "Add as few clues as needed, or move borders, until a puzzle has one solution.",
            JUDGED,
        ),
        ("vary", "Make a puzzle easier or harder by a single change of its clues.", VARIED),
        ("picture", "Make a puzzle from a picture, and show what had to be changed.", PICTURED),
        ("render", "Draw a puzzle.", DRAWN),
        ("book", "Print several puzzles as a PDF, with their solutions at the back.", BOUND),
        (
            "trace",
            "Search with the plain engine, and tell every try, every rule that woke and what it "
            "did. A search that is longer than its limits is told as far as they reach.",
            TRACED,
        ),
        ("library_search", "Search the library.", SEARCHED),
        (
            "library_add",
            "Add a puzzle, or all of a text, to the library, unless it is there already.",
            TO_KEEP,
        ),
        ("library_generate", "Make a new puzzle and add it to the library.", ORDERED),
        (
            "library_restore",
            "Put a puzzle back that was removed, as the answer to its removal gave it.",
            RESTORED,
        ),
        ("library_remove", "Remove a puzzle from the library.", KEPT),
        (
            "library_change",
            "Give puzzles tags, take tags away, or give a puzzle another title.",
            CHANGED,
        ),
        ("library_solved", "Remember that a puzzle was solved, if it is in the library.", ASKED),
        ("library_played", "Remember that a puzzle was solved, and how well.", PLAYED),
        ("library_statistics", "Tell what was solved, for each genre and grade.", OF_DAY),
        ("library_picture", "Draw a puzzle of the library.", KEPT_DRAWN),
    )
}
"""What each operation does, and what it is asked."""
CHANGING = frozenset(
    (
        "library_add",
        "library_generate",
        "library_restore",
        "library_remove",
        "library_change",
        "library_solved",
        "library_played",
    )
)
"""The operations that change the library."""
