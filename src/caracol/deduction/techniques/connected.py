"""Connected shapes: a cell without which the shape would fall apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from caracol.board.grid import Grid
from caracol.deduction.efforts import rate_cut_off
from caracol.deduction.premises import find_link_facts
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.rules import ConnectedView, Elimination, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

LOOK = "connected"
"""Kind of look that the technique takes."""


@dataclass(frozen=True)
class CutsOff(Claim):
    """The claim that, without a cell, other cells cut one cell of a shape off from another."""

    shape: ConnectedView
    cell: int
    near: int
    far: int
    walls: tuple[Fact, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return (*(wall.cell for wall in self.walls), self.near, self.far)

    def holds(self, known: Sequence[int]) -> bool:
        out = all(not known[cell] & self.shape.values for cell, _ in self.walls)
        sides = [{*side} for side in self.shape.beside(known, self.cell)]
        apart = [{self.near, self.far} & side for side in sides]
        return out and {self.near} in apart and {self.far} in apart

    def describe(self, writer: SentenceWriter) -> str:
        cell, near, far = (writer.name_cells([one]) for one in (self.cell, self.near, self.far))
        text = writer.words.say("connected.cuts-off", cell=cell, near=near, far=far)
        if not self.walls:
            return text
        return writer.words.say(
            "connected.walls", walls=writer.describe_facts(self.walls), told=text
        )


class Cutting(Argument):
    """The argument that the shape needs both sides of a cell, and nothing else connects them."""

    __slots__ = ()

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        (number,), (cut,) = found.rules, found.cuts
        shape = board.rules[number].as_connected()
        assert shape is not None
        ask = partial(board.eliminate, number)
        facts = find_link_facts(board.rules[number], masks, found.cuts, board.everything, ask=ask)
        walls = tuple(fact for fact in facts if not fact.mask & shape.values)
        known = [board.everything] * len(masks)
        for cell, mask in walls:
            known[cell] = mask
        for cell in shape.cells:
            if not masks[cell] & ~shape.values:
                known[cell] = masks[cell]
        # The smaller side would be cut off; on each side, the nearest cell is named.
        apart = {fact.cell for fact in facts} - {wall.cell for wall in walls}
        sides = [side for side in shape.beside(known, cut.cell) if apart & {*side}]
        near, far = (side[0] for side in sides)
        named = tuple(Fact(cell, masks[cell]) for cell in (near, far))
        return (*walls, *named), (CutsOff(shape, cut.cell, near, far, walls),)


CUTTING = Cutting()


class CutOff:
    """The reader for this technique, cell by cell: without the cell, others would be cut off.

    If only a corner of the board would be cut off, the technique may have a name of its own.
    """

    def __init__(self, technique: str, corner: str = "") -> None:
        self.technique, self.corner = technique, corner or technique
        self.looks = tuple((name, LOOK) for name in dict.fromkeys((technique, self.corner)))

    def __call__(
        self, position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
    ) -> list[Deduction] | None:
        shape = rule.as_connected()
        if shape is None:
            return None
        board, state = position.board, position.state
        may = state.list_cells(shape.values) & board.areas[number]
        must = may & ~state.list_cells(board.everything & ~shape.values)
        found = []
        for cut in cuts:
            parts = shape.cut_off(may, must, cut.cell) if cut.removed & ~shape.values else []
            if parts:
                found.append(self._name_cut(position, number, cut, parts))
            else:
                found.append(position.plain(number, rule, [cut]))
        return found

    def _name_cut(
        self, position: Position, number: int, cut: Elimination, parts: Sequence[int]
    ) -> Deduction:
        grid = position.board.model.grid
        corners = _list_corners(grid) if isinstance(grid, Grid) else ()
        name = self.corner if any(part in corners for part in parts) else self.technique
        effort = rate_cut_off(parts[0].bit_count())
        return Deduction(name, effort, (number,), (cut,), order=number, argument=CUTTING)


def _list_corners(grid: Grid) -> tuple[int, ...]:
    """Return the corners of a board, each as a set of cells."""
    corners = (0, grid.columns - 1, grid.size - grid.columns, grid.size - 1)
    return tuple([1 << corner for corner in corners])
