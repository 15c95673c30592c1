"""Singles: the only place for a value in a house, and the only value for a cell.

Both are seen on the board itself: a value excludes itself from all cells that share a house with
it, and nobody notes that down before looking for the place that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.techniques.houses.naked_sets import list_houses
from caracol.deduction.walk.board import Board, State
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.rules import Elimination, Fact, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

HIDDEN, NAKED = "hidden-single", "naked-single"
LOOK = "count-all"


class Sight:
    """For every cell and value, the cells that it sees and the rules by which it does."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.houses = list_houses(board)
        self.areas = [sum(1 << cell for cell in cells) for cells, _ in self.houses]
        self.seen: list[int] = [0] * board.model.size
        for (cells, _), area in zip(self.houses, self.areas, strict=True):
            for cell in cells:
                self.seen[cell] |= area & ~(1 << cell)
        self.values = sorted({value for _, rules in self.houses for value in rules})

    @cached_property
    def rules_at(self) -> list[list[tuple[int, dict[int, int]]]]:
        """For each cell, the areas of its houses with their rules by value."""
        found: list[list[tuple[int, dict[int, int]]]] = [[] for _ in self.seen]
        for (cells, rules), area in zip(self.houses, self.areas, strict=True):
            for cell in cells:
                found[cell].append((area, rules))
        return found

    def open_planes(self, state: State) -> dict[int, int]:
        """Return, for each value, the cells that can have it and do not see it."""
        # A value that no house has once, such as a blank, is never seen.
        found = dict(enumerate(state.planes))
        for value in self.values:
            seen = 0
            for cell in each(state.settled[value]):
                seen |= self.seen[cell]
            found[value] = state.planes[value] & ~seen
        return found

    def find_bar(self, cell: int, value: int, masks: Sequence[int]) -> tuple[int, int] | None:
        """Return a cell with this value that a cell sees, and the number of the rule."""
        for area, rules in self.rules_at[cell]:
            for other in each(area & ~(1 << cell)):
                if masks[other] == 1 << value and value in rules:
                    return other, rules[value]
        return None


@dataclass(frozen=True)
class OnlyPlaceSeen(Claim):
    """The claim that the cells with a value leave one place for it in a house."""

    house: Rule
    cell: int
    value: int
    cells: tuple[int, ...]
    """Cells that have the value, and cells of the house that cannot have it."""
    by: tuple[Rule, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (self.house, *self.by)

    def holds(self, known: Sequence[int]) -> bool:
        bit = 1 << self.value
        have = [cell for cell in self.cells if known[cell] == bit]
        return all(
            not known[cell] & bit
            or any(cell in rule.cells and one in rule.cells for rule in self.by for one in have)
            for cell in self.house.cells
            if cell != self.cell
        )

    def describe(self, writer: SentenceWriter) -> str:
        say, value = writer.words.say, writer.name_value(self.value)
        about, cell = writer.name_places([self.house]), writer.name_cells([self.cell])
        have = [cell for cell in self.cells if cell not in self.house.cells]
        if not have:
            return say("count.left.one", value=value, about=about, cells=cell)
        cells = writer.name_cells(have)
        fields = {"value": value, "about": about, "cell": cell, "cells": cells}
        return say("houses.leaves", len(have) > 1, **fields)


@dataclass(frozen=True)
class OnlyValueSeen(Claim):
    """The claim that a cell sees all values but one."""

    cell: int
    seen: int
    """Mask of the values that it sees."""
    cells: tuple[int, ...]
    by: tuple[Rule, ...]
    left: int = 0
    """Mask of what was left for the cell, if other values had been ruled out before."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.by

    def holds(self, known: Sequence[int]) -> bool:
        if self.left and known[self.cell] != self.left:
            return False
        near = {cell for rule in self.by if self.cell in rule.cells for cell in rule.cells}
        have = {known[cell] for cell in self.cells if cell in near and cell != self.cell}
        return all(1 << value in have for value in each(self.seen))

    def describe(self, writer: SentenceWriter) -> str:
        values = writer.join_list(writer.name_value(value) for value in each(self.seen))
        fields = {"cell": writer.name_cells([self.cell]), "values": values}
        if not self.left:
            return writer.words.say("houses.sees", **fields)
        left = writer.list_alternatives(self.left)
        return writer.words.say("houses.sees-of", left=left, **fields)

    @classmethod
    def sentence(cls, step: Step, writer: SentenceWriter, /) -> str:
        stated = writer.join_list(claim.describe(writer) for claim in step.claims)
        return writer.words.say("houses.single", claims=stated, conclusion=step.conclusion)


class Single(Argument):
    """The argument for a single: what is seen from its cell, or from its house."""

    __slots__ = ()

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        sight, details = board.once("sight", Sight), found.details
        cell, value, house = details["cell"], details["value"], details.get("house")
        bars: dict[int, list[int]] = {}
        if house is None:
            wanted = [(cell, one) for one in each(masks[cell] & ~(1 << value))]
        else:
            others = [c for c in board.rules[house].cells if c != cell and masks[c] >> value & 1]
            wanted = [(other, value) for other in others]
        for place, one in wanted:
            # One cell that bars several places is named once.
            known = next((c for c, rules in bars.items() if self._bars(board, rules, place)), None)
            if house is not None and known is not None:
                continue
            seen = sight.find_bar(place, one, masks)
            assert seen is not None
            rules = bars.setdefault(seen[0], [])
            if seen[1] not in rules:
                rules.append(seen[1])
        for bar in list(bars) if house is not None else ():
            others = [number for c, several in bars.items() if c != bar for number in several]
            if all(self._bars(board, others, place) for place, _ in wanted):
                del bars[bar]  # others bar all of its places, too
        numbers = tuple(dict.fromkeys(number for several in bars.values() for number in several))
        return replace(
            found,
            rules=numbers if house is None else (house, *numbers),
            details={**details, "bars": tuple(bars)},
        )

    @staticmethod
    def _bars(board: Board, rules: Sequence[int], place: int) -> bool:
        return any(board.areas[number] >> place & 1 for number in rules)

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        details = found.details
        cell, value, bars = details["cell"], details["value"], details["bars"]
        facts = {one: masks[one] for one in bars}
        if details.get("house") is None:
            by = board.rules_of(found.rules)
            seen = masks[cell] & ~(1 << value)
            allowed = board.model.allowed.get(cell, board.everything)
            left = masks[cell] if masks[cell] != allowed else 0
            if left:
                facts[cell] = left
            cells = (*bars, cell) if left else bars
            return _in_order(facts), (OnlyValueSeen(cell, seen, cells, by, left),)
        house, *by_rules = board.rules_of(found.rules)
        barred = {c for rule in by_rules for c in rule.cells}
        lacks = [c for c in house.cells if c != cell and not masks[c] >> value & 1]
        gone = [c for c in lacks if c not in barred]
        facts |= dict.fromkeys(gone, board.everything & ~(1 << value))
        cells = (*bars, *gone)
        return _in_order(facts), (OnlyPlaceSeen(house, cell, value, cells, tuple(by_rules)),)


def _in_order(facts: dict[int, int]) -> tuple[Fact, ...]:
    return tuple(Fact(cell, mask) for cell, mask in sorted(facts.items()))


SINGLE = Single()


def find_singles(position: Position) -> Iterator[Deduction]:
    """Yield the hidden singles, or the naked ones if there are none."""
    sight, state = position.board.once("sight", Sight), position.state
    planes = sight.open_planes(state)
    found = False
    for (_, rules), area in zip(sight.houses, sight.areas, strict=True):
        for value, number in rules.items():
            place = planes[value] & area
            if place and not place & (place - 1) and not state.settled[value] & area:
                found = True
                yield _make(HIDDEN, LOOK, place.bit_length() - 1, value, state, number)
    if found and not position.every:
        return
    once = twice = 0
    for plane in planes.values():
        twice |= once & plane
        once |= plane
    for plane in state.settled:
        once &= ~plane
    for cell in each(once & ~twice):
        value = next(value for value, plane in planes.items() if plane >> cell & 1)
        yield _make(NAKED, NAKED, cell, value, state, None)


def _make(
    technique: str, look: str, cell: int, value: int, state: State, house: int | None
) -> Deduction:
    cuts = (Elimination(cell, state.masks[cell] & ~(1 << value)),)
    details = {"cell": cell, "value": value}
    if house is not None:
        details["house"] = house
    rules = () if house is None else (house,)
    return Deduction(
        technique, BASE[look], rules, cuts, details=details, order=cell, argument=SINGLE
    )


SINGLES = Technique(HIDDEN, BASE[LOOK], find_singles, counts=True, looks=((HIDDEN, LOOK),))
