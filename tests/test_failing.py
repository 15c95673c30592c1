"""Every write of files fails once: nothing is lost, and one sentence says why.

Failures are real (see failing.py). After each, the files from before are unchanged or complete,
and the same command, repeated without a failure, has the same result as if nothing had happened.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sources import TOP

STARS = str(TOP / "examples" / "star-battle" / "seed-5x5-board-3-1-star.json")
SNAIL = str(TOP / "examples" / "magic-snail" / "seed-5x5-abc.json")
STUDY = """
title = "A small study"
[[puzzles]]
genre = "star-battle"
stars = 1
sizes = [5]
count = 2
[[options]]
"""

COMMANDS: dict[str, list[list[str]]] = {
    "answers": [["solve", STARS, SNAIL, "--json", "-o", "out.jsonl"]],
    "batch": [
        [
            "generate",
            "star-battle",
            "--size",
            "5",
            "--count",
            "2",
            "--seed",
            "1",
            "--jobs",
            "1",
            "-o",
            "out.jsonl",
        ]
    ],
    "book": [
        ["book", STARS, "--seed", "1", "--no-grades", "--jobs", "1", "-o", "out.pdf", "--force"]
    ],
    "convert": [["convert", STARS, "--to", "json", "-o", "out.json", "--force"]],
    "pictures": [["render", STARS, SNAIL, "-o", "out.svg", "--force"]],
    "proof": [["solve", STARS, "--proof", "out", "--force"]],
    "study": [["lab", "study", "study.toml", "--output", "out", "--no-plots"]],
    "genre": [["genres", "--new", "cubes", "--to", "out"]],
    "library": [
        ["library", "add", STARS, SNAIL, "--library", "out.db"],
        ["library", "tag", "1", "fine", "--library", "out.db"],
        ["library", "remove", "2", "--library", "out.db"],
        ["library", "export", "--library", "out.db", "-o", "out.jsonl", "--force"],
    ],
}
"""Commands that write, one after another."""

TIME = re.compile(r"\d{4}-\d\d-\d\dT|\d+\.\d+")
SCRIPT = """
import json, sys
from pathlib import Path
from failing import run
for line in sys.stdin:
    words, folder, kind, place = json.loads(line)
    print(json.dumps(run(words, Path(folder), kind, place)), flush=True)
"""


class Runner:
    """A process that runs commands in processes of their own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(TOP / "tests")},
        )

    def run(
        self, words: list[str], folder: Path, kind: str = "", place: int = 0
    ) -> tuple[int, str, int]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([words, str(folder), kind, place]) + "\n")
        self.process.stdin.flush()
        status, said, events = json.loads(self.process.stdout.readline())
        return status, said, events


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    found = Runner()
    yield found
    with found.process:  # closes its pipes, and waits for it
        pass


def read_files(folder: Path) -> dict[str, object]:
    """The files of a folder, without what depends on time; a library is what it holds."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.suffix == ".db":
            library = sqlite3.connect(path)
            found[name] = _list_rows(library)
            library.close()
        elif path.suffix == ".jsonl":
            lines = path.read_bytes().splitlines(keepends=True)
            found[name] = [_read_line(line) for line in lines if line.endswith(b"\n")]
        elif path.is_file() and not path.name.endswith(("-wal", "-shm", "-journal")):
            found[name] = "" if name in ("out/results.csv", "out/report.md") else path.read_bytes()
    return found


def _read_line(line: bytes) -> object:
    entries = json.loads(line)
    return entries.get("key", {**entries, "statistics": ""})


def _list_rows(library: sqlite3.Connection) -> list[str]:
    """The rows of a library, without the times at which they were written."""
    tables = [
        name
        for (name,) in library.execute("select name from sqlite_master where type = 'table'")
        if "sqlite" not in name and "_" not in name
    ]
    return sorted(
        f"{table}: {[value for value in row if not TIME.match(str(value))]}"
        for table in tables
        for row in library.execute(f"select * from {table}")
    )


def is_between(found: object, before: object, after: object) -> bool:
    """Whether a file is as before or as after, or has some of the lines that follow."""
    if isinstance(found, list) and isinstance(after, list):
        return found in (before, after) or (found == after[: len(found)])
    return found in (before, after)


def prepare(folder: Path) -> None:
    folder.mkdir()
    (folder / "study.toml").write_text(STUDY)


def check_said(status: int, said: str) -> None:
    """A failure is one sentence, and no traceback."""
    assert status in (2, 130), (status, said)
    assert "Traceback" not in said
    sentences = [line for line in said.splitlines() if line.startswith("caracol: ")]
    assert sentences, said


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize("kind", ["full", "denied", "interrupted"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_write_that_fails_loses_nothing(
    name: str, kind: str, tmp_path: Path, runner: Runner
) -> None:
    if name == "book":
        pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    tmp_path.chmod(0o755)
    commands = COMMANDS[name]
    done = tmp_path / "done"
    prepare(done)
    before: list[Path] = []
    events: list[int] = []
    for number, words in enumerate(commands):
        before.append(tmp_path / f"before-{number}")
        shutil.copytree(done, before[-1])
        status, said, changes = runner.run(words, done)
        assert status == 0, said
        assert changes
        events.append(changes)
    for number, words in enumerate(commands):
        expected = tmp_path / f"expected-{number}"
        shutil.copytree(before[number], expected)
        assert runner.run(words, expected)[0] == 0
        whole, start = read_files(expected), read_files(before[number])
        sizes = [
            path.stat().st_size
            for path in expected.rglob("*")
            if path.is_file() and path.name != "study.toml"
        ]
        places = {
            "full": sorted({0, max(sizes) // 2, max(sizes) - 1}),
            "denied": [0],
            "interrupted": range(1, min(events[number], 8) + 1),
        }[kind]
        for place in places:
            folder = tmp_path / f"{number}-{place}"
            shutil.copytree(before[number], folder)
            if kind == "denied":
                for path in [*folder.rglob("*"), folder]:
                    path.chmod(0o555 if path.is_dir() else 0o444)
            status, said, _ = runner.run(words, folder, kind, place)
            if kind == "denied":
                for path in [folder, *folder.rglob("*")]:
                    path.chmod(0o755 if path.is_dir() else 0o644)
            if status == 0:
                # The failure was not in the way, or only a file that can be spared was lost.
                assert read_files(folder) == whole, said
                continue
            check_said(status, said)
            left = read_files(folder)
            assert start.keys() <= left.keys()
            for file in start.keys() | (left.keys() & whole.keys()):
                old, new = start.get(file, left[file]), whole.get(file)
                assert is_between(left[file], old, new), (file, said)
            if kind != "interrupted":
                assert not list(folder.rglob("*.part"))
            if name == "genre":
                shutil.rmtree(folder / "out", ignore_errors=True)
            status, said, _ = runner.run(words, folder)
            assert status == 0, said
            for path in folder.rglob(".*.part"):
                path.unlink()
            assert read_files(folder) == whole
