"""Draft, mend or strip, judge: the loop that all genres share."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from caracol.deduction.efforts import WORDS as BOUNDS
from caracol.drafting.clues import STRIPPING
from caracol.drafting.dice import Dice
from caracol.drafting.facts import Proof, TooHard, unique
from caracol.drafting.strip import strip
from caracol.drafting.target import Asked, Judge, Judgement
from caracol.drafting.task import Draft, Task
from caracol.engines.limits import Clock, Flag, TimeIsUp
from caracol.errors import OutOfTime
from caracol.generator.generated import Generated
from caracol.generator.requests import OPTIONS, entries, target_of
from caracol.generator.tally import Tally
from caracol.genre_parts import DraftPart
from caracol.options import Option, settings
from caracol.parts import lacking
from caracol.plugins import get_genre as genre_named
from caracol.progress import OnProgress
from caracol.puzzle import Genre, Puzzle

INFINITE = float("inf")
QUICK = BOUNDS[3][0]
"""What is graded unasked: as far as named techniques lead, which does not take long."""
MOST_ATTEMPTS = 2000
"""Drafts after which a target counts as one that cannot be granted."""


TECHNIQUES = ("needs", "without")
"""Options that name techniques."""


def generate(
    genre: str | Genre[Any],
    *,
    size: Any = None,
    grade: Asked = None,
    seed: int | str | None = None,
    stop: Flag | None = None,
    seconds: float | None = None,
    graded: bool = True,
    certify: bool = False,
    judge: Judge | None = None,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> Generated:
    """A new puzzle with exactly one solution.

    The same genre, options and seed make the same puzzle on every machine; ``seconds`` and
    ``stop`` only end the work (:class:`OutOfTime`). Where no grade is asked for, a genre whose
    puzzles would mostly be too hard for people has a usual one; "any" takes what comes. Then a
    puzzle is graded if named techniques solve it; ``certify`` grades it however long that takes,
    and without ``graded`` nobody looks; both take what comes.
    ``needs`` and ``without`` name techniques that the puzzle needs, or not: a list of ids, or
    a text ("squeeze,trial").
    ``on_progress`` is told the number of "drafts" begun and of puzzles "graded" on the way.

    >>> made = generate("star-battle", size=6, stars=1, seed=1)
    >>> made == generate("star-battle", size=6, stars=1, seed=1)
    True
    """
    found = genre_named(genre) if isinstance(genre, str) else genre
    part = drafter(found)
    for name in TECHNIQUES:
        if name in options and not isinstance(options[name], str):
            options[name] = ",".join(options[name])
    chosen = settings(options_of(found), {"size": size, **options})
    unasked = graded and not certify
    target = target_of(found, part, chosen, grade, unasked=unasked, certify=certify)
    clock = Clock(seconds, stop)
    tally = Tally(judge or usual_judge(clock), on_progress)
    ceiling = target.ceiling if target else INFINITE if certify else QUICK
    if seed is None:
        from secrets import randbits

        seed = randbits(48)

    def judged(puzzle: Puzzle) -> Judgement | None:
        return tally(puzzle, ceiling)

    with in_time(clock, tally):
        for attempt in range(1, MOST_ATTEMPTS + 1):
            clock.look()
            if on_progress is not None:
                on_progress("drafts", attempt)
            task = Task(Dice(seed, attempt), chosen, clock, judged if target else None, target)
            outcome = _attempt(part, task)
            if outcome is None:
                continue
            draft, proof = outcome
            found_grade = draft.grade
            if found_grade is None and (graded or target):
                found_grade = judged(draft.puzzle)
            if target is None or target.met(found_grade):
                asked = entries(chosen, target)
                return Generated(
                    draft.puzzle,
                    draft.solution,
                    proof,
                    found_grade,
                    seed,
                    attempt,
                    asked,
                    shows=draft.shows,
                )
    came = str(tally) or ("; none of them was worth grading" if target else "")
    raise OutOfTime(
        f"no such puzzle came out of {MOST_ATTEMPTS} drafts{came}; ask for something else"
    )


def drafter(genre: Genre[Any]) -> DraftPart[Any]:
    """The genre's part that makes drafts."""
    found = genre.part(DraftPart)
    if found is None:
        raise lacking(genre, DraftPart, "generated")
    return found


def options_of(genre: Genre[Any]) -> tuple[Option, ...]:
    """What can be asked for in this genre: nothing where it cannot be generated."""
    part = genre.part(DraftPart)
    if part is None:
        return ()
    own = {option.name: option for option in part.OPTIONS}
    if part.CLUES is not None:
        own = {**own, **{one.name: one for one in STRIPPING if one.name not in own}}
    return (*own.values(), *OPTIONS)


def usual_judge(clock: Clock) -> Judge:
    """The grade of the hints; raises ``TimeIsUp`` where the clock was over before it was known."""
    from caracol.generator.judge import judge

    def timed(puzzle: Puzzle, ceiling: float) -> Judgement | None:
        found = judge(puzzle, ceiling, clock)
        # What was not found in time is not known to be too hard.
        if found is None:
            clock.look()
        return found

    return timed


@contextmanager
def in_time(clock: Clock, so_far: object = "") -> Iterator[None]:
    """Say that the limit was reached, and what came so far, where the work inside had to stop."""
    try:
        yield
    except TimeIsUp:
        raise OutOfTime(
            f"the limit was reached ({clock.reason()}) before a puzzle was made{so_far}"
        ) from None


def _attempt(part: DraftPart[Any], task: Task) -> tuple[Draft[Puzzle], Proof] | None:
    """A draft, mended or stripped and proved unique, or nothing."""
    try:
        drafts = part.drafts(task)
        try:
            return next(filter(None, (_finished(part, draft, task) for draft in drafts)), None)
        finally:
            if isinstance(drafts, Generator):
                drafts.close()
    except TooHard:
        return None


def _finished(
    part: DraftPart[Any], draft: Draft[Puzzle] | None, task: Task
) -> tuple[Draft[Puzzle], Proof] | None:
    if draft is not None:
        draft = part.mend(draft, task)
    if draft is not None and part.CLUES is not None:
        draft = strip(draft, part.CLUES, task)
    if draft is None:
        return None
    # Whatever a genre's part did, the proof is made again on the puzzle itself.
    proof = unique(draft.puzzle, draft.solution, task.clock)
    return None if proof is None else (draft, proof)
