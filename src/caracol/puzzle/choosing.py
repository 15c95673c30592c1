"""Choosing the kind of rule that states an expression, so that engines understand it best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from caracol.rules import Automaton, Regular, Rule, Sum, Table
from caracol.rules.formula import NUMBER, Expression, Formula
from caracol.rules.kind import LARGEST_TABLE
from caracol.rules.regular import MOST_STATES


def state_expression(
    expression: Expression,
    numbers: tuple[int, ...],
    domains: Sequence[int],
    name: str,
    statement: str,
) -> list[Rule]:
    """Return rules that say that an expression is true.

    The sum of the same function of three or more cells becomes a ``Sum``, few combinations become
    a ``Table``, other sums become an automaton that adds, and anything else a ``Formula``.
    ``numbers`` has the number of each value, and ``domains`` the possible values of each cell.

    >>> cells = [Expression.of_cell(cell) for cell in range(3)]
    >>> total = Expression("<=", (Expression("sum", tuple(cells)), Expression.constant(2)))
    >>> rule, = state_expression(total, tuple(range(20)), [(1 << 20) - 1] * 3,
    ...     "the total", "is at most 2")
    >>> type(rule).__name__, rule.least, rule.most
    ('Sum', 0, 2)
    """
    if expression.operator == "and":
        return [
            rule
            for part in expression.parts
            for rule in state_expression(part, numbers, domains, name, statement)
        ]
    cells = expression.cells
    if not cells:
        true = expression.span((), numbers).low == 1
        return [] if true else [Table((0,), (), name=name, statement=statement)]
    total = _Total.of(expression, numbers, domains)
    if total and total.least > total.most:
        return [Table(cells[:1], (), name=name, statement=statement)]
    if total and len(cells) > 2 and (weights := total.joint_weights(len(numbers))):
        ends = total.least, total.most
        return [Sum(total.cells, weights, *ends, name=name, statement=statement)]
    masks = [domains[cell] for cell in cells]
    if prod(mask.bit_count() for mask in masks) <= LARGEST_TABLE:
        found = [values for values, span in expression.enumerate(masks, numbers) if span.low == 1]
        return [Table(cells, tuple(found), name=name, statement=statement)]
    if total and (automaton := total.as_automaton(len(numbers))):
        return [Regular(total.cells, automaton, name=name, statement=statement)]
    return [Formula(cells, expression, numbers, name=name, statement=statement)]


@dataclass(frozen=True)
class _Total:
    """Weights that add up to at least ``least`` and at most ``most``."""

    cells: tuple[int, ...]
    weights: tuple[Mapping[int, int], ...]
    """For each cell, the weight of each value of its domain."""
    least: int
    most: int

    @classmethod
    def of(
        cls, expression: Expression, numbers: Sequence[int], domains: Sequence[int]
    ) -> _Total | None:
        """Return the expression as a total, if it is one."""
        if expression.operator == "or":
            whole, kind, sign = Expression("sum", expression.parts), "or", 1
        elif expression.operator in ("==", "<=", "<"):
            one, other = expression.parts
            negative = Expression("mul", (Expression.constant(-1), other))
            whole, kind, sign = Expression("sum", (one, negative)), expression.operator, 1
        else:
            return None
        weights: dict[int, dict[int, int]] = {}
        constant = 0
        for factor, term in _terms(whole, sign):
            if len(term.cells) > 1:
                return None
            for cell in term.cells or (None,):
                masks = [] if cell is None else [domains[cell]]
                for values, span in term.enumerate(masks, numbers):
                    if not span.defined:
                        return None
                    if cell is None:
                        constant += factor * span.low
                        continue
                    of_cell = weights.setdefault(cell, {})
                    of_cell[values[0]] = of_cell.get(values[0], 0) + factor * span.low
        low = sum(min(one.values()) for one in weights.values())
        high = sum(max(one.values()) for one in weights.values())
        bounds = {
            "or": (1 - constant, high),
            "==": (-constant, -constant),
            "<=": (low, -constant),
            "<": (low, -constant - 1),
        }
        return cls(tuple(weights), tuple(weights.values()), *bounds[kind])

    def joint_weights(self, values: int) -> tuple[int, ...] | None:
        """Return the weight of each value if it is the same in all cells."""
        joint: dict[int, int] = {}
        for one in self.weights:
            for value, weight in one.items():
                if joint.setdefault(value, weight) != weight:
                    return None
        usual = next(iter(joint.values()))
        return tuple(joint.get(value, usual) for value in range(values))

    def as_automaton(self, values: int) -> Automaton | None:
        """Return an automaton that adds the weights, if it is small."""
        layers = self._layers()
        if layers is None:
            return None

        def follow(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            place, total = state
            weight = self.weights[place].get(value) if place < len(self.cells) else None
            after = None if weight is None else total + weight
            if after is None or after not in layers[place + 1]:
                return None
            return place + 1, after

        length = len(self.cells)
        return Automaton.following((0, 0), values, follow, lambda state: state[0] == length, length)

    def _layers(self) -> list[set[int]] | None:
        """Return the totals after each cell that can still be right, unless there are too many."""
        low = sum(min(one.values()) for one in self.weights)
        high = sum(max(one.values()) for one in self.weights)
        layers = [{0}]
        for weights in self.weights:
            steps = {*weights.values()}
            low, high = low - min(steps), high - max(steps)
            reached = {total + step for total in layers[-1] for step in steps}
            layers.append(
                {total for total in reached if self.least - high <= total <= self.most - low}
            )
            if sum(map(len, layers)) > MOST_STATES:
                return None
        return layers


def _terms(expression: Expression, factor: int) -> list[tuple[int, Expression]]:
    """Return the terms of a sum, each with its factor."""
    if len(expression.cells) > 1:
        if expression.operator == "sum":
            return [term for part in expression.parts for term in _terms(part, factor)]
        if expression.operator == "mul":
            for constant, rest in (expression.parts, expression.parts[::-1]):
                if constant.operator == NUMBER:
                    return _terms(rest, factor * constant.content)
    return [(factor, expression)]
