"""Other engines for a study: Caracol's quickest, and the reports' programs in SWI-Prolog."""

from __future__ import annotations

import atexit
import json
import os
import select
import shutil
import subprocess
import time
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from caracol.engines.limits import Flag
from caracol.errors import ClueError
from caracol.lab.options import Options
from caracol.lab.run import run
from caracol.parts import file_of
from caracol.puzzle import Puzzle

PLAIN, CARACOL, PROLOG = "plain", "caracol", "swi-prolog"
ENGINES = {
    PLAIN: "the plain engine under the given options",
    CARACOL: "Caracol's quickest engines, with the proof whether there is a second solution",
    PROLOG: "the program that the genre's report describes, written anew for SWI-Prolog",
}
"""Who may solve the puzzles of a study, in words."""

STARTING = 60.0
"""Seconds in which SWI-Prolog must have started."""
PATIENCE = 60.0
"""Seconds for a puzzle where the options say none."""
SLACK = 20
"""By the clock a puzzle may take so many times its limit, because machines are shared."""


def installed(engine: str) -> bool:
    """Whether an engine can be asked on this machine."""
    return engine != PROLOG or shutil.which("swipl") is not None


def measured(
    puzzle: Puzzle, engine: str, options: Options, stop: Flag | None = None
) -> dict[str, Any]:
    """One run, as entries of a line of results; ``seconds`` are those of the processor."""
    if engine == PROLOG:
        return _prolog(puzzle, options, stop)
    if engine == CARACOL:
        from caracol.solving import solve

        _warm(puzzle)
        started = time.process_time()
        answer = solve(puzzle, seconds=options.seconds, stop=stop)
        seconds = time.process_time() - started
        solved, found = answer.complete or answer.count >= 2, answer.count
        return {
            "solved": solved,
            "solutions": found,
            "stopped": answer.stopped,
            "seconds": seconds,
        }
    started = time.process_time()
    outcome = run(puzzle, options, stop=stop, keep=1)
    seconds = time.process_time() - started
    return {
        "solved": outcome.solved,
        "solutions": outcome.answer.count,
        "stopped": outcome.answer.stopped,
        **outcome.statistics.entries(),
        "seconds": seconds,
    }


@cache
def _warm(puzzle: Puzzle) -> None:
    """Solve it once unmeasured, so that no puzzle pays for what happens only once."""
    from caracol.solving import solve

    solve(puzzle, seconds=1)


def _prolog(puzzle: Puzzle, options: Options, stop: Flag | None) -> dict[str, Any]:
    program = file_of(puzzle.genre, "report.pl")
    if program is None:
        raise ClueError(f"{puzzle.genre.name} has no program for SWI-Prolog", "engine")
    seconds = options.seconds or PATIENCE
    entries = {"caracol": 1, "genre": puzzle.genre.id, **puzzle.genre.encode(puzzle)}
    worker = _worker(str(program))
    found = worker.ask({"puzzle": entries, "seconds": seconds, "first": True}, seconds, stop)
    if found is None:
        _worker.cache_clear()
        return {"solved": False, "solutions": 0, "stopped": "seconds", "seconds": seconds}
    if found["status"] == "error":
        raise ClueError(f"SWI-Prolog says: {found['message']}", "engine")
    result = {
        "solved": True,
        "solutions": int(found["status"] != "none"),
        "stopped": "" if found["status"] == "none" else "solutions",
        "seconds": found["cpu_ms"] / 1000,
    }
    if found["backtracks"] is not None:
        result["backtracks"] = found["backtracks"]
    return result


@cache
def _worker(program: str) -> _Prolog:
    return _Prolog(program)


class _Prolog:
    """A running SWI-Prolog that answers a line for each line."""

    def __init__(self, program: str) -> None:
        script = Path(str(files("caracol.lab") / "prolog" / "worker.pl"))
        self.process = subprocess.Popen(
            ["swipl", str(script), "--", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(self.close)
        if self._line(STARTING) is None:
            raise ClueError("SWI-Prolog does not start; try 'swipl --version'", "engine")

    def ask(
        self, request: dict[str, Any], seconds: float, stop: Flag | None
    ) -> dict[str, Any] | None:
        """The answer, or ``None``: it did not come in time, and the process has ended."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return self._line(seconds, stop)

    def _line(self, seconds: float, stop: Flag | None = None) -> dict[str, Any] | None:
        assert self.process.stdout is not None
        began, used = time.monotonic(), self._cpu()
        ready: list[Any] = []
        while not ready:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.1)
            if not ready:
                # On a busy machine only the processor's own time is a fair limit.
                spent, waited = self._cpu() - used, time.monotonic() - began
                halted = stop is not None and stop.is_set()
                if halted or spent > seconds or waited > seconds * SLACK:
                    break
        text = self.process.stdout.readline() if ready else b""
        if not text:
            self.close()
            return None
        found: dict[str, Any] = json.loads(text)
        return found

    def _cpu(self) -> float:
        """Seconds of the processor so far; by the clock where the system does not tell."""
        try:
            text = Path(f"/proc/{self.process.pid}/stat").read_text()
        except OSError:
            return time.monotonic()
        fields = text.rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the process."""
        atexit.unregister(self.close)
        self.process.kill()
        self.process.communicate()
