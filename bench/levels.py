"""``bench grade``: how grades are spread over sets, and how they agree with others' levels."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import caracol
from bench.makers.tatham import program
from bench.measure import machine, percentile
from bench.sets import SETS
from bench.solve import say
from bench.table import markdown
from caracol import examples
from caracol.generator import generate
from caracol.puzzle import Puzzle

WORDS = ("trivial", "easy", "medium", "hard", "expert", "extreme")
SPREAD = ("set", "puzzles", *WORDS, "other", "5 %", "50 %", "95 %")
AGREEMENT = ("levels of", "board", "puzzles", "levels", "rank correlation")
HEADING = "# Grades: how they are spread, and how they agree with others' levels"
LIMIT = 300.0
"""Seconds for one grade."""
SPREAD_SETS = (
    "nonogram-10",
    "nonogram-15",
    "nonogram-20",
    "nonogram-30",
    "nonogram-tatham-20",
    "nonogram-unique-20",
    "star-battle-6-1",
    "star-battle-8-1",
    "star-battle-10-2",
    "easy-as-abc-5-3",
    "easy-as-abc-6-4",
    "easy-as-abc-8-5",
    "magnets-6",
    "magnets-tatham-10",
    "magic-snail-5-3",
    "magic-snail-6-3",
)
MADE = (
    ("star-battle", {"size": 8, "grade": "any"}),
    ("nonogram", {"size": 15}),
    ("easy-as-abc", {"size": 6, "letters": 4}),
    ("magnets", {"size": 8, "grade": "any"}),
    ("magic-snail", {"size": 6}),
    ("akari", {"size": 7}),
    ("hitori", {"size": 6}),
    ("slitherlink", {"size": 5}),
)
"""What our own generator makes where no grade is asked for, or any will do."""
TATHAM = (
    *(("magnets", "sgt-magnets", size, ("de", "dt")) for size in ("6x5", "8x7", "10x9")),
    ("akari", "sgt-lightup", "7x7b20s4", ("d0", "d1", "d2")),
    ("hitori", "sgt-singles", "6x6", ("de", "dk")),
    ("slitherlink", "sgt-loopy", "7x7t0", ("de", "dn", "dt", "dh")),
)
"""Games with their sizes and how they are asked for their levels, the easiest first."""


def spread(most: int | None) -> list[list[str]]:
    """How many puzzles of each set have which word: made by others, shipped, and made by us."""
    sets: dict[str, list[Puzzle]] = {}
    for name in SPREAD_SETS:
        sets[name] = [caracol.read(json.dumps(one)) for one in SETS[name].puzzles()[:most]]
    for genre, options in MADE:
        chosen = range(most or 20)
        sets[f"{genre}, ours"] = [generate(genre, seed=n, **options).puzzle for n in chosen]
    for name in examples.names():
        genre = name.partition("/")[0]
        puzzle = caracol.read(examples.text(name))
        sets.setdefault(f"{genre}, shipped", []).append(puzzle)
    rows = []
    for name, puzzles in sets.items():
        grades = [caracol.grade(puzzle, seconds=LIMIT) for puzzle in puzzles]
        words = Counter(grade.word for grade in grades)
        numbers = [grade.number for grade in grades if grade.word]
        shares = [f"{percentile(numbers, share):.1f}" for share in (0.05, 0.5, 0.95)]
        counted = [str(words[word] or "") for word in (*WORDS, "")]
        rows.append([name, str(len(puzzles)), *counted, *shares])
        say("  ".join(rows[-1]))
    return rows


def agreement(number: int, labels: Path | None) -> list[list[str]]:
    """Rank correlations with Tatham's levels, and with labelled puzzles in a folder."""
    rows = []
    for genre, game, size, levels in TATHAM:
        made = [
            (level, caracol.read(text, "tatham", genre=genre))
            for level, asked in enumerate(levels)
            for text in tatham(game, size + asked, number)
        ]
        if made:
            rows.append(["Tatham", f"{genre} {size}", *_agrees(made)])
            say("  ".join(rows[-1]))
    for path in sorted(labels.glob("*.jsonl")) if labels is not None else ():
        boards: dict[str, list[tuple[int, Puzzle]]] = {}
        for line in path.read_text("utf-8").splitlines():
            entries = json.loads(line)
            level = entries.pop("level")
            puzzle = caracol.read(json.dumps({"caracol": 1, "genre": path.stem, **entries}))
            what = f"{puzzle.grid.rows}×{puzzle.grid.columns}, {puzzle.scene.caption}"
            boards.setdefault(what, []).append((level, puzzle))
        for what, labelled in boards.items():
            rows.append([path.stem, what, *_agrees(labelled[:: max(1, len(labelled) // number)])])
    return rows


def _agrees(labelled: Sequence[tuple[int, Puzzle]]) -> list[str]:
    levels = [level for level, _ in labelled]
    numbers = [caracol.grade(puzzle, seconds=LIMIT).number for _, puzzle in labelled]
    shown = " ".join(f"{level}:{count}" for level, count in sorted(Counter(levels).items()))
    return [str(len(labelled)), shown, f"{spearman(levels, numbers):.2f}"]


def tatham(game: str, what: str, number: int) -> list[str]:
    """Puzzles of Tatham's generator; none where it is not installed."""
    found = program(game)
    if found is None:
        return []
    command = [found, "--generate", str(number), what]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of ranks; equal values share theirs."""
    first, second = _ranks(one), _ranks(other)
    mean = (len(one) - 1) / 2
    top = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    sides = [sum((a - mean) ** 2 for a in ranks) for ranks in (first, second)]
    return float(top / (sides[0] * sides[1]) ** 0.5) if all(sides) else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    first: dict[float, int] = {}
    for place, value in enumerate(ordered):
        first.setdefault(value, place)
    counts = Counter(values)
    return [first[value] + (counts[value] - 1) / 2 for value in values]


def page(page: str, spread: Sequence[Sequence[str]], agrees: Sequence[Sequence[str]]) -> str:
    """The page with its tables anew; what stands under "Before" stays."""
    before = page.partition("\n## Before")
    text = [
        HEADING,
        "",
        f"Measured on {date.today().isoformat()} by `scripts/bench grade`: {machine()}.",
        "How grades are defined is told in [the background](../background/grading.md).",
        "",
        "How many puzzles of a set have which word, and three percentiles of the number; *other* "
        "have no solution, or several. *Ours* is what the generator makes unasked, *shipped* what "
        "comes with Caracol, the rest are the sets of the other benchmarks.",
        "",
        markdown(SPREAD, spread),
        "",
        "Rank correlations (Spearman) of the number with the levels of others: those that Simon "
        "Tatham's programs are asked for, the easiest first, and labels of another program. "
        "A level says which rules were coded where, so 1.00 is not to be had.",
        "",
        markdown(AGREEMENT, agrees),
        "",
    ]
    return "\n".join(text) + "".join(before[1:])
