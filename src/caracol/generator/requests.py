"""What can be asked of a puzzle in every genre: a grade, and techniques that it needs or not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from caracol.deduction.efforts import LAST_RUNG, ONLY_THERE
from caracol.drafting.target import Asked, Wanted, wanted
from caracol.errors import ClueError
from caracol.explaining import checked
from caracol.genre_parts import DraftPart
from caracol.options import Kind, Option
from caracol.puzzle import Genre

OPTIONS = (
    Option("needs", Kind.TEXT, "", "techniques that a solver must know, as in squeeze,trial"),
    Option("without", Kind.TEXT, "", "techniques that nobody should need"),
)
"""The options that every genre has besides its own."""


def target_of(
    genre: Genre[Any],
    part: DraftPart[Any],
    chosen: Mapping[str, Any],
    grade: Asked,
    *,
    unasked: bool,
    certify: bool = False,
) -> Wanted | None:
    """What is wanted: the grade asked for, or (if so) the genre's usual one, and techniques."""
    needs, without = (_techniques(genre, chosen[name]) for name in ("needs", "without"))
    if both := needs & without:
        raise ClueError(f"'{sorted(both)[0]}' is also among those that are needed", "without")
    if not needs and not without:
        if grade is None and unasked:
            grade = part.usual_grade(chosen)
        return wanted(grade)
    # Whoever names techniques wants a puzzle that is solved with techniques, however hard.
    most = float("inf") if certify or needs & ONLY_THERE else LAST_RUNG
    found = wanted(grade) or Wanted(0.0, most, words=False)
    return found.changed(needs=needs, without=without)


def _techniques(genre: Genre[Any], asked: str) -> frozenset[str]:
    names = re.split(r"[\s,]+", asked.strip())
    return checked(filter(None, names), genre)


def entries(chosen: Mapping[str, Any], target: Wanted | None) -> dict[str, Any]:
    """What was asked for, as a puzzle's certificate has it."""
    shared = {option.name for option in OPTIONS}
    found = {
        name: f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value
        for name, value in chosen.items()
        # Most puzzles are made without such a target, and do not tell that there was none.
        if value or name not in shared
    }
    return found if target is None else {**found, "grade": str(target)}
