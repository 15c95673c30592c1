"""How the page looks to everyone: large and small, light and dark, by eye and by ear."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Audit, Server, Table, example, genres_with_examples
from playwright.sync_api import expect

from caracol.authoring import editing
from caracol.formats import own
from caracol.library import Library
from caracol.puzzle.plugins import get_genre

MEASURE = Path(__file__).with_name("measure.js").read_text().strip().rstrip(";")
STARS = example("star-battle")


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("light", PHONE), ("dark", DESKTOP), ("contrast", DESKTOP)],
    ids=["light-phone", "dark-desktop", "contrast"],
)
def test_nothing_around_it_stands_in_anyones_way(
    new_page: Any, server: Server, scheme: str, size: dict[str, int]
) -> None:
    with Library(server.library) as library:
        added = library.add(example("magnets"), {"grade": "easy"}).id
    page = new_page(size, color_scheme="dark" if scheme == "dark" else "light", bypass_csp=True)
    audit = Audit(page)
    page.goto("/")
    page.wait_for_selector("#genres li")
    if scheme == "contrast":
        page.click("#open-settings")
        page.select_option("#set-theme", "contrast")
        page.keyboard.press("Escape")
    audit.look("start")
    page.click("#open-new")
    audit.look("new")
    page.keyboard.press("Escape")
    page.click("#open-settings")
    audit.look("settings")
    page.keyboard.press("Escape")
    page.goto("/#library")
    page.wait_for_selector("#library-list li")
    page.get_by_label("Select").first.check()
    audit.look("library")
    page.get_by_role("button", name="Print 1 puzzle").click()
    audit.look("book")
    with Library(server.library) as library:
        library.remove(added)
    page.goto("/api")
    page.wait_for_selector("#operations details")
    page.locator("summary").nth(2).click()
    audit.look("interface")

    assert audit.found == []


def test_every_fifth_line_of_a_large_board_is_heavier(page: Any) -> None:
    large = editing.blank(get_genre("easy-as-abc"), {"size": 12})
    Table(page, large)
    drawn = page.locator(".strokes .heavy").get_attribute("d")
    assert drawn.count("M") == 4
    assert "M5 0v12" in drawn
    assert "M0 10h12" in drawn
    Table(page, editing.blank(get_genre("easy-as-abc"), {"size": 8}))
    expect(page.locator(".strokes .heavy")).to_have_count(0)
    # On a board of dots a sign at the edge would look like a line of the loop.
    Table(page, editing.blank(get_genre("slitherlink"), {"columns": 12, "rows": 12}))
    expect(page.locator(".strokes path")).to_have_count(0)


COLOURS = own.decode(
    {
        "caracol": 1,
        "genre": "nonogram",
        "colours": [
            {"letter": "r", "name": "red", "rgb": "#b5442e"},
            {"letter": "g", "name": "green", "rgb": "#3f7d3a"},
        ],
        "rows": ["1r 1g", "2g"],
        "columns": ["1r", "1g", "1g"],
        "grid": ["...", "..."],
    }
)


def test_nothing_is_told_by_colour_alone(page: Any) -> None:
    table = Table(page, COLOURS)
    expect(page.locator(".pane.left .clue")).to_have_text(["1g", "1r", "2g"])
    expect(page.locator(".place[data-side=left]").first).to_have_text(re.compile("clue 1r 1g"))
    table.press(0)
    expect(page.locator(".contents .colour-letter")).to_have_text(["r"])
    expect(page.locator("#palette .colour-letter")).to_have_text(["r", "g"])

    page.click("#open-settings")
    page.uncheck("#set-letters")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".pane.left .clue")).to_have_text(["1", "1", "2"])
    expect(page.locator(".contents .colour-letter")).to_be_hidden()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everything_fits_and_can_be_touched_and_read(new_page: Any, size: dict[str, int]) -> None:
    page = new_page(size, has_touch=size is PHONE, is_mobile=size is PHONE)

    def measure(view: str) -> None:
        wide, small, tiny = page.evaluate(MEASURE)
        assert (view, wide <= size["width"], small, tiny) == (view, True, [], [])

    page.goto("/")
    page.wait_for_selector("#genres li")
    measure("start")
    page.click("#open-new")
    measure("new")
    page.keyboard.press("Escape")
    for found in genres_with_examples():
        for mode in ("play", "set"):
            Table(page, example(found.id), mode)
            measure(f"{mode} {found.id}")
            few = page.evaluate("document.getElementById('board').view.columns") <= 6
            assert not (few and page.locator("#board.overflowing").count())


def test_the_page_works_at_twice_the_size(new_page: Any) -> None:
    page = new_page({"width": 600, "height": 425}, device_scale_factor=2)
    table = Table(page, STARS)
    assert page.locator("#board.overflowing").count() == 0
    assert page.locator(".masthead").bounding_box()["height"] < 60
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)

    table.solved()


def test_the_interface_can_be_tried(page: Any) -> None:
    page.goto("/api")
    page.get_by_text("POST /api/solve").click()
    page.get_by_role("button", name="Try it").locator("visible=true").click()

    expect(page.locator("pre:visible")).to_contain_text('"status": "many"')
