"""PNG and PDF through typst, which comes as a wheel and needs no system libraries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from caracol.board.scene import Picture
from caracol.drawing import qr_codes, vector
from caracol.drawing.themes import PRINT_FONT, Theme
from caracol.errors import ClueError, MissingExtra

EPOCH = 946_684_800
"""Creation time written into files, 1 January 2000, so that the same input gives the same bytes."""

DATE = "datetime(year: 2000, month: 1, day: 1)"

MOST_PIXELS = 100_000_000
"""Maximum number of pixels; a picture of this size takes 400 MB while it is created."""
LONGEST_PAGE = 5000.0
"""Maximum length of a PDF page, in millimetres."""

CODE, GAP = 22.0, 3.0
"""Side of a QR code below a picture, and the space between the two, in millimetres."""

STANDARD = "a-2u"
"""PDF/A for archives: all fonts are embedded, and a missing glyph is an error."""


def png(picture: Picture, theme: Theme, *, cell: float, caption: bool, ppi: float) -> bytes:
    """Return the picture as PNG: ``cell`` in millimetres, ``ppi`` in pixels per inch."""
    source = page(picture, theme, cell, caption)
    width, height = (
        side * cell * ppi / 25.4 for side in vector.size(picture, theme, caption=caption)
    )
    if not width * height <= MOST_PIXELS:
        raise ClueError(
            f"a PNG of {width:.0f} × {height:.0f} pixels is too large; "
            "make the cells smaller, or use fewer pixels per inch"
        )
    # Only the PDF reports a letter without a font, and only unusual letters can lack one.
    system_fonts = not source.isascii() and _needs_system_fonts(source)
    return _compile(source, "png", system_fonts, ppi=ppi)


def pdf(source: str) -> bytes:
    """Return a typst document as PDF.

    System fonts are used only for letters that typst's own lack, so that everything else looks the
    same everywhere.
    """
    try:
        return _compile(source, "pdf", system_fonts=False, pdf_standards=STANDARD)
    except ClueError:
        return _compile(source, "pdf", system_fonts=True, pdf_standards=STANDARD)


def page(picture: Picture, theme: Theme, cell: float, caption: bool, link: str = "") -> str:
    """Return a typst document with only the picture and, below it, the QR code of a link."""
    side = cell * max(vector.size(picture, theme, caption=caption))
    if not side <= LONGEST_PAGE:
        raise ClueError(
            f"a picture of {side:.0f} mm is too large for a page; make the cells smaller"
        )
    parts = [image(picture, theme, cell, caption=caption)]
    if link:
        rows = qr_codes.modules(link)
        words = "a code that opens this puzzle"
        parts.append(code_image(rows, qr_codes.side(rows, CODE), words))
    stacked = "".join(f"[{part}], " for part in parts)
    return (
        f'#set document(title: "Puzzle", date: {DATE})\n'
        "#set page(width: auto, height: auto, margin: 0pt)\n"
        f"#stack(dir: ttb, spacing: {GAP}mm, {stacked})\n"
    )


def code_image(rows: Sequence[str], side: float, words: str) -> str:
    """Return a typst call that shows a QR code."""
    return (
        f'#image(bytes({quote(qr_codes.svg(rows))}), format: "svg", width: {side:.2f}mm, '
        f"alt: {quote(words)})"
    )


def image(picture: Picture, theme: Theme, cell: float, *, caption: bool, alt: str = "") -> str:
    """Return a typst call that shows the picture, with cells of this size in millimetres."""
    # typst has only this font, whatever the theme uses on a screen.
    drawing = vector.draw(picture, replace(theme, font=PRINT_FONT), cell=cell, caption=caption)
    width, _ = vector.size(picture, theme, caption=caption)
    words = alt or picture.scene.caption or "a board"
    return (
        f'#image(bytes({quote(drawing)}), format: "svg", '
        f"width: {width * cell:.3f}mm, alt: {quote(words)})"
    )


def quote(text: str) -> str:
    r"""Return any text as a typst string.

    >>> print(quote('say "#hi"'))
    "say \"#hi\""
    """
    kept = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'


def load_typst() -> Any:
    """Return typst; raise a :class:`MissingExtra` if it is not installed."""
    try:
        import typst
    except ImportError:
        raise MissingExtra("typst", "print") from None
    return typst


def _needs_system_fonts(source: str) -> bool:
    try:
        _compile(source, "pdf", system_fonts=False, pdf_standards=STANDARD)
    except ClueError:
        _compile(source, "pdf", system_fonts=True, pdf_standards=STANDARD)
        return True
    return False


def _compile(source: str, format: str, system_fonts: bool, **options: Any) -> bytes:
    """Return the document in this format; raise a :class:`ClueError` if a font is missing."""
    typst = load_typst()
    call: Any = typst.compile
    try:
        found = call(
            source.encode(),
            format=format,
            ignore_system_fonts=not system_fonts,
            timestamp=EPOCH,
            **options,
        )
    except typst.TypstError as error:
        missing = re.search(r'the text `"(.*)"` could not be displayed', str(error))
        if missing is None:
            raise
        raise ClueError(
            f"no font on this machine has '{missing[1]}'; install one that does, "
            "or choose other letters"
        ) from None
    assert isinstance(found, bytes)
    return found
