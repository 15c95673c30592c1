"""``bench browser``: measure a site of static files, answered by Python in the browser."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import caracol
from bench.measure import machine
from bench.page import ARGUMENTS, HEADS, LOADED, SLOW, Row, at, row
from bench.table import markdown
from caracol.formats import own
from caracol.generator.loop import list_options
from caracol.kit import EditorPart
from caracol.puzzle.plugins import get_genre
from caracol.web.site.build import DAYS, compress, make_site, write_site
from caracol.web.site.parts import Parts

TOP = Path(__file__).parents[1]
VISITS, SLOW_VISITS, SIDE, MOST = 5, 1, 10, 30
"""Visits of each kind; the side of boards; the maximum number of hints on a board."""
ENCODINGS = {"br": ".br", "gzip": ".gz"}

HINTED = """() => new Promise((done) => {
  const advice = document.getElementById("advice");
  const look = () => {
    if (advice.hidden || !advice.firstElementChild) requestAnimationFrame(look);
    else done(performance.now());
  };
  document.getElementById("hint").click();
  look();
})"""
START = """() => new Promise((done) => {
  window.worker = new Worker("worker.js", { type: "module" });
  window.worker.addEventListener("message", done, { once: true });
})"""
ASK = """([operation, entries]) => new Promise((done) => {
  const began = performance.now();
  const hear = ({ data }) => done([performance.now() - began, data.kind, data.content]);
  window.worker.addEventListener("message", hear, { once: true });
  window.worker.postMessage({ operation, entries: JSON.stringify(entries), heard: false });
})"""

Visit = Callable[..., Any]


class Handler(SimpleHTTPRequestHandler):
    """A handler that sends compressed copies, as many web servers do."""

    def do_GET(self) -> None:
        path, self.encoding = Path(self.translate_path(self.path)), ""
        path = path / "index.html" if path.is_dir() else path
        self.kind = self.guess_type(path)
        accepted = self.headers.get("accept-encoding", "").replace(" ", "").split(",")
        for encoding, end in ENCODINGS.items():
            if encoding in accepted and Path(f"{path}{end}").is_file():
                self.encoding = encoding
                self.path = f"/{path.relative_to(self.directory).as_posix()}{end}"
                break
        super().do_GET()

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-type" and self.encoding:
            super().send_header("Content-Encoding", self.encoding)
            value = str(self.kind)
        super().send_header(keyword, value)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a site, and yield its address."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=http.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{http.server_port}"
    finally:
        http.shutdown()


def example(name: str) -> str:
    """Return the address of a genre's example."""
    return at(own.decode(get_genre(name).part(EditorPart).EXAMPLE))


def measure_visits(browser: Any, address: str, visits: int, slow: bool) -> Iterator[Row]:
    """Yield the waiting times of first visits and of later ones."""
    boards, firsts, laters = [], [], []
    for _ in range(visits):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        for found in (firsts, laters):
            page = context.new_page()
            page.set_default_timeout(600_000)
            if slow:
                wire = context.new_cdp_session(page)
                wire.send("Network.enable")
                wire.send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
                wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.goto(f"{address}/{example('star-battle')}", wait_until="commit")
            if found is firsts:
                boards.append(float(page.evaluate(LOADED, ".cell")))
            else:
                page.evaluate(LOADED, ".cell")
            found.append(float(page.evaluate(HINTED)))
            page.wait_for_timeout(8000)  # for the service worker to keep everything
            page.close()
        context.close()
    words = "slow connection and processor, " if slow else ""
    yield row(f"{words}first visit, board to play", boards, 1000)
    yield row(f"{words}first visit, first hint", firsts, 5000)
    yield row(f"{words}later visit, first hint", laters, 2500)


def measure_answers(browser: Any, address: str) -> Iterator[Row]:
    """Yield the waiting times of hints and of new puzzles, in a worker that has loaded."""
    page = browser.new_context().new_page()
    page.set_default_timeout(600_000)
    page.goto(address)
    page.evaluate(START)
    for genre in caracol.list_genres():
        names = {one.name for one in list_options(genre)}
        options = {"size": SIDE} if "size" in names else {}
        wanted = {"genre": genre.id, "seed": 1, "options": options, "grade": "medium"}
        page.evaluate(ASK, ["genre_picture", {"id": genre.id, "theme": "light"}])  # loads the genre
        seconds, kind, made = page.evaluate(ASK, ["generate", {**wanted, "seconds": 60}])
        if kind == "answer":
            size = f"{made['columns']}×{made['rows']}"
            yield row(f"{genre.name} {size}, new, medium", [float(seconds)], 2000)
        else:
            print(f"{genre.name}: {made['detail']}")
            made = page.evaluate(ASK, ["generate", {"genre": genre.id, "seed": 1}])[2]
        times, values = [], list(made["givens"])
        for _ in range(MOST):
            asked = {"puzzle": made["puzzle"], "values": values}
            taken, kind, hint = page.evaluate(ASK, ["hint", asked])
            if kind != "answer" or not hint.get("move"):
                break
            times.append(float(taken))
            for step in hint["move"]["steps"]:
                for cell, value in step["writes"]:
                    values[cell] = value
        if times:
            yield row(f"{genre.name} {made['columns']}×{made['rows']}, hint", times, 300)
    page.context.close()


def measure(visits: int) -> tuple[list[Row], str]:
    """Return all measurements, with this number of visits of each kind, and the sizes of a site."""
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, names)), None)
    parts = Parts(TOP / "build" / "browser")
    parts.check()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        files = make_site(parts, DAYS)
        packed = compress(files)
        write_site(folder, {**files, **packed})
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        with serve(folder) as address:
            rows = [*measure_visits(browser, address, visits, False)]
            rows += measure_visits(browser, address, SLOW_VISITS, True)
            rows += measure_answers(browser, address)
        browser.close()
    return rows, describe_sizes(files, packed)


def describe_sizes(files: dict[str, bytes], packed: dict[str, bytes]) -> str:
    """Return a table of what a visitor loads, in kilobytes."""
    first = [name for name in files if name.startswith(("index.html", "page-", "answers/index"))]
    python = [name for name in files if name.startswith(("python/", "worker"))]
    groups = {"page": first, "Python and Caracol": python, "everything": list(files)}
    rows = []
    for words, names in groups.items():
        sizes = [
            sum(len(packed.get(f"{name}{end}", files[name])) for name in names)
            for end in ("", ".gz", ".br")
        ]
        rows.append((words, *(f"{size / 1000:,.0f}" for size in sizes)))
    return markdown(("what", "plain KB", "gzip KB", "Brotli KB"), rows)


def page(rows: Sequence[Row], sizes: str) -> str:
    """Return the page of the documentation."""
    return "\n".join(
        [
            "# How long one waits without a server",
            "",
            f"Measured by `scripts/bench browser`: {machine()}, Chromium without a screen, with "
            "a site that `scripts/site` makes, served compressed from the same machine.",
            "These are times by the clock, so other work on the machine makes them longer: the "
            f"mean load was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.",
            "",
            "- A **visit** begins with the address. The board is the example of Star Battle, and "
            "Hint is pressed as soon as it can be played; a first visit finds nothing in the "
            "browser's store, a later one is the next in the same browser.",
            "- The **slow** ones have 1.6 Mbit/s, 150 ms latency and a page that is four times "
            "slower, by Chromium's own throttling, which web workers do not notice.",
            "- **New puzzles** and **hints** are timed from the question to the worker's answer; "
            "hints follow each other until the board is solved, at most "
            f"{MOST} on a board.",
            "",
            markdown(HEADS, rows),
            "",
            sizes,
            "",
        ]
    )
