"""One of two cells has a value, because a rule lets at most one have the other: boards of two
values, on which some counts allow a value once, and pairs the other value once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from caracol.deduction.board import Board
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.deduction.technique import Technique
from caracol.records import NamedTuple, Record, record
from caracol.rules import Candidates, Cut, Model, Rule

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller


@record
class OneOfTwo(Claim):
    """At most one of two cells has a value."""

    clue: Rule
    one: int
    other: int
    pairs: tuple[Rule, ...]
    """That these two, or each of them and a cell between, do not both have the other value."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (self.clue, *self.pairs)

    def holds(self, known: Sequence[int]) -> bool:
        both = {self.one, self.other}
        pairs = [{*rule.cells} for rule in self.pairs]
        between = set[int]().union(*pairs) - both
        beside_both = [{self.one} | between, {self.other} | between]
        near = pairs == [both] or (len(between) == 1 and pairs == beside_both)
        return near and both <= {*self.clue.cells} and len(known) > max(both)

    def said(self, teller: Teller) -> str:
        return teller.cells((self.one, self.other))


@record
class Either(Record, Argument):
    """One of two cells has a value, so a cell beside both has not, or others have the other."""

    one: int
    other: int

    def grounds(self, board: Board, _masks: Sequence[int], found: Found) -> Argued:
        clue, *pairs = (board.rules[number] for number in found.rules)
        return (), (OneOfTwo(clue, self.one, self.other, tuple(pairs)),)


def one_of_two(between: str, beside: str, value: int, look: str) -> Technique:
    """Two techniques, by their ids: of two cells of a clue that lets at most one have the value,
    one has the other value. Where pairs let at most one have that, it is not in a cell ``between``
    the two; and where the two are ``beside`` each other, one of them has the value, and so no
    other cell of the clue.
    """
    effort = BASE[look]

    def find(position: Position) -> Iterator[Found]:
        masks = position.state.masks
        for near in position.board.once(
            f"one-of-two-{value}", lambda board: _near(board.rules, value)
        ):
            cuts = tuple([cut for cut in near.cuts if masks[cut.cell] == 0b11])
            if cuts:
                technique = beside if near.beside else between
                why, order = Either(near.one, near.other), near.rules[0]
                yield Found(technique, effort, near.rules, cuts, order=order, argument=why)

    return Technique(between, effort, find, looks=((between, look), (beside, look)))


def after_one_of_two(model: Model, value: int) -> Candidates:
    """What these two techniques leave at the beginning."""
    left = model.candidates()
    for near in _near(model.rules, value):
        for cell, removed in near.cuts:
            left[cell] &= ~removed
    return left


class _Near(NamedTuple):
    """Two cells of a clue that are beside each other or a third, and what follows."""

    one: int
    other: int
    beside: bool
    rules: tuple[int, ...]
    cuts: tuple[Cut, ...]


def _near(rules: Sequence[Rule], value: int) -> list[_Near]:
    once, others = 1 << value, 0b11 ^ 1 << value
    clues: list[tuple[int, tuple[int, ...]]] = []
    pairs: dict[tuple[int, int], int] = {}
    beside: dict[int, set[int]] = {}
    for number, rule in enumerate(rules):
        count = rule.as_count()
        if count is not None and count.most == 1:
            if rule.clue and count.values == once:
                clues.append((number, rule.cells))
            elif len(rule.cells) == 2 and count.values == others:
                one, other = rule.cells
                pairs[one, other] = pairs[other, one] = number
                beside.setdefault(one, set()).add(other)
                beside.setdefault(other, set()).add(one)
    found = []
    for number, clue in clues:
        for one, other in combinations(clue, 2):
            pair = pairs.get((one, other))
            if pair is not None:
                cuts = tuple([Cut(cell, once) for cell in clue if cell not in (one, other)])
                found.append(_Near(one, other, True, (number, pair), cuts))
            elif one in beside and other in beside:
                for cell in sorted(beside[one] & beside[other]):
                    ends = pairs[one, cell], pairs[other, cell]
                    cuts = (Cut(cell, others),)
                    found.append(_Near(one, other, False, (number, *ends), cuts))
    return found
