"""Every question of the page is answered without a server: no process, no socket, no thread.

So a worker inside a browser can answer it. What it answers is what the server answers.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("fastapi")

from caracol.kit import EditorPart  # noqa: E402
from caracol.puzzle.plugins import all_genres  # noqa: E402
from caracol.verbs.registry import find_operations  # noqa: E402
from caracol.web.client import write_addresses  # noqa: E402
from caracol.web.requests import operation_of  # noqa: E402
from caracol.web.settings import Settings  # noqa: E402
from web_server import running  # noqa: E402

pytestmark = pytest.mark.xdist_group("web")

KERNEL = "caracol.engines._kernel"
NOT_INSIDE = ("typst", "PIL")
"""What prints and what reads pictures: native code of others."""
OPERATIONS = {name: operation_of(verb) for name, verb in find_operations().items()}
DAY = "2026-11-18"

Question = tuple[str, dict[str, Any]]


def about(genre: str, puzzle: dict[str, Any]) -> Iterator[Question]:
    """All that the page asks about a genre and a puzzle of it."""
    yield "genre_picture", {"id": genre}
    yield "techniques", {"genre": genre}
    yield "blank", {"genre": genre}
    yield "generate", {"genre": genre, "seed": 1, "options": {"size": 5}, "grade": "any"}
    for operation in ("read", "preview", "solve", "count", "candidates", "conflict", "hint"):
        yield operation, {"puzzle": puzzle}
    for operation in ("steps", "explain", "grade", "judge", "finish", "trace", "render"):
        yield operation, {"puzzle": puzzle}
    yield "check", {"puzzle": puzzle, "deep": True, "aids": ["around", "rest", "pair"]}
    yield "edit", {"puzzle": puzzle, "info": {"title": "Changed"}}
    yield "convert", {"puzzle": puzzle, "to": "json"}
    yield "carriers", {"puzzle": puzzle}
    yield "put", {"puzzle": puzzle, "content": "?", "place": [0, 0]}
    yield "similar", {"puzzle": puzzle, "seed": 3, "grade": "any"}
    yield "library_add", {"puzzle": puzzle, "tags": ["mine"]}
    yield "library_solved", {"puzzle": puzzle}
    yield "library_played", {"puzzle": puzzle, "played": 60, "day": DAY}


PUZZLES = {genre.id: dict(genre.part(EditorPart).EXAMPLE) for genre in all_genres()}
SNAIL = PUZZLES["magic-snail"]
QUESTIONS: list[Question] = [
    ("genres", {}),
    ("formats", {}),
    *(question for one in PUZZLES.items() for question in about(*one)),
    ("daily", {"genre": "nonogram", "day": DAY}),
    ("practice", {"genre": "nonogram", "technique": "overlap", "seed": 1}),
    ("vary", {"puzzle": SNAIL}),
    ("library_generate", {"genre": "nonogram", "options": {"size": 5}, "seed": 1}),
    ("library_search", {"tag": "mine", "solved": True, "limit": 3, "order": "title"}),
    ("library_picture", {"id": 2, "theme": "dark"}),
    ("library_grade", {"id": 1}),
    ("library_grade", {"id": 99}),
    ("library_change", {"ids": [1, 2], "untag": ["mine"], "title": "Other"}),
    ("library_statistics", {"day": DAY}),
    ("library_remove", {"id": 2}),
    ("library_remove", {"id": 2}),
    ("library_restore", {"entry": SNAIL}),
    ("library_merge", {"file": base64.b64encode(b"a text").decode()}),
    # Requests and puzzles with which something is wrong.
    ("solve", {}),
    ("solve", {"puzzle": SNAIL, "seconds": 0}),
    ("hint", {"puzzle": SNAIL, "moves": [[[None, 1]]]}),
    ("edit", {"puzzle": SNAIL, "act": {"tool": "saw", "cells": [-1]}}),
    ("read", {"puzzle": "nothing that is known"}),
    ("solve", {"puzzle": {**SNAIL, "size": 31}}),
    ("daily", {"genre": "nonogram", "day": "2026-02-30"}),
    ("library_search", {"limit": 0}),
    ("library_search", {"colour": "red"}),
]
COPY: Question = ("library_file", {})
FILES: list[Question] = [
    ("render", {"puzzle": SNAIL, "to": "pdf"}),
    ("render", {"puzzle": SNAIL, "to": "png"}),
    ("book", {"puzzles": [SNAIL]}),
    ("picture", {"image": "", "genre": "nonogram"}),
]


def alone(library: Path, questions: list[Question], *missing: str) -> list[Any]:
    """The answers of a process that can have nothing of a server."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("alone.py"), library, *NOT_INSIDE, *missing],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    answers: list[Any] = json.loads(done.stdout)
    return answers


def served(client: Any, operation: str, entries: dict[str, Any]) -> Any:
    """The answer of the server, in the form of the other."""
    route = OPERATIONS[operation]
    path = "/api" + route.path.format(**entries)
    if route.method != "POST":
        inside = {name: entries[name] for name in entries if f"{{{name}}}" not in route.path}
        return answer_of(client.request(route.method, path, params=inside))
    if not route.streamed:
        return answer_of(client.post(path, json=entries))
    answer = client.post(path, json=entries, headers={"accept": "text/event-stream"})
    if answer.status_code != 200:
        return answer_of(answer)
    last = [event for event in answer.text.split("\n\n") if event.startswith("event: ")][-1]
    return json.loads(last.partition("\ndata: ")[2])


def answer_of(answer: Any) -> Any:
    media = answer.headers["content-type"]
    if media != "application/json":
        return {"media": media, "data": base64.b64encode(answer.content).decode()}
    found = answer.json()
    return found if answer.status_code == 200 else {"status": answer.status_code, **found}


def lasting(answer: Any) -> Any:
    """An answer without the moment at which something was kept, and the time that work took."""
    return json.loads(
        re.sub(r'"(added|seconds)": ("[^"]*"|[^,}]*)', r'"\1": 0', json.dumps(answer))
    )


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    library = tmp_path_factory.mktemp("served") / "library.sqlite"
    limits = Settings(library=library, most_cells=900)
    with (
        running(limits) as server,
        httpx.Client(base_url=server.address, timeout=60, trust_env=False) as client,
    ):
        return [lasting(served(client, *question)) for question in QUESTIONS]


def test_every_operation_is_asked_here() -> None:
    assert {operation for operation, _ in (*QUESTIONS, *FILES, COPY)} == set(OPERATIONS)


def test_answers_need_no_process_socket_or_thread(answers: list[Any], tmp_path: Path) -> None:
    found = alone(tmp_path / "library.sqlite", QUESTIONS)

    for question, mine, theirs in zip(QUESTIONS, found, answers, strict=True):
        assert lasting(mine) == theirs, question


def test_answers_are_the_same_without_the_kernel(answers: list[Any], tmp_path: Path) -> None:
    found = alone(tmp_path / "library.sqlite", QUESTIONS, KERNEL)

    for question, mine, theirs in zip(QUESTIONS, found, answers, strict=True):
        assert lasting(mine) == theirs, question


def test_what_needs_native_code_of_others_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for refused in alone(tmp_path / "library.sqlite", FILES):
        assert (refused["status"], refused["type"]) == (501, "missing-extra")
        assert refused["detail"].startswith("this needs the package '")


def test_a_library_is_taken_in_by_another(tmp_path: Path) -> None:
    kept: list[Question] = [
        ("library_add", {"puzzle": SNAIL, "tags": ["mine"]}),
        ("library_played", {"puzzle": SNAIL, "played": 60, "day": DAY}),
    ]
    copy = alone(tmp_path / "one.sqlite", [*kept, COPY])[-1]
    assert copy["media"] == "application/vnd.sqlite3"
    taking: Question = ("library_merge", {"file": copy["data"]})
    asked: list[Question] = [
        ("library_search", {"tag": "mine", "solved": True}),
        ("library_statistics", {"day": DAY}),
    ]
    merged, again, *found = alone(tmp_path / "other.sqlite", [taking, taking, *asked])
    assert merged == {"puzzles": 1, "new": 1, "solved": 1}
    assert again == {"puzzles": 1, "new": 0, "solved": 1}
    assert lasting(found) == lasting(alone(tmp_path / "one.sqlite", asked))


def test_the_page_knows_the_addresses_of_the_server_in_one_place() -> None:
    static = Path(__file__).parents[1] / "src" / "caracol" / "web" / "static" / "js"
    script = (static / "answers" / "addresses.js").read_text()
    told = dict(re.findall(r'^  (\w+): "(\w+ /.*)",$', script, flags=re.M))

    assert script == write_addresses(), "run scripts/docs"
    for name, one in OPERATIONS.items():
        assert told.get(name, f"POST /{name}") == f"{one.method} {one.path}"
    # One file speaks with a server, one reads answers that were made with a site, and the page of
    # the HTTP interface tries it.
    words = re.compile(r"\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon|[\"'`/]api/")
    speak = {path.name for path in static.rglob("*.js") if words.search(path.read_text())}
    assert speak == {"server.js", "known.js", "operations.js"}


def test_the_page_asks_operations_that_there_are() -> None:
    static = Path(__file__).parents[1] / "src" / "caracol" / "web" / "static" / "js"
    asked = {
        name
        for path in static.rglob("*.js")
        for name in re.findall(
            r"\b(?:ask\w*|makeThumbnail|request|change)\(\"(\w+)\"", path.read_text()
        )
    }

    assert asked <= set(OPERATIONS)
    assert len(asked) > 20
