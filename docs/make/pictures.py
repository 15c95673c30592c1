"""The pictures of the documentation, drawn by our own renderer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import caracol
from caracol.deduction.steps import Step
from caracol.drawing.stages import make_step_picture
from caracol.drawing.themes import LIGHT
from caracol.drawing.vector import draw
from caracol.formats import own
from caracol.genres.nonogram.clues import Run
from caracol.genres.nonogram.stairs import automaton_of
from make.stairs import draw_automaton

TOP = Path(__file__).parent.parent.parent
GENRES = {
    "akari": "8x6",
    "binairo": "6x6",
    "futoshiki": "5x5",
    "skyscrapers": "5x5",
    "sudoku": "9x9",
    "tents": "8x8",
    "kakuro": "6x6",
    "masyu": "8x8",
    "easy-as-abc": "6x6-abcd",
    "hitori": "6x5",
    "slitherlink": "7x7",
    "magic-snail": "6x6-123",
    "magnets": "seed-6x6-b",
    "nonogram": "snail-in-colour",
    "star-battle": "seed-5x5-board-3-1-star",
}
"""The example shown for each genre."""
CELL = 26.0
FOLDERS = ("images/made", "reference/techniques")
"""Folders that contain only generated pictures."""


def list_files() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield every picture: puzzle and solution of each genre, an example of each technique."""
    for genre, example in GENRES.items():
        path = TOP / "examples" / genre / f"{example}.json"
        yield f"images/made/{genre}.svg", partial(draw_board, path)
        yield f"images/made/{genre}-solution.svg", partial(draw_board, path, solved=True)
    yield "images/made/stairs.svg", draw_stairs
    for technique, entry in techniques().items():
        yield f"reference/techniques/{technique}.svg", partial(step_picture, technique, entry)


def draw_stairs() -> str:
    """Draw the automaton of a line in a Nonogram."""
    found = automaton_of((Run(2), Run(1)), 1)
    return draw_automaton(found, ("blank", "painted"), "The automaton of the clue 2 1")


def draw_board(path: Path, solved: bool = False) -> str:
    """Draw the puzzle in a file, or its solution."""
    puzzle = caracol.read(path)
    values = caracol.solve(puzzle).only() if solved else ()
    return str(caracol.render(puzzle, "svg", values, cell=CELL, unit="px"))


def techniques() -> dict[str, dict[str, object]]:
    """Return an example of each technique: a puzzle, and candidates before the step."""
    path = Path(__file__).parent / "techniques.json"
    found: dict[str, dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def find_step(technique: str, entry: dict[str, object]) -> Step:
    """Return the next step of an example; raise if it does not use the technique."""
    puzzle = own.decode(entry["puzzle"])
    step = caracol.hint(puzzle, candidates=entry["candidates"]).step  # type: ignore[arg-type]
    if step is None or step.technique != technique:
        raise ValueError(
            f"the next step is no longer '{technique}'; docs/make/examples.py finds a new example"
        )
    return step


def step_picture(technique: str, entry: dict[str, object]) -> str:
    """Draw the board before the step of an example and after it."""
    step = find_step(technique, entry)
    before = draw(make_step_picture(step, before=True), LIGHT, cell=CELL, unit="px")
    after = draw(make_step_picture(step), LIGHT, cell=CELL, unit="px")
    return draw_beside(before, after)


def draw_beside(*pictures: str) -> str:
    """Return pictures side by side, as one."""
    placed, left, height = [], 0.0, 0.0
    for one in pictures:
        width, high = (float(found) for found in SIZE.findall(one)[:2])
        placed.append(one.replace("<svg ", f'<svg x="{left:.2f}" ', 1))
        left, height = left + width + CELL, max(height, high)
    size = f'width="{left - CELL:.2f}px" height="{height:.2f}px"'
    parts = "\n".join(placed)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{parts}</svg>\n'


SIZE = re.compile(r'(?:width|height)="([\d.]+)px"')
"""The width and the height of a picture."""
QUOTED = re.compile(r"^!\[[^\]]*\]\(techniques/([a-z-]+)\.svg\)\n\n> [^\n]*$", re.MULTILINE)
"""A picture in the catalogue with the sentence of its step."""


def catalogue(text: str) -> str:
    """Return the catalogue with up-to-date sentences."""
    known = techniques()

    def quoted(found: re.Match[str]) -> str:
        step = find_step(found[1], known[found[1]])
        return f"![{step.name}](techniques/{found[1]}.svg)\n\n> {step.sentence}"

    return QUOTED.sub(quoted, text)
