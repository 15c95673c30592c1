"""Questions that every Python must answer alike: the one that runs the tests, and a browser's.

Run it as a program: standard input has a JSON object with the arguments of functions, and standard
output gets what they return.
"""

from __future__ import annotations

import json
import sys
import unittest
import zlib
from pathlib import Path
from typing import Any

import caracol
from alone import answer
from caracol.engines.kernel import AVAILABLE
from caracol.errors import CaracolError
from caracol.puzzle.plugins import list_genres, list_left_out
from caracol.testing import conformance

ENOUGH = 6
"""Drafts after which a puzzle is given up, so that slow machines give up when others do."""


class Enough(Exception):
    """The drafts are used up."""


def count_drafts(what: str, number: int) -> None:
    """Give up after some drafts."""
    if what == "drafts" and number > ENOUGH:
        raise Enough


def generate(case: dict[str, Any]) -> str | int:
    """Return a checksum of the puzzle with these options, or why there is none."""
    try:
        made = caracol.generate(**case, on_progress=count_drafts)
    except (CaracolError, Enough) as error:
        return f"{type(error).__name__}: {error}"
    return zlib.crc32(caracol.write(made.puzzle, "json").encode())


def generate_all(cases: list[dict[str, Any]]) -> list[str | int]:
    """Return checksums of puzzles."""
    return [generate(case) for case in cases]


def ask_all(asked: dict[str, Any]) -> list[Any]:
    """Answer the page's questions."""
    return [answer(*question, Path(asked["library"])) for question in asked["questions"]]


def try_genre(asked: dict[str, Any]) -> dict[str, Any]:
    """Do everything with a puzzle of a genre that was plugged in."""
    puzzle = caracol.read(json.dumps(asked["puzzle"]))
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(conformance(puzzle.genre, [puzzle]))
    tested = tests.run(unittest.TestResult())
    made = caracol.generate(puzzle.genre.id, seed=1, size=4)
    return {
        "failed": [text for _, text in tested.failures + tested.errors],
        "tests": tested.testsRun,
        "left out": [str(one) for one in list_left_out()],
        "solved": caracol.solve(puzzle).describe(),
        "explained": str(caracol.explain(puzzle)),
        "drawn": [caracol.render(puzzle, form) for form in ("text", "svg")],
        "generated": caracol.write(made.puzzle, "jsonl"),
    }


def explain_examples(_: None) -> dict[str, list[str]]:
    """Explain the worked puzzle of every genre that has one."""
    parts = {genre.id: genre.part(caracol.kit.ExamplePart) for genre in list_genres()}
    return {
        name: [str(step) for step in caracol.explain(part.PUZZLE).steps]
        for name, part in parts.items()
        if part is not None
    }


def describe_python(_: None) -> dict[str, Any]:
    """Say which Python this is."""
    return {"version": list(sys.version_info[:2]), "kernel": AVAILABLE}


FUNCTIONS = (generate_all, ask_all, try_genre, explain_examples, describe_python)


def answer_all(asked: str) -> str:
    """Return the results of functions, as JSON."""
    functions = {function.__name__: function for function in FUNCTIONS}
    found = {name: functions[name](argument) for name, argument in json.loads(asked).items()}
    return json.dumps(found)


if __name__ == "__main__":
    print(answer_all(sys.stdin.read()))
