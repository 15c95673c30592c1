"""The workbench without a server: a folder of static files, answered by Python in web workers."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import PHONE, Table, example
from playwright.sync_api import expect
from sites import Site

pytestmark = [
    pytest.mark.xdist_group("site"),
    pytest.mark.parametrize("origin", ["site"], indirect=True),
]
PATIENT = 120_000
"""Milliseconds in which Python has loaded, even on a busy machine."""


KEPT = """async () => {
  const wanted = ["./", "python/pyodide.asm.wasm", "python/packages.zip", "worker.js"];
  const found = await Promise.all(wanted.map((name) => caches.match(name)));
  return found.every(Boolean);
}"""
"""Whether everything is kept for use without a connection."""


def pack(puzzle: dict[str, Any]) -> str:
    """Return a puzzle as an address has it."""
    return base64.urlsafe_b64encode(json.dumps(puzzle).encode()).decode().rstrip("=")


def count_values(page: Any) -> int:
    """Return how many cells the player has filled."""
    return int(
        page.evaluate(
            "board.contents.filter(({ value }, at) => value !== null && "
            "board.view.givens[at] === null).length"
        )
    )


@pytest.fixture
def held(site: Site) -> Iterator[Site]:
    """A site from which Python does not load until the test says so."""
    site.flowing.clear()
    yield site
    site.flowing.set()


def test_boards_are_played_before_python_has_loaded(page: Any, held: Site) -> None:
    page.goto("/")
    expect(page.locator("#genres .card img[src]").first).to_be_visible()
    page.get_by_role("link", name="Play Hitori").click()
    board = page.locator("#board .cell")
    board.nth(0).click()
    board.nth(2).click()
    assert count_values(page) == 2
    page.locator("#undo").click()
    assert count_values(page) == 1
    page.locator("#redo").click()

    page.locator("#hint").click()
    expect(page.locator("#loading")).to_have_text("Getting ready … Hints and checks follow.")
    # Today’s puzzles are offered to those who have played, and were made with the site.
    page.get_by_role("link", name="Caracol, home").click()
    page.get_by_role("button", name="Today’s Akari", exact=True).click()
    expect(page.locator("#title")).to_contain_text("Akari, ")
    page.go_back()
    page.go_back()
    assert count_values(page) == 2
    # The address alone is enough, too.
    page.reload()
    expect(board.first).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator("#loading")).to_be_visible()
    held.flowing.set()
    expect(page.locator("#advice")).to_be_visible(timeout=PATIENT)
    expect(page.locator("#loading")).to_be_hidden()


@pytest.mark.parametrize("name", ["star-battle", "slitherlink"])
def test_hints_checks_and_new_puzzles_come_from_the_browser(page: Any, name: str) -> None:
    table = Table(page, example(name))
    page.locator("#hint").click()
    expect(page.locator("#advice")).to_be_visible(timeout=PATIENT)
    expect(page.locator("#loading")).to_be_hidden()
    page.locator("#check").click()
    expect(page.locator("#message")).to_have_text("Everything is right so far.")
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    table.solved()
    expect(page.locator("#finish")).to_contain_text("Grade")

    page.locator("#open-new").click()
    page.locator("#new-genre").select_option(name)
    page.locator("#new-sizes button").first.click()
    page.locator("#generate").click()
    expect(page.locator("#new-dialog")).to_be_hidden(timeout=PATIENT)
    assert page.evaluate("board.view.puzzle.certificate ?? board.view.info") is not None
    assert page.evaluate("board.view.genre.id") == name


def test_a_setter_learns_which_clues_clash(page: Any) -> None:
    """The smallest conflict needs more of python-sat than its solvers."""
    runs = {"rows": [[3], [1], [3]], "columns": [[1], [3], [1]]}
    page.goto(f"/#set/{pack({'caracol': 1, 'genre': 'nonogram', **runs})}")
    expect(page.locator("#verdict")).to_contain_text("These cannot all hold:", timeout=PATIENT)


def test_a_kept_puzzle_is_there_in_other_tabs_and_later(page: Any) -> None:
    Table(page, example("akari"))
    page.locator("#share-block summary").click()
    page.locator("#to-library").click()
    expect(page.locator("#shared")).to_contain_text("library", timeout=PATIENT)
    other = page.context.new_page()
    for tab in (other, page):
        tab.goto("/#library")
        expect(tab.locator("#library-list h2")).to_have_count(1, timeout=PATIENT)
    page.reload()
    expect(page.locator("#library-list h2")).to_have_count(1, timeout=PATIENT)
    # Each tab reads what the other has changed.
    page.get_by_role("button", name="Remove").first.click()
    expect(page.locator("#library-list h2")).to_have_count(0, timeout=PATIENT)
    other.reload()
    expect(other.locator("#library-message")).to_contain_text("empty", timeout=PATIENT)


def test_work_can_be_stopped(page: Any) -> None:
    Table(page, example("slitherlink"))
    page.locator("#open-new").click()
    page.locator("#new-genre").select_option("star-battle")
    page.locator("#new-options > summary").click()
    page.locator("[name=size]").fill("14")
    page.locator("[name=stars]").fill("3")
    page.locator("#generate").click()
    expect(page.locator("#generate-message")).to_contain_text(" s", timeout=PATIENT)
    page.locator("#generate-stop").click()
    expect(page.locator("#generate-message")).to_have_text("Stopped.")
    page.locator("#new-dialog .close").click()
    page.locator("#hint").click()
    expect(page.locator("#advice")).to_be_visible(timeout=PATIENT)


def test_it_starts_without_a_connection_after_one_visit(
    new_page: Callable[..., Any], site: Site
) -> None:
    page = new_page()
    page.goto("/")
    for _ in range(PATIENT // 100):
        if page.evaluate(KEPT):
            break
        page.wait_for_timeout(100)
    page.context.set_offline(True)
    page.allowed = ["ERR_INTERNET_DISCONNECTED", site.address]
    page.reload()
    page.get_by_role("link", name="Play Nonogram").click()
    page.locator("#hint").click()
    expect(page.locator("#advice")).to_be_visible(timeout=PATIENT)
    # What the service worker sends is isolated, so that work can be stopped at once.
    assert page.evaluate("crossOriginIsolated") is True


def test_what_needs_other_programs_is_refused_in_a_sentence(
    new_page: Callable[..., Any],
) -> None:
    page = new_page(PHONE)
    Table(page, example("akari"))
    page.locator("#share-block summary").click()
    page.locator("#download-as").select_option("picture pdf")
    page.locator("#download").click()
    expect(page.locator("#shared")).to_contain_text(
        "cannot be done inside a browser", timeout=PATIENT
    )
