"""Genres of one file each, from other packages, are played on the page beside all others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Server, Table

from caracol.formats import own
from caracol.puzzle.plugins import list_genres
from one_file import GENRES, PUZZLES
from plugins import plugged_in

# One server for all of them.
pytestmark = pytest.mark.xdist_group("one file")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the three."""
    with plugged_in(tmp_path_factory.mktemp("plugged"), *GENRES) as folders:
        started = Server(tmp_path_factory.mktemp("library") / "library.sqlite", path=folders)
        yield started
        started.stop()


@pytest.fixture(params=PUZZLES, ids=GENRES)
def table(page: Any, server: Server, request: pytest.FixtureRequest) -> Table:
    assert server.address
    return Table(page, own.decode(request.param))


def test_it_is_hinted_and_played_with_mouse_and_keys(table: Table) -> None:
    page = table.page
    page.click("#hint")
    page.wait_for_selector("#advice:visible")
    for _ in range(4):
        page.get_by_role("button", name="Tell me more").click()
    page.wait_for_selector(".over .conclusion")
    assert re.search(r"(: so|one:) r\dc\d", page.inner_text("#advice"))
    cells = table.to_write()
    for cell, value in cells[::2]:
        table.write_by_mouse(cell, value)
    table.cell(0).focus()
    for cell, value in cells[1::2]:
        table.write_by_key(cell, value)
    table.solved()


def test_the_page_shows_all_other_genres_beside_them(page: Any, server: Server) -> None:
    assert server.address
    page.goto("/")
    page.wait_for_selector("body.ready")

    shown = {card.split("\n")[0] for card in page.locator("#genres .card").all_inner_texts()}
    assert {"Kropki", "Sandwich", "Camps", "Cross Sums"} <= shown
    assert {genre.name for genre in list_genres()} <= shown
    assert not page.locator("#problems").is_visible()


def test_nothing_is_offered_that_needs_a_generator(page: Any, server: Server) -> None:
    """Kropki has no draft part: no more of it can be made, nor positions to practise with."""
    assert server.address
    table = Table(page, own.decode(PUZZLES[0]))
    assert not page.get_by_text("Practise a technique").is_visible()
    page.click("#hint")
    page.wait_for_selector("#advice:visible")
    for _ in range(4):
        page.get_by_role("button", name="Tell me more").click()
    page.wait_for_selector(".over .conclusion")
    assert page.get_by_role("button", name="Do it").is_visible()
    assert not page.get_by_role("button", name="Practise this").count()
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    table.solved()
    assert not page.get_by_role("button", name="Next one like this").count()


def test_a_value_that_no_cell_can_have_is_not_offered(page: Any, server: Server) -> None:
    """Every white square of Cross Sums has a digit, so nobody writes that one stays empty."""
    assert server.address
    Table(page, own.decode(PUZZLES[3]))
    assert page.locator("#palette button").all_inner_texts() == [*"123456789"]


def test_nothing_is_written_in_a_square_that_is_no_part_of_play(page: Any, server: Server) -> None:
    """Not in a black square, by mouse nor by key."""
    assert server.address
    table = Table(page, own.decode(PUZZLES[3]))
    table.press(0)
    page.keyboard.press("5")
    page.get_by_text("Nothing is written in this square.").wait_for(state="attached")
    assert ", black square" in table.cell(0).get_attribute("aria-label")
    assert ", not filled in" in table.cell(6).get_attribute("aria-label")
    table.cell(6).focus()
    page.keyboard.press("5")
    table.until(6, 5)
    assert table.values()[0] is None
