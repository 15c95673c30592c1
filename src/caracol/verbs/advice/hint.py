"""The ``caracol hint`` command."""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import islice
from typing import Any

from caracol.deduction.walkthrough import Move
from caracol.drawing.characters import wrap_words
from caracol.engines.answer import Status
from caracol.errors import count_noun
from caracol.puzzle import Puzzle
from caracol.questions.explaining import Hint, hint, open_steps
from caracol.verbs import common, reading
from caracol.verbs.advice.mistakes import (
    PROGRESS,
    candidates_of,
    count_moves,
    history_of,
    move_view,
    step_view,
)
from caracol.verbs.parameters import PUZZLE, TIMED, WITHOUT, drawing, grid
from caracol.verbs.requested import read_puzzle, read_values
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, option, switch

LADDER = ("where", "technique", "rules", "conclusion", "sentence")
MISTAKES = ("where", "entries", "why", "undo")
"""Parts of a mistake's description, at the same rungs."""
MOST_STEPS = 200
"""Maximum number of steps in an answer."""


def give_hint(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return the hint for one grid; mistakes come before steps."""
    values = reading.read_grid(args.grid, puzzle) if args.grid else puzzle.givens
    limits = {"without": args.without, "seconds": args.seconds, "stop": stop}
    found = hint(puzzle, values, **limits)
    rightly = found.mistake is None and found.move is not None
    steps = open_steps(puzzle, values, **limits) if rightly and (args.all or args.another) else ()
    entries = {"genre": puzzle.genre.id, **found.entries()}
    if args.all:
        entries["open"] = [step.entries() for step in steps]
    elif args.another and rightly:
        step = steps[args.another] if args.another < len(steps) else None
        available = f"{'is' if len(steps) == 1 else 'are'} only {count_noun(len(steps), 'step')}"
        message = "" if step else f"There {available} to choose from."
        found = replace(found, move=Move((step,)) if step else None)
        found = replace(found, message=found.message or message)
        entries |= found.entries()

    def as_text() -> str:
        lines: list[str] = []
        marks: dict[str, tuple[int, ...]] = {}
        if found.mistake is not None:
            rungs = found.mistake.rungs
            shown = MISTAKES[: LADDER.index(args.rung) + 1]
            stated = [line for rung in shown for line in rungs.get(rung, "").splitlines()]
            lines += map(wrap_words, stated)
            if "entries" in shown and "entries" in rungs:
                marks["error"] = tuple(found.mistake.cells)
        if found.message:
            lines.append(found.message)
        if args.all:
            lines += [
                wrap_words(f"{step.effort:4.1f}  {step.name}: {step.rungs['where']}")
                for step in steps
            ]
        elif found.step is not None and found.mistake is None:
            lines += _list_rungs(found, args.rung)
            marks |= found.step.highlights(args.rung)
        board = common.draw_board(args, puzzle, values, highlights=marks)
        return board + "\n".join(lines)

    status = common.ANSWERED
    if found.mistake is not None or found.status in (Status.NONE, Status.MANY):
        status = common.NEGATIVE
    elif found.step is None and found.status is Status.UNKNOWN:
        status = common.UNKNOWN
    return status, entries, as_text


def _list_rungs(found: Hint, last: str) -> list[str]:
    """Return the lines of a hint up to a rung; the last rung continues with the whole move."""
    lines = []
    for rung in LADDER[: LADDER.index(last) + 1]:
        if rung != "sentence":
            lines.append(wrap_words(f"{rung.capitalize() + ':':12} {found.rungs[rung]}"))
            continue
        assert found.move is not None
        for number, step in enumerate(found.move, 1):
            title = "Sentence:" if number == 1 else f"Step {number}:"
            first, *others = step.paragraphs
            lines.append(wrap_words(f"{title:12} {first}"))
            lines += [wrap_words(one, first=" " * 13) for one in others]
    return lines


def find_hint(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the player's mistake, if any, or the easiest next move."""
    puzzle = read_puzzle(payload)
    values = read_values(payload, puzzle)
    found = hint(
        puzzle,
        values,
        candidates=candidates_of(payload, puzzle),
        seconds=context.seconds,
        stop=context.stop,
        history=history_of(payload),
    )
    entries = found.entries()
    entries["move"] = move_view(found.move) if found.move else None
    if entries["mistake"] is not None:
        entries["mistake"]["moves"] = count_moves(payload, entries["mistake"]["moves"])
    return entries


def list_steps(payload: Payload, context: Context) -> dict[str, Any]:
    """Return every step available on the player's board, easiest first."""
    puzzle = read_puzzle(payload)
    values = read_values(payload, puzzle)
    found = open_steps(
        puzzle,
        values,
        candidates=candidates_of(payload, puzzle),
        seconds=context.seconds,
        stop=context.stop,
    )
    return {"steps": [step_view(step) for step in islice(found, MOST_STEPS)], "number": len(found)}


VERBS = (
    Verb(
        "hint",
        "find the easiest next step on a grid",
        (
            *PUZZLE,
            TIMED,
            *drawing(coordinates=True),
            grid("the player's grid so far"),
            *PROGRESS,
            WITHOUT,
            option(
                "another",
                "skip the N easiest steps and show the next one",
                read=int,
                default=0,
                metavar="N",
                rivals="listed",
            ),
            switch("all", "list all available steps with their efforts", rivals="listed"),
            option(
                "rung",
                "how much to reveal: where to look, technique, rules, conclusion or everything",
                choices=LADDER,
                default="sentence",
            ),
        ),
        ask=give_hint,
        operation=Operation(
            "hint",
            "Find mistakes on a player's board, or the easiest next move.",
            find_hint,
            "Hinted",
            "advice",
            Pace.TRIED,
        ),
    ),
    Verb(
        "steps",
        parameters=(*PUZZLE, TIMED, *PROGRESS),
        operation=Operation(
            "steps",
            "List every step available on a player's board, easiest first.",
            list_steps,
            "Open",
            "advice",
            Pace.TRIED,
        ),
    ),
)
