"""Whether data surely keeps a schema: a quick yes that spares loading the validator.

Only "yes" is an answer. What this does not understand to the letter is not sure, and goes to the
validator, which is the judge of every file that may be wrong and finds the words for what is.
Loading the validator takes longer than solving a small puzzle does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]
Keyword = Callable[[Any, Any, Schema, Schema], bool]
"""Whether a value surely keeps a keyword: value, argument, the schema around it, definitions."""

TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


def keeps(value: Any, schema: Schema, definitions: Schema) -> bool:
    """Whether it is sure that the value keeps the schema."""
    return all(
        keyword in KEYWORDS and KEYWORDS[keyword](value, argument, schema, definitions)
        for keyword, argument in schema.items()
    )


def _type(value: Any, names: Any, *_: Schema) -> bool:
    # Not isinstance: to Python, but not to JSON, true is an integer.
    kind = type(value)
    if kind is str and not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        return False  # half a character is no text
    return any(
        kind in TYPES.get(name, ()) for name in ([names] if isinstance(names, str) else names)
    )


def _same(value: Any, wanted: Any) -> bool:
    return type(value) is type(wanted) and isinstance(value, str | int) and value == wanted


def _properties(value: Any, known: Any, _: Schema, definitions: Schema) -> bool:
    return isinstance(value, dict) and all(
        keeps(item, known[name], definitions) for name, item in value.items() if name in known
    )


def _no_others(value: Any, allowed: Any, schema: Schema, _: Schema) -> bool:
    known = schema.get("properties", {})
    return allowed is False and isinstance(value, dict) and all(name in known for name in value)


def _items(value: Any, wanted: Any, _: Schema, definitions: Schema) -> bool:
    return isinstance(value, list) and all(keeps(item, wanted, definitions) for item in value)


def _reference(value: Any, name: Any, _: Schema, definitions: Schema) -> bool:
    wanted = definitions.get(name.removeprefix("#/$defs/"))
    return wanted is not None and keeps(value, wanted, definitions)


KEYWORDS: dict[str, Keyword] = {
    "title": lambda *_: True,
    "description": lambda *_: True,
    "$ref": _reference,
    "type": _type,
    "const": lambda value, wanted, *_: _same(value, wanted),
    "enum": lambda value, wanted, *_: any(_same(value, one) for one in wanted),
    "anyOf": lambda value, ways, _, definitions: any(keeps(value, w, definitions) for w in ways),
    "properties": _properties,
    "required": lambda value, names, *_: isinstance(value, dict) and all(n in value for n in names),
    "additionalProperties": _no_others,
    "items": _items,
    "minItems": lambda value, least, *_: isinstance(value, list) and len(value) >= least,
    "minLength": lambda value, least, *_: isinstance(value, str) and len(value) >= least,
    "maxLength": lambda value, most, *_: isinstance(value, str) and len(value) <= most,
    "minimum": lambda value, least, *_: type(value) is int and value >= least,
}
