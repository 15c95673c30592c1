"""Tables in the page about explaining that are measured a genre at a time."""

from __future__ import annotations

from collections.abc import Sequence

from bench.report import FOLDER
from bench.table import markdown

PAGE = FOLDER / "explain.md"
HEADING = "## What a step says"
"""The heading of the first of these parts; what is before it is written in one piece."""


def update_table(name: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write rows into the table between the two marks with this name; keep those of others.

    A row belongs to the genre in its first column.
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, rest = PAGE.read_text("utf-8").split(begin)
    table, after = rest.split(end)
    kept = {row[0]: row for row in map(split_row, table.splitlines()[2:])}
    kept |= {row[0]: list(row) for row in rows}
    text = markdown(heads, [kept[genre] for genre in sorted(kept)])
    PAGE.write_text(f"{before}{begin}{text}\n{end}{after}", encoding="utf-8")


def split_row(line: str) -> list[str]:
    """Return the cells of a row of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def replace_beginning(page: str) -> str:
    """Return a page whose beginning is new, with these parts as they are."""
    _, heading, parts = PAGE.read_text("utf-8").partition(HEADING)
    return f"{page}\n{heading}{parts}"
