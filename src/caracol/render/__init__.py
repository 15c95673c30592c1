"""Pictures of boards: text for the terminal, SVG, PNG, PDF, and whole books.

Every function takes a puzzle, its scene or a finished :class:`Picture`, then the values that
stand on the board, then how to draw it.
"""

from __future__ import annotations

from typing import Any, Unpack

from caracol.genre import Puzzle
from caracol.render import terminal, themes, typeset, vector
from caracol.render.books import Book, Entry, book
from caracol.render.paper import PAGES, Margins, Paper, paper
from caracol.render.picture import Highlights, Picture, Role, Shown, picture
from caracol.render.themes import THEMES, Theme
from caracol.rules import Values
from caracol.scene import Scene

__all__ = [
    "PAGES",
    "THEMES",
    "Book",
    "Drawable",
    "Entry",
    "Highlights",
    "Margins",
    "Paper",
    "Picture",
    "Role",
    "Shown",
    "Theme",
    "book",
    "paper",
    "pdf",
    "picture",
    "png",
    "svg",
    "text",
]

Drawable = Puzzle | Scene | Picture
"""What can be drawn. A puzzle comes with its givens; a scene is the board alone."""


def pictured(drawn: Drawable, values: Values = (), **shown: Unpack[Shown]) -> Picture:
    """The picture of something that can be drawn."""
    if isinstance(drawn, Picture):
        return drawn
    if isinstance(drawn, Puzzle):
        options: Any = {"givens": drawn.givens, **shown}
        return picture(drawn.scene, values, **options)
    return picture(drawn, values, **shown)


def text(
    drawn: Drawable,
    values: Values = (),
    *,
    ascii: bool = False,
    colour: bool = False,
    **shown: Unpack[Shown],
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
    **shown: Unpack[Shown],
) -> str:
    """The board as an SVG document; ``cell`` is the side of a cell in ``unit``.

    >>> from caracol.genres.star_battle import StarBattle
    >>> svg(StarBattle.from_rows(1, ["A"]), (1,)).splitlines()[1]
    '<title>A board of 1 rows and 1 columns, 1 star</title>'
    """
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
    **shown: Unpack[Shown],
) -> bytes:
    """The board as a PNG file; ``cell`` is the side of a cell in millimetres."""
    found = pictured(drawn, values, **shown)
    return typeset.png(found, themes.theme(theme), cell=cell, caption=caption, ppi=ppi)


def pdf(
    drawn: Drawable,
    values: Values = (),
    *,
    theme: str | Theme = "print",
    cell: float = 8.0,
    caption: bool = True,
    **shown: Unpack[Shown],
) -> bytes:
    """The board as a PDF page of its own size; ``cell`` is the side of a cell in millimetres."""
    found = pictured(drawn, values, **shown)
    return typeset.pdf(typeset.page(found, themes.theme(theme), cell, caption))
