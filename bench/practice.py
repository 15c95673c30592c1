"""``python -m bench.practice [SECONDS [GENRE …]]``: positions to practise every technique.

Walks through the examples, the sets and generated puzzles of a genre, so many seconds of CPU for
each, counts how often each technique comes, and keeps a few positions for each of them in
``examples/GENRE/practice-positions.jsonl``, where ``caracol practice`` finds them. A technique
that has no position after that does not come in practice, and should be named in the genre's
``NEVER``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from time import process_time
from typing import Any

import caracol
from bench.claims import EXAMPLES, MADE, puzzles
from caracol.deduction.ladder import Walk
from caracol.engines.limits import Clock
from caracol.explaining import catalogue, hint, techniques
from caracol.formats import own
from caracol.genre_parts import TechniquesPart
from caracol.plugins import get_genre
from caracol.practising import cells_text
from caracol.puzzle import Puzzle
from caracol.rules import settled

KEPT = 3
"""So many positions of each technique, from different puzzles."""
SHIPPED = 60
"""So many puzzles of those of ``bench.claims`` come first."""
GRADES = ("easy", "medium", "hard", "expert", "extreme")
SLOW = 1.5
"""A position whose hint takes more seconds of CPU than this is not kept."""


def sources(genre: str) -> Iterator[Puzzle]:
    """Puzzles of all sizes and grades, without end."""
    shipped = puzzles(genre)
    for _ in range(SHIPPED):
        yield next(shipped)
    part = get_genre(genre).part(TechniquesPart) or TechniquesPart()
    special: list[dict[str, Any]] = [dict(options) for options in part.PRACTICE.values()]
    for seed in count():
        options = [*MADE[genre], *special][seed % (len(MADE[genre]) + len(special))]
        grade = GRADES[seed % len(GRADES)]
        try:
            yield caracol.generate(genre, seed=seed, grade=grade, seconds=20, **options).puzzle
        except caracol.CaracolError:
            yield caracol.generate(genre, seed=seed, graded=False, **options).puzzle


def surveyed(genre: str, seconds: float) -> tuple[Counter[str], dict[str, list[str]], int]:
    """How often techniques come, positions for them as lines of a file, and of how many puzzles."""
    began, seen = process_time(), Counter[str]()
    kept: dict[str, list[str]] = {}
    for number, puzzle in enumerate(sources(genre)):
        if process_time() - began > seconds:
            return seen, kept, number
        known = puzzle.model.narrowed(puzzle.givens)
        walk = Walk(puzzle.model, known, catalogue(puzzle), Clock(30.0))
        here: set[str] = set()
        for masks, found in walk:
            if found.technique == "given":
                continue
            seen[found.technique] += 1
            had = kept.setdefault(found.technique, [])
            if found.technique in here or len(had) >= KEPT:
                continue
            values = settled(masks[: puzzle.model.shown])
            before = process_time()
            asked = hint(puzzle, values, seconds=20.0)
            if asked.step is None or process_time() - before > SLOW:
                continue
            if found.technique in {step.technique for step in (*asked.before, asked.step)}:
                here.add(found.technique)
                entries = {
                    "technique": found.technique,
                    "values": cells_text(values),
                    "puzzle": own.encode(puzzle),
                }
                had.append(json.dumps(entries, ensure_ascii=False, separators=(",", ":")))
    raise AssertionError("there are always more puzzles")


def main(seconds: float, genres: list[str]) -> None:
    """Survey the genres, write their files, and print what came how often."""
    for genre in genres:
        seen, kept, number = surveyed(genre, seconds)
        path = EXAMPLES / genre / "practice-positions.jsonl"
        lines = [line for technique in sorted(kept) for line in kept[technique]]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        offered = techniques(get_genre(genre))
        print(f"{genre}: {number} puzzles, {seen.total()} steps")
        for technique in sorted({*offered, *seen}):
            note = "" if technique in offered else "   not in the catalogue"
            print(f"  {technique:22}{seen[technique]:8}{len(kept.get(technique, ())):4}{note}")


if __name__ == "__main__":
    asked = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    main(asked, sys.argv[2:] or list(MADE))
