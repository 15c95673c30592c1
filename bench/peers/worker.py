"""The common part of adaptors in Python: read a puzzle per line, solve it, answer in a line.

This runs inside the environment of a peer, so it uses only the standard library.

The first output line describes the peer: ``{"peer", "version", "genres", "called"}``. Then each
input line, ``{"puzzle": {…}, "seconds": 10}``, gets an output line:
``{"status", "cpu_ms", "wall_ms", "again_ms", "values"}``: the first visit to the puzzle, and the
median over all visits in a row. A status is one of *unique*, *many*, *none*,
*first* (a solution that the peer cannot prove to be the only one), *unknown* (it gave up),
*unsupported* (the peer's interface cannot express the puzzle) and *error*.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Entries = Mapping[str, Any]

REPEATS, QUICK = 15, 0.02
"""Maximum number of visits to a puzzle, and maximum total time in seconds."""


class Unsupported(Exception):
    """An error: the peer cannot express the puzzle."""


class Way(NamedTuple):
    """How a peer solves puzzles of one genre."""

    prepare: Callable[[Entries], Any]
    """Convert the puzzle to the form that the peer's users write; not timed."""
    solve: Callable[[Any, float], tuple[str, Any]]
    """Build the model, solve, and prove unique; return the status and a raw solution; timed."""
    values: Callable[[Any, Any], list[int]]
    """Convert a raw solution to the values of the cells, row by row; not timed."""


def ways(made: Callable[[Any], Way], *functions: Callable[..., Any]) -> dict[str, Way]:
    """Return a way for each of the functions, which are named after genres."""
    return {function.__name__.replace("_", "-"): made(function) for function in functions}


def serve(
    peer: str,
    version: str,
    called: str,
    ways: Mapping[str, Way],
    timed: Callable[[Mapping[str, Way], Entries, float], dict[str, Any]] | None = None,
) -> None:
    """Answer until the input ends; ``timed`` is for peers that must be measured differently."""
    # Output of the peer itself must not mix with the answers.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    hello = {"peer": peer, "version": version, "called": called}
    print(json.dumps(hello | {"genres": sorted(ways)}), file=answers)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        asked = json.loads(line)
        found = (timed or answer)(ways, asked["puzzle"], asked["seconds"])
        print(json.dumps(found), file=answers)


def answer(
    ways: Mapping[str, Way], puzzle: Entries, seconds: float, repeats: int = REPEATS
) -> dict[str, Any]:
    way = ways[puzzle["genre"]]
    times: list[tuple[float, float]] = []
    try:
        # The first visit is what users wait for. Later ones find the caches of the processor and
        # everything that the peer remembers as the first one left them.
        while len(times) < repeats and sum(cpu for cpu, _ in times) < QUICK:
            gc.collect()
            problem = way.prepare(puzzle)
            wall, cpu = time.perf_counter(), time.process_time()
            status, raw = way.solve(problem, seconds)
            times.append((time.process_time() - cpu, time.perf_counter() - wall))
        values = None if raw is None else way.values(problem, raw)
    except Unsupported:
        return {"status": "unsupported"}
    except Exception as wrong:
        return {"status": "error", "message": f"{type(wrong).__name__}: {wrong}"[:300]}
    cpu, wall = (seconds * 1e3 for seconds in times[0])
    again = statistics.median(cpu for cpu, _ in times) * 1e3
    return {
        "status": status,
        "cpu_ms": cpu,
        "wall_ms": wall,
        "again_ms": again,
        "values": values,
    }


# Helpers for reading our puzzle files.


def lines(clues: list[Any]) -> list[list[int]]:
    """Return the runs of a Nonogram's lines; an empty line has none."""
    found = []
    for clue in clues:
        runs = clue.split() if isinstance(clue, str) else clue
        if any(not str(run).isdecimal() for run in runs):
            raise Unsupported("unknown runs and colours")
        found.append([int(run) for run in runs if int(run)])
    return found


def partner(rows: list[str], row: int, column: int) -> tuple[int, int]:
    """Return the cell of the other half of a domino."""
    down, right = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0), "*": (0, 0)}[
        rows[row][column]
    ]
    return row + down, column + right


def counts(puzzle: Entries, line: str, pole: str, number: int) -> list[int | None]:
    """Return the counts of a Magnets, with ``None`` where there is no count."""
    return list(puzzle.get(line, {}).get(pole, [None] * number))


def sides(puzzle: Entries) -> tuple[int, dict[str, list[int]]]:
    """Return the size and clues of an Easy as ABC; letters count from 1, 0 means no clue."""
    letters = puzzle["letters"]
    names = ("top", "left", "right", "bottom")
    size = puzzle.get("size") or max(len(puzzle[side]) for side in names if side in puzzle)
    return size, {
        side: [
            letters.find(c) + 1 if c not in (None, ".") else 0
            for c in puzzle.get(side, [None] * size)
        ]
        for side in names
    }


def givens(puzzle: Entries, symbols: str) -> dict[tuple[int, int], int]:
    """Return the given values of a grid, by row and column; symbols are in order of values."""
    return {
        (row, column): symbols.index(letter)
        for row, text in enumerate(puzzle.get("grid", ()))
        for column, letter in enumerate(text)
        if letter not in (None, ".")
    }


def spiral(size: int) -> list[tuple[int, int]]:
    """Return the cells along the spiral, from outside to inside."""
    way, seen, (row, column), (down, right) = [], set(), (0, 0), (0, 1)
    for _ in range(size * size):
        way.append((row, column))
        seen.add((row, column))
        ahead = row + down, column + right
        if not (0 <= ahead[0] < size and 0 <= ahead[1] < size) or ahead in seen:
            down, right = right, -down
        row, column = row + down, column + right
    return way
