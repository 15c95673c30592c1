"""The pictures of the documentation, drawn by our own renderer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import caracol
from caracol.deduction.steps import Step
from caracol.drawing.notebook import svg_of
from caracol.formats import own
from caracol.genres.nonogram.clues import Run
from caracol.genres.nonogram.stairs import reading
from make.stairs import drawing

TOP = Path(__file__).parent.parent.parent
GENRES = {
    "akari": "8x6",
    "easy-as-abc": "6x6-abcd",
    "hitori": "6x5",
    "slitherlink": "7x7-easy",
    "magic-snail": "6x6-123",
    "magnets": "seed-6x6-b",
    "nonogram": "snail-in-colour",
    "star-battle": "seed-5x5-board-3-1-star",
}
"""The example that stands for each genre."""
CELL = 26.0


FOLDERS = ("images/made", "reference/techniques")
"""Where made pictures lie, and nothing else."""


def made() -> Iterator[tuple[str, Callable[[], str]]]:
    """Every picture: puzzle and solution of each genre, and an example of each technique."""
    for genre, example in GENRES.items():
        path = TOP / "examples" / genre / f"{example}.json"
        yield f"images/made/{genre}.svg", partial(board, path)
        yield f"images/made/{genre}-solution.svg", partial(board, path, solved=True)
    yield "images/made/stairs.svg", stairs
    for technique, entry in techniques().items():
        yield f"reference/techniques/{technique}.svg", partial(step_picture, technique, entry)


def stairs() -> str:
    """The automaton of a Nonogram's line."""
    found = reading((Run(2), Run(1)), 1)
    return drawing(found, ("blank", "painted"), "The automaton of the clue 2 1")


def board(path: Path, solved: bool = False) -> str:
    """The puzzle of a file, or its solution."""
    puzzle = caracol.read(path)
    values = caracol.solve(puzzle).only() if solved else ()
    return str(caracol.render(puzzle, "svg", values, cell=CELL, unit="px"))


def techniques() -> dict[str, dict[str, object]]:
    """For each technique a puzzle, and the candidates from which its step is the next."""
    path = Path(__file__).parent / "techniques.json"
    found: dict[str, dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def example(technique: str, entry: dict[str, object]) -> Step:
    """A step that uses this technique."""
    puzzle = own.decode(entry["puzzle"])
    step = caracol.hint(puzzle, candidates=entry["candidates"]).step  # type: ignore[arg-type]
    if step is None or step.technique != technique:
        raise ValueError(
            f"the next step is no longer '{technique}'; docs/make/examples.py looks for another"
        )
    return step


def step_picture(technique: str, entry: dict[str, object]) -> str:
    """What the step looks at, what it uses, what follows."""
    return svg_of(example(technique, entry)) or ""


QUOTED = re.compile(r"^!\[[^\]]*\]\(techniques/([a-z-]+)\.svg\)\n\n> [^\n]*$", re.MULTILINE)
"""A picture in the catalogue, and the sentence of its step."""


def catalogue(text: str) -> str:
    """The catalogue with every picture told as it is told now."""
    known = techniques()

    def quoted(found: re.Match[str]) -> str:
        step = example(found[1], known[found[1]])
        return f"![{step.name}](techniques/{found[1]}.svg)\n\n> {step.sentence}"

    return QUOTED.sub(quoted, text)
