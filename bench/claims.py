"""``python -m bench.claims [NUMBER [GENRE …]]``: check every claim of many walkthroughs.

For each genre, it uses NUMBER puzzles: the examples, the first puzzles of each set, and generated
ones. It prints the problems that ``verify`` finds, and the lengths of sentences, chains and
reasons. If it covers all genres, it also writes the page.
"""

# ruff: noqa: E501 (the page is written as it is read)

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from datetime import date
from itertools import islice
from json import dumps
from pathlib import Path
from typing import Any

import caracol
from bench.measure import machine, percentile
from bench.report import FOLDER
from bench.sets import SETS
from bench.table import markdown, plain
from caracol.deduction.steps import Link, Step
from caracol.deduction.verify import show_givens, take_cuts, verify
from caracol.puzzle import Puzzle

EXAMPLES = Path(__file__).parents[1] / "examples"
MADE: dict[str, tuple[dict[str, Any], ...]] = {
    "magic-snail": ({"size": 5}, {"size": 6}),
    "star-battle": ({"size": 7, "stars": 1}, {"size": 10, "stars": 2}),
    "easy-as-abc": ({"size": 5, "letters": 3}, {"size": 6, "letters": 4}),
    "nonogram": ({"size": 8}, {"size": 12}, {"size": 15}),
    "magnets": ({"size": 6}, {"size": 8}),
    "akari": ({"size": 7}, {"size": 10}),
    "hitori": ({"size": 6}, {"size": 8}),
    "sudoku": ({}, {"size": 6}, {"jigsaw": True}, {"symmetry": "none"}),
    "futoshiki": ({"size": 5}, {"size": 6}, {"size": 7}),
    "skyscrapers": ({"size": 5}, {"size": 6}, {"parks": 1}),
    "kakuro": ({"size": 6}, {"size": 8}),
    "tents": ({"size": 8}, {"size": 10}, {"size": 7, "density": 50}),
    "binairo": ({"size": 6}, {"size": 8}, {"size": 10}),
    "masyu": ({"size": 7}, {"size": 10}),
    "slitherlink": ({"size": 5}, {"size": 7}),
}
"""The options for generated puzzles of each genre, used in turn."""
FROM_SETS = 6
"""Number of puzzles taken from each set whose boards are not too large."""
LARGEST = {"star-battle": 10, "magnets": 10}
"""Maximum side of a board; for other genres, ``USUAL``."""
USUAL = 15
LIMIT = 300.0
"""Time limit for a walkthrough, in seconds of wall-clock time."""
HEADS = (
    "genre",
    "puzzles",
    "steps",
    "not to the end",
    "wrong",
    "unshown",
    "no claims",
    "write nothing",
    "words 50 %",
    "95 %",
    "most",
    "over 60",
    "links",
    "30 words or more",
    "most things named",
)


def puzzles(genre: str) -> Iterator[Puzzle]:
    """Yield shipped and then generated puzzles of a genre with one solution, endlessly."""
    for path in sorted((EXAMPLES / genre).glob("*.json")):
        found = caracol.read(path.read_text("utf-8"))
        if caracol.solve(found).status is caracol.Status.UNIQUE:
            yield found
    for one in SETS.values():
        if one.genre == genre and one.size <= LARGEST.get(genre, USUAL) and one.path.exists():
            for entries in one.puzzles()[:FROM_SETS]:
                found = caracol.read(dumps(entries))
                if caracol.solve(found).status is caracol.Status.UNIQUE:
                    yield found
    seed = 1000
    while True:
        options = MADE[genre][seed % len(MADE[genre])]
        yield caracol.generate(genre, seed=seed, graded=False, **options).puzzle
        seed += 1


def check(genre: str, number: int) -> list[str]:
    """Return the row of one genre."""
    words: list[int] = []
    links: list[int] = []
    steps = open_ends = wrong = silent = bare = dark = rules = 0
    for puzzle in islice(puzzles(genre), number):
        walk = caracol.explain(puzzle, seconds=LIMIT)
        open_ends += not walk.finished
        seen = show_givens(puzzle.model)
        for step in walk.steps:
            steps += 1
            faults = verify(step, puzzle.model, seen)
            take_cuts(seen, step.cuts)
            for sentence in faults:
                wrong += 1
                print(f"{genre}: {sentence}: {step}", file=sys.stderr)
            silent += not step.settles
            for part in (step,):
                if part.chain:
                    links += [len(told.split()) for told in list_link_sentences(part, part.chain)]
                    continue
                words += [len(told.split()) for told in re.split(r"(?<=\.) ", part.sentence)]
                rules = max(rules, count_things(part))
                bare += not part.claims
                dark += genre == "nonogram" and cites_too_little(part)
    shares = [str(round(percentile(words, share))) for share in (0.5, 0.95, 1.0)]
    return [
        genre,
        str(number),
        str(steps),
        str(open_ends),
        str(wrong),
        str(dark) if genre == "nonogram" else "–",
        str(bare),
        f"{silent / max(steps, 1):.1%}",
        *shares,
        str(sum(found > 60 for found in words)),
        str(len(links)),
        str(sum(found >= 30 for found in links)),
        str(rules),
    ]


def count_things(step: Step) -> int:
    """Return the number of things to look at in a step that is not a chain.

    A line with all letters that it contains once counts as one thing, and so do the pairs of
    neighbours in a stretch.
    """
    together = [max(len(claim.as_one) - 1, 0) for claim in step.claims]
    return len({rule.name for rule in step.rules}) - sum(together)


def list_link_sentences(step: Step, links: tuple[Link, ...]) -> list[str]:
    """Return the sentences of the links of a chain."""
    assert step.writer is not None
    found = []
    for link in links:
        if link.inside:
            found += list_link_sentences(step, link.inside)
    flat = tuple(link for link in links if not link.inside)
    return found + step.writer.describe_links(flat)


def cites_too_little(step: Step) -> bool:
    """Return whether a Nonogram's sentence relies on painted cells that it does not cite.

    The check uses only the cited cells and the runs of the clue, not the claims: a line called
    complete has all runs painted; a run of full length ends next to the concluded cell; cells
    said to belong to a run are painted; a gap into which nothing fits has no painted cells.
    """
    if not hasattr(step.claims[0], "runs"):
        return False
    cells = step.rules[0].cells
    runs: tuple[int, ...] = step.claims[0].runs
    painted = {cells.index(fact.cell) for fact in step.facts if fact.mask == 2}
    blank = {cells.index(fact.cell) for fact in step.facts if fact.mask == 1}
    concluded = [cells.index(cut.cell) for cut in step.cuts]
    if step.technique == "complete":
        return len(painted) != sum(runs)
    if step.technique == "longest":
        return not all({place - 1, place + 1} & painted for place in concluded)
    if step.technique in ("glue", "joined"):
        return not painted
    if step.technique == "too-narrow":
        for place in concluded:
            low = max([one for one in blank if one < place], default=-1)
            high = min([one for one in blank if one > place], default=len(cells))
            if high - low - 1 >= min(runs) or any(low < one < high for one in painted):
                return True
    return False


PAGE = """# Claims: what sentences say, checked

Measured on {today} by `python -m bench.claims {number}` in {minutes:.0f} minutes of CPU: {machine}.

The examples of a genre, the first puzzles of its sets (up to 15×15; Star Battles and Magnets up to 10×10), and generated ones, {number} in all, each with one solution.
Every step of their walkthroughs is given to `verify`.

- *wrong* counts what `verify` finds: claims that are not so on the cited facts, facts and rules that are not needed, links that do not follow.
- *unshown* counts, for Nonograms, sentences that speak of painted cells which are not cited, from the cells and the runs alone.
- *no claims* are steps that are neither chains nor made of claims; *write nothing* is the share of steps after which no cell has a new value.
- Words are counted sentence by sentence, and what is named step by step, where steps are no chains; links of chains are counted one by one. What is named are rules as people see them: a clue, a row, a region. That a row has each of its letters once is one thing, and so are the pairs of neighbours in a stretch of a line.

{table}
"""


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    names = sys.argv[2:] or list(MADE)
    rows = []
    for name in names:
        rows.append(check(name, number))
        print("  ".join(rows[-1]), f"({time.process_time():.0f} s)", file=sys.stderr, flush=True)
    print(plain(HEADS, rows))
    if names == list(MADE):
        page = PAGE.format(
            today=date.today().isoformat(),
            number=number,
            minutes=time.process_time() / 60,
            machine=machine(),
            table=markdown(HEADS, rows),
        )
        (FOLDER / "claims.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
