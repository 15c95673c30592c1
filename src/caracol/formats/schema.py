"""The published schema of puzzle files, composed from what each genre says of its entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from caracol.errors import FormatError, GenreError
from caracol.formats.validation import Check, UnknownKeyword, validator
from caracol.puzzle import INFO, Genre

VERSION = 1
"""The version of puzzle files that is written."""
VERSIONS = (1,)
"""The versions that are read."""

SCHEMA_ID = "https://caracol.example/schema/caracol-1.schema.json"
BOARDS = ("#/$defs/cells", "#/$defs/table")
"""What refers to these is a board, which is written one row a line."""


def _one_of(*types: str) -> dict[str, Any]:
    return {"type": list(types)}


DEFINITIONS: dict[str, Any] = {
    "cells": {
        "description": "rows, each a text with one character a cell ('.' for an unknown one) "
        "or a list of symbols (null for an unknown one)",
        "type": "array",
        "minItems": 1,
        "items": {
            "description": "a row: a text such as '.A-.' or a list of symbols and null",
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": _one_of("string", "null")},
            ],
        },
    },
    "table": {
        "description": "rows, each a text with one label a cell or a list of labels",
        "type": "array",
        "minItems": 1,
        "items": {
            "description": "a row: a text such as 'AABC' or a list of labels",
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": _one_of("string", "integer")},
            ],
        },
    },
    "clues": {
        "description": "a text with one character a line ('.' for no clue) "
        "or a list of letters (null for no clue)",
        "anyOf": [
            {"type": "string"},
            {"type": "array", "items": _one_of("string", "null")},
        ],
    },
    "runs": {
        "description": "a list with one clue a line: a text such as '3 1', a number, "
        "or a list such as [3, 1]",
        "type": "array",
        "minItems": 1,
        "items": {
            "description": "a clue: a text such as '3 1', a number, or a list such as [3, 1]",
            "anyOf": [
                _one_of("string", "integer"),
                {"type": "array", "items": _one_of("string", "integer")},
            ],
        },
    },
    "rgb": {
        "description": "a colour written as #rrggbb",
        "type": "string",
        "pattern": "^#[0-9a-fA-F]{6}$",
    },
    "poles": {
        "description": "an object with the lists 'plus' and 'minus', "
        "each with one number a line (null for no clue)",
        "type": "object",
        "properties": {
            pole: {"type": "array", "items": _one_of("integer", "null")}
            for pole in ("plus", "minus")
        },
        "additionalProperties": False,
    },
    "certificate": {
        "description": "an object with what is known about the puzzle: solution, grade, "
        "techniques, and what the solution shows, where it is a picture of something",
        "type": "object",
        "properties": {
            "solution": {"$ref": "#/$defs/cells"},
            "grade": _one_of("string", "number", "object"),
            "techniques": _one_of("array", "object"),
            "shows": {"type": "string"},
        },
    },
}


def entries(genre: Genre[Any]) -> dict[str, Any]:
    """The schema of a puzzle file of one genre, without the definitions it refers to."""
    text = {"type": "string"}
    return {
        "title": genre.name,
        "description": genre.instructions,
        "type": "object",
        "properties": {
            "$schema": text,
            "caracol": {"description": "the version of the file format", "enum": list(VERSIONS)},
            "genre": {"const": genre.id},
            **dict.fromkeys(INFO, text),
            **genre.schema["properties"],
            "goal": {"$ref": "#/$defs/cells"},
            "certificate": {"$ref": "#/$defs/certificate"},
        },
        "required": ["caracol", "genre", *genre.schema.get("required", ())],
        "additionalProperties": False,
    }


def published(genres: Iterable[Genre[Any]]) -> dict[str, Any]:
    """The schema of puzzle files of all these genres, as it is given to other programs."""
    known = {genre.id: entries(genre) for genre in genres}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "A puzzle file of Caracol, version 1",
        "type": "object",
        "properties": {
            "caracol": {"enum": list(VERSIONS)},
            "genre": {"enum": list(known)},
        },
        "required": ["caracol", "genre"],
        "allOf": [
            {
                "if": {"properties": {"genre": {"const": name}}},
                "then": {"$ref": f"#/$defs/{name}"},
            }
            for name in known
        ],
        "$defs": {**DEFINITIONS, **known},
    }


def check(genre: Genre[Any], data: dict[str, Any]) -> None:
    """Raise a :class:`FormatError` for the first entry that does not keep the schema."""
    fault = _checker(genre)(data)
    if fault is not None:
        from caracol.formats.complaints import complaint

        whole = f"a puzzle file of {genre.name}"
        told = complaint(fault, data, entries(genre), DEFINITIONS, whole)
        raise FormatError(told, in_words(genre, fault[0]))


@lru_cache(maxsize=64)
def _checker(genre: Genre[Any]) -> Check:
    try:
        return validator(entries(genre), DEFINITIONS)
    except (UnknownKeyword, TypeError, AttributeError, LookupError) as problem:
        raise GenreError(genre.whose, "schema", problem) from problem


def in_words(genre: Genre[Any], path: Sequence[str | int]) -> str:
    """A place in a file as people say it: "regions, row 3, cell 4"."""
    words: list[str] = []
    board = bool(path) and genre.schema["properties"].get(path[0], {}).get("$ref") in BOARDS
    for depth, step in enumerate(path):
        if isinstance(step, int):
            kind = ("row" if depth == 1 else "cell") if board else "item"
            words.append(f"{kind} {step + 1}")
        else:
            words.append(str(step))
    return ", ".join(words)


def main() -> None:
    """Print the published schema."""
    import json

    from caracol.plugins import all_genres

    print(json.dumps(published(all_genres()), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
