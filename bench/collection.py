"""Measure a large library: adding puzzles to it, and searching it.

python -m bench.collection 100000     the number of puzzles, small random Nonograms
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

from bench.table import plain
from caracol.genres.nonogram import Nonogram
from caracol.library import Library
from caracol.library.filters import Filters
from caracol.puzzle import Puzzle

SIDE, TOGETHER = 10, 1000
"""The side of the boards, and how many are added at once."""


def make_puzzles() -> Iterator[Puzzle]:
    """Yield Nonograms of random pictures."""
    rng = random.Random("collection")
    while True:
        rows = [[rng.random() < 0.5 for _ in range(SIDE)] for _ in range(SIDE)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        yield Nonogram.from_numbers([*map(count_runs, rows)], [*map(count_runs, columns)])


def count_runs(line: Sequence[bool]) -> list[int]:
    """Return the lengths of the painted runs of a line."""
    return [len([*run]) for painted, run in groupby(line) if painted]


def measure(action: Callable[[], object], times: int = 5) -> str:
    """Return the milliseconds of CPU that something takes, the median of some runs."""
    found = []
    for _ in range(times):
        began = time.process_time()
        action()
        found.append(time.process_time() - began)
    return f"{sorted(found)[times // 2] * 1000:.3g}"


def main() -> None:
    """Fill a library and print what its questions take."""
    number = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "library.sqlite")
        puzzles = make_puzzles()
        with Library(file) as library:
            began = time.process_time()
            for start in range(0, number, TOGETHER):
                some = [(puzzle, None) for puzzle in islice(puzzles, min(TOGETHER, number - start))]
                library.add_all(some, ["half"] if start * 2 < number else [])
            each = (time.process_time() - began) * 1000 / number
            middle, last = len(library) // 2, next(puzzles)
            asked: dict[str, Callable[[], object]] = {
                "add one more": lambda: library.add(last),
                "the newest 50": lambda: library.search(order="newest", limit=50),
                "50 from the middle": lambda: library.search(limit=50, offset=middle),
                "50 by tag": lambda: library.search(Filters(tag="half"), limit=50),
                "50 that have a word": lambda: library.search(Filters(text="nonogram"), limit=50),
                "a word that none has": lambda: library.search(Filters(text="zebra"), limit=50),
            }
            rows = [[f"add {TOGETHER:,} at a time, for each", f"{each:.3g}"]]
            rows += [[what, measure(action)] for what, action in asked.items()]
        rows.append(["size of the file, MB", f"{file.stat().st_size / 1e6:.3g}"])
    print(plain(("what", f"ms of CPU with {number:,}"), rows))


if __name__ == "__main__":
    main()
