"""Draft, mend or strip, judge: the loop that all genres share, what can be asked of it, and what
comes of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Any

from caracol.board.scene import as_html
from caracol.deduction.efforts import LAST_RUNG, ONLY_THERE
from caracol.deduction.efforts import WORDS as BOUNDS
from caracol.drafting.clues import STRIPPING
from caracol.drafting.dice import Dice
from caracol.drafting.facts import Proof, TooHard, unique
from caracol.drafting.strip import strip
from caracol.drafting.target import WORDS, Asked, Judge, Judgement, Wanted, wanted
from caracol.drafting.task import Draft, Task
from caracol.engines.answer import Solution, Status
from caracol.engines.limits import Clock, Flag
from caracol.errors import ClueError, GenreError, OutOfTime, TimeIsUp
from caracol.explaining import Grade, checked
from caracol.explaining import grade as grade_of
from caracol.genre_parts import DraftPart
from caracol.options import Kind, Option, settings
from caracol.parts import lacking
from caracol.plugins import get_genre as genre_named
from caracol.progress import OnProgress
from caracol.puzzle import Genre, Puzzle, is_built_in, write_cells
from caracol.solving import check

QUICK = BOUNDS[3][0]
"""What is graded unasked: as far as named techniques lead, which does not take long."""
MOST_ATTEMPTS = 2000
"""Drafts after which a target counts as one that cannot be granted."""
OPTIONS = (
    Option("needs", Kind.TEXT, "", "techniques that a solver must know, as in squeeze,trial"),
    Option("without", Kind.TEXT, "", "techniques that nobody should need"),
)
"""The options that every genre has besides its own."""
TOO_HARD = "too hard"
"""What a puzzle is that no wanted grade covers."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle and its certificate."""

    puzzle: Puzzle
    solution: Solution
    proof: str
    """How it is known that there is no other solution: "lines" or "sat"."""
    grade: Judgement | None
    """``None`` where it is harder than anybody looked."""
    seed: int | str
    attempts: int
    """How many drafts it took."""
    options: dict[str, Any] = field(default_factory=dict)
    """What was asked for; with the seed this makes the same puzzle again."""
    changed: tuple[int, ...] = ()
    """The cells of a picture that had to be changed."""
    shows: str = ""
    """What the solution is a picture of, where that is known; it would give the puzzle away."""

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    @property
    def techniques(self) -> tuple[str, ...]:
        """What a solver must know."""
        return () if self.grade is None else tuple(map(str, self.grade.techniques))

    @property
    def certificate(self) -> dict[str, Any]:
        """Everything that is known, as entries of a JSON file."""
        puzzle = self.puzzle
        entries: dict[str, Any] = {
            "solution": write_cells(self.solution, puzzle.grid, puzzle.symbols),
            "unique": True,
            "proof": self.proof,
            "seed": self.seed,
            "attempts": self.attempts,
            "options": self.options,
        }
        if self.grade is not None:
            entries["grade"] = {"number": self.grade.number, "word": self.grade.word}
            entries["techniques"] = list(self.techniques)
        if self.shows:
            entries["shows"] = self.shows
        if self.changed:
            entries["changed"] = [puzzle.grid.name(cell) for cell in self.changed]
        return entries


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
    for name in ("needs", "without"):
        if name in options and not isinstance(options[name], str):
            options[name] = ",".join(options[name])
    chosen = settings(options_of(found), {"size": size, **options})
    unasked = graded and not certify
    target = target_of(found, part, chosen, grade, unasked=unasked, certify=certify)
    clock = Clock(seconds, stop)
    tally = Tally(judge or usual_judge(clock), on_progress)
    ceiling = target.ceiling if target else inf if certify else QUICK
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
                asked = asked_for(chosen, target)
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


def target_of(
    genre: Genre[Any],
    part: DraftPart[Any],
    chosen: Mapping[str, Any],
    grade: Asked,
    *,
    unasked: bool,
    certify: bool = False,
) -> Wanted | None:
    """What is wanted: the grade asked for, or (if so) the genre's usual one, and techniques."""
    needs, without = (_techniques(genre, chosen[name]) for name in ("needs", "without"))
    if both := needs & without:
        raise ClueError(f"'{sorted(both)[0]}' is also among those that are needed", "without")
    if not needs and not without:
        if grade is None and unasked:
            grade = part.usual_grade(chosen)
        return wanted(grade)
    # Whoever names techniques wants a puzzle that is solved with techniques, however hard.
    most = inf if certify or needs & ONLY_THERE else LAST_RUNG
    found = wanted(grade) or Wanted(0.0, most, words=False)
    return found.changed(needs=needs, without=without)


def _techniques(genre: Genre[Any], asked: str) -> frozenset[str]:
    names = re.split(r"[\s,]+", asked.strip())
    return checked(filter(None, names), genre)


def asked_for(chosen: Mapping[str, Any], target: Wanted | None) -> dict[str, Any]:
    """What was asked for, as a puzzle's certificate has it."""
    shared = {option.name for option in OPTIONS}
    found = {
        name: f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value
        for name, value in chosen.items()
        # Most puzzles are made without such a target, and do not tell that there was none.
        if value or name not in shared
    }
    return found if target is None else {**found, "grade": str(target)}


def judge(puzzle: Puzzle, ceiling: float = inf, clock: Clock | None = None) -> Grade | None:
    """The grade of a unique puzzle, or ``None`` where it is above the ceiling or time is up."""
    clock = clock or Clock()
    found = grade_of(puzzle, ceiling=ceiling, seconds=clock.left(), stop=clock.stop)
    return found if found.status is Status.UNIQUE else None


def usual_judge(clock: Clock) -> Judge:
    """The same; raises ``TimeIsUp`` where the clock was over before the grade was known."""

    def timed(puzzle: Puzzle, ceiling: float) -> Judgement | None:
        found = judge(puzzle, ceiling, clock)
        # What was not found in time is not known to be too hard.
        if found is None:
            clock.look()
        return found

    return timed


class Tally:
    """A judge whose grades are counted; someone hears how many puzzles were graded."""

    def __init__(self, judge: Judge, on_progress: OnProgress | None = None) -> None:
        self.judge, self.on_progress = judge, on_progress
        self.seen: Counter[str] = Counter()

    def __call__(self, puzzle: Puzzle, ceiling: float) -> Judgement | None:
        if self.on_progress is not None:
            self.on_progress("graded", self.seen.total() + 1)
        grade = self.judge(puzzle, ceiling)
        self.seen[TOO_HARD if grade is None else grade.word] += 1
        return grade

    def __str__(self) -> str:
        """What came instead, as the end of a sentence; nothing where nothing was graded."""
        parts = [f"{self.seen[word]} {word}" for word in (*WORDS, TOO_HARD) if self.seen[word]]
        if not parts:
            return ""
        *most, last = parts
        listed = f"{', '.join(most)} and {last}" if most else last
        return f"; graded on the way: {listed}"


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


def _checked(part: DraftPart[Any], draft: object) -> Draft[Puzzle]:
    """The draft, if it is one: of a plug-in nobody has tested what its solution says."""
    genre: Genre[Any] = part.genre
    if not isinstance(draft, Draft) or not draft.puzzle.takes(draft.solution):
        why = f"'draft' gives no Draft of a puzzle and its solution, but {draft!r}"
        raise GenreError(genre.whose, "draft part", why)
    if not is_built_in(type(genre)):
        for fault in check(draft.puzzle, draft.solution).faults:
            why = f"the solution of a draft is none: {fault.sentence}"
            raise GenreError(genre.whose, "draft part", why)
    return draft


def _finished(
    part: DraftPart[Any], draft: Draft[Puzzle] | None, task: Task
) -> tuple[Draft[Puzzle], Proof] | None:
    if draft is not None:
        draft = part.mend(_checked(part, draft), task)
    if draft is not None and part.CLUES is not None:
        draft = strip(draft, part.CLUES, task)
    if draft is None:
        return None
    # Whatever a genre's part did, the proof is made again on the puzzle itself.
    proof = unique(draft.puzzle, draft.solution, task.clock)
    return None if proof is None else (draft, proof)
