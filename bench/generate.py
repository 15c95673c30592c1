"""``bench generate``: puzzles per second, Caracol beside the generators of others."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.makers.tatham import program
from bench.measure import calibration, written
from bench.race import peers_python
from bench.solve import say
from bench.table import markdown

LIMIT = 60.0
"""Seconds by the clock after which a puzzle is given up, and its row with it."""
HEADS = ("puzzles", "generator", "made", "per second", "CPU ms each", "in loops", "goal")


class Wanted(NamedTuple):
    """Puzzles to be made by Caracol."""

    what: str
    genre: str
    options: dict[str, Any]
    goal: str


OURS = (
    Wanted("Star Battle 8×8, 1 star", "star-battle", {"size": 8, "stars": 1}, ""),
    Wanted("Star Battle 10×10, 2 stars", "star-battle", {"size": 10, "stars": 2}, ""),
    Wanted(
        "Star Battle 10×10, 2 stars, medium",
        "star-battle",
        {"size": 10, "stars": 2, "grade": "medium"},
        "5/s",
    ),
    Wanted("Star Battle 14×14, 3 stars", "star-battle", {"size": 14, "stars": 3}, "1/s"),
    Wanted("Magnets 10×10", "magnets", {"size": 10}, ""),
    Wanted("Magnets 10×10, medium", "magnets", {"size": 10, "grade": "medium"}, "20/s"),
    Wanted("Easy as ABC 8×8, 5 letters", "easy-as-abc", {"size": 8, "letters": 5}, "2/s"),
    Wanted("Magic Snail 8×8, 4 letters", "magic-snail", {"size": 8, "letters": 4}, "50/s"),
    Wanted("Nonogram 20×20", "nonogram", {"size": 20}, "100/s"),
)

QUEENS = """
import random, sys, time
from speed_stars import generate_speed_stars_puzzle
random.seed(1)
began = time.process_time()
made = 0
while made < 1 or time.process_time() - began < float(sys.argv[2]):
    generate_speed_stars_puzzle(grid_size=int(sys.argv[1]))
    made += 1
print(made, time.process_time() - began)
"""


def measured(seconds: float, jobs: Sequence[int]) -> tuple[list[list[str]], list[str]]:
    """The rows of the table, and what could not be measured."""
    rows, notes = [], []
    for wanted in OURS:
        try:
            made, spent = ours(wanted, seconds)
        except Exception as wrong:
            notes.append(f"caracol, {wanted.what}: {type(wrong).__name__}: {wrong}")
            continue
        rows.append(row(wanted.what, "caracol, 1 core", made, spent, wanted.goal))
    for what, generator, run in others(seconds):
        try:
            made, spent = run()
        except (OSError, subprocess.SubprocessError) as wrong:
            notes.append(f"{generator}, {what}: {wrong}")
            continue
        rows.append(row(what, generator, made, spent, ""))
    for number in jobs:
        try:
            rows.append(batch(number, seconds))
        except (OSError, subprocess.SubprocessError, RuntimeError) as wrong:
            notes.append(f"caracol with {number} jobs: {wrong}")
    return rows, notes


def row(what: str, generator: str, made: int, spent: float, goal: str) -> list[str]:
    say(f"{what:30} {generator:20} {made} in {spent:.1f} s")
    each = spent / made * 1e3
    figures = (written(1e3 / each), written(each), written(each / calibration()))
    return [what, generator, str(made), *figures, goal]


def ours(wanted: Wanted, seconds: float) -> tuple[int, float]:
    """How many were made, and the seconds of CPU, each puzzle from a seed of its own."""
    import caracol

    generate = caracol.generate
    generate(wanted.genre, seed=0, seconds=LIMIT, **wanted.options)
    made, began = 0, time.process_time()
    while made < 1 or time.process_time() - began < seconds:
        made += 1
        generate(wanted.genre, seed=made, seconds=LIMIT, **wanted.options)
    return made, time.process_time() - began


def others(seconds: float) -> list[tuple[str, str, Callable[[], tuple[int, float]]]]:
    """The generators of others: puzzles, name, and how to run them."""
    return [
        ("Star Battle 8×8, 1 star", "queens-generator", lambda: queens(8, seconds)),
        ("Magnets 10×10, tricky", "sgt-puzzles", lambda: tatham("sgt-magnets", "10x10dt", seconds)),
        (
            "Magnets 10×10, tricky, stripped",
            "sgt-puzzles",
            lambda: tatham("sgt-magnets", "10x10dtS", seconds),
        ),
        ("Nonogram 20×20", "sgt-puzzles", lambda: tatham("sgt-pattern", "20x20", seconds)),
        ("Nonogram 30×30", "sgt-puzzles", lambda: tatham("sgt-pattern", "30x30", seconds)),
    ]


def queens(size: int, seconds: float) -> tuple[int, float]:
    command = [str(peers_python()), "-c", QUEENS, str(size), str(seconds)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    made, spent = text.split()
    return int(made), float(spent)


def tatham(game: str, wanted: str, seconds: float) -> tuple[int, float]:
    """As many as fit into the time, found by doubling."""
    path = program(game)
    if path is None:
        raise FileNotFoundError("not installed")
    count, spent = 1, 0.0
    while spent < seconds / 2 and count < 1 << 20:
        count *= 2
        process = subprocess.Popen(
            [path, "--generate", str(count), f"{wanted}#1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        spent = usage.ru_utime + usage.ru_stime
    return count, spent


def batch(jobs: int, seconds: float) -> list[str]:
    """A batch through the command line, by the clock: how it grows with cores."""
    count = max(4, int(10 * seconds)) * jobs
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("caracol")), "generate", "star-battle"]
        command += ["--size", "10", "--stars", "2", "--count", str(count), "--jobs", str(jobs)]
        command += ["-o", str(Path(folder) / "made.jsonl")]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        spent = time.perf_counter() - began
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["it failed"])[-1])
    what = "Star Battle 10×10, 2 stars, batch"
    say(f"{what} {jobs} jobs: {count} in {spent:.1f} s")
    return [what, f"caracol, {jobs} jobs (clock)", str(count), written(count / spent), "–", "–", ""]


def page(rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    """The page about generating."""
    text = [
        "# Generating: puzzles per second",
        "",
        "Measured by `scripts/bench generate` in one run; CPU of one core unless a row says "
        "otherwise.",
        "Every puzzle of ours is unique and graded.",
        "The generators of others make what they make: `queens-generator` puzzles that its own "
        "deductions solve, `sgt-puzzles` those of its level.",
        "",
        markdown(HEADS, rows),
        "",
    ]
    if notes:
        text += ["Not measured:", "", *[f"- {note}" for note in notes], ""]
    return "\n".join(text)
