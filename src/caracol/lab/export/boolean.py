"""Rules as counts of true literals: what SAT and pseudo-Boolean solvers share.

A cell of two values is one variable, true for value 1; a cell of more values has one variable
a value. States of a reading are variables too, exactly one of them true at each place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caracol.lab.export.parts import Machine, forbidden, machine, said
from caracol.puzzle import Puzzle
from caracol.rules import Allowed, Count, Reading, Rule, each


class Sum(NamedTuple):
    """At least so many and at most so many of these literals are true."""

    literals: tuple[int, ...]
    least: int
    most: int


class Booleans:
    """The variables of a puzzle, and its rules as sums of literals, each under its words."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.values = puzzle.model.values
        self.meanings: list[str] = []
        """What each variable says, in words; variable 1 comes first."""
        grid, symbols = puzzle.grid, puzzle.symbols
        for cell in range(grid.size):
            for value in [1] if self.values == 2 else range(self.values):
                self.meanings.append(f"{grid.name(cell)} = {value} ({symbols[value].word})")
        self.cells = tuple(self.meanings)
        """The first of them, which are about cells; those that follow are set by these."""

    def literal(self, cell: int, value: int) -> int:
        """The literal that says: this cell has this value."""
        if self.values == 2:
            return cell + 1 if value else -cell - 1
        return cell * self.values + value + 1

    def variable(self, meaning: str) -> int:
        """A new variable."""
        self.meanings.append(meaning)
        return len(self.meanings)

    def groups(self) -> Iterator[tuple[str, list[Sum]]]:
        """The rules in words, each with its sums; first that a cell has one value."""
        grid = self.puzzle.grid
        if self.values != 2:
            cells = []
            for cell in range(grid.size):
                literals = tuple(self.literal(cell, value) for value in range(self.values))
                cells.append(Sum(literals, 1, 1))
            yield "every cell has exactly one value", cells
        for place, rule in enumerate(self.puzzle.model.rules, 1):
            yield said(rule), list(self._rule(rule, place))

    def _rule(self, rule: Rule, place: int) -> Iterator[Sum]:
        match rule:
            case Count():
                # A cell has one value, so the literals of several values count it once.
                literals = [self.literal(c, v) for c in rule.cells for v in each(rule.values)]
                yield Sum(tuple(literals), max(0, rule.least), min(len(rule.cells), rule.most))
            case Allowed():
                yield from self._allowed(rule)
            case Reading():
                yield from self._reading(rule, machine(rule.stairs), place)
            case _:
                raise TypeError(f"no literals for a rule of kind {type(rule).__name__}")

    def _allowed(self, rule: Allowed) -> Iterator[Sum]:
        if len(rule.cells) == 1:
            literals = tuple(self.literal(rule.cells[0], value) for (value,) in rule.tuples)
            yield Sum(literals, 1, len(literals))
            return
        for combination in forbidden(rule, self.values):
            yield _clause(
                *(-self.literal(c, v) for c, v in zip(rule.cells, combination, strict=True))
            )

    def _reading(self, rule: Reading, table: Machine, place: int) -> Iterator[Sum]:
        """One variable for each state that can be reached there and can still reach acceptance."""
        layers = alive(table, len(rule.cells))
        if not layers[0]:
            yield _clause()
            return
        before: dict[int, int] = {0: 0}
        for number, cell in enumerate(rule.cells):
            after = {
                state: self.variable(f"rule {place}: state {state} after {number + 1} cells")
                for state in sorted(layers[number + 1])
            }
            names = tuple(after.values())
            if len(names) > 1 or number + 1 == len(rule.cells):
                yield Sum(names, 1, 1)
            for state, name in before.items():
                for value in range(self.values):
                    target = table.follow(state, value)
                    here = [-name] if name else []
                    goal = [after[target]] if target in after else []
                    yield _clause(*here, -self.literal(cell, value), *goal)
            before = after


def alive(table: Machine, length: int) -> list[set[int]]:
    """For each place the states that lie on a way from the start to acceptance."""
    ahead = [{0}]
    for _ in range(length):
        ahead.append({t for s, _, t in table.steps if s in ahead[-1]})
    ahead[-1] &= set(table.accept)
    for place in range(length - 1, -1, -1):
        ahead[place] &= {s for s, _, t in table.steps if t in ahead[place + 1]}
    return ahead


def _clause(*literals: int) -> Sum:
    return Sum(literals, 1, len(literals))
