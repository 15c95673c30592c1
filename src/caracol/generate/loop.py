"""Draft, mend or strip, judge: the loop that all genres share."""

from __future__ import annotations

from types import ModuleType
from typing import Any, cast

from caracol.drafting.dice import Dice
from caracol.drafting.facts import Proof, TooHard, line_solve, solved, unique
from caracol.drafting.grades import Asked, Grade, Judge, Wanted, wanted
from caracol.drafting.options import Option, settings
from caracol.drafting.strip import strip
from caracol.drafting.task import Draft, Task
from caracol.errors import CaracolError, OutOfTime
from caracol.generate.made import Made
from caracol.genre import Genre, Puzzle
from caracol.genre import genre as genre_named
from caracol.solve.limits import Clock, Flag

MOST_ATTEMPTS = 2000
"""Drafts after which a wish counts as one that cannot be granted."""


def generate(
    genre: str | Genre[Any],
    *,
    size: Any = None,
    grade: Asked = None,
    seed: int | str | None = None,
    stop: Flag | None = None,
    seconds: float | None = None,
    judge: Judge | None = None,
    **options: Any,
) -> Made:
    """A new puzzle with exactly one solution.

    The same genre, options and seed make the same puzzle on every machine; ``seconds`` and
    ``stop`` only end the work (:class:`OutOfTime`).

    >>> made = generate("star-battle", size=6, stars=1, seed=1)
    >>> made == generate("star-battle", size=6, stars=1, seed=1)
    True
    """
    found = genre_named(genre) if isinstance(genre, str) else genre
    module = drafter(found)
    chosen = settings(module.OPTIONS, {"size": size, **options})
    wish = wanted(grade)
    judge = judge or usual_judge()
    if wish is not None and judge is None:
        raise CaracolError("a grade was asked for, but there is nobody who could judge it")
    if seed is None:
        from secrets import randbits

        seed = randbits(48)
    clock = Clock(seconds, stop)
    for attempt in range(1, MOST_ATTEMPTS + 1):
        if clock.over():
            raise OutOfTime(f"the limit was reached ({clock.reason()}) before a puzzle was made")
        task = Task(Dice(seed, attempt), chosen, clock)
        if wish is not None and judge is not None:
            task.within = _ceiling(wish, judge, clock)
        outcome = _attempt(module, task)
        if outcome is None:
            continue
        draft, proof = outcome
        judged = None if judge is None else judge(draft.puzzle)
        if wish is None or (judged is not None and wish.met(judged)):
            asked = {name: _plain(value) for name, value in chosen.items()}
            if grade is not None:
                asked["grade"] = str(wish)
            return Made(draft.puzzle, draft.solution, proof, judged, seed, attempt, asked)
    raise OutOfTime(f"no such puzzle came out of {MOST_ATTEMPTS} drafts; ask for something else")


def drafter(genre: Genre[Any]) -> ModuleType:
    """The genre's module that makes drafts."""
    module = genre.part("draft")
    if module is None:
        raise CaracolError(f"{genre.name} cannot be generated")
    return cast(ModuleType, module)


def options_of(genre: Genre[Any]) -> tuple[Option, ...]:
    """What can be asked for in this genre."""
    return tuple(drafter(genre).OPTIONS)


def usual_judge() -> Judge | None:
    """The grade of the hints, where they are there."""
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec("caracol.hints") is None:
        return None
    return cast(Judge, import_module("caracol.hints").grade)


def _attempt(module: ModuleType, task: Task) -> tuple[Draft[Puzzle], Proof] | None:
    """One draft, mended or stripped and proved unique, or nothing."""
    try:
        draft: Draft[Puzzle] | None = module.draft(task)
        if draft is not None and hasattr(module, "mend"):
            draft = module.mend(draft, task)
        if draft is not None and hasattr(module, "CLUES"):
            draft = strip(draft, module.CLUES, task)
        if draft is None:
            return None
        # Whatever a genre's module did, the proof is made again on the puzzle itself.
        proof = unique(*draft, task.clock)
        return None if proof is None else (draft, proof)
    except TooHard:
        return None


def _ceiling(wish: Wanted, judge: Judge, clock: Clock) -> Any:
    def within(puzzle: Puzzle) -> bool:
        if clock.over():
            raise OutOfTime(f"the limit was reached ({clock.reason()}) before a puzzle was made")
        left = line_solve(puzzle.model)
        if not solved(left):
            from caracol.solve.engine import answer

            if answer(puzzle.model, clock, 2, 0).count != 1:
                return False
        grade: Grade = judge(puzzle)
        return wish.within(grade)

    return within


def _plain(value: Any) -> Any:
    return f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value
