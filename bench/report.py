"""The measurements as tables in the terminal and as pages in docs/benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from bench import plot, start, targets
from bench.measure import fitted_power, format_figure, machine, times
from bench.peers.worker import QUICK, REPEATS
from bench.race import BUDGET, MOST_WAITS, ROOT, Peer
from bench.sets import SETS
from bench.solve import ONCE, Result
from bench.start import Started
from bench.table import markdown
from bench.targets import judge

FOLDER = ROOT / "docs" / "benchmarks"
HEADS = (
    "set",
    "solver",
    "answered",
    "median ms",
    "95 % ms",
    "max ms",
    "again ms",
    "to Caracol",
    "by puzzle",
    "in loops",
    "MiB",
)
GROWTH = ("family", "solver", "sides", "power", "MiB")


def rows(results: Sequence[Result], seconds: float) -> list[list[str]]:
    """Return a row for each result; a time at the limit is written as more than the limit."""
    ours = {result.set: result for result in results if result.peer == "caracol"}

    def time(milliseconds: float, result: Result) -> str:
        if milliseconds < seconds * 1e3 or (result.peer == "caracol" and not result.limited):
            return format_figure(milliseconds)
        return f">{seconds * 1e3:.0f}" if "timeout" in result.statuses else "gave up"

    def ratio(result: Result) -> str:
        base = ours.get(result.set)
        # A peer that gave up is not slow, and at the limit the true ratio is larger.
        if base is None or base.limited or result.gave_up:
            return "–"
        return (">" if result.limited else "") + times(result.slower_than(base))

    def by_puzzle(result: Result) -> str:
        base = ours.get(result.set)
        if base is None or base is result or not (ratios := result.by_puzzle(base)):
            return "–"
        return f"{times(min(ratios))} to {times(max(ratios))}"

    def loops(result: Result) -> str:
        if result.gave_up:
            return "–"
        return (">" if result.limited else "") + format_figure(result.calibrated)

    found = []
    for result in results:
        found.append(
            [
                result.set,
                result.peer,
                f"{result.answered}/{result.tried}",
                time(result.median, result),
                time(result.p95, result),
                time(result.most, result),
                time(result.median_again, result),
                ratio(result),
                by_puzzle(result),
                loops(result),
                f"{result.memory_kib / 1024:.0f}" if result.memory_kib else "–",
            ]
        )
    return found


def solve_page(
    results: Sequence[Result],
    peers: Sequence[tuple[Peer, Mapping[str, Any]]],
    seconds: float,
    runs: int,
) -> Path:
    """Write the page about solving, with its plots."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    present = [(peer, hello) for peer, hello in peers if any(r.peer == peer.name for r in results)]
    asked = sorted({result.asked for result in results})
    text = [
        "# Solving: every peer on the same puzzles",
        "",
        f"Measured on {date.today().isoformat()} by `scripts/bench solve`, in one run: "
        f"{machine()}.",
        "",
        "Each time is milliseconds of CPU on one core to **build the model, solve, and prove "
        "that the solution is the only one**.",
        "Starting the program and importing it are left out, and a small puzzle is solved first, "
        "untimed. What counts is the **first visit** to a puzzle: each one is new to every solver, "
        "and the solvers take turns puzzle by puzzle. Median, 95th percentile and maximum are over "
        f"the {asked[0]} to {asked[-1]} puzzles of the set. *Again* is the median of repeated "
        f"visits ({REPEATS} in a row as long as they take less than {QUICK * 1e3:g} ms together, "
        f"in {runs} run{'s' if runs > 1 else ''}).",
        f"The limit is {seconds:g} s of CPU a puzzle (60 s for Caracol, but for the hard sets "
        f"other than *built*, and until that ran out {MOST_WAITS} times in a set); a "
        f"puzzle at the limit counts with it. What took longer than {ONCE:g} ms is measured once. "
        "*Answered* is out of those tried: after three limits in a row, or after "
        f"{BUDGET:g} s, a peer is asked no more of that set, and after a set without any answer "
        "no larger one of its kind.",
        "Star Battles from 14×14 on and the sets called *bare* (no givens), *loose* (as they "
        "come, with many solutions or none), *noise* and *built*, and Easy as ABC from 10×10 on, "
        "are the hard ones: there the solvers with a direct model of each genre are asked every "
        "puzzle, and what they do not answer counts with the limit.",
        "*To Caracol* is the ratio of the medians over the puzzles that both were asked, *by "
        "puzzle* the least and the largest ratio for a single puzzle that one of the two "
        "answered, *in loops* the median divided by the time of a fixed loop in Python at the "
        "same moment, which compares between machines. *MiB* is the most memory that the process "
        "had.",
        "*Gave up* is an answer that it does not know, without reaching the limit.",
        "Every solution was checked against the rules, and every *unique* and *many* against "
        "the other peers' answers.",
        "",
        markdown(HEADS, rows(results, seconds)),
        "",
        *targets_text(results),
        "## How each was called",
        "",
        *[f"- **{peer.name}** {hello['version']}: {hello['called']}." for peer, hello in present],
        "",
        *wrong_text(results),
        *unanswered_text(results),
        "## How time and memory grow with size",
        "",
        "For each family of sets the power of the side with which the median time grows, fitted "
        "over the sides for which there is a median (least squares of the logarithms), and the "
        "most memory at the smallest and at the largest side.",
        "",
        markdown(GROWTH, growth_rows(results)),
        "",
    ]
    for family, lines in families(results).items():
        name = "solve-" + family.lower().replace(",", "").replace(" ", "-") + ".svg"
        (FOLDER / name).write_text(plot.growth(family, lines), encoding="utf-8")
        text += [f"![{family}: median time by side of the board]({name})", ""]
    page = FOLDER / "solve.md"
    page.write_text("\n".join(text), encoding="utf-8")
    return page


def targets_text(results: Sequence[Result]) -> list[str]:
    """Return a text that says which goals were reached."""
    found = judge(results)
    return ["## Goals", "", markdown(targets.HEADS, found), ""] if found else []


def targets_page(verdicts: Sequence[Sequence[str]], started: Sequence[Started]) -> str:
    """Write the page with all goals of a whole run and the cost of a start."""
    reached = sum(verdict[-1] == "yes" for verdict in verdicts)
    return "\n".join(
        [
            "# The goals, and what was measured",
            "",
            f"Measured on {date.today().isoformat()} by `scripts/bench all`, in one run: "
            f"{machine()}.",
            f"{reached} of {len(verdicts)} goals were reached.",
            "Times are CPU on one core, for building the model, solving and proving that the "
            "solution is the only one; ratios are of medians.",
            "The figures behind them: [solving](solve.md), [the reports' tables](seeds.md), "
            "[generating](generate.md), [explaining](explain.md), [many puzzles](many.md), "
            "[large boards](large.md).",
            "",
            markdown(targets.HEADS, verdicts),
            "",
            "## A cold start",
            "",
            "Milliseconds of CPU from the start of the program to its end, the median of "
            f"{len(started[0].cpu_ms)} runs, with modules compiled before.",
            "",
            markdown(start.HEADS, start.rows(started)),
            "",
        ]
    )


def wrong_text(results: Sequence[Result]) -> list[str]:
    """Return a text about wrong answers, if there are any."""
    wrong = [(result, note) for result in results for note in dict.fromkeys(result.wrong)]
    if not wrong:
        return []
    notes = [f"- {result.peer} on {result.set}, {note}" for result, note in wrong]
    return ["## Wrong answers", "", *notes, ""]


def unanswered_text(results: Sequence[Result]) -> list[str]:
    """Return a text about the peers that gave up on puzzles."""
    names: dict[str, list[str]] = {}
    for result in results:
        if result.answered < result.tried:
            gave_up = result.tried - result.answered
            names.setdefault(result.peer, []).append(f"{result.set} ({gave_up} of {result.tried})")
    if not names:
        return []
    notes = [f"- {peer}: {', '.join(told)}" for peer, told in names.items()]
    return ["## Not answered within the limit", "", *notes, ""]


def growth_rows(results: Sequence[Result]) -> list[list[str]]:
    """Return a row for each family and peer with at least three sizes."""
    memory = {(result.set, result.peer): result.memory_kib for result in results}
    found = []
    for family, lines in families(results).items():
        by_size = {
            SETS[result.set].size: result.set
            for result in results
            if SETS[result.set].family == family
        }
        for peer, points in lines.items():
            if len({size for size, _ in points}) < 3:
                continue
            first, last = points[0][0], points[-1][0]
            most = [memory.get((by_size[int(size)], peer), 0) / 1024 for size in (first, last)]
            told = f"{most[0]:.0f} to {most[1]:.0f}" if all(most) else "–"
            found.append(
                [family, peer, f"{first:g} to {last:g}", f"{fitted_power(points):.1f}", told]
            )
    return found


def families(results: Sequence[Result]) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Return for each family with several sizes the medians of each peer by size."""
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for result in results:
        chosen = SETS[result.set]
        if chosen.family and result.median > 0 and not result.limited:
            lines = found.setdefault(chosen.family, {})
            lines.setdefault(result.peer, []).append((chosen.size, result.median))
    return {
        family: {peer: sorted(points) for peer, points in lines.items()}
        for family, lines in found.items()
        if len({size for points in lines.values() for size, _ in points}) > 1
    }
