"""``bench explain``: how long a hint and a whole walkthrough take."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import caracol
from bench.measure import calibration, percentile, written
from bench.sets import SETS, Set
from bench.solve import say
from bench.table import markdown
from caracol.rules import Values, settled

SETS_EXPLAINED = (
    "star-battle-10-2",
    "magnets-10",
    "magnets-tatham-10",
    "nonogram-15",
    "easy-as-abc-6-4",
    "magic-snail-6-3",
)
LIMIT = 10.0
"""Seconds by the clock for a hint or a walkthrough; what is not done by then counts with them."""
UNNAMED = ("smallest-reason",)
"""The technique of a step for which no technique has a name."""
HEADS = ("set", "what", "number", "median ms", "90 % ms", "99 % ms", "max ms", "in loops", "goal")
GOALS = {
    ("star-battle-10-2", "first hint"): "99 % within 50",
    ("magnets-tatham-10", "first hint"): "99 % within 50",
    ("star-battle-10-2", "proven smallest"): "median within 50, 90 % within 500",
    ("magnets-tatham-10", "proven smallest"): "median within 50, 90 % within 500",
    ("star-battle-10-2", "walkthrough"): "median within 1000",
    ("magnets-tatham-10", "walkthrough"): "median within 1000",
}


def measured(sets: Sequence[Set], most: int | None) -> tuple[list[list[str]], list[str]]:
    """The rows of the table, and how many steps have a technique's name, set by set."""
    rows, notes = [], []
    for chosen in sets:
        pace = calibration()
        times: dict[str, list[float]] = {"first hint": [], "proven smallest": [], "walkthrough": []}
        steps = named = 0
        for entries in chosen.puzzles()[:most]:
            text = json.dumps(entries)
            walk, spent = timed(caracol.explain, caracol.read(text), seconds=LIMIT)
            times["walkthrough"].append(spent)
            steps += len(walk.steps)
            named += sum(step.technique not in UNNAMED for step in walk.steps)
            for values in boards(caracol.read(text), walk.steps):
                # Each time a puzzle just read: nothing is kept from the hint before.
                for what, proof in (("first hint", False), ("proven smallest", True)):
                    puzzle = caracol.read(text)
                    given = {"proof": proof, "seconds": LIMIT}
                    times[what].append(timed(caracol.hint, puzzle, values, **given)[1])
        rows += [row(chosen.name, what, spent, pace) for what, spent in times.items() if spent]
        note = f"{chosen.name}: {named} of {steps} steps ({named / max(steps, 1):.1%}) have a name"
        notes.append(note)
        say(note)
    return rows, notes


def timed(verb: Callable[..., Any], *given: Any, **more: Any) -> tuple[Any, float]:
    """What a verb gives, and the milliseconds of CPU that it took."""
    began = time.process_time()
    found = verb(*given, **more)
    return found, (time.process_time() - began) * 1e3


def boards(puzzle: Any, steps: Sequence[Any]) -> Iterator[Values]:
    """The boards on which a player stands who follows the steps, each once.

    A player writes values down; what is only ruled out is not on the board.
    """
    masks = puzzle.model.candidates()
    before: Values | None = None
    for step in steps:
        values = settled(masks)
        if values != before:
            yield values
            before = values
        for cell, removed in step.cuts:
            masks[cell] &= ~removed


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
