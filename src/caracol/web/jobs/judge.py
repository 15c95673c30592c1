"""What a setter is told while the puzzle is being made, a bit at a time."""

from __future__ import annotations

from collections.abc import Iterator

from caracol import desk, hints, verbs
from caracol.genre import Puzzle
from caracol.rules import each
from caracol.solve.answer import Solution, Status
from caracol.solve.engine import answer
from caracol.solve.limits import Clock, Slice
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, job, puzzle_of

MOST_TRIES = 60
"""Clues that are tried in search of one that makes a puzzle unique."""


@job
def judge(payload: Payload, context: Context) -> Result:
    """None, unique or many; and then what a setter wants to know in that case.

    Everything is told as soon as it is known, so the quick answers do not wait for the slow.
    """
    puzzle = puzzle_of(payload)
    clock = Clock(context.seconds, context.stop)
    found = verbs.solve(puzzle, seconds=clock.left(), stop=context.stop)
    told: Result = {"status": found.status.value, "words": str(found)}
    told["solution"] = list(found.solutions[0]) if found.solutions else None

    def tell(**more: object) -> None:
        told.update(more)
        context.tell(**more)

    tell(**told)
    match found.status:
        case Status.NONE:
            clash = verbs.conflict(puzzle, seconds=clock.left(), stop=context.stop)
            tell(conflict=views.conflict_view(clash))
        case Status.UNIQUE:
            tell(candidates=[[value] for value in found.solutions[0]], differ=[])
            grade = hints.grade(puzzle, seconds=clock.left(), stop=context.stop)
            tell(grade={"words": str(grade), "number": grade.number, "word": grade.word})
            tell(redundant=list(redundant(puzzle, clock)))
        case Status.MANY:
            possible = verbs.candidates(puzzle, seconds=clock.left(), stop=context.stop)
            differ = [cell for cell, mask in enumerate(possible.masks) if mask & (mask - 1)]
            one, other = found.solutions[:2]
            between = [cell for cell, value in enumerate(one) if value != other[cell]]
            tell(
                candidates=[list(values) for values in possible.values],
                differ=differ,
                between=between,
                solution=None,
            )
            tell(suggestion=suggestion(puzzle, one, possible.masks, clock))
        case Status.UNKNOWN:
            pass
    return told


def redundant(puzzle: Puzzle, clock: Clock) -> Iterator[str]:
    """The clues without which the puzzle would still be unique, each seen alone."""
    removable = {label.about for label in puzzle.scene.labels if label.about}
    removable |= {rule.about for rule in puzzle.given_rules()}
    clues = [r.about for r in puzzle.model.rules if r.clue and r.about in removable]
    for about in dict.fromkeys(clues):
        if clock.over():
            return
        rules = tuple(rule for rule in puzzle.model.rules if rule.about != about)
        without = puzzle.model.changed(rules=rules)
        if answer(without, Slice(clock, 1.0), 2, 1).status is Status.UNIQUE:
            yield about


def suggestion(
    puzzle: Puzzle, solution: Solution, masks: tuple[int, ...], clock: Clock
) -> Result | None:
    """One clue that would make the puzzle unique, where there is one."""
    for tries, (words, puzzle_with) in enumerate(additions(puzzle, solution, masks)):
        if clock.over() or tries >= MOST_TRIES:
            return None
        found = verbs.solve(puzzle_with, seconds=1.0, stop=clock.stop)
        if found.status is Status.UNIQUE:
            return {"words": words, "view": views.puzzle_view(puzzle_with)}
    return None


def additions(
    puzzle: Puzzle, solution: Solution, masks: tuple[int, ...]
) -> Iterator[tuple[str, Puzzle]]:
    """Clues to try: those that the genre has, then given cells, the most open ones first."""
    yield from desk.additions(puzzle, solution)
    by_choice = sorted(range(len(masks)), key=lambda cell: -len(list(each(masks[cell]))))
    for cell in by_choice:
        if masks[cell] & (masks[cell] - 1):
            givens = list(puzzle.givens)
            givens[cell] = solution[cell]
            word = puzzle.symbols[solution[cell]].word
            words = f"the given {word} in {puzzle.grid.name(cell)}"
            yield words, puzzle.with_givens(tuple(givens))
