"""The newest Python runs the package, and a genre written as CONTRIBUTING shows.

The newest Python that can be had everywhere is the one in Pyodide, which comes from npm and runs
under node. What it answers is compared with the answers of the Python that runs the tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pages import listings
from plugins import install
from sources import TOP

LATIN = {"caracol": 1, "genre": "latin", "grid": ["12..", "....", "..1.", "3..4"]}
PROGRAM = f"""
import json, sys, unittest
import caracol
from caracol.puzzle.plugins import list_genres, list_left_out
from caracol.testing import conformance

puzzle = caracol.read({json.dumps(json.dumps(LATIN))})
tests = conformance(puzzle.genre, [puzzle])
tested = unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(unittest.TestResult())
starters = []
for genre in list_genres():
    example = genre.part(caracol.kit.ExamplePart)
    if example is not None:
        walk = caracol.explain(example.PUZZLE)
        starters.append([genre.id, [str(step) for step in walk.steps]])
print(json.dumps({{
    "version": list(sys.version_info[:2]),
    "failed": [text for _, text in tested.failures + tested.errors],
    "tests": tested.testsRun,
    "left out": list_left_out(),
    "solved": caracol.solve(puzzle).describe(),
    "explained": str(caracol.explain(puzzle)),
    "drawn": [caracol.render(puzzle, form) for form in ("text", "svg")],
    "generated": caracol.write(caracol.generate("latin", seed=1, size=4).puzzle, "jsonl"),
    "starters": starters,
}}))
"""
NODE = shutil.which("node")
PYODIDE = TOP / "node_modules" / "pyodide"
SAT_WHEELS = sorted(Path(sys.prefix, "pyodide").glob("python_sat-*.whl"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for Python's path: the package, and the genre of CONTRIBUTING as a plug-in."""
    found = tmp_path_factory.mktemp("site")
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "static")
    shutil.copytree(TOP / "src" / "caracol", found / "caracol", ignore=ignored)
    shown = {listing.file: listing.text for listing in listings(TOP / "CONTRIBUTING.md")}
    source = shown["caracol-latin/latin.py"]
    assert "@dataclass(frozen=True)" in source
    assert "__future__" not in source
    install(found, "latin", source)
    (found / "program.py").write_text(PROGRAM, encoding="utf-8")
    return found


def run(command: list[str], **variables: str) -> dict[str, object]:
    """Return what the program prints."""
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **variables}, cwd=TOP
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def expected(folder: Path) -> dict[str, object]:
    """What the Python of these tests answers, without the kernel."""
    return run([sys.executable, str(folder / "program.py")], PYTHONPATH=str(folder))


def assert_same(found: dict[str, object], expected: dict[str, object]) -> None:
    assert found["failed"] == []
    assert found["left out"] == []
    assert found | {"version": None} == expected | {"version": None}


def test_this_python_runs_the_genre_of_contributing(expected: dict[str, object]) -> None:
    assert_same(expected, expected)
    assert expected["solved"] == "one solution"
    assert expected["version"] == list(sys.version_info[:2])


@pytest.mark.skipif(
    NODE is None or not PYODIDE.is_dir() or not SAT_WHEELS,
    reason="node, pyodide or its python-sat is not installed",
)
def test_the_newest_python_runs_the_genre_of_contributing(
    folder: Path, expected: dict[str, object]
) -> None:
    script = Path(__file__).with_name("newest_python.mjs")
    program = str(folder / "program.py")
    found = run([str(NODE), str(script), program, str(folder), str(SAT_WHEELS[-1])])

    assert_same(found, expected)
    assert found["version"] == [3, 14]
