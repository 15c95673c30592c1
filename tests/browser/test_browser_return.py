"""The first minute, the phone, help that is wanted, and reasons to come back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Table, example, inside, puzzle_of
from playwright.sync_api import expect

from caracol.authoring import editing
from caracol.genres.nonogram import Nonogram, clues_of
from caracol.genres.star_battle import StarBattle
from caracol.puzzle.plugins import get_genre
from caracol.questions import solving

STARS, MAGNETS, PICTURE = example("star-battle"), example("magnets"), example("nonogram")
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
LARGE = Nonogram(*clues_of([[int((r * 7 + c * 3) % 5 < 3) for c in range(50)] for r in range(50)]))

SHIFTS = """() => {
  window.shifts = [];
  const hear = (list) => list.getEntries().forEach((entry) => window.shifts.push(entry.value));
  new PerformanceObserver(hear).observe({ type: "layout-shift", buffered: false });
}"""


def opened(new_page: Any, size: dict[str, int]) -> Any:
    return new_page(size, has_touch=size is PHONE, is_mobile=size is PHONE)


@SIZES
def test_what_a_press_writes(new_page: Any, size: dict[str, int]) -> None:
    page = opened(new_page, size)
    table = Table(page, STARS)
    page.get_by_role("button", name="Skip the tour").click()
    page.evaluate(SHIFTS)
    press = table.tap if size is PHONE else table.press
    press(3)
    assert table.values()[3] == 1
    if size is PHONE:
        box = table.cell(0).bounding_box()
        wire = page.context.new_cdp_session(page)
        point = {"x": box["x"] + 9, "y": box["y"] + 9}
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.wait_for_timeout(700)
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        table.press(0, button="right")
    assert table.values()[0] == 0
    # Marks are no answers: a row full of dots breaks nothing until someone asks.
    page.locator("#palette .value").first.click()
    for cell in range(30, 36):
        press(cell)
    with page.expect_response("**/api/check"):
        press(29)
    assert page.locator(".over .wrong").count() == 0
    page.locator("#palette .value").nth(1).click()
    press(9)  # beside the star
    page.wait_for_selector(".over .wrong")
    expect(page.locator("#message")).to_contain_text(re.compile("star"))
    assert sum(page.evaluate("window.shifts")) == 0

    page.click("#open-settings")
    page.select_option("#set-errors", "marks")
    page.check("#set-cycle")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#message")).to_be_visible()
    press(14)
    press(14)
    assert table.values()[14] == 0


@SIZES
def test_help_that_is_turned_on(new_page: Any, size: dict[str, int]) -> None:
    page = opened(new_page, size)
    table = Table(page, MAGNETS, aided=True)
    page.get_by_role("button", name="Skip the tour").click()
    table.press(0)  # players of Magnets are used to it: the other half is written
    table.until(6, 2)
    table.press(0)
    table.until(6, 1)
    table.press(0)
    table.until(6, None)
    page.click("#undo")
    assert (table.values()[0], table.values()[6]) == (2, 1)
    page.locator("#board [data-cell='0']").focus()
    page.keyboard.press("Delete")
    table.until(6, None)

    table = Table(page, STARS, aided=True)
    page.get_by_role("button", name="Skip the tour").click()
    page.click("#open-settings")
    page.get_by_label("Dots around a star").check()
    page.get_by_role("button", name="Done").click()
    table.press(3)
    expect(table.cell(9)).to_have_attribute("aria-label", re.compile("marked empty cell"))
    assert [table.values()[cell] for cell in (2, 4, 8, 10)] == [0, 0, 0, 0]
    page.click("#undo")
    assert set(table.values()) == {None}

    # Nobody has to wait for the help: two stars at once get their dots, too.
    star = table.puzzle.symbols[1].letter
    page.evaluate(
        """key => {
            for (const cell of [0, 3]) {
                document.querySelector(`#board [data-cell="${cell}"]`).focus();
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            }
        }""",
        star,
    )
    table.until(1, 0)
    table.until(4, 0)

    table = Table(page, PICTURE, aided=True)
    for cell, value in enumerate(table.solution[:10]):
        table.write_by_mouse(cell, value)
    done = page.locator(".pane.left .label.dimmed")
    expect(done).to_have_count(2)


@SIZES
def test_a_solved_puzzle_leads_on(new_page: Any, size: dict[str, int]) -> None:
    page = opened(new_page, size)
    table = Table(page, STARS)
    page.click("#hint")
    page.wait_for_selector("#advice p")
    page.click("#check")
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    table.solved()
    facts = page.locator("#finish dl")
    expect(facts).to_contain_text("Hints1Checks1", use_inner_text=False)
    expect(facts).to_contain_text("Grade")
    expect(page.locator("#finish")).to_contain_text(re.compile(r"Star Battle, \w+: \d+ solved"))
    assert inside(page, "#finish .primary")
    page.get_by_role("button", name="Watch your solve").click()
    expect(page.locator("#walk-title")).to_contain_text("Move 6 of 6")
    page.click("#walk-end")
    page.get_by_role("button", name="Next one like this").click()
    expect(page.locator("#title")).to_have_text("Star Battle")
    made = puzzle_of(page)
    assert (made.grid.rows, made.stars) == (6, 1)
    assert made.regions != STARS.regions
    page.goto("/")
    expect(page.locator("#statistics")).to_contain_text("Star Battle")
    expect(page.locator("#streak")).to_contain_text("Streak: 1 day")


def test_the_puzzle_of_the_day_is_the_same_for_everyone(new_page: Any) -> None:
    links = []
    for _ in range(2):
        page = new_page()
        Table(page, PICTURE).press(3)  # those who come back are offered the puzzles of the day
        page.goto("/")
        page.get_by_role("button", name="Today’s Star Battle").click()
        expect(page.locator("#title")).to_have_text(re.compile(r"^Star Battle, \d+ [A-Z]\w+$"))
        links.append(page.url)
    assert links[0] == links[1]
    table = Table(page, puzzle_of(page))
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    table.solved()
    page.goto("/")
    expect(page.get_by_role("button", name="Today’s Star Battle, solved")).to_have_text(
        "✓ Star Battle"
    )


@SIZES
def test_the_start_is_for_newcomers_and_for_those_who_come_back(
    new_page: Any, size: dict[str, int]
) -> None:
    page = opened(new_page, size)
    page.goto("/")
    expect(page.locator("#welcome")).to_be_visible()
    # The boards themselves are what one clicks, and they are all in sight on a desktop.
    boards = page.locator("#genres .face")
    assert boards.count() == len(page.locator("#new-genre option").all())
    assert inside(page, "#genres .face")
    if size is not PHONE:
        assert inside(page, "#genres li:last-child .face")
    expect(page.locator("#returning")).to_be_hidden()
    table = Table(page, STARS)
    (table.tap if size is PHONE else table.press)(3)
    table.until(3, 1)
    page.goto("/")
    expect(page.locator("#welcome")).to_be_hidden()
    game = page.locator("#recent a")
    expect(game).to_contain_text("16% filled")  # one of six stars
    expect(game.locator("img")).not_to_have_js_property("naturalWidth", 0)
    for what in ("#recent a", "#today button"):
        assert inside(page, what), what
    expect(page.locator("#today button").last).to_contain_text("of the week")
    game.click()
    table.until(3, 1)


def test_a_puzzle_of_the_week_that_takes_too_long_gets_a_sentence(page: Any) -> None:
    page.allowed = ["504"]
    # The real server, with less time than any puzzle needs.
    page.route(
        "**/api/daily",
        lambda route: route.continue_(
            post_data=json.dumps({**route.request.post_data_json, "seconds": 0.001})
        ),
    )
    Table(page, STARS).press(3)
    page.goto("/")
    button = page.locator("#today button").last
    button.click()
    expect(page.locator("#today-message")).to_contain_text(
        "The puzzle could not be made in time. Try again later"
    )
    expect(button).to_be_enabled()


def test_starting_again_begins_everything_again(page: Any) -> None:
    table = Table(page, PICTURE)
    table.press(3)
    page.locator('.place[data-side="left"][data-number="1"]').click()
    expect(page.locator("#timer")).not_to_have_text("0:00")
    page.click("#restart")
    expect(page.locator("#timer")).to_have_text("0:00")
    assert page.locator(".label.ticked").count() == 0
    assert set(table.values()) == {None}
    page.get_by_role("button", name="Bring it back").click()
    assert table.values()[3] == 1
    assert page.locator(".label.ticked").count() == 1


def test_two_tabs_show_one_game(page: Any) -> None:
    table = Table(page, STARS)
    other = page.context.new_page()
    second = Table(other, STARS)
    second.press(3)
    expect(table.cell(3)).to_have_attribute("aria-label", re.compile("star"))
    page.reload()
    page.wait_for_selector(".cell")
    assert table.values()[3] == 1


def test_keys_colours_and_the_grade(page: Any) -> None:
    table = Table(page, STARS)
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_be_visible()
    page.keyboard.press("Escape")
    table.press(3)
    page.keyboard.press("u")
    assert table.values()[3] is None
    page.keyboard.press("c")
    expect(page.locator("#message")).to_contain_text("right so far")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("hint")
    expect(page.locator("#grade")).to_be_empty()
    page.click("#show-grade")
    expect(page.locator("#grade")).to_contain_text("Grade: easy")
    page.click("#colour")
    page.locator("#colours").get_by_role("button", name="green").click()
    table.press(8)
    assert "coloured green" in table.cell(8).get_attribute("aria-label")
    assert set(table.values()) == {None}
    page.reload()
    page.wait_for_selector(".cell")
    assert page.locator(".under .tint-green").count() == 1
    page.click("#undo")
    assert page.locator(".under .tint-green").count() == 0


def test_the_list_of_keys_has_what_the_genre_has_and_can_be_read(page: Any) -> None:
    Table(page, example("sudoku"))
    page.keyboard.press("?")
    keys = page.locator("#keys")
    expect(keys).to_contain_text("1 – 6")
    expect(keys).not_to_contain_text("blank")  # no cell of a Sudoku may stay empty
    # No column is squeezed by the other.
    widths = [found.bounding_box()["width"] for found in keys.locator("dd").all()]
    assert min(widths) > keys.locator("dl").bounding_box()["width"] * 0.4


def test_boards_use_the_window(new_page: Any) -> None:
    page = new_page({"width": 1920, "height": 1080})
    Table(page, STARS)
    assert page.evaluate("document.getElementById('board').size") > 100
    table = Table(page, LARGE)
    box = page.locator(".viewport").bounding_box()
    page.click("#fit")
    assert page.locator("#board.overflowing").count() == 0
    page.click("#fit")
    assert page.locator("#board.overflowing").count() == 1
    # A pull to the edge scrolls, and goes on painting.
    start = table.cell(53).bounding_box()
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(start["x"] + 5, box["y"] + box["height"] - 5, steps=5)
    page.wait_for_function("() => document.querySelector('.viewport').scrollTop > 100")
    page.wait_for_function(
        "() => document.getElementById('board').contents[53 + 29 * 50].value === 1"
    )
    page.mouse.up()
    column = [table.values()[cell] for cell in range(53, 2500, 50)]
    assert column[:30] == [1] * 30


BROKEN = StarBattle(1, (0, 0, 1, 0, 1, 1, 1, 0, 2, 2, 2, 2, 3, 3, 3, 3))


@SIZES
def test_a_setter_is_told_at_once_and_helped(new_page: Any, size: dict[str, int]) -> None:
    page = opened(new_page, size)
    Table(page, BROKEN, "set")
    expect(page.locator("#verdict .flaw").first).to_contain_text("Region A is in 2 pieces.")
    assert inside(page, "#verdict .status")
    assert inside(page, "#verdict .flaw")
    assert page.locator(".over .wrong").count() >= 2

    open_board = editing.blank(get_genre("easy-as-abc"), {"size": 4, "letters": "AB"})
    Table(page, open_board, "set")
    if size is PHONE:
        page.click("#talk-close")
    page.get_by_role("button", name="Show two solutions").click()
    expect(page.locator("#two-1 .cell")).to_have_count(16)
    assert page.locator("#two-2 .differ").count() == 1
    page.get_by_role("button", name="Close").locator("visible=true").first.click()
    page.get_by_role("button", name="Finish it for me").click()
    expect(page.locator("#message")).to_contain_text(re.compile("changes?: .*Undo"))
    expect(page.locator("#verdict .status")).to_have_text("One solution")
    assert solving.solve(puzzle_of(page)).status == "unique"
    page.get_by_role("button", name="Make it easier").click()
    expect(page.locator("#message")).to_contain_text(re.compile("1 change: .*From|No single"))
    # What was done is undone, also after a reload.
    page.reload()
    page.wait_for_selector(".cell")
    while puzzle_of(page) != open_board:
        before = page.url
        page.click("#undo")
        page.wait_for_function("before => location.href !== before", arg=before)


def test_set_does_not_show_the_solution_of_a_game(page: Any) -> None:
    table = Table(page, STARS)
    table.press(3)
    page.get_by_text("Share, export, print").click()
    page.click("#edit-it")
    expect(page.locator("#verdict .status")).to_have_text("One solution")
    expect(page.locator("#verdict")).to_have_attribute("aria-busy", "false")
    assert page.locator("#board .content .mark").count() == 0
    page.get_by_label("Show candidates").check()
    assert page.locator("#board .content .mark").count() == 36


def test_the_board_stays_while_clues_grow(page: Any) -> None:
    table = Table(page, editing.blank(get_genre("nonogram"), {"rows": 8, "columns": 8}), "set")
    before = table.cell(0).bounding_box()
    for cell in (0, 2, 4, 6):
        table.press(cell)
    expect(page.locator(".pane.left .clue").nth(3)).to_have_text("1")
    assert table.cell(0).bounding_box() == before
    assert page.locator("#board .content .mark").count() == 0  # nothing clutters the picture


def test_statistics_are_kept_where_no_library_can_be_written(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    found = page.evaluate(
        """async () => {
          const { countSolves } = await import("/js/play/solves.js");
          const solve = (clues, seconds, hints, day) =>
            ({ clues, genre: "g", grade: "easy", seconds, hints, checks: 0, day });
          return countSolves([solve("a", 60, 0, "2026-03-01"), solve("b", 30, 2, "2026-02-28"),
            solve("a", 20, 0, "2026-03-02")], "2026-03-03");
        }"""
    )
    days = ["2026-02-28", "2026-03-01", "2026-03-02"]
    numbers = {"solved": 2, "unaided": 1, "best": 20}
    assert found["streak"] == 3
    statistic = found["statistics"][0]
    assert json.loads(json.dumps(statistic)) == {
        "genre": "g",
        "grade": "easy",
        **numbers,
        "average": pytest.approx(110 / 3),
        "days": days,
    }


HEART = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 30" width="320" height="300">
<path d="M16 29C4 20 1 14 1 9a7.5 7.5 0 0 1 15-2a7.5 7.5 0 0 1 15 2c0 5-3 11-15 20z"/></svg>"""


def test_a_dropped_picture_becomes_a_puzzle(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.locator("main").evaluate(
        """(main, text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "heart.svg", { type: "image/svg+xml" }));
          main.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        HEART,
    )
    expect(page.locator("#message")).to_contain_text("one solution")
    assert puzzle_of(page).grid.columns == 20
    page.locator("#picture-size").fill("10")
    expect(page.locator("#picture-cells")).to_have_text("10 cells")
    expect(page.locator("#board .touch")).to_have_attribute("aria-label", re.compile("10 columns"))
    made = puzzle_of(page)
    assert solving.solve(made).status == "unique"
    assert sum(solving.solve(made).only()) > 30
    page.click("#undo")
    expect(page.locator("#board .touch")).to_have_attribute("aria-label", re.compile("20 columns"))
    # Other sizes are suggested, and are one press away.
    expect(page.locator("#picture-others button")).not_to_have_count(1)
    page.locator("#picture-others").get_by_role("button", name="15×").first.click()
    expect(page.locator("#board .touch")).to_have_attribute("aria-label", re.compile("15 columns"))
    assert solving.solve(puzzle_of(page)).status == "unique"


def test_the_region_under_the_pointer_is_shown(page: Any) -> None:
    table = Table(page, STARS)
    regions = [cell for cell, owner in enumerate(STARS.regions) if owner == STARS.regions[8]]
    page.mouse.move(*table.middle(8))
    shown = page.locator(".bands path").get_attribute("d")
    assert sorted(shown.split("M")[1:]) == sorted(
        f"{cell % 6} {cell // 6}h1v1h-1z" for cell in regions
    )
    Table(page, PICTURE)  # nothing parts a picture
    page.mouse.move(*table.middle(8))
    assert page.locator(".bands path").get_attribute("d") == ""
