"""``python -m bench.hints [NUMBER [GENRE …]]``: measure hints on random positions.

For each genre, it asks for hints on NUMBER positions of generated puzzles of published sizes and
all grades, three times each: with the values alone, with notes, and with a mistake. It prints the
CPU time, and how many of the mistakes have which reason. If it covers all genres, it also writes
the table into ``docs/benchmarks/explain.md``, between its two marks.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from json import dumps

import caracol
from bench.measure import percentile
from bench.parts import update_table
from bench.steps import SIZES, generate_puzzles
from bench.table import plain
from caracol.deduction.hints import Mistake
from caracol.formats import own
from caracol.puzzle import Puzzle
from caracol.rules import Candidates, Values, settled

EACH = 5
"""Number of positions of a puzzle."""
LIMIT = 60.0
"""Time limit for a hint, in seconds."""
KINDS = ("values", "notes", "mistake")
HEADS = (
    "genre",
    "positions",
    *(f"{kind} {share}" for kind in KINDS for share in ("50 %", "95 %", "max")),
    "chain",
    "entries",
    "where only",
    "words",
)


@dataclass
class Tally:
    """What was measured for a genre."""

    times: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    reasons: Counter[str] = field(default_factory=Counter)
    words: list[int] = field(default_factory=list)


def list_positions(puzzle: Puzzle, rng: random.Random) -> Iterator[Candidates]:
    """Yield the candidates of players, who follow a walkthrough or know a random part."""
    masks, boards = puzzle.model.narrowed(puzzle.givens), []
    for step in caracol.explain(puzzle, seconds=LIMIT).steps:
        boards.append(list(masks[: puzzle.grid.size]))
        for cell, removed in step.cuts:
            masks[cell] &= ~removed
    solution = caracol.solve(puzzle).only()
    for number in range(EACH):
        if number % 2 == 0 and boards:
            yield rng.choice(boards)
        else:
            share = rng.random()
            yield [
                1 << value
                if given is not None or rng.random() < share
                else leave_some(value, len(puzzle.symbols), rng)
                for value, given in zip(solution, puzzle.givens, strict=True)
            ]


def leave_some(value: int, values: int, rng: random.Random) -> int:
    """Return the candidates of a cell without a value in which some may be ruled out."""
    if values == 2:
        return 0b11
    others = [other for other in range(values) if other != value]
    return (
        1 << value
        | sum(1 << other for other in others[1:] if rng.random() < 0.7)
        | (1 << others[0])
    )


def make_mistake(puzzle: Puzzle, values: Values, rng: random.Random) -> Values | None:
    """Return the board with a wrong value in a cell, unless it is full."""
    solution = caracol.solve(puzzle).only()
    never = puzzle.model.allowed
    empty = [
        (cell, value)
        for cell, written in enumerate(values)
        if written is None
        for value in range(len(puzzle.symbols))
        if value != solution[cell] and never.get(cell, -1) >> value & 1
    ]
    if not empty:
        return None
    wrong, value = rng.choice(empty)
    return tuple(value if cell == wrong else one for cell, one in enumerate(values))


def classify(mistake: Mistake) -> str:
    """Return what is said about a mistake at most: a chain, entries that clash, or where it is."""
    return "chain" if mistake.why else "entries" if "entries" in mistake.rungs else "where only"


def measure_position(puzzle: Puzzle, masks: Candidates, rng: random.Random, tally: Tally) -> None:
    """Add the hints on a board to a tally, each for a puzzle just read."""
    text, values = dumps(own.encode(puzzle)), settled(masks)
    boards: dict[str, tuple[Values | None, Candidates | None]] = {
        "values": (values, None),
        "notes": (values, masks),
        "mistake": (make_mistake(puzzle, values, rng), masks),
    }
    for kind, (written, noted) in boards.items():
        if written is None:
            continue
        read = caracol.read(text)
        began = time.process_time()
        found = caracol.hint(read, written, candidates=noted, seconds=LIMIT)
        tally.times[kind].append((time.process_time() - began) * 1e3)
        if tally.times[kind][-1] > 100:
            print(f"{puzzle.genre.id}: {kind} {tally.times[kind][-1]:.0f} ms", text, written, noted)
        if kind != "mistake":
            assert found.mistake is None
        elif found.mistake is None:
            raise AssertionError(f"a mistake was not found: {text} {written}")
        else:
            tally.reasons[classify(found.mistake)] += 1
            tally.words.append(len(found.mistake.why.split()))


def describe(genre: str, tally: Tally) -> list[str]:
    """Return the row of a genre."""
    reasons = tally.reasons
    return [
        genre,
        str(len(tally.times["values"])),
        *(
            f"{percentile(tally.times[kind] or [0], share):.0f}"
            for kind in KINDS
            for share in (0.5, 0.95, 1.0)
        ),
        *(
            f"{reasons[kind] / max(1, reasons.total()):.0%}"
            for kind in ("chain", "entries", "where only")
        ),
        str(percentile(tally.words or [0], 0.95)),
    ]


def main(number: int, genres: Sequence[str]) -> None:
    """Measure the genres and print the table."""
    rows = []
    for genre in genres:
        tally, rng = Tally(), random.Random(genre)
        for puzzle in islice(generate_puzzles(genre), -(-number // EACH)):
            for masks in list_positions(puzzle, rng):
                measure_position(puzzle, masks, rng, tally)
        rows.append(describe(genre, tally))
        print("  ".join(rows[-1]), f"({time.process_time():.0f} s)", file=sys.stderr, flush=True)
        update_table("hints", HEADS, rows[-1:])
    print(plain(HEADS, rows))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:] or list(SIZES))
