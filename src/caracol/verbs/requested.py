"""The puzzle and the board of a request."""

from __future__ import annotations

import base64
import json
from argparse import Namespace
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from caracol.errors import CaracolError, ClueError, FormatError, UnnamedGenre, count_noun
from caracol.formats import converting, own
from caracol.puzzle import Puzzle
from caracol.rules import Values
from caracol.verbs.verb import Context, Payload, Verb


def answer_request(verb: Verb, payload: Payload, context: Context) -> dict[str, Any]:
    """Return the answer of a verb's operation."""
    if verb.operation is not None and verb.operation.answer is not None:
        return verb.operation.answer(payload, context)
    assert verb.ask is not None
    _, entries, _ = verb.ask(Namespace(**payload), read_puzzle(payload), context.stop)
    return entries


def read_day(payload: Payload) -> str:
    """Return the day in a request; raise if it is not a date."""
    day: str = payload["day"]
    try:
        date.fromisoformat(day)
    except ValueError:
        raise ClueError(f"{day} is not a date; write it as 2026-11-16", "day") from None
    return day


class TooLarge(CaracolError):
    """A board that is too large for a request."""


MOST_PUZZLES = 500
"""Maximum number of puzzles read from one text."""


def read_puzzle(payload: Payload) -> Puzzle:
    """Return the puzzle of a request: our own JSON, or the first one in a text of any format."""
    return read_request(payload).puzzles[0]


class RequestedPuzzles(NamedTuple):
    """The puzzles of a request."""

    puzzles: list[Puzzle]
    """At least one, unless the genre must be named first."""
    wrong: list[str]
    """Error messages for puzzles in the same text that cannot be read."""
    note: str = ""
    """Other formats or genres that the text could also be."""
    format: str = "Caracol’s own"
    """The format that was recognised."""
    choices: tuple[str, ...] = ()
    """Genres of which one must be named, because the text names none."""


def read_request(payload: Payload) -> RequestedPuzzles:
    """Return the puzzles of a request; raise only if none of them can be read."""
    wanted, most = payload["puzzle"], payload["most_cells"]
    if not isinstance(wanted, str):
        return RequestedPuzzles([check_size(_decode(json.dumps(wanted, sort_keys=True)), most)], [])
    text = decode_bytes(wanted) if payload.get("base64") else wanted
    request = converting.make_asked(payload.get("genre"), {})
    found = converting.detect_format(
        text, payload.get("format"), request, payload.get("name") or ""
    )
    items = list(islice(converting.number_errors(found.items(request)), MOST_PUZZLES))
    puzzles = [item for item in items if isinstance(item, Puzzle)]
    wrong = [item for item in items if isinstance(item, CaracolError)]
    if not puzzles:
        raise wrong[0]
    small = [check_size(one, most) for one in puzzles]
    notes = "; ".join(request.new_notes())
    choices = [id for item in wrong if isinstance(item, UnnamedGenre) for id in item.genres]
    return RequestedPuzzles(
        small, list(map(str, wrong)), notes, found.format.about, tuple(dict.fromkeys(choices))
    )


def check_size(puzzle: Puzzle, most: int) -> Puzzle:
    """Return the puzzle; raise if it is too large for this server."""
    if puzzle.grid.size > most:
        size = f"{puzzle.grid.rows}×{puzzle.grid.columns}"
        raise TooLarge(f"a board of {size} cells is too large; the maximum is {most} cells")
    return puzzle


@lru_cache(maxsize=64)
def _decode(text: str) -> Puzzle:
    # Many requests in a row are about the same puzzle, and building its rules takes time.
    return own.decode(json.loads(text))


def decode_bytes(text: str) -> bytes:
    """Return the bytes of a file that was sent in Base64."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise FormatError("the text is not valid Base64") from None


def read_values(payload: Payload, puzzle: Puzzle) -> Values:
    """Return the player's values in a request; given cells cannot be changed."""
    values = payload.get("values")
    if values is None:
        return puzzle.givens
    if len(values) != puzzle.grid.size:
        raise ClueError(
            f"has {count_noun(len(values), 'cell')}, but the board has {puzzle.grid.size}", "values"
        )
    for cell, value in enumerate(values):
        if value is not None and not 0 <= value < len(puzzle.symbols):
            most = len(puzzle.symbols) - 1
            raise ClueError(
                f"{value} is not a value; values are 0 to {most}", puzzle.grid.name(cell)
            )
    return tuple(
        value if given is None else given
        for value, given in zip(values, puzzle.givens, strict=True)
    )
