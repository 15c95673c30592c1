"""Star Battle's own techniques: what a star does to the cells around it."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.explain.efforts import BASE
from caracol.explain.position import Position, Reader, Technique
from caracol.explain.steps import Fact, Found
from caracol.genres.star_battle import STAR
from caracol.rules import Cut, each

AROUND = "around-a-star"
LOOKS = {AROUND: "around-a-value"}
"""For each technique the kind of look that it asks for."""


def around(position: Position) -> Iterator[Found]:
    """All cells around a star at once, where its two by two blocks would tell them one by one."""
    state, board = position.state, position.board
    can, stars = state.planes[STAR], state.settled[STAR]
    for star in each(stars):
        blocks = [
            (board.areas[number] & can & ~stars, number)
            for number in board.watchers[star]
            if (rule := board.rules[number]).about.startswith("the 2×2") and len(rule.cells) == 4
        ]
        near = 0
        for area, _ in blocks:
            near |= area
        if near:
            yield Found(
                AROUND,
                BASE[LOOKS[AROUND]],
                _cover(near, blocks),
                tuple(Cut(cell, 1 << STAR) for cell in each(near)),
                facts=(Fact(star, 1 << STAR),),
                order=star,
            )


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
TECHNIQUES = (Technique(AROUND, BASE[LOOKS[AROUND]], around),)
