"""The laboratory over HTTP: the search that was made, told within limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("fastapi")

from caracol.formats import own  # noqa: E402
from caracol.kit import EditorPart  # noqa: E402
from caracol.lab import Options  # noqa: E402
from caracol.lab.options import BRANCHING, STRENGTHS, VALUES, VARIABLES  # noqa: E402
from caracol.lab.trees.trace import trace  # noqa: E402
from caracol.puzzle import Genre  # noqa: E402
from caracol.puzzle.plugins import all_genres, get_genre  # noqa: E402
from caracol.verbs.laboratory import steps  # noqa: E402
from caracol.web.settings import Settings  # noqa: E402
from web_server import running  # noqa: E402

pytestmark = pytest.mark.xdist_group("web")

STARS = get_genre("star-battle").part(EditorPart).EXAMPLE
HARD = {"caracol": 1, "genre": "magic-snail", "key": "ABCDEFGHIJKLMNOP", "size": 30}
"""The plain engine does not finish this one."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    library = tmp_path_factory.mktemp("lab") / "library.sqlite"
    settings = Settings(library=library, most_cells=900, quick_workers=1, long_workers=1)
    with running(settings) as server, httpx.Client(base_url=server.address, timeout=60) as found:
        yield found


@pytest.fixture(params=list(all_genres()), ids=lambda genre: genre.id)
def example(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: Genre[Any] = request.param
    return dict(found.part(EditorPart).EXAMPLE)


def ask(client: Any, **body: Any) -> Any:
    response = client.post("/api/trace", json=body)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"variables": "ffc", "values": "down", "branching": "bisect"},
        {"propagation": "forward", "redundant": "all", "solutions": None, "nodes": 50},
    ],
    ids=["plain", "orders", "weak"],
)
def test_the_search_is_the_one_of_the_laboratory(
    client: Any, example: dict[str, Any], chosen: dict[str, Any]
) -> None:
    told = ask(client, puzzle=example, **chosen)
    options = {name: value for name, value in chosen.items() if name != "nodes"}
    tree = trace(own.decode(example), Options.from_entries(options), nodes=chosen.get("nodes", 500))

    assert [node["choice"] for node in told["nodes"]] == [
        tree.describe_choice(node) for node in tree.nodes
    ]
    assert [node["end"] for node in told["nodes"]] == [node.end.value for node in tree.nodes]
    effects = [wake["effect"] for node in told["nodes"] for wake in node["wakes"]]
    assert effects == [tree.describe_effect(wake) for node in tree.nodes for wake in node.wakes]
    assert len(told["rules"]) == tree.outcome.statistics.constraints


def test_what_is_told_is_enough_to_draw_every_board(client: Any, example: dict[str, Any]) -> None:
    told = ask(client, puzzle=example)
    tree = trace(own.decode(example))
    boards: list[list[set[int]]] = []
    for node, expected in zip(told["nodes"], tree.nodes, strict=True):
        start = told["start"] if node["parent"] is None else boards[node["parent"]]
        board = [set(values) for values in start]
        if node["cell"] is not None:
            board[node["cell"]] = set(node["tried"])
        for cut in (cut for wake in node["wakes"] for cut in wake["cuts"]):
            board[cut["cell"]] -= set(cut["removed"])
        boards.append(board)
        assert [sum(1 << value for value in values) for values in board] == list(expected.after)


def test_a_page_learns_what_there_is_to_choose(client: Any) -> None:
    options = {option["name"]: option for option in ask(client, puzzle=STARS)["options"]}
    names = {name: [c["value"] for c in option["choices"]] for name, option in options.items()}

    assert names["variables"] == list(VARIABLES)
    assert names["values"] == list(VALUES)
    assert names["branching"] == list(BRANCHING)
    assert names["propagation"] == list(STRENGTHS)
    assert names["redundant"] == ["none", "all", "windows"]
    assert options["variables"]["chosen"] == "leftmost"


def test_a_long_search_is_told_as_far_as_the_limits_reach(client: Any) -> None:
    few = ask(client, puzzle=HARD, propagation="forward", nodes=7, seconds=60)
    assert (len(few["nodes"]), few["stopped"]) == (8, "nodes")

    many = ask(client, puzzle=HARD, propagation="forward", nodes=2000, seconds=60)
    assert many["stopped"] in ("wakes", "seconds", "nodes")
    assert many["words"] == "no solution so far"
    woken = sum(len(node["wakes"]) for node in many["nodes"])
    last = len(many["nodes"][-1]["wakes"])
    assert woken - last < steps.MOST_WAKES


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            {"variables": "biggest"},
            "unknown choice of variables 'biggest'; known choices: leftmost",
        ),
        ({"propagation": "some"}, "full, bounds, forward, check"),
        ({"redundant": "parity"}, "known families: none, all, windows"),
        ({"nodes": 0}, "0 is not a whole number from 1 to 2000"),
        ({"nodes": 1_000_000}, "1000000 is not a whole number from 1 to 2000"),
        ({"order": "up"}, "unknown entry 'order' in this request"),
        ({"puzzle": {"caracol": 1}}, "genre"),
    ],
)
def test_what_cannot_be_chosen_is_told_in_a_sentence(
    client: Any, body: dict[str, Any], words: str
) -> None:
    response = client.post("/api/trace", json={"puzzle": STARS, **body})

    assert response.status_code == 422
    assert words in response.json()["detail"]


def test_the_choices_stand_in_the_description(client: Any) -> None:
    described = client.get("/openapi.json").json()
    body = described["paths"]["/api/trace"]["post"]["requestBody"]
    traced = body["content"]["application/json"]["schema"]["properties"]

    assert traced["variables"]["examples"] == list(VARIABLES)
    assert traced["propagation"]["examples"] == list(STRENGTHS)
    assert traced["nodes"]["maximum"] == 2000
