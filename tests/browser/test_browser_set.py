"""Setting, importing, exporting, the library, and how the page looks to everyone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Server, Table
from playwright.sync_api import expect

from caracol import desk, exchange, verbs
from caracol.exchange import own
from caracol.genre import genre
from caracol.library import Library

MEASURE = Path(__file__).with_name("measure.js").read_text().strip().rstrip(";")
STARS = own.decode(genre("star-battle").part("desk").EXAMPLE)


def status(page: Any) -> Any:
    return page.locator("#verdict .status")


def puzzle_of(page: Any) -> Any:
    """The puzzle that stands in the address of the page."""
    return exchange.read(page.url)


def blank(page: Any, name: str, **options: Any) -> Table:
    return Table(page, desk.blank(genre(name), options), "set")


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

    expect(page.locator("#message.bad")).to_contain_text("region B")


def test_a_picture_is_painted_and_gets_its_clues(page: Any) -> None:
    table = blank(page, "nonogram", rows=3, columns=3)
    expect(status(page)).to_have_text("One solution")
    for cell in (0, 1, 2, 4):
        table.press(cell)
        page.wait_for_timeout(60)

    expect(page.locator(".pane.left .clue")).to_have_text(["3", "1", "0"])
    expect(status(page)).to_have_text("One solution")
    expect(page.locator("#verdict")).to_contain_text("Grade")


def type_clues(page: Any, side: str, texts: str) -> None:
    """Type clues one after another; Enter goes on to the next place."""
    page.locator(f'.place[data-side="{side}"][data-number="0"]').click()
    for number, text in enumerate(texts.split(), 1):
        expect(page.locator("#place-text")).to_have_attribute(
            "aria-label", re.compile(f" {number}$")
        )
        page.keyboard.insert_text(text)
        with page.expect_response("**/api/edit"):
            page.keyboard.press("Enter")


def test_clues_are_typed_and_give_the_picture(page: Any) -> None:
    table = blank(page, "nonogram", rows=2, columns=3)
    page.get_by_role("button", name="Clues").click()
    type_clues(page, "left", "3 1")
    type_clues(page, "top", "1 2 1")

    expect(status(page)).to_have_text("One solution")
    assert verbs.solve(puzzle_of(page)).only() == (1, 1, 1, 0, 1, 0)
    expect(table.cell(0)).to_have_attribute("aria-label", re.compile("must be black cell"))


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
            **dict(genre("magnets").part("desk").EXAMPLE),
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
    expect(page.locator("#verdict")).to_contain_text("two solutions differ in the shaded ones")
    assert page.locator(".under .differ").count() > 1
    assert page.locator(".content .mark").count() > 1  # what each cell can be
    offered = page.locator("#verdict p", has_text="It would be unique with")
    expect(offered).to_have_count(len(offers))
    for number, words in enumerate(offers):
        expect(offered.nth(number)).to_contain_text(words)

    for number in range(len(offers)):
        page.get_by_role("button", name="Do that").nth(number).click()
        expect(status(page)).to_have_text("One solution")
        expect(page.locator("#verdict")).to_contain_text("Grade: ")
        page.click("#undo")
        expect(status(page)).to_have_text("More than one solution")


def test_where_no_single_clue_does_it_that_is_said(page: Any) -> None:
    clues = ["1"] * 5
    diagonal = {"caracol": 1, "genre": "nonogram", "rows": clues, "columns": clues}
    Table(page, own.decode(diagonal), "set")

    expect(page.locator("#verdict")).to_contain_text("makes it unique.")
    assert page.get_by_role("button", name="Do that").count() == 0


def test_a_suggested_cell_is_painted(page: Any) -> None:
    table = blank(page, "nonogram", rows=2, columns=2)
    for cell in (0, 3):
        table.press(cell)
        page.wait_for_timeout(60)
    page.get_by_role("button", name="Do that").first.click()
    expect(status(page)).to_have_text("One solution")
    page.wait_for_timeout(200)

    solution = verbs.solve(puzzle_of(page)).only()
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
    "nonogram": ({"rows": ["2", "0"], "columns": ["1", "0"]}, "row 1 has the runs 2"),
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
    Table(page, own.decode(genre("nonogram").part("desk").EXAMPLE), "set")

    expect(page.locator("#verdict")).to_contain_text("each alone: row 1, 3–10; column 1–10.")
    assert page.locator(".label.dimmed").count() > 30


def test_where_no_clue_could_be_left_out_nothing_is_said_of_it(page: Any) -> None:
    Table(page, STARS, "set")
    expect(page.locator("#verdict")).to_contain_text("Grade")
    expect(page.locator("#verdict")).to_have_attribute("aria-busy", "false")

    expect(page.locator("#verdict")).not_to_contain_text("needed")


def test_a_new_title_costs_no_solve(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Table(page, STARS, "set")
    expect(page.locator("#verdict")).to_contain_text("Grade")
    page.get_by_text("Title and author").click()
    page.get_by_label("Title").fill("My own")
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


def test_a_puzzle_is_generated_and_its_seed_is_a_promise(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    links = []
    for _ in range(2):
        page.click("#open-new")
        page.select_option("#new-genre", "star-battle")
        page.locator("#wishes [name=size]").fill("6")
        page.locator("#wishes [name=stars]").fill("1")
        page.fill("#new-seed", "7")
        page.click("#generate")
        expect(page.locator("#new-dialog")).to_be_hidden()
        links.append(page.url)

    assert links[0] == links[1]
    assert verbs.solve(puzzle_of(page)).status == "unique"


@pytest.mark.parametrize("format", ["json", "caracol", "puzz.link", "tatham"])
def test_a_puzzle_of_any_format_is_pasted(page: Any, format: str) -> None:
    puzzle = own.decode(genre("magnets").part("desk").EXAMPLE)
    try:
        text = exchange.convert(puzzle, format).text
    except LookupError:
        pytest.skip(f"there is no format {format}")
    except ValueError:
        text = exchange.convert(STARS, format).text
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    page.fill("#import-text", text)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_selector(".cell")

    assert puzzle_of(page) in (puzzle, STARS)


def test_text_that_is_no_puzzle_gets_a_sentence(page: Any) -> None:
    page.allowed = ["422"]
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    page.fill("#import-text", "not a puzzle at all")
    page.get_by_role("button", name="Open it").click()

    expect(page.locator("#import-message")).to_contain_text("none of the formats")


JAP = b"TLS\0\0\0\0\0\x02\x03" + bytes([2, 1, 1, 1, 2, 1, 2, 1, 1, 1, 2])
"""A Nonogram with two columns and three rows, as bytes."""


def test_a_file_of_bytes_is_picked(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    page.set_input_files(
        "#import-file", {"name": "a.jap", "mimeType": "application/octet-stream", "buffer": JAP}
    )
    page.wait_for_selector(".cell")

    assert puzzle_of(page) == exchange.read(JAP)


def drop(page: Any, name: str, content: bytes) -> None:
    """Drop a file on the page, as a file manager does."""
    page.locator("main").evaluate(
        """(main, [name, bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], name));
          for (const kind of ["dragover", "drop"])
            main.dispatchEvent(
              new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [name, list(content)],
    )


def test_a_file_is_dropped_on_the_page(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    drop(page, "a.jap", JAP)
    page.wait_for_selector(".cell")

    assert puzzle_of(page) == exchange.read(JAP)


def test_a_huge_file_is_refused_before_it_is_sent(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.set_input_files(
        "#import-file", {"name": "film.mp4", "mimeType": "video/mp4", "buffer": bytes(5_000_000)}
    )

    expect(page.locator("#import-message")).to_contain_text("film.mp4 has 5000 kB")


def test_half_a_link_gets_a_sentence(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    page.fill("#import-text", "http://127.0.0.1/#play/eyJjYXJhY29s")
    page.get_by_role("button", name="Open it").click()

    expect(page.locator("#import-message")).to_contain_text("holds no puzzle, or not all of it")


def test_an_address_that_holds_no_puzzle_leads_to_the_start(page: Any) -> None:
    page.allowed = ["422"]
    page.goto("/#play/caracol:nonsense/1")

    expect(page.locator("#generate-message")).not_to_be_empty()


def test_pictures_and_files_are_downloaded(page: Any, tmp_path: Path) -> None:
    Table(page, STARS)
    page.get_by_text("Share, export, print").click()
    kinds = {"picture svg": b"<svg", "picture png": b"\x89PNG", "picture pdf": b"%PDF"}
    page.wait_for_selector("#download-as option", state="attached")
    for kind, start in {**kinds, "format json": b"{"}.items():
        page.select_option("#download-as", kind)
        with page.expect_download() as download:
            page.click("#download")
        path = tmp_path / kind
        download.value.save_as(path)
        assert path.read_bytes().lstrip()[:4].startswith(start)

    assert exchange.read((tmp_path / "format json").read_text()) == STARS


def test_a_link_is_the_puzzle(page: Any, new_page: Any) -> None:
    Table(page, STARS)
    page.get_by_text("Share, export, print").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#shared")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")

    assert exchange.read(link) == STARS
    other = new_page()
    other.goto(link)
    expect(other.locator("#title")).to_have_text(STARS.info.title)


def test_the_library_keeps_finds_prints_and_forgets(page: Any, tmp_path: Path) -> None:
    table = Table(page, STARS)
    page.get_by_text("Share, export, print").click()
    page.get_by_role("button", name="Add to library").click()
    expect(page.locator("#shared")).to_contain_text("in the library")
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    with page.expect_response("**/api/library/solved"):
        table.solved()

    page.get_by_role("link", name="Library").click()
    expect(page.locator("#shelf-list li")).to_have_count(1)
    expect(page.locator("#shelf-list li")).to_contain_text("solved")
    page.fill("#shelf-text", "nothing of this name")
    expect(page.locator("#shelf-list li")).to_have_count(0)
    page.fill("#shelf-text", "")
    page.get_by_label(f"Choose {STARS.info.title}").check()
    page.get_by_role("button", name="Print the chosen one").click()
    page.get_by_label("Title").fill("For my class")
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Make the PDF").click()
    assert download.value.suggested_filename == "for-my-class.pdf"
    download.value.save_as(tmp_path / "book.pdf")
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#shelf-list li")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_library_has_a_folder_for_each_genre_and_grade(
    new_page: Any, tmp_path: Path, size: dict[str, int]
) -> None:
    with Library(tmp_path / "library.sqlite") as library:
        first = library.add(STARS, {"grade": {"number": 3.1, "word": "medium"}}).id
        library.add(own.decode(genre("magnets").part("desk").EXAMPLE), {"grade": "easy"})
        library.add(own.decode(genre("nonogram").part("desk").EXAMPLE))
        library.save_game(first, {}, solved=True)
    own_server = Server(tmp_path / "library.sqlite")
    try:
        page = new_page(size)
        page.allowed = [own_server.address]
        page.goto(f"{own_server.address}#library")
        expect(page.locator("#shelf-list li")).to_have_count(3)
        if size is PHONE:
            page.get_by_text("Folder: All puzzles").click()
        folders = page.get_by_role("navigation", name="Folders").get_by_role("link")
        expect(folders).to_have_text(
            [
                re.compile(words)
                for words in (
                    "^All puzzles ?3",
                    "^Magnets ?1",
                    "^easy",
                    "^Nonogram",
                    "^not graded",
                    "^Star Battle ?1 puzzle, 1 solved",
                    "^medium",
                )
            ]
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]

        # By keyboard: from folder to folder, and into one.
        folders.nth(3).focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#shelf-list li")).to_have_count(1)
        expect(page.locator("#shelf-list li")).to_contain_text("not solved yet")
        assert page.url.endswith("#library/nonogram/ungraded")
        expect(page.locator("#folder-tree [aria-current]")).to_have_text(re.compile("not graded"))
        page.go_back()
        expect(page.locator("#shelf-list li")).to_have_count(3)
        pictures = page.locator("#shelf-list img")
        for number in range(3):
            pictures.nth(number).scroll_into_view_if_needed()
            expect(pictures.nth(number)).to_have_js_property("complete", True)
            assert pictures.nth(number).evaluate("image => image.naturalWidth") > 0
    finally:
        own_server.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_stands_in_anyones_way(new_page: Any, scheme: str, size: dict[str, int]) -> None:
    """An audit of every view by axe-core, which finds what shuts people out."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = new_page(size, color_scheme=scheme, bypass_csp=True)
    found: list[str] = []

    def audit(view: str) -> None:
        for violation in axe.run(page).response["violations"]:
            nodes = [node["target"] for node in violation["nodes"]][:3]
            found.append(f"{view}: {violation['id']} {nodes}")

    page.goto("/")
    page.wait_for_selector("#genres li")
    audit("start")
    page.click("#open-new")
    audit("new")
    page.keyboard.press("Escape")
    page.click("#open-settings")
    audit("settings")
    page.keyboard.press("Escape")
    for name in ("nonogram", "magnets"):
        table = Table(page, own.decode(genre(name).part("desk").EXAMPLE))
        table.press(0)
        page.click("#what-if")
        table.press(1)
        page.click("#hint")
        page.wait_for_selector("#advice p")
        for summary in page.locator(".panel details > summary").all():
            if summary.is_visible():
                summary.click()
        audit(f"play {name}")
    Table(page, STARS, "set")
    expect(page.locator("#verdict")).to_contain_text("Grade")
    audit("set")
    page.goto("/#library")
    audit("library")
    page.goto("/api")
    page.wait_for_selector("#operations details")
    page.locator("summary").nth(2).click()
    audit("interface")

    assert found == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everything_fits_and_can_be_touched_and_read(new_page: Any, size: dict[str, int]) -> None:
    page = new_page(size, has_touch=size is PHONE, is_mobile=size is PHONE)
    for name in ("star-battle", "nonogram", "easy-as-abc"):
        Table(page, own.decode(genre(name).part("desk").EXAMPLE))
        wide, small, tiny = page.evaluate(MEASURE)
        assert wide <= size["width"]
        small_board = page.evaluate("document.getElementById('board').view.columns") <= 6
        assert not (small_board and page.locator("puzzle-board.overflowing").count())
        assert small == []
        assert tiny == []


def test_the_page_works_at_twice_the_size(new_page: Any) -> None:
    page = new_page({"width": 600, "height": 425}, device_scale_factor=2)
    table = Table(page, STARS)
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)

    table.solved()


def test_the_interface_can_be_tried(page: Any) -> None:
    page.goto("/api")
    page.get_by_text("POST /api/solve").click()
    page.get_by_role("button", name="Try it").locator("visible=true").click()

    expect(page.locator("pre:visible")).to_contain_text('"status": "many"')


def test_a_server_that_comes_back_finds_the_game_going_on(new_page: Any, tmp_path: Path) -> None:
    own_server = Server(tmp_path / "library.sqlite")
    try:
        page = new_page()
        page.allowed = ["ERR_CONNECTION_REFUSED", "api/", own_server.address]
        page.goto(own_server.address)
        page.wait_for_selector("#genres li")
        page.get_by_role("link", name="Play Star Battle").click()
        page.wait_for_selector(".cell")
        own_server.stop()
        page.locator('.cell[data-cell="7"]').click()
        expect(page.locator("#offline")).to_be_visible()
        own_server.start()
        expect(page.locator("#offline")).to_be_hidden(timeout=30_000)
        games = json.loads(page.evaluate("localStorage.getItem('caracol games')"))
        assert len(games) == 1
    finally:
        own_server.stop()
