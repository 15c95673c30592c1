"""Notes: small values in cells, and several cells at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import PHONE, Table, example, inside
from playwright.sync_api import expect

from caracol.formats import own

DIGITS = own.decode({"caracol": 1, "genre": "easy-as-abc", "letters": "123456789", "size": 9})


@pytest.fixture
def table(page: Any) -> Table:
    return Table(page, DIGITS)


def box_of(table: Table, cell: int, text: str) -> dict[str, float]:
    """Return where a note is, in parts of its cell."""
    square = table.cell(cell).bounding_box()
    for note in table.page.locator(".contents .mark").all():
        box = note.bounding_box()
        across, down = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        inside_cell = (
            square["x"] < across < square["x"] + square["width"]
            and square["y"] < down < square["y"] + square["height"]
        )
        if inside_cell and note.text_content() == text:
            return {
                "left": (box["x"] - square["x"]) / square["width"],
                "right": (box["x"] + box["width"] - square["x"]) / square["width"],
                "x": (across - square["x"]) / square["width"],
                "y": (down - square["y"]) / square["height"],
            }
    raise AssertionError(f"cell {cell} has no note {text}")


def drag(table: Table, start: int, end: int) -> None:
    table.page.mouse.move(*table.middle(start))
    table.page.mouse.down()
    table.page.mouse.move(*table.middle(end), steps=4)
    table.page.mouse.up()


def test_a_drag_selects_cells_that_are_written_into_at_once(table: Table) -> None:
    drag(table, 10, 13)
    selected = table.page.locator(".cell[aria-selected=true]")
    expect(selected).to_have_count(4)
    shade = table.page.locator(".under .selected")
    expect(shade).to_be_visible()
    assert shade.evaluate("(path) => getComputedStyle(path).fill") != "none"
    table.page.keyboard.press("4")
    assert table.values()[9:15] == [None, 4, 4, 4, 4, None]
    table.page.keyboard.press("Backspace")
    assert set(table.values()) == {None}
    table.page.click("#undo")
    table.page.locator("#palette").get_by_role("button", name="7", exact=True).click()
    assert table.values()[9:15] == [None, 7, 7, 7, 7, None]
    table.page.keyboard.press("Escape")
    expect(selected).to_have_count(0)


def test_shift_and_ctrl_select_more_cells(table: Table) -> None:
    table.press(0)
    table.page.keyboard.press("Shift+ArrowRight")
    table.page.keyboard.press("Shift+ArrowDown")
    table.page.keyboard.down("Control")
    table.press(40)
    table.press(1)  # it was selected, and is no longer
    table.page.keyboard.up("Control")
    expect(table.page.locator(".cell[aria-selected=true]")).to_have_count(3)
    table.page.keyboard.press("2")
    assert [cell for cell, value in enumerate(table.values()) if value == 2] == [0, 10, 40]
    table.press(50)
    table.page.keyboard.press("3")
    assert table.values()[40:51] == [2, *[None] * 9, 3]


def test_corner_notes_have_fixed_places(table: Table) -> None:
    table.press(0)
    table.page.keyboard.press("Shift+Digit5")
    table.press(1)
    for digit in "159":
        table.page.keyboard.press(f"Shift+Digit{digit}")
    expect(table.page.locator(".contents .mark")).to_have_count(4)
    one, other = box_of(table, 0, "5"), box_of(table, 1, "5")
    assert one["x"] == pytest.approx(other["x"], abs=0.02)
    assert one["y"] == pytest.approx(other["y"], abs=0.02)
    assert box_of(table, 1, "1")["y"] < other["y"] < box_of(table, 1, "9")["y"]
    assert set(table.values()) == {None}
    assert "pencil 1 5 9" in table.cell(1).get_attribute("aria-label")


def test_centre_notes_are_in_the_middle_and_hide_no_others(table: Table) -> None:
    table.press(4)
    table.page.click("#pencil")
    for digit in "123456789":
        table.page.keyboard.press(digit)
    table.page.click("#centre-notes")
    table.page.keyboard.press("4")
    table.page.keyboard.press("6")
    centre = box_of(table, 4, "46")
    assert centre["x"] == pytest.approx(0.5, abs=0.03)
    assert centre["y"] == pytest.approx(0.5, abs=0.06)
    corners = [box_of(table, 4, digit) for digit in "123456789"]
    assert all(abs(box["y"] - 0.5) > 0.25 for box in corners)
    assert all(box["left"] > 0 and box["right"] < 1 for box in corners)
    table.page.click("#pencil")
    table.press(5)
    table.page.keyboard.press("Control+Digit8")
    assert box_of(table, 5, "8")["y"] == pytest.approx(0.5, abs=0.06)


def test_all_notes_are_filled_in_and_tidied(page: Any) -> None:
    page.add_init_script(
        """localStorage.setItem("caracol settings", '{"tidy": true, "aids": {}}')"""
    )
    table = Table(page, DIGITS, aided=True)
    page.click("#pencil")
    page.click("#fill-notes")
    expect(page.locator(".contents .mark")).to_have_count(81 * 10)
    page.click("#pencil")
    table.press(0)
    page.keyboard.press("3")
    # The digit goes from the other cells of its row and its column.
    expect(page.locator(".contents .mark")).to_have_count(80 * 10 - 16)
    expect(page.locator(".contents text.mark", has_text="3")).to_have_count(80 - 16)
    page.click("#undo")
    expect(page.locator(".contents .mark")).to_have_count(81 * 10)


def test_nine_digits_fit_on_a_phone(new_page: Any) -> None:
    page = new_page(PHONE, has_touch=True, is_mobile=True)
    Table(page, DIGITS)
    buttons = page.locator("#palette button")
    expect(buttons).to_have_count(10)
    for button in buttons.all():
        box = button.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert min(box["width"], box["height"]) >= 44
    assert inside(page, "#palette button >> nth=9")
    assert page.locator("#board.overflowing").count() == 0


def test_presses_still_write_where_values_are_pressed(page: Any) -> None:
    table = Table(page, example("star-battle"))
    drag(table, 0, 2)
    assert table.values()[:4] == [1, 1, 1, None]
    expect(page.locator(".cell[aria-selected=true]")).to_have_count(0)


def test_equal_values_are_highlighted_printed_or_written(page: Any) -> None:
    table = Table(page, example("sudoku"))
    columns = table.puzzle.grid.columns
    alike = page.locator(".under .alike")
    sixes = [cell for cell, value in enumerate(table.puzzle.givens) if value == 6]
    free = table.puzzle.givens.index(None)

    def expect_alike(cells: list[int]) -> None:
        """Wait until just these cells are highlighted; the page may replace the shape."""
        page.wait_for_function(
            """([columns, cells]) => {
              const shape = document.querySelector(".under .alike");
              const inside = (_, cell) => shape?.isPointInFill(new DOMPoint(cell % columns + 0.5, Math.floor(cell / columns) + 0.5));
              const found = [...document.querySelectorAll(".cell")].map(inside);
              return found.every((one, cell) => Boolean(one) === cells.includes(cell));
            }""",
            arg=[columns, cells],
        )

    table.press(sixes[0])
    expect_alike(sixes)
    # What is printed is shaded, but its shade lets colours through.
    shade = page.locator(".given-shade").first.evaluate("(one) => getComputedStyle(one).fill")
    assert float(re.findall(r"[\d.]+", shade)[3]) < 0.2
    table.press(free)
    expect(alike).to_have_count(0)
    page.keyboard.press("6")
    expect_alike([free, *sixes])
    page.click("#open-settings")
    page.uncheck("#set-lines")
    page.get_by_role("button", name="Done").click()
    expect(alike).to_have_count(0)


def test_all_digits_are_in_one_row_on_a_tablet(new_page: Any) -> None:
    page = new_page({"width": 820, "height": 1180}, has_touch=True)
    Table(page, DIGITS)
    boxes = [button.bounding_box() for button in page.locator("#palette button").all()]
    assert len({box["y"] for box in boxes}) == 1
    assert all(box["x"] + box["width"] <= 820 for box in boxes)
