"""QR codes, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.errors import ClueError, MissingExtra

QUIET = 2
"""Width of the white border, in modules; the paper around it is white as well."""
SMALLEST_MODULE = 0.3
"""Size of a module that phones can still read from paper, in millimetres."""


def modules(text: str) -> list[str]:
    """Return the rows of the QR code of a text, dark modules as "1"."""
    try:
        import segno
    except ImportError:
        raise MissingExtra("segno", "print") from None
    try:
        code = segno.make(text, error="l", micro=False, boost_error=False)
    except segno.DataOverflowError:
        raise ClueError(f"a text of {len(text)} characters is too long for a QR code") from None
    return ["".join("1" if dark else "0" for dark in row) for row in code.matrix]


def side(rows: Sequence[str], least: float) -> float:
    """Return the side of a printed code in millimetres: ``least``, or more if phones need it."""
    return max(least, (len(rows) + 2 * QUIET) * SMALLEST_MODULE)


def svg(rows: Sequence[str]) -> str:
    """Return the code as SVG."""
    whole = len(rows) + 2 * QUIET
    path = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, line in enumerate(rows)
        for column, module in enumerate(line)
        if module == "1"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}">'
        f'<rect width="{whole}" height="{whole}" fill="#fff"/><path d="{path}"/></svg>'
    )
