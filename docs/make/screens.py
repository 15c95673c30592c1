"""The screenshots of the documentation: the page in a browser, light and dark.

They depend on the browser and its fonts, so run ``scripts/docs screens`` by hand when the page
looks different, and check the result.
"""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import caracol
from caracol.formats import own
from caracol.kit import EditorPart

TOP = Path(__file__).parent.parent.parent
IMAGES = TOP / "docs" / "images"
DESK = {"width": 1160, "height": 740}
PHONE = {"width": 360, "height": 740}
GENRES = {
    "star-battle": "seed-10x10-board-7-2-stars",
    "nonogram": "snail-in-colour",
    "magnets": "seed-6x6-b",
    "easy-as-abc": "6x6-abcd",
    "magic-snail": "6x6-123",
    "slitherlink": "7x7",
    "akari": "8x6",
    "hitori": "8x8",
    "sudoku": "9x9",
    "tents": "8x8",
    "kakuro": "6x6",
    "masyu": "8x8",
    "futoshiki": "5x5",
    "skyscrapers": "5x5",
    "binairo": "10x10",
}
"""The example of each genre that is shown half solved."""
GAP = 14
UNAIDED = {"aids": {f"{genre}/{aid}": False for genre in GENRES for aid in ("rest", "pair")}}
MET = f"""localStorage.setItem('caracol met', '{json.dumps(list(GENRES))}');
localStorage.setItem('caracol settings', '{json.dumps(UNAIDED)}')"""
"""Script that turns off the tours and the assists."""

Open = Callable[..., Page]


@contextmanager
def start_workbench() -> Iterator[Open]:
    """Start a server and a browser, and yield a function that opens pages."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "caracol.cli.main", "serve", "--no-open", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--library", f"{folder}/library.sqlite"], stderr=subprocess.PIPE, text=True
        )
        assert server.stderr is not None
        address = re.search(r"http://\S+", server.stderr.readline())
        assert address is not None
        names = ("chromium-headless-shell", "chromium", "chromium-browser")
        found = next(filter(None, map(shutil.which, names)), None)
        arguments = ["--headless", "--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=found, args=arguments)

        def open_page(puzzle: Any, mode: str, scheme: str, size: Any = DESK) -> Page:
            context = browser.new_context(
                viewport=size, color_scheme=scheme, base_url=address[0], device_scale_factor=1
            )
            page = context.new_page()
            page.add_init_script(MET)
            entries = json.dumps(own.encode(puzzle)).encode()
            packed = base64.urlsafe_b64encode(entries).decode().rstrip("=")
            page.goto(f"/#{mode}/{packed}")
            page.wait_for_selector(".cell")
            return page

        try:
            yield open_page
        finally:
            browser.close()
            server.terminate()
            server.wait()


def read_example(genre: str, name: str) -> Any:
    """Return one of the example puzzles."""
    return caracol.read((TOP / "examples" / genre / f"{name}.json").read_text("utf-8"))


def play(page: Page, puzzle: Any, share: float) -> None:
    """Enter the first part of the solution."""
    solution = caracol.solve(puzzle).only()
    for cell in choose_cells(puzzle, solution, share):
        page.locator(f'.cell[data-cell="{cell}"]').focus()
        page.keyboard.press(puzzle.symbols[solution[cell]].letter)
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)


def choose_cells(puzzle: Any, solution: Sequence[int], share: float) -> list[int]:
    """Return the cells of the first part of a solution that a player writes."""
    cells = [c for c, value in enumerate(solution) if value and puzzle.givens[c] is None]
    return cells[: round(share * len(cells))]


def hint(page: Page) -> None:
    """Ask for a complete hint."""
    page.click("#hint")
    page.wait_for_selector("#advice p")
    for _ in range(4):
        page.get_by_role("button", name="Tell me more").click()
    page.mouse.move(0, 0)


def wait_for_verdict(page: Page) -> None:
    """Wait until the feedback on a puzzle in the editor is complete."""
    page.wait_for_selector('#verdict[aria-busy="false"] .status:not(.waiting)')


def take_screenshot(page: Page, part: str = "", around: int = 0) -> Image.Image:
    """Take a screenshot of the page, or of a part with a few pixels around it, and close it."""
    box = page.locator(part).bounding_box() if part else None
    clip: Any = box and {
        "x": box["x"] - around,
        "y": box["y"] - around,
        "width": box["width"] + 2 * around,
        "height": box["height"] + 2 * around,
    }
    data = page.screenshot(clip=clip)
    page.context.close()
    return Image.open(io.BytesIO(data)).convert("RGB")


def join_horizontally(pictures: list[Image.Image], ground: str) -> Image.Image:
    """Return pictures side by side, vertically centred."""
    height = max(picture.height for picture in pictures)
    width = sum(picture.width + GAP for picture in pictures) + GAP
    sheet = Image.new("RGB", (width, height + 2 * GAP), ground)
    left = GAP
    for picture in pictures:
        sheet.paste(picture, (left, GAP + (height - picture.height) // 2))
        left += picture.width + GAP
    return sheet


def join_vertically(*rows: Image.Image) -> Image.Image:
    """Return rows of pictures below each other, horizontally centred."""
    width, height = max(row.width for row in rows), sum(row.height for row in rows)
    sheet = Image.new("RGB", (width, height), rows[0].getpixel((0, 0)))
    top = 0
    for row in rows:
        sheet.paste(row, ((width - row.width) // 2, top))
        top += row.height
    return sheet


def save(name: str, picture: Image.Image) -> None:
    """Save a picture."""
    picture.save(IMAGES / name, optimize=True)
    print(f"docs/images/{name}")


IN_ROW, HIGH = 5, 220
"""Number of boards in a row of the picture of all genres, and their height."""


def show_genres(open_page: Open) -> None:
    """Make the pictures of half a board of each genre."""
    for scheme, ground in (("light", "#f1efe9"), ("dark", "#171b1f")):
        boards = []
        for genre, name in GENRES.items():
            puzzle = read_example(genre, name)
            page = open_page(puzzle, "play", scheme, {"width": 760, "height": 1000})
            play(page, puzzle, 0.5)
            board = take_screenshot(page, ".sheet", 3)
            boards.append(board.resize((board.width * HIGH // board.height, HIGH)))
        rows = [boards[at : at + IN_ROW] for at in range(0, len(boards), IN_ROW)]
        sheet = join_vertically(*(join_horizontally(row, ground) for row in rows))
        save(f"genres-{scheme}.png", sheet)


def main() -> int:
    """Make all screenshots."""
    with start_workbench() as open_page:
        show_genres(open_page)
        letters = own.decode(
            {**own.encode(read_example("easy-as-abc", "6x6-abcd")), "top": "......", "title": ""}
        )
        page = open_page(letters, "set", "dark")
        wait_for_verdict(page)
        save("set-dark.png", take_screenshot(page))
        phones = []
        for genre, scheme in (("magic-snail", "light"), ("magnets", "dark"), ("nonogram", "light")):
            puzzle = own.decode(caracol.get_genre(genre).part(EditorPart).EXAMPLE)
            page = open_page(puzzle, "play", scheme, PHONE)
            play(page, puzzle, 0.4)
            if genre == "nonogram":
                hint(page)
            phones.append(take_screenshot(page))
        save("phones.png", join_horizontally(phones, "#dedbd2"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
