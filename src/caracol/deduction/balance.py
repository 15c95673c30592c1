"""The counting argument behind a few rules: these need more than there is room for.

Nearly every hard step of a Star Battle is one (all 707 of 31 published puzzles were, by linear
programming). Given the rules of a smallest reason, each is tried as a need or as a room; the
first balance that leaves less to spare than the refuted candidate would cost is the sentence.
Only sums that count each rule once are told: the others nobody follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from caracol.deduction.board import Board
from caracol.deduction.chains import fewest
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.count_claims import counting, one_at_most, there, undecided
from caracol.deduction.efforts import joined
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.records import NamedTuple, record
from caracol.rules import Cut, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

MOST_RULES = 8
"""A sum of more rules than this is not told: nobody holds so many in mind."""


class Sums(NamedTuple):
    """What comes of counting some rules as needs and others as rooms."""

    needed: int
    room: int
    besides: tuple[int, ...]
    """Cells that the rooms do not count."""
    spare: int
    costs: int
    """What the supposed value takes of the room."""


@record
class Balance(Claim):
    """Some rules need so many, others have room for so many, and a value would cost more."""

    inner: tuple[Rule, ...]
    outer: tuple[Rule, ...]
    value: int
    cell: int
    supposed: int
    sums: Sums
    cells: tuple[int, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (*self.inner, *self.outer)

    def holds(self, known: Sequence[int]) -> bool:
        return self.sums == summed(
            self.inner, self.outer, self.value, (self.cell, self.supposed), known
        )

    def said(self, teller: Teller) -> str:
        say, sums = teller.words.say, self.sums
        number, about = teller.counted(self.value, sums.needed), teller.places(self.inner)
        told = [say("count.needs", len(self.inner) > 1, about=about, number=number)]
        if self.outer:
            about = teller.places(self.outer)
            told.append(say("count.rooms", len(self.outer) > 1, about=about, room=sums.room))
        if sums.besides:
            many, cells = len(sums.besides) > 1, teller.cells(sums.besides)
            told.append(say("count.adds", many, cells=cells))
        spare = say(f"count.spare.{'some' if sums.spare else 'none'}", number=sums.spare)
        thing, where = teller.thing(self.supposed), teller.cells([self.cell])
        costs = say("count.costs", sums.costs > 1, value=thing, cell=where, number=sums.costs)
        need, *room = told
        sums_said = say("lists.between").join([need, *([teller.listed(room)] if room else [])])
        return say("count.balance", sums=sums_said, spare=spare, costs=costs)


def summed(
    inner: Sequence[Rule],
    outer: Sequence[Rule],
    value: int,
    supposed: tuple[int, int],
    known: Sequence[int],
) -> Sums | None:
    """The sums of a balance, where it shows that the supposed value is impossible."""
    mask = 1 << value
    need = room = 0
    weight: dict[int, int] = {}
    for rules, sign in ((inner, 1), (outer, -1)):
        for rule in rules:
            certain = len(there(rule.cells, known, mask))
            if sign > 0:
                need += counting(rule).least - certain
            elif rule.as_count() is not None:
                room += counting(rule).most - certain
            else:
                room += 1 - certain
            for cell in undecided([rule], known, mask):
                weight[cell] = weight.get(cell, 0) + sign
    besides = tuple(sorted(cell for cell, most in weight.items() if most > 0))
    spare = room + sum(weight[cell] for cell in besides) - need
    cell, there_instead = supposed
    here = weight.get(cell, 0)
    costs = max(0, here) - (here if there_instead == value else 0)
    if not costs > spare >= 0 or any(weight[cell] > 1 for cell in besides):
        return None
    return Sums(need, room, besides, spare, costs)


class Balancing(Argument):
    """A balance, with what it needs to know."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        inner, outer = (board.rules_of(found.details[part]) for part in ("inner", "outer"))
        value = found.details["value"]
        cell, mask = found.details["assumed"]
        known = [board.everything] * len(masks)
        for rule in (*inner, *outer):
            for here in rule.cells:
                if masks[here] == 1 << value:
                    known[here] = 1 << value
                elif not masks[here] >> value & 1:
                    known[here] = board.everything & ~(1 << value)
        supposed = cell, mask.bit_length() - 1
        sums = summed(inner, outer, value, supposed, known)
        assert sums is not None, "a balance does not come out"
        fewest(
            known,
            board.everything,
            lambda less: summed(inner, outer, value, supposed, less) == sums,
        )
        facts = tuple(Fact(c, m) for c, m in enumerate(known) if m != board.everything)
        cited = tuple(fact.cell for fact in facts)
        return facts, (Balance(inner, outer, value, *supposed, sums, cited),)


BALANCING = Balancing()


def balanced(position: Position, rules: tuple[int, ...], cell: int, value: int) -> Found | None:
    """The counting argument by which these rules, each counted once, refute a candidate."""
    if len(rules) > MOST_RULES:
        return None
    board, masks = position.board, position.state.masks
    roles = []
    values = {count.values for number in rules if (count := board.rules[number].as_count())}
    if len(values) != 1:
        return None
    (counted,) = values
    if counted & (counted - 1):
        return None
    kind = counted.bit_length() - 1
    for number in rules:
        count = board.rules[number].as_count()
        if count is None and not one_at_most(board.rules[number], kind):
            return None
        roles.append((-1, 1) if count is not None and count.least else (-1,))
    for signs in product(*roles):
        inner, outer = (
            tuple(number for number, sign in zip(rules, signs, strict=True) if sign == wanted)
            for wanted in (1, -1)
        )
        needs, rooms = ([board.rules[number] for number in part] for part in (inner, outer))
        if inner and summed(needs, rooms, kind, (cell, value), masks):
            details: dict[str, Any] = {
                "inner": inner,
                "outer": outer,
                "value": kind,
                "assumed": (cell, 1 << value),
            }
            effort = joined("balance", len(rules))
            cuts = (Cut(cell, 1 << value),)
            return Found("balance", effort, rules, cuts, (), details, argument=BALANCING)
    return None
