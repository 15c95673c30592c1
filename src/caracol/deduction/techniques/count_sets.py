"""Counts as sets: what rules need, what they have room for, and which values exclude each other.

A candidate (a cell with a value) is one bit of an integer, so that combining what several rules
need or allow takes only a few operations. The techniques of :mod:`count_inside` and :mod:`packing`
build on this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from caracol.deduction.walk.board import Board, State
from caracol.deduction.walk.position import Position
from caracol.rules import CountView, Elimination, each


@dataclass(slots=True)
class OpenCount:
    """A count at this moment: its open candidates, the number it still needs and still allows."""

    number: int
    open: int
    need: int
    room: int


LARGEST_FAMILY = 64
"""Maximum number of counts in a family."""


class Counts:
    """The counts of a board, in terms of candidates."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = board.model.size
        self.values = board.model.values
        self.rules: list[tuple[int, CountView, int]] = [
            (number, count, board.areas[number] << self.cells * (count.values.bit_length() - 1))
            for number, rule in enumerate(board.rules)
            if (count := rule.as_count()) and not count.values & (count.values - 1)
        ]
        self.lines = self._find_lines()
        self.beside = {number: len(line) for line in self.lines for number in line}
        """For each rule, the number of values counted in its line."""

    @classmethod
    def at(cls, position: Position) -> Counts:
        """Return the counts of a position's board, made once."""
        return position.board.once("counts", cls)

    def bit(self, cell: int, value: int) -> int:
        """Return the bit number of a candidate."""
        return value * self.cells + cell

    def candidates(self, state: State) -> tuple[int, int]:
        """Return all candidates that are left, and those that are certain."""
        can = sure = 0
        for value in range(self.values):
            can |= state.planes[value] << value * self.cells
            sure |= state.settled[value] << value * self.cells
        return can, sure

    def live(self, position: Position) -> dict[int, OpenCount]:
        """Return every count that still has open candidates, by the number of its rule."""
        return position.once("live counts", self._find_live)

    def _find_live(self, position: Position) -> dict[int, OpenCount]:
        can, sure = self.candidates(position.state)
        found = {}
        for number, rule, area in self.rules:
            certain = (area & sure).bit_count()
            undecided = area & can & ~sure
            if undecided:
                found[number] = OpenCount(
                    number, undecided, rule.least - certain, rule.most - certain
                )
        return found

    def cuts(self, state: State, true: int, false: int) -> tuple[Elimination, ...]:
        """Return the cuts that make some candidates true and others false."""
        removed: dict[int, int] = {}
        for bit in each(true):
            value, cell = divmod(bit, self.cells)
            removed[cell] = removed.get(cell, 0) | state.masks[cell] & ~(1 << value)
        for bit in each(false):
            value, cell = divmod(bit, self.cells)
            removed[cell] = removed.get(cell, 0) | 1 << value
        return tuple(
            Elimination(cell, mask)
            for cell, mask in sorted(removed.items())
            if mask & state.masks[cell]
        )

    def list_cells(self, bits: int) -> list[int]:
        """Return the cells of these candidates."""
        return sorted({bit % self.cells for bit in each(bits)})

    def counted(self, number: int) -> CountView:
        """Return the count that this rule is."""
        count = self.board.rules[number].as_count()
        assert count is not None
        return count

    @cached_property
    def families(self) -> list[list[int]]:
        """Counts of the same value that share no cell: the rows, the columns, the regions.

        Those of very large boards are split: each must fit into a machine word of the kernel.
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

    def _find_lines(self) -> list[list[int]]:
        """Return groups of counts of different values over the same cells."""
        lines: dict[tuple[int, ...], dict[int, int]] = {}
        for number, rule, _ in self.rules:
            if rule.least:
                # A region may be a column: the same count twice still counts once.
                lines.setdefault(rule.cells, {}).setdefault(rule.values, number)
        return [list(members.values()) for members in lines.values() if len(members) > 1]

    @cached_property
    def ones(self) -> list[tuple[int, int]]:
        """Small sets of candidates of which at most one is true, with their rules."""
        found = [
            (area, number)
            for number, rule, area in self.rules
            if rule.most == 1 and rule.least == 0
        ]
        for number, one, other, excluded in self._list_pairs():
            for here, there in excluded:
                if here == there:
                    found.append((1 << self.bit(one, here) | 1 << self.bit(other, here), number))
        return found

    @cached_property
    def ones_of(self) -> list[list[tuple[int, int]]]:
        """For each candidate, the sets of :attr:`ones` that contain it."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.cells * self.values)]
        for one in self.ones:
            for bit in each(one[0]):
                found[bit].append(one)
        return found

    @cached_property
    def barred(self) -> list[list[tuple[int, int]]]:
        """For each candidate, the candidates that a pair of cells excludes, and the rule."""
        cells = self.cells
        found: list[list[tuple[int, int]]] = [[] for _ in range(cells * self.values)]
        for number, one, other, excluded in self._list_pairs():
            for here, there in excluded:
                near, far = here * cells + one, there * cells + other
                found[near].append((1 << far, number))
                found[far].append((1 << near, number))
        return found

    def _list_pairs(self) -> Iterator[tuple[int, int, int, list[tuple[int, int]]]]:
        """Yield every rule for two cells: its number, the cells, and the excluded values."""
        # Most pairs of a board are of a few kinds, so compute what each kind excludes once.
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
