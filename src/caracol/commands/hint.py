"""caracol hint"""

from __future__ import annotations

import argparse
import textwrap

from caracol.commands import common
from caracol.commands.explain import roles
from caracol.engines.answer import Status
from caracol.explaining import hint
from caracol.puzzle import Puzzle

LADDER = ("where", "technique", "rules", "conclusion", "sentence")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``hint``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_drawing(parser)
    parser.add_argument("--grid", metavar="GRID", help="the player's grid so far")
    common.add_without(parser)
    parser.add_argument(
        "--rung",
        choices=LADDER,
        default="sentence",
        help="how much to tell: where to look, the technique, the rules, the conclusion, all",
    )


def run(asked: argparse.Namespace) -> int:
    """Give a hint for every puzzle."""
    return common.for_each(asked, lambda puzzle, stop: hinted(asked, puzzle, stop))


def hinted(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The hint for one grid; mistakes come first."""
    values = common.read_grid(asked.grid, puzzle) if asked.grid else puzzle.givens
    found = hint(puzzle, values, without=asked.without, seconds=asked.seconds, stop=stop)

    def told() -> str:
        lines: list[str] = []
        marks: dict[str, tuple[int, ...]] = {}
        if found.mistake is not None:
            lines.append(textwrap.fill(found.mistake.sentence, 88))
            lines.append(textwrap.fill(found.mistake.advice, 88))
            marks["error"] = tuple(found.mistake.cells)
        if found.message:
            lines.append(found.message)
        if found.step is not None:
            shown = LADDER[: LADDER.index(asked.rung) + 1] if asked.rung != "sentence" else LADDER
            for rung in shown:
                if rung == "sentence":
                    for step in found.before:
                        lines.append(textwrap.fill(f"First: {step.sentence}", 88))
                lines.append(textwrap.fill(f"{rung.capitalize() + ':':12} {found.rungs[rung]}", 88))
            cells = roles(found.step)
            if asked.rung == "where":
                cells.pop("because")
                cells.pop("conclusion")
            marks |= cells
        board = common.drawn(asked, puzzle, values, highlights=marks)
        return board + "\n".join(lines)

    status = common.ANSWERED
    if found.mistake is not None or found.status in (Status.NONE, Status.MANY):
        status = common.NEGATIVE
    elif found.step is None and found.status is Status.UNKNOWN:
        status = common.UNKNOWN
    return status, {"genre": puzzle.genre.id, **found.entries()}, told
