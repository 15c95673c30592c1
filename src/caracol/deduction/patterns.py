"""A few rules that lie close together, taken at once, on boards of two values.

A pattern lists all ways to fill its cells, each as a set of the cells that have value 1. What all
ways agree on that are left follows; a person sees it as a picture: two 3s side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import ne
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
    masks = tuple(position.state.masks)
    before: tuple[int, ...]
    known: list[Found | None]
    before, known = position.memory.get(name, ((), []))
    if known:
        at = position.board.once(f"where {name} looks", lambda _: _by_cell(patterns, len(masks)))
        for place in set().union(*compress(at, map(ne, before, masks))):
            known[place] = look(position, patterns[place])
    else:
        known = [look(position, pattern) for pattern in patterns]
    position.memory[name] = masks, known
    return [found for found in known if found is not None]


def _by_cell(patterns: Sequence[Patterned], size: int) -> list[list[int]]:
    """For each cell the places of the patterns that have it."""
    found: list[list[int]] = [[] for _ in range(size)]
    for place, pattern in enumerate(patterns):
        for cell in pattern.cells:
            if cell >= 0:
                found[cell].append(place)
    return found


Agreed = tuple[list[tuple[int, int]], list[int]]
"""The places on which all ways agree, with the values that go there, and the ways that are left."""
MOST_KNOWN = 2000
"""So many positions of a pattern are remembered."""


def followed(
    position: Position,
    cells: Sequence[int],
    drawn: Sequence[int],
    memory: dict[tuple[int, ...], Agreed] | None = None,
) -> tuple[tuple[Cut, ...], list[int]]:
    """What all the ways that are left agree on, and these ways.

    In a ``memory`` of its own, a pattern is followed once for all boards on which it comes.
    """
    masks = position.state.masks
    here = tuple([masks[cell] if cell >= 0 else 0b01 for cell in cells])
    found = memory.get(here) if memory is not None else None
    if found is None:
        found = _agreed(here, drawn)
        if memory is not None and len(memory) < MOST_KNOWN:
            memory[here] = found
    agreed, alive = found
    if not agreed:
        return (), alive
    return tuple(sorted([Cut(cells[place], removed) for place, removed in agreed])), alive


def _agreed(here: tuple[int, ...], drawn: Sequence[int]) -> Agreed:
    may = sum((mask >> 1 & 1) << place for place, mask in enumerate(here))
    must = sum((mask == 0b10) << place for place, mask in enumerate(here))
    alive = [way for way in drawn if not way & ~may and not must & ~way]
    if not alive:
        return [], []
    always, ever = alive[0], 0
    for way in alive:
        always &= way
        ever |= way
    sure = each(may & ~must & (always | ~ever))
    return [(place, 1 << (0 if always >> place & 1 else 1)) for place in sure], alive
