"""``bench page``: measure waiting times in the browser, from the click to the paint."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import caracol
from bench.measure import format_figure, machine, percentile
from bench.table import markdown
from caracol.formats import own
from caracol.genres.nonogram import Nonogram, clues_of

HEADS = ("what", "times", "median ms", "95 % ms", "goal ms", "reached")
Row = tuple[str, str, str, str, str, str]
PRESSES, LOADS, HINTS, SLOW_LOADS = 100, 15, 10, 5
SLOW = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
"""A slow connection of a phone: 1.6 Mbit/s, and 150 ms until an answer begins."""
ARGUMENTS = ["--no-sandbox", "--headless", "--disable-gpu"]

PRESSED = """() => {
  window.waited = [];
  addEventListener("pointerdown", ({ timeStamp }) => {
    // After the next frame is drawn, a message comes before anything else.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.waited.push(performance.now() - timeStamp);
      channel.port2.postMessage(null);
    });
  }, { capture: true });
}"""
HINTED = """() => new Promise((told) => {
  const advice = document.getElementById("advice");
  const from = performance.now();
  const seen = () => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => told(performance.now() - from);
    channel.port2.postMessage(null);
  });
  const watch = new MutationObserver(() => {
    if (advice.hidden || !advice.firstElementChild) return;
    watch.disconnect();
    seen();
  });
  watch.observe(advice, { attributes: true, childList: true });
  document.getElementById("hint").click();
})"""
LOADED = """(wanted) => new Promise((told) => {
  const look = () => {
    const there = document.body?.matches(".ready") && document.querySelector(wanted);
    if (there) requestAnimationFrame(() => told(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})"""

Open = Callable[..., Any]


@contextmanager
def workbench() -> Iterator[Open]:
    """Start a server and a browser, and yield a function that opens a page as a first visit."""
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        command = [sys.executable, "-m", "caracol.cli.main", "serve", "--no-open", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--library", str(Path(folder) / "library.sqlite")],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert server.stderr is not None
        address = re.search(r"http://\S+", server.stderr.readline())
        assert address is not None

        def visit(where: str = "", prepare: Callable[[Any], None] = lambda _page: None) -> Any:
            context = browser.new_context(
                viewport={"width": 1280, "height": 800}, base_url=address[0]
            )
            page = context.new_page()
            prepare(page)
            page.goto(f"/{where}", wait_until="commit")
            return page

        try:
            yield visit
        finally:
            browser.close()
            server.terminate()
            server.wait()


def at(puzzle: Any) -> str:
    """Return the address of a puzzle on the page."""
    packed = base64.urlsafe_b64encode(json.dumps(own.encode(puzzle)).encode()).decode()
    return f"#play/{packed.rstrip('=')}"


def picture(side: int) -> Nonogram:
    """Return a Nonogram of this size."""
    dice = Random(side)
    rows = [[int(dice.random() < 0.6) for _ in range(side)] for _ in range(side)]
    return Nonogram(*clues_of(rows))


def boards() -> list[Any]:
    """Return a typical board of each genre."""
    return [caracol.generate(genre.id, seed=1).puzzle for genre in caracol.list_genres()]


def measure_presses(visit: Open, side: int) -> list[float]:
    """Return the milliseconds from clicks on a board to the frames that show them."""
    page = visit(at(picture(side)))
    page.wait_for_selector(".cell")
    page.evaluate(PRESSED)
    page.wait_for_timeout(1000)
    cells = Random(1).sample(range(side * side), PRESSES)
    for cell in cells:
        place = page.evaluate(
            """(cell) => {
              const element = document.querySelector(`.cell[data-cell="${cell}"]`);
              element.scrollIntoView({ block: "nearest", inline: "nearest" });
              const { left, top, width, height } = element.getBoundingClientRect();
              return [left + width / 2, top + height / 2];
            }""",
            cell,
        )
        page.mouse.click(*place)
        page.wait_for_timeout(30)
    page.wait_for_function(f"window.waited.length === {PRESSES}")
    found = page.evaluate("window.waited")
    page.context.close()
    return [float(one) for one in found]


def measure_hints(visit: Open, puzzle: Any) -> list[float]:
    """Return the milliseconds from a click on Hint to its text, in a game that follows hints."""
    page = visit(at(puzzle))
    page.wait_for_selector(".cell")
    found = []
    for _ in range(HINTS):
        if page.locator("#board.finished").count():
            break
        found.append(float(page.evaluate(HINTED)))
        with page.expect_response("**/api/check"):
            page.get_by_role("button", name="Do it").click()
        page.wait_for_timeout(50)
    page.context.close()
    return found


def measure_loads(visit: Open, where: str, wanted: str) -> list[float]:
    """Return the milliseconds that a page takes to load on a first visit."""
    found = []
    for _ in range(LOADS):
        page = visit(where)
        found.append(float(page.evaluate(LOADED, wanted)))
        page.context.close()
    return found


def measure_slow_loads(visit: Open, where: str, wanted: str) -> tuple[list[float], int]:
    """Return the milliseconds of first visits on a slow connection, and the bytes of one."""
    found = []
    sizes: list[int] = []

    def slow_down(page: Any) -> None:
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
        wire.on(
            "Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"]))
        )

    for _ in range(SLOW_LOADS):
        sizes.clear()
        page = visit(where, slow_down)
        found.append(float(page.evaluate(LOADED, wanted)))
        page.context.close()
    return found, sum(sizes)


def measure() -> list[Row]:
    """Return all measurements."""
    rows = []
    with workbench() as visit:
        measure_loads(visit, "", "#genres li")  # the very first visit starts the server's workers
        rows.append(row("first load, the start", measure_loads(visit, "", "#genres li"), 1000))
        rows.append(
            row("first load, a 10×10 puzzle", measure_loads(visit, at(picture(10)), ".cell"), 1000)
        )
        for name, where, wanted in (
            ("the start", "", "#genres li"),
            ("a 10×10 puzzle", at(picture(10)), ".cell"),
        ):
            times, size = measure_slow_loads(visit, where, wanted)
            what = f"slow connection, {name} ({size / 1000:.0f} KB)"
            rows.append(row(what, times, 1500))
        for side in (10, 50):
            rows.append(row(f"press to paint, {side}×{side}", measure_presses(visit, side), 50))
        for puzzle in boards():
            size = f"{puzzle.grid.columns}×{puzzle.grid.rows}"
            rows.append(row(f"hint, {puzzle.genre.name} {size}", measure_hints(visit, puzzle), 200))
    return rows


def row(what: str, times: Sequence[float], goal: float) -> Row:
    """Return a row of the table; the goal applies to the 95th percentile."""
    median, high = percentile(times, 0.5), percentile(times, 0.95)
    reached = "yes" if high <= goal else "**no**"
    return what, str(len(times)), format_figure(median), format_figure(high), f"{goal:.0f}", reached


def page(rows: Sequence[Row]) -> str:
    """Return the page of the documentation."""
    return "\n".join(
        [
            "# How long one waits in the browser",
            "",
            f"Measured by `scripts/bench page`: {machine()}, Chromium without a screen, 1280×800, "
            "the server on the same machine.",
            "These are times by the clock, so other work on the machine makes them longer: the "
            f"mean load was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.",
            "",
            "- A **press** is timed from the pointer's event to the message after the frame that "
            "shows the mark.",
            "- A **hint** is timed from the press on the button to the frame with its words, in a "
            "game that follows the hints.",
            "- A **first load** begins with the address and ends with the first frame that can be "
            "used; nothing is in the browser's store before.",
            "- A **slow connection** has 1.6 Mbit/s and 150 ms latency, by Chromium's own "
            "throttling; in parentheses is everything that was sent until then.",
            "",
            markdown(HEADS, rows),
            "",
        ]
    )
