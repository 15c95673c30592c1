"""How things show themselves in a notebook.

What the picture of a thing is, :func:`picture_of` tells; the thing itself only asks
:func:`caracol.board.scene.drawn` for it. More kinds of things can be registered.
"""

from __future__ import annotations

from functools import singledispatch

from caracol.board.scene import Picture, picture
from caracol.deduction.steps import Step
from caracol.drawing.stages import answered
from caracol.drawing.themes import LIGHT
from caracol.drawing.vector import draw
from caracol.engines.answer import Answer
from caracol.puzzle import Puzzle


@singledispatch
def picture_of(_thing: object) -> Picture | None:
    """The picture of a thing, or ``None`` where it has none."""
    return None


@picture_of.register
def _(puzzle: Puzzle) -> Picture | None:
    return picture(puzzle.scene, givens=puzzle.givens)


@picture_of.register
def _(answer: Answer) -> Picture | None:
    """The first solution, where there is one."""
    return answered(answer) if isinstance(answer.puzzle, Puzzle) else None


@picture_of.register
def _(step: Step) -> Picture | None:
    """The facts that a step uses, what it leaves of its cells, and its sentence."""
    known = step.teller is not None and isinstance(step.teller.puzzle, Puzzle)
    return answered(step) if known else None


def svg_of(thing: object) -> str | None:
    """The thing as SVG in the size of a notebook's cell."""
    found = picture_of(thing)
    return None if found is None else draw(found, LIGHT, cell=28.0, unit="px")
