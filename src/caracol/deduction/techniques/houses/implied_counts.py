"""Counts that follow from counts: the rest of a house is full, or just as many cells are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_claims import find_barred, find_certain, get_count
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.rules import Elimination, Fact, Rule, each
from caracol.rules.count import ImpliedCount, bound_rest, find_implied_counts

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

NAME, LOOK = "implied-count", "rest-of-a-line"


@dataclass(frozen=True)
class Rest(Claim):
    """The claim that the counts of a line leave a number of its cells to another value.

    Either these are all there, or all cells that are left are needed for them.
    """

    rules: tuple[Rule, ...]
    value: int
    number: int
    have: tuple[int, ...]
    """The cells that have the value."""
    room: tuple[int, ...]
    """The cells that are left, if all of them are needed."""
    barred: tuple[int, ...] = ()
    """The cells that cannot have the value, if all others are needed."""

    @property
    def cells(self) -> tuple[int, ...]:
        return (*self.have, *self.barred)

    def holds(self, known: Sequence[int]) -> bool:
        counts, mask = [get_count(rule) for rule in self.rules], 1 << self.value
        bounds, line = bound_rest(counts), counts[0].cells
        if bounds is None or any(count.values & mask for count in counts):
            return False
        least, most = bounds
        have = find_certain(line, known, mask)
        if sorted(have) != sorted(self.have):
            return False
        if not self.room:
            return most == len(have) == self.number
        left = {cell for cell in line if known[cell] & mask}.difference(have)
        return left == {*self.room} and least == len(have) + len(left) == self.number

    def is_current(self, seen: Sequence[int]) -> bool:
        return self.holds(seen) and all(seen[cell] & ~(1 << self.value) for cell in self.room)

    def describe(self, writer: SentenceWriter) -> str:
        say, many = writer.words.say, self.number > 1
        counted = [
            (count.values.bit_length() - 1, count.least) for count in map(get_count, self.rules)
        ]
        numbers = [
            writer.name_value(value) if least == 1 else writer.count_value(value, least)
            for value, least in counted
        ]
        fields = {
            "about": writer.name_places(self.rules),
            "size": len(get_count(self.rules[0]).cells),
            "numbers": writer.join_list(numbers),
            "value": writer.describe_value(self.value, many),
        }
        if not self.number:
            return say("count.rest-none", **fields)
        text = say("count.rest", many, number=self.number, **fields)
        have, room = writer.name_cells(self.have), writer.name_cells(self.room)
        if not self.room:
            return say("count.rest-there", many, rest=text, cells=have)
        key = "count.rest-left-besides" if self.have else "count.rest-left"
        return say(key, len(self.room) > 1, rest=text, cells=room, have=have)


@dataclass(frozen=True)
class Implied(Argument):
    """The argument that the counts of all other values leave a number of cells to one value."""

    count: ImpliedCount

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        count, rules = self.count, board.rules_of(found.rules)
        mask, value = count.values, count.values.bit_length() - 1
        have = find_certain(count.cells, masks, mask)
        facts = [Fact(cell, mask) for cell in have]
        if all(removed & mask for _, removed in found.cuts):
            return tuple(facts), (Rest(rules, value, count.most, tuple(have), ()),)
        barred = find_barred(count.cells, masks, mask)
        facts += [Fact(cell, board.everything & ~mask) for cell in barred]
        room = tuple(c for c in count.cells if c not in have and c not in barred)
        return tuple(facts), (Rest(rules, value, count.least, tuple(have), room, tuple(barred)),)


def find_implied(position: Position) -> Iterator[Deduction]:
    """Yield what the counts of a line imply for its other value."""
    board, state = position.board, position.state
    for count, area in board.once("implied counts", _list_counts):
        value = count.values.bit_length() - 1
        may = (state.planes[value] & area).bit_count()
        must = (state.settled[value] & area).bit_count()
        if must == may or (must < count.most and may > count.least):
            continue
        full = must == count.most
        open_cells = state.planes[value] & ~state.settled[value] & area
        cuts = tuple(
            Elimination(cell, count.values if full else state.masks[cell] & ~count.values)
            for cell in each(open_cells)
        )
        argument = Implied(count)
        order = count.rules[0]
        yield Deduction(NAME, BASE[LOOK], count.rules, cuts, order=order, argument=argument)


def _list_counts(board: Board) -> list[tuple[ImpliedCount, int]]:
    """Return the counts of one value that follow from others, with their cells as bits."""
    return [
        (count, sum(1 << cell for cell in count.cells))
        for count in find_implied_counts(board.rules, board.model.values)
        if not count.values & (count.values - 1)
    ]


IMPLIED = Technique(NAME, BASE[LOOK], find_implied, counts=True)
