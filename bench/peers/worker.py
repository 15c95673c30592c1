"""What the adaptors in Python share: read a puzzle a line, solve it on the clock, answer a line.

This runs inside the environment of a peer, so it needs nothing but the standard library.

The first line out says what the peer is: ``{"peer", "version", "genres", "called"}``.
Then for each line in, ``{"puzzle": {…}, "seconds": 10}``, comes a line out:
``{"status", "cpu_ms", "wall_ms", "values"}``. A status is one of *unique*, *many*, *none*,
*first* (a solution, and the peer has no way to prove that it is the only one), *unknown* (it gave
up), *unsupported* (a puzzle that the peer's interface cannot state) and *error*.
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
"""A puzzle is solved so many times, while that takes less than so many seconds in all."""


class Unsupported(Exception):
    """The peer cannot be asked this."""


class Way(NamedTuple):
    """How a peer solves puzzles of one genre."""

    prepare: Callable[[Entries], Any]
    """The puzzle in the form that the peer's own users write it in; not timed."""
    solve: Callable[[Any, float], tuple[str, Any]]
    """Build the model, solve, prove unique: status and raw solution; timed."""
    values: Callable[[Any, Any], list[int]]
    """The raw solution as the values of the cells, row by row; not timed."""


def ways(made: Callable[[Any], Way], *functions: Callable[..., Any]) -> dict[str, Way]:
    """A way for each function, which is called like its genre."""
    return {function.__name__.replace("_", "-"): made(function) for function in functions}


def serve(
    peer: str,
    version: str,
    called: str,
    ways: Mapping[str, Way],
    timed: Callable[[Mapping[str, Way], Entries, float], dict[str, Any]] | None = None,
) -> None:
    """Answer until there are no more lines; ``timed`` is for peers that this clock cannot see."""
    # What a peer prints must not get between the answers.
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
        # On a busy machine another program may have had the caches just before; what is quick is
        # therefore measured several times, each time from the start.
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
    cpu, wall = (statistics.median(column) * 1e3 for column in zip(*times, strict=True))
    return {"status": status, "cpu_ms": cpu, "wall_ms": wall, "values": values}


# What adaptors need to know of our puzzle files.


def lines(clues: list[Any]) -> list[list[int]]:
    """The runs of a Nonogram's lines; an empty line has none."""
    found = []
    for clue in clues:
        runs = clue.split() if isinstance(clue, str) else clue
        if any(not str(run).isdecimal() for run in runs):
            raise Unsupported("unknown runs and colours")
        found.append([int(run) for run in runs if int(run)])
    return found


def partner(rows: list[str], row: int, column: int) -> tuple[int, int]:
    """Where the other half of a domino lies."""
    down, right = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0), "*": (0, 0)}[
        rows[row][column]
    ]
    return row + down, column + right


def counts(puzzle: Entries, line: str, pole: str, number: int) -> list[int | None]:
    """The counts of a Magnets, with ``None`` where none is told."""
    return list(puzzle.get(line, {}).get(pole, [None] * number))


def sides(puzzle: Entries) -> tuple[int, dict[str, list[int]]]:
    """Size and clues of an Easy as ABC: letters count from 1, 0 is no clue."""
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
    """The given values of a grid, by row and column; symbols in the order of their values."""
    return {
        (row, column): symbols.index(letter)
        for row, text in enumerate(puzzle.get("grid", ()))
        for column, letter in enumerate(text)
        if letter not in (None, ".")
    }


def spiral(size: int) -> list[tuple[int, int]]:
    """The way of the snail."""
    way, seen, (row, column), (down, right) = [], set(), (0, 0), (0, 1)
    for _ in range(size * size):
        way.append((row, column))
        seen.add((row, column))
        ahead = row + down, column + right
        if not (0 <= ahead[0] < size and 0 <= ahead[1] < size) or ahead in seen:
            down, right = right, -down
        row, column = row + down, column + right
    return way
