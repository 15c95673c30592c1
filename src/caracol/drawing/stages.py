"""Answers and steps of explanations as pictures, and the options of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict, Unpack

from caracol.board.scene import Highlights, Picture, picture
from caracol.deduction.steps import Step
from caracol.engines.answer import Answer
from caracol.errors import ArgumentError, ClueError
from caracol.puzzle import Puzzle
from caracol.rules import Values, settled


class PictureOptions(TypedDict, total=False):
    """The options of a picture, besides its values."""

    givens: Values
    marks: Sequence[int]
    highlights: Highlights | None
    coordinates: bool
    words: str


class DrawingOptions(PictureOptions, total=False):
    """The options of a drawing: also a step of an explanation, with its cells and its sentence."""

    step: Step | None


def make_step_picture(
    step: Step,
    values: Values = (),
    puzzle: Puzzle | None = None,
    *,
    before: bool = False,
    **shown: Unpack[PictureOptions],
) -> Picture:
    """Return the picture of a step: its facts, what it leaves of its cells, and why.

    ``values`` are the other values on the board, before the step or after it. With ``before``, the
    picture shows where to look, without what follows.
    """
    if puzzle is None:
        own = step.writer.puzzle if step.writer else None
        if not isinstance(own, Puzzle):
            raise ClueError("this step has no puzzle; pass the puzzle as well", "step")
        puzzle = own
    model = puzzle.model
    everything = (1 << model.values) - 1
    known = model.narrowed(values) if values else model.candidates()
    for cell, mask in step.facts:
        known[cell] = mask
    for cut, left in zip(step.cuts, step.left, strict=True):
        known[cut.cell] = left | cut.removed if before else left
    known = known[: model.shown]
    allowed = [model.allowed.get(cell, everything) for cell in range(model.shown)]
    options: Any = {
        "givens": puzzle.givens,
        "marks": [mask & a if a & ~mask else 0 for mask, a in zip(known, allowed, strict=True)],
        "highlights": {**step.cells._asdict(), **({"conclusion": ()} if before else {})},
        "words": "" if before else step.sentence,
        "coordinates": True,  # the sentence refers to cells by row and column
        **shown,
    }
    return picture(puzzle.scene, settled(known), **options)


def make_answer_picture(
    thing: Step | Answer, values: Values = (), **shown: Unpack[PictureOptions]
) -> Picture:
    """Return the picture of a step, or of an answer with its first solution."""
    if isinstance(thing, Step):
        return make_step_picture(thing, values, **shown)
    if not isinstance(thing, Answer):
        raise ArgumentError("drawn", "a puzzle, an answer or a step", thing)
    puzzle = thing.puzzle
    if not isinstance(puzzle, Puzzle):
        raise ClueError("this answer has no puzzle; draw the puzzle with its solution", "answer")
    options: Any = {"givens": puzzle.givens, **shown}
    return picture(puzzle.scene, values or thing.solution or (), **options)
