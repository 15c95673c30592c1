"""Check data against a JSON Schema, and say where it first violates it.

The schemas of puzzle files need only a few keywords, and a schema is turned into functions once, so
thousands of files are checked in less time than it takes to parse them, and starting costs nothing.
An unknown keyword is refused, never ignored. The tests compare this with a complete JSON Schema
validator.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

Schema = Mapping[str, Any]
Path = tuple[str | int, ...]
Fault = tuple[Path, Literal["unexpected", "missing", "wrong"], str]
"""Where something is wrong, and the name of the unexpected or missing entry."""
Check = Callable[[Any], Fault | None]
"""Returns the first fault of a value, or ``None``."""
Keyword = Callable[[Any, Schema, Schema], Check]
"""Returns the check for a keyword, given its argument, the schema around it and the definitions."""

WRONG: Fault = ((), "wrong", "")
SIMPLE = frozenset((str, int, bool, float, type(None)))
"""Types whose values can be compared by hash."""

TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


class UnknownKeyword(ValueError):
    """A schema uses a keyword that is not supported."""


def validator(schema: Schema, definitions: Schema) -> Check:
    """Return a function that finds the first fault of a value.

    >>> check = validator({"type": "array", "items": {"type": "integer"}}, {})
    >>> check([1, 2]), check([1, True])
    (None, ((1,), 'wrong', ''))
    """
    checks: list[Check] = []
    # Report a misspelt entry before the entry that is missing because of it.
    for keyword in sorted(schema, key=lambda name: name != "additionalProperties"):
        if keyword in SAYS_NOTHING:
            continue
        if keyword not in KEYWORDS:
            known = ", ".join(KEYWORDS)
            raise UnknownKeyword(f"unknown schema keyword '{keyword}'; known keywords: {known}")
        checks.append(KEYWORDS[keyword](schema[keyword], schema, definitions))
    if len(checks) == 1:
        return checks[0]

    def check(value: Any) -> Fault | None:
        for one in checks:
            if fault := one(value):
                return fault
        return None

    return check


def _type(names: Any, *_: Schema) -> Check:
    # Not isinstance: true is an integer in Python, but not in JSON.
    wanted = frozenset(
        kind for name in ([names] if isinstance(names, str) else names) for kind in TYPES[name]
    )

    def check(value: Any) -> Fault | None:
        if type(value) not in wanted or (type(value) is str and _has_lone_surrogate(value)):
            return WRONG
        return None

    return check


def _has_lone_surrogate(text: str) -> bool:
    """Return whether a text holds half a surrogate pair, and is therefore not valid text."""
    return not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text)


def _same(value: Any, wanted: Any) -> bool:
    return type(value) is type(wanted) and bool(value == wanted)


def _enum(wanted: Any, *_: Schema) -> Check:
    if {*map(type, wanted)} <= SIMPLE:
        known = frozenset([(type(one), one) for one in wanted])
        return lambda value: (
            None if type(value) in SIMPLE and (type(value), value) in known else WRONG
        )
    return lambda value: None if any(_same(value, one) for one in wanted) else WRONG


def _within(place: str | int, fault: Fault) -> Fault:
    path, kind, name = fault
    return (place, *path), kind, name


def _properties(known: Any, _: Schema, definitions: Schema) -> Check:
    checks = {name: validator(part, definitions) for name, part in known.items()}

    def check(value: Any) -> Fault | None:
        if type(value) is dict:
            for name, item in value.items():
                one = checks.get(name)
                if one is not None and (fault := one(item)):
                    return _within(name, fault)
        return None

    return check


def _others(allowed: Any, schema: Schema, definitions: Schema) -> Check:
    known = frozenset(schema.get("properties", ()))
    one = validator(allowed, definitions) if isinstance(allowed, dict) else None

    def check(value: Any) -> Fault | None:
        if allowed is True or type(value) is not dict or known.issuperset(value):
            return None
        for name in value:
            if name not in known:
                if one is None:
                    return (), "unexpected", name
                if fault := one(value[name]):
                    return _within(name, fault)
        return None

    return check


def _always_valid(schema: Schema) -> frozenset[type]:
    """Return the types whose values all satisfy a schema, apart from invalid texts."""
    said = {*schema} - SAYS_NOTHING
    if said == {"anyOf"}:
        return frozenset().union(*map(_always_valid, schema["anyOf"]))
    if said != {"type"}:
        return frozenset()
    names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    return frozenset(kind for name in names for kind in TYPES[name])


def _items(wanted: Any, schema: Schema, definitions: Schema) -> Check:
    one, at_once = validator(wanted, definitions), _always_valid(wanted)
    first = len(schema.get("prefixItems", ()))

    def check(value: Any) -> Fault | None:
        if type(value) is not list:
            return None
        value = value[first:] if first else value
        # Most lists hold only texts or only numbers, which need no check of each item.
        kinds = {*map(type, value)}
        if kinds <= at_once and (
            str not in kinds or (len(kinds) == 1 and "".join(value).isascii())
        ):
            return None
        if any(map(one, value)):
            for place, item in enumerate(value, first):
                if fault := one(item):
                    return _within(place, fault)
        return None

    return check


def _first_items(wanted: Any, _: Schema, definitions: Schema) -> Check:
    checks = [validator(part, definitions) for part in wanted]

    def check(value: Any) -> Fault | None:
        if type(value) is list:
            for place, (one, item) in enumerate(zip(checks, value, strict=False)):
                if fault := one(item):
                    return _within(place, fault)
        return None

    return check


def _reference(name: Any, _: Schema, definitions: Schema) -> Check:
    wanted = definitions.get(name.removeprefix("#/$defs/"))
    if wanted is None:
        raise UnknownKeyword(f"there is no definition '{name}'")
    return validator(wanted, definitions)


def _any_of(ways: Any, _: Schema, definitions: Schema) -> Check:
    checks = [validator(way, definitions) for way in ways]

    def check(value: Any) -> Fault | None:
        for one in checks:
            if not one(value):
                return None
        return WRONG

    return check


def _required(names: Any, *_: Schema) -> Check:
    wanted = frozenset(names)

    def check(value: Any) -> Fault | None:
        if type(value) is not dict or wanted.issubset(value):
            return None
        return (), "missing", next(name for name in names if name not in value)

    return check


def _pattern(pattern: Any, *_: Schema) -> Check:
    # In JSON Schema, "$" is the end of the text, not of its last line.
    search = re.compile(re.sub(r"(?<!\\)\$$", r"\\Z", pattern), re.ASCII).search
    return lambda value: WRONG if type(value) is str and not search(value) else None


def _bound(kinds: tuple[type, ...], measure: Callable[[Any], Any], least: bool) -> Keyword:
    """Return a keyword that bounds the measure of values of these kinds."""

    def keyword(bound: Any, *_: Schema) -> Check:
        def check(value: Any) -> Fault | None:
            if type(value) not in kinds:
                return None
            found = measure(value)
            return WRONG if (found < bound if least else found > bound) else None

        return check

    return keyword


def _above(bound: Any, *_: Schema) -> Check:
    return lambda value: WRONG if type(value) in (int, float) and value <= bound else None


def _identity(value: Any) -> Any:
    return value


SAYS_NOTHING = frozenset(("title", "description", "default", "examples", "$comment"))
KEYWORDS: dict[str, Keyword] = {
    "$ref": _reference,
    "type": _type,
    "const": lambda wanted, *_: _enum([wanted]),
    "enum": _enum,
    "anyOf": _any_of,
    "properties": _properties,
    "required": _required,
    "additionalProperties": _others,
    "items": _items,
    "prefixItems": _first_items,
    "pattern": _pattern,
    "minItems": _bound((list,), len, least=True),
    "maxItems": _bound((list,), len, least=False),
    "minLength": _bound((str,), len, least=True),
    "maxLength": _bound((str,), len, least=False),
    "minimum": _bound((int, float), _identity, least=True),
    "maximum": _bound((int, float), _identity, least=False),
    "exclusiveMinimum": _above,
}
