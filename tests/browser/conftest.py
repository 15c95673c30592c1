"""A real browser and a real server. Any error on the console fails the test."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from sites import Site

from caracol.authoring import editing
from caracol.formats import converting, own
from caracol.kit import EditorPart
from caracol.puzzle import Genre, Puzzle
from caracol.puzzle.plugins import all_genres, all_parts
from caracol.puzzle.plugins import get_genre as genre_named
from caracol.questions import solving

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)
"""The headless shell comes first: it shows the same pages with a third of the work."""
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1200, "height": 850}
PHONE = {"width": 360, "height": 740}

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect
CARRIERS = os.environ.get("CARACOL_CARRIERS", "server").split()
"""What answers the page in the tests of playing and setting: "server", "site" or both."""
# A site first loads Python, which takes long while other tests run.
expect.set_options(timeout=120_000 if "site" in CARRIERS else 15_000)

if CHROMIUM is None:
    pytest.skip("Chromium, in which the page is tried, is not installed", allow_module_level=True)


class Server:
    """``caracol serve``, as people start it."""

    def __init__(self, library: Path, *flags: str, path: Sequence[str] = ()) -> None:
        self.library, self.flags, self.path = library, flags, path
        # Another server must not take the port while this one is restarted, so it is a rare one.
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "caracol.cli.main",
            "serve",
            "--no-open",
            "--port",
            self.port,
        ]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*self.path, *sys.path])}
        self.process = subprocess.Popen(
            [*command, "--library", str(self.library), *self.flags],
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        self.address, self.port = found[0], found[1]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("library") / "library.sqlite")
    yield started
    started.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    started = Site(tmp_path_factory.mktemp("site"))
    yield started
    started.stop()


BOTH = ("play", "set", "hints", "notes", "genres", "touch")
"""The files of tests that a site must pass like a server, after "test_browser_"."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of playing and setting with a site, too, if that is asked for."""
    name = metafunc.module.__name__.rpartition(".")[2].removeprefix("test_browser_")
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if name in BOTH and "served" not in marks and "origin" in metafunc.fixturenames:
        metafunc.parametrize("origin", CARRIERS, indirect=True, scope="function")


@pytest.fixture
def origin(request: pytest.FixtureRequest) -> Server | Site:
    """Return what answers the page: a server, or web workers of a site."""
    found: Server | Site = request.getfixturevalue(getattr(request, "param", "server"))
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


FRESH = """if (location.protocol === "http:" && !sessionStorage.here) {
  localStorage.clear();
  sessionStorage.here = "yes";
}"""
"""Clears what another test has stored before the first page of a test."""


class Contexts:
    """Browser contexts that tests use one after another, so that scripts stay in their caches."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.free: dict[str, list[Any]] = {}
        self.taken: list[tuple[str, Any]] = []

    def take(self, **how: Any) -> Any:
        """Return a context of this kind without pages."""
        kind = json.dumps(how, sort_keys=True)
        free = self.free.setdefault(kind, [])
        context = free.pop() if free else self.browser.new_context(**how)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(60_000)
        self.taken.append((kind, context))
        return context

    def give_back(self) -> None:
        """Close all pages of a test and make its contexts available again."""
        for kind, context in self.taken:
            context.set_offline(False)
            for page in context.pages:
                page.close()
            self.free[kind].append(context)
        self.taken.clear()


@pytest.fixture(scope="session")
def contexts(browser: Any) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def new_page(contexts: Contexts, origin: Server | Site) -> Iterator[Callable[..., Any]]:
    """Open pages; errors and warnings on their consoles fail the test."""
    complaints: list[str] = []

    def open_page(viewport: dict[str, int] = DESKTOP, **how: Any) -> Any:
        context = contexts.take(viewport=viewport, base_url=origin.address, **how)
        page = context.new_page()
        page.add_init_script(FRESH)
        page.allowed = []  # complaints that the test expects

        def hear(text: str) -> None:
            if not any(re.search(pattern, text) for pattern in page.allowed):
                complaints.append(text)

        page.on("console", lambda m: m.type in ("error", "warning") and hear(m.text))
        page.on("pageerror", lambda error: hear(str(error)))
        page.on("requestfailed", lambda r: "ABORTED" in (r.failure or "") or hear(r.url))
        own = (origin.address, "blob:", "data:")
        page.on("request", lambda request: request.url.startswith(own) or hear(request.url))
        return page

    yield open_page
    contexts.give_back()
    assert complaints == []


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    return new_page()


def genres_with_examples() -> list[Genre[Any]]:
    return [found for found, part in all_parts(EditorPart) if part.EXAMPLE]


@pytest.fixture(params=genres_with_examples(), ids=lambda genre: genre.id)
def genre(request: pytest.FixtureRequest) -> Genre[Any]:
    found: Genre[Any] = request.param
    return found


@pytest.fixture
def puzzle(genre: Genre[Any]) -> Puzzle:
    return own.decode(genre.part(EditorPart).EXAMPLE)


ALL_AIDS = [f"{found.id}/{aid}" for found in all_genres() for aid in ("around", "rest", "pair")]
UNAIDED = f"""if (!localStorage.getItem("caracol settings")) localStorage.setItem(
  "caracol settings", '{json.dumps({"aids": dict.fromkeys(ALL_AIDS, False)})}')"""
"""Switches all aids off, so that only what tests write is written."""


def pack(puzzle: Puzzle) -> str:
    """Return a puzzle as it is in an address."""
    return base64.urlsafe_b64encode(json.dumps(own.encode(puzzle)).encode()).decode().rstrip("=")


class Table:
    """A page with a puzzle, and ways to write on it."""

    def __init__(self, page: Any, puzzle: Puzzle, mode: str = "play", aided: bool = False) -> None:
        self.page, self.puzzle = page, puzzle
        if not aided:
            page.add_init_script(UNAIDED)
        page.goto(f"/#{mode}/{pack(puzzle)}")
        page.wait_for_selector("body.ready")
        page.wait_for_selector(f"#{mode}-panel:visible")
        page.wait_for_selector(".cell")
        for _ in range(100):  # another puzzle may still be shown
            if own.decode(page.evaluate("document.getElementById('board').view.puzzle")) == puzzle:
                break
            page.wait_for_timeout(20)
        self.solution = solving.solve(puzzle, seconds=20).solution

    def cell(self, number: int) -> Any:
        return self.page.locator(f'.cell[data-cell="{number}"]')

    def middle(self, number: int) -> tuple[float, float]:
        """Scroll to a cell and return its middle on the screen."""
        x, y, seen = self.page.evaluate(
            """(number) => {
              const cell = document.querySelector(`#board .cell[data-cell="${number}"]`);
              cell.scrollIntoViewIfNeeded();
              const { left, top, width, height } = cell.getBoundingClientRect();
              const [x, y] = [left + width / 2, top + height / 2];
              return [x, y, document.elementFromPoint(x, y) === cell];
            }""",
            number,
        )
        if not seen:  # something covers it: wait and scroll
            self.cell(number).hover()
            box = self.cell(number).bounding_box()
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return x, y

    def press(self, number: int, button: str = "left") -> None:
        self.page.mouse.click(*self.middle(number), button=button)

    def tap(self, number: int) -> None:
        self.page.touchscreen.tap(*self.middle(number))

    def to_write(self) -> list[tuple[int, int]]:
        """Return the cells that a player must fill, with their values; blanks may stay empty."""
        assert self.solution is not None
        return [
            (cell, value)
            for cell, value in enumerate(self.solution)
            if value and self.puzzle.givens[cell] is None
        ]

    def write_by_mouse(self, cell: int, value: int) -> None:
        turns = editing.writing(self.puzzle).press
        if not value and turns:
            self.press(cell, button="right")
        elif turns:
            for _ in range(self.presses(value)):
                self.press(cell)
        else:
            self.press(cell)
            self.page.locator(f'#palette [data-value="{value}"]').click()

    def presses(self, value: int) -> int:
        """Return how many presses write a value: one, if it is chosen on the palette."""
        writing = editing.writing(self.puzzle)
        answers = [found for found in writing.press if found]
        return 1 if writing.chosen == value else answers.index(value) + 1

    def write_by_key(self, cell: int, value: int) -> None:
        """Move the cursor to a cell by arrow keys, and type."""
        self._walk(self._line(cell) - self._line(self._here()), "ArrowUp", "ArrowDown")
        self._walk(cell - self._here(), "ArrowLeft", "ArrowRight")
        self.page.keyboard.press(self.puzzle.symbols[value].letter)

    def _here(self) -> int:
        return int(self.page.evaluate("document.activeElement.dataset.cell"))

    def _line(self, cell: int) -> int:
        """Return the line of a cell; sides of squares have lines of two lengths."""
        return bisect_right([*accumulate(self.puzzle.grid.lengths)], cell)

    def _walk(self, far: int, back: str, on: str) -> None:
        for _ in range(abs(far)):
            self.page.keyboard.press(on if far > 0 else back)

    def values(self) -> list[int | None]:
        """Return the values on the board."""
        return self.page.evaluate(
            "document.getElementById('board').contents.map(content => content.value)"
        )

    def until(self, cell: int, value: int | None) -> None:
        """Wait until a cell has this value."""
        self.page.wait_for_function(
            "([cell, value]) => document.getElementById('board').contents?.[cell]?.value === value",
            arg=[cell, value],
        )

    def solved(self) -> None:
        expect(self.page.locator("#finish .solved-title")).to_contain_text("Solved")


@pytest.fixture
def table(page: Any, puzzle: Puzzle) -> Table:
    return Table(page, puzzle)


class Audit:
    """axe-core, which finds what makes a page inaccessible."""

    def __init__(self, page: Any) -> None:
        axe = pytest.importorskip(
            "axe_playwright_python.sync_playwright",
            reason="axe, which audits pages, is not installed",
        ).Axe()
        self.page, self.run = page, axe.run
        self.found: list[str] = []

    def look(self, view: str) -> None:
        for violation in self.run(self.page).response["violations"]:
            nodes = [node["target"] for node in violation["nodes"]][:3]
            self.found.append(f"{view}: {violation['id']} {nodes}")


def inside(page: Any, selector: str) -> bool:
    """Return whether an element is wholly visible and uncovered, once the page has settled."""
    for _ in range(30):
        # The page may replace the element, so find it each time.
        if page.locator(selector).first.evaluate(
            """(element) => {
              const { left, right, top, bottom } = element.getBoundingClientRect();
              const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
                && Boolean(element.contains(at) || at?.contains(element));
            }"""
        ):
            return True
        page.wait_for_timeout(100)
    return False


def puzzle_of(page: Any) -> Any:
    """Return the puzzle in the address of the page."""
    return converting.read(page.url)


def example(name: str) -> Any:
    """Return the example of a genre."""
    return own.decode(genre_named(name).part(EditorPart).EXAMPLE)
