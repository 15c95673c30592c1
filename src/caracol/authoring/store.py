"""A constraint store, to state models as a program in Prolog posts them.

Each printed constraint becomes one rule, and each variable that Prolog creates on the way (a truth
value, a partial sum) becomes a variable of the model. So the counters of a run can be compared with
those that a report prints. Compact models state the same with fewer rules that remove more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

from caracol.authoring.formulations import Formulation
from caracol.board.grid import Grid
from caracol.rules import Contradiction, Elimination, Model, Rule, Table, each
from caracol.rules.forms import Counted, Form
from caracol.rules.masks import numbers_between


@dataclass
class Store:
    """Variables with their domains, and the constraints posted so far."""

    names: list[str] = field(default_factory=list)
    domains: list[int] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    labelled: int = 0
    """Number of variables to label; they come first."""

    def add_variable(self, name: str, least: int, most: int) -> int:
        """Create a variable with the domain from ``least`` to ``most``."""
        self.names.append(name)
        self.domains.append(numbers_between(least, most, most))
        return len(self.names) - 1

    def allow(
        self,
        variables: Sequence[int],
        tuples: Sequence[tuple[int, ...]],
        name: str,
        statement: str,
        *,
        clue: bool = False,
    ) -> None:
        """Post a constraint that allows these combinations of values."""
        self.rules.append(
            Table(tuple(variables), tuple(tuples), name=name, statement=statement, clue=clue)
        )

    def reify_equality(self, variable: int, value: int, name: str) -> int:
        """Post ``variable #= value #<=> B``, and return B."""
        bit = self.add_variable(f"the truth of {self.names[variable]} = {value}", 0, 1)
        pairs = [(one, int(one == value)) for one in each(self.domains[variable])]
        statement = f"says whether {self.names[variable]} is {value}"
        self.allow((variable, bit), pairs, name, statement)
        return bit

    def count_exactly(self, value: int, variables: Sequence[int], total: int, name: str) -> None:
        """Post, for each variable, ``variable #= value #<=> B`` and ``Before #= After + B``.

        This is how the reports count: ``Before`` is the number of occurrences still to come, the
        total at first and 0 at the end.
        """
        before: int | None = None
        for place, variable in enumerate(variables):
            bit = self.reify_equality(variable, value, name)
            says = f"counts {value} in {self.names[variable]}"
            after: int | None = None
            if place < len(variables) - 1:
                after = self.add_variable(
                    f"the rest of {name} after {self.names[variable]}", 0, total
                )
            numbers = range(total + 1)
            # Before the first variable and after the last, the number is known.
            terms = [
                (before, numbers if before is not None else (total,)),
                (after, numbers if after is not None else (0,)),
                (bit, (0, 1)),
            ]
            sums = [one for one in product(*(values for _, values in terms))
                    if one[0] == one[1] + one[2]]  # fmt: skip
            kept = [place for place, (term, _) in enumerate(terms) if term is not None]
            self.allow(
                [term for term, _ in terms if term is not None],
                [tuple(one[place] for place in kept) for one in sums],
                name,
                says,
            )
            before = after

    def post_truth(self, name: str, statement: str) -> None:
        """Post a constraint on numbers alone, which holds: it counts, and removes nothing."""
        self.rules.append(Truth((), name=name, statement=statement))

    def formulate(
        self,
        about: str,
        words: Callable[[int, int], str],
        board: Callable[[Sequence[int]], tuple[int, ...]],
        scale: tuple[int, ...] = (),
    ) -> Formulation:
        """Return the model of everything that was posted."""
        values = max(mask.bit_length() for mask in self.domains)
        labelled = self.labelled or len(self.names)
        hidden = tuple(self.names[labelled:])
        model = Model(Grid(1, labelled), values, tuple(self.rules), hidden=hidden)
        return Formulation(
            about, model, tuple(self.names), words, board, scale, domains=tuple(self.domains)
        )


@dataclass(frozen=True)
class Truth(Rule):
    """A constraint without variables that holds."""

    def holds(self, _values: Sequence[int]) -> bool:
        return True

    def propagate(self, _candidates: Sequence[int]) -> list[Elimination]:
        return []

    def forms(self, _values: int) -> list[Form]:
        return []


@dataclass(frozen=True)
class AllDifferent(Rule):
    """No two cells have the same value: Prolog's ``all_different``, not ``all_distinct``.

    It removes the value of a decided cell from the others, and does nothing else.
    """

    def holds(self, values: Sequence[int]) -> bool:
        found = [values[cell] for cell in self.cells]
        return len(set(found)) == len(found)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        masks = {cell: candidates[cell] for cell in self.cells}
        decided = [cell for cell, mask in masks.items() if not mask & (mask - 1)]
        for cell in decided:
            value = masks[cell]
            if not value:
                raise Contradiction(self)
            for other, mask in masks.items():
                if other == cell or not mask & value:
                    continue
                masks[other] = left = mask & ~value
                if not left:
                    raise Contradiction(self)
                if not left & (left - 1):
                    decided.append(other)
        return [
            Elimination(cell, candidates[cell] & ~mask)
            for cell, mask in masks.items()
            if candidates[cell] != mask
        ]

    @property
    def idempotent(self) -> bool:
        return True

    def entailed(self, candidates: Sequence[int]) -> bool:
        masks = [candidates[cell] for cell in self.cells]
        together = 0
        for mask in masks:
            together |= mask
        return together.bit_count() == sum(mask.bit_count() for mask in masks)

    def forms(self, values: int) -> list[Form]:
        return [Counted(self.cells, 1 << value, 0, 1) for value in range(values)]


@dataclass(frozen=True)
class Cardinalities(Rule):
    """These values occur in the cells this number of times each: ``global_cardinality``.

    It looks at one value at a time, and so removes what a count of each value would remove.
    """

    counts: tuple[tuple[int, int], ...]
    """Values, each with its number of occurrences."""

    def holds(self, values: Sequence[int]) -> bool:
        found = [values[cell] for cell in self.cells]
        return all(found.count(value) == number for value, number in self.counts)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        masks = [candidates[cell] for cell in self.cells]
        changed = True
        while changed:
            changed = False
            for value, number in self.counts:
                bit = 1 << value
                must = sum(mask == bit for mask in masks)
                may = sum(bool(mask & bit) for mask in masks)
                if must > number or may < number:
                    raise Contradiction(self)
                if must == may:
                    continue
                if must == number:
                    masks = [mask if mask == bit else mask & ~bit for mask in masks]
                    changed = True
                elif may == number:
                    masks = [bit if mask & bit else mask for mask in masks]
                    changed = True
        return [
            Elimination(cell, candidates[cell] & ~mask)
            for cell, mask in zip(self.cells, masks, strict=True)
            if candidates[cell] != mask
        ]

    @property
    def idempotent(self) -> bool:
        return True

    def forms(self, _values: int) -> list[Form]:
        return [Counted(self.cells, 1 << value, number, number) for value, number in self.counts]


@dataclass(frozen=True)
class Distance(Rule):
    """The first cell is the absolute difference of the other two: ``D #= abs(X - Y)``.

    It sees the two as intervals, as Prolog's arithmetic does, and the difference as a set.
    """

    def holds(self, values: Sequence[int]) -> bool:
        distance, one, other = (values[cell] for cell in self.cells)
        return distance == abs(one - other)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        distance, one, other = masks = [candidates[cell] for cell in self.cells]
        while True:
            if not (distance and one and other):
                raise Contradiction(self)
            low, high = _ends(one)
            near, far = _ends(other)
            apart = [gap for gap in range(low - far, high - near + 1) if distance >> abs(gap) & 1]
            if not apart:
                raise Contradiction(self)
            left = (
                distance & sum({1 << abs(gap) for gap in apart}),
                one & numbers_between(near + apart[0], far + apart[-1], high),
                other & numbers_between(low - apart[-1], high - apart[0], far),
            )
            if left == (distance, one, other):
                break
            distance, one, other = left
        return [
            Elimination(cell, before & ~after)
            for cell, before, after in zip(self.cells, masks, left, strict=True)
            if before & ~after
        ]

    @property
    def idempotent(self) -> bool:
        return True


def _ends(mask: int) -> tuple[int, int]:
    """Return the smallest and the largest value of a mask."""
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1
