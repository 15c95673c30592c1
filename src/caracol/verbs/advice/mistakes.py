"""A player's board with its moves and eliminations, and its mistakes."""

from __future__ import annotations

from typing import Any

from caracol.deduction.hints import Entries, read_board
from caracol.deduction.steps import Step
from caracol.deduction.walk.board import board_of
from caracol.deduction.walkthrough import Move
from caracol.engines.limits import Clock
from caracol.puzzle import Puzzle
from caracol.questions.techniques import make_writer
from caracol.rules import Values
from caracol.verbs.parameters import VALUES
from caracol.verbs.schemas import CELL, LONG, VALUE, Schema, listed, or_null, whole
from caracol.verbs.verb import Context, Payload, entry

WRITE: Schema = {
    "description": "a cell and its new value",
    "type": "array",
    "prefixItems": [CELL, {**VALUE, "type": ["integer", "null"]}],
    "minItems": 2,
    "maxItems": 2,
}
PROGRESS = (
    VALUES,
    entry(
        "eliminations",
        or_null(
            listed(whole(0, LONG), 1_000_000),
            title="values that the player has ruled out in each cell, as a bit mask",
        ),
    ),
    entry(
        "moves",
        or_null(
            listed({"type": "array", "items": WRITE}, 100_000),
            title="moves so far, each a list of cells with their new values",
        ),
    ),
)
"""A player's board with the moves that led to it."""

Writes = list[tuple[int, int | None]]


def history_of(payload: Payload) -> Writes | None:
    """Return all writes of the moves in a request, or ``None`` if it has no moves."""
    moves = payload.get("moves") or []
    return [(cell, value) for move in moves for cell, value in move] if moves else None


def candidates_of(payload: Payload, puzzle: Puzzle) -> list[int] | None:
    """Return the values that the player has not ruled out in each cell, if any are ruled out."""
    eliminated = payload.get("eliminations")
    if not eliminated or not any(eliminated):
        return None
    everything = (1 << len(puzzle.symbols)) - 1
    return [everything & ~mask for mask in eliminated]


def count_moves(payload: Payload, writes: int | None) -> int | None:
    """Return how many complete moves a number of single writes contains."""
    if writes is None:
        return None
    moves = payload.get("moves") or []
    seen = 0
    for number, move in enumerate(moves):
        seen += len(move)
        if seen > writes:
            return number
    return len(moves)


def check_progress(
    payload: Payload, puzzle: Puzzle, values: Values, context: Context
) -> dict[str, Any]:
    """Return whether a board can be completed; if not, which entries clash and since when."""
    masks = read_board(puzzle.model, values, candidates_of(payload, puzzle))
    entries = Entries(board_of(puzzle.model), masks, Clock(context.seconds, context.stop))
    try:
        right = entries.are_right()
        if right is not False:
            return {"right": right, "mistake": None}
        mistake = entries.find_mistake(make_writer(puzzle), history_of(payload))
    finally:
        entries.close()
    return {
        "right": False,
        "mistake": {
            "cells": list(mistake.cells),
            "sentence": mistake.sentence,
            "moves": count_moves(payload, mistake.moves),
        },
    }


def step_view(step: Step) -> dict[str, Any]:
    """Return a step as plain data, with its rungs."""
    return {**step.entries(), "rungs": step.rungs}


def move_view(move: Move, number: int = 1) -> dict[str, Any]:
    """Return a move as plain data, with the rungs of its steps."""
    labelled = zip(move.label(number), move.steps, strict=True)
    steps = [{"label": label, **step_view(step)} for label, step in labelled]
    return {**move.entries(number), "steps": steps}
