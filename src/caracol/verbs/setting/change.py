"""Automatic changes for a setter: finish a puzzle, or make it easier or harder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring import editing
from caracol.authoring.drafts.clues import GIVENS
from caracol.authoring.editor import GIVEN_CELLS, Addition
from caracol.authoring.parts import DraftPart
from caracol.deduction.grade import Grade
from caracol.engines.answer import Solution, Status
from caracol.engines.limits import Clock, Slice
from caracol.errors import CaracolError, ClueError
from caracol.generator.loop import generate, list_options
from caracol.puzzle import Puzzle
from caracol.questions import explaining, solving
from caracol.verbs import views
from caracol.verbs.parameters import PUZZLE, TIMED
from caracol.verbs.requested import read_puzzle
from caracol.verbs.schemas import flag
from caracol.verbs.setting.judge import JUDGED, list_known_solutions
from caracol.verbs.setting.suggest import count_survivors, propose_changes, sample_solutions
from caracol.verbs.setting.symmetry import (
    BROKEN,
    complete_symmetry,
    is_symmetric,
    keep_symmetry,
    list_places,
)
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, entry

MOST_CHANGES = 60
"""Maximum number of changes before giving up."""
ONE_TRY, DRAFTING = 1.0, 10.0
"""Time limits in seconds: for testing one change, for generating a puzzle."""
TARGETS = 10
"""Maximum number of solutions for which a symmetric change is sought."""


def finish(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the puzzle after greedily chosen changes that leave exactly one solution.

    An empty board, to which single changes would lead nowhere, becomes a generated puzzle.
    """
    puzzle = read_puzzle(payload)
    clock = Clock(context.seconds, context.stop)
    givens = payload["givens"] or has_givens_as_clues(puzzle)
    patterned = is_symmetric(puzzle) and len(list_places(puzzle)) > 1
    words: list[str] = []
    picture: tuple[int, ...] | None = None
    while not clock.over() and len(words) < MOST_CHANGES:
        found = solving.solve(puzzle, seconds=clock.left(), stop=context.stop)
        if found.status is Status.UNIQUE:
            return {
                "view": views.puzzle_view(puzzle),
                "changes": words,
                "picture": picture,
                "finished": True,
                "note": BROKEN if patterned and not is_symmetric(puzzle) else "",
            }
        if found.status is Status.NONE:
            raise ClueError("this puzzle has no solution; change or remove a clue")
        if found.status is not Status.MANY:
            break
        if not words and (made := fill_empty_board(puzzle, Slice(clock, DRAFTING))):
            puzzle = made
            words.append(f"a whole new {puzzle.genre.name}")
            continue
        one, other = found.solutions[:2]
        known = list_known_solutions(payload, puzzle, (one, other))
        painted = payload["picture"] is not None
        change = find_change(puzzle, known, clock, givens=givens, painted=painted)
        if change is None:
            break
        puzzle, picture = change.puzzle, change.picture or picture
        words.append(change.words)
        context.report(changes=len(words))
    if givens:
        raise ClueError("no small set of changes leaves one solution; add clues and try again")
    raise ClueError(
        "no clues of the genre’s own kind were found that leave one solution; "
        "change some of yours, or add given cells"
    )


def fill_empty_board(puzzle: Puzzle, clock: Clock) -> Puzzle | None:
    """Return a generated puzzle of the same size and kind, if nothing is on the board yet."""
    genre, chosen = puzzle.genre, editing.settings(puzzle)
    known = {option.name for option in list_options(genre)}
    if not known or puzzle != replace(editing.blank(genre, chosen), info=puzzle.info):
        return None
    rows, columns = puzzle.grid.rows, puzzle.grid.columns
    size = rows if rows == columns else f"{columns}x{rows}"
    options = {name: value for name, value in chosen.items() if name in known and name != "size"}
    try:
        made = generate(
            genre, size=size, graded=False, seconds=clock.left(), stop=clock.stop, **options
        ).puzzle
    except CaracolError:  # the generator makes no such boards; clues may still be added one by one
        return None
    return replace(made, info=puzzle.info) if editing.settings(made) == chosen else None


def has_givens_as_clues(puzzle: Puzzle) -> bool:
    """Return whether given cells are a genre's own clues: it has no others, or they come first."""
    return editing.tools(puzzle.genre)[0] == GIVEN_CELLS


def find_change(
    puzzle: Puzzle, known: Sequence[Solution], clock: Clock, *, givens: bool, painted: bool
) -> Addition | None:
    """Return the change that leaves the fewest solutions, but at least one.

    Symmetric clues stay so, if possible; unless the solution is painted, any of them may be left.
    """
    sample, complete = sample_solutions(puzzle, known, clock)
    if is_symmetric(puzzle):
        for first in range(1 if painted else min(len(sample), TARGETS)):
            targets = [*sample[first:], *sample[:first]]
            change = find_best_change(
                puzzle, targets, complete, clock, givens=givens, symmetric=True
            )
            if change is not None:
                return change
    return find_best_change(puzzle, sample, complete, clock, givens=givens)


def find_best_change(
    puzzle: Puzzle,
    sample: Sequence[Solution],
    complete: bool,
    clock: Clock,
    *,
    givens: bool,
    symmetric: bool = False,
) -> Addition | None:
    """Return the change that leaves the fewest of these solutions, but at least one."""
    masks = [0] * puzzle.grid.size
    for solution in sample:
        for cell, value in enumerate(solution):
            masks[cell] |= 1 << value
    best: tuple[int, Addition] | None = None
    limit = Slice(clock, 5.0)
    own = editing.additions(puzzle, sample)
    for single in list_changes(puzzle, sample, complete, masks) if givens else own:
        if limit.over():
            break
        left = count_survivors(single.puzzle, sample, most=best[0] if best else len(sample))
        if best is not None and left >= best[0]:
            continue
        change = complete_symmetry(puzzle, single, sample) if symmetric else single
        if change is None:
            continue
        if left <= 1:
            status = solving.solve(change.puzzle, seconds=ONE_TRY, stop=clock.stop).status
            if status is Status.UNIQUE:
                return change
            if status is not Status.MANY:
                continue
        if 0 < left < len(sample):
            best = left, change
    return best[1] if best else None


def list_changes(
    puzzle: Puzzle, sample: Sequence[Solution], complete: bool, masks: Sequence[int]
) -> Iterator[Addition]:
    """Yield changes that the genre offers, then given cells of the first solution."""
    yield from propose_changes(puzzle, sample, complete, masks)
    # If no single value separates the solutions, those of the first one do so step by step.
    for cell, mask in enumerate(masks):
        if mask & (mask - 1) and puzzle.givens[cell] is None:
            yield editing.given(puzzle, cell, sample[0][cell])


def vary(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the puzzle after the single change that makes it easiest or hardest."""
    puzzle, harder = read_puzzle(payload), payload["harder"]
    clock = Clock(context.seconds, context.stop)
    answer = solving.solve(puzzle, seconds=clock.left(), stop=context.stop)
    if answer.status is not Status.UNIQUE:
        raise ClueError("only a puzzle with one solution can be made easier or harder")
    before = explaining.grade(puzzle, seconds=clock.left(), stop=context.stop)
    best: tuple[float, Addition, Grade] | None = None
    changes = list_variations(puzzle, answer.only(), harder)
    for tried, change in enumerate(changes, 1):
        if clock.over():
            break
        share = Slice(clock, ONE_TRY)
        if (
            harder
            and solving.solve(change.puzzle, seconds=share.left(), stop=context.stop).status
            is not Status.UNIQUE
        ):
            continue
        grade = explaining.grade(change.puzzle, seconds=share.left(), stop=context.stop)
        rise = grade.number - before.number
        gain = rise if harder else -rise
        if grade.word and gain > (best[0] if best else 0.0):
            best = gain, change, grade
        context.report(tried=tried)
    if best is None:
        word = "harder" if harder else "easier"
        raise ClueError(f"no single change makes it {word}; its grade is {before}")
    return {
        "view": views.puzzle_view(best[1].puzzle),
        "changes": [best[1].words],
        "before": str(before),
        "after": str(best[2]),
        "note": BROKEN if is_symmetric(puzzle) and not is_symmetric(best[1].puzzle) else "",
    }


def list_variations(puzzle: Puzzle, solution: Solution, harder: bool) -> Iterator[Addition]:
    """Yield the puzzle with a given more or a clue less, in symmetric pairs if it is symmetric."""

    def list_single(changed: Puzzle) -> Iterator[Addition]:
        return remove_clues(changed) if harder else editing.add_givens(changed, solution)

    symmetric = is_symmetric(puzzle)
    seen = set()
    for change in list_single(puzzle):
        pair = keep_symmetry(puzzle, change, list_single) if symmetric else None
        found = pair or change
        if found.puzzle not in seen:
            seen.add(found.puzzle)
            yield found


def remove_clues(puzzle: Puzzle) -> Iterator[Addition]:
    """Yield the puzzle without one of its given cells or of the clues that can be left out."""
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            without = tuple(None if at == cell else v for at, v in enumerate(puzzle.givens))
            word = puzzle.symbols[given].word
            words = f"no {word} given in {puzzle.grid.name(cell)}"
            yield Addition("givens", words, puzzle.with_givens(without))
    draft = puzzle.genre.part(DraftPart)
    if draft is None or draft.CLUES is None or draft.CLUES.kept is GIVENS.kept:
        return
    names = draft.CLUES.places(puzzle)
    for place, name in names.items():
        left = draft.CLUES.kept(puzzle, frozenset(names) - {place})
        changed = replace(left.with_givens(puzzle.givens), info=puzzle.info)
        yield Addition("clue", f"without {name}", changed)


VERBS = (
    Verb(
        "finish",
        parameters=(
            *JUDGED,
            entry("givens", flag(title="whether to add given cells to a genre with other clues")),
        ),
        operation=Operation(
            "finish",
            "Add clues, or move borders, until a puzzle has exactly one solution.",
            finish,
            dict[str, Any],
            "making",
            Pace.LONG,
            streamed=True,
        ),
    ),
    Verb(
        "vary",
        parameters=(*PUZZLE, TIMED, entry("harder", flag())),
        operation=Operation(
            "vary",
            "Make a puzzle easier or harder by changing a single clue.",
            vary,
            dict[str, Any],
            "making",
            Pace.LONG,
            streamed=True,
        ),
    ),
)
