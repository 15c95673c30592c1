"""Measure how long a polite client waits for quick answers while others are hostile.

    python bench/fair.py                three hostile addresses, twenty seconds
    python bench/fair.py --hang-up      they disconnect after a second each time, and return

Every hostile address sends puzzles that take longer than the sixty seconds it requests, more at
once than it is allowed. The polite client solves easy puzzles, one after another. The script
prints which promises hold, and exits with status 1 if any does not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import httpx

from caracol.formats import own
from load import HARDEST, Waits, boards, running, summarise

MOST_MILLISECONDS = 1000
"""Maximum 95th percentile of the polite client's waiting times."""
AT_ONCE = 12
"""Number of requests that each hostile address keeps open."""


async def hostile(address: str, number: int, seconds: float, hang_up: bool) -> Counter[str]:
    """Request as much long work as possible from one address."""
    counts: Counter[str] = Counter()
    until = time.monotonic() + seconds

    async def one(client: httpx.AsyncClient) -> None:
        while time.monotonic() < until:
            body = {"puzzle": HARDEST, "seconds": 60}
            try:
                response = await client.post("/api/solve", json=body)
                counts[str(response.status_code)] += 1
            except httpx.TimeoutException:
                counts["left"] += 1

    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.2.{number + 1}")
    patience = 1.0 if hang_up else 90.0
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=patience) as client:
        greedy = asyncio.gather(*(one(client) for _ in range(AT_ONCE)))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(greedy, seconds)
    return counts


def run_hostile_apart(address: str, number: int, seconds: float, hang_up: bool) -> Counter[str]:
    """Run a hostile address in a separate process, so that it does not slow the polite client."""
    return asyncio.run(hostile(address, number, seconds, hang_up))


async def polite(address: str, until: float, pause: float, puzzles: Any, waits: Waits) -> None:
    """Solve one easy puzzle after another."""
    transport = httpx.AsyncHTTPTransport(local_address="127.0.1.1")
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=90) as client:
        turn = 0
        while time.monotonic() < until:
            puzzle, _ = puzzles[turn % len(puzzles)]
            turn += 1
            began = time.monotonic()
            response = await client.post("/api/solve", json={"puzzle": own.encode(puzzle)})
            name = "solve" if response.status_code == 200 else f"solve {response.status_code}"
            waits[name].append(time.monotonic() - began)
            await asyncio.sleep(pause)


async def measure(address: str, asked: argparse.Namespace, puzzles: Any) -> dict[str, Any]:
    """Return the waiting times of the polite client, and the statuses that hostile ones got."""
    waits: Waits = defaultdict(list)
    with ProcessPoolExecutor(asked.hostile or 1) as beside:
        greedy = [
            beside.submit(run_hostile_apart, address, number, asked.seconds + 2, asked.hang_up)
            for number in range(asked.hostile)
        ]
        await asyncio.sleep(2)  # until they have taken everything they can get
        until = time.monotonic() + asked.seconds
        await polite(address, until, asked.pause, puzzles, waits)
        counts = [dict(one.result()) for one in greedy]
    return {**{name: summarise(times) for name, times in sorted(waits.items())}, "hostile": counts}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hostile", type=int, default=3, help="number of hostile addresses")
    parser.add_argument("--hang-up", action="store_true", help="disconnect and reconnect")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=0.1)
    asked = parser.parse_args()
    puzzles = boards(4)
    with running() as address:
        httpx.get(f"{address}api/genres", timeout=120)  # until the workers are running
        found = asyncio.run(measure(address, asked, puzzles))
    print(json.dumps(found, indent=2))
    errors = {name: waits for name, waits in found.items() if name.startswith("solve ")}
    slowest = found["solve"]["95% ms"] if "solve" in found else float("inf")
    holds = not errors and slowest < MOST_MILLISECONDS
    words = f"95% of easy puzzles solved within {MOST_MILLISECONDS} ms, none refused"
    print("holds        " if holds else "DOES NOT HOLD", f"{words}: {slowest:g} ms")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
