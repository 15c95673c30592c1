"""What a setter is told while the puzzle is being made, a bit at a time."""

from __future__ import annotations

from collections.abc import Iterator

from caracol import editing, explaining, solving
from caracol.engines.answer import Solution, Status
from caracol.engines.hidden import completed
from caracol.engines.limits import Clock, Slice
from caracol.engines.portfolio import answer
from caracol.puzzle import Puzzle
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, job, puzzle_of
from caracol.web.jobs.suggest import suggestions


@job
def judge(payload: Payload, context: Context) -> Result:
    """None, unique or many; and then what a setter wants to know in that case.

    Everything is told as soon as it is known, so the quick answers do not wait for the slow.
    """
    puzzle = puzzle_of(payload)
    clock = Clock(context.seconds, context.stop)
    found = solving.solve(puzzle, seconds=clock.left(), stop=context.stop)
    told: Result = {"status": found.status.value, "words": str(found)}
    told["solution"] = list(found.solutions[0]) if found.solutions else None
    told["flaws"] = [flaw.entries() for flaw in editing.flaws(puzzle)]

    def tell(**more: object) -> None:
        told.update(more)
        context.tell(**more)

    tell(**told)
    match found.status:
        case Status.NONE:
            clash = solving.conflict(puzzle, seconds=clock.left(), stop=context.stop)
            tell(conflict=views.conflict_view(clash))
        case Status.UNIQUE:
            tell(candidates=[[value] for value in found.solutions[0]], differ=[])
            grade = explaining.grade(puzzle, seconds=clock.left(), stop=context.stop)
            tell(grade={"words": str(grade), "number": grade.number, "word": grade.word})
            if removable(puzzle):
                tell(redundant=list(redundant(puzzle, clock)))
        case Status.MANY:
            possible = solving.candidates(puzzle, seconds=clock.left(), stop=context.stop)
            differ = [cell for cell, mask in enumerate(possible.masks) if mask & (mask - 1)]
            one, other = found.solutions[:2]
            between = [cell for cell, value in enumerate(one) if value != other[cell]]
            tell(
                candidates=[list(values) for values in possible.values],
                differ=differ,
                between=between,
                two=[list(one), list(other)],
                solution=None,
            )
            tell(
                **suggestions(puzzle, in_mind(payload, puzzle, (one, other)), possible.masks, clock)
            )
        case Status.UNKNOWN:
            pass
    return told


def in_mind(
    payload: Payload, puzzle: Puzzle, found: tuple[Solution, Solution]
) -> tuple[Solution, ...]:
    """The solutions that are known, first the one that the setter has painted."""
    picture = payload.get("picture")
    if picture is None or len(picture) != puzzle.grid.size:
        return found
    wanted = tuple(value or 0 for value in picture)
    if max(wanted) >= len(puzzle.symbols) or completed(puzzle.model, wanted) is None:
        return found
    return tuple(dict.fromkeys((wanted, *found)))


def removable(puzzle: Puzzle) -> list[str]:
    """The clues that could be left out, in words: what stands beside the board or in it."""
    shown = {label.about for label in puzzle.scene.labels if label.about}
    shown |= {rule.about for rule in puzzle.given_rules()}
    clues = (rule.about for rule in puzzle.model.rules if rule.clue and rule.about in shown)
    return list(dict.fromkeys(clues))


def redundant(puzzle: Puzzle, clock: Clock) -> Iterator[str]:
    """The clues without which the puzzle would still be unique, each seen alone."""
    for about in removable(puzzle):
        if clock.over():
            return
        rules = tuple(rule for rule in puzzle.model.rules if rule.about != about)
        without = puzzle.model.changed(rules=rules)
        if answer(without, Slice(clock, 1.0), 2, 1).status is Status.UNIQUE:
            yield about
