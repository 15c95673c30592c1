"""``python -m bench.claims``: every claim of walkthroughs, checked over the large sets.

Prints, for each set, what ``verify`` finds wrong, and how long sentences, links and reasons are.
"""

from __future__ import annotations

import json
import sys

import caracol
from bench.measure import percentile
from bench.sets import SETS
from bench.table import plain
from caracol.deduction.steps import Link, Step
from caracol.deduction.verify import verify

CHECKED = (
    "nonogram-10",
    "nonogram-15",
    "nonogram-20",
    "nonogram-tatham-20",
    "nonogram-unique-20",
    "star-battle-8-1",
    "star-battle-10-2",
    "easy-as-abc-5-3",
    "easy-as-abc-6-4",
    "magnets-6",
    "magnets-tatham-10",
    "magic-snail-5-3",
    "magic-snail-6-3",
)
HEADS = (
    "set",
    "puzzles",
    "steps",
    "not to the end",
    "wrong",
    "write nothing",
    "words 50 %",
    "95 %",
    "most",
    "over 60",
    "links",
    "over 30 words",
    "over 8 rules",
)
LIMIT = 60.0


def checked(name: str, most: int | None) -> list[str]:
    """The row of one set."""
    words: list[int] = []
    links: list[int] = []
    steps = open_ends = wrong = silent = large = 0
    puzzles = SETS[name].puzzles()[:most]
    for entries in puzzles:
        puzzle = caracol.read(json.dumps(entries))
        walk = caracol.explain(puzzle, seconds=LIMIT)
        open_ends += not walk.finished
        for step in walk.steps:
            steps += 1
            wrong += len(verify(step, puzzle.model))
            silent += not step.settles
            for part in step.parts or (step,):
                if part.chain:
                    links += [len(told.split()) for told in said(part, part.chain)]
                else:
                    words.append(len(part.sentence.split()))
                    large += len(part.rules) > 8
    shares = [str(round(percentile(words, share))) for share in (0.5, 0.95, 1.0)]
    return [
        name,
        str(len(puzzles)),
        str(steps),
        str(open_ends),
        str(wrong),
        f"{silent / max(steps, 1):.0%}",
        *shares,
        str(sum(number > 60 for number in words)),
        str(len(links)),
        str(sum(number > 30 for number in links)),
        str(large),
    ]


def said(step: Step, links: tuple[Link, ...]) -> list[str]:
    """The links of a chain, each in its own words."""
    assert step.teller is not None
    found = []
    for link in links:
        if link.inside:
            found += said(step, link.inside)
    flat = tuple(link for link in links if not link.inside)
    return found + step.teller.links(flat)


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else None
    names = sys.argv[2:] or list(CHECKED)
    print(plain(HEADS, [checked(name, asked) for name in names]))
