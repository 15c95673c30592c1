"""Other models of the same puzzle: other variables, other rules, the same solutions.

A genre that has any lists them in a module ``models`` of its package, as ``MODELS``: for each
name a function from a puzzle to a :class:`Formulation`. The laboratory compares them with the
model of cells that every puzzle has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from caracol.parts import Part
from caracol.puzzle import Puzzle
from caracol.records import Record, record
from caracol.rules import Model

CELLS = "cells"
"""The name of the model that every puzzle has: one variable a cell."""


@record
class Formulation(Record):
    """A model whose variables are not the cells of the board."""

    about: str
    """What the variables are, in a sentence."""
    model: Model
    names: tuple[str, ...]
    """The names of the variables."""
    words: Callable[[int, int], str]
    """What a value of a variable means, in words."""
    board: Callable[[Sequence[int]], tuple[int, ...]]
    """The values of the cells that a solution of the model stands for."""
    scale: tuple[int, ...] = ()
    """Ranks of the values, where they do not stand in their own order."""


P = TypeVar("P", bound=Puzzle)


class ModelsPart(Part[P]):
    """Other models of a genre's puzzles, for the laboratory."""

    NAME = "models"
    NEEDS = ("MODELS",)

    MODELS: Mapping[str, Callable[[Any], Formulation]]
    """By name, what makes the model of a puzzle."""
