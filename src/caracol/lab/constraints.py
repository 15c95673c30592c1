"""Global constraints under their names in the literature, each with a chosen consistency.

>>> from caracol.lab import Grid, Model
>>> grid = Grid(1, 3)
>>> model = Model(grid, 3, [alldifferent(grid.row(0)), sum((0, 1), 3)])
>>> from caracol.questions.solving import count
>>> count(model).solutions
((1, 2, 0), (2, 1, 0))
"""

from __future__ import annotations

import builtins
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from caracol.board.names import Unnamed
from caracol.errors import ArgumentError, RuleError, UnknownName, count_noun
from caracol.lab.strength import only_ends
from caracol.puzzle.custom_model import describe_cells
from caracol.rules import (
    MOST_VALUES,
    Automaton,
    Clauses,
    Contradiction,
    Count,
    Elimination,
    Regular,
    Rule,
    Sum,
    Table,
)
from caracol.rules.cardinality import Cardinality
from caracol.rules.forms import Form
from caracol.support.arguments import check_argument, checked

State = TypeVar("State", bound=Hashable)

CONSISTENCIES = {
    "domain": "removes every value that is in no combination",
    "bounds": "removes only values at the ends of each domain, seen as an interval",
    "none": "removes nothing until all cells are decided",
}
"""The consistencies in words: the values that a constraint removes."""

SINGULAR = {"are": "is", "have": "has", "add": "adds"}
"""The verbs of statements, for a single cell."""


@checked("cells", "consistency")
def alldifferent(cells: Sequence[int], *, consistency: str = "domain") -> Rule:
    """Demand that no two cells have the same value."""
    none, one = (0,) * MOST_VALUES, (1,) * MOST_VALUES
    says = _says(cells, "are", "all different")
    rule = Cardinality(tuple(cells), none, one, name=_about(cells), statement=says)
    return weaken(rule, consistency)


@checked("cells", "counts", "consistency")
def gcc(
    cells: Sequence[int],
    counts: Mapping[int, int | tuple[int, int]],
    *,
    consistency: str = "domain",
) -> Rule:
    """Demand how often each value occurs, as a number or a range; other values are free."""
    least, most = [0] * MOST_VALUES, [len(cells)] * MOST_VALUES
    for value, number in counts.items():
        check_argument("counts", value, int)
        _check_range("counts", number)
        if not 0 <= value < MOST_VALUES:
            raise RuleError(f"a value is a number from 0 to {MOST_VALUES - 1}, not {value}")
        least[value], most[value] = number if isinstance(number, tuple) else (number, number)
    words = ", ".join(f"{value}: {number}" for value, number in counts.items())
    rule = Cardinality(
        tuple(cells),
        tuple(least),
        tuple(most),
        name=_about(cells),
        statement=_says(cells, "have", f"counts {words}"),
    )
    return weaken(rule, consistency)


@checked("index", "array", "result", "consistency")
def element(index: int, array: Sequence[int], result: int, *, consistency: str = "domain") -> Rule:
    """Demand that the result is the entry of the array at the index, counted from 0."""
    words = ", ".join(map(str, array))
    rule = Table(
        (index, result),
        tuple(enumerate(array)),
        name=_about((index, result)),
        statement=f"are an index into [{words}] and its entry",
    )
    return weaken(rule, consistency)


@checked("cells", "moves", "accept", "consistency")
def regular(
    cells: Sequence[int],
    moves: Mapping[tuple[State, int], State],
    start: State,
    accept: Sequence[State],
    *,
    consistency: str = "domain",
) -> Rule:
    """Demand that the cells, read in order, take an automaton from its start to acceptance."""
    for move in moves:
        if not (isinstance(move, tuple) and len(move) == 2 and type(move[1]) is int):
            raise ArgumentError("moves", "a dictionary from pairs of state and value", move)
    states = list(dict.fromkeys([start, *(s for s, _ in moves), *moves.values(), *accept]))
    table = tuple(
        tuple(
            1 << states.index(moves[state, value]) if (state, value) in moves else 0
            for value in range(MOST_VALUES)
        )
        for state in states
    )
    ends = builtins.sum(1 << states.index(state) for state in set(accept))
    automaton = Automaton(1 << states.index(start), ends, table)
    rule = PaddedRegular(
        tuple(cells),
        automaton,
        name=_about(cells),
        statement=_says(cells, "are", "read by the automaton"),
    )
    return weaken(rule, consistency)


@checked("cells", "tuples", "consistency")
def table(
    cells: Sequence[int], tuples: Sequence[Sequence[int]], *, consistency: str = "domain"
) -> Rule:
    """Demand that the cells, in order, are one of these combinations."""
    for one in tuples:
        check_argument("tuples", one, Sequence[int])
    found = tuple(tuple(one) for one in tuples)
    says = _says(cells, "are", f"one of {count_noun(len(found), 'combination')}")
    return weaken(Table(tuple(cells), found, name=_about(cells), statement=says), consistency)


@checked("cells", "weights", "consistency")
def sum(
    cells: Sequence[int],
    total: int | tuple[int, int],
    *,
    weights: Sequence[int] | None = None,
    consistency: str = "domain",
) -> Rule:
    """Demand that the values add up to the total, or to a number in a range.

    ``weights`` gives the weight of each value, by default the value itself.
    """
    _check_range("total", total)
    least, most = total if isinstance(total, tuple) else (total, total)
    counted = tuple(weights) if weights is not None else tuple(range(MOST_VALUES))
    words = str(least) if least == most else f"{least}–{most}"
    rule = Total(
        tuple(cells),
        counted,
        least,
        most,
        name=_about(cells),
        statement=_says(cells, "add", f"up to {words}"),
    )
    return weaken(rule, consistency)


NAMED = {
    "alldifferent": alldifferent,
    "gcc": gcc,
    "element": element,
    "regular": regular,
    "table": table,
    "sum": sum,
}
"""The constraints by name."""


@dataclass(frozen=True)
class Total(Sum):
    """A sum with more weights than there are values, because it was stated before the values."""

    def check(self, values: int) -> None:
        if len(self.weights) < values:
            raise RuleError(
                f"{self}: the number of weights is {len(self.weights)}, that of values {values}"
            )
        self.fit(values).check(values)

    def fit(self, values: int) -> Sum:
        """Return the sum for this number of values."""
        weights = self.weights[:values]
        return Sum(
            self.cells, weights, self.least, self.most, name=self.name, statement=self.statement
        )

    def as_count(self) -> Count | None:
        return None

    def forms(self, values: int) -> list[Form]:
        return self.fit(values).forms(values)

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        return self.fit(len(values)).moved(cells, values)


@dataclass(frozen=True)
class PaddedRegular(Regular):
    """A ``Regular`` whose automaton has more values than the model."""

    def check(self, values: int) -> None:
        if fault := self.fit(values).automaton.fault(values):
            raise RuleError(f"{self}: {fault}")

    def fit(self, values: int) -> Regular:
        """Return the rule for this number of values."""
        assert isinstance(self.automaton, Automaton)
        rows = tuple(row[:values] for row in self.automaton.moves)
        automaton = replace(self.automaton, moves=rows)
        return Regular(self.cells, automaton, name=self.name, statement=self.statement)

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        return self.fit(len(values)).moved(cells, values)


@dataclass(frozen=True)
class WeakenedRule(Rule):
    """A rule that removes less than it could."""

    inner: Rule
    consistency: str

    def holds(self, values: Sequence[int]) -> bool:
        return self.inner.holds(values)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        masks = [candidates[cell] for cell in self.cells]
        if all(mask and not mask & (mask - 1) for mask in masks):
            if not self.holds([mask.bit_length() - 1 for mask in candidates]):
                raise Contradiction(self)
            return []
        if self.consistency == "none":
            return []
        values = builtins.max(mask.bit_length() for mask in masks)
        return only_ends(self.inner, candidates, range(values))

    def check(self, values: int) -> None:
        self.inner.check(values)

    def encode(self, clauses: Clauses, selector: int) -> None:
        self.inner.encode(clauses, selector)

    def entailed(self, candidates: Sequence[int]) -> bool:
        return self.inner.entailed(candidates)

    def forms(self, values: int) -> list[Form]:
        return self.inner.forms(values)

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        return self.inner.moved(cells, values)


def weaken(rule: Rule, consistency: str) -> Rule:
    """Return the rule with the chosen consistency."""
    if consistency not in CONSISTENCIES:
        raise UnknownName("consistency", consistency, list(CONSISTENCIES))
    if consistency == "domain":
        return rule
    return WeakenedRule(
        rule.cells, rule, consistency, name=rule.name, statement=rule.statement, clue=rule.clue
    )


def _check_range(name: str, value: object) -> None:
    """Raise unless this is a whole number or a pair of them."""
    ends = value if isinstance(value, tuple) else (value, value)
    if len(ends) != 2 or not all(type(end) is int for end in ends):
        raise ArgumentError(name, "a whole number or a pair of least and most", value)


def _about(cells: Sequence[int]) -> Unnamed:
    """Return the numbers of the cells; the board that they are on will name them."""
    return Unnamed(describe_cells([*map(str, cells)], len(cells)))


def _says(cells: Sequence[int], verb: str, words: str) -> str:
    """Return the statement of a rule about one or more cells."""
    return f"{SINGULAR[verb] if len(cells) == 1 else verb} {words}"
