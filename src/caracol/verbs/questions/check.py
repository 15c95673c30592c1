"""The ``caracol check`` command."""

from __future__ import annotations

import argparse
from typing import Any

from caracol.authoring import editing
from caracol.authoring.editor import Help
from caracol.play import Game
from caracol.puzzle import Puzzle
from caracol.questions.assists import apply_aids
from caracol.questions.solving import Fault, check, find_excluded
from caracol.rules import Values
from caracol.verbs import common, reading
from caracol.verbs.advice.mistakes import PROGRESS, check_progress
from caracol.verbs.answer_views import fault_view
from caracol.verbs.parameters import PUZZLE, drawing, grid
from caracol.verbs.requested import read_puzzle, read_values
from caracol.verbs.schemas import CELL, flag, listed, seconds
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, entry


def check_one(args: argparse.Namespace, puzzle: Puzzle, _stop: object) -> common.Result:
    """Return the verdict on one grid."""
    values = reading.read_grid(args.grid, puzzle) if args.grid else puzzle.givens
    verdict = check(puzzle, values)
    entries = {
        "genre": puzzle.genre.id,
        "solved": verdict.solved,
        "finished": verdict.finished,
        "faults": [
            {
                "rule": fault.rule.name,
                "sentence": fault.sentence,
                "cells": [puzzle.grid.name(cell) for cell in fault.cells],
            }
            for fault in verdict.faults
        ],
    }

    def say(fault: Fault) -> str:
        if not fault.cells or not args.coordinates:
            return fault.sentence
        return f"{fault.sentence} ({', '.join(map(puzzle.grid.name, fault.cells))})"

    def as_text() -> str:
        lines = [common.draw_board(args, puzzle, values).rstrip("\n")]
        lines += dict.fromkeys(f"✗ {say(fault)}" for fault in verdict.faults)
        if verdict.solved:
            lines.append("Solved: no rule is broken.")
        elif not verdict.faults:
            lines.append("No rule is broken so far.")
        return "\n".join(lines)

    return common.NEGATIVE if verdict.faults else common.ANSWERED, entries, as_text


def look_at_board(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the broken rules and satisfied clues of a board, and whether it is solved."""
    puzzle = read_puzzle(payload)
    values = read_values(payload, puzzle)
    aids = [Help(aid) for aid in payload["aids"]]
    verdict = check(puzzle, answers_of(values) if payload.get("answers") else values)
    game = Game(puzzle)
    written = [
        (cell, value)
        for cell, value in enumerate(values)
        if value is not None and puzzle.givens[cell] is None
    ]
    game.act(written)
    deeper = check_progress(payload, puzzle, values, context) if payload.get("deep") else {}
    return {
        **deeper,
        "solved": game.finished,
        "filled": verdict.finished,
        "faults": [fault_view(fault) for fault in verdict.faults],
        "satisfied": sorted(game.satisfied_rules()),
        "done": editing.done(puzzle, values),
        "lit": editing.lit(puzzle, values),
        "ties": editing.ties(puzzle, values),
        "fill": list(apply_aids(puzzle, values, aids, payload["wrote"]).items()),
        "excluded": list(find_excluded(puzzle, values)) if payload.get("notes") else [],
    }


def answers_of(values: Values) -> Values:
    """Return the values without blanks, which are only notes."""
    return tuple(value or None for value in values)


VERBS = (
    Verb(
        "check",
        "list the rules that a complete or partial grid breaks",
        (
            *PUZZLE,
            entry("seconds", seconds(10.0)),
            *drawing(coordinates=True),
            grid(
                "grid to check: a file, - for standard input, or rows separated by '/' "
                "(default: the given values)"
            ),
            *PROGRESS,
            entry("deep", flag(title="whether to test if the board can still be completed")),
            entry("answers", flag(title="whether blanks are only notes, which break no rules")),
            entry("notes", flag(title="whether to list the values that single rules exclude")),
            entry(
                "aids",
                listed(
                    {"enum": [help.value for help in Help]},
                    3,
                    default=[],
                    title="assists: what to write for the player",
                ),
            ),
            entry("wrote", listed(CELL, 10_000, default=[], title="cells of the last move")),
        ),
        ask=check_one,
        operation=Operation(
            "check",
            "List broken rules and satisfied clues of a board, and say whether it is solved.",
            look_at_board,
            "Checked",
            "questions",
            lambda payload: Pace.TRIED if payload["deep"] else Pace.QUICK,
        ),
    ),
)
