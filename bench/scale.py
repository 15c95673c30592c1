"""Simulate how far one file of puzzles can be distributed, based on measurements.

    python -m bench.scale puzzles.jsonl

One process reads lines, sends chunks to workers, and writes the answers in order. Both roles are
measured on the puzzles of the file; the simulation can then have any number of workers.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.table import markdown
from caracol.verbs import many
from caracol.verbs.advice import grade

WORKERS = (1, 2, 16, 64, 256, 1024, 4096)
HEADS = ("workers", "puzzles a second", "busy", "hours for ten million")
TRAVEL = 0.002
"""Seconds for a chunk to reach a worker and for its answers to return, on a typical network."""


def measure(lines: Sequence[str]) -> tuple[list[float], float]:
    """Return the CPU seconds of each puzzle for a worker, and per puzzle for the sender."""
    asked = argparse.Namespace(json=True, output="answers", seconds=60.0, format_options={})
    asked.genre = asked.format = None
    found = []
    for number, line in enumerate(lines, 1):
        started = time.process_time()
        many.answer_item(asked, grade.grade_one, number, many.WorkItem(line), None)
        found.append(time.process_time() - started)
    return found, measure_handing_out(lines)


def measure_handing_out(lines: Sequence[str]) -> float:
    """Return the CPU seconds per puzzle of the process that reads, sends, receives and writes."""
    import pickle

    asked = argparse.Namespace(json=True, seconds=60.0)
    answers = [many.AnswerLine(0, line, False) for line in lines[: many.CHUNK]]
    started, rounds = time.process_time(), 50
    for _ in range(rounds):
        items = tuple(many.WorkItem(line) for line in lines[: many.CHUNK])
        sent = pickle.dumps((asked, grade.grade_one, 1, items))
        received = pickle.loads(pickle.dumps(answers))
        written = [told.text.encode() for told in received]
        assert len(sent) > len(written)
    return (time.process_time() - started) / rounds / len(answers)


def simulate(
    workers: int, seconds: Sequence[float], handing: float, overhead: float, chunks: int
) -> float:
    """Return the puzzles per second with this number of workers and chunks."""
    rng = random.Random(workers)
    window = many.AHEAD * workers
    free = [0.0] * workers
    heapq.heapify(free)
    written: list[float] = []
    now = 0.0
    cost = many.CHUNK * handing + overhead
    for chunk in range(chunks):
        if chunk >= window:
            # The oldest chunk must be written before another one is sent.
            now = max(now, written[chunk - window])
        now += cost
        start = max(heapq.heappop(free), now + TRAVEL / 2)
        end = start + sum(rng.choices(seconds, k=many.CHUNK))
        heapq.heappush(free, end)
        # Answers are written in order, so a chunk waits for all chunks sent before it.
        written.append(max(end + TRAVEL / 2, written[-1] if written else 0.0))
    return chunks * many.CHUNK / written[-1]


def rows(seconds: Sequence[float], handing: float) -> list[list[str]]:
    """Return a row for each number of workers."""
    mean = sum(seconds) / len(seconds)
    # Dask's scheduler needs about a millisecond per task; local processes need less.
    dask = partial(simulate, seconds=seconds, handing=handing, overhead=0.001)
    found = []
    for workers in WORKERS:
        rate = dask(workers, chunks=max(2000, 20 * workers))
        hours = 10_000_000 / rate / 3600
        found.append([str(workers), f"{rate:.0f}", f"{rate * mean / workers:.0%}", f"{hours:.2f}"])
    return found


def main() -> None:
    """Measure, simulate, and print the table."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    seconds, handing = measure(lines)
    mean, worst = sum(seconds) / len(seconds), max(seconds)
    print(
        f"{len(lines)} puzzles graded: {1000 * mean:.2f} ms each on average, {1000 * worst:.0f} ms "
        f"at most; handing out and taking back {1e6 * handing:.0f} µs each"
    )
    print(markdown(HEADS, rows(seconds, handing)))


if __name__ == "__main__":
    main()
