"""Models without a genre, built in Python to be solved, traced and exported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from caracol.board.grid import Grid, Places
from caracol.board.names import Unnamed
from caracol.board.scene import Scene, Shape, Symbol, Weight, borders
from caracol.errors import ArgumentError, ClueError
from caracol.puzzle import Genre, Info, Puzzle
from caracol.rules import Model, Rule

MOST_NAMED = 6
"""Maximum number of cells, or runs of cells, in the name of a rule."""


@dataclass(frozen=True)
class ByHand(Puzzle):
    """A model as a puzzle: its values are the numbers 0, 1, 2 … and its board a plain grid."""

    stated: Model
    numbers: tuple[int, ...] = ()
    """The number that each value means; by default, the value itself."""

    @cached_property
    def grid(self) -> Places:
        return self.stated.grid

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        names = [str(number) for number in self.numbers or range(self.stated.values)]
        return tuple(Symbol(name, name, Shape.LETTER, name) for name in names)

    @cached_property
    def model(self) -> Model:
        """The model itself, with the given values."""
        return self.stated.with_rules(*self.given_rules())

    def check(self) -> None:
        """Do nothing: the model has checked itself."""


NO_FILE = "a custom model has no puzzle file; 'caracol lab export' writes it for other solvers"


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
        raise ClueError(NO_FILE)

    def decode(self, _entries: Mapping[str, Any], _info: Info) -> ByHand:
        raise ClueError("custom models have no puzzle files")


GENRE = ByHandGenre()
ByHand.genre = GENRE


def as_puzzle(asked: Puzzle | Model) -> Puzzle:
    """Return a puzzle as it is, or a model of ours or of CPMpy as a puzzle.

    >>> as_puzzle(Model(Grid(2, 2), 3, ())).symbols[2].letter
    '2'
    """
    if isinstance(asked, Puzzle):
        return asked
    if isinstance(asked, Model):
        return _show_givens(asked)
    if is_cpmpy_model(asked):
        return from_cpmpy(asked)
    raise ArgumentError("puzzle", "a Puzzle or a Model", asked)


def is_cpmpy_model(asked: object) -> bool:
    """Return whether this is a model of CPMpy, without importing CPMpy."""
    kind = type(asked)
    return kind.__name__ == "Model" and kind.__module__.partition(".")[0] == "cpmpy"


def from_cpmpy(model: Any, board: Any = None) -> Puzzle:
    """Return a model of CPMpy as a puzzle.

    ``board`` is the array of variables to draw. By default, it is the only two-dimensional array
    if there are no other variables, or else all variables in a row. Solutions that differ only in
    other variables are one.
    """
    from caracol.puzzle.cpmpy_models import read_cpmpy

    if not is_cpmpy_model(model):
        raise ArgumentError("model", "a model of CPMpy", model)
    return _show_givens(*read_cpmpy(model, board))


def find_board(model: Any, names: Mapping[str, Any]) -> Any:
    """Return the array to draw of the names in a file: ``board``, or one with all variables."""
    from caracol.puzzle.cpmpy_models import find_array

    return names["board"] if names.get("board") is not None else find_array(model, names.values())


def _show_givens(model: Model, numbers: tuple[int, ...] = ()) -> ByHand:
    """Return a model as a puzzle on whose board the cells with a single value are written."""
    givens: list[int | None] = [None] * model.shown
    others: list[Rule] = []
    for rule in model.rules:
        facts = rule.given() if len(rule.cells) == 1 else ()
        single = [fact for fact in facts if fact.mask.bit_count() == 1]
        cell = rule.cells[0] if single else -1
        if 0 <= cell < model.shown and givens[cell] is None:
            givens[cell] = single[0].mask.bit_length() - 1
        else:
            others.append(rule)
    if len(others) < len(model.rules) or any(isinstance(rule.name, Unnamed) for rule in others):
        model = model.only([_name_cells(rule, model) for rule in others])
    return ByHand(model, numbers, givens=tuple(givens))


def _name_cells(rule: Rule, model: Model) -> Rule:
    """Return a rule with the names of its cells, if it has no other name."""
    if not isinstance(rule.name, Unnamed):
        return rule
    shown = model.grid.listed(cell for cell in rule.cells if cell < model.shown)
    hidden = [model.name(cell) for cell in rule.cells if cell >= model.shown]
    return replace(rule, name=describe_cells([*shown, *hidden], len(rule.cells)))


def describe_cells(names: Sequence[str], number: int) -> str:
    """Return the name of a rule about this number of cells, which these names stand for.

    >>> describe_cells(["r1c1", "r2c1–r2c3"], 4)
    'cells r1c1 and r2c1–r2c3'
    """
    listed = list(names) if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "others"]
    words = f"{', '.join(listed[:-1])} and {listed[-1]}" if len(listed) > 1 else "".join(listed)
    return f"{'cell' if number == 1 else 'cells'} {words}"
