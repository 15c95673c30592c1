"""``bench explain``: how long a hint and a whole walkthrough take."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from bench.measure import calibration, percentile, written
from bench.sets import SETS, Set
from bench.solve import say
from bench.table import markdown

SETS_EXPLAINED = (
    "star-battle-10-2",
    "magnets-10",
    "magnets-tatham-10",
    "nonogram-15",
    "easy-as-abc-6-4",
    "magic-snail-6-3",
)
HEADS = ("set", "what", "number", "median ms", "90 % ms", "99 % ms", "max ms", "in loops", "goal")
GOALS = {
    ("star-battle-10-2", "first hint"): "99 % within 50",
    ("magnets-10", "first hint"): "99 % within 50",
    ("star-battle-10-2", "walkthrough"): "median within 1000",
    ("magnets-10", "walkthrough"): "median within 1000",
}


def measured(sets: Sequence[Set], most: int | None) -> tuple[list[list[str]], list[str]]:
    """The rows of the table, and what could not be measured."""
    import caracol

    rows, notes = [], []
    explain: Callable[..., Any] | None = getattr(caracol, "explain", None)
    hint: Callable[..., Any] | None = getattr(caracol, "hint", None)
    if explain is None or hint is None:
        return [], ["this version of Caracol does not explain"]
    for chosen in sets:
        pace = calibration()
        walks: list[float] = []
        hints: list[float] = []
        named = steps_number = 0
        for entries in chosen.puzzles()[:most]:
            text = json.dumps(entries)
            puzzle = caracol.read(text)
            began = time.process_time()
            steps = list(explain(puzzle))
            walks.append((time.process_time() - began) * 1e3)
            steps_number += len(steps)
            named += sum(bool(getattr(step, "technique", "")) for step in steps)
            # The player stands before each step in turn, with a puzzle just read.
            values: list[int | None] = [None] * puzzle.grid.size
            for step in steps:
                fresh = caracol.read(text)
                began = time.process_time()
                hint(fresh, tuple(values))
                hints.append((time.process_time() - began) * 1e3)
                for cell, value in getattr(step, "settles", ()):
                    values[cell] = value
        for what, times in (("first hint", hints), ("walkthrough", walks)):
            if times:
                rows.append(row(chosen.name, what, times, pace))
        say(f"{chosen.name:22} {steps_number} steps, {named} with a technique's name")
    return rows, notes


def row(name: str, what: str, times: Sequence[float], pace: float) -> list[str]:
    shares = [percentile(times, share) for share in (0.5, 0.9, 0.99, 1.0)]
    figures = [written(share) for share in shares]
    goal = GOALS.get((name, what), "")
    return [name, what, str(len(times)), *figures, written(shares[0] / pace), goal]


def page(rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    """The page about explaining."""
    text = [
        "# Explaining: hints and walkthroughs",
        "",
        "Measured by `scripts/bench explain`: milliseconds of CPU on one core, from a puzzle "
        "just read.",
        "",
        markdown(HEADS, rows) if rows else "",
        "",
        *[f"- {note}" for note in notes],
    ]
    return "\n".join(text) + "\n"


def chosen() -> list[Set]:
    """The sets that are explained."""
    return [SETS[name] for name in SETS_EXPLAINED]
