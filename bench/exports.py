"""Do the exported models have Caracol's solutions? By the real solvers, on many puzzles.

    python bench/exports.py [PUZZLES] [TARGET …]

PUZZLES a genre (50 unless told); solvers that are not installed are left out.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from caracol.kit import SamplesPart
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle
from caracol.solving import each_solution
from lab_solvers import SOLVERS, all_solutions, available

SIZES = {
    "easy-as-abc": ([3, 4, 5], {"clues": 0.8}),
    "magic-snail": ([2, 3, 4, 5], {}),
    "magnets": ([2, 4, 6], {}),
    "nonogram": ([3, 4, 5, 6], {}),
    "star-battle": ([4, 5, 6], {}),
}
MOST = 500
"""Puzzles with more solutions are passed over: enumerating tells nothing new."""


def puzzles(name: str, number: int) -> list[tuple[Puzzle, set[tuple[int, ...]]]]:
    """Random puzzles of a genre, each with its solutions, as Caracol finds them."""
    sizes, more = SIZES[name]
    found: list[tuple[Puzzle, set[tuple[int, ...]]]] = []
    seed = 0
    while len(found) < number:
        rng = Random(f"{name} {seed}")
        puzzle = get_genre(name).part(SamplesPart).sample(rng, sizes[seed % len(sizes)], **more)
        seed += 1
        solutions = set()
        for solution in each_solution(puzzle):
            solutions.add(solution)
            if len(solutions) > MOST:
                break
        else:
            found.append((puzzle, solutions))
    return found


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    targets = sys.argv[2:] or [target for target in SOLVERS if available(target)]
    wrong = 0
    with TemporaryDirectory() as folder:
        for name in SIZES:
            made = puzzles(name, number)
            for target in targets:
                started = time.perf_counter()
                right = sum(all_solutions(p, target, Path(folder)) == s for p, s in made)
                seconds = time.perf_counter() - started
                wrong += number - right
                total = sum(len(s) for _, s in made)
                print(
                    f"{name:12} {target:9} {right:3} of {number} agree"
                    f" ({total} solutions, {seconds:.1f} s)",
                    flush=True,
                )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
