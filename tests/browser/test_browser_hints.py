"""Hints, as they are seen: what is highlighted, how they are stepped through and done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Table, example, genres_with_examples, inside
from playwright.sync_api import expect
from test_browser_look import contrast

from caracol.formats import own
from caracol.puzzle import Genre
from caracol.questions import explaining

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
OpenPage = Callable[..., Any]


def open_page(new_page: OpenPage, size: dict[str, int]) -> Any:
    return new_page(size, has_touch=size is PHONE, is_mobile=size is PHONE)


def open_whole_hint(page: Any) -> None:
    """Ask for a hint, and for more until the whole reason is shown."""
    page.click("#hint")
    expect(page.locator("#advice .rung").first).to_be_visible()
    while not page.locator("#advice .full").count():
        page.get_by_role("button", name="Tell me more").click()


def button(page: Any, name: str) -> Any:
    return page.locator("#advice").get_by_role("button", name=name, exact=True)


@SIZES
def test_a_move_is_stepped_through_and_done_step_by_step(
    new_page: OpenPage, size: dict[str, int]
) -> None:
    regions = ["ABBCCC", "ABBDDD", "AAEEED", "AAEEEE", "AAEEFF", "AAAEEF"]
    puzzle = own.decode({"caracol": 1, "genre": "star-battle", "stars": 1, "regions": regions})
    move = explaining.hint(puzzle).move
    assert move is not None
    assert len(move.steps) > 2
    page = open_page(new_page, size)
    table = Table(page, puzzle)
    open_whole_hint(page)
    number = page.locator("#advice .step-number")
    full = page.locator("#advice .full")
    expect(number).to_have_text(f"Step 1 of {len(move.steps)}")
    expect(full).to_have_text(move.steps[0].sentence)
    assert inside(page, "#advice .step-number")
    expect(button(page, "Back")).to_be_disabled()
    for name in ("Forward", "Do it", "Do the move"):
        assert inside(page, f"#advice button:text-is('{name}'), #advice [aria-label='{name}']")
    # ▶ and ◀ look at other steps and write nothing; the highlights follow.
    button(page, "Forward").click()
    expect(number).to_have_text(f"Step 2 of {len(move.steps)}")
    expect(full).to_have_text(move.steps[1].sentence)
    expect(page.locator(".over .conclusion")).to_have_count(len(move.steps[1].cells.conclusion))
    button(page, "Back").click()
    expect(full).to_have_text(move.steps[0].sentence)
    assert set(table.values()) == {None}
    # "Do it" writes this step and goes on to the next; the rest is done at once.
    button(page, "Do it").click()
    for cell, value in move.steps[0].settles:
        table.until(cell, value)
    expect(number).to_have_text(f"Step 2 of {len(move.steps)}")
    button(page, "Do the move").click()
    wrote = {cell: value for step in move.steps for cell, value in step.settles}
    for cell, value in wrote.items():
        table.until(cell, value)
    expect(page.locator("#advice")).to_be_hidden()
    assert {c: v for c, v in enumerate(table.values()) if v is not None} == wrote
    page.click("#undo")
    page.click("#undo")
    assert set(table.values()) == {None}


@SIZES
def test_the_links_of_a_trial_are_stepped_through_with_arrows(
    new_page: OpenPage, size: dict[str, int]
) -> None:
    puzzle = example("magnets")
    longest = max(explaining.open_steps(puzzle), key=lambda step: len(step.chain))
    page = open_page(new_page, size)
    Table(page, puzzle)
    page.click("#hint")
    button(page, "All steps").click()
    page.locator("#advice .step").filter(has_text=longest.name).first.click()
    while not page.locator("#advice .full").count():
        button(page, "Tell me more").click()
    links = page.locator("#advice .links li")
    number = links.count()
    assert number > 1
    arrows = page.locator(".over .arrow")
    seen, newest = [], []
    for at in range(number):
        current = page.locator("#advice .links .current")
        expect(current).to_have_text(links.nth(at).text_content())
        assert inside(page, "#advice .links .current")
        seen.append(arrows.count())
        newest.append(page.locator(".over .arrow.last").count())
        # Arrows are as long as the way from one cell to the other, and not somewhere else.
        board = page.locator(".pane.main").bounding_box()
        for arrow in arrows.all():
            box = arrow.bounding_box()
            assert board["x"] - 1 <= box["x"] <= board["x"] + board["width"]
            assert board["y"] - 1 <= box["y"] <= board["y"] + board["height"]
            assert max(box["width"], box["height"]) > 5
        if at < number - 1:
            button(page, "Forward").click()
    # Those of the links before stay, so that the chain grows.
    assert seen == sorted(seen)
    assert seen[-1] > 0
    assert max(newest) > 0
    assert newest[-1] == 0  # the last link is what cannot be, and leads nowhere
    button(page, "Back").click()
    expect(page.locator("#advice .links .current")).to_have_text(
        links.nth(number - 2).text_content()
    )


@pytest.mark.parametrize("genre", genres_with_examples(), ids=lambda genre: genre.id)
def test_words_cover_a_third_of_a_phone_at_most(new_page: OpenPage, genre: Genre[Any]) -> None:
    page = open_page(new_page, PHONE)
    table = Table(page, example(genre.id))
    sheet = page.locator("#talk")
    # The rules are all there, with the button to go on.
    rules, bar = page.locator("#tour > p").nth(1), page.locator("#tour .bar")
    expect(rules).to_have_text(table.puzzle.genre.instructions_of(table.puzzle))
    box = rules.bounding_box()
    assert sheet.bounding_box()["y"] < box["y"]
    assert box["y"] + box["height"] <= bar.bounding_box()["y"]
    assert inside(page, "#tour button.primary")
    assert sheet.bounding_box()["height"] <= PHONE["height"] / 3 + 1
    page.click("#hint")
    expect(page.locator("#advice .rung").first).to_be_visible()
    for _ in range(5):
        assert sheet.bounding_box()["height"] <= PHONE["height"] / 3 + 1
        first = page.locator("#advice .rung:visible").last
        top, above = first.bounding_box()["y"], sheet.bounding_box()["y"]
        assert above <= top < above + 100  # the first line can be read without scrolling
        assert inside(page, "#advice .move-bar button")
        if page.locator("#advice .full").count():
            break
        button(page, "Tell me more").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["akari", "kakuro"])
def test_named_clues_can_be_read_on_black_squares(
    new_page: OpenPage, name: str, scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    Table(page, example(name))
    open_whole_hint(page)
    fill = "(element) => getComputedStyle(element).fill"
    cited = page.locator('.texts .label.cited[data-ground="dark"] .clue').first
    assert contrast(cited.evaluate(fill), page.locator(".shades .shaded").evaluate(fill)) > 4.5


def test_a_clue_that_is_a_picture_is_highlighted_and_its_hint_is_done(page: Any) -> None:
    table = Table(page, example("tents"))
    # The steps lead to one about a tree, which writes nothing that a cell shows.
    for _ in range(60):
        open_whole_hint(page)
        if "The tree in" in page.locator("#advice .full").inner_text():
            break
        button(page, "Do it").click()
        page.wait_for_timeout(50)
    signs = page.locator(".under .sign").bounding_box()
    cell = table.cell(0).bounding_box()
    assert signs["width"] >= cell["width"] - 1
    # The cell that has the tent is ringed, although nothing is written into it yet.
    tent = re.search(
        r"so r(\d+)c(\d+) has (?:the|no) tent of", page.locator("#advice .full").inner_text()
    )
    assert tent is not None
    place = (int(tent[1]) - 1) * table.puzzle.grid.columns + int(tent[2]) - 1
    rings = page.locator(".over .conclusion").all()
    middles = [
        (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)
        for b in (r.bounding_box() for r in rings)
    ]
    x, y = table.middle(place)
    assert any(abs(x - a) < 2 and abs(y - b) < 2 for a, b in middles)
    number = page.locator("#advice .step-number").inner_text()
    button(page, "Do it").click()
    expect(page.locator("#advice")).not_to_contain_text(number)


def test_a_named_sign_between_cells_hides_nothing(page: Any) -> None:
    Table(page, example("futoshiki"))
    page.click("#hint")
    expect(page.locator("#advice .rung-where")).to_have_text(
        "Look at the sign between r1c3 and r2c3."
    )
    sign = page.locator(".label.cited .clue.between")
    style = sign.evaluate(
        "(one) => [getComputedStyle(one).textDecorationLine, getComputedStyle(one).fontWeight]"
    )
    assert style == ["none", "700"]


@SIZES
def test_the_hint_button_tells_more_each_time_and_never_writes(
    new_page: OpenPage, size: dict[str, int]
) -> None:
    """Where, which technique, which rules, what follows, why; then the next step; then "Do it"."""
    puzzle = example("futoshiki")
    move = explaining.hint(puzzle).move
    assert move is not None
    assert len(move.steps) > 1
    page = open_page(new_page, size)
    table = Table(page, puzzle)
    first = move.steps[0]
    said = []
    for rung in ("where", "technique", "rules", "conclusion"):
        page.click("#hint")
        expect(page.locator(f"#advice .rung-{rung}")).to_be_visible()
        assert inside(page, f"#advice .rung-{rung}")
        said.append(page.locator(f"#advice .rung-{rung}").inner_text())
    assert len(set(said)) == 4
    page.click("#hint")
    expect(page.locator("#advice .full")).to_have_text(first.sentence)
    # Then the other steps of the move, one each time.
    for step in move.steps[1:]:
        page.click("#hint")
        expect(page.locator("#advice .full")).to_have_text(step.sentence)
    # There is nothing more to tell: the button that writes has the focus, and Enter presses it.
    page.click("#hint")
    expect(page.locator("#advice .full")).to_have_text(move.steps[-1].sentence)
    expect(button(page, "Do it")).to_be_focused()
    assert inside(page, "#advice .move-bar .primary")
    assert set(table.values()) == set(puzzle.givens)
    page.keyboard.press("Enter")
    for cell, value in move.steps[-1].settles:
        table.until(cell, value)


@pytest.mark.parametrize("name", ["easy-as-abc", "skyscrapers"])
def test_a_clue_below_the_board_is_seen_above_the_words(new_page: OpenPage, name: str) -> None:
    page = open_page(new_page, PHONE)
    Table(page, example(name))
    open_whole_hint(page)
    cited = page.locator("#board .label.cited")
    expect(cited.last).to_be_visible()
    floor = page.locator("#talk").bounding_box()["y"]
    for label in cited.all():
        box = label.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= floor


def test_no_two_rows_of_the_list_of_steps_are_the_same(page: Any) -> None:
    puzzle = example("akari")
    steps = explaining.open_steps(puzzle)
    Table(page, puzzle)
    page.click("#hint")
    button(page, "All steps").click()
    expect(page.locator("#advice")).to_contain_text(f"{len(steps)} steps are open")
    rows = page.locator("#advice .step").all_inner_texts()
    assert len(set(rows)) == len(rows) < len(steps)
    counts = [int(found) for found in re.findall(r"\((\d+) steps\)", " ".join(rows))]
    assert sum(counts) + len(rows) - len(counts) == len(steps)


def test_an_explanation_is_read_and_left_without_scrolling_on_a_phone(new_page: OpenPage) -> None:
    page = open_page(new_page, PHONE)
    Table(page, example("akari"))
    page.get_by_role("button", name="Explain everything").click()
    expect(page.locator("#walk")).to_be_visible()
    for _ in range(6):
        page.click("#walk-next")
        for part in ("#walk-title", "#walk-next", "#walk-end"):
            assert inside(page, part)
        top = page.locator("#walk-sentence").bounding_box()["y"]
        assert top + 40 < page.locator("#walk .bar").bounding_box()["y"]


def test_all_that_follows_a_hint_is_in_sight_on_a_phone(new_page: OpenPage) -> None:
    page = open_page(new_page, PHONE)
    Table(page, example("akari"))
    open_whole_hint(page)
    boxes = [button(page, name).bounding_box() for name in ("Another hint", "All steps")]
    assert boxes[0]["y"] == boxes[1]["y"]


def test_the_buttons_of_a_mistake_are_in_sight_on_a_phone(new_page: OpenPage) -> None:
    page = open_page(new_page, PHONE)
    table = Table(page, example("sudoku"))
    cell, value = next((cell, value) for cell, value in table.to_write() if value < 6)
    table.write_by_mouse(cell, value + 1)
    page.click("#hint")
    for name in ("Show me where", "Back to before the mistake"):
        box = button(page, name).bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"]
        assert inside(page, f"#advice button:text('{name}')")


def test_notes_below_the_board_hide_no_words_of_a_hint(new_page: OpenPage) -> None:
    page = open_page(new_page, PHONE)
    Table(page, example("sudoku"))
    page.click("#pencil")
    open_whole_hint(page)
    below = page.locator("#dock").bounding_box()["y"]
    sheet = page.locator("#talk").bounding_box()
    assert abs(sheet["y"] + sheet["height"] - below) < 2
    button(page, "All steps").click()
    expect(page.locator("#advice .steps")).to_be_visible()
