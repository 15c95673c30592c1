"""Setting: drawing, typing, painting, and what is said about it meanwhile."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import Table, example, genres_with_examples, inside, puzzle_of
from playwright.sync_api import expect

from caracol.authoring import editing
from caracol.formats import converting, own
from caracol.kit import UNNUMBERED, EditorPart
from caracol.puzzle.plugins import get_genre
from caracol.questions import solving

STARS = example("star-battle")


def status(page: Any) -> Any:
    return page.locator("#verdict .status")


def blank(page: Any, name: str, **options: Any) -> Table:
    return Table(page, editing.blank(get_genre(name), options), "set")


def test_a_star_battle_is_drawn_with_the_pointer(page: Any) -> None:
    table = blank(page, "star-battle", size=4)
    expect(status(page)).to_have_text("More than one solution")
    table.cell(0).hover()
    page.mouse.down()
    table.cell(4).hover()
    table.cell(8).hover()
    page.mouse.up()

    expect(page.locator("#undo")).to_be_enabled()
    assert puzzle_of(page).regions[:9:4] == (0, 0, 0)
    page.click("#undo")
    assert puzzle_of(page).regions[:9:4] == (0, 1, 2)


def test_regions_are_drawn_by_keyboard(page: Any) -> None:
    table = blank(page, "star-battle", size=4)
    table.cell(0).focus()
    for key in ("Space", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)

    expect(page.locator("#undo")).to_be_enabled()
    assert puzzle_of(page).regions[4:6] == (0, 0)


def test_a_region_is_not_lost(page: Any) -> None:
    page.allowed = ["422"]
    table = blank(page, "star-battle", size=2)
    table.cell(0).hover()
    page.mouse.down()
    table.cell(2).hover()
    table.cell(3).hover()
    page.mouse.up()

    expect(page.locator("#message.bad")).to_contain_text("Region B")


def test_a_picture_is_painted_and_gets_its_clues(page: Any) -> None:
    table = blank(page, "nonogram", rows=3, columns=3)
    expect(status(page)).to_have_text("One solution")
    for cell in (0, 1, 2, 4):
        table.press(cell)
        page.wait_for_timeout(60)

    expect(page.locator(".pane.left .clue")).to_have_text(["3", "1", "0"])
    expect(status(page)).to_have_text("One solution")
    expect(page.locator("#verdict")).to_contain_text("Grade")


PUZZLE = "() => JSON.stringify(document.getElementById('board').view.puzzle)"


def type_clues(page: Any, side: str, texts: str) -> None:
    """Type clues one after another; Enter goes on to the next place."""
    page.locator(f'.place[data-side="{side}"][data-number="0"]').click()
    for number, text in enumerate(texts.split(), 1):
        expect(page.locator("#place-text")).to_have_attribute(
            "aria-label", re.compile(f" {number}$")
        )
        page.keyboard.insert_text(text)
        before = page.evaluate(PUZZLE)
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({PUZZLE})() !== before", arg=before)


def test_clues_are_typed_and_give_the_picture(page: Any) -> None:
    table = blank(page, "nonogram", rows=2, columns=3)
    page.get_by_role("button", name="Clues").click()
    type_clues(page, "left", "3 1")
    type_clues(page, "top", "1 2 1")

    expect(status(page)).to_have_text("One solution")
    assert solving.solve(puzzle_of(page)).only() == (1, 1, 1, 0, 1, 0)
    expect(table.cell(0)).to_have_attribute("aria-label", re.compile("must be black cell"))


def test_a_picture_is_painted_in_colours(page: Any) -> None:
    table = blank(page, "nonogram", rows=2, columns=2)
    page.get_by_role("spinbutton", name="Colours").fill("2")
    page.keyboard.press("Tab")
    page.locator("#palette").get_by_role("button", name="red cell").click()
    table.press(0)
    page.locator("#palette").get_by_role("button", name="black cell").click()
    table.press(1)

    expect(page.locator(".pane.left .clue")).to_have_text(["1k", "1r", "0"])
    expect(status(page)).to_have_text("One solution")


def test_a_clue_keeps_its_colours_while_it_is_typed(page: Any) -> None:
    palette = [{"letter": "r", "rgb": "#b5442e"}, {"letter": "g", "rgb": "#3f7d3a"}]
    lines = {"rows": ["1r 1g", "2g"], "columns": ["1r", "2g", "1g"]}
    coloured = {"caracol": 1, "genre": "nonogram", "colours": palette, **lines}
    Table(page, own.decode(coloured), "set")
    page.locator('.place[data-side="left"][data-number="0"]').click()

    expect(page.locator("#place-text")).to_have_value("1r 1g")
    page.fill("#place-text", "1g 1r")
    page.keyboard.press("Enter")
    expect(page.locator(".pane.left .clue").first).to_have_text("1r")
    expect(page.locator("#message.bad")).to_be_hidden()


def test_magnets_are_joined_and_counted(page: Any) -> None:
    table = blank(page, "magnets", rows=2, columns=2)
    table.cell(0).hover()
    page.mouse.down()
    table.cell(2).hover()
    page.mouse.up()
    expect(page.locator("#undo")).to_be_enabled()
    assert puzzle_of(page).partner[0] == 2

    page.get_by_role("button", name="Counts").click()
    table.cell(0).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".pane.left .clue")).to_have_text(["1"])


def test_typed_clues_that_clash_are_named(page: Any) -> None:
    blank(page, "easy-as-abc", size=3, letters="ABC")
    type_clues(page, "left", "A A")

    expect(status(page)).to_have_text("No solution")
    expect(page.locator("#verdict")).to_contain_text("These cannot all hold: the clue A left of")
    assert page.locator(".label.blamed").count() == 2


AMBIGUOUS = {
    "magic-snail": ({"key": "AB", "size": 3}, ["the given"]),
    "easy-as-abc": (
        {"letters": "ABC", "top": ".....", "left": "CC...", "right": "..B.B", "bottom": "B...C"},
        ["the clue A above column 3", "the given"],
    ),
    "magnets": (
        {
            **dict(get_genre("magnets").part(EditorPart).EXAMPLE),
            "rows": {"plus": [None, None, 2, 2, None], "minus": [3, None, 2, None, 2]},
        },
        ["the plus count of row 1: 3", "the given"],
    ),
    "nonogram": (
        {"rows": ["1", "1"], "columns": ["1", "1"]},
        ["a blank in r1c1 of the picture: row 1 is 0", "the given black cell"],
    ),
    "star-battle": (
        {"stars": 1, "regions": ["AABB", "AABB", "CCDD", "CCDD"]},
        ["in region B instead of region A", "the given star"],
    ),
}
"""Puzzles with several solutions, and what single clues make them unique."""


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_single_clues_that_make_it_unique_are_offered_and_taken(page: Any, name: str) -> None:
    entries, offers = AMBIGUOUS[name]
    Table(page, own.decode({"caracol": 1, "genre": name, **entries}), "set")
    expect(status(page)).to_have_text("More than one solution")
    page.get_by_label("Show candidates").check()
    expect(page.locator("#verdict")).to_contain_text("two solutions differ in the shaded ones")
    assert page.locator("#board .content .mark").count() > 1
    assert page.locator(".under .differ").get_attribute("d").count("M") > 1
    offered = page.locator("#verdict .suggestion")
    expect(offered).to_have_count(len(offers))
    for number, words in enumerate(offers):
        expect(offered.nth(number)).to_contain_text(re.compile(re.escape(words), re.IGNORECASE))

    for number in range(len(offers)):
        offered.nth(number).click()
        expect(status(page)).to_have_text("One solution")
        expect(page.locator("#verdict")).to_contain_text("Grade: ")
        page.click("#undo")
        expect(status(page)).to_have_text("More than one solution")


def test_where_no_single_clue_does_it_that_is_said(page: Any) -> None:
    clues = ["1"] * 5
    diagonal = {"caracol": 1, "genre": "nonogram", "rows": clues, "columns": clues}
    Table(page, own.decode(diagonal), "set")

    expect(page.locator("#verdict")).to_contain_text("makes it unique.")
    expect(page.locator("#verdict .suggestion")).to_have_count(0)


def test_a_suggested_cell_is_painted(page: Any) -> None:
    table = blank(page, "nonogram", rows=2, columns=2)
    for cell in (0, 3):
        table.press(cell)
        page.wait_for_timeout(60)
    page.locator("#verdict .suggestion").first.click()
    expect(status(page)).to_have_text("One solution")
    page.wait_for_timeout(200)

    solution = solving.solve(puzzle_of(page)).only()
    assert [value or 0 for value in table.values()] == list(solution)
    assert sum(solution) in (1, 3)


CLASHES = {
    "magic-snail": ({"key": "AB", "size": 3, "grid": ["A..", ".A.", "..."]}, "the given A"),
    "easy-as-abc": ({"letters": "ABC", "top": "A..", "left": "B..", "right": "...",
                     "bottom": "A.."}, "the clue A"),
    "magnets": (
        {
            "dominoes": ["LR", "LR"],
            "rows": {"plus": [1, 0], "minus": [None, None]},
            "columns": {"plus": [0, 0], "minus": [None, None]},
        },
        "the plus count of",
    ),
    "nonogram": ({"rows": ["2", "0"], "columns": ["1", "0"]}, "row 1 has the run 2"),
    "star-battle": ({"stars": 1, "regions": ["AABB", "CCCC", "CCDD", "CDDD"]}, "region A has"),
}  # fmt: skip
"""Puzzles without a solution, and what of them clashes."""


@pytest.mark.parametrize("name", CLASHES)
def test_what_clashes_is_said_in_words_and_shown(page: Any, name: str) -> None:
    entries, words = CLASHES[name]
    Table(page, own.decode({"caracol": 1, "genre": name, **entries}), "set")

    expect(status(page)).to_have_text("No solution")
    expect(page.locator("#verdict")).to_contain_text(words)
    assert page.locator(".label.blamed, .over .wrong").count() > 0


def test_clues_that_are_not_needed_are_counted_and_dimmed(page: Any) -> None:
    Table(page, own.decode(get_genre("nonogram").part(EditorPart).EXAMPLE), "set")

    expect(page.locator("#verdict")).to_contain_text(
        "not needed (remove one at a time): rows 1, 3–10; columns 1–10."
    )
    assert page.locator(".label.dimmed").count() > 30


def test_where_no_clue_could_be_left_out_nothing_is_said_of_it(page: Any) -> None:
    Table(page, STARS, "set")
    expect(page.locator("#verdict")).to_contain_text("Grade")
    expect(page.locator("#verdict")).to_have_attribute("aria-busy", "false")

    expect(page.locator("#verdict")).not_to_contain_text("needed")


@pytest.mark.served
def test_a_new_title_costs_no_solve(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Table(page, STARS, "set")
    expect(page.locator("#verdict")).to_contain_text("Grade")
    page.get_by_text("Title and author").click()
    page.locator("#set-info").get_by_label("Title").fill("My own")
    page.keyboard.press("Tab")
    expect(page.locator("#title")).to_have_text("My own")
    page.wait_for_timeout(300)

    assert sum(url.endswith("/judge") for url in asked) == 1


def test_a_stale_verdict_never_replaces_a_newer_one(page: Any) -> None:
    table = blank(page, "nonogram", rows=5, columns=5)
    for cell in range(0, 25, 6):
        table.press(cell)
    expect(status(page)).to_have_text("More than one solution")
    page.wait_for_timeout(500)
    expect(page.locator(".pane.left .clue")).to_have_text(["1"] * 5)

    # All five acts are undone one by one, faster than anyone can judge them.
    for _ in range(5):
        page.click("#undo")
    expect(status(page)).to_have_text("One solution")
    page.wait_for_timeout(500)
    expect(status(page)).to_have_text("One solution")


def test_what_was_set_is_played(page: Any) -> None:
    Table(page, STARS, "set")
    page.get_by_role("button", name="Play it").click()

    expect(page.locator("#play-panel")).to_be_visible()
    assert "#play/" in page.url


def test_numbers_are_typed_into_squares(page: Any) -> None:
    table = blank(page, "akari", rows=2, columns=3)
    table.cell(1).focus()
    page.keyboard.press("2")
    expect(page.locator("#place-text")).to_have_value("2")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_be_enabled()
    assert puzzle_of(page).clues == (None, 2, None, None, None, None)

    # A press opens the square; Enter goes on to the next one.
    table.press(3)
    page.keyboard.type("#")
    page.keyboard.press("Enter")
    expect(table.cell(4)).to_be_focused()
    assert puzzle_of(page).clues[3] == -1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    page.wait_for_url(lambda url: converting.read(url).clues == (None, 2, None, None, None, None))


def test_what_no_square_can_have_is_refused(page: Any) -> None:
    page.allowed = ["422"]
    table = blank(page, "hitori", rows=2, columns=2)
    table.press(0)
    page.keyboard.type("seven")
    page.keyboard.press("Enter")

    expect(page.locator("#message.bad")).to_contain_text(
        "'seven' is neither a number from 0 to 250 nor '.'"
    )


@pytest.mark.parametrize("name", [genre.id for genre in genres_with_examples()])
def test_a_setter_begins_with_an_empty_board_and_the_tools_beside_it(
    new_page: Any, name: str
) -> None:
    page = new_page({"width": 1280, "height": 800})
    blank(page, name)
    page.wait_for_selector('#verdict[aria-busy="false"] .status:not(.waiting)')
    expect(page.locator("#board .content .mark")).to_have_count(0)
    for tool in ("#set-tools button", "#set-genre", "#set-new input", "#play-it", "#verdict"):
        assert inside(page, tool), tool
    page.get_by_label("Show candidates").check()
    expect(page.locator("#board .content .mark")).not_to_have_count(0)


def test_given_digits_are_the_clues_of_a_sudoku(page: Any) -> None:
    blank(page, "sudoku")
    expect(page.locator("#set-tools button").first).to_have_text("Given cells")
    # What is either so or not has a box, not a text to write.
    expect(page.locator('#set-new input[name="diagonals"]')).to_have_attribute("type", "checkbox")
    page.get_by_role("button", name="Finish it for me").click()
    expect(status(page)).to_have_text("One solution", timeout=60_000)
    assert page.locator("#board .content.given").count() > 16


@pytest.mark.parametrize("name", ["hitori", "akari"])
def test_an_empty_board_becomes_a_puzzle_with_clues_of_its_genre(page: Any, name: str) -> None:
    blank(page, name, rows=5, columns=6)
    page.get_by_role("button", name="Finish it for me").click()
    expect(status(page)).to_have_text("One solution", timeout=60_000)
    expect(page.locator("#message")).to_contain_text(f"a whole new {get_genre(name).name}")
    made = puzzle_of(page)
    assert (made.grid.columns, made.grid.rows) == (6, 5)
    assert set(made.givens) == {None}
    assert page.locator("#board .texts .clue").count() > 2
    page.click("#undo")
    expect(status(page)).to_have_text("More than one solution")


def test_given_cells_are_added_only_on_request(page: Any) -> None:
    # All clues beside the board are there, and yet there are two solutions.
    sides = {
        "left": [2, 3, 1, 2],
        "right": [2, 1, 3, 2],
        "top": [3, 1, 3, 2],
        "bottom": [2, 3, 1, 3],
    }
    Table(page, own.decode({"caracol": 1, "genre": "skyscrapers", "size": 4, **sides}), "set")
    page.get_by_role("button", name="Finish it for me").click()
    expect(page.locator("#message")).to_contain_text("change some of yours, or add given cells")
    assert set(puzzle_of(page).givens) == {None}
    page.get_by_role("button", name="Add given cells").click()
    expect(page.locator("#message")).to_contain_text("Undo")
    expect(status(page)).to_have_text("One solution")
    assert set(puzzle_of(page).givens) != {None}


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("akari", [".....", ".....", "..#..", ".....", "....."]),
        ("hitori", ["123456", *["......"] * 5]),
        ("hitori", ["11....", *["......"] * 5]),
    ],
)
def test_a_board_that_is_begun_is_finished_with_clues_of_its_genre(
    page: Any, name: str, rows: list[str]
) -> None:
    begun = get_genre(name).of(*rows)
    Table(page, begun, "set")
    page.get_by_role("button", name="Finish it for me").click()
    expect(page.locator("#message")).to_contain_text("Undo")
    expect(status(page)).to_have_text("One solution")
    made = puzzle_of(page)
    assert set(made.givens) == {None}
    clues = made.genre.clues(made)
    pairs = zip(begun.genre.clues(begun), clues, strict=True)
    assert all(before in (after, None, UNNUMBERED) for before, after in pairs)
    # The message names cells, so the board shows where they are.
    assert page.locator(".coordinate").first.is_visible()
    if name == "akari":  # its pattern of black squares is still symmetric
        black = [clue is not None for clue in clues]
        assert sum(black) > 1
        assert black == black[::-1]


def test_added_clues_keep_the_symmetry(page: Any) -> None:
    numbers = ["3....", ".....", ".....", ".....", "....3"]
    Table(page, own.decode({"caracol": 1, "genre": "slitherlink", "numbers": numbers}), "set")
    page.get_by_role("button", name="Finish it for me").click()
    expect(page.locator("#message")).to_contain_text("Undo")
    expect(status(page)).to_have_text("One solution")
    clues = [number is not None for number in puzzle_of(page).numbers]
    assert clues == clues[::-1]


def test_clues_in_squares_are_typed_with_arrows_between_them(page: Any) -> None:
    table = Table(page, editing.blank(get_genre("akari"), {"rows": 4, "columns": 4}), "set")
    table.press(0)
    for key in ("2", "ArrowRight", "ArrowRight", "1", "ArrowDown", "#", "ArrowLeft"):
        page.keyboard.press(key)
    # With the caret behind what was typed, this arrow goes back in it.
    expect(page.locator("#place-text")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(table.cell(10)).to_be_focused()
    expect(page.locator("#place-form")).to_be_hidden()
    page.wait_for_function(
        "() => document.getElementById('board').view.puzzle.clues.join() === '2.1.,..#.,....,....'"
    )
    # Numbers in squares whose sides are the cells are reached square by square, too.
    table = Table(page, editing.blank(get_genre("slitherlink"), {"rows": 3, "columns": 3}), "set")
    table.press(0)
    for key in ("2", "ArrowRight", "1", "ArrowDown", "3", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function(
        "() => document.getElementById('board').view.puzzle.numbers.join() === '21.,.3.,...'"
    )
