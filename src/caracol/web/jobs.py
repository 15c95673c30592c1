"""What workers can do: one function a verb, from plain data to plain data."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from caracol import desk, exchange, verbs
from caracol.errors import ClueError, FormatError
from caracol.exchange import own
from caracol.genre import Puzzle, genre
from caracol.play import Game
from caracol.rules import Values
from caracol.web import views
from caracol.web.problems import too_large

Payload = dict[str, Any]
Result = dict[str, Any]


class Stop(Protocol):
    """The flag that is set when nobody waits for the answer any more."""

    def is_set(self) -> bool: ...  # noqa: D102


class Context(Protocol):
    """What a job knows of the one who asked."""

    seconds: float

    @property
    def stop(self) -> Stop: ...  # noqa: D102

    def tell(self, **progress: Any) -> None: ...  # noqa: D102


Job = Callable[[Payload, Context], Result]
JOBS: dict[str, Job] = {}


def job(function: Job) -> Job:
    """Make a function known under its name."""
    JOBS[function.__name__] = function
    return function


# -- puzzles ---------------------------------------------------------------------------------


def puzzle_of(payload: Payload) -> Puzzle:
    """The puzzle of a request: our own JSON, or text of any format."""
    wanted, most = payload["puzzle"], payload["most_cells"]
    if isinstance(wanted, str):
        puzzle = read_text(wanted, payload.get("format"), payload.get("genre"))
    else:
        puzzle = _decoded(json.dumps(wanted, sort_keys=True))
    if puzzle.grid.size > most:
        size = f"{puzzle.grid.rows}×{puzzle.grid.columns}"
        raise too_large(f"a board of {size} cells is too large; {most} cells are the most")
    return puzzle


@lru_cache(maxsize=64)
def _decoded(text: str) -> Puzzle:
    # Questions about one puzzle come many times in a row, and its rules are made once.
    return own.decode(json.loads(text))


def read_text(text: str, format: str | None = None, genre: str | None = None) -> Puzzle:
    """The first puzzle of a text."""
    for puzzle in exchange.read_all(text, format, genre):
        return puzzle
    raise FormatError("there is no puzzle in this text")


def values_of(payload: Payload, puzzle: Puzzle) -> Values:
    """The player's values of a request; givens stand whatever the player says."""
    values = payload.get("values")
    if values is None:
        return puzzle.givens
    if len(values) != puzzle.grid.size:
        raise ClueError(
            f"has {len(values)} cells, but the board has {puzzle.grid.size}", "values"
        )
    for cell, value in enumerate(values):
        if value is not None and not 0 <= value < len(puzzle.symbols):
            most = len(puzzle.symbols) - 1
            raise ClueError(f"values go from 0 to {most}, not {value}", puzzle.grid.name(cell))
    return tuple(
        value if given is None else given
        for value, given in zip(values, puzzle.givens, strict=True)
    )


@job
def read(payload: Payload, _context: Context) -> Result:
    """A puzzle ready to draw."""
    return views.puzzle_view(puzzle_of(payload))


@job
def blank(payload: Payload, _context: Context) -> Result:
    """A new board ready to draw."""
    made = desk.blank(genre(payload["genre"]), payload["options"])
    return views.puzzle_view(made)


@job
def edit(payload: Payload, _context: Context) -> Result:
    """A puzzle after a setter's act, ready to draw."""
    puzzle = puzzle_of(payload)
    if payload.get("options") is not None:
        puzzle = desk.reformed(puzzle, payload["options"])
    if payload.get("info") is not None:
        puzzle = own.decode({**own.encode(puzzle), **payload["info"]})
    if payload.get("act") is not None:
        act = payload["act"]
        puzzle = desk.edit(
            puzzle,
            desk.Act(**{**act, "cells": tuple(act["cells"]), "picture": tuple(act["picture"])}),
        )
    return views.puzzle_view(puzzle)


# -- questions -------------------------------------------------------------------------------


@job
def solve(payload: Payload, context: Context) -> Result:
    """The solution, and whether it is the only one."""
    answer = verbs.solve(puzzle_of(payload), seconds=context.seconds, stop=context.stop)
    return views.answer_view(answer, 2)


@job
def count(payload: Payload, context: Context) -> Result:
    """How many solutions there are."""
    from caracol.solve.answer import Answer
    from caracol.solve.limits import Clock

    puzzle, limit = puzzle_of(payload), payload["limit"]
    clock = Clock(context.seconds, context.stop)
    told = found = 0
    kept: list[tuple[int, ...]] = []
    for solution in verbs.each_solution(puzzle, seconds=context.seconds, stop=context.stop):
        found += 1
        if len(kept) < payload["keep"]:
            kept.append(solution)
        if found - told >= max(1, told // 4):
            told = found
            context.tell(count=found)
        if found >= limit or clock.over():
            break
    complete = found < limit and not clock.over()
    stopped = "" if complete else ("solutions" if found >= limit else clock.reason())
    answer = Answer(tuple(kept), found, complete, stopped=stopped)
    return views.answer_view(answer, payload["keep"])


@job
def check(payload: Payload, _context: Context) -> Result:
    """What a board says of itself: broken rules, satisfied clues, whether it is solved."""
    puzzle = puzzle_of(payload)
    values = values_of(payload, puzzle)
    verdict = verbs.check(puzzle, values)
    game = Game(puzzle)
    written = [
        (cell, value)
        for cell, value in enumerate(values)
        if value is not None and puzzle.givens[cell] is None
    ]
    game.act(written)
    return {
        "solved": game.finished,
        "filled": verdict.finished,
        "faults": [views.fault_view(fault) for fault in verdict.faults],
        "satisfied": sorted(game.satisfied_rules()),
    }


@job
def candidates(payload: Payload, context: Context) -> Result:
    """The values that each cell has in some solution."""
    puzzle = puzzle_of(payload)
    values = values_of(payload, puzzle) if payload.get("values") is not None else None
    possible = verbs.candidates(puzzle, values, seconds=context.seconds, stop=context.stop)
    return {
        "candidates": [list(values) for values in possible.values],
        "complete": possible.complete,
        "solvable": possible.solvable,
    }


@job
def conflict(payload: Payload, context: Context) -> Result:
    """A smallest set of clues that cannot all hold."""
    found = verbs.conflict(puzzle_of(payload), seconds=context.seconds, stop=context.stop)
    return views.conflict_view(found)


@job
def formats(_payload: Payload, _context: Context) -> Result:
    """The formats that there are."""
    return {
        "formats": [
            {
                "name": found.name,
                "about": found.about,
                "reads": list(found.reads()),
                "writes": list(found.writes()),
                "binary": found.binary,
            }
            for found in exchange.formats()
        ]
    }


@job
def convert(payload: Payload, _context: Context) -> Result:
    """A puzzle in another format, and what is lost on the way."""
    written = exchange.convert(puzzle_of(payload), payload["to"])
    return {"text": written.text, "lost": list(written.lost), "spoilt": list(written.spoilt)}


@job
def genres(_payload: Payload, _context: Context) -> Result:
    """The genres that there are."""
    from caracol.exchange.carriers import all_genres

    return {"genres": [views.genre_view(found) for found in all_genres()]}
