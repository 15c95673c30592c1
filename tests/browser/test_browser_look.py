"""How the page looks to everyone: large and small, light and dark, by eye and by ear."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Audit, Server, Table, example, genres_with_examples, inside
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
    page.locator("#library-list input[type=checkbox]").first.check()
    audit.look("library")
    page.click("#library-book")
    audit.look("book")
    with Library(server.library) as library:
        library.remove(added)
    page.goto("/api")
    page.wait_for_selector("#operations details")
    page.locator("summary").nth(2).click()
    audit.look("interface")

    assert audit.found == []


def test_only_genres_that_count_cells_have_heavier_lines_every_five(page: Any) -> None:
    Table(page, editing.blank(get_genre("easy-as-abc"), {"size": 12}))
    assert "M5 0v12" not in page.locator(".strokes .thick").get_attribute("d")
    assert "M5 0v12" in page.locator(".strokes .thin").get_attribute("d")
    Table(page, editing.blank(get_genre("nonogram"), {"columns": 12, "rows": 12}))
    assert "M5 0v12" in page.locator(".strokes .thick").get_attribute("d")


def channels(colour: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", colour)[:3]]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as the WCAG defines it."""

    def light(colour: str) -> float:
        parts = [channel / 255 for channel in channels(colour)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_black_squares_and_bulbs_look_like_that(new_page: Any, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    table = Table(page, example("akari"))
    cell, value = next((cell, value) for cell, value in table.to_write() if value)
    table.write_by_mouse(cell, value)
    fill = "(element) => getComputedStyle(element).fill"
    paper = page.locator(".paper").evaluate(fill)
    black = page.locator(".shades .shaded").evaluate(fill)
    clue = page.locator(".texts .clue").first.evaluate(fill)
    assert contrast(black, paper) > 9
    assert contrast(black, clue) > 9
    bulb = page.locator(".contents .bulb")
    red, green, blue = channels(bulb.evaluate(fill))
    assert red > 200
    assert green > 150
    assert blue < 120
    box, square = bulb.bounding_box(), table.cell(cell).bounding_box()
    assert box["width"] > 0.4 * square["width"]
    assert box["y"] > square["y"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", ["akari", "nonogram", "magic-snail"])
def test_the_solved_picture_is_all_visible(new_page: Any, size: dict[str, int], name: str) -> None:
    page = new_page(size, has_touch=size is PHONE, is_mobile=size is PHONE)
    table = Table(page, example(name))
    expect(page.locator("#tour")).to_be_visible()
    page.evaluate("document.getElementById('board').focusCursor()")
    for cell, value in table.to_write():
        table.write_by_key(cell, value)
    table.solved()
    expect(page.locator("#finish")).to_contain_text("Grade")
    expect(page.locator("#finish")).to_contain_text(page.locator("#title").text_content())
    expect(page.locator("#tour")).to_be_hidden()
    for words in filter(None, [table.puzzle.info.notes]):  # the answer to its title
        expect(page.locator("#finish")).to_contain_text(words)
    page.wait_for_function(
        """() => {
          const corners = (element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
          };
          const seen = (element) => corners(element).every(([x, y]) => element.closest("section, header, div").contains(document.elementFromPoint(x, y)));
          return seen(document.querySelector("#board .touch")) && seen(document.getElementById("title"));
        }"""
    )
    assert inside(page, "#finish .primary")


def test_a_solved_picture_has_no_signs_for_nothing(page: Any) -> None:
    table = Table(page, example("nonogram"))
    assert table.solution is not None
    blank = table.solution.index(0)
    table.press(blank, button="right")
    sign = page.locator("#board .contents .content").first
    expect(sign).to_be_visible()
    page.evaluate("document.getElementById('board').focusCursor()")
    for cell, value in table.to_write():
        table.write_by_key(cell, value)
    table.solved()
    expect(page.locator("#board .contents .content:visible")).to_have_count(sum(table.solution))
    page.click("#undo")  # what was noted is there again
    table.until(blank, 0)
    expect(sign).to_be_visible()


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


def test_outside_a_game_each_assist_has_one_switch_for_all_genres(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("#genres li")
    page.click("#open-settings")
    words = page.locator("#set-aids label").all_inner_texts()
    assert len(words) == len({text.split(" (")[0] for text in words}) < 10
    pair = page.get_by_label("Write the other half of a magnet")
    expect(pair).to_be_checked()
    # A long list of genres is only counted, and digits that fill the board leave no blanks.
    assert max(map(len, words)) < 80
    assert not any(full in text for text in words for full in ("Sudoku", "Kakuro"))
    rest = page.get_by_label("Mark the rest of a finished line or clue as blank")
    expect(rest).not_to_be_checked()
    rest.check()
    pair.uncheck()
    kept = page.evaluate("JSON.parse(localStorage.getItem('caracol settings')).aids")
    assert kept["magnets/pair"] is False
    assert kept["akari/rest"] is kept["nonogram/rest"] is True
    page.reload()
    page.wait_for_selector("#genres li")
    page.click("#open-settings")
    expect(rest).to_be_checked()


@pytest.mark.parametrize("view", ["set", "library"])
def test_the_masthead_is_one_line_beside_a_scroll_bar(new_page: Any, view: str) -> None:
    page = new_page({"width": 345, "height": 740})
    page.goto(f"/#{view}")
    expect(page.locator(f"#nav-{view}")).to_have_attribute("aria-current", "page")
    assert page.locator(".masthead").bounding_box()["height"] < 60
