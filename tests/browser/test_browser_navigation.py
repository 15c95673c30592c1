"""Nothing gets lost between the views of the page: games, drafts, and questions to the server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from conftest import Server, Table, example, inside, pack
from playwright.sync_api import expect

from caracol.authoring import editing
from caracol.puzzle.plugins import get_genre

STARS, MAGNETS = example("star-battle"), example("magnets")


def test_play_returns_to_the_last_game(page: Any) -> None:
    table = Table(page, MAGNETS)
    table.press(0)
    table.until(0, 1)
    page.click("#nav-set")
    expect(page.locator("#set-genre")).to_have_value("magnets")
    page.click("#nav-play")
    # It has its title, too, if another test has played it with that.
    expect(page.locator("#title")).to_have_text(re.compile("magnets", re.IGNORECASE))
    expect(page.locator("#hint")).to_be_visible()
    table.until(0, 1)
    # The same holds from the library, from the start, and on another day.
    page.click("#nav-library")
    expect(page.locator("#library-title")).to_be_visible()
    page.click("#nav-play")
    table.until(0, 1)
    page.goto("/")
    page.click("#nav-play")
    table.until(0, 1)


def test_set_offers_the_puzzle_that_is_being_played_and_undo_leads_back(page: Any) -> None:
    Table(page, STARS)
    page.click("#nav-set")
    offer = page.get_by_role("button", name="Edit that puzzle")
    expect(offer).to_be_visible()
    expect(page.locator("#set-genre")).to_have_value("star-battle")
    offer.click()
    expect(page.locator("#verdict")).to_contain_text("One solution")
    expect(offer).to_be_hidden()
    page.click("#undo")
    expect(page.locator("#verdict")).not_to_contain_text("One solution")
    page.click("#redo")
    expect(page.locator("#verdict")).to_contain_text("One solution")


def test_each_genre_has_its_draft(page: Any) -> None:
    Table(page, STARS)
    page.click("#nav-set")
    page.locator("summary", has_text="Title").click()
    page.locator("#set-info input").first.fill("Half done")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("Half done")
    Table(page, MAGNETS)
    page.click("#nav-set")
    expect(page.locator("#title")).to_have_text(re.compile("magnets", re.IGNORECASE))
    page.click("#undo")  # what was set before is still there
    expect(page.locator("#title")).to_have_text("Half done")
    page.click("#redo")
    expect(page.locator("#title")).to_have_text(re.compile("magnets", re.IGNORECASE))
    Table(page, STARS)
    page.click("#nav-set")
    expect(page.locator("#title")).to_have_text("Half done")


def test_back_and_forward_lead_through_the_views(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("#genres li")
    page.get_by_role("link", name="Play Star Battle").click()
    expect(page.locator("#title")).to_contain_text("Star Battle")
    page.click("#nav-set")
    expect(page.locator("#set-genre")).to_be_visible()
    page.click("#nav-play")
    expect(page.locator("#hint")).to_be_visible()
    page.click("#nav-library")
    expect(page.locator("#library-title")).to_be_visible()
    for shown in ("#hint", "#set-genre", "#hint", "#home-title"):
        page.go_back()
        expect(page.locator(shown)).to_be_visible()
    for shown in ("#hint", "#set-genre", "#hint", "#library-title"):
        page.go_forward()
        expect(page.locator(shown)).to_be_visible()


def test_a_new_puzzle_begins_with_the_current_genre(page: Any) -> None:
    Table(page, MAGNETS)
    page.click("#open-new")
    expect(page.locator("#new-genre")).to_have_value("magnets")


def test_a_hint_that_was_requested_while_the_server_was_away_is_given(
    new_page: Any, tmp_path: Path
) -> None:
    own_server = Server(tmp_path / "library.sqlite")
    try:
        page = new_page()
        page.allowed = ["ERR_CONNECTION_REFUSED", "api/", own_server.address]
        page.goto(own_server.address)
        page.get_by_role("link", name="Play Star Battle").click()
        page.wait_for_selector(".cell")
        page.wait_for_load_state("networkidle")
        own_server.stop()
        page.click("#hint")
        expect(page.locator("#offline")).to_be_visible()
        own_server.start()
        expect(page.locator("#advice .rung")).to_be_visible(timeout=30_000)
        expect(page.locator("#offline")).to_be_hidden()
        games = json.loads(page.evaluate("localStorage.getItem('caracol games') || '[]'"))
        assert games == []  # a hint alone is not a game
    finally:
        own_server.stop()


def test_an_address_that_is_opened_closes_the_dialogs(page: Any) -> None:
    Table(page, STARS)
    address = page.url
    Table(page, MAGNETS)
    for button, dialog in (("#open-new", "#new-dialog"), ("#open-settings", "#settings-dialog")):
        page.click(button)
        expect(page.locator(dialog)).to_be_visible()
        page.evaluate("address => { location.href = address; }", address)
        expect(page.locator("#title")).to_have_text(STARS.info.title)
        expect(page.locator(dialog)).to_be_hidden()
        page.go_back()
        expect(page.locator("#title")).not_to_have_text(STARS.info.title)


def test_another_puzzle_is_seen_from_its_title(new_page: Any) -> None:
    page = new_page({"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    Table(page, example("akari"))
    page.evaluate("scrollTo(0, 200)")
    Table(page, example("tents"))
    assert page.evaluate("scrollY") == 0
    assert inside(page, "#title")
    expect(page.locator("#caption")).to_have_text("Tents · 5×5")


def test_another_puzzle_opens_while_the_pointer_is_on_a_larger_board(page: Any) -> None:
    table = Table(page, editing.blank(get_genre("star-battle"), {"size": 25}))
    page.mouse.move(*table.middle(200))
    Table(page, example("slitherlink"))
    expect(page.locator("#title")).to_have_text("First loop")


def test_an_address_that_changes_while_the_page_loads_is_followed(page: Any) -> None:
    genres: list[Any] = []
    reads: list[Any] = []
    page.route("**/api/genres*", lambda route: genres.append(route))
    page.route("**/api/read", lambda route: reads.append(route))
    with page.expect_request("**/api/genres*"):
        page.goto("/#library")
    with page.expect_request("**/api/read"):
        page.evaluate("address => { location.hash = address; }", f"play/{pack(MAGNETS)}")
    # The genres are known before the puzzle.
    genres[0].continue_()
    page.wait_for_selector("body.ready")
    page.wait_for_timeout(200)
    page.unroute("**/api/read")
    for read in reads:
        read.continue_()
    expect(page.locator("#play-panel")).to_be_visible()
    expect(page.locator("#start")).to_be_hidden()
