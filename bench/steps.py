"""``python -m bench.steps [NUMBER [GENRE …]]``: measure how much each step and move says.

For each genre, it explains NUMBER generated puzzles of published sizes and all grades, checks every
step with ``verify`` on the reader's board, prints a row, and updates the row in the table in
``docs/benchmarks/explain.md``.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice, pairwise
from math import dist, hypot
from typing import Any

import caracol
from bench.measure import percentile
from bench.parts import update_table
from bench.table import plain
from caracol.deduction.justify import split_into_trials
from caracol.deduction.steps import Step
from caracol.deduction.verify import show_givens, take_cuts, verify
from caracol.deduction.walk.board import Board, board_of
from caracol.deduction.walk.ladder import NEAR, Walk
from caracol.deduction.walkthrough import Move
from caracol.deduction.words.moves import find_middle, find_written
from caracol.deduction.words.stating import count_rules, count_words
from caracol.engines.limits import Clock
from caracol.puzzle import Puzzle
from caracol.questions.techniques import choose_repertoire, limit_effort

SIZES: dict[str, dict[str, Any]] = {
    "star-battle": {"size": 10, "stars": 2},
    "easy-as-abc": {"size": 6, "letters": 4},
    "magnets": {"size": 8},
    "magic-snail": {"size": 6},
    "nonogram": {"size": 15},
    "akari": {"size": 10},
    "hitori": {"size": 8},
    "slitherlink": {"size": 10},
    "sudoku": {},
    "futoshiki": {"size": 6},
    "skyscrapers": {"size": 6},
    "kakuro": {"size": 8},
    "tents": {"size": 10},
    "binairo": {"size": 10},
    "masyu": {"size": 10},
}
"""The sizes that publications use most, for each genre."""
GRADES = ("easy", "medium", "hard", "expert", None)
LIMIT = 60.0
"""Time limit for a walkthrough, in seconds."""
BY_COMPUTER = "by-computer"
EASY = ("trivial", "easy", "medium", "hard")
MOST_REORDERED = 400
"""Maximum number of steps of a walkthrough whose order is compared."""
HEADS = (
    "genre",
    "puzzles",
    "steps",
    "words 50 %",
    "95 %",
    "most",
    "over 40",
    "over 60",
    "rules",
    "trials",
    "opening",
    "link",
    "links",
    "1 step",
    "≤ 3",
    "≤ 6",
    "more",
    "by computer",
    "up to hard",
    "wrong",
    "distance",
    "nearest",
    "cheaper",
)


@dataclass
class Tally:
    """What was counted for a genre."""

    words: list[int] = field(default_factory=list)
    rules: int = 0
    openings: int = 0
    link: int = 0
    links: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    steps: int = 0
    by_computer: int = 0
    up_to_hard: int = 0
    wrong: int = 0
    unfinished: int = 0
    cheaper: int = 0
    distances: list[float] = field(default_factory=list)
    nearest: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


def generate_puzzles(genre: str) -> Iterator[Puzzle]:
    """Yield puzzles of all grades, endlessly."""
    for seed in count():
        grade = GRADES[seed % len(GRADES)]
        options = {**SIZES[genre], **({"grade": grade} if grade else {"graded": False})}
        try:
            yield caracol.generate(genre, seed=seed, seconds=10, **options).puzzle
        except caracol.CaracolError:
            continue


def measure_step(step: Step, tally: Tally) -> None:
    """Add a step to a tally."""
    tally.steps += 1
    if step.technique == BY_COMPUTER:
        tally.by_computer += 1
        return
    if not step.chain:
        tally.words.append(count_words(step.sentence))
        tally.rules = max(tally.rules, count_rules(step))
        return
    tally.links.append(len(step.lines))
    tally.openings = max(tally.openings, count_words(step.opening))
    tally.link = max([tally.link, *(count_words(line.sentence) for line in step.lines)])


def find_cheaper(masks: Sequence[int], puzzle: Puzzle, move: Move) -> bool:
    """Return whether one step of less effort than a move of several would write something.

    A step that is harder than all that the puzzle needs does not count.
    """
    walk = Walk(puzzle.model, masks, choose_repertoire(puzzle.genre), Clock(5.0))
    limit = min(move.effort - 0.001, limit_effort(puzzle, (), Clock(5.0)) + 0.001)
    found = walk.find_writing(limit)
    return any(len(split_into_trials(walk.board, masks, one)) == 1 for one in found)


def reorder(board: Board, moves: Sequence[Move], start: Sequence[int]) -> list[Move]:
    """Return the moves nearest first: of those possible at a time, the cheap ones by distance."""
    seen, left, ordered = list(start), list(moves), []
    last: tuple[float, float] | None = None
    while left:
        possible = [move for move in left if _is_possible(move, seen)] or left[:1]
        least = min(move.effort for move in possible)
        near = [move for move in possible if move.effort < least + NEAR]

        def rate(move: Move, here: tuple[float, float] | None = last) -> float:
            middle = find_middle(board, [cell for cell, _ in move.steps[0].cuts])
            return dist(here, middle) if here and middle else 0.0

        best = min(near, key=rate)
        left.remove(best)
        ordered.append(best)
        for step in best:
            take_cuts(seen, step.cuts)
        last = find_middle(board, [cell for cell, _ in best.last.cuts]) or last
    return ordered


def _is_possible(move: Move, seen: Sequence[int]) -> bool:
    """Return whether the facts of a move's steps are known, or shown by those before."""
    now: dict[int, int] = {}
    for step in move:
        if any(seen[cell] & now.get(cell, -1) & ~mask for cell, mask in step.facts):
            return False
        for cell, removed in step.cuts:
            now[cell] = now.get(cell, -1) & ~removed
    return True


def measure_distances(board: Board, moves: Sequence[Move]) -> list[float]:
    """Return the distances between consecutive steps, divided by the board's diagonal."""
    middles = [
        middle
        for move in moves
        for step in move
        if (middle := find_middle(board, [cell for cell, _ in step.cuts])) is not None
    ]
    whole = hypot(board.model.grid.rows, board.model.grid.columns)
    return [dist(one, other) / whole for one, other in pairwise(middles)]


def measure_puzzle(puzzle: Puzzle, tally: Tally) -> None:
    """Explain a puzzle and add its steps to a tally."""
    walk = caracol.explain(puzzle, seconds=LIMIT)
    tally.unfinished += not walk.finished
    board, seen = board_of(puzzle.model), show_givens(puzzle.model)
    start = list(seen)
    before = tally.by_computer
    binary = find_written(board) != board.everything
    for move in walk.moves:
        tally.moves.append(len(move))
        if not binary and len(move) > 1:
            tally.cheaper += find_cheaper(tuple(seen), puzzle, move)
        for step in move:
            for fault in verify(step, puzzle.model, seen):
                tally.wrong += 1
                print(f"{puzzle.genre.id}: {fault}: {step}", file=sys.stderr, flush=True)
            measure_step(step, tally)
            take_cuts(seen, step.cuts)
    if tally.by_computer > before and caracol.grade(puzzle, seconds=LIMIT).word in EASY:
        tally.up_to_hard += tally.by_computer - before
    if len(walk.steps) <= MOST_REORDERED:
        tally.distances += measure_distances(board, walk.moves)
        tally.nearest += measure_distances(board, reorder(board, walk.moves, start))


def describe(genre: str, number: int, tally: Tally) -> list[str]:
    """Return the row of a genre."""
    words, moves = tally.words or [0], tally.moves or [0]
    mean = [sum(some) / max(1, len(some)) for some in (tally.distances, tally.nearest)]

    def share(some: int, of: Sequence[int]) -> str:
        return f"{some / max(1, len(of)):.1%}"

    return [
        genre,
        str(number) if not tally.unfinished else f"{number} ({tally.unfinished} not to the end)",
        str(tally.steps),
        *(str(round(percentile(words, one))) for one in (0.5, 0.95, 1.0)),
        *(share(sum(one > most for one in words), words) for most in (40, 60)),
        str(tally.rules),
        str(len(tally.links)),
        str(tally.openings),
        str(tally.link),
        str(max(tally.links, default=0)),
        *(share(sum(one <= most for one in moves), moves) for most in (1, 3, 6)),
        share(sum(one > 6 for one in moves), moves),
        f"{tally.by_computer / max(1, tally.steps):.2%}",
        str(tally.up_to_hard),
        str(tally.wrong),
        *(f"{one:.3f}" for one in mean),
        "–" if caracol.get_genre(genre) in _list_binary() else str(tally.cheaper),
    ]


def _list_binary() -> list[Any]:
    """Return the genres whose cells have two values, where most steps write something."""
    binary = ("star-battle", "nonogram", "akari", "hitori", "slitherlink", "tents", "binairo")
    return [caracol.get_genre(genre) for genre in binary]


def main() -> None:
    """Measure the genres, print the table, and update it in the page."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rows = []
    for genre in sys.argv[2:] or list(SIZES):
        tally = Tally()
        for puzzle in islice(generate_puzzles(genre), number):
            measure_puzzle(puzzle, tally)
        rows.append(describe(genre, number, tally))
        print("  ".join(rows[-1]), f"({time.process_time():.0f} s)", file=sys.stderr, flush=True)
        update_table("steps", HEADS, rows[-1:])
    print(plain(HEADS, rows))


if __name__ == "__main__":
    main()
