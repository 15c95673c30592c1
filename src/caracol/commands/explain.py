"""caracol explain"""

from __future__ import annotations

import argparse
from typing import Any

from caracol.commands import common, reading
from caracol.drawing.terminal import wrapped
from caracol.engines.answer import Status
from caracol.explaining import Step, explain
from caracol.progress import tallied
from caracol.puzzle import Puzzle
from caracol.rules import Values, settled


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``explain``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_many(parser)
    common.add_drawing(parser, coordinates=True)
    parser.add_argument("--grid", metavar="GRID", help="begin with these values on the board")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--until", type=common.positive_int, metavar="N", help="show the first N steps only"
    )
    shown.add_argument("--step", type=common.positive_int, metavar="N", help="show step N only")
    parser.add_argument("--brief", action="store_true", help="sentences only, no boards")
    common.add_without(parser)


def run(asked: argparse.Namespace) -> int:
    """Explain every puzzle."""
    return common.for_each(asked, explained)


def explained(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The walkthrough of one puzzle."""
    values = reading.read_grid(asked.grid, puzzle) if asked.grid else None
    with tallied() as on_progress:
        walkthrough = explain(
            puzzle,
            values,
            without=asked.without,
            seconds=asked.seconds,
            stop=stop,
            on_progress=on_progress,
        )
    steps = list(enumerate(walkthrough.steps, 1))
    boards = boards_after(puzzle, values, walkthrough.steps)
    if asked.until:
        steps = steps[: asked.until]
    if asked.step:
        steps = [item for item in steps if item[0] == asked.step]
    entries: dict[str, Any] = {
        "genre": puzzle.genre.id,
        "status": str(walkthrough.status),
        "opening": walkthrough.opening,
        "ending": walkthrough.ending,
        "finished": walkthrough.finished,
        "steps": [{"step": number, **step.entries()} for number, step in steps],
    }

    def as_text() -> str:
        lines = [wrapped(walkthrough.opening)] if walkthrough.opening else []
        for number, step in steps:
            lines.append(numbered(number, step))
            if not asked.brief:
                marked = common.drawn(asked, puzzle, boards[number - 1], highlights=roles(step))
                lines.append(marked)
        if asked.step and not steps:
            number = len(walkthrough.steps)
            lines.append(f"The way has only {number} step{'s' * (number != 1)}.")
        elif len(steps) == len(walkthrough.steps):
            lines.append(walkthrough.ending)
        return "\n".join(lines)

    answered = walkthrough.finished or walkthrough.status is not Status.UNKNOWN
    negative = walkthrough.status in (Status.NONE, Status.MANY)
    status = common.NEGATIVE if negative else common.ANSWERED
    return status if answered else common.UNKNOWN, entries, as_text


def numbered(number: int, step: Step) -> str:
    """A step with its number and its name, in paragraphs."""
    first, *others = step.paragraphs
    lines = [wrapped(f"{number}. [{step.name}] {first}")]
    lines += [wrapped(one, first="   ") for one in others]
    return "\n".join(lines)


def roles(step: Step) -> dict[str, tuple[int, ...]]:
    """The cells of a step by the part they play in it."""
    return dict(step.cells._asdict())


def boards_after(puzzle: Puzzle, values: Values | None, steps: tuple[Step, ...]) -> list[Values]:
    """The board after each step."""
    start = puzzle.givens if values is None else values
    masks = puzzle.model.narrowed(
        tuple(
            given if value is None else value
            for given, value in zip(puzzle.givens, start, strict=True)
        )
    )
    boards = []
    for step in steps:
        for cell, removed in step.cuts:
            masks[cell] &= ~removed
        boards.append(settled(masks[: puzzle.model.shown]))
    return boards
