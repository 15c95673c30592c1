"""A site of static files: what is in it, and that its answers are those of a server."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from caracol.cli.main import main
from caracol.web.operations import ask
from caracol.web.security import DIRECTIVES
from caracol.web.site import build, worker
from caracol.web.site.known import answer_questions, name_question
from caracol.web.site.parts import LEFT_OUT, LOCK, PYODIDE, STANDARD, Parts

SCRIPTS = Path(build.STATIC, "js", "answers")
QUESTIONS = [
    ("genres", {}),
    ("read", {"puzzle": {"b": [1, None, {"z": "é€😀", "a": True}], "a": '"\\/\u2028'}}),
    ("daily", {"genre": "akari", "day": "2026-11-19", "large": False, "seconds": 30}),
]
ENDS = ("gz", "br")
DAY = date(2026, 11, 19)


def make_parts(folder: Path) -> Parts:
    """Stand-ins for what is built for browsers."""
    (folder / "pyodide").mkdir(parents=True)
    for name in (*PYODIDE, LOCK):
        (folder / "pyodide" / name).write_text(name)
    with zipfile.ZipFile(folder / "pyodide" / STANDARD, "w") as library:
        for name in ("typing.py", "unittest/mock.py", "pdb.py"):
            library.writestr(name, name)
    with zipfile.ZipFile(folder / "python_sat-1-cp314-cp314-x_wasm32.whl", "w") as wheel:
        for name in ("pysat/solvers.py", "pysat/examples/rc2.py", "pysat/examples/fm.py"):
            wheel.writestr(name, name)
        for name in ("python_sat-1.dist-info/RECORD", "python_sat-1.data/scripts/rc2.py"):
            wheel.writestr(name, name)
        wheel.writestr("python_sat-1.dist-info/licenses/LICENSE.txt", "MIT")
    with zipfile.ZipFile(folder / "caracol-0-cp312-abi3-x_wasm32.whl", "w") as wheel:
        wheel.writestr("caracol/engines/_kernel.abi3.so", "compiled")
        for name in ("caracol/__init__.py", "caracol/engines/_kernel.pyi"):
            wheel.writestr(name, "another version")
    with zipfile.ZipFile(folder / "six-1-py2.py3-none-any.whl", "w") as wheel:
        wheel.writestr("six.py", "")
    return Parts(folder)


def ask_for_data(operation: str, entries: dict[str, Any]) -> Any:
    """The answer to a question, as JSON has it."""
    return json.loads(json.dumps(ask(operation, entries)))


@pytest.fixture(scope="module")
def known() -> dict[str, bytes]:
    return dict(answer_questions(2, DAY))


def test_page_and_builder_name_questions_alike(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None
    program = tmp_path / "names.mjs"
    program.write_text(
        'import { nameQuestion } from "./known.mjs";\n'
        f"for (const asked of {json.dumps(QUESTIONS)}) console.log(nameQuestion(...asked));\n"
    )
    script = (SCRIPTS / "known.js").read_text(encoding="utf-8")
    (tmp_path / "known.mjs").write_text(f"{script}export {{ nameQuestion }};", encoding="utf-8")
    run = subprocess.run([node, program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [name_question(*asked) for asked in QUESTIONS]


def test_known_answers_are_those_of_a_server(known: dict[str, bytes]) -> None:
    kinds = json.loads(known["index.json"])
    assert {f"{name}.{kind}" for name, kind in kinds.items()} == {*known} - {"index.json"}
    genres = ask_for_data("genres", {})
    assert json.loads(known[f"{name_question('genres', {})}.json"]) == genres
    for genre in genres["genres"]:
        picture = name_question("genre_picture", {"id": genre["id"], "theme": "dark"})
        drawn = ask("genre_picture", {"id": genre["id"], "theme": "dark"})
        assert known[f"{picture}.svg"] == drawn["data"]
        opened = name_question("read", {"puzzle": genre["example"]})
        assert json.loads(known[f"{opened}.json"]) == ask_for_data(
            "read", {"puzzle": genre["example"]}
        )


def test_puzzles_of_days_are_made_from_yesterday_on(known: dict[str, bytes]) -> None:
    def find(day: str) -> bytes | None:
        entries = {"genre": "akari", "day": day, "large": False, "seconds": 30}
        return known.get(f"{name_question('daily', entries)}.json")

    assert b"18 November" in (find("2026-11-18") or b"")
    assert b"19 November" in (find("2026-11-19") or b"")
    # Later days are left to Python in the browser.
    assert find("2026-11-20") is None


def test_the_page_of_a_site_may_run_webassembly_and_nothing_more() -> None:
    document = build.make_page()["index.html"].decode()
    (policy,) = re.findall(r'"Content-Security-Policy" content="([^"]*)"', document)
    stated = dict(part.split(" ", 1) for part in policy.split("; "))
    added = {"script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'"}
    # A page cannot say who may frame it; only its headers can.
    expected = {name: text for name, text in DIRECTIVES.items() if name != "frame-ancestors"}
    assert stated == {**expected, **added}
    assert 'data-answers="browser"' in document
    assert "api/" not in document


def test_packages_have_this_caracol_and_the_built_kernel(tmp_path: Path) -> None:
    packed = zipfile.ZipFile(BytesIO(make_parts(tmp_path / "parts").pack()))
    names = packed.namelist()
    assert packed.read("caracol/__init__.py") != b"another version"
    assert packed.read("caracol/engines/_kernel.abi3.so") == b"compiled"
    assert any(name.startswith("caracol/data/examples/akari/") for name in names)
    assert [name for name in names if not name.startswith("caracol/")] == [
        "pysat/examples/rc2.py",
        "pysat/solvers.py",
        "python_sat-1.dist-info/licenses/LICENSE.txt",
        "six.py",
    ]
    assert not [name for name in names if name.startswith("caracol/web/static")]
    # Equal files make equal archives, so that browsers keep what they have.
    assert Parts(tmp_path / "parts").pack() == Parts(tmp_path / "parts").pack()


def test_no_module_of_a_site_needs_what_is_left_out_of_python(tmp_path: Path) -> None:
    parts = make_parts(tmp_path / "parts")
    with zipfile.ZipFile(BytesIO(parts.read_python()[STANDARD])) as library:
        assert library.namelist() == ["typing.py"]
    names = [name.removesuffix(".py").rstrip("/").replace("/", ".") for name in LEFT_OUT]
    asked = "|".join(re.escape(name) for name in names)
    wanted = re.compile(rf"^\s*(?:from|import)\s+(?:{asked})\b", re.MULTILINE)
    with zipfile.ZipFile(BytesIO(parts.pack())) as packed:
        for name in packed.namelist():
            if name.endswith(".py"):
                assert not wanted.search(packed.read(name).decode()), name


def test_missing_parts_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", str(tmp_path / "site"), "--parts", str(tmp_path / "parts")]) == 2
    said = capsys.readouterr().err
    assert "pyodide/pyodide.asm.wasm" in said
    assert "scripts/browser-parts" in said
    assert not (tmp_path / "site").exists()


def test_a_site_replaces_only_a_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_parts(tmp_path / "parts")
    folder = tmp_path / "site"
    command = ["site", str(folder), "--parts", str(tmp_path / "parts"), "--days", "1", "--quick"]
    folder.mkdir()
    (folder / "thesis.txt").write_text("mine")
    assert main([*command, "--force"]) == 2
    assert "other files" in capsys.readouterr().err
    (folder / "thesis.txt").unlink()

    assert main(command) == 0
    (folder / "page-old.js").write_text("of an earlier version")
    assert "--force" not in capsys.readouterr().err
    assert main(command) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0
    # What is no longer part of the site is gone.
    assert not (folder / "page-old.js").exists()


def test_compressed_copies_have_the_same_content() -> None:
    brotli = pytest.importorskip("brotli", reason="brotli is not installed")
    files = {"a.js": b"let a = 1;\n" * 99, "b.png": b"a picture", "python/c.zip": b"c" * 99}
    packed = build.compress(files)
    assert set(packed) == {f"{name}.{end}" for name in ("a.js", "python/c.zip") for end in ENDS}
    for name, data in packed.items():
        unpacked = gzip.decompress(data) if name.endswith(".gz") else brotli.decompress(data)
        assert unpacked == files[name.rpartition(".")[0]]
        assert len(data) < len(unpacked)


def test_every_file_is_kept_for_use_without_a_connection(tmp_path: Path) -> None:
    files = build.make_site(make_parts(tmp_path / "parts"), 1, quick=True)
    script = files["service-worker.js"].decode()
    (kept,) = re.findall(r"^const FILES = (.*);$", script, re.MULTILINE)
    (first,) = re.findall(r"^const START = (.*);$", script, re.MULTILINE)
    hidden = {"service-worker.js", "_headers", build.MARK}
    assert {*json.loads(kept), "index.html"} == {*files} - hidden
    assert {*json.loads(first)} <= {*files, "./"}


def test_answers_in_a_worker_are_those_of_a_server() -> None:
    def answer(operation: str, entries: str) -> tuple[str, str | bytes, str]:
        return worker.answer(operation, entries, print, lambda: False)

    kind, text, _ = answer("genres", "{}")
    assert (kind, json.loads(text)) == ("answer", ask_for_data("genres", {}))
    kind, drawn, media = answer("genre_picture", '{"id": "akari", "theme": "light"}')
    assert (kind, media, drawn[:4]) == ("file", "image/svg+xml", b"<svg")
    kind, text, _ = answer("genres", '{"a": 1, "a": 2}')
    assert (kind, json.loads(text)["status"]) == ("problem", 422)
    assert worker.uses_library("library_search")
    assert not worker.uses_library("hint")
