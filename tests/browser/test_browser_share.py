"""Generating, importing, exporting, printing, the library, and a server that goes away."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from conftest import DESKTOP, PHONE, Server, Table, example, puzzle_of
from playwright.sync_api import expect

from caracol.formats import converting, own
from caracol.generator.batches import Order, make
from caracol.generator.loop import list_options
from caracol.kit import EditorPart
from caracol.library import Library
from caracol.library.filters import Filters
from caracol.puzzle.plugins import all_genres, get_genre
from caracol.questions import solving

STARS = example("star-battle")


def open_options(page: Any) -> None:
    """Open the dialog for new puzzles, with the options below its presets."""
    page.click("#open-new")
    if page.locator("#generating").is_hidden():
        page.get_by_text("Options", exact=True).click()


def test_a_puzzle_is_generated_and_its_seed_is_a_promise(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    links = []
    for _ in range(2):
        open_options(page)
        page.select_option("#new-genre", "star-battle")
        page.locator("#generating [name=size]").fill("6")
        page.locator("#generating [name=stars]").fill("1")
        page.fill("#new-seed", "7")
        page.click("#generate")
        expect(page.locator("#new-dialog")).to_be_hidden()
        links.append(page.url)

    assert links[0] == links[1]
    assert solving.solve(puzzle_of(page)).status == "unique"


def test_everything_that_a_genre_can_be_asked_for_stands_in_the_form(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    for found in all_genres():
        page.select_option("#new-genre", found.id)
        names = page.locator("#generating [name]").evaluate_all("all => all.map(one => one.name)")
        assert names == [option.name for option in list_options(found)]


def order(page: Any, many: int, size: str, grade: str = "any") -> None:
    """Ask for many Star Battles."""
    page.goto("/")
    page.wait_for_selector("body.ready")
    open_options(page)
    page.select_option("#new-genre", "star-battle")
    page.locator("#generating [name=size]").fill(size)
    page.locator("#generating [name=stars]").fill("1")
    page.select_option("#new-grade", grade)
    page.fill("#new-seed", "7")
    expect(page.locator("#new-tag")).to_be_hidden()
    page.fill("#new-count", str(many))
    page.fill("#new-tag", f"many {size}")
    page.click("#generate")


def test_a_book_of_new_puzzles_is_made_in_the_page_alone(page: Any, server: Server) -> None:
    order(page, 3, "5")
    expect(page.locator("#library-message")).to_contain_text("3 puzzles are in the folder")
    expect(page.locator("#library-list .card")).to_have_count(3)
    page.click("#library-book")
    with page.expect_download() as waiting:
        page.click("#book-make")
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF")

    expected = make(Order("star-battle", 7, "any", {"size": 5, "stars": 1}), (0, 1, 2))
    with Library(server.library) as library:
        kept = library.search(Filters(tag="many 5"))
        assert [one.puzzle for one in kept] == [converting.read(item.line) for item in expected]
        library.remove(*(one.id for one in kept))


def test_what_was_made_before_a_stop_stays(page: Any, server: Server) -> None:
    order(page, 200, "6")
    expect(page.locator("#generate-message")).to_contain_text(
        re.compile("puzzle ([2-9]|..+) of 200")
    )
    page.click("#generate-stop")
    expect(page.locator("#library-message")).to_contain_text(re.compile(r"Stopped\. \d+ of 200"))

    with Library(server.library) as library:
        kept = library.search(Filters(tag="many 6"))
        assert 0 < len(kept) < 200
        page.goto("about:blank")  # which would still ask for their pictures
        library.remove(*(one.id for one in kept))


def test_a_range_of_grades_can_be_wished_for(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    open_options(page)
    expect(page.locator("#new-grade-to")).to_be_hidden()
    page.select_option("#new-genre", "star-battle")
    page.locator("#generating [name=size]").fill("6")
    page.locator("#generating [name=stars]").fill("1")
    page.select_option("#new-grade", "easy")
    page.select_option("#new-grade-to", "medium")
    with page.expect_request("**/api/generate") as asked:
        page.click("#generate")
    assert asked.value.post_data_json["grade"] == "easy-medium"
    expect(page.locator("#new-dialog")).to_be_hidden()


def test_sizes_and_grades_are_chosen_by_one_click(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    page.select_option("#new-genre", "star-battle")
    expect(page.locator("#generating")).to_be_hidden()
    expect(page.locator("#new-sizes button")).to_have_text(
        ["Small 6×6", "Medium 10×10", "Large 12×12"]
    )
    sizes, levels = (page.get_by_role("group", name=name) for name in ("Size", "Difficulty"))
    expect(sizes.locator("[aria-pressed=true]")).to_have_text("Medium 10×10")
    expect(levels.locator("[aria-pressed=true]")).to_have_text("Usual")
    sizes.get_by_text("Small").click()
    expect(sizes.locator("[aria-pressed=true]")).to_have_text("Small 6×6")
    levels.get_by_text("Hard").click()
    levels.get_by_text("Easy").click()
    expect(levels.locator("[aria-pressed=true]")).to_have_text("Easy")
    page.get_by_text("Options", exact=True).click()
    expect(page.locator("#generating [name=size]")).to_have_value("6")
    expect(page.locator("#new-grade")).to_have_value("easy")
    # What is typed into the options is shown by the presets, too.
    page.locator("#generating [name=size]").fill("7")
    expect(sizes.locator("[aria-pressed=true]")).to_have_count(0)
    page.locator("#generating [name=size]").fill("6")
    page.click("#generate")
    expect(page.locator("#new-dialog")).to_be_hidden()
    assert (puzzle_of(page).grid.columns, puzzle_of(page).grid.rows) == (6, 6)


def test_a_wish_that_cannot_be_granted_gets_a_sentence(page: Any) -> None:
    page.allowed = ["422"]
    page.goto("/")
    page.wait_for_selector("body.ready")
    open_options(page)
    page.select_option("#new-genre", "nonogram")
    page.get_by_text("More options").click()
    page.get_by_label("Colours").locator("visible=true").fill("99")
    page.click("#generate")

    expect(page.locator("#generate-message")).to_contain_text("colours")


def paste(page: Any, text: str) -> None:
    """Open a text, as one does with what was sent by a friend."""
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    page.fill("#import-text", text)
    page.get_by_role("button", name="Open", exact=True).click()


def test_a_puzzle_of_any_format_is_pasted(page: Any) -> None:
    puzzle = own.decode(get_genre("magnets").part(EditorPart).EXAMPLE)
    for format in ("json", "caracol", "puzz.link", "tatham"):
        paste(page, converting.convert(puzzle, format).text)
        page.wait_for_selector(".cell")
        assert puzzle_of(page) == puzzle


def test_text_that_is_no_puzzle_gets_a_sentence(page: Any) -> None:
    page.allowed = ["422"]
    paste(page, "not a puzzle at all")

    expect(page.locator("#import-message")).to_contain_text("none of the known formats")


def test_the_genre_is_chosen_where_the_text_does_not_name_it(page: Any) -> None:
    paste(page, "2 2\n1 1\n1 2\n")
    expect(page.locator("#import-message")).to_contain_text("Which one is it?")

    page.get_by_role("button", name="Hitori", exact=True).click()

    page.wait_for_selector(".cell")
    assert puzzle_of(page) == converting.read("2 2\n1 1\n1 2\n", genre="hitori")


JAP = b"TLS\0\0\0\0\0\x02\x03" + bytes([2, 1, 1, 1, 3, 1, 2, 1, 1, 1, 2])
"""A Nonogram with two columns and three rows, as bytes."""


def test_a_file_of_bytes_is_picked(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.click("#open-new")
    page.set_input_files(
        "#import-file", {"name": "a.jap", "mimeType": "application/octet-stream", "buffer": JAP}
    )
    page.wait_for_selector(".cell")

    assert puzzle_of(page) == converting.read(JAP)


def test_a_file_whose_clues_contradict_is_shown_with_a_sentence(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    damaged = JAP[:-1] + bytes([1])
    page.set_input_files(
        "#import-file", {"name": "a.jap", "mimeType": "application/octet-stream", "buffer": damaged}
    )

    expect(page.locator("#import-wrong")).to_have_text(
        "The clues of the rows have 4 black cells, but those of the columns have 5; "
        "the text may be damaged."
    )


def drop(page: Any, files: dict[str, bytes]) -> None:
    """Drop files on the page, as a file manager does."""
    page.locator("main").evaluate(
        """(main, files) => {
          const data = new DataTransfer();
          for (const [name, bytes] of files)
            data.items.add(new File([new Uint8Array(bytes)], name));
          for (const kind of ["dragover", "drop"])
            main.dispatchEvent(
              new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [[name, list(content)] for name, content in files.items()],
    )


def test_a_file_is_dropped_on_the_page(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    drop(page, {"a.jap": JAP})
    page.wait_for_selector(".cell")

    assert puzzle_of(page) == converting.read(JAP)


def test_several_puzzles_of_several_files_are_shown_chosen_and_kept(page: Any) -> None:
    page.allowed = ["422"]
    broken = '{"caracol": 1, "genre": "nonogram", "rows": ["9"], "columns": ["1"]}\n'
    lines = own.one_line(STARS) + own.one_line(example("magic-snail")) + broken
    page.goto("/")
    page.wait_for_selector("body.ready")
    drop(page, {"three.jsonl": lines.encode(), "a.jap": JAP, "song.txt": b"la la la"})
    found = page.locator("#import-list li")
    expect(found).to_have_count(3)
    assert [text.split("\n")[0] for text in found.all_inner_texts()] == [
        STARS.info.title, "A first snail", "Nonogram",
    ]  # fmt: skip
    wrong = page.locator("#import-wrong li")
    expect(wrong).to_have_count(2)
    expect(wrong.nth(0)).to_contain_text("three.jsonl: line 3")
    expect(wrong.nth(1)).to_contain_text("song.txt: ")
    expect(found.nth(0).locator("img")).not_to_have_js_property("naturalWidth", 0)
    page.get_by_label("Select Nonogram, number 3").uncheck()
    page.get_by_role("button", name="Add 2 puzzles to library").click()

    expect(page.locator("#library-message")).to_contain_text("Added 2 puzzles.")
    expect(page.get_by_role("heading", name="A first snail")).to_be_visible()
    for title in ("A first snail", STARS.info.title):
        page.get_by_role("button", name=f"Remove {title}").click()
        expect(page.get_by_role("heading", name=title)).to_have_count(0)
    drop(page, {"three.jsonl": lines.encode()})
    page.get_by_role("button", name="Open A first snail, number 2").click()
    expect(page.locator("#title")).to_have_text("A first snail")


def test_what_is_pasted_anywhere_is_looked_at(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        converting.write(STARS, "puzz.link"),
    )
    expect(page.locator("#import-about")).to_contain_text("One puzzle found (")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector(".cell")
    assert puzzle_of(page).regions == STARS.regions


def test_a_huge_file_is_refused_before_it_is_sent(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector("body.ready")
    page.set_input_files(
        "#import-file", {"name": "film.mp4", "mimeType": "video/mp4", "buffer": bytes(5_000_000)}
    )

    expect(page.locator("#import-message")).to_contain_text("film.mp4 has 5000 kB")


def test_half_a_link_gets_a_sentence(page: Any) -> None:
    paste(page, "http://127.0.0.1/#play/eyJjYXJhY29s")

    expect(page.locator("#import-message")).to_contain_text("This link is incomplete")


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
        # A code is for paper.
        assert page.locator("#download-code").is_visible() == (kind == "picture pdf")
    page.select_option("#download-as", "picture pdf")
    page.check("#download-code")
    with page.expect_download() as download:
        page.click("#download")
    download.value.save_as(tmp_path / "with code")

    def height(name: str) -> float:
        size = re.search(rb"MediaBox ?\[0 0 [\d.]+ ([\d.]+)", (tmp_path / name).read_bytes())
        assert size
        return float(size[1])

    assert height("with code") > height("picture pdf")

    assert converting.read((tmp_path / "format json").read_text()) == STARS


def test_only_formats_that_can_carry_the_puzzle_are_offered(page: Any) -> None:
    # Among the genres that a format can write are puzzles that it cannot.
    for name, carries in (("magnets", True), ("easy-as-abc", False)):
        Table(page, example(name))
        if not page.locator("#download-as").is_visible():
            page.get_by_text("Share, export, print").click()
        expect(page.locator('#download-as [value="format json"]')).to_have_count(1)
        expect(page.locator('#download-as [value="format prolog"]')).to_have_count(int(carries))


def test_a_link_is_the_puzzle(page: Any, new_page: Any) -> None:
    Table(page, STARS)
    page.get_by_text("Share, export, print").click()
    page.wait_for_selector("#copy-kind option", state="attached")
    kinds = page.locator("#copy-kind option").evaluate_all("all => all.map(one => one.value)")
    assert "page" not in kinds  # an address of this machine is of no use to others
    for kind, start in {"puzz.link": "https://puzz.link/", "penpa": "https:"}.items():
        page.select_option("#copy-kind", kind)
        page.get_by_role("button", name="Copy", exact=True).click()
        expect(page.locator("#shared")).to_contain_text("The link contains the whole puzzle")
        expect(page.locator("#open-there")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(start)
        assert converting.read(link).regions == STARS.regions
    page.select_option("#copy-kind", "image")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("#shared")).to_contain_text("Picture copied")

    page.select_option("#copy-kind", "caracol")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("#shared")).to_contain_text("Paste it into “New puzzle”")
    text = page.evaluate("navigator.clipboard.readText()")
    other = new_page()
    other.goto(f"/#play/{text}")
    expect(other.locator("#title")).to_have_text(STARS.info.title)


def test_the_library_keeps_finds_prints_and_forgets(page: Any, tmp_path: Path) -> None:
    table = Table(page, STARS)
    page.get_by_text("Share, export, print").click()
    page.get_by_role("button", name="Add to library").click()
    expect(page.locator("#shared")).to_contain_text("Added to the library")
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    table.solved()
    expect(page.locator("#finish")).to_contain_text(re.compile(r"[1-9]\d* solved"))

    page.get_by_role("link", name="Library").click()
    expect(page.locator("#library-list li")).to_have_count(1)
    expect(page.locator("#library-list li")).to_contain_text("solved")
    page.fill("#library-text", "nothing of this name")
    expect(page.locator("#library-list li")).to_have_count(0)
    for words in ("star battle", "6×6", "first battle", "6x6 star"):
        page.fill("#library-text", words)
        expect(page.locator("#library-list li")).to_have_count(1)
    page.fill("#library-text", "nonogram")
    expect(page.locator("#library-message")).to_have_text("No matches.")
    page.fill("#library-text", "")
    page.get_by_label(f"Select {STARS.info.title}").check()
    page.get_by_role("button", name="Print 1 puzzle").click()
    page.get_by_role("textbox", name="Title").fill("For my class")
    page.get_by_label("QR code beside each puzzle").check()
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Make PDF").click()
    assert download.value.suggested_filename == "for-my-class.pdf"
    download.value.save_as(tmp_path / "book.pdf")
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
    place = page.locator("#library-list li").bounding_box()
    page.get_by_role("button", name="Remove A first Star Battle").click()
    expect(page.locator("#library-list li")).to_contain_text("Removed")
    assert page.locator("#library-list li").bounding_box() == place  # nothing slides
    page.get_by_role("button", name="Restore A first Star Battle").click()
    expect(page.locator("#library-message")).to_contain_text("Restored")
    page.reload()
    expect(page.locator("#library-list li")).to_contain_text("✓ solved")

    page.get_by_role("button", name="Rename").click()
    page.locator("#library-list").get_by_role("textbox", name="Title").fill("Six stars")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Six stars")).to_be_visible()
    page.get_by_label("Select Six stars").check()
    page.fill("#library-tag", "For Monday")
    page.get_by_role("button", name="Add to folder").click()
    page.get_by_role("link", name="For Monday").click()
    expect(page.locator("#library-title")).to_have_text("Library: For Monday")
    page.fill("#library-size", "7x7")
    expect(page.locator("#library-list li")).to_have_count(0)
    page.fill("#library-size", "6")
    page.select_option("#library-order", "grade")
    expect(page.get_by_role("heading", name="Six stars")).to_be_visible()
    # The list is fetched again whenever the window comes to the front: also in the middle of a click.
    page.get_by_role("button", name="Remove Six stars").hover()
    page.mouse.down()
    with page.expect_response(lambda response: "api/library?" in response.url):
        page.evaluate("dispatchEvent(new Event('focus'))")
    page.evaluate("new Promise(requestAnimationFrame)")
    page.mouse.up()
    expect(page.locator("#library-list li")).to_contain_text("Removed")


def test_the_library_has_a_folder_for_each_genre_and_grade(new_page: Any, tmp_path: Path) -> None:
    with Library(tmp_path / "library.sqlite") as library:
        first = library.add(STARS, {"grade": {"number": 3.1, "word": "medium"}}).id
        library.add(own.decode(get_genre("magnets").part(EditorPart).EXAMPLE), {"grade": "easy"})
        library.add(own.decode(get_genre("nonogram").part(EditorPart).EXAMPLE), {"grade": "hard"})
        library.save_game(first, {}, solved=True)
    own_server = Server(tmp_path / "library.sqlite")
    try:
        for size in (DESKTOP, PHONE):
            page = new_page(size)
            page.allowed = [own_server.address]
            page.goto(f"{own_server.address}#library")
            look_into_folders(page, size)
    finally:
        own_server.stop()


def look_into_folders(page: Any, size: dict[str, int]) -> None:
    """From folder to folder, by mouse and by keyboard."""
    expect(page.locator("#library-list li")).to_have_count(3)
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
                "^hard",
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
    expect(page.locator("#library-list li")).to_have_count(1)
    expect(page.locator("#library-list li")).to_contain_text("not solved yet")
    assert page.url.endswith("#library/nonogram/hard")
    expect(page.locator("#folder-tree [aria-current]")).to_have_text(re.compile("hard"))
    page.go_back()
    expect(page.locator("#library-list li")).to_have_count(3)
    pictures = page.locator("#library-list img")
    for number in range(3):
        pictures.nth(number).scroll_into_view_if_needed()
        # An image without an address counts as complete, so wait for its size.
        expect(pictures.nth(number)).not_to_have_js_property("naturalWidth", 0)


def test_a_server_that_comes_back_finds_the_game_going_on(new_page: Any, tmp_path: Path) -> None:
    own_server = Server(tmp_path / "library.sqlite")
    try:
        page = new_page()
        page.allowed = ["ERR_CONNECTION_REFUSED", "api/", own_server.address]
        page.goto(own_server.address)
        page.wait_for_selector("#genres li")
        page.get_by_role("link", name="Play Star Battle").click()
        page.wait_for_selector(".cell")
        page.wait_for_load_state("networkidle")  # all that opening asks for is answered
        own_server.stop()
        page.locator('.cell[data-cell="7"]').click()
        expect(page.locator("#offline")).to_be_visible()
        own_server.start()
        expect(page.locator("#offline")).to_be_hidden(timeout=30_000)
        games = json.loads(page.evaluate("localStorage.getItem('caracol games')"))
        assert len(games) == 1
    finally:
        own_server.stop()


def test_one_puzzle_is_printed_with_its_rules(new_page: Any) -> None:
    page = new_page(color_scheme="dark")
    page.add_init_script("""addEventListener("beforeprint", () => {
      const sheet = document.querySelector("#paper .sheet");
      window.printed = [sheet.textContent, sheet.querySelector("img").naturalWidth];
    })""")
    Table(page, example("akari"))
    page.locator("#share-block summary").click()
    page.click("#print")
    page.wait_for_function("() => window.printed")
    words, width = page.evaluate("printed")
    assert words.startswith("Akari: Place bulbs in white squares")
    assert width > 100
    expect(page.locator("#paper")).to_have_count(0)
    # What the browser prints without being asked by the page is white, too.
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".paper").first).to_have_css("fill", "rgb(255, 255, 255)")
    expect(page.locator(".masthead")).to_be_hidden()
