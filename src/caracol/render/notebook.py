"""How things show themselves in a notebook.

Whoever has a thing to show registers with :func:`picture_of` what its picture is; the thing
itself only says ``_repr_svg_ = drawn`` (see :mod:`caracol.scene`).
"""

from __future__ import annotations

from functools import singledispatch

from caracol.genre import Puzzle
from caracol.render.pictures import Picture, picture
from caracol.render.themes import LIGHT
from caracol.render.vector import draw


@singledispatch
def picture_of(_thing: object) -> Picture | None:
    """The picture of a thing, or ``None`` where it has none."""
    return None


@picture_of.register
def _(puzzle: Puzzle) -> Picture | None:
    return picture(puzzle.scene, givens=puzzle.givens)


def svg_of(thing: object) -> str | None:
    """The thing as SVG in the size of a notebook's cell."""
    found = picture_of(thing)
    return None if found is None else draw(found, LIGHT, cell=28.0, unit="px")
