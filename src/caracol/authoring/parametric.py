"""Models as people write them: one for a genre, and data for each puzzle.

A genre that has them keeps ``model.mzn`` (MiniZinc) and ``model.lp`` (clingo) in the folder
``programs`` of its package, or, if it is a single file, next to it under its name. Its part
``data`` has a function from a puzzle to its :class:`Data`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from caracol.board.grid import Places
from caracol.puzzle import Puzzle

Array = Sequence[int | Sequence[int]]


class Data(NamedTuple):
    """The data of one puzzle for a parametric model."""

    numbers: Mapping[str, int]
    arrays: Mapping[str, Array]
    """Lists and tables of numbers; as facts they are ``name(place, number)``, from 1."""
    facts: Mapping[str, Sequence[tuple[int, ...]]] = {}
    """Other facts, for languages that take facts …"""
    instead: tuple[str, ...] = ()
    """… instead of these arrays."""


def lines_of(numbers: Sequence[int], board: Places) -> list[list[int]]:
    """Return numbers of the cells as rows, one for each line in which the board is written."""
    rest = iter(numbers)
    return [[next(rest) for _ in range(length)] for length in board.lengths]


def givens(puzzle: Puzzle) -> dict[str, list[list[int]]]:
    """Return the given values, row by row, with -1 for none."""
    values = [-1 if value is None else value for value in puzzle.givens]
    return {"given": lines_of(values, puzzle.grid)}
