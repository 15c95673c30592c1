"""A few rules that lie close together, taken at once, on boards of two values.

A pattern lists all ways to fill its cells, each as a set of the cells that have value 1. What all
ways agree on that are left follows; a person sees it as a picture: two 3s side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.rules import Cut, each


class Patterned(Protocol):
    """What is known of a pattern here."""

    @property
    def cells(self) -> Sequence[int]:
        """Its cells; -1 stands for one off the board, which has value 0."""
        ...


T = TypeVar("T", bound=Patterned)


def looked(
    position: Position, patterns: Sequence[T], look: Callable[[Position, T], Found | None]
) -> list[Found]:
    """What the patterns say; only those are looked at whose sides have changed since."""
    name = look.__name__
    before, known = position.memory.get(name, ((), {}))
    changed = {
        cell
        for cell, (old, new) in enumerate(zip(before, position.state.masks, strict=False))
        if old != new
    }
    for place, pattern in enumerate(patterns):
        if place not in known or not changed.isdisjoint(pattern.cells):
            known[place] = look(position, pattern)
    position.memory[name] = tuple(position.state.masks), known
    return [found for found in known.values() if found is not None]


def followed(
    position: Position, cells: Sequence[int], drawn: Sequence[int]
) -> tuple[tuple[Cut, ...], list[int]]:
    """What all the ways that are left agree on, and these ways."""
    masks, may, must = position.state.masks, 0, 0
    for place, cell in enumerate(cells):
        if cell >= 0:
            may |= (masks[cell] >> 1 & 1) << place
            must |= (masks[cell] == 0b10) << place
    alive = [way for way in drawn if not way & ~may and not must & ~way]
    if not alive:
        return (), []
    always, ever = alive[0], 0
    for way in alive:
        always &= way
        ever |= way
    cuts = [
        Cut(cells[place], 1 << (0 if always >> place & 1 else 1))
        for place in each(may & ~must & (always | ~ever))
    ]
    return tuple(sorted(cuts)), alive
