"""Fifty players at one server: hints and checks on 10×10 boards, and how long they wait.

    python bench/load.py                       fifty clients, sixty seconds
    python bench/load.py --hog                 and one more that sends the hardest it can find

Each client has a loopback address of its own, so that the server sees fifty clients and not
one. Between two questions a client waits about a second, as a quick player does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from caracol import generate, verbs
from caracol.exchange import own
from caracol.genre import Puzzle

GENRES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("star-battle", {"size": 10, "stars": 2}),
    ("nonogram", {"size": 10}),
    ("magnets", {"size": 10}),
)
Waits = dict[str, list[float]]
"""How long the answers to each verb took, in seconds; other answers than 200 apart."""

HARDEST = {"caracol": 1, "genre": "magic-snail", "key": "ABCDEFG", "size": 14}


def boards(each: int) -> list[tuple[Puzzle, tuple[int, ...]]]:
    """Puzzles with their solutions, the same on every run."""
    found = []
    for genre, options in GENRES:
        for seed in range(each):
            puzzle = generate(genre, seed=seed, grade=None, **options).puzzle
            found.append((puzzle, verbs.solve(puzzle).only()))
    return found


async def player(
    number: int,
    address: str,
    until: float,
    pause: float,
    puzzles: Any,
    waits: dict[str, list[float]],
) -> None:
    """One client: writes a few right values at a time, and asks."""
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
    """A client that sends the hardest puzzle it knows, as often as it may."""
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


def hog_alone(address: str, seconds: float) -> dict[int, int]:
    """The hog, in a process of its own, so that it does not slow the players down itself."""
    return asyncio.run(hog(address, seconds))


async def measure(address: str, asked: argparse.Namespace) -> dict[str, Any]:
    puzzles = boards(asked.boards)
    waits: Waits = defaultdict(list)
    until = time.monotonic() + asked.seconds
    crowd = [
        player(number, address, until, asked.pause, puzzles, waits)
        for number in range(asked.clients)
    ]
    with ProcessPoolExecutor(1) as beside:
        greedy = beside.submit(hog_alone, address, asked.seconds) if asked.hog else None
        await asyncio.gather(*crowd)
        counts = greedy.result() if greedy else {}
    return {
        "waits": {
            name: {
                "number": len(times),
                "median ms": round(1000 * statistics.median(times)),
                "95% ms": round(1000 * statistics.quantiles(times, n=20)[-1])
                if len(times) > 1
                else None,
                "longest ms": round(1000 * max(times)),
            }
            for name, times in sorted(waits.items())
        },
        "hog": counts,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--boards", type=int, default=4, help="boards of each genre")
    parser.add_argument("--hog", action="store_true", help="one more client with hard puzzles")
    parser.add_argument("--library", type=Path, default=Path("load.sqlite"))
    asked = parser.parse_args()
    command = [sys.executable, "-m", "caracol.cli", "serve", "--no-open"]
    with subprocess.Popen(
        [*command, "--library", str(asked.library)], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        address = server.stderr.readline().split()[3]
        try:
            print(json.dumps(asyncio.run(measure(address, asked)), indent=2))
        finally:
            server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
