"""Pictures of objects that are printed, or shown in notebooks.

:func:`picture_of` returns the picture of an object; the object itself only calls
:func:`caracol.board.scene.draw_text` or :func:`~caracol.board.scene.draw_svg`. More types can be
registered.
"""

from __future__ import annotations

from functools import singledispatch

from caracol.board.scene import Picture, picture
from caracol.deduction.steps import Step
from caracol.drawing import terminal
from caracol.drawing.stages import make_answer_picture
from caracol.drawing.themes import LIGHT
from caracol.drawing.vector import draw
from caracol.engines.answer import Answer
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Model


@singledispatch
def picture_of(_thing: object) -> Picture | None:
    """Return the picture of an object, or ``None`` if it has none."""
    return None


@picture_of.register
def _(puzzle: Puzzle) -> Picture | None:
    return picture(puzzle.scene, givens=puzzle.givens)


@picture_of.register
def _(model: Model) -> Picture | None:
    return picture_of(as_puzzle(model))


@picture_of.register
def _(answer: Answer) -> Picture | None:
    """Return the first solution, if there is one."""
    return make_answer_picture(answer) if isinstance(answer.puzzle, Puzzle) else None


@picture_of.register
def _(step: Step) -> Picture | None:
    """Return the facts that a step uses, what it leaves of its cells, and its sentence."""
    known = step.writer is not None and isinstance(step.writer.puzzle, Puzzle)
    return make_answer_picture(step) if known else None


@picture_of.register
def _(drawn: Picture) -> Picture | None:
    return drawn


def text_of(thing: object) -> str | None:
    """Return the object in line-drawing characters, without the last line end."""
    found = picture_of(thing)
    return None if found is None else terminal.draw(found).rstrip("\n")


def svg_of(thing: object) -> str | None:
    """Return the object as SVG, in a size that suits notebooks."""
    found = picture_of(thing)
    return None if found is None else draw(found, LIGHT, cell=28.0, unit="px")
