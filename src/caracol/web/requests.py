"""Validation of requests, and their defaults."""

from __future__ import annotations

from functools import cache
from typing import Any

from caracol.formats.complaints import describe_fault
from caracol.formats.validation import Check, validator
from caracol.verbs.registry import find_operations
from caracol.verbs.schemas import with_defaults
from caracol.verbs.verb import Operation, Verb
from caracol.web.problems import Refused
from caracol.web.settings import Settings


@cache
def operations() -> dict[str, Verb]:
    """Return all verbs with an operation, by its name."""
    return find_operations()


def operation_of(verb: Verb) -> Operation:
    """Return the operation of a verb that has one."""
    assert verb.operation is not None
    return verb.operation


def prepare(operation: str, entries: Any, settings: Settings) -> dict[str, Any]:
    """Return a request as operations receive it: valid, with defaults and limits."""
    verb = operations().get(operation)
    if verb is None:
        raise Refused(404, "request", f"there is no operation '{operation[:60]}'")
    if not isinstance(entries, dict):
        raise Refused(422, "request", "a request must be a JSON object")
    fault = checker(operation)(entries)
    if fault is not None:
        path, kind, name = fault
        where = ".".join(map(str, path if kind == "wrong" else (*path, name)))
        words = describe_fault(fault, entries, verb.request, {}, "this request")
        raise Refused(422, "request", words, where)
    if operation_of(verb).changes and settings.read_only:
        raise Refused(403, "read-only", "the library of this server is read-only")
    found = with_defaults(verb.request, entries)
    return {
        **found,
        "seconds": min(found.get("seconds", 10.0), settings.most_seconds),
        "most_cells": settings.most_cells,
        "library": None if settings.library is None else str(settings.library),
    }


@cache
def checker(operation: str) -> Check:
    """Return the function that finds the first fault in a request."""
    return validator(operations()[operation].request, {})
