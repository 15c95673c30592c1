"""Pictures of boards: text for the terminal, SVG, PNG and PDF.

Every function takes a puzzle, its scene, an answer, a step of an explanation or a finished
:class:`Picture`, then the values on the board, then drawing options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, Unpack, overload

from caracol.board.scene import Picture, Scene, picture
from caracol.deduction.steps import Step
from caracol.drawing import terminal, themes, typeset, vector
from caracol.drawing.stages import DrawingOptions, make_answer_picture, make_step_picture
from caracol.drawing.themes import Theme
from caracol.engines.answer import Answer
from caracol.errors import ArgumentError, UnknownName
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle, is_cpmpy_model
from caracol.rules import Model
from caracol.support.arguments import checked

Drawable: TypeAlias = "Puzzle | Model | Scene | Picture | Step | Answer"
"""Anything that can be drawn. A puzzle comes with its givens; a scene is the board alone."""


Contents: TypeAlias = Sequence[int | None] | None
"""The values to draw, such as ``answer.solution``: ``None`` for a board without values."""

FORMATS = ("text", "svg", "png", "pdf")


@overload
def render(
    drawn: Drawable, format: Literal["text", "svg"] = "svg", values: Contents = None, **options: Any
) -> str: ...


@overload
def render(
    drawn: Drawable, format: Literal["png", "pdf"], values: Contents = None, **options: Any
) -> bytes: ...


@overload
def render(
    drawn: Drawable, format: str, values: Contents = None, **options: Any
) -> str | bytes: ...


@checked("format")
def render(
    drawn: Drawable, format: str = "svg", values: Contents = None, **options: Any
) -> str | bytes:
    """Return the board in one of :data:`FORMATS`; see the function of that name for options."""
    if format not in FORMATS:
        raise UnknownName("picture format", format, FORMATS)
    size = options.get("cell", 8.0)
    if not (isinstance(size, int | float) and size > 0):
        raise ArgumentError("cell", "the side of a cell, a number above 0", size)
    draw: Any = {"text": text, "svg": svg, "png": png, "pdf": pdf}[format]
    known = [*(getattr(draw, "__kwdefaults__", None) or ()), *DrawingOptions.__annotations__]
    for name in options:
        if name not in known:
            raise UnknownName(f"option of pictures as {format}", name, known)
    found: str | bytes = draw(drawn, values, **options)
    return found


def make_picture(
    drawn: Drawable, values: Contents = None, **shown: Unpack[DrawingOptions]
) -> Picture:
    """Return the picture of anything that can be drawn."""
    options: Any = dict(shown)
    step = options.pop("step", None)
    written: Any = () if values is None else values  # checked where it meets the board
    if isinstance(drawn, Picture):
        return drawn
    if isinstance(drawn, Scene):
        return picture(drawn, written, **options)
    asked: Any = drawn
    if isinstance(drawn, Model) or is_cpmpy_model(asked):
        drawn = as_puzzle(asked)
    if isinstance(drawn, Puzzle):
        if step is None:
            return picture(drawn.scene, written, **{"givens": drawn.givens, **options})
        return make_step_picture(step, written, drawn, **options)
    return make_answer_picture(drawn, written, **options)


def text(
    drawn: Drawable,
    values: Contents = None,
    *,
    ascii: bool = False,
    colour: bool = False,
    **shown: Unpack[DrawingOptions],
) -> str:
    """Return the board in line-drawing characters, with its values.

    >>> from caracol.genres.star_battle import StarBattle
    >>> print(text(StarBattle.from_rows(1, ["A"]), (1,)), end="")
    1 star
    ┏━━━┓
    ┃ ★ ┃
    ┗━━━┛
    """
    return terminal.draw(make_picture(drawn, values, **shown), ascii=ascii, colour=colour)


def svg(
    drawn: Drawable,
    values: Contents = None,
    *,
    theme: str | Theme = "light",
    cell: float = 8.0,
    unit: str = "mm",
    caption: bool = True,
    title: str = "",
    **shown: Unpack[DrawingOptions],
) -> str:
    """Return the board as an SVG document; ``cell`` is the side of a cell in ``unit``.

    >>> from caracol.genres.star_battle import StarBattle
    >>> svg(StarBattle.from_rows(1, ["A"]), (1,)).splitlines()[1]
    '<title>A board of 1 row and 1 column, 1 star</title>'
    """
    return vector.draw(
        make_picture(drawn, values, **shown),
        themes.theme(theme),
        cell=cell,
        unit=unit,
        caption=caption,
        title=title,
    )


def png(
    drawn: Drawable,
    values: Contents = None,
    *,
    theme: str | Theme = "light",
    cell: float = 8.0,
    ppi: float = 192.0,
    caption: bool = True,
    **shown: Unpack[DrawingOptions],
) -> bytes:
    """Return the board as a PNG file; ``cell`` is the side of a cell in millimetres."""
    found = make_picture(drawn, values, **shown)
    return typeset.png(found, themes.theme(theme), cell=cell, caption=caption, ppi=ppi)


def pdf(
    drawn: Drawable,
    values: Contents = None,
    *,
    theme: str | Theme = "print",
    cell: float = 8.0,
    caption: bool = True,
    link: str = "",
    **shown: Unpack[DrawingOptions],
) -> bytes:
    """Return the board as a PDF page of its size; ``cell`` is the side of a cell in millimetres.

    A ``link`` is printed below it as a QR code.
    """
    found = make_picture(drawn, values, **shown)
    return typeset.pdf(typeset.page(found, themes.theme(theme), cell, caption, link))
