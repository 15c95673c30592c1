"""``bench large``: generate large boards, and explain large Nonograms."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

import caracol
from bench.measure import machine
from bench.sets import SETS
from bench.solve import say
from bench.table import markdown
from bench.targets import format_verdict

LIMIT = 120.0
"""Wall-clock seconds after which a board is given up."""


class Made(NamedTuple):
    """A large board to generate."""

    what: str
    genre: str
    options: dict[str, Any]
    within: float = 60.0
    """The goal, in seconds of CPU."""


GENERATED = (
    Made("Star Battle 20×20, 5 stars", "star-battle", {"size": 20, "stars": 5}),
    Made("Star Battle 25×25, 6 stars", "star-battle", {"size": 25, "stars": 6}),
    Made("Magnets 24×24", "magnets", {"size": 24}),
    Made("Magnets 30×30", "magnets", {"size": 30}),
    Made("Easy as ABC 10×10, 8 letters", "easy-as-abc", {"size": 10, "letters": 8}),
    Made("Easy as ABC 15×15, 9 letters", "easy-as-abc", {"size": 15, "letters": 9}),
)


class Explained(NamedTuple):
    """A set whose puzzles are all explained from the first step to the last."""

    what: str
    set: str
    within: float


EXPLAINED = (
    Explained("Nonogram 30×30 beyond line logic", "nonogram-unique-30", 10.0),
    Explained("Nonogram 50×50", "nonogram-50", 5.0),
)
HEADS = ("board", "asked", "what", "seconds", "goal", "reached")


def measure(quick: bool) -> list[list[Any]]:
    """Return for each board its name, the task, the seconds of CPU (or ``None``), and the goal."""
    found: list[list[Any]] = []
    for wanted in GENERATED if not quick else GENERATED[2:3]:
        seconds: float | None = None
        began = time.process_time()
        try:
            # The grade is reported but not requested, so any unique draft will do.
            caracol.generate(wanted.genre, seed=1, grade="any", seconds=LIMIT, **wanted.options)
            seconds = time.process_time() - began
        except caracol.CaracolError as problem:
            say(f"{wanted.what}: {problem}")
        found.append([wanted.what, "generated", "seed 1", seconds, wanted.within])
        say(f"{wanted.what}: {seconds}")
    for asked in EXPLAINED:
        puzzles = SETS[asked.set].puzzles()
        worst = 0.0
        for entries in puzzles[: 1 if quick else None]:
            puzzle = caracol.read(json.dumps(entries))
            began = time.process_time()
            caracol.explain(puzzle, seconds=LIMIT)
            worst = max(worst, time.process_time() - began)
        told = f"the slowest of {1 if quick else len(puzzles)}"
        found.append([asked.what, "explained", told, worst, asked.within])
        say(f"{asked.what}: {worst}")
    return found


def rows(found: Sequence[Sequence[Any]]) -> list[list[str]]:
    """Return a row for each board."""
    return [
        [
            what,
            asked,
            told,
            format_seconds(seconds),
            f"{within:g} s",
            format_verdict(reached(seconds, within)),
        ]
        for what, asked, told, seconds, within in found
    ]


def format_seconds(seconds: float | None) -> str:
    return f"given up after {LIMIT:g}" if seconds is None else f"{seconds:.1f}"


def reached(seconds: float | None, within: float) -> bool:
    return seconds is not None and seconds <= within


def judge(found: Sequence[Sequence[Any]] | None) -> list[tuple[str, str, str, bool]]:
    """Return the goals, including those of boards that were not measured."""
    asked = [(one.what, f"generated within {one.within:g} s") for one in GENERATED]
    asked += [(one.what, f"explained within {one.within:g} s") for one in EXPLAINED]
    told = {
        (what, f"{verb} within {within:g} s"): (
            f"{format_seconds(seconds)} s",
            reached(seconds, within),
        )
        for what, verb, _, seconds, within in found or ()
    }
    return [(*goal, *told.get(goal, ("not measured in this run", False))) for goal in asked]


def page(found: Sequence[Sequence[Any]]) -> str:
    """Return the page about large boards."""
    return PAGE.format(
        day=date.today().isoformat(), machine=machine(), table=markdown(HEADS, rows(found))
    )


PAGE = """# Large boards: generated, and explained

Measured on {day} by `scripts/bench large`: {machine}.
Seconds of CPU on one core. A generated board is unique and graded; no grade was asked for.
Explained is the whole walkthrough, from the printed board to the solution, with its sentences.

{table}
"""
