"""The tables in the definition of grades, generated from the table of efforts."""

from __future__ import annotations

import re

from caracol.deduction.efforts import BEYOND, BEYOND_DEMAND, BOUNDS, TABLE


def page(text: str) -> str:
    """Return the page with up-to-date tables."""
    return _replace(_replace(text, "bounds", list_bounds()), "efforts", list_efforts())


def list_bounds() -> str:
    """Return the table of grades and their bounds."""
    rows = [f"| up to {one.number:g} | {one.word} | {one.demand} |" for one in BOUNDS]
    rows.append(f"| above | {BEYOND} | {BEYOND_DEMAND} |")
    return "\n".join(["| number | word | what you have to do |", "|---|---|---|", *rows])


def list_efforts() -> str:
    """Return the table of efforts."""
    rows = [
        f"| {name} | {one.at} | {one.effort:g} | {one.evidence} |" for name, one in TABLE.items()
    ]
    return "\n".join(["| row | applies to | effort | evidence |", "|---|---|---|---|", *rows])


def _replace(text: str, name: str, table: str) -> str:
    marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = re.escape(marks[0]) + ".*?" + re.escape(marks[1])
    return re.sub(pattern, lambda _: f"{marks[0]}\n{table}\n{marks[1]}", text, flags=re.DOTALL)
