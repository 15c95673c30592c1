"""Tables for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def plain(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table for the terminal: two columns aligned left, and figures aligned right."""
    widths = [max(len(row[n]) for row in (heads, *rows)) for n in range(len(heads))]

    def line(row: Sequence[str]) -> str:
        cells = [
            text.ljust(width) if n < 2 else text.rjust(width)
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([line(heads), "  ".join("-" * width for width in widths), *map(line, rows)])


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    marks = ["---" if n < 2 else "--:" for n in range(len(heads))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (heads, marks, *rows))
