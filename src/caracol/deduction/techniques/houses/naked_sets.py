"""Naked sets: cells of a house that can only have as many values as there are cells.

They take all of these values, so no other cell of the house has one. A hidden set is the same seen
from the other side, and :mod:`caracol.deduction.techniques.count_inside` finds it; a naked one is
cheaper where it has fewer cells than the other has values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from caracol.deduction.efforts import BASE, rate_rules
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_sets import Counts
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.rules import Elimination, Fact, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

LOOK = "set-of-values"
SIZES = {2: "naked-pair", 3: "naked-triple", 4: "naked-quad"}
"""The techniques, by the number of cells; nobody looks for more than four."""


@dataclass(frozen=True)
class OnlyValues(Claim):
    """The claim that some cells of a house can only have as many values as there are cells."""

    rules: tuple[Rule, ...]
    cells: tuple[int, ...]
    values: int

    def holds(self, known: Sequence[int]) -> bool:
        return (
            len(self.cells) == self.values.bit_count()
            and all(known[cell] and not known[cell] & ~self.values for cell in self.cells)
            and all({*self.cells} <= {*rule.cells} for rule in self.rules)
        )

    def describe(self, writer: SentenceWriter) -> str:
        value = writer.list_alternatives(self.values)
        return writer.words.say("known.only", cells=writer.name_cells(self.cells), value=value)


class Naked(Argument):
    """The argument that some cells take all values that they can have."""

    __slots__ = ()

    at_once = True

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        cells: tuple[int, ...] = found.details["cells"]
        facts = tuple(Fact(cell, masks[cell]) for cell in cells)
        values = 0
        for cell in cells:
            values |= masks[cell]
        return facts, (OnlyValues(board.rules_of(found.rules), cells, values),)


NAKED = Naked()


def find_naked_sets(position: Position) -> Iterator[Deduction]:
    """Yield the sets of two to four cells, the smallest first."""
    houses, masks = position.board.once("houses", list_houses), position.state.masks
    for size, technique in SIZES.items():
        effort, found = rate_rules(LOOK, size), False
        for cells, rules in houses:
            open_cells = [cell for cell in cells if masks[cell] & (masks[cell] - 1)]
            if len(open_cells) <= size:
                continue
            few = [cell for cell in open_cells if masks[cell].bit_count() <= size]
            for chosen in combinations(few, size):
                values = 0
                for cell in chosen:
                    values |= masks[cell]
                if values.bit_count() != size or not all(value in rules for value in each(values)):
                    continue
                cuts = tuple(
                    Elimination(cell, masks[cell] & values)
                    for cell in open_cells
                    if cell not in chosen and masks[cell] & values
                )
                if cuts:
                    found = True
                    numbers = tuple(rules[value] for value in each(values))
                    details = {"cells": chosen}
                    yield Deduction(
                        technique,
                        effort,
                        numbers,
                        cuts,
                        details=details,
                        order=numbers[0],
                        argument=NAKED,
                    )
        if found and not position.every:
            return


def list_houses(board: Board) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    """Return the cells of each house, and the number of the rule that has each value once."""
    found: dict[tuple[int, ...], dict[int, int]] = {}
    for number, count, _ in Counts(board).rules:
        if count.least == count.most == 1:
            found.setdefault(count.cells, {})[count.values.bit_length() - 1] = number
    return [(cells, rules) for cells, rules in found.items() if len(rules) > 1]


NAKED_SETS = Technique(
    SIZES[2],
    BASE[LOOK],
    find_naked_sets,
    counts=True,
    looks=tuple((technique, LOOK) for technique in SIZES.values()),
)
