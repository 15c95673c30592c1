"""Binary decision diagrams: functions of true-or-false variables, as shared nodes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

State = TypeVar("State", bound=Hashable)

FALSE, TRUE = 0, 1
LOOK = 5_000
"""Number of new nodes between two looks at the clock."""


class Diagrams:
    """Functions of variables; equal functions have equal numbers.

    Nodes ask for their variables in the order in which ``variables`` lists them.
    """

    def __init__(self, variables: Sequence[int], look: Callable[[], None]) -> None:
        self._look = look
        self.order = {variable: place for place, variable in enumerate(variables)}
        end = len(variables)
        self.nodes: list[tuple[int, int, int]] = [(end, 0, 0), (end, 1, 1)]
        """For each node: the place of its variable, the node if that is false, the one if true."""
        self.numbers: dict[tuple[int, int, int], int] = {}
        self._both: dict[tuple[int, int], int] = {}
        self._not: dict[int, int] = {FALSE: TRUE, TRUE: FALSE}

    def node(self, place: int, low: int, high: int) -> int:
        """Return the function: ``high`` if the variable at this place is true, else ``low``."""
        if low == high:
            return low
        key = (place, low, high)
        if key not in self.numbers:
            if len(self.nodes) % LOOK == 0:
                self._look()
            self.numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return self.numbers[key]

    def literal(self, literal: int) -> int:
        """Return a variable, or with a minus sign its opposite."""
        place = self.order[abs(literal)]
        return self.node(place, TRUE, FALSE) if literal < 0 else self.node(place, FALSE, TRUE)

    def negate(self, one: int) -> int:
        """Return the opposite of a function."""
        if one not in self._not:
            place, low, high = self.nodes[one]
            self._not[one] = self.node(place, self.negate(low), self.negate(high))
        return self._not[one]

    def both(self, one: int, other: int) -> int:
        """Return the function that is true where both are."""
        if one > other:
            one, other = other, one
        if one in (FALSE, other):
            return one
        if one == TRUE:
            return other
        if (one, other) not in self._both:
            place, low, high = self.nodes[one]
            place_too, low_too, high_too = self.nodes[other]
            first = min(place, place_too)
            if place > first:
                low = high = one
            if place_too > first:
                low_too = high_too = other
            found = self.node(first, self.both(low, low_too), self.both(high, high_too))
            self._both[one, other] = found
        return self._both[one, other]

    def either(self, one: int, other: int) -> int:
        """Return the function that is true where at least one is."""
        return self.negate(self.both(self.negate(one), self.negate(other)))

    def read_line(
        self,
        cells: Sequence[Sequence[int]],
        start: State,
        follow: Callable[[State, int, int], State | None],
        accept: Callable[[State], bool],
        spare: bool,
    ) -> int:
        """Return whether an automaton accepts cells that each have one literal for every value.

        At most one literal of a cell is true: exactly one, unless values without a literal are
        ``spare``. ``follow`` takes a state, the cell's number and the value's place in the cell
        (-1 for a spare one), and returns the next state or ``None`` if there is none.
        """
        layers: list[dict[State, int]] = [{start: 0}]
        moves: list[dict[State, list[State | None]]] = []
        for number, cell in enumerate(cells):
            steps = {
                state: [follow(state, number, place) for place in range(-spare, len(cell))]
                for state in layers[-1]
            }
            moves.append(steps)
            layers.append({s: 0 for row in steps.values() for s in row if s is not None})
        below = {state: int(accept(state)) for state in layers.pop()}
        for cell, steps in zip(reversed(cells), reversed(moves), strict=True):
            below = {
                state: self._choose(cell, [FALSE if s is None else below[s] for s in row], spare)
                for state, row in steps.items()
            }
        return below[start]

    def _choose(self, cell: Sequence[int], targets: list[int], spare: bool) -> int:
        """Return the function that is the target of the value whose literal is true."""
        if len(cell) == 1 and spare:
            # A cell with two values has one variable, whose opposite is the other value.
            return self._decide(cell[0], targets[0], targets[1])
        none = targets.pop(0) if spare else FALSE
        found, rest = none, [none, *targets]
        # From the last literal up; `rest` has each target where all later literals are false.
        for place in range(len(cell) - 1, -1, -1):
            chosen = rest[place + 1]
            found = self._decide(cell[place], found, chosen)
            rest = [
                self._decide(cell[place], target, FALSE) if number <= place else target
                for number, target in enumerate(rest)
            ]
        return found

    def _decide(self, literal: int, low: int, high: int) -> int:
        place = self.order[abs(literal)]
        return self.node(place, high, low) if literal < 0 else self.node(place, low, high)
