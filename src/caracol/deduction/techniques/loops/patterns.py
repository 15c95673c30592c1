"""A few rules that are close together, considered at once, on boards of two values.

A pattern lists all ways to fill the cells of its rules, each as the set of the cells that have
value 1. Whatever the ways that are left agree on follows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import NamedTuple

from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.rules import Elimination, Rule, each

Fillings = tuple[int, ...]
"""All ways to fill some cells; bit *n* of a way is the value of cell number *n*."""

Agreed = tuple[list[tuple[int, int]], list[int]]
"""The cells on which all ways agree, each with the mask that is ruled out, and the ways left."""
MOST_CELLS = 16
"""Maximum number of cells of a rule with its neighbours, as in the kernel."""
MOST_KNOWN = 2000
"""Maximum number of positions that a pattern remembers."""


class Pattern(NamedTuple):
    """Some rules of a board, and the ways to fill their cells."""

    rules: tuple[int, ...]
    cells: tuple[int, ...]
    ways: Fillings
    memory: dict[tuple[int, ...], Agreed]
    """Conclusions that all ways agree on, by what is known about the cells; shared by patterns of
    the same shape."""
    kinds: dict[Hashable, str]
    """How the arguments for conclusions begin, by what is known and what follows; shared, too."""
    followed: dict[Hashable, bool]
    """Whether a few notes show a conclusion, by the same; shared, too."""

    def see(self, position: Position) -> tuple[int, ...]:
        """Return what is known about its cells."""
        return tuple(map(position.state.masks.__getitem__, self.cells))

    def places(self, cells: Collection[int]) -> int:
        """Return some of its cells as a set of bits."""
        return sum(1 << place for place, cell in enumerate(self.cells) if cell in cells)


def make_pattern(board: Board, numbers: Sequence[int]) -> Pattern:
    """Return the pattern of these rules; patterns of the same shape are listed once."""
    rules = [board.rules[number] for number in numbers]
    cells = sorted({cell for rule in rules for cell in rule.cells})
    place = {cell: number for number, cell in enumerate(cells)}
    shape = tuple((tuple(map(place.__getitem__, rule.cells)), fillings_of(rule)) for rule in rules)
    return Pattern(tuple(numbers), tuple(cells), *_join(shape))


@lru_cache(maxsize=4096)
def fillings_of(rule: Rule) -> Fillings:
    """Return the ways to fill the cells of one rule."""
    local = tuple(range(len(rule.cells)))
    return _list_fillings(replace(rule, cells=local, name="", statement="", clue=False))


@lru_cache(maxsize=256)
def _list_fillings(rule: Rule) -> Fillings:
    """Return the ways to fill the cells of a rule, which are numbered from 0."""
    number = len(rule.cells)
    every = range(1 << number)
    return tuple(way for way in every if rule.holds([way >> cell & 1 for cell in range(number)]))


@lru_cache(maxsize=512)
def _join(
    shape: tuple[tuple[tuple[int, ...], Fillings], ...],
) -> tuple[Fillings, dict[tuple[int, ...], Agreed], dict[Hashable, str], dict[Hashable, bool]]:
    """Return the ways that satisfy several rules, given the places and the ways of each.

    The other parts are the empty memories of the pattern.
    """
    found, known = [0], 0
    for places, fillings in shape:
        area = sum(1 << place for place in places)
        choices = [
            sum((way >> number & 1) << place for number, place in enumerate(places))
            for way in fillings
        ]
        shared = known & area
        found = [way | one for way in found for one in choices if not (way ^ one) & shared]
        known |= area
    return tuple(found), {}, {}, {}


def look_again(
    position: Position,
    key: str,
    patterns: Sequence[Pattern],
    look: Callable[[Pattern], Deduction | None],
) -> list[Deduction]:
    """Return what the patterns imply; only those whose cells have changed are tried again.

    The position remembers the rest under this key.
    """
    masks = tuple(position.state.masks)
    before: tuple[int, ...]
    known: list[Deduction | None]
    before, known = position.memory.get(key, ((), []))
    if known:
        at = position.board.once(f"where {key} looks", lambda _: _by_cell(patterns, len(masks)))
        for place in set().union(*compress(at, map(ne, before, masks))):
            known[place] = look(patterns[place])
    else:
        known = [look(one) for one in patterns]
    position.memory[key] = masks, known
    return [found for found in known if found is not None]


def _by_cell(patterns: Sequence[Pattern], size: int) -> list[list[int]]:
    """Return, for each cell, the indices of the patterns that contain it."""
    found: list[list[int]] = [[] for _ in range(size)]
    for place, one in enumerate(patterns):
        for cell in one.cells:
            found[cell].append(place)
    return found


def find_agreed(
    position: Position,
    cells: Sequence[int],
    ways: Sequence[int],
    memory: dict[tuple[int, ...], Agreed] | None = None,
) -> tuple[tuple[Elimination, ...], list[int]]:
    """Return what all the ways that are left agree on, and these ways.

    With the memory of a pattern, each position is worked out once for all boards.
    """
    masks = position.state.masks
    here = tuple([masks[cell] for cell in cells])
    found = memory.get(here) if memory is not None else None
    if found is None:
        found = _find_agreement(here, ways)
        if memory is not None and len(memory) < MOST_KNOWN:
            memory[here] = found
    agreed, alive = found
    if not agreed:
        return (), alive
    return tuple(sorted([Elimination(cells[place], removed) for place, removed in agreed])), alive


def _find_agreement(here: tuple[int, ...], ways: Sequence[int]) -> Agreed:
    may = sum((mask >> 1 & 1) << place for place, mask in enumerate(here))
    must = sum((mask == 0b10) << place for place, mask in enumerate(here))
    alive = [way for way in ways if not way & ~may and not must & ~way]
    if not alive:
        return [], []
    always, ever = alive[0], 0
    for way in alive:
        always &= way
        ever |= way
    sure = each(may & ~must & (always | ~ever))
    return [(place, 1 << (0 if always >> place & 1 else 1)) for place in sure], alive
