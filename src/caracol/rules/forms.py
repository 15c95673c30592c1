"""The six forms to which rules of all kinds are reduced for other solvers."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from caracol.board.grid import Line
from caracol.rules.automata import Steps


class Counted(NamedTuple):
    """At least ``least`` and at most ``most`` of the cells have one of these values (a mask)."""

    cells: Line
    values: int
    least: int
    most: int


class Weighed(NamedTuple):
    """The weights of the cells' values add up to ``least`` to ``most``; each value has a weight."""

    cells: Line
    weights: tuple[int, ...]
    least: int
    most: int


class TableForm(NamedTuple):
    """The values of the cells, in order, are one of these combinations."""

    cells: Line
    tuples: tuple[tuple[int, ...], ...]

    def others(self, values: int) -> list[tuple[int, ...]]:
        """Return the combinations that are not allowed."""
        allowed = set(self.tuples)
        every = product(range(values), repeat=len(self.cells))
        return [combination for combination in every if combination not in allowed]


class Machine(NamedTuple):
    """Deterministic automaton; state 0 is its start."""

    states: int
    steps: tuple[tuple[int, int, int], ...]
    """Triples of a state, a value and the next state; moves that are not listed are dead ends."""
    accept: tuple[int, ...]

    def follow(self, state: int, value: int) -> int | None:
        """Return the state after reading this value, or ``None`` for a dead end."""
        return next((t for s, v, t in self.steps if (s, v) == (state, value)), None)


class Read(NamedTuple):
    """A machine accepts the values of the cells, read in order."""

    cells: Line
    machine: Machine


class Joined(NamedTuple):
    """The cells that have one of these values (a mask) are connected along the links.

    Writers express it by the distance of each of them from the first, in the order of ``cells``.
    That is a function of the cells, so no solution is counted twice.
    """

    cells: Line
    values: int
    links: tuple[tuple[int, int], ...]
    """Pairs of positions in ``cells``, from 0."""
    farthest: int
    """Maximum number of links of a path."""


class Tour(NamedTuple):
    """The cells' values, less ``first``, are places in ``cells``: a circuit through all of them."""

    cells: Line
    first: int
    alone: bool
    """Whether no other form says so; if one does, languages without circuits leave this out."""


Form = Counted | Weighed | TableForm | Read | Joined | Tour


@lru_cache(maxsize=1024)
def determinize(automaton: Steps, start: int, accept: int, values: int) -> Machine:
    """Return the automaton made deterministic, without states that lead nowhere.

    Sets of states become states. Staircases only go up, so only few sets of their states occur.

    >>> from caracol.rules import Staircase
    >>> stairs = Staircase(2, 0b01, 0b10, (0b11, 0b10), (0, 0b01), (0, 0))
    >>> determinize(stairs, stairs.start, stairs.accept, 2)
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
