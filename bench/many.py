"""``bench many``: solve and grade thousands of puzzles of all genres as JSON Lines."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from bench import scale
from bench.measure import as_installed, machine, times
from bench.sets import FOLDER
from bench.solve import say
from bench.table import markdown

FILE = FOLDER / "mixed.jsonl"
EACH = 125
"""Number of puzzles of each kind, one per seed."""
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("akari", {"size": 7}),
    ("akari", {"size": 10}),
    ("easy-as-abc", {"size": 5, "letters": 3}),
    ("easy-as-abc", {"size": 6, "letters": 4}),
    ("hitori", {"size": 6}),
    ("hitori", {"size": 8}),
    ("magic-snail", {"size": 5, "letters": 3}),
    ("magic-snail", {"size": 7, "letters": 4}),
    ("magnets", {"size": 6}),
    ("magnets", {"size": 8}),
    ("nonogram", {"size": 10}),
    ("nonogram", {"size": 15}),
    ("slitherlink", {"size": 5, "grade": "any"}),
    ("slitherlink", {"size": 7, "grade": "any"}),
    ("star-battle", {"size": 8, "stars": 1}),
    ("star-battle", {"size": 10, "stars": 2}),
)
OVER = 15
"""Number of times that the file of 2,000 puzzles is named on the command line.

With fewer than 30,000 puzzles, the start of a second process would distort the result.
"""
QUICK = 160
"""Number of puzzles of a quick run."""
SAMPLE = 400
"""Number of puzzles whose times the simulation of a cluster samples."""
SOLVED, GRADED = 3000, 100
"""Goals for solving and grading, in puzzles per second and core."""
LINEAR = 1.7
"""Goal for the speed-up with two processes, which is below 2 because they share caches."""


class Streamed(NamedTuple):
    """A measurement of one command over many puzzles."""

    command: str
    jobs: int
    puzzles: int
    cpu: float
    """Seconds of CPU of all processes, from start to end."""
    clock: float

    @property
    def rate(self) -> float:
        """Puzzles per second and core."""
        return self.puzzles / self.cpu


def lines() -> list[str]:
    """Return the puzzles, one kind after another in turn, generating them if necessary."""
    if not FILE.exists():
        import caracol
        from caracol.formats import own

        made = [
            own.one_line(caracol.generate(genre, seed=seed, **options).puzzle)
            for seed in range(EACH)
            for genre, options in KINDS
        ]
        FILE.write_text("".join(made), encoding="utf-8")
    return FILE.read_text(encoding="utf-8").splitlines()


def measure(quick: bool) -> dict[str, Any]:
    """Measure the commands with one process and with two, and simulate a cluster."""
    every = lines()[: QUICK if quick else None]
    over = 1 if quick else OVER
    cores = len(os.sched_getaffinity(0))
    found = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mixed.jsonl")
        file.write_text("\n".join(every) + "\n", encoding="utf-8")
        environment = as_installed(folder)
        few = Path(folder, "few.jsonl")
        few.write_text("\n".join(every[: len(KINDS)]) + "\n", encoding="utf-8")
        for command, files in (("solve", [file] * over), ("grade", [file])):
            stream(command, 1, [few], len(every[: len(KINDS)]), environment)  # which compiles
            for jobs in (1, 2) if cores > 1 else (1,):
                streamed = stream(command, jobs, files, len(every) * len(files), environment)
                say(f"{command} --jobs {jobs}: {streamed.rate:.0f} a second and core")
                found.append(streamed)
    each, handing = scale.measure(every[:SAMPLE])
    rows = scale.rows(each, handing)
    worst = max(each)
    told = (
        f"{len(each)} of these puzzles: {1e3 * sum(each) / len(each):.1f} ms on average, "
        f"{worst:.1f} s for the slowest; {1e6 * handing:.0f} µs to hand out and take back"
    )
    return {"streams": [list(one) for one in found], "cluster": rows, "told": told}


def stream(
    command: str, jobs: int, files: Sequence[Path], puzzles: int, environment: dict[str, str]
) -> Streamed:
    """Run one command, and return its measurement."""
    program = str(Path(sys.executable).with_name("caracol"))
    asked = [program, command, "--json", "--jobs", str(jobs), *map(str, files)]
    began = time.perf_counter()
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=quiet, env=environment)
    assert process.stdout is not None
    answers = sum(line.startswith(b'{"number"') for line in process.stdout)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or answers != puzzles:
        raise RuntimeError(f"{command} gave {answers} answers and ended {process.returncode}")
    spent = usage.ru_utime + usage.ru_stime
    return Streamed(command, jobs, answers, spent, time.perf_counter() - began)


HEADS = ("command", "processes", "puzzles", "CPU s", "s by the clock", "a second and core")


def streams(found: dict[str, Any]) -> list[Streamed]:
    """Return the measured commands from their saved entries."""
    return [Streamed(*one) for one in found["streams"]]


def rows(found: dict[str, Any]) -> list[list[str]]:
    """Return a row for each command."""
    return [
        [
            f"caracol {one.command} --json",
            str(one.jobs),
            f"{one.puzzles:,}",
            f"{one.cpu:.1f}",
            f"{one.clock:.1f}",
            f"{one.rate:.0f}",
        ]
        for one in streams(found)
    ]


def judge(found: dict[str, Any] | None) -> list[tuple[str, str, str, bool]]:
    """Return the goals: a minimum rate, and nearly twice that with two processes."""
    by_name = {(one.command, one.jobs): one for one in streams(found)} if found else {}
    verdicts = []
    for command, done, goal in (("solve", "solved", SOLVED), ("grade", "graded", GRADED)):
        one, two = by_name.get((command, 1)), by_name.get((command, 2))
        about = "puzzles of all genres as JSON Lines"
        alone = f"{done} at {goal} a second and core"
        together = f"{done} {LINEAR:g} times as fast by two processes on two cores"
        measured = f"{one.rate:.0f}, over {one.puzzles:,}" if one else NOT_MEASURED
        verdicts.append((about, alone, measured, one is not None and one.rate >= goal))
        faster = one.clock / two.clock if one and two else 0.0
        measured = times(faster) if faster else NOT_MEASURED
        verdicts.append((about, together, measured, faster >= LINEAR))
    return verdicts


NOT_MEASURED = "not measured in this run"


def page(found: dict[str, Any]) -> str:
    """Return the page about many puzzles."""
    return PAGE.format(
        day=date.today().isoformat(),
        machine=machine(),
        kinds=list_kinds(KINDS),
        each=EACH,
        table=markdown(HEADS, rows(found)),
        told=found["told"],
        chunk=scale.many.CHUNK,
        ahead=scale.many.AHEAD,
        cluster=markdown(scale.HEADS, found["cluster"]),
    )


def list_kinds(kinds: Sequence[tuple[str, dict[str, Any]]]) -> str:
    """Return the genres and the sides of their boards, as text."""
    sides: dict[str, list[str]] = {}
    for genre, options in kinds:
        sides.setdefault(genre, []).append(f"{options['size']}×{options['size']}")
    return ", ".join(f"{genre} {' and '.join(told)}" for genre, told in sides.items())


PAGE = """# Many puzzles

Measured on {day} by `scripts/bench many`: {machine}.

The puzzles are {each} of each kind, mixed, each made from a seed of its own, of the grade that the generator makes unasked (Slitherlinks of any grade, as hard as they come): {kinds}.
Where 30,000 are asked about, the file is named fifteen times.
CPU is that of all processes, from the start of the program to its end: reading, checking, the model, the answer with its proof, writing.

{table}

## Ten million puzzles on a cluster

How long would it take to grade ten million puzzles?
`scripts/bench many` (or `python -m bench.scale FILE` for puzzles of your own) measures how long each puzzle takes to grade, and what it costs to send a puzzle and to take its answer back.
A small simulation of the queue then has as many workers as one likes: one process hands out chunks of {chunk} puzzles, a window of {ahead} chunks a worker ahead, and writes the answers in order.
For the network it takes 2 ms there and back, and 1 ms of Dask's scheduler a chunk; these two are assumptions.

{told}.

{cluster}

What is lost with many workers is the price of order: one slow puzzle holds up the window, and the others wait; with thousands, it is also the one process that hands out.
A limit such as `--seconds 1` takes most of the former away.
Several files at once, each with a command of its own, need no order between them.
"""  # noqa: E501 (the page is written as it is read)
