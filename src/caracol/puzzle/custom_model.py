"""Models without a genre, built in Python to be solved, traced and exported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caracol.board.grid import Grid, Places
from caracol.board.scene import Scene, Shape, Symbol, Weight, borders
from caracol.errors import ArgumentError, ClueError
from caracol.puzzle import Genre, Info, Puzzle
from caracol.rules import Model, Rule


@dataclass(frozen=True)
class ByHand(Puzzle):
    """A model as a puzzle: its values are the numbers 0, 1, 2 … and its board a plain grid."""

    stated: Model

    @cached_property
    def grid(self) -> Places:
        return self.stated.grid

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        return tuple(
            Symbol(str(v), str(v), Shape.LETTER, str(v)) for v in range(self.stated.values)
        )

    @cached_property
    def model(self) -> Model:
        """The model itself."""
        return self.stated

    def check(self) -> None:
        """Do nothing: the model has checked itself."""


class ByHandGenre(Genre[ByHand]):
    """The genre of models without a genre."""

    id = "by-hand"
    name = "Model by hand"
    instructions = "Keep every rule of the model."
    schema: Mapping[str, Any] = {"properties": {}, "required": []}

    def rules(self, puzzle: ByHand) -> list[Rule]:
        return list(puzzle.stated.rules)

    def scene(self, puzzle: ByHand) -> Scene:
        grid = puzzle.grid
        if not isinstance(grid, Grid):
            return Scene(grid, (), puzzle.symbols)
        thin = borders(grid, lambda _one, _other: Weight.THIN)
        return Scene(grid, thin, puzzle.symbols)

    def encode(self, _puzzle: ByHand) -> dict[str, Any]:
        raise ClueError(
            "a custom model has no puzzle file; 'caracol lab export' writes it for other solvers"
        )

    def decode(self, _entries: Mapping[str, Any], _info: Info) -> ByHand:
        raise ClueError("custom models have no puzzle files")


GENRE = ByHandGenre()
ByHand.genre = GENRE


def as_puzzle(asked: Puzzle | Model) -> Puzzle:
    """Return a puzzle as it is, or a model as a puzzle.

    >>> as_puzzle(Model(Grid(2, 2), 3, ())).symbols[2].letter
    '2'
    """
    if isinstance(asked, Puzzle):
        return asked
    if isinstance(asked, Model):
        return ByHand(asked)
    raise ArgumentError("puzzle", "a Puzzle or a Model", asked)
