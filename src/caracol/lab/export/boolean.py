"""Rules as counts of true literals: what SAT and pseudo-Boolean solvers share.

A cell with two values is one variable, true for value 1; a cell with more values has one variable
per value. States of an automaton are variables too, exactly one of them true at each place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caracol.lab.export.lowered import Lowered, Occurrences, Written, describe_rule, leave_out
from caracol.puzzle import Puzzle
from caracol.rules import each
from caracol.rules.automata import make_adder
from caracol.rules.forms import (
    Counted,
    Joined,
    Machine,
    Read,
    TableForm,
    Tour,
    Weighed,
    determinize,
)


class Bounded(NamedTuple):
    """At least ``least`` and at most ``most`` of these literals are true."""

    literals: tuple[int, ...]
    least: int
    most: int


class Booleans:
    """The variables of a puzzle, and its rules as sums of literals with their words."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.values = puzzle.model.values
        self.meanings: list[str] = []
        """The meaning of each variable, in words; variable 1 comes first."""
        model, symbols = puzzle.model, puzzle.symbols
        for cell in range(model.size):
            for value in [1] if self.values == 2 else range(self.values):
                self.meanings.append(f"{model.name(cell)} = {value} ({symbols[value].word})")
        self.cells = tuple(self.meanings)
        """The meanings of the first variables, which are about cells and determine the others."""

    def literal(self, cell: int, value: int) -> int:
        """Return the literal for a cell having a value."""
        if self.values == 2:
            return cell + 1 if value else -cell - 1
        return cell * self.values + value + 1

    def variable(self, meaning: str) -> int:
        """Return a new variable with this meaning."""
        self.meanings.append(meaning)
        return len(self.meanings)

    def groups(self) -> Iterator[tuple[str, list[Bounded]]]:
        """Yield each rule in words with its sums, starting with one value per cell."""
        model = self.puzzle.model
        if self.values != 2:
            cells = []
            for cell in range(model.size):
                literals = tuple(self.literal(cell, value) for value in range(self.values))
                cells.append(Bounded(literals, 1, 1))
            yield "every cell has exactly one value", cells
        for place, ((rule,), forms) in enumerate(Lowered(self.puzzle).groups, 1):
            yield describe_rule(rule), [one for form in forms for one in self._form(form, place)]

    def shown(self) -> list[int]:
        """Return the variables about cells that the board shows."""
        each_cell = 1 if self.values == 2 else self.values
        return list(range(1, self.puzzle.model.shown * each_cell + 1))

    def _form(self, form: Written, place: int) -> Iterator[Bounded]:
        match form:
            case Counted():
                # A cell has one value, so at most one of its literals counts.
                literals = [self.literal(c, v) for c in form.cells for v in each(form.values)]
                yield Bounded(tuple(literals), max(0, form.least), min(len(form.cells), form.most))
            case Weighed():
                yield from self._read(_add_up(form, self.values), place)
            case TableForm():
                yield from self._table(form)
            case Read():
                yield from self._read(form, place)
            case Joined():
                yield from self._joined(form, place)
            case Tour():
                leave_out(form)
            case Occurrences():
                for count in form.as_counts():
                    yield from self._form(count, place)

    def _table(self, form: TableForm) -> Iterator[Bounded]:
        if len(form.cells) == 1:
            literals = tuple(self.literal(form.cells[0], value) for (value,) in form.tuples)
            yield Bounded(literals, 1, len(literals))
            return
        for combination in form.others(self.values):
            yield _clause(
                *(-self.literal(c, v) for c, v in zip(form.cells, combination, strict=True))
            )

    def _read(self, form: Read, place: int) -> Iterator[Bounded]:
        """Yield the clauses of an automaton, with a variable for each live state."""
        cells, table = form.cells, form.machine
        layers = find_live_states(table, len(cells))
        if not layers[0]:
            yield _clause()
            return
        before: dict[int, int] = {0: 0}
        for number, cell in enumerate(cells):
            after = {
                state: self.variable(f"rule {place}: state {state} after cell {number + 1}")
                for state in sorted(layers[number + 1])
            }
            names = tuple(after.values())
            if len(names) > 1 or number + 1 == len(cells):
                yield Bounded(names, 1, 1)
            for state, name in before.items():
                for value in range(self.values):
                    target = table.follow(state, value)
                    here = [-name] if name else []
                    goal = [after[target]] if target in after else []
                    yield _clause(*here, -self.literal(cell, value), *goal)
            before = after

    def _joined(self, form: Joined, place: int) -> Iterator[Bounded]:
        """Yield the clauses of a connected shape: a variable for each cell and distance."""
        names = [self.puzzle.model.name(cell) for cell in form.cells]
        inside, beside = [], [[number] for number in range(len(names))]
        for cell, name in zip(form.cells, names, strict=True):
            literals = [self.literal(cell, value) for value in each(form.values)]
            if len(literals) > 1:
                literals.append(self.variable(f"rule {place}: {name} is inside"))
                yield from _define_any(literals[-1], literals[:-1])
            inside.append(literals[-1])
        for one, other in form.links:
            beside[one].append(other)
            beside[other].append(one)
        reached: list[int] = []
        before = 0
        for name, literal in zip(names, inside, strict=True):
            first = self.variable(f"rule {place}: {name} is the first inside")
            some = self.variable(f"rule {place}: {name} is inside, or one before it")
            yield from _define_all(first, [literal, -before] if before else [literal])
            yield from _define_any(some, [literal, before] if before else [literal])
            reached.append(first)
            before = some
        for far in range(1, form.farthest + 1):
            near, reached = reached, []
            for number, name in enumerate(names):
                here = self.variable(f"rule {place}: {name} is within {far} of the first")
                # Within this distance: inside, and it or a neighbour within one less.
                yield _clause(-here, inside[number])
                yield _clause(-here, *(near[other] for other in beside[number]))
                for other in beside[number]:
                    yield _clause(-near[other], -inside[number], here)
                reached.append(here)
        for literal, within in zip(inside, reached, strict=True):
            yield _clause(-literal, within)


def _define_any(name: int, literals: list[int]) -> Iterator[Bounded]:
    """Yield clauses that make a variable mean "at least one of these"."""
    yield _clause(-name, *literals)
    for literal in literals:
        yield _clause(-literal, name)


def _define_all(name: int, literals: list[int]) -> Iterator[Bounded]:
    """Yield clauses that make a variable mean "all of these"."""
    yield from _define_any(-name, [-literal for literal in literals])


def _add_up(form: Weighed, values: int) -> Read:
    """Return a sum as an automaton that adds up."""
    steps = make_adder(form.weights, len(form.cells), form.least, form.most)
    return Read(form.cells, determinize(steps, steps.start, steps.accept, values))


def find_live_states(table: Machine, length: int) -> list[set[int]]:
    """Return, for each place, the states on a path from the start to acceptance."""
    ahead = [{0}]
    for _ in range(length):
        ahead.append({t for s, _, t in table.steps if s in ahead[-1]})
    ahead[-1] &= set(table.accept)
    for place in range(length - 1, -1, -1):
        ahead[place] &= {s for s, _, t in table.steps if t in ahead[place + 1]}
    return ahead


def _clause(*literals: int) -> Bounded:
    return Bounded(literals, 1, len(literals))
