"""``bench grade``: the distribution of grades over sets, and agreement with other levels."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import caracol
from bench.makers.tatham import program
from bench.measure import machine, percentile
from bench.sets import SETS
from bench.solve import say
from bench.table import markdown
from caracol.authoring.drafts.target import WORDS
from caracol.deduction.grade import GRADES_VERSION, Grade
from caracol.formats import examples
from caracol.generator.loop import generate
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre

SPREAD = ("set", "puzzles", *WORDS, "other", "5 %", "50 %", "95 %")
AGREEMENT = ("levels of", "board", "puzzles", "levels", "correlation", "AUC", *WORDS, "other")
TOGETHER = ("genre", "puzzles", *WORDS, "other", "words")
HEADING = "# Grades: how they are spread, and how they agree with others' levels"
OURS = "ours"
LIMIT = 300.0
"""Time limit for one grade, in seconds."""
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
    ("akari", {"size": 10}),
    ("hitori", {"size": 8, "grade": "any"}),
    ("slitherlink", {"size": 8, "grade": "any"}),
    ("sudoku", {"size": 9, "grade": "any"}),
    ("binairo", {"size": 10, "grade": "any"}),
    ("futoshiki", {"size": 6, "grade": "any"}),
    ("skyscrapers", {"size": 6, "grade": "any"}),
    ("kakuro", {"grade": "any"}),
    ("tents", {"size": 10, "grade": "any"}),
)
"""Options of our own generator without a requested grade, or with any grade."""
FITTED = (
    *(("magnets", "sgt-magnets", size, ("de", "dt")) for size in ("6x5", "8x7", "10x9")),
    *(
        ("akari", "sgt-lightup", f"{size}b20s4", ("d0", "d1", "d2"))
        for size in ("7x7", "10x10", "14x14")
    ),
    *(("hitori", "sgt-singles", size, ("de", "dk")) for size in ("6x6", "8x8", "10x10")),
    *(
        ("slitherlink", "sgt-loopy", f"{size}t0", ("de", "dn", "dt", "dh"))
        for size in ("5x5", "7x7", "10x10")
    ),
)
"""Games with their sizes and the parameters of their levels, easiest first. Efforts were fitted on
other puzzles of these."""
HELD_OUT = (
    *(("sudoku", "sgt-solo", size, ("dt", "db", "di", "da", "de")) for size in ("2x3", "3x3")),
    *(("binairo", "sgt-unruly", size, ("dt", "de", "dn")) for size in ("6x6", "8x8", "10x10")),
    *(("skyscrapers", "sgt-towers", size, ("de", "dh", "dx")) for size in ("4", "5", "6")),
    *(("futoshiki", "sgt-unequal", size, ("dt", "de", "dk", "dx")) for size in ("4", "5", "6")),
    *(("tents", "sgt-tents", size, ("de", "dt")) for size in ("8x8", "10x10", "14x14")),
)
"""The same for genres whose levels had no part in the fit."""
TATHAM = (*FITTED, *HELD_OUT)


class Spread(NamedTuple):
    """The grades of the puzzles of a set."""

    name: str
    genre: str
    grades: Sequence[Grade]
    levels: Sequence[int] = ()
    """The levels that the source assigned, if any."""

    @property
    def words(self) -> list[str]:
        """Return the number of puzzles with each grade, and without one."""
        words = Counter(grade.word for grade in self.grades)
        return [str(words[word] or "") for word in (*WORDS, "")]

    def row(self) -> list[str]:
        """Return the row of this set in the table of sets."""
        numbers = [grade.number for grade in self.grades if grade.word]
        shares = [f"{percentile(numbers, share):.1f}" for share in (0.05, 0.5, 0.95)]
        return [self.name, str(len(self.grades)), *self.words, *shares]

    def agreement(self) -> list[str]:
        """Return the row of this set in the table of levels, ignoring puzzles without a grade."""
        both = [
            (level, grade.number)
            for level, grade in zip(self.levels, self.grades, strict=True)
            if grade.word
        ]
        levels, numbers = [level for level, _ in both], [number for _, number in both]
        shown = " ".join(f"{level}:{n}" for level, n in sorted(Counter(self.levels).items()))
        whose, _, board = self.name.partition(", ")
        return [
            whose,
            board,
            str(len(self.grades)),
            shown,
            f"{spearman(levels, numbers):.2f}",
            f"{find_auc(levels, numbers):.2f}" if len(set(levels)) == 2 else "",
            *self.words,
        ]


def grade_set(
    name: str, genre: str, puzzles: Sequence[Puzzle], levels: Sequence[int] = ()
) -> Spread:
    """Return the grades of a set."""
    found = Spread(name, genre, [caracol.grade(one, seconds=LIMIT) for one in puzzles], levels)
    say("  ".join(found.agreement() if levels else found.row()))
    return found


def grade_sets(most: int, only: Sequence[str] = ()) -> list[Spread]:
    """Return the grades of published sets, of the benchmark's sets and of our generator."""

    def wanted(name: str) -> bool:
        return not only or any(name.startswith(one) for one in only)

    found = []
    for name in filter(wanted, SPREAD_SETS):
        puzzles = [caracol.read(json.dumps(one)) for one in SETS[name].puzzles()[:most]]
        found.append(grade_set(name, SETS[name].genre, puzzles))
    for genre, options in MADE:
        if wanted(genre):
            puzzles = [generate(genre, seed=n, **options).puzzle for n in range(most)]
            found.append(grade_set(f"{genre}, {OURS}", genre, puzzles))
    shipped: dict[str, list[Puzzle]] = {}
    for name in examples.names():
        shipped.setdefault(name.partition("/")[0], []).append(caracol.read(examples.text(name)))
    for genre in filter(wanted, shipped):
        found.append(grade_set(f"{genre}, shipped", genre, shipped[genre]))
    return found


def grade_labelled(number: int, labels: Path | None, only: Sequence[str] = ()) -> list[Spread]:
    """Return the grades of puzzles with levels: from Tatham's programs, and from a folder."""

    def wanted(name: str) -> bool:
        return not only or any(name.startswith(one) for one in only)

    found = []
    for genre, game, size, asked in TATHAM:
        made = [
            (level, caracol.read(text, "tatham", genre=genre))
            for level, one in enumerate(asked if wanted(genre) else ())
            for text in tatham(game, size + one, number)
        ]
        if made:
            levels = [level for level, _ in made]
            puzzles = [puzzle for _, puzzle in made]
            found.append(grade_set(f"Tatham, {genre} {size}", genre, puzzles, levels))
    for path in sorted(labels.glob("*.jsonl")) if labels is not None else ():
        boards: dict[str, list[tuple[int, Puzzle]]] = {}
        for line in path.read_text("utf-8").splitlines() if wanted(path.stem) else ():
            entries = json.loads(line)
            level = entries.pop("level")
            puzzle = caracol.read(json.dumps({"caracol": 1, "genre": path.stem, **entries}))
            what = f"{puzzle.grid.rows}×{puzzle.grid.columns}, {puzzle.scene.caption}"
            boards.setdefault(what, []).append((level, puzzle))
        for what, several in boards.items():
            chosen = several[:: max(1, len(several) // number)]
            levels, puzzles = [one for one, _ in chosen], [one for _, one in chosen]
            found.append(grade_set(f"{path.stem}, {what}", path.stem, puzzles, levels))
    return found


def combine(found: Sequence[Spread]) -> list[list[str]]:
    """Return rows with the grades of all puzzles of each genre that we did not generate."""
    rows = []
    for genre in dict.fromkeys(one.genre for one in found):
        sets = [one for one in found if one.genre == genre and not one.name.endswith(OURS)]
        every = Spread(genre, genre, [grade for one in sets for grade in one.grades])
        words = len({grade.word for grade in every.grades if grade.word})
        rows.append([genre, str(len(every.grades)), *every.words, str(words)])
    return rows


def _list_genres(games: Sequence[tuple[str, str, str, Sequence[str]]]) -> str:
    *most, last = dict.fromkeys(get_genre(genre).name for genre, *_ in games)
    return f"{', '.join(most)} and {last}"


def tatham(game: str, what: str, number: int) -> list[str]:
    """Return puzzles from Tatham's generator; none if it is not installed."""
    found = program(game)
    if found is None:
        return []
    command = [found, "--generate", str(number), what]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation; equal values share a rank."""
    first, second = _ranks(one), _ranks(other)
    mean = (len(one) - 1) / 2
    top = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    sides = [sum((a - mean) ** 2 for a in ranks) for ranks in (first, second)]
    return float(top / (sides[0] * sides[1]) ** 0.5) if all(sides) else 0.0


def find_auc(levels: Sequence[int], numbers: Sequence[float]) -> float:
    """Return how often a puzzle of the harder of two levels has the larger number.

    Equal numbers count half.
    """
    low, high = (
        [number for level, number in zip(levels, numbers, strict=True) if level == one]
        for one in (min(levels), max(levels))
    )
    won = sum((b > a) + (b == a) / 2 for a in low for b in high)
    return won / (len(low) * len(high))


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    first: dict[float, int] = {}
    for place, value in enumerate(ordered):
        first.setdefault(value, place)
    counts = Counter(values)
    return [first[value] + (counts[value] - 1) / 2 for value in values]


def page(page: str, sets: Sequence[Spread], levels: Sequence[Spread]) -> str:
    """Return the page with new tables; the section "Before" is kept."""
    before = page.partition("\n## Before")
    text = [
        HEADING,
        "",
        f"Measured on {date.today().isoformat()} by `scripts/bench grade`: {machine()}.",
        f"This is version {GRADES_VERSION} of the grades, defined in "
        "[the background](../background/grading.md).",
        "",
        "How many puzzles of a set have which word, and three percentiles of the number; *other* "
        f"have no solution, or several, or had no grade after {LIMIT:g} s by the clock. *Ours* is "
        "what our generator makes where any grade will do, *shipped* what comes with Caracol, "
        "the rest are the sets of the other benchmarks.",
        "",
        markdown(SPREAD, [one.row() for one in sets]),
        "",
        "Rank correlations (Spearman) of the number with the levels of others: those that Simon "
        "Tatham's programs are asked for, the easiest first, and labels of another program. "
        "Where there are two levels, *AUC* is the share of pairs in which the number ranks the "
        "puzzle of the harder level above the other. A level says which rules were coded where, "
        "so 1.00 cannot be expected. The efforts were fitted on other puzzles of "
        f"{_list_genres(FITTED)}, and on some of these Star Battles; "
        f"{_list_genres(HELD_OUT)} had no part in the fit.",
        "",
        markdown(AGREEMENT, [one.agreement() for one in levels]),
        "",
        "All puzzles of a genre in both tables together, without those of our own generator. "
        "A set of one size and one level of one generator need not have many words: what solves "
        "it was chosen to be alike.",
        "",
        markdown(TOGETHER, combine([*sets, *levels])),
        "",
    ]
    return "\n".join(text) + "".join(before[1:])
