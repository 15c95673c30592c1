"""JSON Schemas of the entries in requests, which are checked in the same way as puzzle files.

``title`` says what an entry is for. ``description`` says what is expected, for error messages,
if type and bounds do not say it well.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

Schema = dict[str, Any]


@dataclass
class Result:
    """An answer; it may have more entries than are described."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "allow"}


def text(most: int, **more: Any) -> Schema:
    """Return the schema of a text with a maximum length."""
    return {"type": "string", "maxLength": most, **more}


def whole(least: int, most: int, **more: Any) -> Schema:
    """Return the schema of a whole number within bounds."""
    return {"type": "integer", "minimum": least, "maximum": most, **more}


def listed(items: Schema, most: int, **more: Any) -> Schema:
    """Return the schema of a list with a maximum length."""
    return {"type": "array", "items": items, "maxItems": most, **more}


def flag(default: bool = False, **more: Any) -> Schema:
    """Return the schema of a boolean."""
    return {"type": "boolean", "default": default, **more}


def one_of(names: Any, default: str) -> Schema:
    """Return the schema of one of these names."""
    return {"enum": list(names), "default": default}


def or_null(schema: Schema, **more: Any) -> Schema:
    """Return the same schema for an optional entry, which may be null."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": [*kinds, "null"], "default": None, **more}


def held(entries: dict[str, Schema], **more: Any) -> Schema:
    """Return the schema of an object with these entries and no others."""
    return {
        **more,
        "type": "object",
        "properties": entries,
        "required": [name for name, entry in entries.items() if "default" not in entry],
        "additionalProperties": False,
    }


def with_defaults(schema: Schema, data: dict[str, Any]) -> dict[str, Any]:
    """Return data that fits a schema, with its defaults filled in."""
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
    """Return the schema of a time limit."""
    return {
        "title": "time limit",
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
    title="the value of each cell, row by row; null if it is empty",
)
SEED = or_null(whole(0, LONG))
PUZZLE_ENTRY: Schema = {
    "description": "a puzzle: an object in Caracol's own JSON, or a text in any known format",
    "anyOf": [{"type": "object"}, text(1_000_000)],
    "examples": [EXAMPLE],
}
THEME = one_of(("light", "dark"), "light")
PAGE_ADDRESS = text(
    200, default="", title="address of a public Caracol server that QR codes should open"
)
TAGS = listed(text(60), 20, default=[])
NUMBER = whole(1, LONG)
DAY: Schema = {
    "description": "a day, written as 2026-11-16",
    "type": "string",
    "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
}
