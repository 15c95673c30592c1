"""Sentences that say how data violates a schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caracol.formats.validation import Fault, Schema

KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "array": "a list",
    "object": "an object",
    "boolean": "true or false",
    "null": "null",
    "number": "a number",
}
SIZES = (("maxLength", "characters"), ("maxItems", "items"))


def describe_fault(fault: Fault, data: Any, schema: Schema, definitions: Schema, whole: str) -> str:
    """Describe a fault in a sentence; ``whole`` is what the data is called."""
    path, kind, name = fault
    there = _find_part(schema, definitions, path)
    if kind == "unexpected":
        known = ", ".join(name for name in there.get("properties", ()) if name != "$schema")
        return f"unknown entry {shorten(name)} in {whole}; known entries: {known or 'none'}"
    if kind == "missing":
        return f"the entry '{name}' is missing"
    value: Any = data
    for step in path:
        value = value[step]
    return f"{shorten(value)} is not {describe_wanted(there)}"


def _find_part(schema: Schema, definitions: Schema, path: Sequence[str | int]) -> Schema:
    """Return the part of a schema that describes this place, as far as it can be determined."""

    def referred(schema: Schema) -> Schema:
        name = schema.get("$ref", "").removeprefix("#/$defs/")
        found: Schema = definitions[name] if name else schema
        return found

    schema = referred(schema)
    for step in path:
        if isinstance(step, str):
            deeper = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
        elif step < len(schema.get("prefixItems", ())):
            deeper = schema["prefixItems"][step]
        else:
            deeper = schema.get("items")
        if not isinstance(deeper, dict):
            break
        schema = referred(deeper)
    return schema


def describe_wanted(schema: Schema) -> str:
    """Describe what a schema asks for: its own description, or kind and bounds."""
    if "description" in schema:
        return str(schema["description"])
    if "anyOf" in schema:
        return " or ".join(map(describe_wanted, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    names = schema.get("type", "something else")
    names = [names] if isinstance(names, str) else names
    text = " or ".join(KINDS.get(name, name) for name in names)
    if "minimum" in schema and "maximum" in schema:
        text += f" from {schema['minimum']} to {schema['maximum']}"
    elif "minimum" in schema:
        text += f" of at least {schema['minimum']}"
    if schema.get("minLength") == schema.get("maxLength") == 1:
        return f"{text} of one character"
    if "minLength" in schema or "minItems" in schema:
        text = text.replace("a ", "a non-empty ", 1)
    for keyword, things in SIZES:
        if keyword in schema:
            text += f" of at most {schema[keyword]:,} {things}"
    return text


def shorten(value: object) -> str:
    """Return a value as text, shortened if it is long."""
    text = value if isinstance(value, str) else repr(value)
    text = text if len(text) <= 30 else f"{text[:29]}…"
    return f"'{text}'" if isinstance(value, str) else text
