"""Measure how long fifty players on one server wait for hints and checks on 10×10 boards.

    python bench/load.py                       fifty clients, sixty seconds
    python bench/load.py --hog                 then again, with a client that sends hard puzzles

It prints which promises hold, and exits with status 1 if any does not. Each client has its own
loopback address, so that the server sees fifty clients. A client waits about a second between
two requests, like a fast player.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import httpx

from caracol import generate
from caracol.formats import own
from caracol.puzzle import Puzzle
from caracol.questions import solving

GENRES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("star-battle", {"size": 10, "stars": 2}),
    ("nonogram", {"size": 10}),
    ("magnets", {"size": 10}),
)
Waits = dict[str, list[float]]
"""Waiting times for each verb, in seconds; answers with a status other than 200 are separate."""

HARDEST = {"caracol": 1, "genre": "magic-snail", "key": "ABCDEFGHIJK", "size": 20}


def boards(each: int) -> list[tuple[Puzzle, tuple[int, ...]]]:
    """Return puzzles with their solutions, the same on every run."""
    found = []
    for genre, options in GENRES:
        for seed in range(each):
            puzzle = generate(genre, seed=seed, grade=None, **options).puzzle
            found.append((puzzle, solving.solve(puzzle).only()))
    return found


async def player(
    number: int,
    address: str,
    until: float,
    pause: float,
    puzzles: Any,
    waits: dict[str, list[float]],
) -> None:
    """Act as one client that writes a few correct values at a time and asks for a check or hint."""
    rng = random.Random(number)
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{number + 1}")
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=60) as client:
        await asyncio.sleep(rng.random() * pause)
        while time.monotonic() < until:
            puzzle, solution = rng.choice(puzzles)
            share = rng.random()
            values = [v if rng.random() < share else None for v in solution]
            verb = "hint" if rng.random() < 0.3 else "check"
            began = time.monotonic()
            response = await client.post(
                f"/api/{verb}", json={"puzzle": own.encode(puzzle), "values": values}
            )
            waits[verb if response.status_code == 200 else f"{verb} {response.status_code}"].append(
                time.monotonic() - began
            )
            await asyncio.sleep(pause * (0.5 + rng.random()))


async def hog(address: str, seconds: float) -> dict[int, int]:
    """Send the hardest puzzle, as often as the server allows."""
    counts: dict[int, int] = {}
    until = time.monotonic() + seconds

    async def one(client: httpx.AsyncClient) -> None:
        while time.monotonic() < until:
            body = {"puzzle": HARDEST, "seconds": 30}
            response = await client.post("/api/solve", json=body)
            counts[response.status_code] = counts.get(response.status_code, 0) + 1
            if response.status_code == 429:
                await asyncio.sleep(0.2)

    transport = httpx.AsyncHTTPTransport(local_address="127.0.2.1")
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=90) as client:
        greedy = asyncio.gather(*(one(client) for _ in range(20)))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(greedy, seconds)
    return counts


def run_hog_apart(address: str, seconds: float) -> dict[int, int]:
    """Run the hog in a separate process, so that it does not slow the players down."""
    return asyncio.run(hog(address, seconds))


MOST_MILLISECONDS = 300
"""Maximum 95th percentile of waiting times."""
MOST_TIMES_SLOWER = 2.0
"""Maximum factor by which the hog may slow down checks."""


async def measure(address: str, asked: argparse.Namespace, puzzles: Any, with_hog: bool) -> Any:
    """Return the players' waiting times for each verb, and the statuses that the hog got."""
    waits: Waits = defaultdict(list)
    until = time.monotonic() + asked.seconds
    crowd = [
        player(number, address, until, asked.pause, puzzles, waits)
        for number in range(asked.clients)
    ]
    with ProcessPoolExecutor(1) as beside:
        greedy = beside.submit(run_hog_apart, address, asked.seconds) if with_hog else None
        await asyncio.gather(*crowd)
        counts = greedy.result() if greedy else {}
    found: dict[str, Any] = {name: summarise(times) for name, times in sorted(waits.items())}
    return {**found, "hog": counts} if with_hog else found


def summarise(times: list[float]) -> dict[str, int]:
    """Return a summary of waiting times in milliseconds."""
    return {
        "number": len(times),
        "median ms": round(1000 * statistics.median(times)),
        "95% ms": round(1000 * percentile(times)),
        "longest ms": round(1000 * max(times)),
    }


def percentile(times: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(times)[max(0, -(-95 * len(times) // 100) - 1)]


def verdict(calm: dict[str, Any], beside: dict[str, Any] | None) -> list[tuple[bool, str]]:
    """Return for each promise whether it holds, and what it says."""
    errors = {
        name: waits["number"] for name, waits in calm.items() if name not in ("hint", "check")
    }
    slowest = max(calm[verb]["95% ms"] for verb in ("hint", "check"))
    found = [
        (not errors, f"no errors: {errors or 'none'}"),
        (
            slowest < MOST_MILLISECONDS,
            f"95% of answers below {MOST_MILLISECONDS} ms: {slowest} ms",
        ),
    ]
    if beside is not None:
        before, after = calm["check"]["95% ms"], beside["check"]["95% ms"]
        times = after / max(before, 1)
        words = f"checks beside the hog at most {MOST_TIMES_SLOWER:g} times slower"
        found.append((times <= MOST_TIMES_SLOWER, f"{words}: {times:.1f} times, {after} ms"))
    return found


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Start a server with a separate library, and yield its address."""
    command = [sys.executable, "-m", "caracol.cli.main", "serve", "--no-open", "--library"]
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/library.sqlite"
        with subprocess.Popen([*command, library], stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            try:
                found = re.search(r"http://\S+", server.stderr.readline())
                assert found is not None
                yield found[0]
            finally:
                server.terminate()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--boards", type=int, default=4, help="number of boards of each genre")
    parser.add_argument("--hog", action="store_true", help="repeat it with a greedy client")
    asked = parser.parse_args()
    puzzles = boards(asked.boards)
    with running() as address:
        calm = asyncio.run(measure(address, asked, puzzles, with_hog=False))
        print(json.dumps({"calm": calm}, indent=2), flush=True)
        beside = None
        if asked.hog:
            beside = asyncio.run(measure(address, asked, puzzles, with_hog=True))
            print(json.dumps({"beside the hog": beside}, indent=2))
    found = verdict(calm, beside)
    for holds, words in found:
        print("holds        " if holds else "DOES NOT HOLD", words)
    return 0 if all(holds for holds, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
