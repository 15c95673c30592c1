"""The goals that are set for solving, and whether a run reaches them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bench.measure import times, written
from bench.solve import Result

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
        ratios = {result.peer: result.median / ours.median for result in found}
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
    Faster("magnets-10", 15, OR_TOOLS),
    Within("magnets-30", "slowest", 1000),
    Faster("easy-as-abc-8-5", 8, (*OR_TOOLS, "clingo")),
    Within("nonogram-15", "median", 0.1),
    Faster("nonogram-15", 5, OR_TOOLS),
    Within("nonogram-30", "median", 0.5),
    Within("nonogram-50", "median", 2),
    Within("nonogram-random-30", "median", 20),
    Within("nonogram-random-30", "slowest", 60_000),
)


def judged(results: Sequence[Result]) -> list[list[str]]:
    """A row for each goal whose set and peers were measured."""
    found = []
    for target in TARGETS:
        here = [result for result in results if result.set == target.set]
        ours = next((result for result in here if result.peer == "caracol"), None)
        verdict = target.judge(ours, here) if ours else None
        if verdict:
            goal, measured, reached = verdict
            found.append([target.set, goal, measured, "yes" if reached else "**not yet**"])
    return found
