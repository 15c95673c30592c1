"""The animation of the README: a hint is asked for, explained step by step, and carried out.

Like the screenshots, it depends on the browser and its fonts: run ``scripts/docs screens`` by hand
when the page looks different, and check the result. A test compares the sentence that it ends with,
which the file also has as text, with today's.
"""

from __future__ import annotations

import io
import sys

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Page

from make.screens import GENRES, IMAGES, Open, play, read_example, start_workbench

GENRE = "star-battle"
FILE = IMAGES / "hint.png"
SENTENCE = "sentence"
SIZE = {"width": 960, "height": 640}
COLOURS = 64
SHORT, LONG = 900, 2600
"""Milliseconds for which a picture is shown: while something is pressed, and to be read."""
RUNGS = 4

PLAYED = 0.3
"""The part of the solution that is on the board before the hint."""

Frame = tuple[Image.Image, int]


def record(open_page: Open) -> tuple[list[Frame], str]:
    """Return the pictures of the animation, how long each is shown, and the hint's sentence."""
    puzzle = read_example(GENRE, GENRES[GENRE])
    page = open_page(puzzle, "play", "light", SIZE)
    play(page, puzzle, PLAYED)
    frames = [(take_frame(page), SHORT)]
    page.click("#hint")
    page.wait_for_selector("#advice p")
    frames.append((take_frame(page), LONG))
    for _ in range(RUNGS):
        page.get_by_role("button", name="Tell me more").click()
        frames.append((take_frame(page), LONG))
    sentence = page.locator("#advice .full").inner_text()
    page.get_by_role("button", name="Do the move").click()
    page.wait_for_timeout(500)
    frames.append((take_frame(page), LONG))
    page.context.close()
    return frames, sentence


def take_frame(page: Page) -> Image.Image:
    """Return what the page shows now."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def save_animation(frames: list[Frame], sentence: str) -> None:
    """Save an animated PNG, with one palette for all pictures so that it stays small."""
    pictures, times = zip(*frames, strict=True)
    width, height = pictures[0].size
    sheet = Image.new("RGB", (width, height * len(pictures)))
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (0, number * height))
    palette = sheet.quantize(COLOURS, dither=Image.Dither.NONE)
    small = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    text = PngInfo()
    text.add_itxt(SENTENCE, sentence)
    small[0].save(
        FILE,
        save_all=True,
        append_images=small[1:],
        duration=list(times),
        loop=0,
        optimize=True,
        pnginfo=text,
    )
    print(f"docs/images/{FILE.name}: {FILE.stat().st_size // 1000} kB")


def main() -> int:
    """Make the animation."""
    with start_workbench() as open_page:
        save_animation(*record(open_page))
    return 0


if __name__ == "__main__":
    sys.exit(main())
