"""Pictures of boards: text for the terminal, SVG, PNG, PDF, and whole books.

Every function takes a puzzle, its scene, an answer, a step of an explanation or a finished
:class:`Picture`, then the values that stand on the board, then how to draw it. Only what the
terminal needs is loaded at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from caracol.board.scene import Highlights, Picture, Role, Scene, picture
from caracol.drawing import terminal
from caracol.errors import UnknownName
from caracol.late import late
from caracol.puzzle import Puzzle
from caracol.rules import Values

if TYPE_CHECKING:
    from caracol.deduction.steps import Step
    from caracol.drawing.books import Book, Entry, book
    from caracol.drawing.options import DrawingOptions, PictureOptions
    from caracol.drawing.pages import PAGES, Margins, Paper, paper
    from caracol.drawing.themes import THEMES, Theme
    from caracol.engines.answer import Answer

__all__ = [
    "FORMATS",
    "PAGES",
    "THEMES",
    "Book",
    "Drawable",
    "DrawingOptions",
    "Entry",
    "Highlights",
    "Margins",
    "Paper",
    "Picture",
    "PictureOptions",
    "Role",
    "Theme",
    "book",
    "paper",
    "pdf",
    "picture",
    "pictured",
    "png",
    "render",
    "svg",
    "text",
]

if not TYPE_CHECKING:
    __getattr__ = late(
        __name__,
        {
            "books": "Book Entry book",
            "pages": "PAGES Margins Paper paper",
            "options": "DrawingOptions PictureOptions",
            "themes": "THEMES Theme",
        },
    )

Drawable: TypeAlias = "Puzzle | Scene | Picture | Step | Answer"
"""What can be drawn. A puzzle comes with its givens; a scene is the board alone."""


FORMATS = ("text", "svg", "png", "pdf")


def render(
    drawn: Drawable, format: str = "svg", values: Values = (), **options: Any
) -> str | bytes:
    """The board in one of :data:`FORMATS`; the options are those of the function of that name."""
    if format not in FORMATS:
        raise UnknownName("picture format", format, FORMATS)
    draw: Any = {"text": text, "svg": svg, "png": png, "pdf": pdf}[format]
    found: str | bytes = draw(drawn, values, **options)
    return found


def pictured(drawn: Drawable, values: Values = (), **shown: Unpack[DrawingOptions]) -> Picture:
    """The picture of something that can be drawn."""
    options: Any = dict(shown)
    step = options.pop("step", None)
    if isinstance(drawn, Picture):
        return drawn
    if isinstance(drawn, Scene):
        return picture(drawn, values, **options)
    if isinstance(drawn, Puzzle):
        if step is None:
            return picture(drawn.scene, values, **{"givens": drawn.givens, **options})
        from caracol.drawing.stages import stage

        return stage(step, values, drawn, **options)
    # Answers and explanations are loaded only where one is drawn.
    from caracol.drawing.stages import answered

    return answered(drawn, values, **options)


def text(
    drawn: Drawable,
    values: Values = (),
    *,
    ascii: bool = False,
    colour: bool = False,
    **shown: Unpack[DrawingOptions],
) -> str:
    """The board in line-drawing characters, with what stands on it.

    >>> from caracol.genres.star_battle import StarBattle
    >>> print(text(StarBattle.from_rows(1, ["A"]), (1,)), end="")
    1 star
    ┏━━━┓
    ┃ ★ ┃
    ┗━━━┛
    """
    return terminal.draw(pictured(drawn, values, **shown), ascii=ascii, colour=colour)


def svg(
    drawn: Drawable,
    values: Values = (),
    *,
    theme: str | Theme = "light",
    cell: float = 8.0,
    unit: str = "mm",
    caption: bool = True,
    title: str = "",
    **shown: Unpack[DrawingOptions],
) -> str:
    """The board as an SVG document; ``cell`` is the side of a cell in ``unit``.

    >>> from caracol.genres.star_battle import StarBattle
    >>> svg(StarBattle.from_rows(1, ["A"]), (1,)).splitlines()[1]
    '<title>A board of 1 row and 1 column, 1 star</title>'
    """
    from caracol.drawing import themes, vector

    return vector.draw(
        pictured(drawn, values, **shown),
        themes.theme(theme),
        cell=cell,
        unit=unit,
        caption=caption,
        title=title,
    )


def png(
    drawn: Drawable,
    values: Values = (),
    *,
    theme: str | Theme = "light",
    cell: float = 8.0,
    ppi: float = 192.0,
    caption: bool = True,
    **shown: Unpack[DrawingOptions],
) -> bytes:
    """The board as a PNG file; ``cell`` is the side of a cell in millimetres."""
    from caracol.drawing import themes, typeset

    found = pictured(drawn, values, **shown)
    return typeset.png(found, themes.theme(theme), cell=cell, caption=caption, ppi=ppi)


def pdf(
    drawn: Drawable,
    values: Values = (),
    *,
    theme: str | Theme = "print",
    cell: float = 8.0,
    caption: bool = True,
    link: str = "",
    **shown: Unpack[DrawingOptions],
) -> bytes:
    """The board as a PDF page of its own size; ``cell`` is the side of a cell in millimetres.

    A ``link`` is printed below it as a QR code.
    """
    from caracol.drawing import themes, typeset

    found = pictured(drawn, values, **shown)
    return typeset.pdf(typeset.page(found, themes.theme(theme), cell, caption, link))
