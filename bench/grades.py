"""``bench generate --grades``: the grades available at each size, and how long they take."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from bench.measure import format_figure, machine
from bench.solve import say
from bench.table import markdown

PATIENCE = 5.0
"""Wall-clock seconds after which a grade counts as unavailable."""
ENOUGH = 1.5
"""Seconds of CPU spent on the puzzles of a grade."""
SAMPLE = 5
"""Maximum number of puzzles of a grade."""
HEADING = "## Which grade at which size"


class Board(NamedTuple):
    """A size of board of one genre."""

    what: str
    genre: str
    options: dict[str, Any]


BOARDS = (
    *(
        Board(f"Star Battle {side}×{side}, {stars}", "star-battle", {"size": side})
        for side, stars in ((6, "1 star"), (8, "1 star"), (10, "2 stars"))
    ),
    *(
        Board(f"Easy as ABC {side}×{side}", "easy-as-abc", {"size": side, "letters": letters})
        for side, letters in ((5, 3), (6, 3), (8, 5))
    ),
    *(Board(f"Magic Snail {side}×{side}", "magic-snail", {"size": side}) for side in (5, 6, 7, 8)),
    *(Board(f"Magnets {side}×{side}", "magnets", {"size": side}) for side in (6, 8, 10)),
    *(Board(f"Nonogram {side}×{side}", "nonogram", {"size": side}) for side in (10, 15, 20)),
    *(
        Board(f"{name} {side}×{side}", genre, {"size": side})
        for name, genre, sides in (
            ("Sudoku", "sudoku", (6, 9)),
            ("Futoshiki", "futoshiki", (5, 6, 7)),
            ("Skyscrapers", "skyscrapers", (5, 6)),
            ("Binairo", "binairo", (8, 10, 14)),
            ("Tents", "tents", (8, 10, 15)),
            ("Kakuro", "kakuro", (6, 8)),
            ("Masyu", "masyu", (8, 10)),
            ("Akari", "akari", (7, 10, 14)),
            ("Hitori", "hitori", (6, 8, 10)),
            ("Slitherlink", "slitherlink", (7, 10)),
        )
        for side in sides
    ),
)


def heads() -> tuple[str, ...]:
    from caracol.authoring.drafts.target import WORDS

    return ("puzzles", *WORDS)


def measure() -> list[list[str]]:
    """Return the rows of the table."""
    rows = []
    for board in BOARDS:
        rows.append([board.what, *(measure_grade(board, word) for word in heads()[1:])])
        say(" | ".join(rows[-1]))
    return rows


def measure_grade(board: Board, word: str) -> str:
    """Return the mean time of a few puzzles of this grade."""
    import caracol
    from caracol.errors import ClueError, OutOfTime

    made, began = 0, time.process_time()
    while made < SAMPLE and time.process_time() - began < ENOUGH:
        try:
            caracol.generate(
                board.genre, seed=made + 1, grade=word, seconds=PATIENCE, **board.options
            )
        except ClueError:
            return "none"
        except OutOfTime:
            # One failure says less than the puzzles that succeeded.
            if not made:
                return f"not in {PATIENCE:g} s"
            break
        made += 1
    each = (time.process_time() - began) / made
    return f"{format_figure(each)} s" if each >= 1 else f"{format_figure(1e3 * each)} ms"


def part(rows: Sequence[Sequence[str]]) -> str:
    """Return the part of the page with the table."""
    text = [
        HEADING,
        "",
        f"Measured on {date.today().isoformat()} by `scripts/bench generate --grades`: "
        f"{machine()}.",
        f"CPU for one puzzle of the grade, the mean over at most {SAMPLE}, so the figures are "
        "rough; all sizes have their usual options unless a row says otherwise.",
        f"*Not in {PATIENCE:g} s*: the first one did not come in this time, by the clock. "
        "Some of these are rare, some may not exist; the generator says which grades came "
        "instead. *None*: such a puzzle cannot be.",
        "",
        markdown(heads(), rows),
        "",
    ]
    return "\n".join(text)


def replace_part(page: str, rows: Sequence[Sequence[str]]) -> str:
    """Return the page with this part replaced and the rest unchanged."""
    return page.partition(HEADING)[0].rstrip("\n") + "\n\n" + part(rows)
