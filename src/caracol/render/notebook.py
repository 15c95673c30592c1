"""How things show themselves in a notebook.

What the picture of a thing is, :func:`picture_of` tells; the thing itself only asks
:func:`caracol.scene.drawn` for it. More kinds of things can be registered.
"""

from __future__ import annotations

from functools import singledispatch

from caracol.explain.steps import Step
from caracol.genre import Puzzle
from caracol.render.pictures import Picture, picture
from caracol.render.themes import LIGHT
from caracol.render.vector import draw
from caracol.rules import settled
from caracol.solve.answer import Answer


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
    puzzle = answer.puzzle
    if not isinstance(puzzle, Puzzle):
        return None
    return picture(puzzle.scene, answer.solution or (), givens=puzzle.givens)


@picture_of.register
def _(step: Step) -> Picture | None:
    """The facts that a step uses, and what it leaves of the cells that it is about."""
    puzzle = step.teller.puzzle if step.teller else None
    if not isinstance(puzzle, Puzzle):
        return None
    known = puzzle.model.candidates()
    for cell, mask in (*step.facts, *zip((cut.cell for cut in step.cuts), step.left, strict=True)):
        known[cell] = mask
    everything = puzzle.model.candidates()
    marks = [mask if mask != full else 0 for mask, full in zip(known, everything, strict=True)]
    return picture(
        puzzle.scene,
        settled(known),
        givens=puzzle.givens,
        marks=marks,
        highlights=step.cells._asdict(),
    )


def svg_of(thing: object) -> str | None:
    """The thing as SVG in the size of a notebook's cell."""
    found = picture_of(thing)
    return None if found is None else draw(found, LIGHT, cell=28.0, unit="px")
