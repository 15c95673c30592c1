"""PNG and PDF through typst, which comes as a wheel and needs no libraries of the system."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caracol.errors import MissingExtra
from caracol.render import vector
from caracol.render.picture import Picture
from caracol.render.themes import PRINT_FONT, Theme

EPOCH = 0
"""The time of creation that is written into files: always the same, so that the same input
gives the same bytes."""

KNOWN = ((0x20, 0x52F), (0x1E00, 0x22FF), (0x2500, 0x27BF))
"""The characters that the fonts which come with typst have."""


def png(picture: Picture, theme: Theme, *, cell: float, caption: bool, ppi: float) -> bytes:
    """The picture as PNG: cells of so many millimetres, at so many pixels an inch."""
    return compiled(page(picture, theme, cell, caption), "png", ppi=ppi)


def pdf(picture: Picture, theme: Theme, *, cell: float, caption: bool) -> bytes:
    """The picture as a PDF page of its own size, with its fonts."""
    return compiled(page(picture, theme, cell, caption), "pdf")


def page(picture: Picture, theme: Theme, cell: float, caption: bool) -> str:
    """A typst document with nothing but the picture."""
    return (
        "#set document(date: none)\n"
        "#set page(width: auto, height: auto, margin: 0pt)\n"
        f"{image(picture, theme, cell, caption=caption)}\n"
    )


def image(picture: Picture, theme: Theme, cell: float, *, caption: bool, alt: str = "") -> str:
    """A typst call that shows the picture with cells of so many millimetres."""
    drawing = vector.draw(picture, for_print(theme), cell=cell, caption=caption)
    width, _ = vector.size(picture, theme, caption=caption)
    words = alt or picture.scene.caption or "a board"
    return (
        f'#image(bytes({quoted(drawing)}), format: "svg", '
        f"width: {width * cell:.3f}mm, alt: {quoted(words)})"
    )


def for_print(theme: Theme) -> Theme:
    """The theme with a font that typst has."""
    return replace(theme, font=PRINT_FONT)


def quoted(text: str) -> str:
    """A string of typst, whatever is in it.

    >>> print(quoted('say "#hi"'))
    "say \"#hi\""
    """
    kept = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'


def compiled(source: str, format: str, ppi: float | None = None) -> bytes:
    """The typst document as a file of this format."""
    try:
        import typst
    except ImportError:
        raise MissingExtra("typst", "print") from None
    options: dict[str, Any] = {"ppi": ppi} if ppi else {}
    # The fonts of the machine come in only for letters that typst's own do not have, so that
    # everything else looks the same everywhere.
    plain = all(any(low <= ord(c) <= high for low, high in KNOWN) for c in set(source) - {"\n"})
    found: bytes = typst.compile(
        source.encode(),
        format=format,
        ignore_system_fonts=plain,
        timestamp=EPOCH,
        **options,
    )
    return found
