"""Star Battle's own techniques: what a star does to the cells around it."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.deduction.board import Board
from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position, Reader, Technique
from caracol.deduction.steps import Fact, Found
from caracol.genres.star_battle import STAR
from caracol.rules import Count, Cut, each

AROUND = "around-a-star"
LOOKS = {AROUND: "around-a-value"}
"""For each technique the kind of look that it asks for."""
WORDS = {
    AROUND: (
        "Around a star",
        "Stars may not touch, not even at a corner, and {facts}: so {conclusion}.",
    ),
}
NEVER = ("count-none",)
"""Techniques for every genre that do not come here: no rule asks for no star at all."""


def around(position: Position) -> Iterator[Found]:
    """All cells around a star at once, where its two by two blocks would tell them one by one."""
    state = position.state
    can, stars = state.planes[STAR], state.settled[STAR]
    unknown = can & ~stars
    around_cell = position.board.once("around", _Around)
    for star in each(stars):
        around_it, blocks_there = around_cell[star]
        near = around_it & unknown
        if near:
            blocks = [(area & unknown, number) for area, number in blocks_there]
            yield Found(
                AROUND,
                BASE[LOOKS[AROUND]],
                _cover(near, blocks),
                tuple(Cut(cell, 1 << STAR) for cell in each(near)),
                facts=(Fact(star, 1 << STAR),),
                order=star,
            )


class _Around(dict[int, tuple[int, list[tuple[int, int]]]]):
    """For each cell the cells of the two by two blocks that it is in, and these blocks."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __missing__(self, cell: int) -> tuple[int, list[tuple[int, int]]]:
        board = self.board
        blocks = [
            (board.areas[number], number)
            for number in board.watchers[cell]
            # Lines and regions need stars; blocks are the only counts that do not.
            if isinstance(rule := board.rules[number], Count) and not rule.least
        ]
        together = 0
        for area, _ in blocks:
            together |= area
        found = self[cell] = together, blocks
        return found


def _cover(near: int, blocks: list[tuple[int, int]]) -> tuple[int, ...]:
    """As many of the blocks as are needed to see all these cells."""
    kept = list(blocks)
    for block in sorted(blocks, key=lambda one: one[0].bit_count()):
        rest = 0
        for area, _ in kept:
            if (area, _) != block:
                rest |= area
        if not near & ~rest:
            kept.remove(block)
    return tuple(number for _, number in kept)


READERS: tuple[Reader, ...] = ()
FOLLOWERS = (AROUND,)
"""A star and its neighbours are one move."""
TECHNIQUES = (Technique(AROUND, BASE[LOOKS[AROUND]], around),)
