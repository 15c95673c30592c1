"""The orders of variables and values, branching and restarts, as the engine's callables.

Values are on a *scale*, from the lowest to the highest. It is 0, 1, 2 … unless a genre defines
another: the poles of a magnet are −, neutral, +, so that "median" means neutral first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from random import Random

from caracol.engines.search import (
    Branching,
    Search,
    ValueOrder,
    VariableOrder,
    fewest_candidates,
    first_cell,
    one_by_one,
)
from caracol.lab.options import Options
from caracol.rules import each

Scale = Sequence[int]
"""The rank of each value, from the lowest (0) to the highest."""


def variable_order(options: Options, scale: Scale) -> VariableOrder:
    """Return the chosen order of variables."""
    random = Random(f"variables {options.seed}")

    def any_cell(_search: Search, candidates: Sequence[int]) -> int:
        return random.choice(_open(candidates))

    def lowest(_search: Search, candidates: Sequence[int]) -> int:
        return min(_open(candidates), key=lambda cell: _ranks(candidates[cell], scale)[0])

    def highest(_search: Search, candidates: Sequence[int]) -> int:
        return max(_open(candidates), key=lambda cell: _ranks(candidates[cell], scale)[-1])

    def regret(_search: Search, candidates: Sequence[int]) -> int:
        def gap(cell: int) -> int:
            least, second = _ranks(candidates[cell], scale)[:2]
            return second - least

        return max(_open(candidates), key=gap)

    orders: dict[str, VariableOrder] = {
        "leftmost": first_cell,
        "first-fail": fewest_candidates,
        "most-constrained": most_rules,
        "ffc": fewest_candidates_most_rules,
        "smallest": lowest,
        "largest": highest,
        "max-regret": regret,
        "dom-wdeg": fewest_for_failures,
        "random": any_cell,
    }
    return orders[options.variables]


def most_rules(search: Search, candidates: Sequence[int]) -> int:
    """Return the first cell with the most rules that are not entailed: "occurrence"."""
    return max(_open(candidates), key=lambda cell: _awake(search, cell))


def fewest_candidates_most_rules(search: Search, candidates: Sequence[int]) -> int:
    """Return the cell with the fewest candidates and, among these, the most rules: "ffc"."""
    return min(
        _open(candidates),
        key=lambda cell: (candidates[cell].bit_count(), -_awake(search, cell)),
    )


def fewest_for_failures(search: Search, candidates: Sequence[int]) -> int:
    """Return the cell with the fewest candidates per weight of its rules: "dom/wdeg".

    A rule weighs 1, plus 1 for each time it has failed; it counts while it is awake and another of
    its cells is open.
    """
    rules = search.model.rules
    weights: dict[int, int] = {}

    def weight(number: int) -> int:
        if number not in weights:
            count = sum(
                # Hidden cells wait until the shown ones are decided, and are left out so far.
                cell >= len(candidates) or bool(candidates[cell] & (candidates[cell] - 1))
                for cell in rules[number].cells
            )
            asleep = search.asleep >> number & 1
            weights[number] = 0 if count < 2 or asleep else 1 + search.failures[number]
        return weights[number]

    def ratio(cell: int) -> float:
        total = sum(weight(number) for number in search.watchers[cell])
        return candidates[cell].bit_count() / max(total, 1)

    return min(_open(candidates), key=ratio)


def value_order(options: Options, scale: Scale) -> ValueOrder:
    """Return the chosen order of values."""
    random = Random(f"values {options.seed}")

    def shuffled(values: list[int]) -> list[int]:
        return random.sample(values, len(values))

    def middle(values: list[int]) -> list[int]:
        twice = scale[values[0]] + scale[values[-1]]
        return sorted(values, key=lambda value: abs(2 * scale[value] - twice))

    orders: dict[str, Callable[[list[int]], list[int]]] = {
        "up": lambda values: values,
        "down": lambda values: values[::-1],
        "middle": middle,
        "median": medians,
        "random": shuffled,
    }
    chosen = orders[options.values]

    def order(_search: Search, _cell: int, mask: int) -> Iterable[int]:
        return chosen(sorted(each(mask), key=lambda value: scale[value]))

    return order


def medians(values: Sequence[int]) -> list[int]:
    """Return the (lower) median, then the median of the rest, and so on.

    >>> medians([1, 2, 3, 4])
    [2, 3, 1, 4]
    """
    left, found = list(values), []
    while left:
        found.append(left.pop((len(left) - 1) // 2))
    return found


def branching(options: Options) -> Branching:
    """Return the chosen way to branch."""
    return {"step": step, "enumerate": one_by_one, "bisect": halves}[options.branching]


RESTART_UNIT = 20
"""Number of backtracks before the first restart."""


def restarts(options: Options) -> Iterator[int] | None:
    """Return after how many backtracks to begin again, each time."""
    sequences = {"luby": luby, "geometric": geometric}
    return None if options.restarts == "none" else sequences[options.restarts]()


def luby() -> Iterator[int]:
    """Yield Luby's sequence, times the unit.

    >>> from itertools import islice
    >>> [number // RESTART_UNIT for number in islice(luby(), 15)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    for place in count(1):
        number = place
        while number & (number + 1):
            # Not the end of a block: the same as in the block before.
            number -= (1 << number.bit_length() - 1) - 1
        yield RESTART_UNIT * (number + 1) // 2


def geometric() -> Iterator[int]:
    """Yield numbers that grow by half."""
    number = RESTART_UNIT
    while True:
        yield number
        number += number // 2


def step(values: Sequence[int]) -> Iterable[int]:
    """Return the first value, or anything else."""
    return 1 << values[0], sum(1 << value for value in values[1:])


def halves(values: Sequence[int]) -> Iterable[int]:
    """Return the first half of the values, or the second."""
    middle = (len(values) + 1) // 2
    return sum(1 << value for value in values[:middle]), sum(1 << v for v in values[middle:])


def _open(candidates: Sequence[int]) -> list[int]:
    return [cell for cell, mask in enumerate(candidates) if mask & (mask - 1)]


def _ranks(mask: int, scale: Scale) -> list[int]:
    return sorted(scale[value] for value in each(mask))


def _awake(search: Search, cell: int) -> int:
    return sum(not search.asleep >> number & 1 for number in search.watchers[cell])
