"""The workbench without a server: a folder of static files, answered by Python in web workers."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Table, example
from firefox import FIREFOX, Firefox
from PIL import Image
from playwright.sync_api import expect
from sites import Site

from caracol import render
from caracol.formats import own
from caracol.library import Library
from caracol.web.site.build import MARK, make_service_worker

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


def test_boards_are_played_before_python_has_loaded(new_page: Any, held: Site) -> None:
    # No other test uses a context of this kind, so it has not kept Python from an earlier visit.
    page = new_page(PHONE, locale="en-IE")
    page.goto("/")
    expect(page.locator("#genres .card img[src]").first).to_be_visible()
    # The page asks for statistics by itself, so the page does not ask anybody to wait for them.
    page.wait_for_timeout(300)
    expect(page.locator("#loading")).to_be_hidden()
    page.get_by_role("link", name="Play Hitori").click()
    board = page.locator("#board .cell")
    board.nth(0).click()
    board.nth(2).click()
    assert count_values(page) == 2
    page.locator("#undo").click()
    assert count_values(page) == 1
    page.locator("#redo").click()

    page.locator("#hint").click()
    # Its words are in the page all along, so they say nothing about what is on the screen.
    expect(page.locator("#loading")).to_be_visible()
    expect(page.locator("#loading")).to_have_text("Getting ready … Hints and checks in a moment.")
    covered, title = (page.locator(name).bounding_box() for name in ("#loading", ".heading"))
    assert covered["y"] + covered["height"] <= title["y"]
    page.set_viewport_size(DESKTOP)
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


def add_to_library(tab: Any) -> None:
    """Press the button that adds a puzzle to the library, and do not wait."""
    tab.locator("#share-block").evaluate("one => one.open = true")
    tab.locator("#to-library").click()


def test_a_kept_puzzle_is_there_in_other_tabs_and_later(new_page: Any) -> None:
    # No other test uses a context of this kind, so its library is empty.
    page = new_page(locale="en-NZ")
    Table(page, example("akari"))
    other = page.context.new_page()
    Table(other, example("hitori"))
    # Both add a puzzle at the same time, and neither overwrites what the other has written.
    for tab in (page, other):
        add_to_library(tab)
    for tab in (page, other):
        # A question whose worker ended is asked again; then the puzzle may be there already.
        expect(tab.locator("#shared")).to_contain_text("the library.", timeout=PATIENT)
    for tab in (other, page):
        tab.goto("/#library")
        expect(tab.locator("#library-list h2")).to_have_count(2, timeout=PATIENT)

    # A copy of the library brings back what was removed.
    page.locator("#library-whole summary").click()
    with page.expect_download(timeout=PATIENT) as waiting:
        page.locator("#library-copy").click()
    with Library(waiting.value.path()) as copy:
        kept = [one.puzzle for one in copy.search()]
    assert sorted(one.genre.id for one in kept) == ["akari", "hitori"]
    for left in (1, 0):
        page.get_by_role("button", name="Remove").first.click()
        expect(page.locator("#library-list h2")).to_have_count(left, timeout=PATIENT)
    other.reload()
    expect(other.locator("#library-message")).to_contain_text("empty", timeout=PATIENT)
    other.locator("#library-whole summary").click()
    other.locator("#library-merge").set_input_files(waiting.value.path())
    expect(other.locator("#library-whole-message")).to_contain_text(
        "2 puzzles added", timeout=PATIENT
    )
    page.reload()
    expect(page.locator("#library-list h2")).to_have_count(2, timeout=PATIENT)


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


def test_a_new_version_replaces_every_file_of_the_old_one(
    new_page: Callable[..., Any], site: Site, tmp_path: Path
) -> None:
    """A browser's own store must not mix the files of two versions."""
    again = Site(tmp_path, dict(site.files))
    page = new_page()
    page.allowed = [again.address]

    def visit() -> str | None:
        tab = page.context.new_page()
        tab.goto(again.address)
        tab.evaluate("navigator.serviceWorker.ready.then((one) => one.update()).then(() => null)")
        tab.wait_for_function(
            "navigator.serviceWorker.ready.then((one) => !one.installing)", timeout=PATIENT
        )
        version: str | None = tab.evaluate("document.documentElement.dataset.version")
        tab.close()
        return version

    assert visit() is None
    marked = again.files["index.html"].replace(b"<html ", b'<html data-version="2" ')
    again.files["index.html"] = marked
    again.files["service-worker.js"] = make_service_worker(
        {name: data for name, data in again.files.items() if name not in ("_headers", MARK)}
    )
    again.write(weeks=3)
    # It takes over when no page of the old version is open any more, and all its work is done.
    for _ in range(PATIENT // 2000):
        if visit() == "2":
            break
        page.wait_for_timeout(1000)
    else:
        pytest.fail("the old version stays")
    again.stop()


PRINTED = """() => new Promise((resolve) => addEventListener("beforeprint", () => resolve(
  [...document.querySelectorAll("#paper .sheet")].map((sheet) => sheet.innerText)), { once: true }))"""
"""The text of each page that is printed."""


def keep_printed(page: Any) -> None:
    """Keep the text of the pages that are printed; a browser without a screen has no dialog."""
    page.add_init_script(f"window.printed = ({PRINTED})()")


def test_pictures_are_made_by_the_browser(new_page: Callable[..., Any]) -> None:
    page = new_page(PHONE)
    keep_printed(page)
    puzzle = example("akari")
    Table(page, puzzle)
    page.locator("#share-block summary").click()
    page.locator("#download-as").select_option("picture png")
    with page.expect_download(timeout=PATIENT) as waiting:
        page.locator("#download").click()
    with (
        Image.open(waiting.value.path()) as drawn,
        Image.open(BytesIO(render(puzzle, "png"))) as ours,
    ):
        assert drawn.format == "PNG"
        assert all(abs(a - b) <= 2 for a, b in zip(drawn.size, ours.size, strict=True))
        grey, expected = (
            list(one.convert("L").resize((32, 32), Image.Resampling.BOX).tobytes())
            for one in (drawn, ours)
        )
    # Fonts differ, and little else.
    assert sum(abs(a - b) for a, b in zip(grey, expected, strict=True)) / len(grey) < 4

    page.locator("#download-as").select_option("picture pdf")
    page.locator("#download").click()
    expect(page.locator("#shared")).to_contain_text("Choose “Save as PDF”", timeout=PATIENT)
    assert page.evaluate("printed") == [""]
    expect(page.locator("#paper")).to_have_count(0)


def test_a_book_is_printed_by_the_browser(page: Any) -> None:
    keep_printed(page)
    page.goto("/#library")
    for name in ("akari", "hitori", "tents"):
        Table(page, example(name))
        add_to_library(page)
        expect(page.locator("#shared")).to_contain_text("library", timeout=PATIENT)
    page.locator("#nav-library").click()
    page.locator("#library-all").click()
    page.locator("#library-book").click()
    page.locator("#book-title-text").fill("Rainy Sunday")
    page.locator("#book-make").click()
    expect(page.locator("#book-message")).to_contain_text("Save as PDF", timeout=PATIENT)
    first, second, solutions = page.evaluate("printed")
    assert first.startswith("Rainy Sunday")
    assert "Akari: Place bulbs" in first + second
    assert solutions.startswith("Solutions")
    assert solutions.count("(") == 3


def test_chromium_can_install_it(page: Any) -> None:
    page.goto("/")
    tools = page.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert (manifest["errors"], manifest["manifest"]["name"]) == ([], "Caracol")
    found = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Only its contexts for tests keep nothing.
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        got = page.request.get(f"/{icon['src']}")
        assert got.ok
        if icon["type"] == "image/png":
            with Image.open(BytesIO(got.body())) as drawn:
                assert icon["sizes"] == f"{drawn.width}x{drawn.height}"


@pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")
def test_firefox_plays_and_keeps_puzzles_too(origin: Site, tmp_path: Path) -> None:
    firefox = Firefox(tmp_path, **DESKTOP)
    try:
        firefox.open(f"{origin.address}#play/{pack(own.encode(example('hitori')))}")
        firefox.until("document.querySelector('body.ready .cell')")
        firefox.click("#hint")
        firefox.until("document.querySelector('#advice .rung')")
        firefox.evaluate("document.querySelector('#share-block').open = true")
        firefox.click("#to-library")
        firefox.until("document.querySelector('#shared').textContent.includes('the library.')")
        # On the second visit, the service worker isolates the page.
        firefox.open(f"{origin.address}#library")
        firefox.until("document.querySelectorAll('#library-list h2').length === 1")
        assert firefox.evaluate("crossOriginIsolated") is True
        assert firefox.complaints == []
    finally:
        firefox.close()
