"""Advice for someone who solves: hint, explain, grade, and where a mistake was made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from caracol import explaining
from caracol.deduction.board import board_of
from caracol.deduction.hints import Entries, from_values
from caracol.deduction.steps import Step
from caracol.engines.limits import Clock
from caracol.errors import OutOfTime
from caracol.formats import own
from caracol.plugins import get_genre
from caracol.puzzle import Genre, Puzzle
from caracol.rules import Values
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, job, puzzle_of, values_of

MOST_STEPS = 200
"""So many open steps are told."""
FEW_TRIED = 2
"""So many new puzzles are looked through for a position where some come along."""
MOST_TRIED = 500
"""So many puzzles are looked through for a position to practise on."""


@job
def hint(payload: Payload, context: Context) -> Result:
    """The easiest next step from the player's board, after the player's mistakes."""
    puzzle = puzzle_of(payload)
    values = values_of(payload, puzzle)
    moves = payload.get("moves") or []
    history = [(cell, value) for move in moves for cell, value in move]
    marks = payload.get("marks")
    found = explaining.hint(
        puzzle,
        values,
        candidates=_masks(puzzle, values, marks),
        seconds=context.seconds,
        stop=context.stop,
        history=history if moves else None,
    )
    entries = found.entries()
    entries["step"] = step_view(found.step) if found.step else None
    entries["before"] = [step_view(step) for step in found.before]
    if entries["mistake"] is not None:
        entries["mistake"]["moves"] = _whole(moves, entries["mistake"]["moves"])
    return entries


def right_so_far(payload: Payload, puzzle: Puzzle, values: Values, context: Context) -> Result:
    """Whether a player's board leads to a solution; if not, which entries clash, and since when."""
    moves = payload.get("moves") or []
    history = [(cell, value) for move in moves for cell, value in move]
    masks = from_values(puzzle.model, values, None)
    entries = Entries(board_of(puzzle.model), masks, Clock(context.seconds, context.stop))
    try:
        right = entries.right()
        if right is not False:
            return {"right": right, "mistake": None}
        mistake = entries.mistake(explaining.teller_of(puzzle), history if moves else None)
    finally:
        entries.close()
    return {
        "right": False,
        "mistake": {
            "cells": list(mistake.cells),
            "sentence": mistake.sentence,
            "moves": _whole(moves, mistake.moves),
        },
    }


@job
def steps(payload: Payload, context: Context) -> Result:
    """Every step that techniques see from the player's board, the easiest first."""
    puzzle = puzzle_of(payload)
    values = values_of(payload, puzzle)
    found = explaining.open_steps(
        puzzle,
        values,
        candidates=_masks(puzzle, values, payload.get("marks")),
        seconds=context.seconds,
        stop=context.stop,
    )
    return {"steps": [step_view(step) for step in islice(found, MOST_STEPS)], "number": len(found)}


@job
def techniques(payload: Payload, _context: Context) -> Result:
    """The techniques of a genre, by their ids."""
    return {"techniques": explaining.techniques(get_genre(payload["genre"]))}


@job
def practice(payload: Payload, context: Context) -> Result:
    """A position at which the next thing to find is a certain technique."""
    from caracol import practising

    genre, technique = get_genre(payload["genre"]), payload["technique"]
    (name,) = (explaining.techniques(genre)[one] for one in explaining.checked([technique], genre))
    clock, seed = Clock(context.seconds, context.stop), payload["seed"]
    new = _new_puzzles(genre, seed, clock, context)
    kept = practising.kept(genre, technique)
    found = next(practising.practice(islice(new, FEW_TRIED if kept else None), technique), None)
    if found is None and kept:
        found = practising.position(*Random(seed).choice(kept), technique)
    if found is None:
        raise OutOfTime(f"no position for “{name}” was found in time; it is rare, so try again")
    # What is on the board already is given, so that the position is a puzzle like any other.
    position = own.encode(found.puzzle.with_givens(found.values))
    return {
        "view": views.puzzle_view(own.decode({**position, "title": f"Practice: {name}"})),
        "step": step_view(found.step),
        "before": [step_view(step) for step in found.before],
        "name": name,
    }


def _new_puzzles(
    genre: Genre[Any], seed: int | None, clock: Clock, context: Context
) -> Iterator[Puzzle]:
    """New puzzles of a genre, as long as there is time."""
    from caracol.generator import generate

    first = Random().getrandbits(48) if seed is None else seed
    for tried in range(MOST_TRIED):
        if clock.over():
            return
        try:
            yield generate(
                genre, seed=f"{first}/{tried}", seconds=clock.left(), stop=context.stop
            ).puzzle
        except OutOfTime:
            return
        context.tell(tried=tried + 1)


@job
def explain(payload: Payload, context: Context) -> Result:
    """Every step to the solution."""
    puzzle = puzzle_of(payload)
    values = values_of(payload, puzzle)
    walk = explaining.explain(
        puzzle, values, seconds=context.seconds, stop=context.stop, on_progress=context.on_progress
    )
    return {**walk.entries(), "steps": [step_view(step) for step in walk.steps]}


@job
def grade(payload: Payload, context: Context) -> Result:
    """How hard a puzzle is."""
    puzzle = puzzle_of(payload)
    found = explaining.grade(puzzle, seconds=context.seconds, stop=context.stop)
    words = explaining.words_of(puzzle.genre)
    names = {technique: words.technique(technique) for technique in found.techniques}
    return {**found.entries(), "words": str(found), "names": names}


def step_view(step: Step) -> dict[str, Any]:
    """A step, with what it lets a player write and what is left of other cells."""
    writes, marks = [], []
    for cut, left in zip(step.cuts, step.left, strict=True):
        if left and not left & (left - 1):
            writes.append([cut.cell, left.bit_length() - 1])
        else:
            marks.append([cut.cell, left])
    return {**step.entries(), "writes": writes, "marks": marks, "rungs": step.rungs}


def _masks(puzzle: Puzzle, values: Any, marks: list[int] | None) -> list[int] | None:
    """The player's pencil marks as candidates; a cell without marks may be anything."""
    if not marks or not any(marks) or len(marks) != puzzle.grid.size:
        return None
    everything = (1 << len(puzzle.symbols)) - 1
    return [
        everything if value is not None or not mark & everything else mark & everything
        for value, mark in zip(values, marks, strict=True)
    ]


def _whole(moves: list[list[Any]], single: int | None) -> int | None:
    """How many whole moves lie within so many single writes."""
    if single is None:
        return None
    writes = 0
    for number, move in enumerate(moves):
        writes += len(move)
        if writes > single:
            return number
    return len(moves)
