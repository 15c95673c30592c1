"""``bench generate --grades``: which grade can be had at which size, and how long it takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from bench.measure import machine, written
from bench.solve import say
from bench.table import markdown

PATIENCE = 5.0
"""Seconds by the clock after which a grade counts as one that does not come."""
ENOUGH = 1.5
"""Seconds of CPU that are spent on the puzzles of a grade."""
SAMPLE = 5
"""So many puzzles are enough."""
HEADING = "## Which grade at which size"


class Board(NamedTuple):
    """Puzzles of one size."""

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
)


def heads() -> tuple[str, ...]:
    from caracol.drafting.target import WORDS

    return ("puzzles", *WORDS)


def measured() -> list[list[str]]:
    """The rows of the table."""
    rows = []
    for board in BOARDS:
        rows.append([board.what, *(spent(board, word) for word in heads()[1:])])
        say(" | ".join(rows[-1]))
    return rows


def spent(board: Board, word: str) -> str:
    """How long a puzzle of this grade takes, the mean over a few."""
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
            # One that was unlucky says less than those that came.
            if not made:
                return f"not in {PATIENCE:g} s"
            break
        made += 1
    each = (time.process_time() - began) / made
    return f"{written(each)} s" if each >= 1 else f"{written(1e3 * each)} ms"


def part(rows: Sequence[Sequence[str]]) -> str:
    """The part of the page that has the table."""
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


def replaced(page: str, rows: Sequence[Sequence[str]]) -> str:
    """The page with this part anew, and the rest as it is."""
    return page.partition(HEADING)[0].rstrip("\n") + "\n\n" + part(rows)
