"""The page of a search: trees that fold and zoom, told node by node."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from caracol.kit import SamplesPart
from caracol.lab import Options
from caracol.lab.trees.page import write_page
from caracol.lab.trees.trace import trace
from caracol.puzzle.plugins import get_genre

pytestmark = pytest.mark.xdist_group("tree")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with two searches."""
    puzzle = get_genre("magnets").part(SamplesPart).sample(Random(2), 10)
    trees = [
        trace(puzzle, Options(count="forward", variables=name), nodes=2000)
        for name in ("leftmost", "first-fail")
    ]
    file = tmp_path_factory.mktemp("tree") / "tree.html"
    file.write_text(write_page(*trees), encoding="utf-8")
    return file


@pytest.fixture
def opened(browser: Any, file: Path) -> Iterator[Any]:
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(file.as_uri())
    yield page
    page.close()
    assert complaints == []


def shown(page: Any, place: int = 0) -> int:
    return int(page.locator("section").nth(place).get_attribute("data-shown"))


def test_a_large_tree_begins_folded_and_can_be_unfolded(opened: Any) -> None:
    assert opened.locator("section").count() == 2
    assert shown(opened) <= 300
    opened.get_by_role("button", name="Unfold all").first.click()
    assert shown(opened) == 2001
    assert shown(opened, 1) <= 300
    opened.get_by_role("button", name="Fold failures").first.click()
    assert shown(opened) <= 300


def test_nodes_are_reached_by_keys_and_told_in_words(opened: Any) -> None:
    tree = opened.get_by_role("tree").first
    told = opened.get_by_role("status").first
    assert "0. the rules alone" in told.inner_text()
    tree.focus()
    opened.keyboard.press("ArrowDown")
    assert told.inner_text().startswith("1. r")
    opened.keyboard.press("ArrowUp")
    before = shown(opened)
    opened.keyboard.press("Enter")
    assert shown(opened) == 1 < before
    opened.keyboard.press("Enter")
    assert shown(opened) == before


def test_the_tree_zooms_and_a_press_chooses_a_node(opened: Any) -> None:
    before = opened.evaluate("panels[0].scale")
    opened.get_by_role("button", name="+").first.click()
    assert opened.evaluate("panels[0].scale") > before
    opened.get_by_role("button", name="Fit").first.click()
    x, y = opened.evaluate("panels[0].at(panels[0].children[0][0])")
    opened.get_by_role("tree").first.click(position={"x": x, "y": y})
    assert opened.evaluate("panels[0].chosen") == 1
    assert "rules that woke" in opened.get_by_role("img").first.get_attribute("aria-label")
