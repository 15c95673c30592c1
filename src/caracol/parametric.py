"""Models that people would write: one for a genre, and data for each puzzle.

A genre that has them keeps ``model.mzn`` (MiniZinc) and ``model.lp`` (clingo) in its package, and
in a module ``data`` a function ``data`` from a puzzle to its :class:`Data`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from caracol.board.grid import Grid
from caracol.puzzle import Puzzle

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


def square(numbers: Sequence[int], grid: Grid) -> list[list[int]]:
    """Numbers of the cells as rows."""
    wide = grid.columns
    return [list(numbers[cell : cell + wide]) for cell in range(0, grid.size, wide)]


def givens(puzzle: Puzzle) -> dict[str, Array]:
    """The given values, row by row; -1 where none is."""
    values = [-1 if value is None else value for value in puzzle.givens]
    return {"given": square(values, puzzle.grid)}
