"""Counts as sets: what rules need, what they have room for, and which values exclude each other.

A candidate (a cell with a value) is one bit of an integer, so that what several rules need or
allow together is a matter of a few operations. The techniques of :mod:`count_inside` and
:mod:`packing` are written on this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from caracol.deduction.board import Board, State
from caracol.deduction.position import Position
from caracol.records import cached_property
from caracol.rules import Count, Cut, each


@dataclass(slots=True)
class Live:
    """A count at this moment: its open candidates, how many it still needs and still allows."""

    number: int
    open: int
    need: int
    room: int


LARGEST_FAMILY = 64
"""So many counts that share no cell are seen as one family."""


class Counts:
    """The counting rules of a board, in the language of candidates."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = board.model.size
        self.values = board.model.values
        self.rules: list[tuple[int, Count, int]] = [
            (number, count, board.areas[number] << self.cells * (count.values.bit_length() - 1))
            for number, rule in enumerate(board.rules)
            if (count := rule.as_count()) and not count.values & (count.values - 1)
        ]
        self.lines = self._lines()
        self.beside = {number: len(line) for line in self.lines for number in line}
        """How many values are counted in the line of a rule."""

    @classmethod
    def at(cls, position: Position) -> Counts:
        """The counts of a position's board, made once."""
        return position.board.once("counts", cls)

    def bit(self, cell: int, value: int) -> int:
        """The place of a candidate."""
        return value * self.cells + cell

    def candidates(self, state: State) -> tuple[int, int]:
        """All candidates that are left, and those that are certain."""
        can = sure = 0
        for value in range(self.values):
            can |= state.planes[value] << value * self.cells
            sure |= state.settled[value] << value * self.cells
        return can, sure

    def live(self, position: Position) -> dict[int, Live]:
        """Every count that still has open candidates, by the number of its rule."""
        return position.now("live counts", self._live)

    def _live(self, position: Position) -> dict[int, Live]:
        can, sure = self.candidates(position.state)
        found = {}
        for number, rule, area in self.rules:
            certain = (area & sure).bit_count()
            undecided = area & can & ~sure
            if undecided:
                found[number] = Live(number, undecided, rule.least - certain, rule.most - certain)
        return found

    def cuts(self, state: State, true: int, false: int) -> tuple[Cut, ...]:
        """The cuts that make these candidates hold, and those not."""
        removed: dict[int, int] = {}
        for bit in each(true):
            value, cell = divmod(bit, self.cells)
            removed[cell] = removed.get(cell, 0) | state.masks[cell] & ~(1 << value)
        for bit in each(false):
            value, cell = divmod(bit, self.cells)
            removed[cell] = removed.get(cell, 0) | 1 << value
        return tuple(
            Cut(cell, mask) for cell, mask in sorted(removed.items()) if mask & state.masks[cell]
        )

    def cell_list(self, bits: int) -> list[int]:
        """The cells of these candidates."""
        return sorted({bit % self.cells for bit in each(bits)})

    def counted(self, number: int) -> Count:
        """The count that this rule is."""
        count = self.board.rules[number].as_count()
        assert count is not None
        return count

    @cached_property
    def families(self) -> list[list[int]]:
        """Counts of the same value that share no cell: the rows, the columns, the regions.

        Those of very large boards are parted: each fits into a machine word of the kernel.
        """
        families: dict[int, list[tuple[int, list[int]]]] = {}
        for number, rule, area in self.rules:
            if rule.least < 1:
                continue
            here = families.setdefault(rule.values, [])
            for place, (taken, members) in enumerate(here):
                if not taken & area and len(members) < LARGEST_FAMILY:
                    members.append(number)
                    here[place] = taken | area, members
                    break
            else:
                here.append((area, [number]))
        return [members for here in families.values() for _, members in here if len(members) > 1]

    def _lines(self) -> list[list[int]]:
        """Counts of different values over the same cells."""
        lines: dict[tuple[int, ...], dict[int, int]] = {}
        for number, rule, _ in self.rules:
            if rule.least:
                # A region may be a column: the same count twice is still one.
                lines.setdefault(rule.cells, {}).setdefault(rule.values, number)
        return [list(members.values()) for members in lines.values() if len(members) > 1]

    @cached_property
    def ones(self) -> list[tuple[int, int]]:
        """At most one of these candidates holds, by this rule; small sets only."""
        found = [
            (area, number)
            for number, rule, area in self.rules
            if rule.most == 1 and rule.least == 0
        ]
        for number, one, other, excluded in self._pairs():
            for here, there in excluded:
                if here == there:
                    found.append((1 << self.bit(one, here) | 1 << self.bit(other, here), number))
        return found

    @cached_property
    def ones_of(self) -> list[list[tuple[int, int]]]:
        """The same for each candidate."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.cells * self.values)]
        for one in self.ones:
            for bit in each(one[0]):
                found[bit].append(one)
        return found

    @cached_property
    def barred(self) -> list[list[tuple[int, int]]]:
        """For each candidate the candidates that a pair of cells excludes with it, and the rule."""
        cells = self.cells
        found: list[list[tuple[int, int]]] = [[] for _ in range(cells * self.values)]
        for number, one, other, excluded in self._pairs():
            for here, there in excluded:
                near, far = here * cells + one, there * cells + other
                found[near].append((1 << far, number))
                found[far].append((1 << near, number))
        return found

    def _pairs(self) -> Iterator[tuple[int, int, int, list[tuple[int, int]]]]:
        """Every rule for two cells: its number, the cells, and the values that it excludes."""
        # Most pairs of a board are of a few kinds, so what each kind excludes is found once.
        kinds: dict[tuple[tuple[int, ...], ...], list[tuple[int, int]]] = {}
        values = range(self.values)
        for number, rule in enumerate(self.board.rules):
            allowed = rule.as_pairs()
            if allowed is not None:
                if allowed not in kinds:
                    kinds[allowed] = [
                        pair for pair in product(values, values) if pair not in allowed
                    ]
                one, other = rule.cells
                yield number, one, other, kinds[allowed]
