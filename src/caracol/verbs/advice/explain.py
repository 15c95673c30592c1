"""The ``caracol explain`` command."""

from __future__ import annotations

import argparse
from typing import Any

from caracol.board.names import capitalise
from caracol.drawing.characters import wrap_words
from caracol.engines.answer import Status
from caracol.errors import count_noun
from caracol.puzzle import Puzzle
from caracol.questions.explaining import Step, Walkthrough, explain
from caracol.rules import Values, settled
from caracol.support.progress import show_counts
from caracol.verbs import common, reading
from caracol.verbs.advice.mistakes import move_view
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
    moves = list(enumerate(walkthrough.moves, 1))
    boards = dict(
        zip(walkthrough.labels, replay_steps(puzzle, values, walkthrough.steps), strict=True)
    )
    if args.until:
        moves = moves[: args.until]
    if args.step:
        wanted = args.step.lower()
        moves = [
            (number, move) for number, move in moves if wanted in (str(number), *move.label(number))
        ]
    entries: dict[str, Any] = {
        "genre": puzzle.genre.id,
        "status": str(walkthrough.status),
        "opening": walkthrough.opening,
        "ending": walkthrough.ending,
        "finished": walkthrough.finished,
        "moves": [move.entries(number) for number, move in moves],
    }

    def as_text() -> str:
        lines = [wrap_words(walkthrough.opening)] if walkthrough.opening else []
        for number, move in moves:
            if len(move) > 1 and not args.step:
                lines.append(wrap_words(f"{number}. {capitalise(move.conclusion)}:"))
            for label, step in zip(move.label(number), move, strict=True):
                if args.step and args.step.lower() not in (str(number), label):
                    continue
                lines.append(number_step(label, step, unfold=bool(args.step)))
                if not args.brief:
                    marked = common.draw_board(
                        args, puzzle, boards[label], highlights=find_roles(step)
                    )
                    lines.append(marked)
        if args.step and not moves:
            lines.append(describe_missing(args.step, walkthrough))
        elif len(moves) == len(walkthrough.moves):
            lines.append(walkthrough.ending)
        return "\n".join(lines)

    answered = walkthrough.finished or walkthrough.status is not Status.UNKNOWN
    negative = walkthrough.status in (Status.NONE, Status.MANY)
    status = common.NEGATIVE if negative else common.ANSWERED
    return status if answered else common.UNKNOWN, entries, as_text


def describe_missing(label: str, walkthrough: Walkthrough) -> str:
    """Return a sentence that there is no step with this label."""
    moves = count_noun(len(walkthrough.moves), "move")
    return f"There is no step {label}; the explanation has {moves}."


def number_step(label: str, step: Step, unfold: bool = False) -> str:
    """Return a step with its label and name; a trial has a line for each link.

    With ``unfold``, a step by computer has its proof, a line for each link.
    """
    first, *others = step.paragraphs
    lines = [wrap_words(f"{label}. [{step.name}] {first}")]
    lines += [wrap_words(one, first="   ") for one in others]
    proof = [line for part in step.proof for line in part.list_indented()]
    if unfold:
        lines += [wrap_words(text, first="   " + "  " * depth) for depth, text in proof]
    elif proof:
        lines.append(f"   (Its proof has {count_noun(len(proof), 'line')}; see --step {label}.)")
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
    """Return every move to the solution."""
    puzzle = read_puzzle(payload)
    values = read_values(payload, puzzle)
    found = explain(
        puzzle, values, seconds=context.seconds, stop=context.stop, on_progress=context.on_progress
    )
    moves = [move_view(move, number) for number, move in enumerate(found.moves, 1)]
    return {**found.entries(), "moves": moves}


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
                "show only the first N moves",
                read=positive_int,
                metavar="N",
                rivals="shown",
            ),
            option("step", "show only this move (5) or step (5b)", metavar="N", rivals="shown"),
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
