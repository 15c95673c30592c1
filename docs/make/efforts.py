"""The tables of the grade's definition, made from the table of efforts."""

from __future__ import annotations

import re

from caracol.deduction.efforts import BEYOND, BOUNDS, TABLE


def page(text: str) -> str:
    """The page with its tables as the code has them now."""
    return _between(_between(text, "bounds", bounds()), "efforts", efforts())


def bounds() -> str:
    """The words and their bounds."""
    rows = [f"| up to {one.number:g} | {one.word} | {one.evidence} |" for one in BOUNDS]
    rows.append(f"| above | {BEYOND} | more than any published puzzle seen so far needs |")
    return "\n".join(["| number | word | evidence |", "|---|---|---|", *rows])


def efforts() -> str:
    """Every kind of look."""
    rows = [
        f"| {name} | {one.at} | {one.effort:g} | {one.evidence} |" for name, one in TABLE.items()
    ]
    return "\n".join(
        ["| row | what is looked at | effort | evidence |", "|---|---|---|---|", *rows]
    )


def _between(text: str, name: str, made: str) -> str:
    marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = re.escape(marks[0]) + ".*?" + re.escape(marks[1])
    return re.sub(pattern, lambda _: f"{marks[0]}\n{made}\n{marks[1]}", text, flags=re.DOTALL)
