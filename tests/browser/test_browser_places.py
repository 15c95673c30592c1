"""Boards whose values stand on the sides of squares, and genres with only the required parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Server, Table, example
from playwright.sync_api import expect

from caracol.formats import own
from plugins import plugged_in

GENRES = ("fences", "shades", "hedges", "sulky")

# One server for all of them.
pytestmark = pytest.mark.xdist_group("places")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the genres of the tests, too."""
    with plugged_in(tmp_path_factory.mktemp("plugged"), *GENRES) as folders:
        started = Server(tmp_path_factory.mktemp("library") / "library.sqlite", path=folders)
        yield started
        started.stop()


@pytest.fixture
def fences(server: Server) -> Any:
    assert server.address
    return own.decode({"caracol": 1, "genre": "fences", "numbers": ["32", "03"]})


@pytest.fixture
def shades(server: Server) -> Any:
    assert server.address
    return own.decode({"caracol": 1, "genre": "shades", "numbers": ["112", "321"]})


@pytest.fixture
def table(page: Any, fences: Any) -> Table:
    return Table(page, fences)


def point(page: Any, x: float, y: float) -> tuple[float, float]:
    """A point of the board, given in squares from its top left corner, on the screen."""
    box = page.locator(".pane.main").bounding_box()
    side = page.evaluate("document.getElementById('board').size")
    return box["x"] + x * side, box["y"] + y * side


def written(table: Table) -> dict[str, int]:
    """What stands on the board, by the names of places."""
    return {
        table.puzzle.grid.name(cell): value
        for cell, value in enumerate(table.values())
        if value is not None
    }


def test_a_press_near_a_side_writes_on_that_side(table: Table) -> None:
    mouse = table.page.mouse
    mouse.click(*point(table.page, 0.45, 0.2))
    mouse.click(*point(table.page, 1.85, 1.6))
    # Also from beyond the edge of the board.
    mouse.click(*point(table.page, -0.2, 1.5))

    assert written(table) == {"r1c1-top": 1, "r2c2-right": 1, "r2c1-left": 1}


def test_presses_draw_and_erase_and_the_other_button_writes_a_cross(table: Table) -> None:
    mouse = table.page.mouse
    at = point(table.page, 1.1, 0.5)
    mouse.click(*at)
    assert written(table) == {"r1c2-left": 1}
    mouse.click(*at)
    assert written(table) == {}
    mouse.click(*at, button="right")
    assert written(table) == {"r1c2-left": 0}
    assert table.page.locator(".contents .line").count() == 1


def test_a_pull_along_sides_draws_them_as_one_move_and_no_side_that_it_only_crosses(
    table: Table,
) -> None:
    mouse = table.page.mouse
    mouse.move(*point(table.page, 0.4, 0.04))
    mouse.down()
    mouse.move(*point(table.page, 1.6, 0.07), steps=3)
    mouse.move(*point(table.page, 1.96, 0.1), steps=2)
    mouse.move(*point(table.page, 1.97, 1.6), steps=2)
    mouse.up()

    drawn = {"r1c1-top", "r1c2-top", "r1c2-right", "r2c2-right"}
    assert written(table) == dict.fromkeys(drawn, 1)
    table.page.click("#undo")
    assert written(table) == {}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_loop_through_centres_is_drawn_from_centre_to_centre(
    new_page: Any, size: dict[str, int]
) -> None:
    page = new_page(size)
    table = Table(page, example("masyu"))

    def draw(*path: tuple[float, float]) -> None:
        page.mouse.move(*point(page, *path[0]))
        page.mouse.down()
        for x, y in path[1:]:
            page.mouse.move(*point(page, x, y), steps=4)
        page.mouse.up()

    draw((0.5, 0.5), (2.55, 0.45), (2.5, 1.5), (3.5, 1.6))
    drawn = ["r1c1-r1c2", "r1c2-r1c3", "r1c3-r2c3", "r2c3-r2c4"]
    assert written(table) == dict.fromkeys(drawn, 1)
    # Where it begins, other lines are just as near.
    for end, name in (((2.5, 2.5), "r3c2-r3c3"), ((1.5, 3.5), "r3c2-r4c2")):
        draw((1.5, 2.5), end)
        drawn.append(name)
        assert written(table) == dict.fromkeys(drawn, 1)
    # A press alone writes on one of them.
    draw((3.5, 3.5))
    assert len(written(table)) == len(drawn) + 1


def test_a_line_ties_a_tent_to_the_only_tree_that_it_can_belong_to(page: Any) -> None:
    table = Table(page, example("tents"))
    tents = [cell for cell, value in enumerate(table.solution) if value == 1]
    table.write_by_mouse(tents[0], 1)
    page.wait_for_selector("#board .tie", state="attached")
    assert page.locator("#board .tie").get_attribute("d").count("M") == 1
    for cell in tents[1:]:
        table.write_by_mouse(cell, 1)
    page.wait_for_function(
        "most => document.querySelector('#board .tie')?.getAttribute('d').split('M').length > most",
        arg=len(tents),
    )


def test_a_puzzle_on_sides_is_solved_by_mouse(table: Table) -> None:
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    table.solved()


def test_arrows_reach_every_side_and_keys_write(table: Table) -> None:
    page = table.page
    table.cell(0).focus()
    seen = []

    def press(key: str) -> None:
        page.keyboard.press(key)
        seen.append(
            table.puzzle.grid.name(page.evaluate("Number(document.activeElement.dataset.cell)"))
        )

    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp"):
        press(key)
    assert seen == ["r1c1-left", "r2c1-top", "r2c2-top", "r2c2-left", "r2c2-right", "r2c2-top"]
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("x")
    assert written(table) == {"r2c2-top": 1, "r1c2-left": 0}

    reached = {0}
    front = [0]
    while front:
        here = front.pop()
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            table.cell(here).focus()
            page.keyboard.press(key)
            there = int(page.evaluate("document.activeElement.dataset.cell"))
            if there not in reached:
                reached.add(there)
                front.append(there)
    assert reached == set(range(table.puzzle.grid.size))


def test_a_screen_reader_hears_each_side_with_its_content_and_clue(table: Table) -> None:
    table.press(0)

    grid = table.page.get_by_role("grid", name="Fences, 2 rows, 2 columns")
    assert grid.get_by_role("gridcell").count() == 12
    side = grid.get_by_role("gridcell", name="row 1 column 1, top side, line")
    assert side.get_attribute("aria-label") == (
        "row 1 column 1, top side, line, the 3 in row 1 column 1 has exactly 3 lines"
    )
    assert table.cell(11).get_attribute("aria-label").startswith("row 2 column 2, bottom side, not")


def test_a_hint_is_shown_on_the_sides_that_it_is_about(table: Table) -> None:
    page = table.page
    page.click("#hint")
    page.wait_for_selector("#advice:visible")
    while page.locator("#advice button", has_text="More").count():
        page.locator("#advice button", has_text="More").first.click()
    page.wait_for_selector(".over .conclusion")

    boxes = page.locator(".over .conclusion").evaluate_all(
        "all => all.map(r => ['x', 'y', 'width', 'height'].map(name => Number(r.getAttribute(name))))"
    )
    # The 0 has no line around it.
    middles = {(round(x + width / 2, 2), round(y + height / 2, 2)) for x, y, width, height in boxes}
    assert middles == {(0.5, 1), (0, 1.5), (1, 1.5), (0.5, 2)}
    assert all(min(width, height) < 0.5 < max(width, height) for _, _, width, height in boxes)


def test_a_smaller_board_takes_the_place_of_one_with_a_hint(page: Any, fences: Any) -> None:
    """What was pointed at goes with the board: there may be no such side any more."""
    Table(page, example("slitherlink"))
    page.click("#hint")
    page.wait_for_selector("#advice:visible")
    for _ in range(4):
        page.get_by_role("button", name="Tell me more").click()
    page.wait_for_selector(".over .conclusion")

    table = Table(page, fences)
    table.press(11)

    assert page.locator(".over .conclusion").count() == 0
    assert written(table) == {"r2c2-bottom": 1}


def test_a_finger_writes_and_one_that_stays_writes_the_cross(new_page: Any, fences: Any) -> None:
    table = Table(new_page(PHONE, has_touch=True, is_mobile=True), fences)
    page = table.page
    page.touchscreen.tap(*point(page, 0.5, 0.15))
    assert written(table) == {"r1c1-top": 1}

    wire = page.context.new_cdp_session(page)
    x, y = point(page, 1.05, 1.5)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(900)
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert written(table) == {"r1c1-top": 1, "r2c2-left": 0}


def test_pencil_marks_stand_on_sides(table: Table) -> None:
    table.page.click("#pencil")
    table.press(0)

    marks = table.page.locator(".contents .mark")
    assert marks.count() == 1
    assert table.values()[0] is None
    assert "pencil line" in table.cell(0).get_attribute("aria-label")


def test_given_sides_are_set_and_the_verdict_follows(page: Any, fences: Any) -> None:
    table = Table(page, fences, "set")
    page.wait_for_selector("#verdict:has-text('One solution')")
    assert page.locator("#set-tools button").all_inner_texts() == ["Given cells"]
    assert page.get_by_role("button", name="Empty board").count() == 0
    page.mouse.click(*point(page, 0.5, 0.1))
    page.wait_for_selector('.cell[data-cell="0"][aria-label*="given line"]')
    page.wait_for_selector("#verdict:has-text('One solution')")
    page.click("#play-it")
    page.wait_for_selector("#play-panel:visible")
    assert (
        table.cell(0).get_attribute("aria-label").startswith("row 1 column 1, top side, given line")
    )


def test_the_start_page_offers_only_what_each_genre_has(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")

    cards = {card.split("\n")[0]: card for card in page.locator("#genres .card").all_inner_texts()}
    assert {"Fences", "Shades", "Nonogram", "Star Battle", "Magnets"} <= set(cards)
    assert "Sulky" not in cards
    fences = page.locator("#genres .card", has=page.get_by_role("heading", name="Fences"))
    assert fences.get_by_role("button").all_inner_texts() == ["Open"]
    assert fences.locator("img").count() == 0
    assert page.inner_text("#problems") == (
        "Sulky (package plugged 1.0) is left out: RuntimeError: the editor has no time today."
    )
    offered = page.locator("#new-genre option").all_inner_texts()
    assert "Fences" not in offered
    assert "Nonogram" in offered


def test_a_genre_without_boards_of_its_own_is_opened_from_a_text(page: Any, fences: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.get_by_role("button", name="Open a puzzle of Fences").click()
    page.fill("#import-text", own.pretty(fences))
    page.click("#import-form button[type=submit]")
    page.wait_for_selector("#play-panel:visible")

    assert own.decode(page.evaluate("document.getElementById('board').view.puzzle")) == fences


def test_setting_begins_with_the_example_where_there_are_no_empty_boards(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    card = page.locator("#genres .card", has=page.get_by_role("heading", name="Hedges"))
    expect(card.get_by_role("link", name="Play Hedges")).to_be_visible()
    assert card.get_by_role("button").all_inner_texts() == ["Set"]
    # The picture arrives after the card; without one, this runs out of time.
    card.scroll_into_view_if_needed()
    picture = card.locator("img").element_handle()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture)
    card.get_by_role("button", name="Set Hedges").click()
    page.wait_for_selector("#set-panel:visible")

    assert page.inner_text("#message").startswith(
        "Hedges has no empty boards, so this is an example"
    )
    assert page.locator(".texts .clue").all_text_contents() == ["3", "2", "0", "3"]
    assert "Fences" not in page.locator("#set-genre option").all_inner_texts()
    page.select_option("#set-genre", "nonogram")
    page.wait_for_selector("#set-new button:has-text('Empty board')")


def test_a_number_is_read_on_a_shaded_square(page: Any, shades: Any) -> None:
    table = Table(page, shades)
    colour = "e => getComputedStyle(e).fill"
    numbers = page.locator(".texts .clue")
    assert numbers.all_text_contents() == list("112321")
    before = numbers.nth(0).evaluate(colour)
    table.press(0)

    after = numbers.nth(0).evaluate(colour)
    assert numbers.nth(0).is_visible()
    assert after != before
    assert numbers.nth(1).evaluate(colour) == before
    assert table.cell(0).get_attribute("aria-label").startswith("row 1 column 1, shaded square, 1")
    table.press(0, button="right")
    assert table.values()[0] == 0
    assert numbers.nth(0).evaluate(colour) == before
