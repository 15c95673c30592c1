"""Other models of the same puzzle: other variables, other rules, the same solutions.

A genre that has any lists them in a module ``models`` of its package, as ``MODELS``: for each name
a function from a puzzle to a :class:`Formulation`. The laboratory compares them with the model of
cells that every puzzle has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from caracol.puzzle import Puzzle
from caracol.puzzle.parts import Part
from caracol.rules import Model, Table, each

CELLS = "cells"
"""The name of the model that every puzzle has, with one variable per cell."""


class Formulation(NamedTuple):
    """A model whose variables are not the cells of the board."""

    about: str
    """A sentence about the variables."""
    model: Model
    names: tuple[str, ...]
    """The names of the variables."""
    words: Callable[[int, int], str]
    """The meaning of a value of a variable, in words."""
    board: Callable[[Sequence[int]], tuple[int, ...]]
    """Returns the values of the cells that a solution of the model represents."""
    scale: tuple[int, ...] = ()
    """Ranks of the values, if different from their own order."""
    domains: tuple[int, ...] = ()
    """Domains of the variables as masks, if different from all values."""
    puzzle: Callable[[Sequence[int]], Puzzle] | None = None
    """Returns the puzzle that a solution represents, if the model makes puzzles."""

    def making(self, puzzle: Callable[[Sequence[int]], Puzzle]) -> Formulation:
        """Return the same model as one whose solutions are puzzles."""
        return self._replace(puzzle=puzzle)

    def start(self) -> list[int]:
        """Return the candidates of all variables at the start of a search."""
        return list(self.domains) or self.model.candidates()

    def with_domains(self) -> Model:
        """Return the model with the domains as rules, for solvers that know only rules."""
        every = (1 << self.model.values) - 1
        rules = [
            Table(
                (variable,),
                tuple((value,) for value in each(mask)),
                name=self.names[variable],
                statement="is in its domain",
            )
            for variable, mask in enumerate(self.domains)
            if mask != every
        ]
        return self.model.with_rules(*rules) if rules else self.model

    def posted_domains(self) -> list[int]:
        """Return the domains of all variables, without values that no puzzle of a genre has."""
        if self.domains:
            return list(self.domains)
        allowed = self.model.allowed
        return [mask & allowed.get(number, mask) for number, mask in enumerate(self.start())]


P = TypeVar("P", bound=Puzzle)


class ModelsPart(Part[P]):
    """Other models of a genre's puzzles, for the laboratory."""

    NAME = "models"
    NEEDS = ("MODELS",)

    MODELS: Mapping[str, Callable[[Any], Formulation]]
    """Functions that make the model of a puzzle, by name."""
