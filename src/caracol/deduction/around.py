"""What a value does to all cells that it bars, told at once: around a star, along a light."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from caracol.deduction.board import Board
from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position, Technique
from caracol.deduction.steps import Fact, Found
from caracol.rules import Cut, each


def around(technique: str, value: int, look: str = "around-a-value") -> Technique:
    """The technique of this id: a cell has the value, so no cell that shares a count of at most
    one has it. Each of these counts alone would tell it cell by cell.

    Counts that also need the value are other things to look at, and are left aside.
    """
    return Technique(technique, BASE[look], partial(_found, technique, BASE[look], value))


def _found(technique: str, effort: float, value: int, position: Position) -> Iterator[Found]:
    state = position.state
    known = state.settled[value]
    unknown = state.planes[value] & ~known
    around_cell = position.board.once(f"around {value}", partial(_Around, value))
    for cell in each(known):
        around_it, counts = around_cell[cell]
        near = around_it & unknown
        if near:
            yield Found(
                technique,
                effort,
                _cover(near, [(area & unknown, number) for area, number in counts]),
                tuple(Cut(other, 1 << value) for other in each(near)),
                facts=(Fact(cell, 1 << value),),
                order=cell,
            )


class _Around(dict[int, tuple[int, list[tuple[int, int]]]]):
    """For each cell the cells that share a count of at most one with it, and these counts."""

    def __init__(self, value: int, board: Board) -> None:
        self.value, self.board = value, board

    def __missing__(self, cell: int) -> tuple[int, list[tuple[int, int]]]:
        board = self.board
        counts = [
            (board.areas[number], number)
            for number in board.watchers[cell]
            if (count := board.rules[number].as_count()) is not None
            if not count.least and count.most == 1 and count.values == 1 << self.value
        ]
        together = 0
        for area, _ in counts:
            together |= area
        found = self[cell] = together, counts
        return found


def _cover(near: int, counts: list[tuple[int, int]]) -> tuple[int, ...]:
    """As many of the counts as are needed to see all these cells."""
    kept = list(counts)
    for count in sorted(counts, key=lambda one: one[0].bit_count()):
        rest = 0
        for area, _ in kept:
            if (area, _) != count:
                rest |= area
        if not near & ~rest:
            kept.remove(count)
    return tuple(number for _, number in kept)
