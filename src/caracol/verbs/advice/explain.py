"""The ``caracol explain`` command."""

from __future__ import annotations

import argparse
from typing import Any

from caracol.drawing.characters import wrap_words
from caracol.engines.answer import Status
from caracol.errors import count_noun
from caracol.puzzle import Puzzle
from caracol.questions.explaining import Step, explain
from caracol.rules import Values, settled
from caracol.support.progress import show_counts
from caracol.verbs import common, reading
from caracol.verbs.advice.mistakes import step_view
from caracol.verbs.parameters import (
    MANY,
    PUZZLE,
    TIMED,
    VALUES,
    WITHOUT,
    drawing,
    grid,
    positive_int,
)
from caracol.verbs.requested import read_puzzle, read_values
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, option, switch


def explain_one(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return the walkthrough of one puzzle."""
    values = reading.read_grid(args.grid, puzzle) if args.grid else None
    with show_counts() as on_progress:
        walkthrough = explain(
            puzzle,
            values,
            without=args.without,
            seconds=args.seconds,
            stop=stop,
            on_progress=on_progress,
        )
    steps = list(enumerate(walkthrough.steps, 1))
    boards = replay_steps(puzzle, values, walkthrough.steps)
    if args.until:
        steps = steps[: args.until]
    if args.step:
        steps = [item for item in steps if item[0] == args.step]
    entries: dict[str, Any] = {
        "genre": puzzle.genre.id,
        "status": str(walkthrough.status),
        "opening": walkthrough.opening,
        "ending": walkthrough.ending,
        "finished": walkthrough.finished,
        "steps": [{"step": number, **step.entries()} for number, step in steps],
    }

    def as_text() -> str:
        lines = [wrap_words(walkthrough.opening)] if walkthrough.opening else []
        for number, step in steps:
            lines.append(number_step(number, step))
            if not args.brief:
                marked = common.draw_board(
                    args, puzzle, boards[number - 1], highlights=find_roles(step)
                )
                lines.append(marked)
        if args.step and not steps:
            steps_found = count_noun(len(walkthrough.steps), "step")
            lines.append(f"The explanation has only {steps_found}.")
        elif len(steps) == len(walkthrough.steps):
            lines.append(walkthrough.ending)
        return "\n".join(lines)

    answered = walkthrough.finished or walkthrough.status is not Status.UNKNOWN
    negative = walkthrough.status in (Status.NONE, Status.MANY)
    status = common.NEGATIVE if negative else common.ANSWERED
    return status if answered else common.UNKNOWN, entries, as_text


def number_step(number: int, step: Step) -> str:
    """Return a step with its number and name, in paragraphs."""
    first, *others = step.paragraphs
    lines = [wrap_words(f"{number}. [{step.name}] {first}")]
    lines += [wrap_words(one, first="   ") for one in others]
    return "\n".join(lines)


def find_roles(step: Step) -> dict[str, tuple[int, ...]]:
    """Return the cells of a step by their roles."""
    return dict(step.cells._asdict())


def replay_steps(puzzle: Puzzle, values: Values | None, steps: tuple[Step, ...]) -> list[Values]:
    """Return the board after each step."""
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


def walk(payload: Payload, context: Context) -> dict[str, Any]:
    """Return every step to the solution."""
    puzzle = read_puzzle(payload)
    values = read_values(payload, puzzle)
    found = explain(
        puzzle, values, seconds=context.seconds, stop=context.stop, on_progress=context.on_progress
    )
    return {**found.entries(), "steps": [step_view(step) for step in found.steps]}


VERBS = (
    Verb(
        "explain",
        "explain the solution step by step",
        (
            *PUZZLE,
            TIMED,
            *MANY,
            *drawing(coordinates=True),
            VALUES,
            grid("start with these values on the board"),
            option(
                "until",
                "show only the first N steps",
                read=positive_int,
                metavar="N",
                rivals="shown",
            ),
            option("step", "show only step N", read=positive_int, metavar="N", rivals="shown"),
            switch("brief", "print sentences without boards"),
            WITHOUT,
        ),
        ask=explain_one,
        operation=Operation(
            "explain",
            "Explain the solution step by step.",
            walk,
            "Walked",
            "advice",
            Pace.TRIED,
            streamed=True,
        ),
    ),
)
