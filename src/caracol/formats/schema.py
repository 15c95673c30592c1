"""The published schema of puzzle files, composed from what each genre says about its entries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from caracol.errors import FormatError, GenreError
from caracol.formats.complaints import describe_fault
from caracol.formats.validation import Check, UnknownKeyword, validator
from caracol.puzzle import INFO, Genre
from caracol.puzzle.plugins import all_genres

VERSION = 1
"""The version of puzzle files that is written."""
VERSIONS = (1,)
"""The versions that are read."""

SCHEMA_ID = "https://caracol.example/schema/caracol-1.schema.json"
BOARDS = ("#/$defs/cells", "#/$defs/table")
"""Definitions of boards, which are written with one row per line."""


def _one_of(*types: str) -> dict[str, Any]:
    return {"type": list(types)}


DEFINITIONS: dict[str, Any] = {
    "cells": {
        "description": "rows, each a text with one character per cell ('.' for an unknown one) "
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
        "description": "rows, each a text with one label per cell or a list of labels",
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
        "description": "a text with one character per line ('.' for no clue) "
        "or a list of letters (null for no clue)",
        "anyOf": [
            {"type": "string"},
            {"type": "array", "items": _one_of("string", "null")},
        ],
    },
    "runs": {
        "description": "a list with one clue per line: a text such as '3 1', a number, "
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
        "each with one number per line (null for no clue)",
        "type": "object",
        "properties": {
            pole: {"type": "array", "items": _one_of("integer", "null")}
            for pole in ("plus", "minus")
        },
        "additionalProperties": False,
    },
    "certificate": {
        "description": "an object with what is known about the puzzle: solution, grade, "
        "techniques, and what the solution shows, if it is a picture of something",
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
    """Return the schema of a puzzle file of one genre, without the definitions it refers to."""
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


def compose(genres: Iterable[Genre[Any]]) -> dict[str, Any]:
    """Return the schema of puzzle files of all these genres, as published for other programs."""
    known = {genre.id: entries(genre) for genre in genres}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "A Caracol puzzle file, version 1",
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
    """Raise a :class:`FormatError` for the first entry that violates the schema."""
    fault = _checker(genre)(data)
    if fault is not None:
        whole = f"{genre.name} puzzle files"
        message = describe_fault(fault, data, entries(genre), DEFINITIONS, whole)
        raise FormatError(message, describe_path(genre, fault[0]))


@lru_cache(maxsize=64)
def _checker(genre: Genre[Any]) -> Check:
    try:
        return validator(entries(genre), DEFINITIONS)
    except (UnknownKeyword, TypeError, AttributeError, LookupError) as problem:
        raise GenreError(genre.whose, "schema", problem) from problem


def describe_path(genre: Genre[Any], path: Sequence[str | int]) -> str:
    """Describe a place in a file: "regions, row 3, cell 4"."""
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
    print(json.dumps(compose(all_genres()), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
