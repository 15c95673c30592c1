"""Changes that would make a puzzle unique, one of each kind that the genre has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from caracol.authoring import editing
from caracol.authoring.editor import Addition
from caracol.engines.answer import Solution, Status
from caracol.engines.limits import Clock, Slice
from caracol.engines.portfolio import answer
from caracol.puzzle import Puzzle
from caracol.questions import solving
from caracol.rules import each
from caracol.verbs import views
from caracol.verbs.setting.symmetry import complete_symmetry, is_symmetric

SAMPLE = 100
"""Number of sampled solutions; most changes fail because they leave two of them."""
SAMPLING, TRYING, ONE_TRY = 1.0, 6.0, 1.0
"""Time limits in seconds: for the sample, for all attempts, for one attempt."""


def suggest_changes(
    puzzle: Puzzle, known: Sequence[Solution], masks: Sequence[int], clock: Clock
) -> dict[str, Any]:
    """Return changes that make the puzzle unique, and whether every change was tried.

    The first of the known solutions is the one that the setter has in mind.
    """
    sample, complete = sample_solutions(puzzle, known, clock)
    limit = Slice(clock, TRYING)
    symmetric = is_symmetric(puzzle)
    found: dict[str, Addition] = {}
    uneven: dict[str, Addition] = {}
    # A clue may fit solutions outside the sample.
    exhausted = complete or not any(True for _ in editing.additions(puzzle, sample))
    for addition in propose_changes(puzzle, sample, complete, masks):
        if addition.form in found:
            continue
        if limit.over():
            exhausted = False
            break
        if count_survivors(addition.puzzle, sample) > 1:
            continue
        status = solving.solve(addition.puzzle, seconds=ONE_TRY, stop=clock.stop).status
        if status is Status.UNIQUE:
            change = complete_symmetry(puzzle, addition, sample) if symmetric else addition
            if change is None:
                words = f"{addition.words} (not symmetric)"
                uneven.setdefault(addition.form, addition._replace(words=words))
            else:
                found[addition.form] = change
        elif status is Status.UNKNOWN:
            exhausted = False
    return {
        "suggestions": [
            {
                "words": addition.words,
                "view": views.puzzle_view(addition.puzzle),
                "picture": addition.picture,
            }
            for addition in {**uneven, **found}.values()
        ],
        "exhausted": exhausted,
    }


def sample_solutions(
    puzzle: Puzzle, known: Sequence[Solution], clock: Clock
) -> tuple[list[Solution], bool]:
    """Return some solutions, known ones first, and whether there are no others."""
    others = answer(puzzle.model, Slice(clock, SAMPLING), SAMPLE, SAMPLE)
    return list(dict.fromkeys([*known, *others.solutions])), others.complete


def propose_changes(
    puzzle: Puzzle, sample: Sequence[Solution], complete: bool, masks: Sequence[int]
) -> Iterator[Addition]:
    """Yield changes to try: the genre's own, then given cells with most candidates first."""
    yield from editing.additions(puzzle, sample)
    seen = Counter((cell, value) for solution in sample for cell, value in enumerate(solution))
    open_cells = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
    by_choice = sorted(open_cells, key=lambda cell: -masks[cell].bit_count())
    # A value that occurs in only one solution leaves just that one; blanks are poorer clues.
    for wanted in (lambda value: value > 0, lambda value: value == 0):
        for cell in by_choice:
            for value in filter(wanted, each(masks[cell])):
                if seen[cell, value] == 1 or (seen[cell, value] == 0 and not complete):
                    yield editing.given(puzzle, cell, value)


def count_survivors(puzzle: Puzzle, sample: Sequence[Solution], most: int = 2) -> int:
    """Return how many of these are still solutions, counting up to ``most``."""
    kept = filter(puzzle.model.holds, sample)
    return sum(1 for _ in islice(kept, most))
