"""The page as it is sent: joined, compressed, cached, and noticed when it changes."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from caracol.support.scripts import order_modules
from caracol.web.app import STATIC
from caracol.web.page import Page, join_page
from caracol.web.settings import Settings
from web_server import Running, running

PACKED = {"accept-encoding": "gzip"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    library = tmp_path_factory.mktemp("page") / "library.sqlite"
    with running(Settings(library=library, quick_workers=1, long_workers=1)) as started:
        yield started


def write_page(folder: Path) -> None:
    """Write a page of two modules and a style sheet."""
    (folder / "js").mkdir()
    (folder / "index.html").write_text(
        '<html>\n<head>\n  <link rel="stylesheet" href="a.css">\n'
        '  <script type="module" src="js/main.js"></script>\n</head>\n<body></body>\n</html>\n'
    )
    (folder / "a.css").write_text("/* Said to people. */\np {\n  color: red;\n}\n")
    (folder / "js" / "main.js").write_text(
        'import { add as plus, ONE } from "./sum.js";\nimport "./sum.js";\n\n'
        "/** Says it. */\nconsole.log(plus(ONE, 2));\n"
    )
    (folder / "js" / "sum.js").write_text(
        "/** @type {number} */ const two = 2;\n"
        "export const ONE = two / 2;\n"
        "/** Add. @param {number} a @param {number} b */\n"
        "export function add(a, b) {\n  return a + b; // and not: */\n}\n"
    )


def test_modules_become_one_script_that_does_the_same(tmp_path: Path) -> None:
    write_page(tmp_path)
    assert order_modules(tmp_path, "js/main.js") == ["js/sum.js", "js/main.js"]
    (script,) = (sent for name, sent in join_page(tmp_path).items() if name.endswith(".js"))
    assert b"@param" not in script.body
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    (tmp_path / "joined.mjs").write_bytes(script.body)
    run = subprocess.run(
        [node, tmp_path / "joined.mjs"], capture_output=True, text=True, check=True
    )
    assert run.stdout == "3\n"


def test_a_changed_file_gets_another_name(tmp_path: Path) -> None:
    write_page(tmp_path)
    page = Page(tmp_path)
    page.refresh()
    before = page.made
    page.refresh()
    assert page.made is before
    (tmp_path / "a.css").write_text("p {\n  color: blue;\n}\n")
    page.refresh()
    old, new = (next(name for name in made if ".css" in name) for made in (before, page.made))
    assert old != new
    assert new in page.made["index.html"].body.decode()


def test_our_modules_can_be_joined() -> None:
    """The server does not read JavaScript; it relies on how ours is written."""
    for name in order_modules(STATIC, "js/main.js"):
        for line in (STATIC / name).read_text().splitlines():
            if line.startswith("import"):
                assert re.fullmatch(r'import (\{ [\w, ]+ \} from )?"\.[\w./]+";', line), name
            if line.startswith("export"):
                assert re.match(r"export ((async )?function|class|const) \w+", line), name
    script = next(sent for name, sent in join_page(STATIC).items() if name.endswith(".js"))
    assert not re.search(rb"^(import|export)\b", script.body, re.MULTILINE)
    # Each module is used only after it is made: there are no circles.
    made: set[bytes] = set()
    for name, used in re.findall(
        rb"^const (?:(\$\w+) = \(|.* = (\$\w+);)", script.body, re.MULTILINE
    ):
        assert not used or used in made, used
        made.add(name)


def test_the_page_is_compressed_and_cached(server: Running) -> None:
    with httpx.Client(timeout=60, base_url=server.address, headers=PACKED) as client:
        first = client.get("/")
        assert first.headers["cache-control"] == "no-cache"
        assert first.headers["content-encoding"] == "gzip"
        again = client.get("/", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        names = re.findall(r'"(page-\w+\.(?:css|js))"', first.text)
        assert len(names) == 2
        for name in names:
            found = client.get(f"/{name}")
            assert "immutable" in found.headers["cache-control"]
            assert found.headers["content-encoding"] == "gzip"
        plain = client.get("/", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == first.text
        # Files with a name of their own are asked for again.
        assert client.get("/favicon.svg").headers["cache-control"] == "no-cache"
        assert client.get("/page-0.js").status_code == 404


def test_answers_are_compressed_for_those_who_can_read_them(server: Running) -> None:
    with httpx.Client(timeout=60, base_url=server.address) as client:
        packed, plain = (
            client.get("/api/genres", headers={"accept-encoding": how})
            for how in ("gzip", "identity")
        )
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.json() == plain.json()
        assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 2


def test_what_comes_before_the_first_board_is_small(server: Running) -> None:
    """At most 120 KB, the puzzle itself included."""
    sent = [found.packed for found in join_page(STATIC).values()]
    with httpx.Client(timeout=60, base_url=server.address, headers=PACKED) as client:
        genres: Any = client.get("/api/genres")
        boards = [
            client.post("/api/read", json={"puzzle": genre["example"]}).num_bytes_downloaded
            for genre in genres.json()["genres"]
        ]
    assert sum(map(len, sent)) + genres.num_bytes_downloaded + max(boards) < 115_000
