"""Large boards: what has not changed is left alone."""

from __future__ import annotations

import re
from typing import Any

from conftest import Table
from playwright.sync_api import expect

from caracol.authoring import editing
from caracol.puzzle.plugins import get_genre

WATCH = """() => {
  window.touched = 0;
  const count = (changes) => {
    for (const { type, addedNodes, removedNodes } of changes) {
      window.touched += type === "childList" ? addedNodes.length + removedNodes.length : 1;
    }
  };
  const how = { subtree: true, childList: true, attributes: true };
  new MutationObserver(count).observe(document.getElementById("board"), how);
}"""


def touched(page: Any) -> int:
    """How many elements and attributes of the board have changed since the last question."""
    page.wait_for_timeout(400)  # for the verdict
    found: int = page.evaluate("() => { const n = window.touched; window.touched = 0; return n; }")
    return found


def test_a_move_on_a_large_board_touches_what_it_changes(page: Any) -> None:
    table = Table(page, editing.blank(get_genre("star-battle"), {"size": 25}))
    page.evaluate(WATCH)
    table.press(3)
    assert 0 < touched(page) < 40
    page.keyboard.press("ArrowRight")
    assert 0 < touched(page) < 20
    assert page.locator(".contents > *").count() == 1  # empty cells need none


def test_a_clue_is_set_on_a_large_board_without_building_it_anew(page: Any) -> None:
    table = Table(page, editing.blank(get_genre("star-battle"), {"size": 25}), "set")
    page.get_by_role("button", name="Given cells").click()
    page.locator("#palette button").nth(1).click()
    page.evaluate("document.querySelector('.cell').same = true")
    table.press(30)
    expect(page.locator("#undo")).to_be_enabled()
    expect(table.cell(30)).to_have_attribute("aria-label", re.compile("given star"))
    page.click("#undo")
    expect(table.cell(30)).not_to_have_attribute("aria-label", re.compile("given star"))

    assert page.evaluate("document.querySelector('.cell').same") is True


def test_a_zoomed_board_shows_the_same_cells(page: Any) -> None:
    Table(page, editing.blank(get_genre("star-battle"), {"size": 25}))
    page.evaluate("document.querySelector('.viewport').scrollTo(0, 1000)")
    for _ in range(4):
        page.click("#larger")
    page.evaluate("document.querySelector('.viewport').scrollTo(200, 400)")
    size = page.evaluate("document.getElementById('board').size")
    page.click("#larger")
    larger = page.evaluate("document.getElementById('board').size")
    top = page.evaluate("document.querySelector('.viewport').scrollTop")
    assert larger > size
    assert abs(top - 400 * larger / size) < 2
