"""The HTTP interface: every verb, its limits, and fairness between clients."""

from __future__ import annotations

import argparse
import base64
import io
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("fastapi")

from caracol.board.grid import Grid  # noqa: E402
from caracol.cli.parser import add_parameters  # noqa: E402
from caracol.errors import CaracolError  # noqa: E402
from caracol.formats import converting, own, registry  # noqa: E402
from caracol.generator.batches import Order, make  # noqa: E402
from caracol.generator.loop import generate  # noqa: E402
from caracol.kit import EditorPart  # noqa: E402
from caracol.puzzle import Genre, write_cells  # noqa: E402
from caracol.puzzle.plugins import all_genres, get_genre  # noqa: E402
from caracol.questions import solving  # noqa: E402
from caracol.web import serve  # noqa: E402
from caracol.web.serve import listen  # noqa: E402
from caracol.web.settings import Settings  # noqa: E402
from web_server import Running, running  # noqa: E402

pytestmark = pytest.mark.xdist_group("web")

SNAIL = {"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}
HARD = {"caracol": 1, "genre": "magic-snail", "key": "ABCDEFGHIJKLMNOP", "size": 30}
"""A puzzle that no engine solves within seconds."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    library = tmp_path_factory.mktemp("web") / "library.sqlite"
    settings = Settings(
        library=library, most_bytes=100_000, most_cells=900, client_work=4, quick_workers=1,
        long_workers=1,
    )  # fmt: skip
    with running(settings) as found:
        yield found


@pytest.fixture
def client(server: Running) -> Iterator[Any]:
    """Return a client of the server, and empty the library after each test."""
    with httpx.Client(base_url=server.address, timeout=60) as found:
        yield found
        while entries := found.get("/api/library").json()["entries"]:
            for entry in entries:
                found.delete(f"/api/library/{entry['id']}")


@pytest.fixture(params=list(all_genres()), ids=lambda genre: genre.id)
def example(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: Genre[Any] = request.param
    return dict(found.part(EditorPart).EXAMPLE)


def ask(client: Any, verb: str, **body: Any) -> Any:
    response = client.post(f"/api/{verb}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def last_move(puzzle: Any, solution: list[int]) -> dict[str, Any]:
    """Return the solved board without one value that is not blank, and that value."""
    cell = next(
        cell for cell, value in enumerate(solution) if value and puzzle.givens[cell] is None
    )
    values = [None if place == cell else value for place, value in enumerate(solution)]
    grid = write_cells(values, puzzle.grid, puzzle.symbols)
    content = puzzle.symbols[solution[cell]].letter
    return {"grid": grid, "content": content, "place": list(puzzle.grid.place(cell))}


# -- the verbs --------------------------------------------------------------------------------


def test_every_verb_answers_as_the_library_does(client: Any, example: dict[str, Any]) -> None:
    puzzle = own.decode(example)
    solution = list(solving.solve(puzzle).only())

    view = ask(client, "read", puzzle=example)
    assert converting.read(view["link"]) == puzzle
    assert view["givens"] == list(puzzle.givens)
    assert ask(client, "solve", puzzle=example)["solutions"] == [solution]
    assert ask(client, "count", puzzle=example)["words"] == "one solution"
    assert ask(client, "candidates", puzzle=example)["candidates"] == [[v] for v in solution]
    assert ask(client, "conflict", puzzle=example)["found"] is False
    assert ask(client, "check", puzzle=example, values=solution)["solved"] is True
    if isinstance(puzzle.grid, Grid):
        played = ask(client, "put", puzzle=example, **last_move(puzzle, solution))
        assert played["finished"] is played["row_satisfied"] is played["column_satisfied"] is True
    assert ask(client, "grade", puzzle=example)["status"] == "unique"
    assert ask(client, "explain", puzzle=example)["values"] == solution
    assert set(ask(client, "hint", puzzle=example)["rungs"]) >= {"where", "sentence"}
    text = ask(client, "convert", puzzle=example, to="json")["text"]
    assert converting.read(text) == puzzle


def test_a_value_on_a_side_cannot_be_addressed_by_row_and_column(client: Any) -> None:
    example = dict(get_genre("slitherlink").part(EditorPart).EXAMPLE)

    response = client.post("/api/put", json={"puzzle": example, "content": "l", "place": [0, 0]})

    assert response.status_code == 422
    assert "Slitherlink is not played in cells with rows and columns" in response.text


@pytest.mark.parametrize(
    ("to", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("text", b"")]
)
def test_a_puzzle_is_drawn(client: Any, to: str, start: bytes) -> None:
    response = client.post("/api/render", json={"puzzle": SNAIL, "to": to})

    assert response.status_code == 200
    assert response.content.startswith(start)


def test_a_puzzle_is_generated_from_a_seed(client: Any) -> None:
    body = {"genre": "star-battle", "seed": 3, "options": {"size": 6, "stars": 1}}
    first, second = ask(client, "generate", **body), ask(client, "generate", **body)

    assert first["puzzle"] == second["puzzle"]
    assert first["certificate"]["unique"] is True


def test_a_book_is_printed(client: Any) -> None:
    stars = get_genre("star-battle").part(EditorPart).EXAMPLE
    response = client.post("/api/book", json={"puzzles": [stars, stars], "title": "Two"})

    assert response.content.startswith(b"%PDF")


def test_a_mistake_is_dated_to_its_move(client: Any) -> None:
    puzzle = get_genre("star-battle").part(EditorPart).EXAMPLE
    solution = solving.solve(own.decode(puzzle)).only()
    right = solution.index(1)
    wrong = next(cell for cell in range(20, 36) if not solution[cell])
    values: list[int | None] = [None] * 36
    values[right] = values[wrong] = 1
    moves = [[[right, 1]], [[wrong, 1]], [[(wrong + 1) % 36, 0]]]

    told = ask(client, "check", puzzle=puzzle, values=values, moves=moves, deep=True)

    assert told["right"] is False
    assert told["mistake"]["cells"] == [wrong]
    assert told["mistake"]["moves"] == 1


def test_a_setter_receives_results_one_by_one(client: Any) -> None:
    events = stream_events(client, "judge", puzzle=SNAIL)

    names = [name for name, _ in events]
    assert names[-1] == "done"
    assert names.count("progress") >= 2
    assert events[0][1]["status"] == "many"
    assert set(events[-1][1]) >= {"status", "candidates", "differ", "between", "suggestions"}


def read_events(response: Any) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, json.loads(line[6:])


def stream_events(client: Any, verb: str, **body: Any) -> list[tuple[str, Any]]:
    """Return the events of a verb, in order."""
    accept = {"accept": "text/event-stream"}
    with client.stream("POST", f"/api/{verb}", json=body, headers=accept) as response:
        assert response.status_code == 200, response.read()
        return list(read_events(response))


def test_drafts_are_counted_while_a_puzzle_is_generated(client: Any) -> None:
    # Hardly any Hitori is that hard, so the work lasts until the limit on any machine.
    wish = {"genre": "hitori", "options": {"size": 6}, "grade": "5.9-6", "seed": 4, "seconds": 3}

    news = [
        content for name, content in stream_events(client, "generate", **wish) if name == "progress"
    ]

    assert news
    assert all(content["drafts"] >= 1 for content in news)


def test_a_picture_can_be_streamed(client: Any) -> None:
    name, done = stream_events(client, "render", puzzle=SNAIL, to="png")[-1]

    assert name == "done"
    assert base64.b64decode(done["data"]).startswith(b"\x89PNG")


JAP = b"TLS\0\0\0\0\0\x02\x03" + bytes([2, 1, 1, 1, 3, 1, 2, 1, 1, 1, 2])
"""A puzzle with two columns and three rows."""


def test_a_binary_file_is_read(client: Any) -> None:
    text = base64.b64encode(JAP).decode()

    view = ask(client, "read", puzzle=text, base64=True)

    assert converting.read(JAP) == own.decode(view["puzzle"])
    assert (view["rows"], view["columns"]) == (3, 2)
    refused = client.post("/api/read", json={"puzzle": "no base 64!", "base64": True})
    assert refused.status_code == 422
    assert "Base64" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/solve", "POST"),
        ("DELETE", "/api/solve", "POST"),
        ("POST", "/api/genres", "GET"),
        ("PUT", "/api/library", "GET, POST"),
        ("GET", "/api/library/1", "DELETE"),
        ("BREW", "/api/hint", "POST"),
    ],
)
def test_a_wrong_method_gets_a_message_with_the_right_one(
    client: Any, method: str, path: str, allowed: str
) -> None:
    answer = client.request(method, path)

    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert answer.json()["detail"] == f"{method} is not allowed for {path}; use {allowed}"


@pytest.mark.parametrize(
    ("body", "where", "detail"),
    [
        ("", "", "the body must be a JSON object, sent as application/json"),
        ("[]", "", "the body must be a JSON object, sent as application/json"),
        ("{}", "puzzle", "the entry 'puzzle' is missing"),
        (
            '{"puzzle": 5}',
            "puzzle",
            "5 is not a puzzle: an object in Caracol's own JSON, or a text",
        ),
        (
            '{"puzzle": "x", "frob": 1}',
            "frob",
            "unknown entry 'frob' in this request; known entries: puzzle, ",
        ),
        (
            '{"puzzle": "x", "seconds": -1}',
            "seconds",
            "-1 is not a number of seconds, more than 0 and at most 60",
        ),
        ("\udc80", "", "the body is not valid UTF-8"),
    ],
)
def test_a_wrong_request_gets_a_message(client: Any, body: str, where: str, detail: str) -> None:
    headers = {"content-type": "application/json"}
    sent = body.encode("utf-8", "surrogateescape")
    answer = client.post("/api/solve", content=sent, headers=headers)

    assert answer.status_code in (400, 422)
    assert answer.json()["where"] == where
    assert answer.json()["detail"].startswith(detail)


def test_a_missing_resource_gets_a_message(client: Any) -> None:
    for path in ("/api/solv", "/api/library/1/thumb", "/nothing"):
        answer = client.get(path)
        assert (answer.status_code, f"nothing at {path};" in answer.json()["detail"]) == (404, True)
    assert client.get("/api").status_code == 200


# -- the library ------------------------------------------------------------------------------


def test_the_library_adds_finds_and_removes_puzzles(client: Any) -> None:
    puzzle = get_genre("magnets").part(EditorPart).EXAMPLE
    added = ask(client, "library", puzzle=puzzle, tags=["mine"])
    again = ask(client, "library", puzzle=puzzle)
    found = client.get("/api/library", params={"genre": "magnets", "text": "mine"}).json()

    assert (added["added"], again["added"], again["id"]) == (True, False, added["id"])
    assert [entry["id"] for entry in found["entries"]] == [added["id"]]
    assert client.get(f"/api/library/{added['id']}/picture").content.startswith(b"<svg")
    assert client.delete(f"/api/library/{added['id']}").status_code == 200
    assert client.get("/api/library").json()["total"] == 0


def test_library_search_has_the_options_of_the_command_line(client: Any) -> None:
    added = ask(client, "library", puzzle={**SNAIL, "title": "First"}, tags=["mine"])["id"]

    def found(**wishes: str) -> list[int]:
        answer = client.get("/api/library", params=wishes)
        assert answer.status_code == 200, answer.text
        return [entry["id"] for entry in answer.json()["entries"]]

    for kept in ({"size": "5"}, {"tag": "mine"}, {"title": "fir"}, {"solved": "false"}):
        assert found(**kept) == [added]
    for missed in ({"size": "5x6"}, {"tag": "yours"}, {"source": "x"}, {"technique": "x"}):
        assert found(**missed) == []
    wrong = client.get("/api/library", params={"size": "large"})
    assert (wrong.status_code, wrong.json()["where"]) == (422, "size")
    client.delete(f"/api/library/{added}")


def test_puzzles_generated_for_the_library_equal_those_of_a_batch(client: Any) -> None:
    wish = {"genre": "magnets", "options": {"size": 4}, "grade": "any"}
    order = Order("magnets", 7, "any", {"size": 4})
    expected = [json.loads(item.line) for item in make(order, (0, 1))]

    made = [ask(client, "library/generate", **wish, seed=f"7/{n}", tags=["mine"]) for n in (0, 1)]
    again = ask(client, "library/generate", **wish, seed="7/0")
    found = client.get("/api/library", params={"tag": "mine"}).json()["entries"]

    for one, line in zip(made, expected, strict=True):
        assert one["puzzle"] == {k: v for k, v in line.items() if k != "certificate"}
        assert one["certificate"]["solution"] == line["certificate"]["solution"]
    assert ([one["new"] for one in made], again["new"]) == ([True, True], False)
    assert [entry["grade"] for entry in found] == [
        e["certificate"]["grade"]["word"] for e in expected
    ]
    for entry in found:
        client.delete(f"/api/library/{entry['id']}")


def test_grading_of_generated_puzzles_is_optional(client: Any) -> None:
    wish = {"genre": "star-battle", "options": {"size": 5, "stars": 1}, "seed": 3}

    assert ask(client, "generate", **wish, certify=True)["certificate"]["grade"]["word"]
    assert "grade" not in ask(client, "generate", **wish, graded=False)["certificate"]


def test_all_puzzles_of_a_text_are_added_to_the_library(client: Any) -> None:
    lines = "".join(own.one_line(own.decode({**SNAIL, "size": size})) for size in (3, 4, 5))
    view = ask(client, "read", puzzle=lines)
    added = ask(client, "library", puzzle=lines, seconds=5)
    again = ask(client, "library", puzzle=lines, seconds=5)

    assert (view["rows"], view["others"]) == (3, 2)
    assert (added["number"], added["new"]) == (3, 3)
    assert (again["number"], again["new"]) == (3, 0)
    found = client.get("/api/library").json()
    assert [entry["rows"] for entry in found["entries"]] == [3, 4, 5]
    for entry in found["entries"]:
        client.delete(f"/api/library/{entry['id']}")


def test_a_broken_line_of_a_text_does_not_spoil_the_others(client: Any) -> None:
    text = "3x3:201,102,120,111,LRTT*BBLR\n3x3:oops\n4x4:....,....,....,....,LRLRLRLRLRLRLRLR\n"

    view = client.post("/api/read", json={"puzzle": text}).json()
    added = client.post("/api/library", json={"puzzle": text, "seconds": 5}).json()

    assert (view["others"], len(view["wrong"]), view["note"]) == (1, 1, "")
    assert view["wrong"][0].startswith("line 2: ")
    assert (added["number"], added["wrong"]) == (2, view["wrong"])
    told = client.post("/api/read", json={"puzzle": "3\n3\n1\n3\n1\n\n1\n3\n1\n"}).json()
    assert told["note"] == (
        "read as Nonogram (cwd, not keen); use --genre or --from to choose another"
    )


def test_a_read_only_library_cannot_be_changed(tmp_path: Path) -> None:
    settings = Settings(
        library=tmp_path / "l.sqlite", read_only=True, quick_workers=1, long_workers=1
    )
    with (
        running(settings) as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        refused = client.post("/api/library", json={"puzzle": SNAIL})
        made = client.post("/api/library/generate", json={"genre": "magnets"})
        assert made.status_code == 403
        removed = client.delete("/api/library/1")

    assert (refused.status_code, removed.status_code) == (403, 403)
    assert refused.json()["type"] == "read-only"


# -- access -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil:80", ""]
)
def test_a_request_with_an_unknown_host_name_is_refused(client: Any, host: str) -> None:
    response = client.get("/api/genres", headers={"host": host})

    assert response.status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_requests_from_other_sites_are_refused(client: Any, origin: str) -> None:
    response = client.post("/api/solve", json={"puzzle": SNAIL}, headers={"origin": origin})

    assert response.status_code == 403


def test_requests_from_its_own_page_are_answered(server: Running, client: Any) -> None:
    response = client.post("/api/solve", json={"puzzle": SNAIL}, headers={"origin": server.address})

    assert response.status_code == 200


def test_the_page_may_load_nothing_from_elsewhere(client: Any) -> None:
    response = client.get("/")
    policy = response.headers["content-security-policy"]

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"


# -- limits -----------------------------------------------------------------------------------


def test_a_body_that_is_too_long_is_refused(client: Any) -> None:
    response = client.post("/api/read", json={"puzzle": "x" * 200_000})

    assert response.status_code == 413


def test_a_long_body_without_a_length_is_refused(client: Any) -> None:
    def parts() -> Iterator[bytes]:
        yield b'{"puzzle": "'
        for _ in range(300):
            yield b"x" * 1000
        yield b'"}'

    response = client.post(
        "/api/read", content=parts(), headers={"content-type": "application/json"}
    )

    assert response.status_code == 413


def test_a_board_that_is_too_large_is_refused(client: Any) -> None:
    response = client.post("/api/solve", json={"puzzle": {**SNAIL, "size": 31}})

    assert response.status_code == 413
    assert "31×31" in response.json()["detail"]


@pytest.mark.parametrize(
    ("verb", "body", "where"),
    [
        ("solve", {}, "puzzle"),
        ("solve", {"puzzle": SNAIL, "seconds": 1000}, "seconds"),
        ("solve", {"puzzle": SNAIL, "colour": "red"}, "colour"),
        (
            "solve",
            {"puzzle": {"caracol": 1, "genre": "magic-snail", "key": "AA", "size": 3}},
            "key",
        ),
        ("check", {"puzzle": SNAIL, "values": [1]}, "values"),
        ("put", {"puzzle": SNAIL, "content": "A", "place": [5, 0]}, "place"),
        ("put", {"puzzle": SNAIL, "content": "A", "place": [0, 0], "grid": [[{}]]}, "grid"),
        ("check", {"puzzle": SNAIL, "values": [9] + [None] * 24}, "r1c1"),
        ("read", {"puzzle": "nothing that is known"}, ""),
        ("generate", {"genre": "chess"}, ""),
        ("generate", {"genre": "star-battle", "options": {"stop": 1}}, "stop"),
        ("blank", {"genre": "star-battle", "options": {"size": 0}}, "size"),
        ("edit", {"puzzle": SNAIL, "act": {"tool": "saw"}}, ""),
    ],
)
def test_nonsense_gets_a_message(client: Any, verb: str, body: dict[str, Any], where: str) -> None:
    response = client.post(f"/api/{verb}", json=body)

    assert response.status_code == 422
    problem = response.json()
    assert set(problem) == {"type", "detail", "where"}
    assert where in problem["where"]
    assert problem["detail"]
    assert "Traceback" not in problem["detail"]


def test_a_time_limit_gives_neither_an_answer_nor_a_hang(client: Any) -> None:
    told = ask(client, "solve", puzzle=HARD, seconds=0.5)

    assert told["status"] == "unknown"
    assert told["stopped"] == "seconds"


def test_one_client_cannot_take_all_workers(server: Running) -> None:
    answers: list[int] = []

    def hog() -> None:
        with httpx.Client(base_url=server.address, timeout=60) as client:
            answers.append(
                client.post("/api/solve", json={"puzzle": HARD, "seconds": 1.5}).status_code
            )

    threads = [threading.Thread(target=hog) for _ in range(7)]
    for thread in threads:
        thread.start()
    time.sleep(0.7)
    # Meanwhile, a client from another address gets a quick answer.
    transport = httpx.HTTPTransport(local_address="127.0.0.9")
    with httpx.Client(base_url=server.address, transport=transport, timeout=5) as other:
        assert other.post("/api/check", json={"puzzle": SNAIL}).status_code == 200
    for thread in threads:
        thread.join()

    assert answers.count(429) == 3
    assert set(answers) <= {200, 429, 504}


def test_work_is_stopped_when_its_client_disconnects(server: Running) -> None:
    with (
        pytest.raises(httpx.ReadTimeout),
        httpx.Client(base_url=server.address, timeout=0.5) as hurried,
    ):
        hurried.post("/api/solve", json={"puzzle": HARD, "seconds": 50})
    began = time.monotonic()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        assert ask(client, "solve", puzzle=SNAIL)["status"] == "many"

    # The only worker for long work is free again long before its fifty seconds are up.
    assert time.monotonic() - began < 20


def test_a_stream_is_stopped_when_its_client_disconnects(server: Running) -> None:
    with (
        httpx.Client(base_url=server.address, timeout=60) as client,
        client.stream(
            "POST",
            "/api/count",
            json={"puzzle": HARD, "seconds": 50},
            headers={"accept": "text/event-stream"},
        ) as response,
    ):
        assert next(response.iter_lines()).startswith(": working")
    with httpx.Client(base_url=server.address, timeout=60) as client:
        assert ask(client, "solve", puzzle=SNAIL)["status"] == "many"


def test_a_killed_worker_is_replaced_and_its_work_repeated(server: Running) -> None:
    result: list[Any] = []

    def asking() -> None:
        with httpx.Client(base_url=server.address, timeout=60) as client:
            result.append(client.post("/api/solve", json={"puzzle": HARD, "seconds": 2}).json())

    thread = threading.Thread(target=asking)
    thread.start()
    time.sleep(1.0)
    (worker,) = server.service.long.workers
    os.kill(worker.process.pid, signal.SIGKILL)
    thread.join()

    assert result[0]["status"] == "unknown"
    (newer,) = server.service.long.workers
    assert newer.process.pid != worker.process.pid
    with httpx.Client(base_url=server.address, timeout=60) as client:
        assert ask(client, "solve", puzzle=SNAIL)["status"] == "many"


def test_answers_are_sent_at_once() -> None:
    """Check that Nagle's algorithm, which asyncio leaves on by default, does not cost 40 ms."""
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_port_in_use_is_reported() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(CaracolError, match="cannot listen on"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_serving_other_machines_needs_an_explicit_option() -> None:
    parser = argparse.ArgumentParser()
    add_parameters(parser, serve.VERBS[0].parameters)
    with pytest.raises(CaracolError, match="--public"):
        serve.run(parser.parse_args(["--host", "0.0.0.0", "--no-open"]))


DAY = "2026-11-16"


def test_the_daily_puzzle_depends_only_on_the_date(client: Any) -> None:
    asked = {"genre": "star-battle", "day": DAY}
    first, again = (client.post("/api/daily", json=asked).json() for _ in range(2))
    other = client.post("/api/daily", json={**asked, "day": "2026-11-17"}).json()

    assert first["puzzle"] == again["puzzle"]
    assert first["info"]["title"] == "Star Battle, 16 November"
    assert other["clues"] != first["clues"]
    assert solving.solve(own.decode(first["puzzle"])).status == "unique"


def test_the_large_puzzle_is_the_same_for_a_whole_week(client: Any) -> None:
    asked = {"genre": "hitori", "large": True, "seconds": 60}
    first, last, next_week = (
        client.post("/api/daily", json={**asked, "day": f"2026-11-{day}"}).json()
        for day in ("16", "22", "23")
    )
    assert first["puzzle"] == last["puzzle"]
    assert first["info"]["title"] == "Large Hitori, week of 16 November"
    assert (first["rows"], first["columns"]) == (16, 16)
    assert next_week["clues"] != first["clues"]


def test_every_genre_has_a_large_puzzle_of_a_size_that_it_allows(client: Any) -> None:
    for genre in client.get("/api/genres").json()["genres"]:
        for option in genre["generating"] or ():
            if option["name"] == "size":
                small, medium, large = option["sides"]
                assert option["least"] <= small < medium < large <= option["most"], genre["id"]
                assert medium == option["default"]
                assert large <= option["weekly"] <= option["most"], genre["id"]
                if (
                    medium >= 10 and genre["id"] != "star-battle"
                ):  # few of this size are made in time
                    assert option["weekly"] >= 20


def test_a_puzzle_that_is_not_made_in_time_is_reported(client: Any) -> None:
    asked = {"genre": "star-battle", "day": DAY, "large": True, "seconds": 0.001}
    answer = client.post("/api/daily", json=asked)

    assert answer.status_code == 504
    assert answer.json()["type"] == "out-of-time"


def test_only_formats_that_can_express_all_clues_carry_a_puzzle(client: Any, example: Any) -> None:
    def can_write(name: str) -> bool:
        try:
            return bool(converting.write(own.decode(example), name))
        except CaracolError:
            return False

    found = [one["name"] for one in ask(client, "carriers", puzzle=example)["formats"]]
    assert found == [one.name for one in converting.list_formats() if can_write(one.name)]


def test_the_next_puzzle_has_the_same_size_options_and_grade(client: Any, example: Any) -> None:
    grade = client.post("/api/grade", json={"puzzle": example}).json()["word"]
    asked = {"puzzle": example, "grade": grade, "seed": 20, "seconds": 20}
    made = client.post("/api/similar", json=asked).json()
    puzzle, before = own.decode(made["puzzle"]), own.decode(example)

    assert (puzzle.grid.rows, puzzle.grid.columns) == (before.grid.rows, before.grid.columns)
    assert puzzle != before
    assert len(puzzle.symbols) == len(before.symbols)
    assert solving.solve(puzzle).status == "unique"


def test_solved_puzzles_are_counted(client: Any) -> None:
    puzzle = {**SNAIL, "grid": ["...B.", ".C...", "....B", "C....", "..A.."]}
    asked = {"puzzle": puzzle, "played": 75.5, "hints": 1, "grade": "easy", "day": DAY}
    told = client.post("/api/library/played", json=asked).json()

    assert told == client.get("/api/library/statistics", params={"day": DAY}).json()
    (statistic,) = told["statistics"]
    assert (statistic["genre"], statistic["grade"]) == ("magic-snail", "easy")
    assert (statistic["solved"], statistic["unaided"], statistic["best"]) == (1, 0, 75.5)
    assert told["streak"] == 1


def test_a_removed_puzzle_can_be_restored_unchanged(client: Any) -> None:
    number = client.post("/api/library", json={"puzzle": SNAIL, "tags": ["sea"]}).json()["id"]
    client.post("/api/library/solved", json={"puzzle": SNAIL})
    (before,) = client.get("/api/library", params={"tag": "sea"}).json()["entries"]
    taken = client.delete(f"/api/library/{number}").json()
    assert client.get("/api/library", params={"tag": "sea"}).json()["entries"] == []

    assert client.post("/api/library/restore", json=taken).json() == {"id": number, "new": True}
    (after,) = client.get("/api/library", params={"tag": "sea"}).json()["entries"]
    assert after == before
    assert client.post("/api/library/restore", json=taken).json() == {"id": number, "new": False}

    # If the number is taken, the puzzle gets another one.
    taken = client.delete(f"/api/library/{number}").json()
    other = client.post("/api/library", json={"puzzle": HARD, "seconds": 1}).json()
    assert other["id"] == number
    elsewhere = client.post("/api/library/restore", json=taken).json()
    (after,) = client.get("/api/library", params={"tag": "sea"}).json()["entries"]
    assert after == {**before, "id": elsewhere["id"]}

    changed = {"ids": [after["id"]], "tag": ["land"], "untag": ["sea"], "title": "Ashore"}
    client.post("/api/library/change", json=changed)
    (entry,) = client.get("/api/library", params={"tag": "land"}).json()["entries"]
    assert (entry["title"], entry["tags"]) == ("Ashore", ["land"])
    client.delete(f"/api/library/{entry['id']}")
    assert client.post("/api/library/change", json=changed).status_code == 404


def test_a_puzzle_can_be_completed_and_made_easier_or_harder(client: Any) -> None:
    open_board = {"caracol": 1, "genre": "easy-as-abc", "letters": "AB", "top": "....",
                  "left": "....", "right": "....", "bottom": "...."}  # fmt: skip
    made = client.post("/api/finish", json={"puzzle": open_board, "seconds": 30}).json()
    finished = own.decode(made["view"]["puzzle"])
    assert solving.solve(finished).status == "unique"
    assert 0 < len(made["changes"]) <= 6

    hard = own.encode(generate("easy-as-abc", size=5, grade="hard", seed=1).puzzle)
    easier = client.post("/api/vary", json={"puzzle": hard, "harder": False, "seconds": 30}).json()
    puzzle = own.decode(easier["view"]["puzzle"])
    assert solving.solve(puzzle).status == "unique"
    before, after = (
        client.post("/api/grade", json={"puzzle": found}).json()["number"]
        for found in (hard, easier["view"]["puzzle"])
    )
    assert after < before
    again = {"puzzle": easier["view"]["puzzle"], "harder": True, "seconds": 30}
    varied = client.post("/api/vary", json=again).json()
    assert (
        client.post("/api/grade", json={"puzzle": varied["view"]["puzzle"]}).json()["number"]
        > after
    )


def test_a_picture_becomes_a_puzzle_with_a_list_of_changed_cells(client: Any) -> None:
    image = pytest.importorskip("PIL.Image").new("L", (40, 20), 255)
    for x in range(40):
        for y in range(20):
            if (x - 20) ** 2 / 4 + (y - 10) ** 2 < 60:
                image.putpixel((x, y), 0)
    kept = io.BytesIO()
    image.save(kept, "PNG")
    data = base64.b64encode(kept.getvalue()).decode()
    made = client.post("/api/picture", json={"image": data, "genre": "nonogram", "size": 10})
    told = made.json()

    assert (told["view"]["columns"], told["view"]["rows"]) == (10, 5)
    assert solving.solve(own.decode(told["view"]["puzzle"])).only() == tuple(told["picture"])
    assert isinstance(told["changed"], list)
    bad = client.post("/api/picture", json={"image": "QUJD", "genre": "nonogram"})
    assert bad.status_code == 422
    assert "cannot read this picture" in bad.json()["detail"]


def test_all_open_steps_are_listed_easiest_first(client: Any, example: dict[str, Any]) -> None:
    puzzle = own.decode(example)
    said = client.post("/api/steps", json={"puzzle": example}).json()
    efforts = [step["effort"] for step in said["steps"]]
    solution = solving.solve(puzzle).only()

    assert efforts == sorted(efforts)
    assert len(efforts) == said["number"] > 0
    for step in said["steps"]:
        assert step["rungs"]["sentence"]
        for cut in step["cuts"]:
            assert solution[cut["cell"]] not in cut["removed"]


def test_practice_gives_a_board_that_needs_the_technique(client: Any) -> None:
    names = client.get("/api/genres/hitori/techniques").json()["techniques"]
    asked = {"genre": "hitori", "technique": "beside-shaded", "seed": 7}
    position = client.post("/api/practice", json=asked).json()
    steps = position["move"]["steps"]
    solution = solving.solve(own.decode(position["view"]["puzzle"])).only()

    assert position["name"] == names["beside-shaded"]
    assert position["view"]["info"]["title"] == f"Practice: {position['name']}"
    assert "beside-shaded" in {step["technique"] for step in steps}
    assert steps[-1]["writes"]
    assert all(solution[cell] == value for cell, value in steps[-1]["writes"])
    told = {step["technique"] for step in position["move"]["steps"]}
    assert "beside-shaded" in told
    said = client.post("/api/practice", json={**asked, "technique": "magic"}).json()
    assert "magic" in said["detail"]


def test_the_contents_of_a_text_can_be_previewed(client: Any) -> None:
    good = json.dumps(SNAIL)
    text = f"{good}\n{json.dumps({**SNAIL, 'key': 'AA'})}\n{json.dumps({**SNAIL, 'size': 6})}"
    said = client.post("/api/preview", json={"puzzle": text}).json()

    assert [(one["genre"], one["rows"]) for one in said["puzzles"]] == [
        ("magic-snail", 5),
        ("magic-snail", 6),
    ]
    assert all(one["picture"].startswith("<svg") for one in said["puzzles"])
    assert "JSON Lines" in said["format"]
    assert len(said["wrong"]) == 1
    assert said["wrong"][0].startswith("line 2")


def test_the_name_of_a_file_may_determine_its_format(client: Any) -> None:
    # Without a name it is unclear whether columns or rows come first.
    text = "3\n3\n1\n3\n1\n\n1\n3\n1\n"
    entries = {"puzzle": base64.b64encode(text.encode()).decode(), "base64": True}
    said = client.post("/api/preview", json={**entries, "name": "plus.cwd"}).json()

    assert said["format"] == registry.by_name("cwd").about
