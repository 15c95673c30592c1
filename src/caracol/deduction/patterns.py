"""A few rules that lie close together, taken at once, on boards of two values.

A pattern lists all ways to fill the cells of its rules, each as a set of the cells that have
value 1. What all ways agree on that are left follows; a person sees it as a picture: two 3s side
by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress
from operator import ne

from caracol.deduction.board import Board
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.records import NamedTuple
from caracol.rules import Cut, Rule, each

Filled = tuple[int, ...]
"""All ways to fill some cells; bit *n* of a way is the value of the cell at place *n*."""


Agreed = tuple[list[tuple[int, int]], list[int]]
"""The places on which all ways agree, with the values that go there, and the ways that are left."""
MOST_KNOWN = 2000
"""So many positions of a pattern are remembered."""


class Pattern(NamedTuple):
    """Some rules of a board, and the ways to fill their cells."""

    rules: tuple[int, ...]
    cells: tuple[int, ...]
    ways: Filled
    memory: dict[tuple[int, ...], Agreed]
    """What the ways agree on, by what is known of the cells; patterns that look alike share it."""

    def places(self, cells: set[int]) -> int:
        """Some of its cells as a set of places."""
        return sum(1 << place for place, cell in enumerate(self.cells) if cell in cells)


def pattern(board: Board, numbers: Sequence[int]) -> Pattern:
    """The pattern of these rules. Patterns that look alike are worked out once."""
    rules = [board.rules[number] for number in numbers]
    cells = sorted({cell for rule in rules for cell in rule.cells})
    place = {cell: number for number, cell in enumerate(cells)}
    shape = tuple((tuple(map(place.__getitem__, rule.cells)), alone(rule)) for rule in rules)
    return Pattern(tuple(numbers), tuple(cells), *_together(shape))


def alone(rule: Rule) -> Filled:
    """The ways to fill the cells of one rule."""
    local = tuple(range(len(rule.cells)))
    return _kept(rule.changed(cells=local, about="", says="", clue=False))


@lru_cache(maxsize=256)
def _kept(rule: Rule) -> Filled:
    """The ways to fill the cells of a rule, which are numbered from 0."""
    number = len(rule.cells)
    every = range(1 << number)
    return tuple(way for way in every if rule.kept([way >> cell & 1 for cell in range(number)]))


@lru_cache(maxsize=512)
def _together(
    shape: tuple[tuple[tuple[int, ...], Filled], ...],
) -> tuple[Filled, dict[tuple[int, ...], Agreed]]:
    """The ways that keep several rules, of each of which the places and its own ways are known.

    With a memory that is empty yet."""
    found, known = [0], 0
    for places, alone in shape:
        area = sum(1 << place for place in places)
        choices = [
            sum((way >> number & 1) << place for number, place in enumerate(places))
            for way in alone
        ]
        shared = known & area
        found = [way | one for way in found for one in choices if not (way ^ one) & shared]
        known |= area
    return tuple(found), {}


def looked(
    position: Position,
    patterns: Sequence[Pattern],
    look: Callable[[Position, Pattern], Found | None],
) -> list[Found]:
    """What the patterns say; only those are looked at whose cells have changed since."""
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
        known = [look(position, one) for one in patterns]
    position.memory[name] = masks, known
    return [found for found in known if found is not None]


def _by_cell(patterns: Sequence[Pattern], size: int) -> list[list[int]]:
    """For each cell the places of the patterns that have it."""
    found: list[list[int]] = [[] for _ in range(size)]
    for place, one in enumerate(patterns):
        for cell in one.cells:
            found[cell].append(place)
    return found


def followed(
    position: Position,
    cells: Sequence[int],
    ways: Sequence[int],
    memory: dict[tuple[int, ...], Agreed] | None = None,
) -> tuple[tuple[Cut, ...], list[int]]:
    """What all the ways to fill these cells that are left agree on, and these ways.

    With the memory of a pattern that is worked out once for all boards on which it comes.
    """
    masks = position.state.masks
    here = tuple([masks[cell] for cell in cells])
    found = memory.get(here) if memory is not None else None
    if found is None:
        found = _agreed(here, ways)
        if memory is not None and len(memory) < MOST_KNOWN:
            memory[here] = found
    agreed, alive = found
    if not agreed:
        return (), alive
    return tuple(sorted([Cut(cells[place], removed) for place, removed in agreed])), alive


def _agreed(here: tuple[int, ...], ways: Sequence[int]) -> Agreed:
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
