"""``bench solve``: measure every peer on every set: build, solve and prove unique.

The first visit to a puzzle counts; the median of repeated visits is a second figure.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from bench.kept import Kept
from bench.measure import calibration, percentile
from bench.race import Peer, Race
from bench.sets import Set
from caracol.puzzle import Info
from caracol.puzzle.plugins import get_genre
from caracol.rules import Model

ANSWERS = ("unique", "many", "none", "first")
GIVEN_UP = ("timeout", "unknown", "not tried")
ONCE = 50.0
"""Milliseconds beyond which a solve is measured only once, because runs of it differ little."""


@dataclass
class Result:
    """The measurements of one peer on one set."""

    set: str
    peer: str
    asked: int = 0
    answered: int = 0
    statuses: list[str] = field(default_factory=list)
    """The status of each puzzle, in order, from the last run."""
    cpu_ms: list[float] = field(default_factory=list)
    """The first visit to each attempted puzzle, or the limit if the peer gave up."""
    again_ms: list[float] = field(default_factory=list)
    """The median over all visits to each attempted puzzle."""
    wall_ms: list[float] = field(default_factory=list)
    calibration_ms: float = 0.0
    memory_kib: int = 0
    wrong: list[str] = field(default_factory=list)
    """Sentences about wrong answers."""

    @property
    def tried(self) -> int:
        return len(self.cpu_ms)

    @property
    def gave_up(self) -> bool:
        """Whether there is no median, because the peer gave up before the limit."""
        return self.answered * 2 <= self.tried and "timeout" not in self.statuses

    @property
    def limited(self) -> bool:
        """Whether the median is the limit, so that the true median is larger."""
        return self.answered * 2 <= self.tried

    @property
    def median(self) -> float:
        return percentile(self.cpu_ms, 0.5)

    def slower_than(self, ours: Result, share: float = 0.5) -> float:
        """Return the ratio of the medians (or of another percentile) over common puzzles."""
        both = min(self.tried, ours.tried)
        return percentile(self.cpu_ms[:both], share) / percentile(ours.cpu_ms[:both], share)

    def by_puzzle(self, ours: Result) -> list[float]:
        """Return the ratios of times, puzzle by puzzle, where at least one of the two answered."""
        both = min(self.tried, ours.tried)
        told = zip(self.statuses[:both], ours.statuses[:both], strict=True)
        times = zip(self.cpu_ms[:both], ours.cpu_ms[:both], strict=True)
        return [
            theirs / mine
            for (theirs, mine), said in zip(times, told, strict=True)
            if any(status in ANSWERS for status in said)
        ]

    @property
    def median_again(self) -> float:
        return percentile(self.again_ms, 0.5)

    @property
    def p95(self) -> float:
        return percentile(self.cpu_ms, 0.95)

    @property
    def most(self) -> float:
        return max(self.cpu_ms)

    @property
    def calibrated(self) -> float:
        """The median in calibration loops."""
        return self.median / self.calibration_ms


def measure(
    sets: Sequence[Set],
    peers: Sequence[tuple[Peer, dict[str, Any]]],
    seconds: float,
    runs: int,
    most: int | None,
    kept: Kept,
) -> list[Result]:
    """Return the results of all peers on all sets; peers take turns on the same puzzles."""
    found: list[Result] = []
    beaten: set[tuple[str, str]] = set()
    for chosen in sets:
        able = [
            peer
            for peer, hello in peers
            if chosen.genre in hello["genres"]
            and (peer.name in chosen.rivals or not chosen.rivals)
            and (chosen.rivals or (peer.name, chosen.family) not in beaten)
        ]
        one = partial(on_set, chosen, able, seconds, runs, most)
        results = [Result(**told) for told in kept.get(f"solve {chosen.name}", one)]
        found += results
        beaten |= {
            (result.peer, chosen.family or chosen.name)
            for result in results
            if not result.answered and "timeout" in result.statuses
        }
    return found


def on_set(
    chosen: Set, able: Sequence[Peer], seconds: float, runs: int, most: int | None
) -> list[dict[str, Any]]:
    """Return the entries of these peers' results on one set."""
    began = time.monotonic()
    puzzles = chosen.puzzles()[:most]
    models = [get_genre(chosen.genre).decode(puzzle, Info()).model for puzzle in puzzles]
    races = {
        peer: Race(
            peer,
            chosen.genre,
            seconds,
            patient=bool(chosen.rivals),
            longest=chosen.ours if peer.ours else 0.0,
        )
        for peer in able
    }
    rounds: list[dict[Peer, list[dict[str, Any]]]] = []
    paces: dict[Peer, list[float]] = {peer: [calibration()] for peer in able}
    for _ in range(runs):
        answers: dict[Peer, list[dict[str, Any]]] = {peer: [] for peer in able}
        # The peers alternate, so each of them comes to a puzzle after others have used the caches
        # of the processor, as on a user's machine.
        for number, puzzle in enumerate(puzzles):
            for peer, race in races.items():
                old = rounds[0][peer][number] if rounds else {}
                # A puzzle that ran into the limit once would do so again.
                again = not old or not (race.over or old["status"] in GIVEN_UP or slow(old))
                answers[peer].append(race.ask(puzzle) if again else old)
        rounds.append(answers)
        for peer in able:
            paces[peer].append(calibration())
    found = []
    for peer, race in races.items():
        race.close()
        result = summary(chosen, peer, models, [answers[peer] for answers in rounds])
        if result is None:
            continue
        result.calibration_ms = statistics.median(paces[peer])
        result.memory_kib = race.memory
        found.append(result)
    compare(found, chosen.name)
    told = ", ".join(f"{result.peer} {result.answered}/{result.asked}" for result in found)
    say(f"{chosen.name:26} {time.monotonic() - began:4.0f} s  {told}")
    return [asdict(result) for result in found]


def slow(answer: dict[str, Any]) -> bool:
    return bool(answer.get("cpu_ms", 0) > ONCE)


def summary(
    chosen: Set, peer: Peer, models: Sequence[Model], rounds: Sequence[Sequence[dict[str, Any]]]
) -> Result | None:
    """Return the result of one peer; ``None`` if it cannot express these puzzles."""
    result = Result(chosen.name, peer.name)
    for number, model in enumerate(models):
        answers = [answers[number] for answers in rounds]
        last = answers[-1]
        if last["status"] == "unsupported":
            continue
        result.asked += 1
        result.statuses.append(last["status"])
        for answer in answers:
            if answer["status"] == "error":
                result.wrong.append(f"puzzle {number + 1}: {answer.get('message')}")
            if answer.get("values") is not None and not model.holds(answer["values"]):
                result.wrong.append(f"puzzle {number + 1}: the solution breaks a rule")
        if last["status"] in ANSWERS:
            result.answered += 1
        if all("cpu_ms" in answer for answer in answers):
            # Only in the first round is a puzzle new to the peer.
            result.cpu_ms.append(answers[0]["cpu_ms"])
            result.wall_ms.append(answers[0]["wall_ms"])
            visits = [answer.get("again_ms", answer["cpu_ms"]) for answer in answers]
            result.again_ms.append(statistics.median(visits))
    return result if result.tried else None


def compare(results: Sequence[Result], name: str) -> None:
    """Note contradictions between peers in their results."""
    here = [result for result in results if result.set == name]
    sure = ("unique", "many", "none")
    for number in range(max((len(r.statuses) for r in here), default=0)):
        said = {
            r.peer: r.statuses[number]
            for r in here
            if len(r.statuses) > number and r.statuses[number] in sure
        }
        if len(set(said.values())) > 1:
            for result in here:
                if result.peer in said:
                    result.wrong.append(f"puzzle {number + 1}: peers disagree, {said}")


def say(text: str) -> None:
    """Print progress on standard error, separate from the tables."""
    print(text, file=sys.stderr, flush=True)
