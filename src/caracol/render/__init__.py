"""Pictures of boards: text for the terminal, SVG, PNG, PDF, and whole books."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.render.picture import Highlights, Picture, Role, picture
from caracol.render.terminal import draw as draw_text
from caracol.rules import Values
from caracol.scene import Scene

__all__ = ["Highlights", "Picture", "Role", "picture", "text"]


def text(
    scene: Scene | Picture,
    values: Values = (),
    *,
    givens: Values = (),
    marks: Sequence[int] = (),
    highlights: Highlights | None = None,
    coordinates: bool = False,
    ascii: bool = False,
    colour: bool = False,
) -> str:
    """The board in line-drawing characters, with what stands on it.

    >>> from caracol.genres.star_battle import StarBattle
    >>> print(text(StarBattle.from_rows(1, ["A"]).scene, (1,)), end="")
    1 star
    ┏━━━┓
    ┃ ★ ┃
    ┗━━━┛
    """
    drawn = scene
    if isinstance(drawn, Scene):
        drawn = picture(
            drawn,
            values,
            givens=givens,
            marks=marks,
            highlights=highlights,
            coordinates=coordinates,
        )
    return draw_text(drawn, ascii=ascii, colour=colour)
