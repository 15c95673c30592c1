"""A browser's Python answers as this one does: the same puzzles from seeds, the same sentences.

It is also the newest Python that can be had everywhere. It runs under node, with the parts that
``scripts/browser-parts`` makes for the static workbench.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caracol.kit import DraftPart
from caracol.puzzle.plugins import all_genres
from pages import listings
from parts import find_parts
from plugins import install
from sources import TOP
from test_web_alone import FILES, QUESTIONS, lasting

pytestmark = pytest.mark.xdist_group("browser-python")

ALL = os.environ.get("CARACOL_TEST_ALL") == "1"
"""Whether there is time for everything."""
GRADES = ("any", "trivial", "easy", "medium", "hard")
LATIN = {"caracol": 1, "genre": "latin", "grid": ["12..", "....", "..1.", "3..4"]}
TESTS = Path(__file__).parent


def seeds() -> Iterator[dict[str, Any]]:
    """Options of puzzles to generate: all genres and grades."""
    for genre in all_genres():
        (size,) = (one for one in genre.part(DraftPart).OPTIONS if one.name == "size")
        for side in size.sides if ALL else size.sides[:1]:
            for grade in GRADES:
                yield {"genre": genre.id, "size": side, "grade": grade, "seed": 1}
    # Budgets of conflicts, learned clauses and their order matter for these.
    yield {"genre": "magic-snail", "size": 12, "grade": "any", "seed": 2}
    yield {"genre": "easy-as-abc", "size": 10, "grade": "any", "seed": 1}
    yield {"genre": "star-battle", "size": 10, "stars": 2, "grade": "any", "seed": 1}


SEEDS = list(seeds())
ASKED = {
    "describe_python": None,
    "generate_all": SEEDS,
    "ask_all": [*QUESTIONS, *FILES],
    "try_genre": {"puzzle": LATIN},
    "explain_examples": None,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for Python's path, with the genre of CONTRIBUTING as a plug-in."""
    found = tmp_path_factory.mktemp("plugged")
    shown = {listing.file: listing.text for listing in listings(TOP / "CONTRIBUTING.md")}
    source = shown["caracol-latin/latin.py"]
    assert "@dataclass(frozen=True)" in source
    assert "__future__" not in source
    install(found, "latin", source)
    return found


def run(command: list[Any], library: str, **variables: str) -> dict[str, Any]:
    """Return what is answered."""
    asked = {**ASKED, "ask_all": {"questions": ASKED["ask_all"], "library": library}}
    done = subprocess.run(
        list(map(str, command)),
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
        cwd=TOP,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture(scope="module")
def here(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the Python of these tests answers."""
    library = tmp_path_factory.mktemp("library") / "library.sqlite"
    path = os.pathsep.join(map(str, (TESTS, folder)))
    return run([sys.executable, TESTS / "everywhere.py"], str(library), PYTHONPATH=path)


@pytest.fixture(scope="module")
def browser(folder: Path) -> dict[str, Any]:
    """What a browser's Python answers."""
    script = TESTS / "browser_python.mjs"
    return run(["node", script, find_parts(), TESTS, folder], "/library.sqlite")


def test_a_browser_has_another_python_with_the_kernel(
    here: dict[str, Any], browser: dict[str, Any]
) -> None:
    assert here["describe_python"] == {"version": list(sys.version_info[:2]), "kernel": True}
    assert browser["describe_python"] == {"version": [3, 14], "kernel": True}


def test_compiled_modules_import_only_what_pyodide_has(browser: dict[str, Any]) -> None:
    found = browser["imports"]

    assert set(found) == {"_kernel", "pysolvers", "pycard"}
    for name, module in found.items():
        assert module["missing"] == [], name
        assert module["imports"] > 50, name


def test_seeds_make_the_same_puzzles_in_a_browser(
    here: dict[str, Any], browser: dict[str, Any]
) -> None:
    for case, mine, theirs in zip(
        SEEDS, here["generate_all"], browser["generate_all"], strict=True
    ):
        assert mine == theirs, case
    checked = zip(SEEDS, here["generate_all"], strict=True)
    made = {case["genre"] for case, found in checked if isinstance(found, int)}
    assert made == {genre.id for genre in all_genres()}


def test_a_browser_answers_every_question_as_this_python_does(
    here: dict[str, Any], browser: dict[str, Any]
) -> None:
    both = zip(here["ask_all"], browser["ask_all"], strict=True)
    for question, (mine, theirs) in zip([*QUESTIONS, *FILES], both, strict=True):
        if question in FILES:
            assert (theirs["status"], theirs["type"]) == (501, "missing-extra"), question
        else:
            assert lasting(theirs) == lasting(mine), question


@pytest.mark.parametrize("where", ["here", "browser"])
def test_the_genre_of_contributing_runs(where: str, request: pytest.FixtureRequest) -> None:
    found = request.getfixturevalue(where)["try_genre"]

    assert found["failed"] == []
    assert found["left out"] == []
    assert found["solved"] == "one solution"
    assert found["tests"] > 5


def test_a_browser_explains_as_this_python_does(
    here: dict[str, Any], browser: dict[str, Any]
) -> None:
    assert browser["try_genre"] == here["try_genre"]
    assert browser["explain_examples"] == here["explain_examples"]
    assert len(here["explain_examples"]) > 5
