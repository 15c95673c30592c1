"""caracol hint"""

from __future__ import annotations

import argparse
from dataclasses import replace

from caracol.commands import common, reading
from caracol.drawing.terminal import wrapped
from caracol.engines.answer import Status
from caracol.explaining import Hint, hint, open_steps
from caracol.puzzle import Puzzle

LADDER = ("where", "technique", "rules", "conclusion", "sentence")
MISTAKES = ("where", "entries", "why", "undo")
"""What is told of a mistake, at the same rungs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``hint``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_drawing(parser, coordinates=True)
    parser.add_argument("--grid", metavar="GRID", help="the player's grid so far")
    common.add_without(parser)
    listed = parser.add_mutually_exclusive_group()
    listed.add_argument(
        "--another",
        type=int,
        default=0,
        metavar="N",
        help="another step: leave out the N easiest of those that are open",
    )
    listed.add_argument(
        "--all", action="store_true", help="list all steps that are open, with their efforts"
    )
    parser.add_argument(
        "--rung",
        choices=LADDER,
        default="sentence",
        help="how much to tell: where to look, the technique, the rules, the conclusion, all",
    )


def run(asked: argparse.Namespace) -> int:
    """Give a hint for every puzzle."""
    return common.for_each(asked, hinted)


def hinted(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The hint for one grid; mistakes come first, on a ladder of their own."""
    values = reading.read_grid(asked.grid, puzzle) if asked.grid else puzzle.givens
    limits = {"without": asked.without, "seconds": asked.seconds, "stop": stop}
    found = hint(puzzle, values, **limits)
    rightly = found.mistake is None and found.step is not None
    steps = open_steps(puzzle, values, **limits) if rightly and (asked.all or asked.another) else ()
    entries = {"genre": puzzle.genre.id, **found.entries()}
    if asked.all:
        entries["open"] = [step.entries() for step in steps]
    elif asked.another and rightly:
        step = steps[asked.another] if asked.another < len(steps) else None
        message = "" if step else f"Only {len(steps)} steps are open; the last rung has no more."
        found = replace(found, step=step, before=())
        found = replace(found, message=found.message or message)
        entries |= found.entries()

    def as_text() -> str:
        lines: list[str] = []
        marks: dict[str, tuple[int, ...]] = {}
        if found.mistake is not None:
            told = found.mistake.rungs
            shown = MISTAKES[: LADDER.index(asked.rung) + 1]
            lines += [wrapped(told[rung]) for rung in shown if rung in told]
            if "entries" in shown:
                marks["error"] = tuple(found.mistake.cells)
        if found.message:
            lines.append(found.message)
        if asked.all:
            lines += [
                wrapped(f"{step.effort:4.1f}  {step.name}: {step.rungs['where']}") for step in steps
            ]
        elif found.step is not None and found.mistake is None:
            lines += _rungs(found, asked.rung)
            marks |= found.step.highlights(asked.rung)
        board = common.drawn(asked, puzzle, values, highlights=marks)
        return board + "\n".join(lines)

    status = common.ANSWERED
    if found.mistake is not None or found.status in (Status.NONE, Status.MANY):
        status = common.NEGATIVE
    elif found.step is None and found.status is Status.UNKNOWN:
        status = common.UNKNOWN
    return status, entries, as_text


def _rungs(found: Hint, last: str) -> list[str]:
    """A step told up to a rung."""
    lines = []
    for rung in LADDER[: LADDER.index(last) + 1]:
        if rung == "sentence":
            lines += [wrapped(f"First: {step.sentence}") for step in found.before]
            assert found.step is not None
            first, *others = found.step.paragraphs
            lines.append(wrapped(f"{'Sentence:':12} {first}"))
            lines += [wrapped(one) for one in others]
            continue
        lines.append(wrapped(f"{rung.capitalize() + ':':12} {found.rungs[rung]}"))
    return lines
