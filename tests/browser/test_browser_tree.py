"""Search trees in HTML files and on the page: they fold, zoom, and are drawn as in the SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import PHONE, Table

from caracol.kit import SamplesPart
from caracol.lab import Options
from caracol.lab.trees.page import write_page
from caracol.lab.trees.picture import svg
from caracol.lab.trees.shape import MOST_DRAWN
from caracol.lab.trees.trace import trace
from caracol.lab.trees.tree import Tree
from caracol.puzzle.plugins import get_genre

pytestmark = pytest.mark.xdist_group("tree")


def search(size: int, **options: Any) -> Tree:
    puzzle = get_genre("magnets").part(SamplesPart).sample(Random(2), size)
    return trace(puzzle, Options(count="forward", **options), nodes=20_000)


@pytest.fixture
def open_trees(browser: Any, tmp_path: Path) -> Iterator[Any]:
    complaints: list[str] = []
    pages: list[Any] = []

    def show(*trees: Tree, **how: Any) -> Any:
        file = tmp_path / "tree.html"
        file.write_text(write_page(*trees), encoding="utf-8")
        page = browser.new_page(**how)
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(file.as_uri())
        pages.append(page)
        return page

    yield show
    for page in pages:
        page.close()
    assert complaints == []


def count_items(page: Any, place: int = 0) -> int:
    return int(page.get_by_role("tree").nth(place).locator("[data-node]").count())


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def test_page_html_and_svg_show_the_same_nodes_and_words(page: Any, open_trees: Any) -> None:
    puzzle = get_genre("magnets").part(SamplesPart).sample(Random(31), 8)
    tree = trace(puzzle, Options())
    Table(page, puzzle, "lab")
    page.wait_for_selector("#lab-tree svg")
    opened = open_trees(tree)
    space = "{http://www.w3.org/2000/svg}"
    groups = ElementTree.fromstring(svg(tree)).findall(f"{space}g")

    def read(locator: Any) -> list[tuple[str, str]]:
        found: list[list[str]] = locator.evaluate_all(
            "all => all.map(one => ['title', '.sign'].map(name => one.querySelector(name)))"
            ".map(([title, sign]) => [title.textContent, sign.getAttribute('d')])"
        )
        return [(words, sign) for words, sign in found]

    drawn = [(group[0].text or "", group[1].attrib["d"]) for group in groups]
    assert len(tree.nodes) > MOST_DRAWN >= len(drawn)
    assert read(page.locator("#lab-tree [data-node]")) == drawn
    assert read(opened.locator("[data-node]")) == drawn

    # Where a level has several nodes, they have the same order and distances.
    def place(text: str) -> float:
        return float(re.findall(r"translate\(([\d.]+)", text)[0])

    wanted = [place(group[1].attrib["transform"]) for group in groups]
    for where in (page, opened):
        found = where.locator("[data-node] .sign").evaluate_all(
            "all => all.map(one => one.getAttribute('transform'))"
        )
        places = [place(one) for one in found]
        ratio = (max(places) - min(places)) / (max(wanted) - min(wanted))
        assert places == pytest.approx(
            [places[0] + (x - wanted[0]) * ratio for x in wanted], abs=0.2
        )


def test_a_large_tree_begins_folded_and_draws_what_is_in_sight(open_trees: Any) -> None:
    tree = search(10, solutions=None)
    assert len(tree.nodes) > 10_000
    opened = open_trees(tree, viewport={"width": 1000, "height": 800})
    folded = opened.locator(".folded text").all_text_contents()
    assert count_items(opened) <= MOST_DRAWN
    assert count_items(opened) + sum(map(int, folded)) == len(tree.nodes)

    press(opened, "Unfold everything")
    width = opened.locator(".search-tree svg").evaluate("svg => svg.clientWidth")
    assert width > 50_000
    assert 1 < count_items(opened) < 5000
    # The last node is far away; going there draws it.
    opened.get_by_role("tree").focus()
    opened.keyboard.press("End")
    last = opened.locator(f"#tree-0-{len(tree.nodes) - 1}")
    last.wait_for()
    assert last.get_attribute("aria-selected") == "true"
    assert opened.get_by_role("status").inner_text().startswith(f"Node {len(tree.nodes) - 1},")

    press(opened, "Show the whole tree")
    box = opened.locator(".search-tree")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    press(opened, "Fold what has no solution")
    assert count_items(opened) < MOST_DRAWN


def test_two_searches_are_explored_by_keys(open_trees: Any) -> None:
    trees = [search(6, variables=name) for name in ("leftmost", "first-fail")]
    opened = open_trees(*trees, viewport=PHONE)
    assert opened.locator("section").count() == 2
    assert opened.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    tree, story = opened.get_by_role("tree").first, opened.get_by_role("status").first
    assert "Node 0, the rules alone" in story.inner_text()
    tree.focus()
    opened.keyboard.press("ArrowDown")
    assert story.inner_text().startswith(f"Node 1, {trees[0].describe_choice(trees[0].nodes[1])}")
    opened.keyboard.press("ArrowUp")
    before = count_items(opened), count_items(opened, 1)
    opened.keyboard.press("Enter")
    assert (count_items(opened), count_items(opened, 1)) == (1, before[1])
    opened.keyboard.press("Enter")
    assert count_items(opened) == before[0]
    total = trees[0].outcome.statistics.resumptions
    label = opened.get_by_role("img").first.get_attribute("aria-label")
    assert label.startswith(f"timeline of {total} rules that woke")
