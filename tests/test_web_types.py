"""The page's scripts have types, and they are checked where a checker is found."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

TSC = shutil.which("tsc")


@pytest.mark.skipif(TSC is None, reason="tsc is not installed")
def test_the_scripts_of_the_page_keep_their_types() -> None:
    assert TSC is not None
    project = Path(__file__).parent / "browser"
    checked = subprocess.run([TSC, "-p", project], capture_output=True, text=True, check=False)

    assert checked.stdout == ""
    assert checked.returncode == 0


def test_nothing_of_the_page_knows_a_genre() -> None:
    static = Path(__file__).parents[1] / "src" / "caracol" / "web"
    genres = ("nonogram", "star-battle", "star_battle", "magnets", "easy-as-abc", "magic-snail")
    allowed = {"operations.js", "messages.py"}  # examples for people, no behaviour
    for path in static.rglob("*"):
        if path.suffix in (".js", ".py", ".css", ".html") and path.name not in allowed:
            text = path.read_text().lower()
            assert [name for name in genres if name in text] == [], path.name


def test_every_script_of_the_page_is_asked_for_at_once() -> None:
    static = Path(__file__).parents[1] / "src" / "caracol" / "web" / "static"
    page = (static / "index.html").read_text()
    preloaded = re.findall(r'modulepreload" href="js/(\w+\.js)"', page)
    # The page begins with main.js; types.js is for the checker, operations.js for another page.
    others = {"main.js", "operations.js", "types.js"}
    assert preloaded == sorted({path.name for path in (static / "js").iterdir()} - others)


def test_no_script_of_the_page_is_long() -> None:
    static = Path(__file__).parents[1] / "src" / "caracol" / "web" / "static"
    lengths = {path.name: len(path.read_text().splitlines()) for path in static.glob("js/*.js")}
    assert [name for name, length in lengths.items() if length > 500] == []
