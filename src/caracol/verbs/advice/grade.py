"""The ``caracol grade`` command."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from caracol.drawing.characters import wrap_words
from caracol.engines.answer import Status
from caracol.errors import count_noun
from caracol.puzzle import Puzzle
from caracol.questions.explaining import grade
from caracol.questions.techniques import choose_words
from caracol.verbs import common
from caracol.verbs.parameters import MANY, PUZZLE, TIMED
from caracol.verbs.requested import read_puzzle
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb


def grade_one(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return the grade of one puzzle, and the reasons for it."""
    found = grade(puzzle, seconds=args.seconds, stop=stop)

    def text() -> str:
        lines = [f"{puzzle.info.title}: {found}" if puzzle.info.title else str(found)]
        if found.status is Status.UNIQUE:
            lines.append(f"  what you have to do: {found.demand}")
            lines.append(
                f"  hardest step {found.hardest:g}, total effort {found.effort:.1f}, "
                f"narrowness {found.narrowness:.2f}, "
                f"{count_noun(found.steps, 'step')}"
            )
            words = choose_words(puzzle.genre)
            for technique, number in found.techniques.items():
                lines.append(f"  {number:4} × {words.technique(technique)}")
            if found.bottleneck is not None:
                lines.append(
                    textwrap.indent(wrap_words(f"hardest: {found.bottleneck.sentence}", 84), "  ")
                )
        return "\n".join(lines)

    status = {
        Status.UNIQUE: common.ANSWERED,
        Status.UNKNOWN: common.UNKNOWN,
    }.get(found.status, common.NEGATIVE)
    entries = found.entries()
    # Nested, because both the grade and the puzzle have a number.
    entries_of = {"genre": puzzle.genre.id, "status": entries.pop("status"), "grade": entries}
    return status, entries_of, text


def find_grade(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the grade of a puzzle."""
    puzzle = read_puzzle(payload)
    found = grade(puzzle, seconds=context.seconds, stop=context.stop)
    words = choose_words(puzzle.genre)
    names = {technique: words.technique(technique) for technique in found.techniques}
    return {**found.entries(), "words": str(found), "names": names}


VERBS = (
    Verb(
        "grade",
        "say how hard a puzzle is, and why",
        (*PUZZLE, TIMED, *MANY),
        ask=grade_one,
        operation=Operation(
            "grade",
            "Say how hard a puzzle is, and why.",
            find_grade,
            "Graded",
            "advice",
            Pace.TRIED,
            streamed=True,
        ),
    ),
)
