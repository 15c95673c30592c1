"""Large boards: readable, as large as the window, and quick."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import PHONE, Table, example, inside
from playwright.sync_api import expect

from caracol.authoring import editing
from caracol.formats import own
from caracol.genres.nonogram import Nonogram, clues_of
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


PICTURE = [
    [
        int((row - 20) ** 2 // 9 % 5 < 3 and (column * column // 12 + row) % 9 < 6)
        for column in range(50)
    ]
    for row in range(50)
]
WIDE = Nonogram(*clues_of(PICTURE))
LAPTOP = {"width": 1280, "height": 800}

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".pane:is(.top, .left) .clue")].map((clue) => {
    const { left, right, top, bottom } = clue.getBoundingClientRect();
    const high = bottom - top;  // digits have no descenders
    return { text: clue.textContent, left, right, top: top + 0.28 * high, bottom: bottom - 0.25 * high };
  });
  const touch = (one, other) =>
    one.left < other.right - 0.3 && other.left < one.right - 0.3 && one.top < other.bottom && other.top < one.bottom;
  return boxes.flatMap((one, at) => boxes.slice(at + 1, at + 60).filter((other) => touch(one, other)).map((other) => [one, other])).slice(0, 3);
}"""


def font(page: Any) -> float:
    """Return the size of the clues in pixels."""
    found: float = page.locator(".pane.top .clue").first.evaluate(
        "(clue) => parseFloat(getComputedStyle(clue).fontSize)"
    )
    return found


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_clues_never_run_together(new_page: Any, screen: dict[str, int]) -> None:
    page = new_page(screen, has_touch=screen is PHONE, is_mobile=screen is PHONE)
    Table(page, WIDE)
    assert font(page) >= 10
    assert page.evaluate(OVERLAPS) == []
    for size in (9, 12, 17, 20, 30):
        page.evaluate("(size) => document.getElementById('board').zoomTo(size)", size)
        assert font(page) >= 10
        assert page.evaluate(OVERLAPS) == [], size


def test_a_large_board_opens_as_wide_as_the_window(new_page: Any) -> None:
    page = new_page(LAPTOP)
    Table(page, WIDE)
    scrolling = (
        "(view) => [view.scrollWidth <= view.clientWidth, view.scrollHeight > view.clientHeight]"
    )
    assert page.locator(".viewport").evaluate(scrolling) == [True, True]
    assert inside(page, "#tools")
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator(".masthead")).to_have_css("width", "1920px")
    assert page.locator(".frame").bounding_box()["x"] < 20
    panel = page.locator(".panel").bounding_box()
    assert panel["x"] + panel["width"] > 1900
    page.wait_for_function("() => document.getElementById('board').size > 18")


def test_clues_stay_while_the_board_scrolls(new_page: Any) -> None:
    page = new_page(PHONE, has_touch=True, is_mobile=True)
    Table(page, WIDE)
    page.evaluate("document.querySelector('.viewport').scrollTo(400, 300)")
    view = page.locator(".viewport").bounding_box()
    above = page.locator(".pane.top").bounding_box()
    beside = page.locator(".pane.left").bounding_box()
    assert abs(above["y"] - view["y"]) < 4
    assert abs(beside["x"] - view["x"]) < 4
    assert above["x"] < view["x"]  # it scrolls across, as the board does


def test_the_wheel_zooms_around_the_pointer(new_page: Any) -> None:
    page = new_page(LAPTOP)
    table = Table(page, WIDE)
    box = table.cell(20 * 50 + 30).bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.evaluate("document.getElementById('board').size")
    page.mouse.move(*at)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    page.wait_for_function(
        "(size) => document.getElementById('board').size > size * 1.5", arg=before
    )
    below = "([x, y]) => document.elementFromPoint(x, y).dataset.cell"
    assert page.evaluate(below, at) == str(20 * 50 + 30)
    assert set(table.values()) == {None}


def test_a_stroke_counts_its_cells(new_page: Any) -> None:
    page = new_page(LAPTOP)
    table = Table(page, WIDE)
    table.press(105)
    page.mouse.move(*table.middle(106))
    page.mouse.down()
    page.mouse.move(*table.middle(109))
    tally = page.locator(".tally")
    expect(tally.locator("b")).to_have_text("4")
    expect(tally.locator("span")).to_have_text("5 in a row")
    box, cell = tally.bounding_box(), table.cell(109).bounding_box()
    assert box["y"] + box["height"] <= cell["y"]  # it does not hide what is drawn
    page.mouse.up()
    expect(tally).to_have_count(0)
    assert table.values()[105:111] == [1] * 5 + [None]


def test_numbers_in_squares_shrink_to_them(new_page: Any) -> None:
    numbers = ["".join(str((row * column) % 4) for column in range(40)) for row in range(40)]
    loop = own.decode({"caracol": 1, "genre": "slitherlink", "numbers": numbers})
    page = new_page(LAPTOP)
    Table(page, loop)
    page.click("#fit")
    page.wait_for_function("() => document.getElementById('board').size < 16")
    size = page.evaluate("document.getElementById('board').size")
    widths = page.evaluate(
        "[...document.querySelectorAll('.texts .clue')].map((clue) => clue.getBoundingClientRect().width)"
    )
    assert max(widths) < size
    assert min(widths) > 4


def test_numbers_in_corners_keep_clear_of_the_rim_of_their_square(page: Any) -> None:
    Table(page, example("kakuro"))
    spilt = page.evaluate("""() => {
      const squares = [...document.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
      return [...document.querySelectorAll(".texts .clue")].filter((clue) => {
        const { left, right, top, bottom } = clue.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const own = squares.find((one) => one.left < x && x < one.right && one.top < y && y < one.bottom);
        return left < own.left + 2 || right > own.right - 2;
      }).map((clue) => clue.textContent);
    }""")
    assert spilt == []


def test_half_of_a_nonogram_that_is_set_is_seen_on_a_phone(new_page: Any) -> None:
    page = new_page(PHONE, has_touch=True, is_mobile=True)
    table = Table(page, editing.blank(get_genre("nonogram"), {"columns": 15, "rows": 15}), "set")
    seen = [cell for cell in range(15) if table.cell(cell).bounding_box()["x"] + 20 < 360]
    assert len(seen) > 10


@pytest.mark.parametrize("name", ["star-battle", "nonogram", "easy-as-abc"])
def test_all_tools_of_a_setter_are_seen_on_a_phone(new_page: Any, name: str) -> None:
    page = new_page(PHONE, has_touch=True, is_mobile=True)
    Table(page, example(name), "set")
    boxes = [tool.bounding_box() for tool in page.locator("#set-tools button").all()]
    assert max(box["x"] + box["width"] for box in boxes) <= PHONE["width"]
    assert page.locator("#play-it").bounding_box()["height"] < 50
