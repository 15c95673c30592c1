"""What is wrong with data that does not keep a schema, in a sentence."""

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


def complaint(fault: Fault, data: Any, schema: Schema, definitions: Schema, whole: str) -> str:
    """A fault in words; ``whole`` is what the data is called."""
    path, kind, name = fault
    there = _at(schema, definitions, path)
    if kind == "unexpected":
        known = ", ".join(name for name in there.get("properties", ()) if name != "$schema")
        return f"there is no entry {short(name)} in {whole}; there are: {known or 'none'}"
    if kind == "missing":
        return f"the entry '{name}' is missing"
    value: Any = data
    for step in path:
        value = value[step]
    return f"{short(value)} is not {wanted(there)}"


def _at(schema: Schema, definitions: Schema, path: Sequence[str | int]) -> Schema:
    """The part of a schema that speaks about this place, as far as it is told apart."""

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


def wanted(schema: Schema) -> str:
    """What a schema asks for: its own words for it, or kind and bounds."""
    if "description" in schema:
        return str(schema["description"])
    if "anyOf" in schema:
        return " or ".join(map(wanted, schema["anyOf"]))
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
        text += " that is not empty"
    for keyword, things in SIZES:
        if keyword in schema:
            text += f" of at most {schema[keyword]:,} {things}"
    return text


def short(value: object) -> str:
    """A value, or the beginning of a long one."""
    text = value if isinstance(value, str) else repr(value)
    text = text if len(text) <= 30 else f"{text[:29]}…"
    return f"'{text}'" if isinstance(value, str) else text
