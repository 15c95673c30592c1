"""What is made from the code in the documentation is as the code is now."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from sources import TOP

sys.path.insert(0, str(TOP / "docs"))

from make.__main__ import find_strays, list_files


@pytest.mark.parametrize(("name", "text"), [pytest.param(*one, id=one[0]) for one in list_files()])
def test_what_is_made_is_what_stands_there(name: str, text: Callable[[], str]) -> None:
    path = TOP / "docs" / name

    assert path.exists(), "run scripts/docs"
    assert path.read_text(encoding="utf-8") == text(), "run scripts/docs"


def test_no_picture_is_left_that_nothing_makes() -> None:
    assert find_strays() == [], "run scripts/docs"


def test_the_reference_of_the_command_line_tells_no_long_story_twice() -> None:
    page = (TOP / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    stories = [line for line in page.splitlines() if line.startswith("| `") and len(line) > 120]

    assert stories
    assert len(stories) == len(set(stories))


def test_the_site_has_every_page_and_no_broken_link() -> None:
    """Sphinx reports links that lead nowhere, pages in no list and docstrings it cannot read."""
    command = [sys.executable, "-m", "make.site", "--check"]
    asked = subprocess.run(command, cwd=TOP / "docs", capture_output=True, text=True, check=False)

    assert (asked.returncode, asked.stderr) == (0, "")
