"""What rules of all kinds come down to for other solvers: five forms that all languages say."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from caracol.board.grid import Line
from caracol.records import NamedTuple
from caracol.rules.reading import Steps


class Counted(NamedTuple):
    """At least so many and at most so many of the cells have one of these values (a mask)."""

    cells: Line
    values: int
    least: int
    most: int


class Weighed(NamedTuple):
    """The weights of the cells' values add up to so much; ``weights`` has one for each value."""

    cells: Line
    weights: tuple[int, ...]
    least: int
    most: int


class Table(NamedTuple):
    """The values of the cells, in order, are one of these."""

    cells: Line
    tuples: tuple[tuple[int, ...], ...]

    def others(self, values: int) -> list[tuple[int, ...]]:
        """The combinations that are not allowed."""
        allowed = set(self.tuples)
        every = product(range(values), repeat=len(self.cells))
        return [combination for combination in every if combination not in allowed]


class Machine(NamedTuple):
    """A deterministic automaton; state 0 is its start."""

    states: int
    steps: tuple[tuple[int, int, int], ...]
    """From this state, by this value, to that state; what is not listed is a dead end."""
    accept: tuple[int, ...]

    def follow(self, state: int, value: int) -> int | None:
        """The state after reading this value, or ``None``: a dead end."""
        return next((t for s, v, t in self.steps if (s, v) == (state, value)), None)


class Read(NamedTuple):
    """The values of the cells, read in order, take a machine to acceptance."""

    cells: Line
    machine: Machine


class Joined(NamedTuple):
    """The cells that have one of these values (a mask) hang together along the links.

    Writers say it by how far each of them is from the first, in the order of ``cells``: that is a
    function of the cells, so that nothing is counted twice.
    """

    cells: Line
    values: int
    links: tuple[tuple[int, int], ...]
    """Pairs of places in ``cells``, from 0."""
    farthest: int
    """No way is longer than so many links."""


Form = Counted | Weighed | Table | Read | Joined


@lru_cache(maxsize=1024)
def machine(automaton: Steps, start: int, accept: int, values: int) -> Machine:
    """The automaton with one way for each value, and without states that lead nowhere.

    Sets of states become states; of stairs only few sets occur, because stairs only go up.

    >>> from caracol.rules import Stairs
    >>> stairs = Stairs(2, 0b01, 0b10, (0b11, 0b10), (0, 0b01), (0, 0))
    >>> machine(stairs, stairs.start, stairs.accept, 2)
    Machine(states=2, steps=((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)), accept=(1,))
    """
    numbers = {start: 0}
    steps: list[tuple[int, int, int]] = []
    waiting = [start]
    for states in waiting:
        for value in range(values):
            reached = automaton.after(states, value)
            if not reached:
                continue
            if reached not in numbers:
                numbers[reached] = len(numbers)
                waiting.append(reached)
            steps.append((numbers[states], value, numbers[reached]))
    accepting = {number for states, number in numbers.items() if states & accept}
    useful = set(accepting)
    while more := {s for s, _, t in steps if t in useful} - useful:
        useful |= more
    useful.add(0)
    again = {old: new for new, old in enumerate(sorted(useful))}
    kept = tuple((again[s], v, again[t]) for s, v, t in steps if s in useful and t in useful)
    return Machine(len(again), kept, tuple(sorted(again[state] for state in accepting)))
