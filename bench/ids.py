"""Read, solve and rewrite ids from Simon Tatham's generators, and check that they are unique.

python bench/ids.py [NUMBER]: use this number of ids of each genre (default: 200), and print the
CPU time of a solve with proof of uniqueness.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

import caracol

GAMES = {
    "akari": ("lightup", ("7x7b20s4d0", "10x10b20s2d1", "14x14b20s4d2", "9x12b30s0d1")),
    "hitori": ("singles", ("5x5de", "8x8dk", "10x10dk", "12x9de")),
    "binairo": ("unruly", ("8x8dt", "10x10dn", "14x14de", "8x6udn")),
    "futoshiki": ("unequal", ("4de", "5dt", "6dx", "7de")),
    "masyu": ("pearl", ("6x6de", "8x8dt", "10x10dt", "14x9de")),
    "skyscrapers": ("towers", ("4de", "5dh", "5dx", "6de")),
    "sudoku": ("solo", ("3x3db", "3x3da", "2x3dt", "7jdt")),
    "tents": ("tents", ("8x8de", "10x10dt", "15x15de", "6x9dt")),
    "slitherlink": ("loopy", ("7x7t0de", "10x10t0dn", "10x10t0dt", "15x10t0dh")),
}
"""The program of each genre, and its parameters."""


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print("| genre | ids | unique | written as read | median ms | largest ms |")
    print("|---|---:|---:|---:|---:|---:|")
    for genre, (program, kinds) in GAMES.items():
        unique, same, seconds = 0, 0, list[float]()
        for kind in kinds:
            asked = [f"/usr/games/sgt-{program}", "--generate", str(number // len(kinds)), kind]
            done = subprocess.run(asked, capture_output=True, text=True, check=True)
            for text in done.stdout.split():
                puzzle = caracol.read(text, genre=genre)
                before = time.process_time()
                answer = caracol.solve(puzzle)
                seconds.append(time.process_time() - before)
                unique += answer.status == "unique"
                same += caracol.write(puzzle, "tatham").strip() == text
        times = f"{1000 * median(seconds):.1f} | {1000 * max(seconds):.1f}"
        print(f"| {genre} | {len(seconds)} | {unique} | {same} | {times} |", flush=True)


if __name__ == "__main__":
    main()
