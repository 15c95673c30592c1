"""Run a peer in a separate process, one puzzle at a time, and stop it at the limit."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PEERS = Path(__file__).parent / "peers"
PACKAGE = ROOT / "src" / "caracol"
GENRES = PACKAGE / "genres"
STARTING = 120
"""Maximum number of seconds that a peer may take to start; imports are not measured."""
PATIENCE = 3
"""Number of unanswered puzzles in a row after which a peer gets no more puzzles of a set."""
MOST_WAITS = 2
"""Maximum number of times per set that a longer limit than usual may run out."""
BUDGET = 1.5
"""Seconds of CPU after which a peer gets no more puzzles of a set."""
SLACK = 20
"""Ratio of a peer's wall-clock limit to its CPU limit, because machines are shared."""


class Peer(NamedTuple):
    """A program that solves puzzles, with the protocol of bench/peers/worker.py."""

    name: str
    program: str
    """The adaptor's file in bench/peers, or its full path."""
    ours: bool = False
    """Whether it runs in Caracol's own environment."""

    def command(self) -> list[str]:
        path = str(PEERS / self.program)
        if path.endswith(".pl"):
            return ["swipl", path, "--", *map(str, sorted(GENRES.glob("*/programs/report.pl")))]
        return [sys.executable if self.ours else str(peers_python()), path]

    def installed(self) -> bool:
        return shutil.which(self.command()[0]) is not None


ALL = (
    Peer("caracol", "caracol_solve.py", ours=True),
    Peer("multi-puzzle-solver", "multi_puzzle_solver.py"),
    Peer("puzzlekit", "puzzlekit_.py"),
    Peer("clingo", "clingo_.py"),
    Peer("or-tools", "ortools_.py"),
    Peer("grilops", "grilops_.py"),
    Peer("swi-prolog", str(PACKAGE / "lab" / "studies" / "prolog" / "worker.pl")),
    Peer("sgt-puzzles", "tatham_.py"),
)

WARM_UP: dict[str, dict[str, Any]] = {
    "star-battle": {"stars": 1, "regions": ["ABAA", "AAAC", "DAAA", "AAAA"]},
    "magic-snail": {"key": "ABC", "size": 5, "grid": [".A.BC", "B.C.A", "AC..B", ".....", "....."]},
    "easy-as-abc": {
        "letters": "ABC",
        "top": ".B.C",
        "left": "...A",
        "right": "A...",
        "bottom": "B.C.",
    },
    "nonogram": {
        "rows": ["3", "1 2", "4", "5", "5"],
        "columns": ["2", "5", "1 3", "5", "4"],
    },
    "magnets": {
        "dominoes": ["LRT", "TTB", "BBT", "LRB"],
        "rows": {"plus": [2, 1, 2, 1], "minus": [1, 2, 1, 2]},
        "columns": {"plus": [2, 2, 2], "minus": [2, 2, 2]},
    },
    "akari": {"clues": ["1..", "...", "..0"]},
    "hitori": {"numbers": ["112", "231", "323"]},
    "slitherlink": {"numbers": ["3.3", "...", "3.3"]},
}
"""A small puzzle of each genre, which absorbs one-time costs before measuring."""


def peers_python() -> Path:
    """Return the Python of the environment in which the peers are installed."""
    return ROOT / ".venv-peers" / "bin" / "python"


class Stopped(Exception):
    """An error: the process ended, or was stopped at its limit."""


class Worker:
    """A running peer."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
        self.errors = subprocess.DEVNULL
        self.process = subprocess.Popen(
            peer.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment,
        )
        self.text = b""
        self.hello = self.line(STARTING, cpu_limit=False)

    def ask(self, puzzle: dict[str, Any], seconds: float, **more: Any) -> dict[str, Any]:
        """Return the answer to one puzzle; at the limit, end the worker and raise Stopped."""
        assert self.process.stdin is not None
        request = json.dumps({"puzzle": puzzle, "seconds": seconds} | more)
        try:
            self.process.stdin.write(request.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError as gone:
            self.close()
            raise Stopped from gone
        return self.line(seconds)

    def line(self, seconds: float, cpu_limit: bool = True) -> dict[str, Any]:
        """Return the next line that the worker writes within the limit."""
        assert self.process.stdout is not None
        began, used = time.monotonic(), self.cpu()
        while b"\n" not in self.text:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.05)
            if ready:
                more = os.read(self.process.stdout.fileno(), 1 << 20)
                if not more:
                    self.close()
                    raise Stopped("the process ended")
                self.text += more
                continue
            # Add a little, so that a peer that keeps its own limit can still answer.
            waited = time.monotonic() - began
            if (cpu_limit and self.cpu() - used > seconds + 0.5) or waited > seconds * SLACK:
                self.close()
                raise Stopped("the limit was reached")
        first, _, self.text = self.text.partition(b"\n")
        found: dict[str, Any] = json.loads(first)
        return found

    def cpu(self) -> float:
        """Return the seconds of CPU of the process and of the processes it has waited for."""
        try:
            text = Path(f"/proc/{self.process.pid}/stat").read_text()
        except OSError:
            return time.monotonic()
        fields = text.rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int | None:
        """Return the peak memory of the process, in KiB.

        This is not ru_maxrss, which survives exec and would include the memory of this process.
        """
        try:
            text = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return None
        line = next((line for line in text.splitlines() if line.startswith("VmHWM")), None)
        return int(line.split()[1]) if line else None

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


def available(peers: Iterable[Peer]) -> Iterator[tuple[Peer, dict[str, Any]]]:
    """Yield the peers that start, each with its description of itself."""
    for peer in peers:
        if not peer.installed():
            continue
        try:
            worker = Worker(peer)
        except Stopped:
            continue
        worker.close()
        yield peer, worker.hello


class Race:
    """One peer on one set of puzzles."""

    def __init__(
        self,
        peer: Peer,
        genre: str,
        seconds: float,
        patient: bool = False,
        longest: float = 0.0,
    ) -> None:
        self.peer, self.genre, self.usual, self.patient = peer, genre, seconds, patient
        self.longest = longest
        self.waits = 0
        """Number of unanswered puzzles with the longest limit."""
        self.worker: Worker | None = None
        self.memory = 0
        self.failures = 0
        self.spent = 0.0
        """Milliseconds of CPU so far."""

    @property
    def seconds(self) -> float:
        """The limit for the next puzzle, which is longer than usual only a few times per set."""
        return max(self.usual, self.longest) if self.waits < MOST_WAITS else self.usual

    @property
    def over(self) -> bool:
        """Whether the peer gets no more puzzles."""
        if self.patient or self.peer.ours:
            return False
        return self.failures >= PATIENCE or self.spent > BUDGET * 1e3

    def ask(self, puzzle: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Return the answer, which may be a timeout."""
        if self.over:
            return {"status": "not tried"}
        try:
            if self.worker is None:
                self.worker = Worker(self.peer)
                warm_up = {"caracol": 1, "genre": self.genre} | WARM_UP[self.genre]
                self.worker.ask(warm_up, self.seconds)
            found = self.worker.ask(puzzle, self.seconds, **more)
            # For a peer that starts other programs, this would be the memory of its adaptor only.
            if not found.get("hidden"):
                self.memory = max(self.memory, self.worker.memory() or 0)
        except Stopped:
            self.worker = None
            found = {"status": "timeout"}
        limit = self.seconds * 1e3
        if found.get("cpu_ms", 0) > limit:
            found["status"] = "timeout"
        if found["status"] in ("timeout", "unknown") and limit > self.usual * 1e3:
            self.waits += 1
        # Giving up at once is not an answer either, but asking again costs nothing.
        slow = found["status"] == "timeout" or found.get("cpu_ms", 0) > limit * 0.9
        self.failures = self.failures + 1 if slow else 0
        if found["status"] in ("timeout", "unknown"):
            found["cpu_ms"] = found["wall_ms"] = limit
        self.spent += limit if slow else found.get("cpu_ms", 0)
        return found

    def close(self) -> None:
        if self.worker is not None:
            self.worker.close()
            self.worker = None
