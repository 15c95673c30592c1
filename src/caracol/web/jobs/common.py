"""What all jobs share: how they are found, and how they get at the puzzle of a request."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any, Protocol

from caracol import formats
from caracol.engines.limits import Flag
from caracol.errors import CaracolError, ClueError, FormatError
from caracol.formats import own
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple
from caracol.rules import Values
from caracol.web.problems import too_large

Payload = dict[str, Any]
Result = dict[str, Any]


class Context(Protocol):
    """What a job knows of the one who asked."""

    seconds: float

    @property
    def stop(self) -> Flag:
        """It is set when nobody waits for the answer any more."""

    def tell(self, **progress: Any) -> None: ...

    def on_progress(self, things: str, number: int) -> None: ...


Job = Callable[[Payload, Context], Result]
JOBS: dict[str, Job] = {}


def job(function: Job) -> Job:
    """Make a function known under its name."""
    JOBS[function.__name__] = function
    return function


def day_of(payload: Payload) -> str:
    """The day of a request, if the calendar has it."""
    day: str = payload["day"]
    try:
        date.fromisoformat(day)
    except ValueError:
        raise ClueError(f"the calendar has no day {day}; write it as 2026-11-16", "day") from None
    return day


MOST_PUZZLES = 500
"""Puzzles of one text that are looked at."""


def puzzle_of(payload: Payload) -> Puzzle:
    """The puzzle of a request: our own JSON, or the first in text or bytes of any format."""
    return brought(payload).puzzles[0]


class Brought(NamedTuple):
    """What a request brings along."""

    puzzles: list[Puzzle]
    """At least one."""
    wrong: list[str]
    """Why others of the same text cannot be read."""
    note: str = ""
    """What else the text could have been."""
    format: str = "Caracol’s own"
    """What the text was taken for."""


def brought(payload: Payload) -> Brought:
    """The puzzles of a request; of several, a broken one does not spoil the others."""
    wanted, most = payload["puzzle"], payload["most_cells"]
    if not isinstance(wanted, str):
        return Brought([small_enough(_decoded(json.dumps(wanted, sort_keys=True)), most)], [])
    text = bytes_of(wanted) if payload.get("base64") else wanted
    asked = formats.asked_for(payload.get("genre"), {})
    found = formats.recognised(text, payload.get("format"), asked, payload.get("name") or "")
    items = list(islice(formats.numbered(found.items(asked)), MOST_PUZZLES))
    puzzles = [item for item in items if isinstance(item, Puzzle)]
    wrong = [item for item in items if isinstance(item, CaracolError)]
    if not puzzles:
        raise wrong[0]
    small = [small_enough(one, most) for one in puzzles]
    notes = "; ".join(asked.new_notes())
    return Brought(small, list(map(str, wrong)), notes, found.format.about)


def small_enough(puzzle: Puzzle, most: int) -> Puzzle:
    """The puzzle, unless it is too large for this server."""
    if puzzle.grid.size > most:
        size = f"{puzzle.grid.rows}×{puzzle.grid.columns}"
        raise too_large(f"a board of {size} cells is too large; {most} cells are the most")
    return puzzle


@lru_cache(maxsize=64)
def _decoded(text: str) -> Puzzle:
    # Questions about one puzzle come many times in a row, and its rules are made once.
    return own.decode(json.loads(text))


def bytes_of(text: str) -> bytes:
    """The bytes of a file that came as text."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise FormatError("this is no base 64, though it is said to be") from None


def values_of(payload: Payload, puzzle: Puzzle) -> Values:
    """The player's values of a request; givens stand whatever the player says."""
    values = payload.get("values")
    if values is None:
        return puzzle.givens
    if len(values) != puzzle.grid.size:
        raise ClueError(f"has {len(values)} cells, but the board has {puzzle.grid.size}", "values")
    for cell, value in enumerate(values):
        if value is not None and not 0 <= value < len(puzzle.symbols):
            most = len(puzzle.symbols) - 1
            raise ClueError(f"values go from 0 to {most}, not {value}", puzzle.grid.name(cell))
    return tuple(
        value if given is None else given
        for value, given in zip(values, puzzle.givens, strict=True)
    )
