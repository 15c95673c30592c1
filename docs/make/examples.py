"""Looks for a small example of each technique and writes ``techniques.json``.

``scripts/docs`` runs it first: what is there and still right stays, so it only works where a
technique is new, or its example has become another step.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import caracol
from caracol.deduction.ladder import Walk
from caracol.explaining import catalogue
from caracol.explaining import techniques as techniques_of
from caracol.formats import own
from caracol.puzzle import Puzzle
from make.pictures import step_picture, techniques

PLACE = Path(__file__).parent / "techniques.json"
SEEDS = 12
ORDERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("star-battle", {"size": 5, "stars": 1}),
    ("star-battle", {"size": 6, "stars": 1}),
    ("star-battle", {"size": 8, "stars": 2}),
    ("star-battle", {"size": 9, "stars": 2}),
    ("nonogram", {"size": 5}),
    ("nonogram", {"size": "8x6"}),
    ("nonogram", {"size": 6, "colours": 2}),
    ("nonogram", {"size": 10, "smoothness": 0}),
    ("nonogram", {"size": "12x8", "density": 40}),
    ("magnets", {"size": 4}),
    ("magnets", {"size": "6x5"}),
    ("easy-as-abc", {"size": 4}),
    ("easy-as-abc", {"size": 5}),
    ("magic-snail", {"size": 4}),
    ("magic-snail", {"size": 6}),
)
"""Small puzzles of each genre, among which all techniques should turn up."""


def puzzles() -> Iterator[Puzzle]:
    """The examples that are small, then new ones."""
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


def wanted() -> set[str]:
    """The ids of all techniques."""
    return {name for genre in caracol.list_genres() for name in techniques_of(genre)}


def right(technique: str, entry: dict[str, Any]) -> bool:
    """Whether the next step from there is the one that is wanted."""
    try:
        step_picture(technique, entry)
    except ValueError:
        return False
    return True


def main() -> None:
    """Find the smallest example of each technique that has none."""
    kept = {name: entry for name, entry in techniques().items() if right(name, entry)}
    missing = wanted() - set(kept)
    best: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {}
    for puzzle in puzzles() if missing else ():
        walk = Walk(puzzle.model, puzzle.model.candidates(), catalogue(puzzle), rounds=0)
        for masks, found in walk:
            name = found.technique
            if name not in missing:
                continue
            rank = puzzle.grid.size, len(found.rules), -len(found.cuts)
            if name in best and best[name][0] <= rank:
                continue
            entry = {"puzzle": own.encode(puzzle), "candidates": list(masks)}
            if right(name, entry):
                best[name] = rank, entry
    kept |= {name: entry for name, (_, entry) in best.items()}
    if not missing:
        return
    lines = [f"  {json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept)]
    PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(best)} found; none for: {', '.join(sorted(missing - set(best))) or 'nothing'}")


if __name__ == "__main__":
    main()
