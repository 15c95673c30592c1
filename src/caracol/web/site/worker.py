"""Answers in a web worker: what the page asks is answered by Python inside the browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from caracol.errors import FormatError
from caracol.formats import own
from caracol.web.operations import ask
from caracol.web.problems import Refused, refuse
from caracol.web.requests import operation_of, operations
from caracol.web.settings import Settings

LIBRARY = Path("/library/library.sqlite")
"""The library, in the folder that the browser keeps."""
SETTINGS = Settings(library=LIBRARY)

Answer = tuple[str, str | bytes, str]
"""The kind of an answer (answer, file or problem), JSON or the bytes of a file, and its type."""


def uses_library(operation: str) -> bool:
    """Return whether an operation reads or changes the library."""
    verb = operations().get(operation)
    return verb is not None and operation_of(verb).tag == "library"


def answer(
    operation: str, entries: str, report: Callable[[str], None], stopped: Callable[[], bool]
) -> Answer:
    """Return the answer to a question, whose entries are JSON."""

    def tell(progress: dict[str, Any]) -> None:
        report(json.dumps(progress))

    try:
        found = ask(operation, own.parse(entries), report=tell, stopped=stopped, settings=SETTINGS)
    except FormatError as error:
        return describe(refuse(error))
    except Refused as refused:
        return describe(refused)
    if "media" in found:
        return "file", found["data"], found["media"]
    return "answer", json.dumps(found, ensure_ascii=False), ""


def describe(refused: Refused) -> Answer:
    """Return a refusal as an answer; programs that a browser cannot run get a sentence."""
    problem = {**asdict(refused.problem), "status": refused.status}
    if refused.problem.type == "missing-extra":
        problem["detail"] = (
            "this cannot be done inside a browser; "
            "use Caracol on a computer (pip install 'caracol[all]')"
        )
    return "problem", json.dumps(problem, ensure_ascii=False), ""
