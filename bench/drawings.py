"""Pictures for the benchmark, drawn by code so that they are the same everywhere."""

from __future__ import annotations

import random
from typing import Any

SIDE = 25
"""Number of cells of a side of the puzzle."""
CELL = 20
"""Number of pixels of a side of a cell."""


def outlines(number: int) -> Any:
    """Draw six outlines, lines and arcs, with a pen that is thinner than a cell."""
    from PIL import Image, ImageDraw

    rng = random.Random(f"outlines {number}")
    image = Image.new("RGB", (SIDE * CELL, SIDE * CELL), "white")
    pen = ImageDraw.Draw(image)
    width = CELL * 2 // 3
    for _ in range(6):
        left, top = rng.randrange(20, 300), rng.randrange(20, 300)
        box = (left, top, left + rng.randrange(100, 200), top + rng.randrange(100, 200))
        match rng.randrange(4):
            case 0:
                pen.ellipse(box, outline="black", width=width)
            case 1:
                pen.line(box, fill="black", width=width)
            case 2:
                pen.rectangle(box, outline="black", width=width)
            case _:
                ends = rng.randrange(180), rng.randrange(180, 360)
                pen.arc(box, *ends, fill="black", width=width)
    return image


def scratches(number: int) -> Any:
    """Draw three random straight lines, one cell wide, whose clues say very little."""
    from PIL import Image, ImageDraw

    rng = random.Random(f"scratches {number}")
    image = Image.new("L", (SIDE, SIDE), 255)
    pen = ImageDraw.Draw(image)
    for _ in range(3):
        pen.line([(rng.randrange(SIDE), rng.randrange(SIDE)) for _ in range(2)], fill=0)
    return image
