"""Walks on the board of a puzzle, with the techniques of its genre."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import inf

from caracol.deduction.hints import read_board
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.engines.limits import Clock
from caracol.errors import ClueError, count_noun
from caracol.puzzle import Puzzle
from caracol.questions.techniques import choose_repertoire
from caracol.rules import Values


def start_walk(
    puzzle: Puzzle,
    masks: Sequence[int],
    clock: Clock,
    without: Collection[str] = (),
    policy: WalkPolicy | None = None,
) -> Walk:
    """Return a walk from these candidates, after applying the printed values."""
    repertoire = choose_repertoire(puzzle.genre, without)
    return Walk(
        puzzle.model,
        puzzle.model.apply_givens(masks),
        repertoire,
        clock,
        policy or WalkPolicy(),
    )


def read_masks(
    puzzle: Puzzle, values: Values | None, candidates: Sequence[int] | None
) -> list[int]:
    """Return the candidates of a player's board; raise an error if it does not fit."""
    if values is not None:
        puzzle.check_board(values)
    if candidates is not None and len(candidates) != puzzle.grid.size:
        raise ClueError(
            f"there must be candidates for {count_noun(puzzle.grid.size, puzzle.grid.noun)}, "
            f"not {len(candidates)}"
        )
    return read_board(puzzle.model, values, candidates)


def choose_limit(
    puzzle: Puzzle, without: Collection[str], clock: Clock
) -> Callable[[], float] | None:
    """Return how to find the limit of steps that are taken instead of several cheaper ones.

    Where cells have only two values, nearly every step writes something, so none is taken.
    """
    return None if puzzle.model.values == 2 else partial(limit_effort, puzzle, without, clock)


def limit_effort(puzzle: Puzzle, without: Collection[str], clock: Clock) -> float:
    """Return the maximum effort of a step that is taken instead of several cheaper ones.

    That is the effort of the hardest step that the puzzle needs, so that no move is harder than the
    puzzle.
    """
    board = board_of(puzzle.model)
    known: dict[frozenset[str], float] = board.once("hardest", lambda _: {})
    key = frozenset(without)
    if key not in known:
        policy = WalkPolicy(last_resort=False)
        walk = start_walk(puzzle, puzzle.model.candidates(), clock, without, policy)
        for _ in walk:
            pass
        if walk.stopped:
            return walk.hardest
        known[key] = walk.hardest if walk.finished else inf
    return known[key]
