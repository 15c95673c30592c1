"""The goals, and whether a run reaches them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bench.measure import format_figure, percentile, times
from bench.sets import OR_TOOLS
from bench.solve import Result
from bench.start import Started


class Faster(NamedTuple):
    """The goal to be faster than some peers by a factor, at the median or another percentile."""

    set: str
    factor: float
    peers: tuple[str, ...]
    share: float = 0.5

    @property
    def goal(self) -> str:
        many = "ahead of" if self.factor == 1 else f"{self.factor:g} times"
        where = "" if self.share == 0.5 else f" at the {self.share * 100:g}th percentile"
        return f"{many} {' and '.join(self.peers)}{where}"

    def judge(self, results: Sequence[Result]) -> tuple[str, bool] | None:
        ours, others = find_results(results, self.set)
        # A peer that gave up has no time to compare with; one at the limit has a lower bound.
        found = [r for r in others if r.peer in self.peers and not r.gave_up]
        if not ours or not found:
            return None
        ratios = {result.peer: result.slower_than(ours, self.share) for result in found}
        measured = ", ".join(f"{peer} {times(ratio)}" for peer, ratio in ratios.items())
        # A peer that is not installed was not beaten either.
        asked = len(found) == len(self.peers)
        return measured, asked and min(ratios.values()) >= self.factor and not ours.limited


class Within(NamedTuple):
    """The goal that the median or the slowest time is within a limit, with all answered."""

    set: str
    what: str
    milliseconds: float

    @property
    def goal(self) -> str:
        return f"{self.what} within {self.milliseconds:g} ms"

    def judge(self, results: Sequence[Result]) -> tuple[str, bool] | None:
        ours, _ = find_results(results, self.set)
        if not ours:
            return None
        value = ours.median if self.what == "median" else ours.most
        reached = value <= self.milliseconds and ours.answered == ours.asked
        return f"{format_figure(value)} ms, {ours.answered}/{ours.asked} answered", reached


class Ahead(NamedTuple):
    """The goal to be ahead of a peer on most puzzles of some sets, and never far behind."""

    set: str
    peer: str
    behind: float

    @property
    def goal(self) -> str:
        return f"ahead of {self.peer} at the median, never {self.behind:g}× behind"

    def judge(self, results: Sequence[Result]) -> tuple[str, bool] | None:
        ratios: list[float] = []
        for name in dict.fromkeys(r.set for r in results if r.set.startswith(self.set)):
            ours, others = find_results(results, name)
            theirs = next((result for result in others if result.peer == self.peer), None)
            if ours and theirs:
                ratios += theirs.by_puzzle(ours)
        if not ratios:
            return None
        middle, least = percentile(ratios, 0.5), min(ratios)
        ahead = sum(ratio >= 1 for ratio in ratios)
        measured = f"{times(middle)} at the median, ahead on {ahead} of {len(ratios)}, " + (
            f"{times(1 / least)} behind at worst" if least < 1 else "nowhere behind"
        )
        return measured, middle >= 1 and least * self.behind >= 1


def find_results(results: Sequence[Result], name: str) -> tuple[Result | None, list[Result]]:
    """Return Caracol's result on a set, and the results of all peers by name."""
    here = [result for result in results if result.set == name]
    return next((result for result in here if result.peer == "caracol"), None), here


STARS = ("14-3", "17-4", "20-5", "25-6")
DIRECT = ("clingo", "or-tools")
TARGETS: tuple[Faster | Within | Ahead, ...] = (
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
    Ahead("magic-snail-bare", "clingo", 2),
    Within("magic-snail-bare-12", "slowest", 1000),
    *(
        Faster(f"star-battle-{kind}{size}", 1, DIRECT, share)
        for kind in ("", "loose-")
        for size in STARS
        for share in (0.5, 0.95)
    ),
    *(Faster(f"magnets-loose-{size}", 1, ("clingo",)) for size in (16, 18, 20, 24, 30)),
    Within("nonogram-small", "median", 0.05),
    *(Faster(f"nonogram-noise-{size}", 1, ("clingo",)) for size in (25, 30, 40, 50)),
    Within("nonogram-built-40", "slowest", 60_000),
    Within("nonogram-built-95", "slowest", 60_000),
    *(Faster(f"easy-as-abc-{kind}", 1, DIRECT) for kind in ("10-6", "12-7", "15-9")),
)
HEADS = ("set", "goal", "measured", "reached")
FIRST_ANSWER = 100.0
"""Milliseconds of CPU from the start of the program to its first answer."""


def judge(results: Sequence[Result], whole: bool = False) -> list[list[str]]:
    """Return a row for each goal whose set and peers were measured; for all in a ``whole`` run."""
    found = []
    for target in TARGETS:
        verdict = target.judge(results)
        if verdict:
            found.append(row(target.set, target.goal, *verdict))
        elif whole:
            found.append(row(target.set, target.goal, "not measured in this run", False))
    return found


def row(about: str, goal: str, measured: str, reached: bool) -> list[str]:
    """Return the row of a goal."""
    return [about, goal, measured, format_verdict(reached)]


def format_verdict(reached: bool) -> str:
    return "yes" if reached else "**not yet**"


def judged_seeds(records: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Return the goals on the boards of the reports."""
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
        measured = (
            f"{format_figure(ours)} ms, SWI-Prolog {format_figure(one)} ms, {times(one / ours)}"
        )
        found.append(["seeds, Magic Snail", goal, measured, format_verdict(ours * 1000 <= one)])
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
        row = [
            "seeds, Star Battle",
            goal,
            f"{format_figure(slowest)} ms",
            format_verdict(right and slowest <= 3),
        ]
        found.append(row)
    return found


def judged_start(results: Sequence[Started]) -> list[list[str]]:
    """Return the goal for a cold start."""
    slowest = max(results[1:], key=lambda result: result.median)
    measured = f"{format_figure(slowest.median)} ms for {slowest.puzzle}"
    goal = f"a first answer within {FIRST_ANSWER:g} ms for any genre"
    return [
        ["cold `caracol solve`", goal, measured, format_verdict(slowest.median <= FIRST_ANSWER)]
    ]


def judged_growth(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the goal that time and memory are reported by size for every genre."""
    families = {row[0] for row in rows if row[1] == "caracol"}
    wanted = ("Star Battle", "Magnets", "Easy as ABC", "Nonogram", "Magic Snail")
    there = [name for name in wanted if any(family.startswith(name) for family in families)]
    goal = "memory by size, and how fast time grows, for every genre"
    measured = f"{len(families)} families of sets, {len(there)} of {len(wanted)} genres"
    return row("sizes in the tables", goal, measured, len(there) == len(wanted))
