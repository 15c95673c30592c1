"""Simon Tatham's solvers of Magnets and Pattern, as packaged in Debian's sgt-puzzles.

The only interface to the solvers is ``--generate N --test-solve ID``, which solves the puzzle N
times without a display. The time of one solve is the difference between a run of many and a run of
one, divided by their number: it excludes the start of the program, but includes reading the puzzle.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.makers.tatham import program, write_magnets, write_pattern
from worker import Entries, Unsupported, Way, answer, serve

ENOUGH = 0.05
"""Minimum seconds of CPU of the long run, so that the resolution of the clock does not matter."""


def magnets(puzzle: Entries) -> Any:
    if "grid" in puzzle:
        raise Unsupported("given cells")
    return "sgt-magnets", write_magnets(dict(puzzle))


def pattern(puzzle: Entries) -> Any:
    if "grid" in puzzle or "colours" in puzzle:
        raise Unsupported("given cells and colours")
    return "sgt-pattern", write_pattern(dict(puzzle))


def run(game: str, game_id: str, times: int, folder: str = "") -> tuple[bool, float]:
    """Return whether the solver succeeded, and the seconds of CPU of the whole program."""
    command = [program(game), "--generate", str(times), "--test-solve", game_id]
    if folder:
        command += ["--save", f"{folder}/", "--save-suffix", ".sav"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode == 0, usage.ru_utime + usage.ru_stime


def solve(problem: Any, _seconds: float) -> tuple[str, Any]:
    """Return the answer; :func:`timed` measures the time."""
    return ("unique" if run(*problem, 1)[0] else "unknown"), problem


def values(problem: Any, _: Any) -> list[int] | None:
    """Return the solution from a solved saved game."""
    with tempfile.TemporaryDirectory() as folder:
        run(*problem, 1, folder)
        saved = next(Path(folder).iterdir(), None)
        if saved is None:
            return None
        move = re.search(r"^SOLVE *:\d+:S(.*)$", saved.read_text(), re.MULTILINE)
    if move is None:
        return None
    width, height = map(int, problem[1].partition(":")[0].split("x"))
    if problem[0] == "sgt-pattern":
        return [int(cell) for cell in move.group(1)]
    found = [0] * (width * height)
    for pole, column, row in re.findall(r";([+\-.])(\d+),(\d+)", move.group(1)):
        found[int(row) * width + int(column)] = {".": 0, "+": 1, "-": 2}[pole]
    return found


def timed(ways: Any, puzzle: Entries, seconds: float) -> dict[str, Any]:
    """Return the answer with the time of one solve, computed from the difference of two runs."""
    found = answer(ways, puzzle, seconds, repeats=1)
    if found["status"] not in ("unique", "unknown"):
        return found
    problem = ways[puzzle["genre"]].prepare(puzzle)
    once = min(run(*problem, 1)[1] for _ in range(3))
    times, whole = 1, once
    while whole - once < ENOUGH and times < 100_000:
        times *= 8
        began = time.perf_counter()
        succeeded, whole = run(*problem, times)
        if not succeeded or time.perf_counter() - began > seconds:
            # If the solver gives up on a puzzle, it does so at the first of many attempts.
            times = 1
            break
    cpu = whole if times == 1 else (whole - once) / (times - 1)
    return found | {"cpu_ms": cpu * 1e3, "wall_ms": cpu * 1e3, "hidden": True}


if __name__ == "__main__":
    ways = {
        "magnets": Way(magnets, solve, values),
        "nonogram": Way(pattern, solve, values),
    }
    if program("sgt-magnets") is None:
        sys.exit("sgt-puzzles is not installed")
    package = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", "sgt-puzzles"],
        capture_output=True,
        text=True,
        check=False,
    )
    serve(
        "sgt-puzzles",
        package.stdout or "unknown version",
        "`sgt-magnets` and `sgt-pattern --generate N --test-solve ID`, N solves in one process, "
        "its start subtracted; deduction only, and a puzzle it solves is proved unique",
        ways,
        timed,
    )
