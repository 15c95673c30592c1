"""Draws the catalogue of techniques: one step each, from small puzzles made with fixed seeds.

    PYTHONPATH=src:tests python docs/reference/pictures.py

It writes ``techniques/<id>.svg`` and puts the picture and its sentence under each heading of
``techniques.md``, where the heading ends with the technique's id.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from caracol.deduction.steps import Step
from caracol.engines.answer import Status
from caracol.explaining import explain
from caracol.genres.nonogram import ANY_RUNS, Colour, Nonogram, Run, clues_of
from caracol.puzzle import Puzzle
from caracol.solving import solve
from explain_puzzles import (
    easy_as_abc,
    magic_snail,
    magnets,
    nonogram,
    star_battle,
)

PAGE = Path(__file__).with_name("techniques.md")
PICTURES = PAGE.with_name("techniques")
SINGLE = 15
"""A board of so few cells is a line alone."""
HEADING = re.compile(r"^### .* · `([a-z-]+)`$")


def puzzles() -> Iterator[Puzzle]:
    """Small boards first, because they make the clearest pictures."""
    for seed in range(30):
        rng = random.Random(seed)
        yield star_battle(rng, 6, 1)
        yield nonogram(rng, 8, 0)
        yield magnets(rng, 6, 6, 6)
        yield easy_as_abc(rng, 5, 3)
    for seed in range(6):
        rng = random.Random(seed)
        yield magic_snail(rng, 5, 3)
        yield star_battle(rng, 10, 2)
        yield nonogram(rng, 15, 1)
        yield coloured(rng)


def coloured(rng: random.Random) -> Nonogram:
    """A small picture in two colours."""
    palette = (Colour("r", "red", "#c02020"), Colour("b", "blue", "#2040c0"))
    while True:
        rows, columns = clues_of(
            [[rng.choice((0, 1, 1, 2, 2)) for _ in range(6)] for _ in range(6)]
        )
        puzzle = Nonogram(rows, columns, palette)
        if solve(puzzle).status is Status.UNIQUE:
            return puzzle


def lines() -> Iterator[Step]:
    """Single lines, for what small boards seldom show."""
    anything = (Run(ANY_RUNS),)
    split = Nonogram(((Run(2),) * 2,), (anything,) * 8)
    yield from explain(split, (None, 1, None, 1, *(None,) * 4)).steps
    palette = (Colour("r", "red", "#c02020"), Colour("b", "blue", "#2040c0"))
    colours = Nonogram(((Run(2, 1), Run(2, 2)),), (anything,) * 7, palette)
    yield from explain(colours).steps


def size(step: Step) -> tuple[int, int, int]:
    """How much there is to see: a small board, few rules, few facts."""
    assert step.teller is not None
    return step.teller.grid.size, len(step.rules) + len(step.facts), len(step.cuts)


def main() -> None:
    """Write the pictures and their sentences."""
    best: dict[str, Step] = {}
    for step in chain((step for puzzle in puzzles() for step in explain(puzzle).steps), lines()):
        # A line alone stands in only where no board shows the technique.
        if step.technique not in best or (
            size(step) < size(best[step.technique]) and size(step)[0] > SINGLE
        ):
            best[step.technique] = step
    PICTURES.mkdir(exist_ok=True)
    written: list[str] = []
    name = ""
    for line in PAGE.read_text().splitlines():
        if line.startswith(("#", "<!--")):
            written += pictured(best, name)
            found = HEADING.match(line)
            name = found.group(1) if found else ""
        if line.startswith(("![", "> ")) and name in best:
            continue
        if line or (written and written[-1]):
            written.append(line)
    PAGE.write_text("\n".join(written) + "\n")
    missing = [
        name for line in written if (m := HEADING.match(line)) and (name := m[1]) not in best
    ]
    print("no picture:", ", ".join(missing) or "none")


def pictured(best: dict[str, Step], name: str) -> list[str]:
    """The lines that show a technique's step."""
    if name not in best:
        return []
    step = best[name]
    (PICTURES / f"{name}.svg").write_text(step._repr_svg_() or "")
    return [f"![{step.name}](techniques/{name}.svg)", "", f"> {step.sentence}", ""]


if __name__ == "__main__":
    main()
