"""Nobody waits for a stranger's work, and whoever is slow, dead or foreign stops nobody."""

from __future__ import annotations

import argparse
import os
import random
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("fastapi")

from caracol.cli.parser import add_parameters  # noqa: E402
from caracol.errors import CaracolError  # noqa: E402
from caracol.web import connections, serve  # noqa: E402
from caracol.web.security import Guard  # noqa: E402
from caracol.web.service import limit_kinds  # noqa: E402
from caracol.web.settings import Settings  # noqa: E402
from caracol.web.turns import Task, Turns, Use  # noqa: E402
from web_server import Running, running  # noqa: E402

pytestmark = pytest.mark.xdist_group("web")

SNAIL = {"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}
HARD = {"caracol": 1, "genre": "magic-snail", "key": "ABCDEFGHIJKLMNOP", "size": 30}
"""No engine answers this one within seconds."""


def settings(folder: Path, **more: Any) -> Settings:
    known = {"quick_workers": 1, "long_workers": 1, "client_work": 4, **more}
    return Settings(library=folder / "library.sqlite", **known)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("web"))) as found:
        yield found


@pytest.fixture
def client(server: Running) -> Iterator[Any]:
    with httpx.Client(base_url=server.address, timeout=60) as found:
        yield found


# -- whose turn it is -------------------------------------------------------------------------


class Hours:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_whoever_has_had_least_is_next_however_many_others_wait() -> None:
    hours = Hours()
    turns = Turns(Use(hours), each=2, most_waiting=1000)
    for hostile in range(50):
        for _ in range(8):
            turns.wait(Task(f"hostile {hostile}"))
    for _ in range(100):
        hours.now += 60
        first = turns.take()
        assert first is not None
        turns.done(first, 60)

    polite = Task("polite")
    turns.wait(polite)

    assert turns.take() is polite


def test_the_workers_go_round_among_those_who_wait() -> None:
    turns = Turns(Use(Hours()), each=1, most_waiting=1000)
    for number in range(40):
        turns.wait(Task("greedy" if number < 30 else "other"))

    served = []
    for _ in range(20):
        task = turns.take()
        assert task is not None
        served.append(task.client)
        turns.done(task, 1)

    assert Counter(served) == {"greedy": 10, "other": 10}


def test_no_kind_of_work_and_no_client_has_more_workers_than_it_may() -> None:
    rng = random.Random(5)
    turns = Turns(Use(Hours()), each=2, most_waiting=1000, limits={"lengthy": 3, "making": 2})
    working: list[Task] = []
    for _ in range(3000):
        if rng.random() < 0.5:
            kinds = frozenset(kind for kind in ("lengthy", "making") if rng.random() < 0.5)
            turns.wait(Task(f"client {rng.randrange(5)}", kinds))
        elif working and rng.random() < 0.5:
            turns.done(working.pop(rng.randrange(len(working))), rng.random())
        elif (task := turns.take()) is not None:
            working.append(task)
        kinds_now = Counter(kind for task in working for kind in task.kinds)
        assert max(Counter(task.client for task in working).values(), default=0) <= 2
        assert kinds_now["lengthy"] <= 3
        assert kinds_now["making"] <= 2
        # Nobody waits who could be served.
        assert not any(map(turns.may, turns.waiting)) or len(working) < 10


def test_work_of_clients_who_had_much_leaves_a_worker_to_what_is_only_tried() -> None:
    turns = Turns(Use(Hours()), each=3, most_waiting=1000, limits=limit_kinds(3))
    for number in range(24):
        turns.wait(Task(f"greedy {number % 3}", frozenset({"slow", "greedy"})))
    assert turns.take() is not None
    assert turns.take() is None, "the others wait for that one"

    polite, moment = Task("polite", frozenset({"slow"})), Task("moment")
    turns.wait(polite)
    turns.wait(moment)

    assert [turns.take(), turns.take()] == [polite, moment]


def test_a_full_room_has_a_place_for_a_newcomer() -> None:
    turns = Turns(Use(Hours()), each=1, most_waiting=6)
    greedy = [Task("greedy") for _ in range(6)]
    assert [turns.wait(task) for task in greedy] == [None] * 6

    polite = Task("polite")

    assert turns.wait(polite) is greedy[-1]
    assert turns.take() in greedy
    assert turns.take() is polite
    one_more = Task("greedy")
    turns.wait(one_more)
    assert turns.wait(Task("greedy")) is None


def test_what_a_client_has_had_is_forgotten() -> None:
    hours = Hours()
    use = Use(hours)
    use.add("someone", 60)
    assert use.of("someone") == 60

    hours.now += 600

    assert use.of("someone") < 0.1
    for number in range(2000):
        use.add(f"client {number}", 1e-6)
    assert len(use.seconds) < 1500


# -- workers ----------------------------------------------------------------------------------


def test_workers_that_died_in_their_sleep_are_replaced_before_the_next_question(
    server: Running, client: Any
) -> None:
    pools = server.service.quick, server.service.long
    assert client.post("/api/check", json={"puzzle": SNAIL}).status_code == 200
    for _ in range(3):
        while not all(pool.idle for pool in pools):
            time.sleep(0.01)
        for worker in [worker for pool in pools for worker in pool.idle]:
            os.kill(worker.process.pid, signal.SIGKILL)
        for verb in ("check", "solve"):
            answer = client.post(f"/api/{verb}", json={"puzzle": SNAIL})
            assert answer.status_code == 200, answer.text


def test_a_worker_that_has_grown_is_replaced(tmp_path: Path) -> None:
    with (
        running(settings(tmp_path, keep_megabytes=1)) as small,
        httpx.Client(base_url=small.address, timeout=60) as client,
    ):
        seen = set()
        for _ in range(2):
            assert client.post("/api/check", json={"puzzle": SNAIL}).status_code == 200
            while not small.service.quick.idle:
                time.sleep(0.01)
            (worker,) = small.service.quick.idle
            seen.add(worker.process.pid)

        assert len(seen) == 2


def test_work_that_is_not_done_in_a_moment_goes_on_among_long_work(
    server: Running, client: Any
) -> None:
    while not server.service.long.idle:
        time.sleep(0.01)
    asked = threading.Thread(
        target=client.post, args=("/api/solve",), kwargs={"json": {"puzzle": HARD, "seconds": 3}}
    )
    asked.start()
    while server.service.long.idle:
        time.sleep(0.01)

    # Its worker is busy, and a question of a moment is answered all the same.
    with httpx.Client(base_url=server.address, timeout=60) as other:
        answer = other.post("/api/solve", json={"puzzle": SNAIL})

    assert answer.json()["status"] == "many"
    assert not server.service.long.idle
    asked.join()


def test_a_server_that_ends_says_so_to_those_who_wait(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    answers: list[Any] = []
    with running(settings(tmp_path)) as ending:
        while not ending.service.long.idle:
            time.sleep(0.01)

        def ask() -> None:
            with httpx.Client(base_url=ending.address, timeout=60) as client:
                answers.append(client.post("/api/solve", json={"puzzle": HARD, "seconds": 50}))

        waiting = threading.Thread(target=ask)
        waiting.start()
        while ending.service.long.idle:
            time.sleep(0.01)
    waiting.join()

    assert answers[0].status_code == 503
    assert answers[0].json()["detail"] == "the server is shutting down"
    assert "Traceback" not in caplog.text


# -- slow clients -----------------------------------------------------------------------------


def raw(server: Running, *pieces: bytes) -> bytes:
    """Send something that is no whole request, and wait until the server closes."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        for piece in pieces:
            connection.sendall(piece)
        found = b""
        while more := connection.recv(65536):
            found += more
        return found


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET /api/genres HTTP/1.1\r\nHost: 127"])
def test_headers_that_do_not_come_are_not_waited_for(
    server: Running, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)

    assert raw(server, sent).startswith(b"HTTP/1.1 408")


def test_headers_of_a_second_request_are_not_waited_for_either(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Long enough that the first is never late, even where the machine stands still for a while.
    monkeypatch.setattr(connections, "HEADER_SECONDS", 3)
    host = server.address.removeprefix("http://").encode()
    whole = b"GET /favicon.svg HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"

    found = raw(server, whole, b"GET / HT")

    assert found.count(b"HTTP/1.1 408") == 1
    assert found.count(b"HTTP/1.1 ") == 2


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with running(settings(tmp_path, body_seconds=0.5)) as hasty:
        host = hasty.address.removeprefix("http://").encode()
        found = raw(
            hasty,
            b"POST /api/solve HTTP/1.1\r\nHost: " + host + b"\r\n"
            b'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"puz',
        )

    assert found.startswith(b"HTTP/1.1 408")
    assert b"too-slow" in found


# -- who may ask ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        "https://elsewhere.example",
        "https://127.0.0.1.elsewhere.example",
        "https://localhost.elsewhere.example",
        "https://127.0.0.1",
        "https://localhost:1",
        "file://",
        "",
    ],
)
def test_a_foreign_origin_is_refused_also_over_https(client: Any, origin: str) -> None:
    answer = client.post("/api/solve", json={"puzzle": SNAIL}, headers={"origin": origin})

    assert (answer.status_code, answer.json()["type"]) == (403, "wrong-origin")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("", ("127.0.0.1", "localhost", "[::1]")),
        ("--host-name Puzzles.example", ("127.0.0.1", "localhost", "[::1]", "puzzles.example")),
        (
            "--public --host 0.0.0.0 --host-name a.example",
            ("127.0.0.1", "localhost", "[::1]", "a.example"),
        ),
        ("--public --host 192.0.2.7", ("127.0.0.1", "localhost", "[::1]", "192.0.2.7")),
        ("--public --host 2001:db8::7", ("127.0.0.1", "localhost", "[::1]", "[2001:db8::7]")),
        ("--public --host 0.0.0.0 --token new", ("*",)),
    ],
)
def test_a_server_answers_to_its_own_names_only(words: str, names: tuple[str, ...]) -> None:
    parser = argparse.ArgumentParser()
    add_parameters(parser, serve.VERBS[0].parameters)

    assert serve.list_host_names(parser.parse_args(words.split())) == names


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1", "localhost"])
def test_a_public_server_without_a_name_or_a_token_is_refused(host: str) -> None:
    parser = argparse.ArgumentParser()
    add_parameters(parser, serve.VERBS[0].parameters)

    with pytest.raises(CaracolError, match=r"--host-name .*--token"):
        serve.run(parser.parse_args(["--public", "--no-open", "--host", host]))


def test_only_those_who_show_the_token_are_answered(tmp_path: Path) -> None:
    token = "a-word-of-ours"
    with (
        running(settings(tmp_path, token=token, hosts=("*",))) as closed,
        httpx.Client(base_url=closed.address, timeout=60) as client,
    ):
        for path in ("/", "/api/genres", "/?token=a-wrong-one", "/?token="):
            assert client.get(path).status_code == 401
        assert client.get("/", headers={"cookie": "caracol-token=wrong"}).status_code == 401
        shown = {"authorization": f"Bearer {token}"}
        assert client.get("/api/genres", headers=shown).status_code == 200

        let_in = client.get(f"/?token={token}")

        assert (let_in.status_code, let_in.headers["location"]) == (303, "/")
        assert "SameSite=Strict" in let_in.headers["set-cookie"]
        assert client.get("/api/genres").status_code == 200
        # The token is for this server, and a page that came from it leads nowhere else.
        assert client.get(f"//elsewhere.example?token={token}").headers["location"][:2] != "//"


def test_whoever_has_too_much_under_way_is_known_by_the_address(tmp_path: Path) -> None:
    async def app(*_: Any) -> None:
        raise AssertionError("nothing is asked of it")

    guard = Guard(app, settings(tmp_path), lambda client: client in ("192.0.2.7", ""))
    for client, refused in ((("192.0.2.7", 80), True), (("192.0.2.8", 80), False), (None, True)):
        found = guard.check_load({"path": "/api/solve", "client": client})
        assert (found is not None) == refused
    assert guard.check_load({"path": "/css/base.css", "client": ("192.0.2.7", 80)}) is None


@pytest.mark.parametrize(
    ("host", "known"),
    [("localhost", True), ("localhost:80", True), ("[::1]", True), ("[::1]:80", True)]
    + [("[::1", False), ("::1]", False), ("[::1]:x", False), ("localhost:80:80", False)],
)
def test_a_name_may_have_a_port(host: str, known: bool, tmp_path: Path) -> None:
    async def app(*_: Any) -> None:
        raise AssertionError("nothing is asked of it")

    assert Guard(app, settings(tmp_path), lambda _: False).is_known_host(host) == known


def test_the_token_opens_no_server_that_is_called_by_another_name(tmp_path: Path) -> None:
    token = "a-word-of-ours"
    with (
        running(settings(tmp_path, token=token)) as closed,
        httpx.Client(base_url=closed.address, timeout=60) as client,
    ):
        shown = {"authorization": f"Bearer {token}", "host": "elsewhere.example"}
        assert client.get("/api/genres", headers=shown).status_code == 421
        let_in = client.get(f"/?token={token}", headers={"host": "elsewhere.example"})
        assert let_in.status_code == 421


# -- bodies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ('{"puzzle": "x", "puzzle": "y"}', "the entry 'puzzle' occurs twice"),
        ('{"puzzle": {"caracol": 1, "caracol": 1}}', "the entry 'caracol' occurs twice"),
        ('{"puzzle": "\\ud800"}', "half of a surrogate pair"),
        ('{"puzzle": {"\\ud800": 1}}', "half of a surrogate pair"),
        ('{"puzzle": NaN}', "NaN is not a valid JSON number"),
        ('{"puzzle": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 100_000, "nested too deeply"),
        ('{"puzzle": ', "the body is not valid JSON"),
    ],
    ids=lambda text: text[:30],
)
def test_a_body_is_read_as_strictly_as_a_file(client: Any, body: str, detail: str) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post("/api/solve", content=body, headers=headers)

    assert answer.status_code == 422
    assert answer.json()["type"] == "request"
    assert detail in answer.json()["detail"]


@pytest.mark.parametrize(
    "puzzle",
    [
        "caracol:magic-snail/3/A/4n",
        {"caracol": 1, "genre": "x" * 5000},
        {"caracol": 1, "genre": "nonogram", "rows": ["1 " * 3000], "columns": ["1"]},
        {"caracol": 1, "genre": "nonogram", "rows": ["x" * 5000], "columns": ["1"]},
    ],
)
def test_what_is_wrong_with_a_puzzle_is_said_briefly(client: Any, puzzle: Any) -> None:
    answer = client.post("/api/solve", json={"puzzle": puzzle})

    assert answer.status_code == 422
    assert len(answer.json()["detail"]) <= 500
