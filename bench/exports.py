"""Check that exported models have Caracol's solutions, with the real solvers on many puzzles.

    python bench/exports.py [--puzzles 50] [--genre GENRE …] [TARGET …]

It prints a table for the documentation: the number of puzzles of each genre whose solutions all
agree. Solvers that are not installed are left out.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from caracol.authoring.parts import DataPart
from caracol.puzzle.plugins import get_genre
from lab_solvers import (
    PARAMETRIC_SOLVERS,
    SIZES,
    SOLVERS,
    all_solutions,
    available,
    random_puzzles,
)


def main() -> int:
    every = [*SOLVERS, *PARAMETRIC_SOLVERS]
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--puzzles", type=int, default=50)
    words.add_argument("--genre", action="append", choices=[*SIZES])
    words.add_argument("targets", nargs="*", metavar="TARGET")
    asked = words.parse_args()
    targets = asked.targets or [target for target in every if available(target)]
    print(f"| genre | solutions | {' | '.join(targets)} |")
    print("|---|--:|" + "--:|" * len(targets), flush=True)
    agree = True
    with TemporaryDirectory() as folder:
        for name in asked.genre or SIZES:
            made = [*random_puzzles(name, asked.puzzles)]
            row = [get_genre(name).name, str(sum(len(solutions) for _, solutions in made))]
            has_data = get_genre(name).part(DataPart) is not None
            for target in targets:
                if target in PARAMETRIC_SOLVERS and not has_data:
                    row.append("–")
                    continue
                right = sum(all_solutions(p, target, Path(folder)) == s for p, s in made)
                agree &= right == len(made)
                row.append(f"{right} of {len(made)}")
            print(f"| {' | '.join(row)} |", flush=True)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
