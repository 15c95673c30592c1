"""Work that is done for a setter: a puzzle is finished, made easier or harder, or painted."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from caracol import editing, explaining, solving
from caracol.deduction.grade import Grade
from caracol.editor import Act, Addition, Gesture
from caracol.engines.answer import Solution, Status
from caracol.engines.limits import Clock, Slice
from caracol.errors import CaracolError, ClueError, FormatError, MissingExtra
from caracol.puzzle import Puzzle
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, bytes_of, job, puzzle_of
from caracol.web.jobs.judge import in_mind
from caracol.web.jobs.suggest import sampled, survivors, tries
from caracol.web.problems import too_large

MOST_CHANGES = 60
"""Changes after which a puzzle is given up."""
ONE_TRY = 1.0
"""Seconds for the question whether one change is enough."""


@job
def finish(payload: Payload, context: Context) -> Result:
    """The puzzle with as few changes as a greedy choice needs until it has one solution."""
    puzzle = puzzle_of(payload)
    clock = Clock(context.seconds, context.stop)
    words: list[str] = []
    picture: tuple[int, ...] | None = None
    while not clock.over() and len(words) < MOST_CHANGES:
        found = solving.solve(puzzle, seconds=clock.left(), stop=context.stop)
        if found.status is Status.UNIQUE:
            view = views.puzzle_view(puzzle)
            return {"view": view, "changes": words, "picture": picture, "finished": True}
        if found.status is not Status.MANY:
            break
        one, other = found.solutions[:2]
        change = best_change(puzzle, in_mind(payload, puzzle, (one, other)), clock)
        if change is None:
            break
        puzzle, picture = change.puzzle, change.picture or picture
        words.append(change.words)
        context.tell(changes=len(words))
    raise ClueError("no few changes were found that leave one solution; add clues and try again")


def best_change(puzzle: Puzzle, known: Sequence[Solution], clock: Clock) -> Addition | None:
    """The change that leaves the fewest solutions, and at least one."""
    sample, complete = sampled(puzzle, known, clock)
    masks = [0] * puzzle.grid.size
    for solution in sample:
        for cell, value in enumerate(solution):
            masks[cell] |= 1 << value
    best: tuple[int, Addition] | None = None
    limit = Slice(clock, 5.0)
    for addition in every_change(puzzle, sample, complete, masks):
        if limit.over():
            break
        left = survivors(addition.puzzle, sample, most=best[0] if best else len(sample))
        if best is not None and left >= best[0]:
            continue
        if left <= 1:
            status = solving.solve(addition.puzzle, seconds=ONE_TRY, stop=clock.stop).status
            if status is Status.UNIQUE:
                return addition
            if status is not Status.MANY:
                continue
        if 0 < left < len(sample):
            best = left, addition
    return best[1] if best else None


def every_change(
    puzzle: Puzzle, sample: Sequence[Solution], complete: bool, masks: Sequence[int]
) -> Iterator[Addition]:
    """What a genre has to offer, and then given cells of the solution that is kept."""
    yield from tries(puzzle, sample, complete, masks)
    # Where no single value tells solutions apart, those of the first one do so bit by bit.
    for cell, mask in enumerate(masks):
        if mask & (mask - 1) and puzzle.givens[cell] is None:
            yield editing.given(puzzle, cell, sample[0][cell])


@job
def vary(payload: Payload, context: Context) -> Result:
    """The puzzle after the single change that makes it easier, or harder, by the most."""
    puzzle, harder = puzzle_of(payload), payload["harder"]
    clock = Clock(context.seconds, context.stop)
    answer = solving.solve(puzzle, seconds=clock.left(), stop=context.stop)
    if answer.status is not Status.UNIQUE:
        raise ClueError("only a puzzle with one solution can be made easier or harder")
    before = explaining.grade(puzzle, seconds=clock.left(), stop=context.stop)
    best: tuple[float, Addition, Grade] | None = None
    changes = fewer_clues(puzzle) if harder else more_clues(puzzle, answer.only())
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
        context.tell(tried=tried)
    if best is None:
        word = "harder" if harder else "easier"
        raise ClueError(f"no single change makes it {word}; its grade is {before}")
    return {
        "view": views.puzzle_view(best[1].puzzle),
        "changes": [best[1].words],
        "before": str(before),
        "after": str(best[2]),
    }


def more_clues(puzzle: Puzzle, solution: Solution) -> Iterator[Addition]:
    """Given cells of the solution, those that say something first."""
    cells = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    for cell in sorted(cells, key=lambda cell: not solution[cell]):
        yield editing.given(puzzle, cell, solution[cell])


def fewer_clues(puzzle: Puzzle) -> Iterator[Addition]:
    """The puzzle without one of its given cells, or without a clue beside the board."""
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            without = tuple(None if at == cell else v for at, v in enumerate(puzzle.givens))
            word = puzzle.symbols[given].word
            words = f"no {word} given in {puzzle.grid.name(cell)}"
            yield Addition("givens", words, puzzle.with_givens(without))
    outside = [tool for tool in editing.tools(puzzle.genre) if tool.gesture is Gesture.OUTSIDE]
    for label in puzzle.scene.labels if outside else ():
        act = Act(outside[0].id, row=int(label.row), column=int(label.column))
        try:
            changed = editing.edit(puzzle, act)
        except CaracolError:
            continue
        yield Addition("clue", f"no clue {label.text} ({label.about})", changed)


@job
def picture(payload: Payload, context: Context) -> Result:
    """A puzzle with one solution whose picture is as near as can be to an image."""
    from caracol.generator import picture as painted

    made = painted(
        _image(payload["image"]),
        _size(payload),
        colours=payload["colours"],
        threshold=payload["threshold"],
        seconds=context.seconds,
        stop=context.stop,
        genre_name=payload["genre"],
    )
    if made.puzzle.grid.size > payload["most_cells"]:
        raise too_large(f"{payload['most_cells']} cells are the most")
    return {
        "view": views.puzzle_view(made.puzzle),
        "picture": list(made.solution),
        "changed": list(made.changed),
        "certificate": made.certificate,
    }


def _image(text: str) -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtra("pillow", "picture") from None
    try:
        image = Image.open(io.BytesIO(bytes_of(text)))
        image.load()
    except (OSError, ValueError, Image.DecompressionBombError) as problem:
        raise FormatError(f"this picture cannot be read: {problem}") from None
    return image


def _size(payload: Payload) -> tuple[int, int]:
    """Columns and rows in the shape of the picture."""
    image, longest = _image(payload["image"]), payload["size"]
    across, down = image.size
    scale = longest / max(across, down)
    return max(1, round(across * scale)), max(1, round(down * scale))
