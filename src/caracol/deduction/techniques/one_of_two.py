"""One of two cells has a value, because a rule lets at most one have the other value.

This is for boards of two values on which some counts allow one value once, and pairs the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.rules import Candidates, Elimination, Model, Rule

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter


@dataclass(frozen=True)
class OneOfTwo(Claim):
    """The claim that at most one of two cells has a value."""

    clue: Rule
    one: int
    other: int
    pairs: tuple[Rule, ...]
    """Rules that these two, or each of them and a cell between, do not both have the other
    value."""

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

    def describe(self, writer: SentenceWriter) -> str:
        return writer.name_cells((self.one, self.other))


@dataclass(frozen=True)
class Either(Argument):
    """The argument that one of two cells has a value, so another cell does not."""

    one: int
    other: int

    def grounds(self, board: Board, _masks: Sequence[int], found: Deduction) -> Grounds:
        clue, *pairs = (board.rules[number] for number in found.rules)
        return (), (OneOfTwo(clue, self.one, self.other, tuple(pairs)),)


def one_of_two(between: str, beside: str, value: int, look: str) -> Technique:
    """Return the technique that finds two kinds of steps, by their ids.

    If a clue lets at most one of two cells have the value, one of them has the other value. If
    pairs let at most one have that, it is not in a cell ``between`` the two; if the two are
    ``beside`` each other, one of them has the value, and so no other cell of the clue does.
    """
    effort = BASE[look]

    def find(position: Position) -> Iterator[Deduction]:
        masks = position.state.masks
        for near in position.board.once(
            f"one-of-two-{value}", lambda board: _find_near(board.rules, value)
        ):
            cuts = tuple([cut for cut in near.cuts if masks[cut.cell] == 0b11])
            if cuts:
                technique = beside if near.beside else between
                why, order = Either(near.one, near.other), near.rules[0]
                yield Deduction(technique, effort, near.rules, cuts, order=order, argument=why)

    return Technique(between, effort, find, looks=((between, look), (beside, look)))


def after_one_of_two(model: Model, value: int) -> Candidates:
    """Return what these two techniques leave at the beginning."""
    left = model.candidates()
    for near in _find_near(model.rules, value):
        for cell, removed in near.cuts:
            left[cell] &= ~removed
    return left


class _Near(NamedTuple):
    """Two cells of a clue that are next to each other or to a third, and what follows."""

    one: int
    other: int
    beside: bool
    rules: tuple[int, ...]
    cuts: tuple[Elimination, ...]


def _find_near(rules: Sequence[Rule], value: int) -> list[_Near]:
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
                cuts = tuple([Elimination(cell, once) for cell in clue if cell not in (one, other)])
                found.append(_Near(one, other, True, (number, pair), cuts))
            elif one in beside and other in beside:
                for cell in sorted(beside[one] & beside[other]):
                    ends = pairs[one, cell], pairs[other, cell]
                    cuts = (Elimination(cell, others),)
                    if cell in clue:
                        # Then the two on both sides have the other value.
                        cuts += Elimination(one, once), Elimination(other, once)
                    found.append(_Near(one, other, False, (number, *ends), cuts))
    return found
