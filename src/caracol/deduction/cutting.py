"""A cell without which cells that must hang together would be cut off from each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from caracol.deduction.chains import link_facts
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.efforts import cutting_off
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.records import record
from caracol.rules import Connected, Cut, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.board import Board
    from caracol.deduction.sentences import Teller

LOOK = "connected"
"""What it asks, and what such a rule says alone."""


@record
class CutsOff(Claim):
    """Without a cell, one cell of a shape is cut off from another, as these are no part of it."""

    rule: Connected
    cell: int
    near: int
    far: int
    walls: tuple[Fact, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return (*(wall.cell for wall in self.walls), self.near, self.far)

    def holds(self, known: Sequence[int]) -> bool:
        out = all(not known[cell] & self.rule.values for cell, _ in self.walls)
        sides = [{*side} for side in self.rule.beside(known, self.cell)]
        apart = [{self.near, self.far} & side for side in sides]
        return out and {self.near} in apart and {self.far} in apart

    def said(self, teller: Teller) -> str:
        cell, near, far = (teller.cells([one]) for one in (self.cell, self.near, self.far))
        told = teller.words.say("connected.cuts-off", cell=cell, near=near, far=far)
        if not self.walls:
            return told
        return teller.words.say("connected.walls", walls=teller.facts(self.walls), told=told)


class Cutting(Argument):
    """Both sides of the cell have something of the shape, and there is no way round."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        (number,), (cut,) = found.rules, found.cuts
        rule = cast(Connected, board.rules[number])
        ask = partial(board.supposed, number)
        facts = link_facts(rule, masks, found.cuts, board.everything, ask=ask)
        walls = tuple(fact for fact in facts if not fact.mask & rule.values)
        known = [board.everything] * len(masks)
        for cell, mask in walls:
            known[cell] = mask
        for cell in rule.cells:
            if not masks[cell] & ~rule.values:
                known[cell] = masks[cell]
        # The smaller side is what would be cut off; of each side the nearest cell is named.
        apart = {fact.cell for fact in facts} - {wall.cell for wall in walls}
        sides = [side for side in rule.beside(known, cut.cell) if apart & {*side}]
        near, far = (side[0] for side in sides)
        named = tuple(Fact(cell, masks[cell]) for cell in (near, far))
        return (*walls, *named), (CutsOff(rule, cut.cell, near, far, walls),)


CUTTING = Cutting()


class CutOff:
    """The reader of this technique, cell by cell: without it, others would be cut off."""

    def __init__(self, technique: str) -> None:
        self.technique, self.looks = technique, ((technique, LOOK),)

    def __call__(
        self, position: Position, number: int, rule: Rule, cuts: Sequence[Cut]
    ) -> list[Found] | None:
        if LOOK not in rule.alone:
            return None
        return [self._named(position, number, cast(Connected, rule), cut) for cut in cuts]

    def _named(self, position: Position, number: int, rule: Connected, cut: Cut) -> Found:
        cells = rule.cut_off(position.state.masks, cut.cell) if cut.removed & ~rule.values else 0
        if not cells:
            return position.plain(number, rule, [cut])
        effort = cutting_off(cells)
        return Found(self.technique, effort, (number,), (cut,), order=number, argument=CUTTING)
