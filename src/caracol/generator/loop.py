"""Draft, mend or strip, judge: the loop that all genres share, its options and its result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import inf
from secrets import randbits
from typing import Any

from caracol.authoring.drafts.clues import STRIPPING
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import Proof, TooHard, unique
from caracol.authoring.drafts.strip import strip
from caracol.authoring.drafts.target import WORDS, Asked, Judge, Judgement, Wanted, read_wanted
from caracol.authoring.drafts.task import Draft, Task
from caracol.authoring.parts import DraftPart
from caracol.board.scene import as_html
from caracol.deduction.efforts import LAST_RUNG, ONE_LINE, ONLY_THERE, word
from caracol.deduction.efforts import WORDS as BOUNDS
from caracol.deduction.grade import describe_grade
from caracol.engines.answer import Solution, Status
from caracol.engines.kernel import watch
from caracol.engines.limits import Clock, Flag
from caracol.errors import ArgumentError, ClueError, GenreError, OutOfTime, RareGrade, TimeIsUp
from caracol.puzzle import Genre, Puzzle, is_built_in, write_cells
from caracol.puzzle.parts import missing_part
from caracol.puzzle.plugins import get_genre as genre_named
from caracol.questions.explaining import Grade
from caracol.questions.explaining import grade as grade_of
from caracol.questions.solving import check
from caracol.questions.techniques import check_techniques, choose_repertoire
from caracol.support.arguments import checked
from caracol.support.options import Kind, Option, settings
from caracol.support.progress import OnProgress

QUICK = BOUNDS[3][0]
"""Default ceiling for grading: as far as named techniques lead, which does not take long."""
MOST_ATTEMPTS = 2000
"""Number of drafts after which a target counts as impossible."""
OPTIONS = (
    Option("needs", Kind.TEXT, "", "techniques that a solver must know, such as squeeze,trial"),
    Option("without", Kind.TEXT, "", "techniques that a solver must not need"),
)
"""Options of every genre, besides its own."""
TOO_HARD = "too hard"
"""Words for a puzzle that is above every wanted grade."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle and its certificate."""

    puzzle: Puzzle
    solution: Solution
    proof: str
    """How it was proved that there is no other solution: "lines" or "sat"."""
    grade: Judgement | None
    """``None`` if it is harder than the ceiling."""
    seed: int | str
    attempts: int
    """Number of drafts that it took."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options asked for; with the seed, they make the same puzzle again."""
    changed: tuple[int, ...] = ()
    """The cells of a picture that had to be changed."""
    shows: str = ""
    """The subject of the solution's picture, if known; it would give the puzzle away."""

    def __repr__(self) -> str:
        return f"<Generated {self.puzzle!r}: {self.grade or 'too hard to grade'}>"

    def __str__(self) -> str:
        """Return the puzzle as text."""
        return str(self.puzzle)

    def _repr_html_(self) -> str | None:
        """Return the HTML that notebooks display."""
        return as_html(self)

    @property
    def techniques(self) -> tuple[str, ...]:
        """The techniques that a solver needs."""
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
            entries |= describe_grade(self.grade.number, self.grade.word, self.techniques)
        if self.shows:
            entries["shows"] = self.shows
        if self.changed:
            entries["changed"] = [puzzle.grid.name(cell) for cell in self.changed]
        return entries


@checked("genre", "graded", "certify", "judge", "on_progress")
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
    """Return a new puzzle with exactly one solution.

    The same genre, options and seed make the same puzzle on every machine; ``seconds`` and ``stop``
    only end the work (:class:`OutOfTime`). Without a ``grade``, a genre whose puzzles would mostly
    be too hard for people uses its usual one; "any" takes the first puzzle. That puzzle is then
    graded if named techniques solve it; ``certify`` grades it however long that takes, and without
    ``graded`` it is not graded; both take the first puzzle. ``needs`` and ``without`` name
    techniques that the puzzle must or must not need: a list of ids, or a text ("squeeze,trial").
    ``on_progress`` receives the number of "drafts" begun and of puzzles "graded" on the way.

    >>> made = generate("star-battle", size=6, stars=1, seed=1)
    >>> made == generate("star-battle", size=6, stars=1, seed=1)
    True
    """
    found = genre if isinstance(genre, Genre) else genre_named(genre)
    part = get_draft_part(found)
    for name in ("needs", "without"):
        if name in options and not isinstance(options[name], str):
            options[name] = ",".join(options[name])
    chosen = settings(list_options(found), {"size": size, **options})
    unasked = graded and not certify
    target = choose_target(found, part, chosen, grade, unasked=unasked, certify=certify)
    if not isinstance(seed, int | str | None):
        raise ArgumentError("seed", "a whole number or a text", seed)
    clock = Clock(seconds, stop)
    tally = Tally(judge or make_judge(clock), on_progress)
    ceiling = target.ceiling if target else inf if certify else QUICK
    known = choose_repertoire(found)
    if seed is None:
        seed = randbits(48)

    def judged(puzzle: Puzzle) -> Judgement | None:
        return tally(puzzle, ceiling)

    with report_timeout(clock, tally), watch(clock):
        for attempt in range(1, MOST_ATTEMPTS + 1):
            clock.look()
            if on_progress is not None:
                on_progress("drafts", attempt)
            judge_it = judged if target else None
            dice = Dice(seed, attempt)
            task = Task(dice, chosen, clock, judge_it, target, known, tally.note, attempt)
            outcome = _attempt(part, task)
            if outcome is None:
                continue
            draft, proof = outcome
            found_grade = draft.grade
            if found_grade is None and (graded or target):
                found_grade = judged(draft.puzzle)
            if target is None or target.met(found_grade):
                asked = describe_request(chosen, target)
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
    seen = [rank for rank, name in enumerate(WORDS) if tally.seen[name]]
    instead = f"'{WORDS[_find_nearest(seen, target)]}'" if target and seen else "something else"
    raise OutOfTime(
        f"no such puzzle was found in {MOST_ATTEMPTS} drafts{came}; "
        f"ask for {instead} or another size"
    )


def get_draft_part(genre: Genre[Any]) -> DraftPart[Any]:
    """Return the genre's part that makes drafts."""
    found = genre.part(DraftPart)
    if found is None:
        raise missing_part(genre, DraftPart, "generated")
    return found


def list_options(genre: Genre[Any]) -> tuple[Option, ...]:
    """Return the options of a genre; there are none if it cannot be generated."""
    part = genre.part(DraftPart)
    if part is None:
        return ()
    own = {option.name: option for option in part.OPTIONS}
    if part.CLUES is not None:
        own = {**own, **{one.name: one for one in STRIPPING if one.name not in own}}
    return (*own.values(), *OPTIONS)


def choose_target(
    genre: Genre[Any],
    part: DraftPart[Any],
    chosen: Mapping[str, Any],
    grade: Asked,
    *,
    unasked: bool,
    certify: bool = False,
) -> Wanted | None:
    """Return the target: the grade asked for, or the genre's usual one, and techniques."""
    needs, without = (_read_techniques(genre, chosen[name]) for name in ("needs", "without"))
    if both := needs & without:
        raise ClueError(f"'{sorted(both)[0]}' is in both 'needs' and 'without'", "without")
    if not needs and not without:
        if grade is None and unasked:
            grade = part.usual_grade(chosen)
        return check_grade(genre, part, read_wanted(grade))
    # Those who name techniques want a puzzle that is solved with techniques, however hard.
    most = inf if certify or needs & ONLY_THERE else LAST_RUNG
    found = read_wanted(grade) or Wanted(0.0, most, words=False)
    return check_grade(genre, part, replace(found, needs=needs, without=without))


def check_grade(genre: Genre[Any], part: DraftPart[Any], target: Wanted | None) -> Wanted | None:
    """Return the target, or raise if hardly any puzzle of the genre has such a grade."""
    if target is None:
        return None
    ranks = [*map(WORDS.index, part.GRADES)]
    nearest = _find_nearest(ranks, target)
    low, high = _rank_ends(target)
    if low <= nearest <= high:
        return target
    wanted = target if not target.words else f"'{target}'"
    raise RareGrade(
        f"hardly any {genre.name}, if any, has the grade {wanted}; "
        f"the nearest is '{WORDS[nearest]}'",
        "grade",
    )


def _rank_ends(target: Wanted) -> tuple[int, int]:
    """Return the places of the lowest and the highest grade of a target among all words."""
    ends = target.lowest, target.highest
    low, high = (int(end) if target.words else WORDS.index(word(min(end, 1e9))) for end in ends)
    return low, high


def _find_nearest(ranks: Iterable[int], target: Wanted) -> int:
    """Return which of these places of grades is in a target or nearest to it."""
    low, high = _rank_ends(target)
    return min(ranks, key=lambda rank: (max(low - rank, rank - high, 0), rank))


def _read_techniques(genre: Genre[Any], asked: str) -> frozenset[str]:
    names = re.split(r"[\s,]+", asked.strip())
    return check_techniques(filter(None, names), genre)


def describe_request(chosen: Mapping[str, Any], target: Wanted | None) -> dict[str, Any]:
    """Return the request as entries of a puzzle's certificate."""
    shared = {option.name for option in OPTIONS}
    found = {
        name: f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value
        for name, value in chosen.items()
        # Most puzzles are made without such a target, and omit it.
        if value or name not in shared
    }
    return found if target is None else {**found, "grade": str(target)}


def judge(puzzle: Puzzle, ceiling: float = inf, clock: Clock | None = None) -> Grade | None:
    """Return the grade of a unique puzzle, or ``None`` if above the ceiling or out of time."""
    clock = clock or Clock()
    found = grade_of(puzzle, ceiling=ceiling, seconds=clock.left(), stop=clock.stop)
    return found if found.status is Status.UNIQUE else None


def make_judge(clock: Clock) -> Judge:
    """Return a judge that raises ``TimeIsUp`` if time is over before the grade is known."""

    def timed(puzzle: Puzzle, ceiling: float) -> Judgement | None:
        found = judge(puzzle, ceiling, clock)
        # If time is up, the puzzle is not known to be too hard.
        if found is None:
            clock.look()
        return found

    return timed


class Tally:
    """A judge that counts its grades and reports the number of graded puzzles."""

    def __init__(self, judge: Judge, on_progress: OnProgress | None = None) -> None:
        self.judge, self.on_progress = judge, on_progress
        self.seen: Counter[str] = Counter()

    def __call__(self, puzzle: Puzzle, ceiling: float) -> Judgement | None:
        if self.on_progress is not None:
            self.on_progress("graded", self.seen.total() + 1)
        grade = self.judge(puzzle, ceiling)
        self.seen[TOO_HARD if grade is None else grade.word] += 1
        return grade

    def note(self, word: str | None) -> None:
        """Count a puzzle whose word is known without the judge; ``None`` if it is too hard."""
        self.seen[word or TOO_HARD] += 1

    def __str__(self) -> str:
        """Return the grades so far as the end of a sentence, or "" if nothing was graded."""
        parts = [f"{self.seen[word]} {word}" for word in (*WORDS, TOO_HARD) if self.seen[word]]
        if not parts:
            return ""
        *most, last = parts
        listed = f"{', '.join(most)} and {last}" if most else last
        return f"; graded on the way: {listed}"


@contextmanager
def report_timeout(clock: Clock, so_far: object = "") -> Iterator[None]:
    """Raise an error with what was graded so far if the work inside runs out of time."""
    try:
        yield
    except TimeIsUp:
        raise OutOfTime(
            f"the limit was reached ({clock.reason()}) before a puzzle was found{so_far}"
        ) from None


def _attempt(part: DraftPart[Any], task: Task) -> tuple[Draft[Puzzle], Proof] | None:
    """Return a draft, mended or stripped and proved unique, or nothing."""
    try:
        drafts = part.drafts(task)
        try:
            return next(filter(None, (_finish(part, draft, task) for draft in drafts)), None)
        finally:
            if isinstance(drafts, Generator):
                drafts.close()
    except TooHard:
        return None


def _check(part: DraftPart[Any], draft: object) -> Draft[Puzzle]:
    """Return the draft if it is one; the solutions of plug-ins are checked, too."""
    genre: Genre[Any] = part.genre
    if not isinstance(draft, Draft) or not draft.puzzle.takes(draft.solution):
        why = f"'draft' must return a Draft of a puzzle and its solution, not {draft!r}"
        raise GenreError(genre.whose, "draft part", why)
    if not is_built_in(type(genre)):
        for fault in check(draft.puzzle, draft.solution).faults:
            why = f"the solution of a draft is not a solution: {fault.sentence}"
            raise GenreError(genre.whose, "draft part", why)
    return draft


def _finish(
    part: DraftPart[Any], draft: Draft[Puzzle] | None, task: Task
) -> tuple[Draft[Puzzle], Proof] | None:
    if draft is not None:
        draft = part.mend(_check(part, draft), task)
    if draft is not None and part.CLUES is not None:
        draft = strip(draft, part.CLUES, task)
    if draft is None or not _may_suit(draft, task):
        return None
    # Whatever a genre's part did, prove uniqueness again on the puzzle itself.
    proof = unique(draft.puzzle, draft.solution, task.clock)
    return None if proof is None else (draft, proof)


def _may_suit(draft: Draft[Puzzle], task: Task) -> bool:
    """Return whether the hardest step may suit, which is known sooner than the grade.

    Single rules may be harder than that: they decide only whether a puzzle is trivial or easy.
    """
    if task.target is None or draft.grade is not None:
        return True
    found = task.find_hardest(draft.puzzle.model, task.ceiling)
    if found is None:
        suits = task.ceiling > LAST_RUNG
    else:
        suits = task.floor < ONE_LINE or found > task.floor
    if not suits:
        task.note(None if found is None else word(found))
    return suits
