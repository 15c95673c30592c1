"""caracol grade"""

from __future__ import annotations

import argparse
import textwrap

from caracol.commands import common
from caracol.drawing.terminal import wrapped
from caracol.engines.answer import Status
from caracol.explaining import grade, words_of
from caracol.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``grade``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    common.add_many(parser)


def run(asked: argparse.Namespace) -> int:
    """Grade every puzzle."""
    return common.for_each(asked, graded)


def graded(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """The grade of one puzzle, and what makes it so."""
    found = grade(puzzle, seconds=asked.seconds, stop=stop)

    def text() -> str:
        lines = [f"{puzzle.info.title}: {found}" if puzzle.info.title else str(found)]
        if found.status is Status.UNIQUE:
            lines.append(
                f"  hardest step {found.hardest:g}, all efforts {found.effort:.1f}, "
                f"narrowness {found.narrowness:.2f}, "
                f"{found.steps} step{'s' * (found.steps != 1)}"
            )
            words = words_of(puzzle.genre)
            for technique, number in found.techniques.items():
                lines.append(f"  {number:4} × {words.technique(technique)}")
            if found.bottleneck is not None:
                lines.append(
                    textwrap.indent(wrapped(f"hardest: {found.bottleneck.sentence}", 84), "  ")
                )
        return "\n".join(lines)

    status = {
        Status.UNIQUE: common.ANSWERED,
        Status.UNKNOWN: common.UNKNOWN,
    }.get(found.status, common.NEGATIVE)
    entries = found.entries()
    # The grade's own number must not take the place of the puzzle's.
    entries_of = {"genre": puzzle.genre.id, "status": entries.pop("status"), "grade": entries}
    return status, entries_of, text
