"""Find a small example of each technique and write ``techniques.json``.

``scripts/docs`` runs this first. Examples that still work are kept, so it only searches for
techniques that are new or whose example now leads to a different step.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import caracol
from caracol.deduction.walk.ladder import Walk
from caracol.formats import own
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.clues import Run
from caracol.puzzle import Puzzle
from caracol.questions.explaining import techniques as techniques_of
from caracol.questions.techniques import choose_repertoire
from make.pictures import step_picture, techniques

PLACE = Path(__file__).parent / "techniques.json"
SEEDS = 12
NOISE = 4_000
"""Number of random pictures to search; few of them have exactly one solution."""
ORDERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("star-battle", {"size": 5, "stars": 1}),
    ("star-battle", {"size": 6, "stars": 1}),
    ("star-battle", {"size": 8, "stars": 2}),
    ("star-battle", {"size": 9, "stars": 2}),
    ("star-battle", {"size": 10, "stars": 2, "graded": False}),
    ("nonogram", {"size": 5}),
    ("nonogram", {"size": "8x6", "shows": "shapes"}),
    ("nonogram", {"size": 6, "colours": 2, "shows": "shapes"}),
    ("nonogram", {"size": 7, "colours": 3, "shows": "shapes"}),
    ("nonogram", {"size": "12x10", "colours": 3}),
    ("nonogram", {"size": 10, "smoothness": 0}),
    ("nonogram", {"size": "12x8", "density": 40}),
    ("magnets", {"size": 4}),
    ("magnets", {"size": "6x5"}),
    ("easy-as-abc", {"size": 4}),
    ("easy-as-abc", {"size": 5}),
    ("easy-as-abc", {"size": 6}),
    ("easy-as-abc", {"size": 7}),
    ("magic-snail", {"size": 4}),
    ("magic-snail", {"size": 6}),
    ("akari", {"size": 5}),
    ("akari", {"size": 7}),
    ("hitori", {"size": 5}),
    ("hitori", {"size": 6}),
    ("sudoku", {"size": 6}),
    ("sudoku", {}),
    ("sudoku", {"grade": "hard"}),
    ("sudoku", {"grade": "medium"}),
    ("futoshiki", {"size": 5}),
    ("futoshiki", {"size": 6}),
    ("skyscrapers", {"size": 4}),
    ("skyscrapers", {"size": 5}),
    ("kakuro", {"size": 6}),
    ("tents", {"size": 6}),
    ("tents", {"size": 7}),
    ("binairo", {"size": 6}),
    ("binairo", {"size": 8}),
    ("masyu", {"size": 6}),
    ("masyu", {"size": 7}),
    ("slitherlink", {"size": 5}),
    ("slitherlink", {"size": 6}),
)
"""Small puzzles of each genre, which together should need all techniques."""


def list_puzzles() -> Iterator[Puzzle]:
    """Yield the small examples, then new puzzles."""
    for path in sorted((PLACE.parents[2] / "examples").glob("*/*.json")):
        puzzle = caracol.read(path)
        if puzzle.grid.size <= 64 and caracol.solve(puzzle).status == "unique":
            yield puzzle
    for seed in range(SEEDS):
        for genre, options in ORDERS:
            try:
                yield caracol.generate(genre, seed=seed, seconds=5, **options).puzzle
            except caracol.OutOfTime:
                continue


KEPT = ("star-battle-10-2", "easy-as-abc-6-4", "magnets-6", "nonogram-unique-20")
"""Benchmark sets in which harder techniques occur."""


def list_harder() -> Iterator[Puzzle]:
    """Yield puzzles for techniques that small ones seldom need."""
    rng = random.Random(1)
    for _ in range(NOISE):
        side = rng.choice((8, 9, 10, 11, 12))
        rows = [[int(rng.random() < 0.55) for _ in range(side)] for _ in range(side)]
        puzzle = Nonogram(
            *(tuple(map(find_runs, lines)) for lines in (rows, zip(*rows, strict=True)))
        )
        if caracol.solve(puzzle).status == "unique":
            yield puzzle
    for name in KEPT:
        path = PLACE.parents[2] / "bench" / "sets" / f"{name}.jsonl"
        yield from itertools.islice(caracol.read_all(path), SEEDS)


def find_runs(line: Sequence[int]) -> tuple[Run, ...]:
    """Return the runs of a random line."""
    groups = itertools.groupby(line)
    return tuple(Run(len(list(cells))) for painted, cells in groups if painted)


def list_names() -> set[str]:
    """Return the ids of all techniques."""
    return {name for genre in caracol.list_genres() for name in techniques_of(genre)}


def is_valid(technique: str, entry: dict[str, Any]) -> bool:
    """Return whether the next step of an example uses the technique."""
    try:
        step_picture(technique, entry)
    except ValueError:
        return False
    return True


def main() -> None:
    """Find the smallest example for each technique without one."""
    there, names = techniques(), list_names()
    kept = {name: there[name] for name in names & set(there) if is_valid(name, there[name])}
    missing = names - set(kept)
    best: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {}
    for puzzle in itertools.chain(list_puzzles(), list_harder()) if missing else ():
        if missing <= set(best) and puzzle.grid.size > 64:
            break
        walk = Walk(puzzle.model, puzzle.model.candidates(), choose_repertoire(puzzle.genre))
        for masks, found in walk:
            name = found.technique
            if name not in missing:
                continue
            rank = puzzle.grid.size, len(found.rules), -len(found.cuts)
            if name in best and best[name][0] <= rank:
                continue
            # Hidden cells have no candidates on the board.
            shown = list(masks[: puzzle.grid.size])
            entry = {"puzzle": own.encode(puzzle), "candidates": shown}
            if is_valid(name, entry):
                best[name] = rank, entry
    kept |= {name: entry for name, (_, entry) in best.items()}
    if kept == there:
        return
    lines = [f"  {json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept)]
    PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(best)} found; missing: {', '.join(sorted(missing - set(best))) or 'none'}")


if __name__ == "__main__":
    main()
