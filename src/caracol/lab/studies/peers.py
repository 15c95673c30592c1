"""Other engines for a study: Caracol's fastest, and the reports' programs in SWI-Prolog."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import sys
import time
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from caracol.engines.limits import Flag
from caracol.errors import ClueError
from caracol.lab.options import Options
from caracol.lab.run import run
from caracol.puzzle import Puzzle
from caracol.puzzle.parts import file_of
from caracol.questions.solving import solve

PLAIN, CARACOL, PROLOG = "plain", "caracol", "swi-prolog"
ENGINES = {
    PLAIN: "the plain engine with the given options",
    CARACOL: "Caracol's fastest engines, including the check for a second solution",
    PROLOG: "the program described in the genre's report, rewritten for SWI-Prolog",
}
"""The engines that may solve the puzzles of a study, in words."""

STARTING = 60.0
"""Time limit in seconds for starting SWI-Prolog."""
PATIENCE = 60.0
"""Default time limit in seconds for a puzzle."""
SLACK = 20
"""Maximum wall-clock time of a puzzle, as a multiple of its limit; machines are shared."""


def is_installed(engine: str) -> bool:
    """Return whether an engine is available on this machine."""
    return engine != PROLOG or shutil.which("swipl") is not None


def measure(
    puzzle: Puzzle, engine: str, options: Options, stop: Flag | None = None
) -> dict[str, Any]:
    """Return one run as entries of a line of results; ``seconds`` is CPU time."""
    if engine == PROLOG:
        return _prolog(puzzle, options, stop)
    if engine == CARACOL:
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
    """Solve a puzzle once without measuring, so that caches are warm."""
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
    """A running SWI-Prolog process that answers each line with a line."""

    def __init__(self, program: str) -> None:
        import subprocess  # not available in browsers, where only this class may fail

        script = Path(str(files("caracol.lab.studies") / "prolog" / "worker.pl"))
        self.process = subprocess.Popen(
            ["swipl", str(script), "--", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        # Only a thread can wait for a line on every system, and be left waiting.
        self.lines: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()
        atexit.register(self.close)
        if self._line(STARTING) is None:
            raise ClueError("SWI-Prolog does not start; try 'swipl --version'", "engine")

    def ask(
        self, request: dict[str, Any], seconds: float, stop: Flag | None
    ) -> dict[str, Any] | None:
        """Return the answer, or end the process and return ``None`` if it did not come in time."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return self._line(seconds, stop)

    def _read(self) -> None:
        """Pass lines on, and an empty one at the end."""
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.lines.put(line)
        self.lines.put(b"")

    def _line(self, seconds: float, stop: Flag | None = None) -> dict[str, Any] | None:
        began, used = time.monotonic(), self._cpu()
        text = None
        while text is None:
            try:
                text = self.lines.get(timeout=0.1)
            except Empty:
                # On a busy machine, only CPU time is a fair limit.
                spent, waited = self._cpu() - used, time.monotonic() - began
                halted = stop is not None and stop.is_set()
                if halted or spent > seconds or waited > seconds * SLACK:
                    break
        if not text:
            self.close()
            return None
        found: dict[str, Any] = json.loads(text)
        return found

    def _cpu(self) -> float:
        """Return the CPU time so far, or wall-clock time if the system does not provide it."""
        if sys.platform == "linux":
            with suppress(OSError):
                text = Path(f"/proc/{self.process.pid}/stat").read_text()
                fields = text.rpartition(")")[2].split()
                return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
        return time.monotonic()

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        atexit.unregister(self.close)
        self.process.kill()
        with suppress(OSError):
            self.process.stdin.close()
        self.process.wait()
