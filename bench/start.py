"""``bench start``: measure starting Caracol and solving a small puzzle from a file."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.measure import as_installed, format_figure
from bench.race import ROOT
from bench.sets import SETS

FEWEST_RUNS = 25
HEADS = ("command", "puzzle", "runs", "median ms", "least ms", "to python")
SMALL = ("star-battle-6-1", "magnets-6", "easy-as-abc-5-3", "nonogram-10", "magic-snail-5-3")
ONE_FILE = ("akari/8x6.json", "hitori/6x5.json", "slitherlink/7x7.json")
"""Puzzles of genres in a single file, all of which a solve loads."""


class Started(NamedTuple):
    """The milliseconds of CPU of each run of a command."""

    command: str
    puzzle: str
    cpu_ms: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.cpu_ms)


def measure() -> list[Started]:
    """Measure `python -c pass` and `caracol solve` on a small puzzle of each genre, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        environment = as_installed(folder)
        commands = {("python -c pass", "–"): [sys.executable, "-c", "pass"]}
        program = Path(sys.executable).with_name("caracol")
        for name in SMALL:
            path = Path(folder, f"{name}.json")
            path.write_text(SETS[name].path.read_text(encoding="utf-8").splitlines()[0])
            commands["caracol solve", name] = [str(program), "solve", str(path)]
        for name in ONE_FILE:
            commands["caracol solve", name] = [str(program), "solve", str(ROOT / "examples" / name)]
        script = [str(ROOT / "scripts" / "caracol"), "solve", f"{folder}/{SMALL[0]}.json"]
        commands["scripts/caracol solve", SMALL[0]] = script
        found = {key: Started(*key, []) for key in commands}
        for run in range(FEWEST_RUNS + 1):
            for key, command in commands.items():
                spent = cpu(command, environment)
                if run:  # the first one compiles
                    found[key].cpu_ms.append(spent)
        return list(found.values())


def cpu(command: Sequence[str], environment: dict[str, str]) -> float:
    """Return the milliseconds of CPU of a program, including its children."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command[0]} ended with {process.returncode}")
    return (usage.ru_utime + usage.ru_stime) * 1e3


def rows(results: Sequence[Started]) -> list[list[str]]:
    base = results[0].median
    return [
        [
            result.command,
            result.puzzle,
            str(len(result.cpu_ms)),
            format_figure(result.median),
            format_figure(min(result.cpu_ms)),
            f"{result.median / base:.1f}×",
        ]
        for result in results
    ]
