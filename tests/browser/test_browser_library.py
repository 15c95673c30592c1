"""The library on the page: several puzzles at once, started games, and batches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Server, Table, example, inside
from playwright.sync_api import expect

from caracol.library import Library

NAMES = ("star-battle", "magnets", "nonogram", "hitori")


@pytest.fixture
def filled(new_page: Any, tmp_path: Path) -> Iterator[Any]:
    """A page with a library of four puzzles, the newest first."""
    with Library(tmp_path / "library.sqlite") as library:
        for name in NAMES:
            library.add(example(name))
    server = Server(tmp_path / "library.sqlite")
    page = new_page()
    page.allowed = [server.address]
    page.goto(f"{server.address}#library")
    expect(page.locator("#library-list li")).to_have_count(4)
    yield page
    page.goto("about:blank")  # which asks for nothing any more
    server.stop()


def test_several_puzzles_are_removed_and_restored_in_their_places(filled: Any) -> None:
    page = filled
    titles = page.locator("#library-list h2")
    before = titles.all_inner_texts()
    boxes = page.locator("#library-list input[type=checkbox]")
    boxes.nth(0).click()
    boxes.nth(2).click(modifiers=["Shift"])
    assert inside(page, "#library-remove")
    page.get_by_role("button", name="Remove 3 puzzles").click()
    expect(titles).to_have_text(before[3:])
    page.get_by_role("button", name="Restore 3 puzzles").click()
    expect(titles).to_have_text(before)
    page.reload()
    expect(titles).to_have_text(before)


def test_nothing_is_asked_about_puzzles_that_are_removed_while_they_are_graded(
    filled: Any, tmp_path: Path
) -> None:
    page = filled
    held: list[Any] = []
    page.route("**/api/library/*/grade", lambda route: held.append(route))
    with Library(tmp_path / "library.sqlite") as library:
        library.add(example("akari"))  # the others may have been graded by now
    page.reload()
    card = page.locator("#library-list li", has_text="grading …").first
    expect(card).to_be_visible()
    card.get_by_role("button", name="Remove").click()
    undo = page.locator("#library-list").get_by_role("button", name="Restore")
    expect(undo).to_be_visible()
    for route in held:  # the server would say that there is no such puzzle, an error on the console
        route.fallback()
    page.unroute("**/api/library/*/grade")
    page.wait_for_timeout(300)
    expect(undo).to_be_visible()


def test_puzzles_are_sorted_by_what_their_cards_show(filled: Any) -> None:
    page = filled
    genres = page.locator("#library-list p.small")
    page.select_option("#library-order", "genre")
    expect(genres).to_have_text(
        [re.compile(f"^{name}") for name in ("Hitori", "Magnets", "Nonogram", "Star")]
    )
    page.select_option("#library-order", "oldest")
    expect(genres).to_have_text(
        [re.compile(f"^{name}") for name in ("Star", "Magnets", "Nonogram", "Hitori")]
    )


def test_on_a_phone_the_first_cards_are_visible_and_filters_unfold(filled: Any) -> None:
    page = filled
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    boards = page.locator("#library-list .thumb")
    expect(boards.nth(1)).to_be_visible()
    assert all(board.bounding_box()["y"] + 120 <= 740 for board in (boards.nth(0), boards.nth(1)))
    assert page.evaluate("scrollY") == 0
    filters = page.locator("#library-filters-title")
    expect(filters).to_have_text("Filter and sort")
    expect(page.locator("#library-size")).to_be_hidden()
    filters.click()
    page.fill("#library-size", "99")
    expect(boards).to_have_count(0)
    expect(filters).to_have_text("Filter and sort (1 active)")
    page.select_option("#library-solved", "false")
    expect(filters).to_have_text("Filter and sort (2 active)")
    page.fill("#library-size", "")
    filters.click()
    expect(boards).to_have_count(4)
    expect(page.locator("#library-solved")).to_be_hidden()
    expect(filters).to_have_text("Filter and sort (1 active)")


def test_a_started_game_is_shown_and_continued(filled: Any) -> None:
    page = filled
    card = page.locator("#library-list li", has_text="Star Battle")
    card.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board .cell")
    table = Table.__new__(Table)
    table.page = page
    page.locator('.cell[data-cell="7"]').click()
    table.until(7, 1)

    def shows_the_game(answer: Any) -> bool:
        drawn = answer.url.endswith("/api/render") and answer.request.post_data_json
        return bool(drawn) and drawn.get("values", [])[7:8] == [1]

    with page.expect_response(shows_the_game):
        page.click("#nav-library")
    expect(card).to_contain_text("16% filled")
    expect(card.locator("img")).not_to_have_js_property("naturalWidth", 0)
    card.get_by_role("button", name="Play").click()
    table.until(7, 1)


def test_an_open_folder_hides_no_others_and_its_name_is_as_it_was_written(
    filled: Any, tmp_path: Path
) -> None:
    page = filled
    with Library(tmp_path / "library.sqlite") as library:
        for number in (1, 2):
            library.tag(number, "For the Train")
    page.reload()
    page.locator("#folder-tree").get_by_text("For the Train").click()
    expect(page.locator("#library-list li")).to_have_count(2)
    expect(page.locator("#library-title")).to_have_text("Library: For the Train")
    expect(page.locator("#folder-tree [aria-current]")).to_contain_text("For the Train")
    expect(page.locator("#folder-tree a").first.locator(".count")).to_have_text("4")
    assert page.locator("#folder-tree").get_by_text("Hitori").count() == 1
    # Nothing covers the pictures.
    page.wait_for_selector(
        "#library-list .thumb svg, #library-list img.thumb, #library-list .thumb img"
    )
    covered = """(thumb) => {
      const { left, top, right } = thumb.getBoundingClientRect();
      return [left + 4, right - 4].some((x) => !thumb.contains(document.elementFromPoint(x, top + 4)));
    }"""
    for thumb in page.locator("#library-list .thumb").all():
        assert not thumb.evaluate(covered)


def test_a_batch_is_named_after_what_is_in_it(page: Any) -> None:
    page.goto("/")
    page.get_by_role("button", name="Generate Star Battle").click()
    page.get_by_text("Options", exact=True).click()
    page.locator("#generating [name=size]").fill("5")
    page.locator("#generating [name=stars]").fill("1")
    page.select_option("#new-grade", "any")
    page.fill("#new-count", "2")
    page.click("#generate")
    expect(page.locator("#library-title")).to_have_text(
        re.compile(r"Library: Star Battle 5×5, \d+ [A-Z][a-z]+$")
    )
    expect(page.locator("#library-list li")).to_have_count(2)
    expect(page.locator("#library-text")).to_have_value("")
    assert inside(page, "#library-book")
    page.get_by_role("button", name="Remove 2 puzzles").click()
    expect(page.locator("#library-list li")).to_have_count(0)


def test_puzzles_without_a_grade_are_graded_while_they_are_shown(
    filled: Any, tmp_path: Path
) -> None:
    page = filled
    grades = page.locator("#library-list .grade")
    for card in grades.all():
        expect(card).to_have_text(re.compile("^(trivial|easy|medium|hard)$"))
    # The folders follow, and the grades are stored.
    shown = sorted(set(grades.all_inner_texts()))
    for grade in shown:
        expect(page.locator("#folder-tree a", has_text=grade).first).to_be_visible()
    with Library(tmp_path / "library.sqlite") as library:
        kept = [entry.grade for entry in library.search()]
        assert sorted(set(map(str, kept))) == shown
        assert all(entry.certificate["techniques"] for entry in library.search())


@pytest.mark.parametrize("width", [320, 360])
def test_whole_cards_are_seen_on_a_phone(filled: Any, width: int) -> None:
    page = filled
    page.set_viewport_size({"width": width, "height": 740})
    page.locator("#library-list .thumb").first.click()  # the picture opens the puzzle
    page.wait_for_selector("#play-panel:visible")
    page.locator('.cell[data-cell="7"]').click()
    page.click("#nav-library")
    expect(page.get_by_role("button", name="Play").first).to_have_text("Continue")
    page.locator("#library-list input[type=checkbox]").first.click()
    for part in page.locator("#library-list li, #library-list button, #library-selection *").all():
        if part.is_visible():
            box = part.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_wide_window_is_filled_with_cards(filled: Any) -> None:
    page = filled
    page.set_viewport_size({"width": 1920, "height": 1080})
    boxes = [card.bounding_box() for card in page.locator("#library-list li").all()]
    assert len({box["y"] for box in boxes}) == 1
    assert page.locator("#library-list").bounding_box()["width"] > 1200
