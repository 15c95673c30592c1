"""Fingers on a board that is larger than the screen: one writes, two move and zoom."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import PHONE, Table, example
from playwright.sync_api import expect

from caracol.genres.nonogram import Nonogram, clues_of

PICTURE = [[int(column > row) for column in range(20)] for row in range(15)]
LARGE = Nonogram(*clues_of(PICTURE))


class Hand:
    """Fingers, as the browser feels them."""

    def __init__(self, page: Any) -> None:
        self.page, self.wire = page, page.context.new_cdp_session(page)

    def tell(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, *paths: list[tuple[float, float]], steps: int = 8) -> None:
        """Put fingers down one after another, draw each along its way, and lift them."""
        for down in range(1, len(paths) + 1):
            self.tell("touchStart", *(path[0] for path in paths[:down]))
        for step in range(1, steps + 1):
            part = step / steps
            self.tell(
                "touchMove",
                *((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in paths),
            )
        self.tell("touchEnd")


@pytest.fixture
def table(new_page: Any) -> Table:
    return Table(new_page(PHONE, has_touch=True, is_mobile=True), LARGE)


def test_on_the_smallest_phones_no_button_covers_another(new_page: Any) -> None:
    page = new_page({"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    Table(page, example("sudoku"))
    expect(page.locator("#colour")).to_be_visible()
    covered = page.evaluate(
        """() => [...document.querySelectorAll("#palette button, #colour")]
          .filter((button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            const ends = [document.elementFromPoint(left + 2, (top + bottom) / 2),
              document.elementFromPoint(right - 2, (top + bottom) / 2)];
            return ends.some((one) => !button.contains(one));
          }).map((button) => button.title)"""
    )
    assert covered == []


def middle(table: Table, cell: int) -> tuple[float, float]:
    box = table.cell(cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scrolled(page: Any) -> list[float]:
    found: list[float] = page.locator(".viewport").evaluate("v => [v.scrollLeft, v.scrollTop]")
    return found


def size(page: Any) -> int:
    return page.evaluate("document.getElementById('board').size")


def test_one_finger_paints_a_row_of_a_board_larger_than_the_screen(table: Table) -> None:
    assert table.page.locator("#board.overflowing").count() == 1
    Hand(table.page).drag([middle(table, 20), middle(table, 23)])

    assert table.values()[20:25] == [1, 1, 1, 1, None]
    assert scrolled(table.page) == [0, 0]
    table.page.click("#undo")
    assert set(table.values()) == {None}


def test_two_fingers_move_the_board_and_write_nothing(table: Table) -> None:
    x, y = middle(table, 22)
    Hand(table.page).drag([(x, y), (x - 90, y - 60)], [(x + 60, y + 10), (x - 30, y - 50)])

    assert scrolled(table.page)[0] > 60
    assert set(table.values()) == {None}
    assert not table.page.locator("#undo").is_enabled()


def test_two_fingers_that_part_make_the_cells_larger(table: Table) -> None:
    before = size(table.page)
    x, y = middle(table, 22)
    Hand(table.page).drag([(x, y), (x - 30, y)], [(x + 60, y), (x + 90, y)])

    assert size(table.page) > before * 1.5
    assert set(table.values()) == {None}


def test_one_finger_moves_the_board_where_that_is_chosen(table: Table) -> None:
    table.page.tap("#move")
    x, y = middle(table, 22)
    Hand(table.page).drag([(x, y), (x - 120, y)], steps=20)
    table.page.wait_for_timeout(200)

    assert scrolled(table.page)[0] > 30
    assert set(table.values()) == {None}
    table.page.tap("#move")
    table.page.evaluate("document.querySelector('.viewport').scrollLeft = 0")
    table.cell(22).tap()
    assert table.values()[22] == 1


def test_the_whole_board_fits_where_that_is_asked_for(table: Table) -> None:
    table.page.tap("#fit")

    assert table.page.locator("#board.overflowing").count() == 0
    small = size(table.page)
    table.page.tap("#larger")
    assert size(table.page) == small + 6
