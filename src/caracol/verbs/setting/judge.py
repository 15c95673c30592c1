"""Feedback for a setter while editing a puzzle, sent bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from caracol.authoring import editing
from caracol.engines.answer import Solution, Status
from caracol.engines.hidden import complete_board
from caracol.engines.limits import Clock, Slice
from caracol.engines.portfolio import answer
from caracol.puzzle import Puzzle
from caracol.questions import explaining, solving
from caracol.verbs.answer_views import conflict_view
from caracol.verbs.parameters import PUZZLE, TIMED
from caracol.verbs.requested import read_puzzle
from caracol.verbs.schemas import CELLS
from caracol.verbs.setting.suggest import suggest_changes
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, entry

JUDGED = (
    *PUZZLE,
    TIMED,
    entry(
        "picture",
        {**CELLS, "title": "the solution that the setter has in mind, if any"},
    ),
)
"""A puzzle, and the solution that it should have."""


def judge(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the number of solutions (none, unique or many), and what follows from it.

    Each part is reported as soon as it is known, so quick answers do not wait for slow ones.
    """
    puzzle = read_puzzle(payload)
    clock = Clock(context.seconds, context.stop)
    found = solving.solve(puzzle, seconds=clock.left(), stop=context.stop)
    verdict: dict[str, Any] = {"status": found.status.value, "words": str(found)}
    verdict["solution"] = list(found.solutions[0]) if found.solutions else None
    verdict["flaws"] = [flaw._asdict() for flaw in editing.flaws(puzzle)]

    def report(**more: object) -> None:
        verdict.update(more)
        context.report(**more)

    report(**verdict)
    match found.status:
        case Status.NONE:
            clash = solving.conflict(puzzle, seconds=clock.left(), stop=context.stop)
            report(conflict=conflict_view(clash))
        case Status.UNIQUE:
            report(candidates=[[value] for value in found.solutions[0]], differ=[])
            grade = explaining.grade(puzzle, seconds=clock.left(), stop=context.stop)
            report(grade={"words": str(grade), "number": grade.number, "word": grade.word})
            if list_removable(puzzle):
                report(redundant=list(find_redundant(puzzle, clock)))
        case Status.MANY:
            possible = solving.candidates(puzzle, seconds=clock.left(), stop=context.stop)
            differ = [cell for cell, mask in enumerate(possible.masks) if mask & (mask - 1)]
            one, other = found.solutions[:2]
            between = [cell for cell, value in enumerate(one) if value != other[cell]]
            report(
                candidates=[list(values) for values in possible.values],
                differ=differ,
                between=between,
                two=[list(one), list(other)],
                solution=None,
            )
            report(
                **suggest_changes(
                    puzzle,
                    list_known_solutions(payload, puzzle, (one, other)),
                    possible.masks,
                    clock,
                )
            )
        case Status.UNKNOWN:
            pass
    return verdict


def list_known_solutions(
    payload: Payload, puzzle: Puzzle, found: tuple[Solution, Solution]
) -> tuple[Solution, ...]:
    """Return the known solutions, starting with the one that the setter has in mind."""
    picture = payload.get("picture")
    if picture is None or len(picture) != puzzle.grid.size:
        return found
    wanted = tuple(value or 0 for value in picture)
    if max(wanted) >= len(puzzle.symbols) or complete_board(puzzle.model, wanted) is None:
        return found
    return tuple(dict.fromkeys((wanted, *found)))


def list_removable(puzzle: Puzzle) -> list[str]:
    """Return the names of the clues that could be removed, inside or outside the board."""
    shown = {label.about for label in puzzle.scene.labels if label.about}
    shown |= {rule.name for rule in puzzle.given_rules()}
    clues = (rule.name for rule in puzzle.model.rules if rule.clue and rule.name in shown)
    return list(dict.fromkeys(clues))


def find_redundant(puzzle: Puzzle, clock: Clock) -> Iterator[str]:
    """Yield the clues that could each be removed without losing uniqueness."""
    for about in list_removable(puzzle):
        if clock.over():
            return
        rules = tuple(rule for rule in puzzle.model.rules if rule.name != about)
        without = replace(puzzle.model, stated=rules)
        if answer(without, Slice(clock, 1.0), 2, 1).status is Status.UNIQUE:
            yield about


VERBS = (
    Verb(
        "judge",
        parameters=JUDGED,
        operation=Operation(
            "judge",
            "Give a setter feedback on a puzzle: solutions, conflicts, grade, suggestions.",
            judge,
            "Judged",
            "making",
            Pace.TRIED,
            streamed=True,
        ),
    ),
)
