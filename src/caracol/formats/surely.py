"""Whether data surely keeps a schema: a quick yes that spares the validator.

Only "yes" is an answer. What this does not understand to the letter is not sure, and goes to the
validator, which is the judge of every file that may be wrong and finds the words for what is.
Loading the validator takes longer than solving a small puzzle does, and a schema is turned into
functions once, so that thousands of puzzles are checked in less time than they take to parse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]
Check = Callable[[Any], bool]
"""Whether a value surely keeps a schema, or a part of it."""
Keyword = Callable[[Any, Schema, Schema], Check]
"""The check for one keyword: its argument, the schema around it, the definitions."""

TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


def surely(schema: Schema, definitions: Schema) -> Check:
    """A function that says whether it is sure that a value keeps the schema.

    >>> check = surely({"type": "array", "items": {"type": "integer"}}, {})
    >>> check([1, 2]), check([1, True])
    (True, False)
    """
    checks: list[Check] = []
    for keyword, argument in schema.items():
        if keyword in SAYS_NOTHING:
            continue
        if keyword not in KEYWORDS:
            return _never
        checks.append(KEYWORDS[keyword](argument, schema, definitions))
    if len(checks) == 1:
        return checks[0]

    def check(value: Any) -> bool:
        for one in checks:  # noqa: SIM110  (a generator would take twice the time)
            if not one(value):
                return False
        return True

    return check


def _never(_: Any) -> bool:
    return False


def _type(names: Any, *_: Schema) -> Check:
    # Not isinstance: to Python, but not to JSON, true is an integer.
    wanted = frozenset(
        kind
        for name in ([names] if isinstance(names, str) else names)
        for kind in TYPES.get(name, ())
    )

    def check(value: Any) -> bool:
        kind = type(value)
        if kind is str and not value.isascii():
            # Half a character is no text.
            return str in wanted and not any("\ud800" <= sign <= "\udfff" for sign in value)
        return kind in wanted

    return check


def _same(value: Any, wanted: Any) -> bool:
    return type(value) is type(wanted) and isinstance(value, str | int) and value == wanted


def _properties(known: Any, _: Schema, definitions: Schema) -> Check:
    checks = {name: surely(part, definitions) for name, part in known.items()}

    def check(value: Any) -> bool:
        if type(value) is not dict:
            return False
        for name, item in value.items():
            one = checks.get(name)
            if one is not None and not one(item):
                return False
        return True

    return check


def _no_others(allowed: Any, schema: Schema, _: Schema) -> Check:
    known = frozenset(schema.get("properties", ()))
    if allowed is not False:
        return _never
    return lambda value: type(value) is dict and known.issuperset(value)


def _items(wanted: Any, _: Schema, definitions: Schema) -> Check:
    one = surely(wanted, definitions)
    return lambda value: type(value) is list and all(map(one, value))


def _reference(name: Any, _: Schema, definitions: Schema) -> Check:
    wanted = definitions.get(name.removeprefix("#/$defs/"))
    return _never if wanted is None else surely(wanted, definitions)


def _any_of(ways: Any, _: Schema, definitions: Schema) -> Check:
    checks = [surely(way, definitions) for way in ways]

    def check(value: Any) -> bool:
        for one in checks:  # noqa: SIM110
            if one(value):
                return True
        return False

    return check


def _required(names: Any, *_: Schema) -> Check:
    wanted = frozenset(names)
    return lambda value: type(value) is dict and wanted.issubset(value)


SAYS_NOTHING = frozenset(("title", "description"))
KEYWORDS: dict[str, Keyword] = {
    "$ref": _reference,
    "type": _type,
    "const": lambda wanted, *_: lambda value: _same(value, wanted),
    "enum": lambda wanted, *_: lambda value: any(_same(value, one) for one in wanted),
    "anyOf": _any_of,
    "properties": _properties,
    "required": _required,
    "additionalProperties": _no_others,
    "items": _items,
    "minItems": lambda least, *_: lambda value: type(value) is list and len(value) >= least,
    "minLength": lambda least, *_: lambda value: type(value) is str and len(value) >= least,
    "maxLength": lambda most, *_: lambda value: type(value) is str and len(value) <= most,
    "minimum": lambda least, *_: lambda value: type(value) is int and value >= least,
}
