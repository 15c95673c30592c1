"""An expression with the numbers of some cells is true."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from caracol.errors import RuleError
from caracol.rules.kind import Contradiction, Elimination, Rule
from caracol.rules.masks import each


class Span(NamedTuple):
    """Range of the numbers that an expression may have; truth values are the numbers 0 and 1."""

    low: int
    high: int
    defined: bool = True
    """Whether it has a number for sure: there is none for ``x // 0``, or beyond an array's end."""

    @property
    def numbers(self) -> range:
        """The numbers in the range; there are none if it is never defined."""
        return range(self.low, self.high + 1)


NOWHERE = Span(0, -1, defined=False)
"""The span of an expression without a number."""


def _hull(numbers: Sequence[int], defined: bool) -> Span:
    return Span(min(numbers), max(numbers), defined) if numbers else NOWHERE


Operation = Callable[[Sequence[Span]], Span]
"""An operation: from the ranges of the parts to the range of the whole."""


def _arithmetic(combine: Callable[..., Span]) -> Operation:
    """Return an operation that has a number only if all its parts have one."""

    def operate(parts: Sequence[Span]) -> Span:
        if not all(part.numbers for part in parts):
            return NOWHERE
        found = combine(*parts)
        return found._replace(defined=found.defined and all(part.defined for part in parts))

    return operate


def _compare(
    combine: Callable[[Span, Span], tuple[bool, bool]],
) -> Callable[[Sequence[Span]], Span]:
    """Return a comparison, which is false unless both sides have a number."""

    def operate(parts: Sequence[Span]) -> Span:
        one, other = parts
        if not one.numbers or not other.numbers:
            return Span(0, 0)
        surely, perhaps = combine(one, other)
        return Span(int(surely and one.defined and other.defined), int(perhaps))

    return operate


def _multiply(one: Span, other: Span) -> Span:
    return _hull([a * b for a in one[:2] for b in other[:2]], True)


def _divide(one: Span, other: Span) -> Span:
    ends = {other.low, other.high, -1, 1} - {0}
    quotients = [
        abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        for b in ends
        if b in other.numbers
        for a in one[:2]
    ]
    return _hull(quotients, 0 not in other.numbers)


def _take_remainder(one: Span, other: Span) -> Span:
    if one.low == one.high and other.low == other.high:
        if not other.low:
            return NOWHERE
        rest = abs(one.low) % abs(other.low)
        return Span(*(rest if one.low >= 0 else -rest,) * 2)
    most = max(abs(other.low), abs(other.high)) - 1
    if most < 0:
        return NOWHERE
    low, high = max(min(one.low, 0), -most), min(max(one.high, 0), most)
    return Span(low, high, 0 not in other.numbers)


def _raise_to(base: Span, exponent: Span) -> Span:
    bases = {base.low, base.high} | ({0} & {*base.numbers})
    return _hull([a**b for a in bases for b in exponent.numbers if b >= 0], exponent.low >= 0)


def _pick(place: Span, *array: Span) -> Span:
    chosen = [array[at] for at in place.numbers if 0 <= at < len(array)]
    inside = place.low >= 0 and place.high < len(array)
    return _hull([end for one in chosen for end in one[:2]], inside)


OPERATORS: dict[str, Operation] = {
    "and": lambda parts: Span(min(p.low for p in parts), min(p.high for p in parts)),
    "or": lambda parts: Span(max(p.low for p in parts), max(p.high for p in parts)),
    "not": lambda parts: Span(1 - parts[0].high, 1 - parts[0].low),
    "==": _compare(lambda a, b: (a[:2] == b[:2] and a.low == a.high, _meet(a, b))),
    "!=": _compare(lambda a, b: (not _meet(a, b), a[:2] != b[:2] or a.low != a.high)),
    "<=": _compare(lambda a, b: (a.high <= b.low, a.low <= b.high)),
    "<": _compare(lambda a, b: (a.high < b.low, a.low < b.high)),
    "sum": _arithmetic(lambda *p: Span(sum(a.low for a in p), sum(a.high for a in p))),
    "mul": _arithmetic(_multiply),
    "div": _arithmetic(_divide),
    "mod": _arithmetic(_take_remainder),
    "pow": _arithmetic(_raise_to),
    "abs": _arithmetic(
        lambda a: Span(max(a.low, -a.high, 0), max(-a.low, a.high)),
    ),
    "min": _arithmetic(lambda *p: Span(min(a.low for a in p), min(a.high for a in p))),
    "max": _arithmetic(lambda *p: Span(max(a.low for a in p), max(a.high for a in p))),
    "element": _arithmetic(_pick),
}
"""The operations by name.

Division is truncated, and the remainder has the sign of the dividend. The first part of an
``element`` is the place, counted from 0, and the others are the array.
"""
CELL, NUMBER = "cell", "number"
"""The operators of expressions without parts."""


def _meet(one: Span, other: Span) -> bool:
    return one.low <= other.high and other.low <= one.high


@dataclass(frozen=True)
class Expression:
    """A cell, a number, or an operation on other expressions.

    >>> both = Expression("sum", (Expression.of_cell(0), Expression.of_cell(1)))
    >>> both.span([0b011, 0b100], (-1, 0, 5))
    Span(low=4, high=5, defined=True)
    """

    operator: str
    parts: tuple[Expression, ...] = ()
    content: int = 0
    """The cell, or the number."""

    @classmethod
    def of_cell(cls, cell: int) -> Expression:
        """Return the number of a cell."""
        return cls(CELL, content=cell)

    @classmethod
    def constant(cls, number: int) -> Expression:
        """Return a constant."""
        return cls(NUMBER, content=number)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells that occur in it, each once."""
        if self.operator == CELL:
            return (self.content,)
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.cells))

    def span(self, candidates: Sequence[int], numbers: Sequence[int]) -> Span:
        """Return the range of its numbers; value *v* of a cell is the number ``numbers[v]``."""
        if self.operator == NUMBER:
            return Span(self.content, self.content)
        if self.operator == CELL:
            mask = candidates[self.content]
            return Span(numbers[(mask & -mask).bit_length() - 1], numbers[mask.bit_length() - 1])
        return OPERATORS[self.operator]([part.span(candidates, numbers) for part in self.parts])

    def enumerate(
        self, masks: Sequence[int], numbers: Sequence[int]
    ) -> Iterator[tuple[tuple[int, ...], Span]]:
        """Yield every combination of values of its cells, with the number it gives.

        ``masks`` has the values of each of :attr:`cells`, in that order.
        """
        board = [1] * (max(self.cells, default=-1) + 1)
        for values in product(*map(each, masks)):
            for cell, value in zip(self.cells, values, strict=True):
                board[cell] = 1 << value
            yield values, self.span(board, numbers)


@dataclass(frozen=True)
class Formula(Rule):
    """A true expression.

    ``propagate`` tries every value of every cell and removes those with which the range of the
    expression is only 0. That is not complete: where it must be, state a :class:`Table`.
    """

    expression: Expression
    numbers: tuple[int, ...]
    """The number of each value, in ascending order."""

    def holds(self, values: Sequence[int]) -> bool:
        masks = [1 << value for value in values]
        return self.expression.span(masks, self.numbers).low == 1

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        span, numbers = self.expression.span, self.numbers
        if not all(candidates[cell] for cell in self.cells) or not span(candidates, numbers).high:
            raise Contradiction(self)
        tried = list(candidates)
        found = []
        for cell in self.expression.cells:
            removed = 0
            for value in each(candidates[cell]):
                tried[cell] = 1 << value
                if not span(tried, numbers).high:
                    removed |= 1 << value
            if removed == candidates[cell]:
                raise Contradiction(self)
            tried[cell] = candidates[cell]
            if removed:
                found.append(Elimination(cell, removed))
        return found

    def check(self, values: int) -> None:
        if len(self.numbers) < values:
            raise RuleError(
                f"{self}: the number of values is {values}, that of numbers {len(self.numbers)}"
            )

    def entailed(self, candidates: Sequence[int]) -> bool:
        possible = all(candidates[cell] for cell in self.cells)
        return possible and self.expression.span(candidates, self.numbers).low == 1

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        return Formula, self.expression, self.numbers
