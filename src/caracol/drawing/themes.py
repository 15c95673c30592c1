"""The colours of a drawing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from caracol.board.scene import Role
from caracol.drawing.measures import CLUE
from caracol.errors import UnknownName

SCREEN_FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
PRINT_FONT = "DejaVu Sans Mono"
"""Comes with typst, so that paper looks the same everywhere."""


@dataclass(frozen=True)
class Theme:
    """Colours as #rrggbb, and other differences between paper and screens."""

    name: str
    paper: str
    """Background; empty for paper, which is white already."""
    ink: str
    """Strong lines, clues and given values."""
    entered: str
    """Values that were put in."""
    thin: str
    faint: str
    muted: str
    """Dots, pencil marks and coordinates."""
    shade: str
    board: str
    """Background if colours carry meaning: black and white must stand out from it."""
    grounds: tuple[tuple[Role, str], ...]
    """Backgrounds of highlighted cells."""
    rings: tuple[tuple[Role, str], ...]
    """Rings inside highlighted cells, so that they differ not only in colour."""
    letters: bool
    """Whether coloured cells and clues also show the letter of their colour."""
    font: str = SCREEN_FONT
    clue: float = CLUE
    """Size of clues beside the board, in cells."""

    def ground(self, role: Role) -> str:
        """Return the background of a highlighted cell."""
        return dict(self.grounds)[role]

    def ring(self, role: Role) -> str:
        """Return the ring of a highlighted cell, or an empty text."""
        return dict(self.rings).get(role, "")


PRINT = Theme(
    name="print",
    paper="",
    ink="#000000",
    entered="#000000",
    thin="#555555",
    faint="#999999",
    muted="#777777",
    shade="#222222",
    board="",
    grounds=(
        (Role.LOOK, "#ececec"),
        (Role.BECAUSE, "#cfcfcf"),
        (Role.CONCLUSION, "#ffffff"),
        (Role.ERROR, "#ffffff"),
    ),
    rings=((Role.CONCLUSION, "#000000"), (Role.ERROR, "#777777")),
    letters=True,
    font=PRINT_FONT,
)

LIGHT = Theme(
    name="light",
    paper="#ffffff",
    ink="#1b1f24",
    entered="#1a4fa3",
    thin="#6b7380",
    faint="#b9c0ca",
    muted="#7b8594",
    shade="#24292f",
    board="",
    grounds=(
        (Role.LOOK, "#e3eefc"),
        (Role.BECAUSE, "#fdeab8"),
        (Role.CONCLUSION, "#c9efcf"),
        (Role.ERROR, "#fbd3d3"),
    ),
    rings=((Role.CONCLUSION, "#1f8a3b"), (Role.ERROR, "#c62828")),
    letters=False,
)

DARK = Theme(
    name="dark",
    paper="#15181d",
    ink="#e8ebf0",
    entered="#8ab8ff",
    thin="#8b94a3",
    faint="#4a515d",
    muted="#8a93a2",
    shade="#d3d0c8",
    board="#454c58",
    grounds=(
        (Role.LOOK, "#22344d"),
        (Role.BECAUSE, "#574a1d"),
        (Role.CONCLUSION, "#1f4a2b"),
        (Role.ERROR, "#5c2427"),
    ),
    rings=((Role.CONCLUSION, "#63c97c"), (Role.ERROR, "#ff8080")),
    letters=False,
)

# Okabe and Ito's palette, which people with any common colour blindness can tell apart; the
# backgrounds are tints of its sky blue, yellow, bluish green and vermillion.
COLOUR_BLIND = replace(
    LIGHT,
    name="colour-blind",
    ink="#000000",
    entered="#0072b2",
    grounds=(
        (Role.LOOK, "#d6eefa"),
        (Role.BECAUSE, "#f8f2a6"),
        (Role.CONCLUSION, "#99d8c7"),
        (Role.ERROR, "#f2bf99"),
    ),
    rings=((Role.CONCLUSION, "#009e73"), (Role.ERROR, "#d55e00")),
    letters=True,
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, COLOUR_BLIND, PRINT)}


def theme(name: str | Theme) -> Theme:
    """Return the theme with this name."""
    if isinstance(name, Theme):
        return name
    if name not in THEMES:
        raise UnknownName("theme", name, sorted(THEMES))
    return THEMES[name]
