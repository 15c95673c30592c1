"""The goals that are set, and whether a run reaches them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bench.measure import times, written
from bench.solve import Result
from bench.start import Started

OR_TOOLS = ("multi-puzzle-solver", "puzzlekit")


class Faster(NamedTuple):
    """So many times faster at the median than each of these peers."""

    set: str
    factor: float
    peers: tuple[str, ...]

    def judge(self, ours: Result, others: Sequence[Result]) -> tuple[str, str, bool] | None:
        # A peer that gave up has no time to compare with; one at the limit has a lower bound.
        found = [r for r in others if r.peer in self.peers and not r.gave_up]
        if not found:
            return None
        ratios = {result.peer: result.slower_than(ours) for result in found}
        goal = f"{self.factor:g} times {' and '.join(self.peers)}"
        measured = ", ".join(f"{peer} {times(ratio)}" for peer, ratio in ratios.items())
        return goal, measured, min(ratios.values()) >= self.factor


class Within(NamedTuple):
    """The median or the slowest within so many milliseconds, and all answered."""

    set: str
    what: str
    milliseconds: float

    def judge(self, ours: Result, _: Sequence[Result]) -> tuple[str, str, bool] | None:
        value = ours.median if self.what == "median" else ours.most
        goal = f"{self.what} within {self.milliseconds:g} ms"
        reached = value <= self.milliseconds and ours.answered == ours.asked
        return goal, f"{written(value)} ms, {ours.answered}/{ours.asked} answered", reached


TARGETS: tuple[Faster | Within, ...] = (
    Faster("star-battle-10-2", 15, OR_TOOLS),
    Faster("star-battle-10-2", 5, ("clingo",)),
    Within("star-battle-14-3", "slowest", 1000),
    Within("star-battle-17-4", "slowest", 1000),
    Within("star-battle-25-6", "slowest", 60_000),
    Faster("magnets-10", 15, OR_TOOLS),
    Within("magnets-30", "slowest", 1000),
    Faster("easy-as-abc-8-5", 8, (*OR_TOOLS, "clingo")),
    Within("nonogram-15", "median", 0.1),
    Faster("nonogram-15", 5, OR_TOOLS),
    Within("nonogram-30", "median", 0.5),
    Within("nonogram-50", "median", 2),
    Within("nonogram-random-30", "median", 20),
    Within("nonogram-random-30", "slowest", 60_000),
    Within("nonogram-hard-25", "median", 20),
    Within("nonogram-hard-25", "slowest", 60_000),
)
OPEN = (
    ("Magic Snail without givens, sides 8 to 16", "ahead of clingo at the median, never 2× behind"),
    ("Star Battle 14×14 to 25×25, also random regions", "ahead of clingo at the 95th percentile"),
    ("Magnets with many solutions, 16×16 to 30×30", "ahead of clingo at the median"),
    ("Nonogram up to 150 cells", "0.05 ms with all Python"),
    ("Nonogram, noise of density 0.3 to 0.6, 25×25 to 50×50", "ahead of clingo"),
    ("Easy as ABC 10×10 to 15×15 with few clues", "generated and proven"),
    ("Nonogram 50×50 explained", "within 5 s; a 30×30 with long trials within 10 s"),
    ("10,000 puzzles of all genres", "graded at 100 a second and core"),
    ("10,000 puzzles as JSON Lines", "solved at 3000 a second and core"),
    ("Star Battle 25×25, Magnets 30×30, Easy as ABC 10×10", "generated within a minute"),
)
"""Goals for which there is no set yet; each goes from here when its set comes."""
HEADS = ("set", "goal", "measured", "reached")


def judged(results: Sequence[Result]) -> list[list[str]]:
    """A row for each goal whose set and peers were measured."""
    found = []
    for target in TARGETS:
        here = [result for result in results if result.set == target.set]
        ours = next((result for result in here if result.peer == "caracol"), None)
        verdict = target.judge(ours, here) if ours else None
        if verdict:
            goal, measured, reached = verdict
            found.append([target.set, goal, measured, said(reached)])
    return found


def still_open() -> list[list[str]]:
    """The goals that no run judges yet."""
    return [[about, goal, "–", said(False)] for about, goal in OPEN]


def said(reached: bool) -> str:
    return "yes" if reached else "**not yet**"


def judged_seeds(records: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """The goals on the reports' own boards."""
    found = []
    snails = {
        peer: {
            (record["size"], len(record["key"])): record["cpu_ms"]
            for record in records
            if record["table"] == "Magic Snail" and record["peer"] == peer and "cpu_ms" in record
        }
        for peer in ("caracol", "swi-prolog")
    }
    one = snails["swi-prolog"].get((7, 3))
    if one is not None and snails["caracol"]:
        ours = sum(snails["caracol"].values())
        goal = "the whole table in a thousandth of SWI-Prolog's 7×7 with 3 letters"
        measured = f"{written(ours)} ms, SWI-Prolog {written(one)} ms, {times(one / ours)}"
        found.append(["seeds, Magic Snail", goal, measured, said(ours * 1000 <= one)])
    stars = [
        record
        for record in records
        if record["table"] == "Star Battle"
        and record["peer"] == "caracol"
        and (record["stars"], len(record["regions"])) == (2, 10)
    ]
    if stars:
        slowest = max(record["cpu_ms"] for record in stars)
        right = all(record["status"] == "unique" for record in stars)
        goal = "10×10 with 2 stars within 3 ms"
        row = ["seeds, Star Battle", goal, f"{written(slowest)} ms", said(right and slowest <= 3)]
        found.append(row)
    return found


def judged_start(results: Sequence[Started]) -> list[list[str]]:
    """The goal for a cold start."""
    base = results[0].median
    ratios = [result.median / base for result in results[1:]]
    measured = f"{min(ratios):.1f}× to {max(ratios):.1f}×"
    goal = "at most 5 times the CPU of `python -c pass`"
    return [["cold `caracol solve`", goal, measured, said(max(ratios) <= 5)]]
