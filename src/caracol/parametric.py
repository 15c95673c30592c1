"""Models that people would write: one for a genre, and data for each puzzle.

A genre that has them keeps ``model.mzn`` (MiniZinc) and ``model.lp`` (clingo) in its package, or
beside its one file under its own name, and in its part ``data`` a function from a puzzle to its
:class:`Data`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caracol.board.grid import Places
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple

Array = Sequence[int | Sequence[int]]


class Data(NamedTuple):
    """What a parametric model is told of one puzzle."""

    numbers: Mapping[str, int]
    arrays: Mapping[str, Array]
    """Lists and tables of numbers; as facts they are ``name(place, number)``, from 1."""
    facts: Mapping[str, Sequence[tuple[int, ...]]] = {}
    """Other facts, for languages that take facts …"""
    instead: tuple[str, ...] = ()
    """… instead of these arrays."""


def lines_of(numbers: Sequence[int], board: Places) -> list[list[int]]:
    """Numbers of the cells as rows, one for each line in which the board is written."""
    rest = iter(numbers)
    return [[next(rest) for _ in range(length)] for length in board.lengths]


def givens(puzzle: Puzzle) -> dict[str, list[list[int]]]:
    """The given values, row by row; -1 where none is."""
    values = [-1 if value is None else value for value in puzzle.givens]
    return {"given": lines_of(values, puzzle.grid)}
