"""Requests of the page and of other programs: checked, and with all that they do not say."""

from __future__ import annotations

from functools import cache
from typing import Any

from caracol.formats.complaints import complaint
from caracol.formats.validation import Check, validator
from caracol.web.messages import CHANGING, REQUESTS, with_defaults
from caracol.web.problems import Refused
from caracol.web.settings import Settings


def prepared(operation: str, entries: Any, settings: Settings) -> dict[str, Any]:
    """A request as jobs get it: checked, with all that was left out, within the limits."""
    schema = REQUESTS.get(operation)
    if schema is None:
        raise Refused(404, "request", f"there is no operation '{operation[:60]}'")
    if not isinstance(entries, dict):
        raise Refused(422, "request", "a request is a JSON object")
    fault = checker(operation)(entries)
    if fault is not None:
        path, kind, name = fault
        where = ".".join(map(str, path if kind == "wrong" else (*path, name)))
        words = complaint(fault, entries, schema, {}, "this request")
        raise Refused(422, "request", words, where)
    if operation in CHANGING and settings.read_only:
        raise Refused(403, "read-only", "this server's library can only be looked at")
    found = with_defaults(schema, entries)
    return {
        **found,
        "seconds": min(found.get("seconds", 10.0), settings.most_seconds),
        "most_cells": settings.most_cells,
        "library": None if settings.library is None else str(settings.library),
    }


@cache
def checker(operation: str) -> Check:
    """What finds the first fault of a request."""
    return validator(REQUESTS[operation], {})
