"""``python -m bench.practice [--mend] [SECONDS [GENRE …]]``: positions to practise techniques.

It walks through the examples, the sets and generated puzzles of a genre for this many seconds of
CPU, counts how often each technique occurs, and saves a few positions for each technique in
``examples/GENRE/practice-positions.jsonl``, where ``caracol practice`` finds them. A technique
that still has no position does not occur in practice, and belongs in the genre's ``NEVER``.
With ``--mend``, the saved positions that still need their technique are kept, and the search ends
as soon as every technique has a position again.
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
from caracol.authoring.parts import TechniquesPart
from caracol.deduction.walk.ladder import Walk
from caracol.engines.limits import Clock
from caracol.formats import own
from caracol.generator.practice import encode_values, list_included, make_practice
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from caracol.questions.explaining import techniques
from caracol.questions.techniques import choose_repertoire
from caracol.rules import Values, settled

KEPT = 3
"""Number of positions for each technique, from different puzzles."""
SHIPPED = 60
"""Number of puzzles of ``bench.claims`` that come first."""
GRADES = ("easy", "medium", "hard", "expert", "extreme")
SLOW = 1.5
"""Maximum time for the hint in a position, in seconds of CPU."""


def sources(genre: str) -> Iterator[Puzzle]:
    """Yield puzzles of all sizes and grades, endlessly."""
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


def write_position(puzzle: Puzzle, values: Values, technique: str) -> str:
    """Return a position as a line of a file."""
    entries = {
        "technique": technique,
        "values": encode_values(values),
        "puzzle": own.encode(puzzle),
    }
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def keep_positions(genre: str) -> dict[str, list[str]]:
    """Return the saved positions that still need their technique, as lines of a file."""
    return {
        technique: [
            write_position(puzzle, values, technique)
            for puzzle, values in list_included(get_genre(genre), technique)
            if make_practice(puzzle, values, technique) is not None
        ]
        for technique in techniques(get_genre(genre))
    }


def survey(
    genre: str, seconds: float, kept: dict[str, list[str]]
) -> tuple[Counter[str], dict[str, list[str]], int]:
    """Return the count of each technique, positions as lines of a file, and number of puzzles.

    If ``kept`` has techniques, the survey ends when each of them has a position.
    """
    began, seen = process_time(), Counter[str]()
    mending = bool(kept)
    for number, puzzle in enumerate(sources(genre)):
        if process_time() - began > seconds or (mending and all(kept.values())):
            return seen, kept, number
        known = puzzle.model.narrowed(puzzle.givens)
        walk = Walk(puzzle.model, known, choose_repertoire(puzzle.genre), Clock(30.0))
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
            position = make_practice(puzzle, values, found.technique)
            if process_time() - before > SLOW:
                continue
            if position is not None:
                here.add(found.technique)
                had.append(write_position(puzzle, values, found.technique))
    raise AssertionError("there are always more puzzles")


def main(seconds: float, genres: list[str], *, mend: bool) -> None:
    """Survey the genres, write their files, and print the counts of techniques."""
    for genre in genres:
        seen, kept, number = survey(genre, seconds, keep_positions(genre) if mend else {})
        path = EXAMPLES / genre / "practice-positions.jsonl"
        offered = techniques(get_genre(genre))
        lines = [line for technique in sorted({*kept} & {*offered}) for line in kept[technique]]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{genre}: {number} puzzles, {seen.total()} steps")
        for technique in sorted({*offered, *seen}):
            note = "" if technique in offered else "   not in the catalogue"
            print(f"  {technique:22}{seen[technique]:8}{len(kept.get(technique, ())):4}{note}")


if __name__ == "__main__":
    asked = [word for word in sys.argv[1:] if word != "--mend"]
    main(
        float(asked[0]) if asked else 120.0,
        asked[1:] or list(MADE),
        mend="--mend" in sys.argv,
    )
