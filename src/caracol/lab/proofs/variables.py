"""The variables of clauses that are about cells, as the comments explain them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from caracol.lab.proofs.steps import ProofError
from caracol.puzzle import Puzzle
from caracol.rules import each

_ABOUT_CELL = re.compile(r"(.+?) = (\d+) \(.*\)")


class Variables:
    """For each cell and value, the literal that says that the cell has the value."""

    def __init__(self, puzzle: Puzzle, meanings: Mapping[int, str]) -> None:
        self.model = model = puzzle.model
        self.cells = {model.name(cell): cell for cell in range(model.size)}
        if len(self.cells) < model.size:
            raise ProofError("two cells have the same name, so comments cannot tell them apart")
        self._literals: dict[tuple[int, int], int] = {}
        self._meant: dict[int, tuple[int, int]] = {}
        for variable, words in meanings.items():
            found = _ABOUT_CELL.fullmatch(words)
            if found and found[1] in self.cells:
                self._explain(variable, self.cells[found[1]], int(found[2]))
        for cell in range(model.size):
            for value in range(model.values):
                if (cell, value) not in self._literals:
                    raise ProofError(f"no comment names the variable of {model.name(cell)}")

    def _explain(self, variable: int, cell: int, value: int) -> None:
        """Let a variable mean that a cell has a value; if there are two, the opposite the other."""
        two = self.model.values == 2
        meant = [(variable, value), (-variable, 1 - value)] if two else [(variable, value)]
        for literal, one in meant:
            if (cell, one) in self._literals:
                raise ProofError(f"two variables say that {self.model.name(cell)} has value {one}")
            self._literals[cell, one] = literal
            self._meant[literal] = cell, one

    def __contains__(self, variable: int) -> bool:
        return variable in self._meant or -variable in self._meant

    def denied(self, literal: int) -> tuple[int, int]:
        """Return the cell and the value that a literal denies, or (-1, 0) if it denies none."""
        return self._meant.get(-literal, (-1, 0))

    def literals(self, cell: int, values: int) -> list[int]:
        """Return the literals for a cell having each value of a mask."""
        values &= (1 << self.model.values) - 1
        return [self._literals[cell, value] for value in each(values)]

    def among(self, cells: Sequence[int], values: int) -> list[int]:
        """Return the literals for any of the cells having a value of a mask."""
        return [literal for cell in cells for literal in self.literals(cell, values)]
