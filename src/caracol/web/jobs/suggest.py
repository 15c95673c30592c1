"""Single clues that would make a puzzle unique, one of each sort that the genre has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from caracol import editing, solving
from caracol.editor import Addition
from caracol.engines.answer import Solution, Status
from caracol.engines.limits import Clock, Slice
from caracol.engines.portfolio import answer
from caracol.puzzle import Puzzle
from caracol.rules import each
from caracol.web import views
from caracol.web.jobs.common import Result

SAMPLE = 100
"""Solutions that are looked at before anything is tried: most changes leave two of them."""
SAMPLING, TRYING, ONE_TRY = 1.0, 6.0, 1.0
"""Seconds for the sample, for all tries, and for one of them."""


def suggestions(
    puzzle: Puzzle, known: Sequence[Solution], masks: Sequence[int], clock: Clock
) -> Result:
    """Changes after which the puzzle is unique, and whether all there are were tried.

    The first of the known solutions is the one that the setter has in mind.
    """
    sample, complete = sampled(puzzle, known, clock)
    limit = Slice(clock, TRYING)
    found: dict[str, Addition] = {}
    # A clue may be true of solutions that the sample does not have.
    exhausted = complete or not any(True for _ in editing.additions(puzzle, sample))
    for addition in tries(puzzle, sample, complete, masks):
        if addition.form in found:
            continue
        if limit.over():
            exhausted = False
            break
        if survivors(addition.puzzle, sample) > 1:
            continue
        status = solving.solve(addition.puzzle, seconds=ONE_TRY, stop=clock.stop).status
        if status is Status.UNIQUE:
            found[addition.form] = addition
        elif status is Status.UNKNOWN:
            exhausted = False
    return {
        "suggestions": [
            {
                "words": addition.words,
                "view": views.puzzle_view(addition.puzzle),
                "picture": addition.picture,
            }
            for addition in found.values()
        ],
        "exhausted": exhausted,
    }


def sampled(puzzle: Puzzle, known: Sequence[Solution], clock: Clock) -> tuple[list[Solution], bool]:
    """Some solutions, the known ones first, and whether they are all."""
    others = answer(puzzle.model, Slice(clock, SAMPLING), SAMPLE, SAMPLE)
    return list(dict.fromkeys([*known, *others.solutions])), others.complete


def tries(
    puzzle: Puzzle, sample: Sequence[Solution], complete: bool, masks: Sequence[int]
) -> Iterator[Addition]:
    """What to try: what the genre has, then given cells, the most open ones first."""
    yield from editing.additions(puzzle, sample)
    seen = Counter((cell, value) for solution in sample for cell, value in enumerate(solution))
    open_cells = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
    by_choice = sorted(open_cells, key=lambda cell: -masks[cell].bit_count())
    # A value that stands in one solution alone leaves that one; blanks are the poorer clues.
    for wanted in (lambda value: value > 0, lambda value: value == 0):
        for cell in by_choice:
            for value in filter(wanted, each(masks[cell])):
                if seen[cell, value] == 1 or (seen[cell, value] == 0 and not complete):
                    yield editing.given(puzzle, cell, value)


def survivors(puzzle: Puzzle, sample: Sequence[Solution], most: int = 2) -> int:
    """How many of these are solutions still; more than the most need not be counted."""
    kept = filter(puzzle.model.kept, sample)
    return sum(1 for _ in islice(kept, most))
