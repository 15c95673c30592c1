"""Neighbours: all cells that a value excludes, in one step: around a star, along a light."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_claims import Bars
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Grounds
from caracol.rules import Elimination, Fact, Rule, each


class Around(Argument):
    """The argument that a value is not next to itself in any of several counts."""

    __slots__ = ()

    def narrow(self, board: Board, _masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step with as few counts as its cells need."""
        near = sum(1 << cell for cell, _ in found.cuts)
        counts = [(board.areas[number] & near, number) for number in found.rules]
        return replace(found, rules=_cover(near, counts))

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        (_, removed), *_ = found.cuts
        value = removed.bit_length() - 1
        by = board.rules_of(found.rules)
        inside = set.intersection(*(set(rule.cells) for rule in by))
        (known,) = (one for one in inside if masks[one] == 1 << value)
        others = tuple(other for other, _ in found.cuts)
        return (Fact(known, 1 << value),), (Bars(known, value, others, by),)


AROUND = Around()


def around(technique: str, value: int, look: str = "around-a-value") -> Technique:
    """Return the technique of this id: a cell excludes a value from all cells that share a count.

    Each of these counts allows at most one of the value and alone would show it cell by cell.
    Counts that also need the value are seen differently and are left out.
    """
    effort = BASE[look]
    find = partial(_find_barred, technique, effort, value)
    return Technique(technique, effort, find, looks=((technique, look),))


def skip_single_counts(
    _position: Position, _number: int, rule: Rule, _cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Read no steps from a count of at most one alone; a reader to use with :func:`around`."""
    count = rule.as_count()
    return [] if count is not None and not count.least and count.most == 1 else None


def _find_barred(
    technique: str, effort: float, value: int, position: Position
) -> Iterator[Deduction]:
    """Yield what each cell that has the value rules out, under the name of this technique."""
    state = position.state
    known = state.settled[value]
    unknown = state.planes[value] & ~known
    around_cell = position.board.once(f"around {value}", partial(_Around, value))
    # Reduce the counts only when the step is presented: that takes longer than everything here.
    for cell in each(known):
        around_it, counts = around_cell[cell]
        near = around_it & unknown
        if near:
            yield Deduction(
                technique,
                effort,
                tuple([number for area, number in counts if area & unknown]),
                tuple(Elimination(other, 1 << value) for other in each(near)),
                order=cell,
                argument=AROUND,
            )


class _Around(dict[int, tuple[int, list[tuple[int, int]]]]):
    """For each cell, the cells that share a count of at most one with it, and these counts."""

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
    """Return as few of the counts as cover all these cells."""
    kept = list(counts)
    for count in sorted(counts, key=lambda one: one[0].bit_count()):
        rest = 0
        for area, _ in kept:
            if (area, _) != count:
                rest |= area
        if not near & ~rest:
            kept.remove(count)
    return tuple(number for _, number in kept)
