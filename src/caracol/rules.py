"""The kinds of rule, and what each of them rules out.

A genre states its rules with three kinds, and everything else follows from them:

- :class:`Count`: so many of these cells have one of these values;
- :class:`Allowed`: these cells together form one of these combinations;
- :class:`Reading`: read in order, the values pass an automaton (:class:`Stairs`).

Candidates are bit masks: bit *v* of a cell's mask is set while the cell may still have value *v*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caracol.board.grid import Grid, Line
from caracol.errors import ClueError
from caracol.records import Record, field, record

Values = tuple[int | None, ...]
"""A board's contents, cell by cell; ``None`` where nothing is known yet."""

Candidates = list[int]
"""For each cell the mask of the values that it may still have."""

MOST_VALUES = 63
"""Values of a cell fit into one machine word, with a bit to spare."""


class Cut(NamedTuple):
    """What a rule takes away: these values (a mask) from this cell."""

    cell: int
    removed: int


class Contradiction(Exception):
    """The candidates that are left cannot keep this rule."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule.about)
        self.rule = rule


@record
class Rule(Record, ABC):
    """One demand on some cells of the board."""

    cells: Line
    about: str = field(kw_only=True)
    """What the demand is about, in words: "row 3". Rules with the same words belong together."""
    says: str = field(kw_only=True)
    """The demand itself, so that "row 3" + "has exactly 2 stars" is a sentence."""
    clue: bool = field(kw_only=True, default=False)
    """Whether it comes from a clue, which could be left out and can be blamed, or from the laws."""

    @abstractmethod
    def kept(self, values: Sequence[int]) -> bool:
        """Whether finished values keep the rule. This is its definition."""

    @abstractmethod
    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        """Every value of every cell that this rule alone rules out.

        Raises :class:`Contradiction` where no combination of the candidates keeps it.
        """

    def __str__(self) -> str:
        return f"{self.about} {self.says}"


@record
class Count(Rule):
    """At least ``least`` and at most ``most`` of the cells have a value of the mask ``values``."""

    values: int
    least: int
    most: int

    def kept(self, values: Sequence[int]) -> bool:
        return (
            self.least <= sum(self.values >> values[cell] & 1 for cell in self.cells) <= self.most
        )

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        counted = self.values
        must = may = 0
        for cell in self.cells:
            here = candidates[cell]
            if here & counted:
                may += 1
                if not here & ~counted:
                    must += 1
            elif not here:
                raise Contradiction(self)
        if must > self.most or may < self.least:
            raise Contradiction(self)
        # Where everything is decided already, neither branch finds an undecided cell.
        if must == self.most:
            return [
                Cut(cell, candidates[cell] & counted)
                for cell in self.cells
                if candidates[cell] & counted and candidates[cell] & ~counted
            ]
        if may == self.least:
            return [
                Cut(cell, candidates[cell] & ~counted)
                for cell in self.cells
                if candidates[cell] & counted and candidates[cell] & ~counted
            ]
        return []


@record
class Allowed(Rule):
    """The values of the cells, in order, are one of ``tuples``."""

    tuples: tuple[tuple[int, ...], ...]

    def kept(self, values: Sequence[int]) -> bool:
        return tuple(values[cell] for cell in self.cells) in self.tuples

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        supported = [0] * len(self.cells)
        for combination in self.tuples:
            if all(candidates[c] >> v & 1 for c, v in zip(self.cells, combination, strict=True)):
                for place, value in enumerate(combination):
                    supported[place] |= 1 << value
        if (self.cells and not supported[0]) or not self.tuples:
            raise Contradiction(self)
        return [
            Cut(cell, candidates[cell] & ~kept)
            for cell, kept in zip(self.cells, supported, strict=True)
            if candidates[cell] & ~kept
        ]


class Stairs(NamedTuple):
    """An automaton whose states stand in a row like the steps of stairs.

    Reading a value, it stays where it is, goes up one, or goes up two; where several of these
    are open, it takes them all (it is nondeterministic). That is enough for every reading of
    the five genres, and the set of all states it may be in is one integer that moves with
    three shifts a value: a whole line is solved in a handful of operations a cell.

    ``stay``, ``rise`` and ``skip`` hold, for each value, the mask of the states that may
    stay, go up one, go up two when that value is read.
    """

    states: int
    start: int
    accept: int
    stay: tuple[int, ...]
    rise: tuple[int, ...]
    skip: tuple[int, ...]

    def after(self, states: int, value: int) -> int:
        """The states it may be in after reading this value."""
        return (
            states & self.stay[value]
            | (states & self.rise[value]) << 1
            | (states & self.skip[value]) << 2
        )

    def before(self, states: int, value: int) -> int:
        """The states from which reading this value may lead to one of these."""
        return (
            states & self.stay[value]
            | states >> 1 & self.rise[value]
            | states >> 2 & self.skip[value]
        )


@record
class Reading(Rule):
    """The values of the cells, read in order, take the automaton from its start to acceptance."""

    stairs: Stairs

    def kept(self, values: Sequence[int]) -> bool:
        states = self.stairs.start
        for cell in self.cells:
            states = self.stairs.after(states, values[cell])
        return bool(states & self.stairs.accept)

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        stairs = self.stairs
        ahead = [stairs.start]
        for cell in self.cells:
            states = 0
            for value in each(candidates[cell]):
                states |= stairs.after(ahead[-1], value)
            ahead.append(states)
        alive = ahead[-1] & stairs.accept
        if not alive:
            raise Contradiction(self)
        found = []
        for place in range(len(self.cells) - 1, -1, -1):
            cell = self.cells[place]
            removed = earlier = 0
            for value in each(candidates[cell]):
                if origin := ahead[place] & stairs.before(alive, value):
                    earlier |= origin
                else:
                    removed |= 1 << value
            if removed:
                found.append(Cut(cell, removed))
            alive = earlier
        return found


@record
class Model(Record):
    """A puzzle as engines see it: a board, so many values a cell, the rules."""

    grid: Grid
    values: int
    """How many values there are; they are numbered from 0."""
    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.values <= MOST_VALUES:
            raise ClueError(f"a cell has 1 to {MOST_VALUES} values, not {self.values}")

    def candidates(self) -> Candidates:
        """Every value for every cell."""
        return [(1 << self.values) - 1] * self.grid.size

    def kept(self, values: Sequence[int]) -> bool:
        """Whether a finished board keeps every rule."""
        return all(rule.kept(values) for rule in self.rules)

    def broken(self, values: Values) -> list[Rule]:
        """The rules that a finished or half-finished board breaks already, each seen alone."""
        candidates = self.narrowed(values)
        found = []
        for rule in self.rules:
            try:
                rule.cuts(candidates)
            except Contradiction:
                found.append(rule)
        return found

    def narrowed(self, values: Values) -> Candidates:
        """The candidates that are left once these values are written down."""
        everything = (1 << self.values) - 1
        return [everything if value is None else 1 << value for value in values]

    def with_rules(self, *rules: Rule) -> Model:
        """The same model with more rules."""
        return self.changed(rules=self.rules + rules)

    def watchers(self) -> list[list[int]]:
        """For each cell the numbers of the rules that look at it."""
        watching: list[list[int]] = [[] for _ in range(self.grid.size)]
        for number, rule in enumerate(self.rules):
            for cell in rule.cells:
                watching[cell].append(number)
        return watching


def each(mask: int) -> Iterator[int]:
    """The values in a mask, smallest first.

    >>> list(each(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def settled(candidates: Sequence[int]) -> Values:
    """The values of the cells that have one candidate left."""
    return tuple(
        mask.bit_length() - 1 if mask and not mask & (mask - 1) else None for mask in candidates
    )
