"""The counting argument behind a few rules: these need more than there is room for.

Where all rules are counts, nearly every hard step is one (all 707 of 31 published puzzles were, by
linear programming). Given the rules of a smallest reason, each is tried as a need or as a room; the
first balance that leaves less to spare than the refuted candidate would cost becomes the sentence.
Only sums that count each rule once are used: nobody can follow the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from caracol.deduction.efforts import rate_rules
from caracol.deduction.premises import keep_fewest
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.count_claims import (
    allows_one,
    find_certain,
    find_undecided,
    get_count,
)
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination, Fact, Rule

BALANCE = "balance"
MOST_RULES = 8
"""Maximum number of rules in a sum: nobody can keep more in mind."""


class Sums(NamedTuple):
    """The result of counting some rules as needs and others as rooms."""

    needed: int
    room: int
    besides: tuple[int, ...]
    """Cells that the rooms do not count."""
    spare: int
    costs: int
    """Room that the supposed value would take."""


@dataclass(frozen=True)
class Balance(Claim):
    """The claim that a value would cost more than the needs of some rules leave of the room."""

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
        return self.sums == sum_up(
            self.inner, self.outer, self.value, (self.cell, self.supposed), known
        )

    def describe(self, writer: SentenceWriter) -> str:
        say, sums = writer.words.say, self.sums
        number, about = writer.count_value(self.value, sums.needed), writer.name_places(self.inner)
        stated = [say("count.needs", len(self.inner) > 1, about=about, number=number)]
        if self.outer:
            about = writer.name_places(self.outer)
            stated.append(say("count.rooms", len(self.outer) > 1, about=about, room=sums.room))
        if sums.besides:
            many, cells = len(sums.besides) > 1, writer.name_cells(sums.besides)
            stated.append(say("count.adds", many, cells=cells))
        spare = say(f"count.spare.{'some' if sums.spare else 'none'}", number=sums.spare)
        thing, where = writer.name_value(self.supposed), writer.name_cells([self.cell])
        costs = say("count.costs", sums.costs > 1, value=thing, cell=where, number=sums.costs)
        need, *room = stated
        sums_text = say("lists.between").join([need, *([writer.join_list(room)] if room else [])])
        return say("count.balance", sums=sums_text, spare=spare, costs=costs)


def sum_up(
    inner: Sequence[Rule],
    outer: Sequence[Rule],
    value: int,
    supposed: tuple[int, int],
    known: Sequence[int],
) -> Sums | None:
    """Return the sums of a balance, if it shows that the supposed value is impossible."""
    mask = 1 << value
    need = room = 0
    weight: dict[int, int] = {}
    for rules, sign in ((inner, 1), (outer, -1)):
        for rule in rules:
            certain = len(find_certain(rule.cells, known, mask))
            if sign > 0:
                need += get_count(rule).least - certain
            elif rule.as_count() is not None:
                room += get_count(rule).most - certain
            else:
                room += 1 - certain
            for cell in find_undecided([rule], known, mask):
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
    """The argument of a balance."""

    __slots__ = ()

    def repeat(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction | None:
        """Return the balance of the same rules, or of all but one, on a later board."""
        ((cell, removed),) = found.cuts
        rules = found.rules
        for some in (rules, *(tuple(one for one in rules if one != gone) for gone in rules)):
            again = find_balance(board, masks, some, cell, removed.bit_length() - 1)
            if again is not None:
                return again
        return None

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
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
        sums = sum_up(inner, outer, value, supposed, known)
        assert sums is not None, "a balance does not come out"
        keep_fewest(
            known,
            board.everything,
            lambda less: sum_up(inner, outer, value, supposed, less) == sums,
        )
        facts = tuple(Fact(c, m) for c, m in enumerate(known) if m != board.everything)
        cited = tuple(fact.cell for fact in facts)
        return facts, (Balance(inner, outer, value, *supposed, sums, cited),)


BALANCING = Balancing()


def find_balance(
    board: Board, masks: Sequence[int], rules: tuple[int, ...], cell: int, value: int
) -> Deduction | None:
    """Return the counting argument by which these rules, each counted once, refute a candidate."""
    if len(rules) > MOST_RULES:
        return None
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
        if count is None and not allows_one(board.rules[number], kind):
            return None
        roles.append((-1, 1) if count is not None and count.least else (-1,))
    for signs in product(*roles):
        inner, outer = (
            tuple(number for number, sign in zip(rules, signs, strict=True) if sign == wanted)
            for wanted in (1, -1)
        )
        needs, rooms = ([board.rules[number] for number in part] for part in (inner, outer))
        if inner and sum_up(needs, rooms, kind, (cell, value), masks):
            details: dict[str, Any] = {
                "inner": inner,
                "outer": outer,
                "value": kind,
                "assumed": (cell, 1 << value),
            }
            effort = rate_rules(BALANCE, len(rules))
            cuts = (Elimination(cell, 1 << value),)
            return Deduction(BALANCE, effort, rules, cuts, (), details, argument=BALANCING)
    return None
