"""The possible positions of the runs of one line.

People reason about runs: how far left and right each of them can move, and to which of them a
painted cell can belong. Bounds come in rounds, each of which takes one more kind of knowledge
into account, so that an argument can use as little as it needs:

0. the clue alone;
1. the blanks;
2. the painted cells to which only some runs reach;
3. and up: the same again, from the bounds of the round before, with the cells in their order.

Lines of one colour are not a special case: two runs of the same colour need a blank between
them, and two runs of different colours can touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from caracol.board.grid import Line as Cells
from caracol.genres.nonogram.clues import Clue, Run
from caracol.genres.nonogram.stairs import BLANK, automaton_of
from caracol.rules import Automaton, Fact, Staircase, each

Span = tuple[int, int]
"""The first and the last place of something in a line; places count from 0."""
RuledOut = tuple[int, ...]
"""For each value, the set of places, as an integer, that are known not to have it."""
ROUNDS = 7
"""Maximum number of times that bounds are tightened."""


class Runs(NamedTuple):
    """The runs of a clue in which all lengths are known."""

    kinds: tuple[tuple[int, int], ...]
    """The length and the colour of each."""
    sizes: tuple[int, ...]
    colours: tuple[int, ...]
    gaps: tuple[int, ...]
    """The number of blanks that each run needs behind it: 1 if the next has the same colour."""
    palette: int
    """The number of colours of the puzzle."""

    @property
    def used(self) -> int:
        """The set of colours of the runs."""
        return _join(1 << colour for colour in self.colours)

    def of(self, colours: int) -> Sequence[int]:
        """Return the runs that have one of these colours."""
        if self.palette == 1:
            return range(len(self.sizes))
        return [run for run, colour in enumerate(self.colours) if colours >> colour & 1]


def runs_of(clue: Clue, palette: int) -> Runs:
    """Return the runs of a clue for a puzzle with this number of colours."""
    sizes, colours = tuple(run.length for run in clue), tuple(run.colour for run in clue)
    gaps = [int(one == other) for one, other in pairwise(colours)]
    return Runs(
        tuple([(run.length, run.colour) for run in clue]),
        sizes,
        colours,
        (*gaps, 0)[: len(clue)],
        palette,
    )


@lru_cache(maxsize=8192)
def read_runs(stairs: Staircase | Automaton) -> Runs | None:
    """Return the runs of a clue from its automaton; ``None`` if a length is not known."""
    if not isinstance(stairs, Staircase):
        return None
    palette = len(stairs.stay) - 1
    waits = [state for state in range(stairs.states) if stairs.stay[BLANK] >> state & 1]
    found = []
    for start, end in pairwise(waits):
        colours = [c for c in range(1, palette + 1) if stairs.rise[c] >> start & 1]
        if len(colours) != 1:
            return None
        found.append(Run(end - start - 1, colours[0]))
    if found:
        found[-1] = Run(found[-1].length + 1, found[-1].colour)
    clue = tuple(found)
    if any(run.length < 1 for run in clue) or automaton_of(clue, palette) != stairs:
        return None
    return runs_of(clue, palette)


class Bounds(NamedTuple):
    """The earliest and the latest start of each run."""

    first: tuple[int, ...]
    last: tuple[int, ...]


BLANKS_KNOWN, COLOURS_KNOWN, ENDS_KNOWN = range(3)
"""Cells that rule out a start: blanks; also other colours; also cells of its colour at its ends."""


class Line:
    """A clue, and what is known about the cells of its line."""

    def __init__(self, length: int, runs: Runs, ruled_out: RuledOut) -> None:
        self.length, self.runs, self.ruled_out = length, runs, ruled_out
        self.painted = ruled_out[BLANK]
        self.blank = ruled_out[1] if len(ruled_out) == 2 else _common(ruled_out[1:], length)
        self._blocks: tuple[tuple[Span, ...], tuple[int, ...]] | None = None
        self._bounds: dict[int, Bounds | None] = {}
        self._owners: dict[int, list[list[int]]] = {}
        self._free: dict[int, list[int]] = {}
        self._coloured: dict[int, int] = {}
        self._barred: dict[int, int] = {}

    @property
    def known(self) -> int:
        """The places about which something is known."""
        return _join(self.ruled_out)

    def keep_only(self, places: int) -> Line:
        """Return the line with only what is known about these places."""
        return Line(self.length, self.runs, tuple([one & places for one in self.ruled_out]))

    def coloured(self, colour: int) -> int:
        """Return the places that are known to have a colour."""
        if len(self.ruled_out) == 2:
            return self.painted
        if colour not in self._coloured:
            others = self.ruled_out[:colour] + self.ruled_out[colour + 1 :]
            self._coloured[colour] = _common(others, self.length)
        return self._coloured[colour]

    def barred(self, colours: int) -> int:
        """Return the places that cannot have any of these colours."""
        if len(self.ruled_out) == 2:
            return self.ruled_out[1]
        if colours not in self._barred:
            gone = [self.ruled_out[colour] for colour in each(colours)]
            self._barred[colours] = _common(gone, self.length)
        return self._barred[colours]

    def facts(self, cells: Cells, places: int) -> tuple[Fact, ...]:
        """Return what is known about these places."""
        known = each(places & self.known)
        return tuple([Fact(cells[place], self.possible(place)) for place in known])

    def possible(self, place: int) -> int:
        """Return the values that a place can have, as a mask."""
        return sum(1 << value for value, out in enumerate(self.ruled_out) if not out >> place & 1)

    @property
    def blocks(self) -> tuple[Span, ...]:
        """The painted cells, neighbours of one colour joined.

        A cell that has one of several colours is a block by itself.
        """
        return self._find_blocks()[0]

    @property
    def block_colours(self) -> tuple[int, ...]:
        """The colours that each block can have."""
        return self._find_blocks()[1]

    def _find_blocks(self) -> tuple[tuple[Span, ...], tuple[int, ...]]:
        if self._blocks is None:
            self._blocks = self._make_blocks()
        return self._blocks

    def _make_blocks(self) -> tuple[tuple[Span, ...], tuple[int, ...]]:
        if len(self.ruled_out) == 2:
            blocks = spans(self.painted)
            return blocks, (2,) * len(blocks)
        found = []
        left = self.painted
        for colour in range(1, len(self.ruled_out)):
            places = self.coloured(colour)
            left &= ~places
            found += [(block, 1 << colour) for block in spans(places)]
        found += [((place, place), self.possible(place)) for place in each(left)]
        found.sort()
        return tuple(block for block, _ in found), tuple(colours for _, colours in found)

    def colours_of(self, block: Span) -> int:
        """Return the colours that a block can have."""
        return self.block_colours[self.blocks.index(block)]

    def free(self, knowledge: int) -> list[int]:
        """Return the starts of each run that this knowledge does not rule out."""
        if knowledge not in self._free:
            found: dict[tuple[int, int], int] = {}
            for kind in self.runs.kinds:
                if kind not in found:
                    found[kind] = self._find_free(*kind, knowledge)
            self._free[knowledge] = [found[kind] for kind in self.runs.kinds]
        return self._free[knowledge]

    def _find_free(self, size: int, colour: int, knowledge: int) -> int:
        starts = (1 << self.length - size + 1) - 1 if size <= self.length else 0
        barred = self.blank if knowledge == BLANKS_KNOWN else self.ruled_out[colour]
        for shift in range(size if barred else 0):
            starts &= ~(barred >> shift)
        if knowledge == ENDS_KNOWN:
            painted = self.coloured(colour)
            starts &= ~(painted << 1) & ~(painted >> size)
        return starts

    def bounds(self, depth: int) -> Bounds | None:
        """Return the bounds of each run in this round; ``None`` if a run has no place."""
        if depth not in self._bounds:
            self._bounds[depth] = self._find_bounds(depth)
        return self._bounds[depth]

    def _find_bounds(self, depth: int) -> Bounds | None:
        sizes, colours = self.runs.sizes, self.runs.colours
        if depth == 0:
            return push_clue(self.length, self.runs)
        if depth == 1:
            return self.push([0] * len(sizes), [self.length] * len(sizes), BLANKS_KNOWN)
        before = self.bounds(depth - 1)
        if before is None:
            return None
        low, high = list(before.first), list(before.last)
        blocks = zip(*self._find_blocks(), self.owners(depth - 1), strict=True)
        for (start, end), colour, owners in blocks:
            if not owners:
                return None
            least, most = owners[0], owners[-1]
            for run in range(least):
                gap = colour == 1 << colours[run]
                high[run] = min(high[run], start - gap - sizes[run])
            high[least] = min(high[least], start)
            low[most] = max(low[most], end - sizes[most] + 1)
            for run in range(most + 1, len(sizes)):
                gap = colour == 1 << colours[run]
                low[run] = max(low[run], end + 1 + gap)
        return self.push(low, high, ENDS_KNOWN)

    def push(self, low: Sequence[int], high: Sequence[int], knowledge: int) -> Bounds | None:
        """Return the starts of the runs pushed as far as possible to the front and to the back."""
        sizes, gaps, free = self.runs.sizes, self.runs.gaps, self.free(knowledge)
        first, last = [], [0] * len(sizes)
        place = 0
        for run, size in enumerate(sizes):
            if place < low[run]:
                place = low[run]
            left = free[run] >> place
            if not left:
                return None
            place += (left & -left).bit_length() - 1
            first.append(place)
            place += size + gaps[run]
        place = self.length
        for run in range(len(sizes) - 1, -1, -1):
            place -= sizes[run] + gaps[run]
            if place > high[run]:
                place = high[run]
            left = free[run] & (2 << place) - 1 if place >= 0 else 0
            if not left:
                return None
            place = last[run] = left.bit_length() - 1
            if place < first[run]:
                return None
        return Bounds(tuple(first), tuple(last))

    def covering(self, span: Span, run: int, bounds: Bounds, painted: int | None = None) -> int:
        """Return the set of starts with which a run covers these places.

        ``painted`` are the cells of the run's colour, if others are to be supposed.
        """
        size = self.runs.sizes[run]
        least = max(bounds.first[run], span[1] - size + 1)
        most = min(bounds.last[run], span[0])
        if most < least:
            return 0
        if painted is None:
            starts = self.free(ENDS_KNOWN)[run]
        else:
            starts = self.free(COLOURS_KNOWN)[run]
            starts &= ~(painted << 1) & ~(painted >> size)
        return starts & (1 << most + 1) - (1 << least)

    def owners(self, depth: int) -> list[list[int]]:
        """Return the runs that can cover each block, by the bounds of this round."""
        if depth not in self._owners:
            self._owners[depth] = self._find_owners(depth)
        return self._owners[depth]

    def _find_owners(self, depth: int) -> list[list[int]]:
        bounds = self.bounds(depth)
        assert bounds is not None
        blocks, sizes, colours = self.blocks, self.runs.sizes, self.runs.colours
        found = [
            [
                run
                for run in range(len(sizes))
                if possible >> colours[run] & 1 and self.covering(block, run, bounds)
            ]
            for block, possible in zip(blocks, self.block_colours, strict=True)
        ]
        if depth < 2:
            return found
        # A later block cannot belong to an earlier run than the block before it.
        for onwards in (1, -1):
            for here in range(len(blocks))[::onwards][1:]:
                other = here - onwards
                if not found[other] or not found[here]:
                    break
                low, high = min(blocks[here][0], blocks[other][0]), blocks[max(here, other)][1]
                edge = found[other][0] if onwards == 1 else found[other][-1]
                # One run can cover both blocks if it is long enough and nothing is between them.
                between = self.ruled_out[colours[edge]] >> low & (1 << high - low + 1) - 1
                same = edge in found[here] and sizes[edge] > high - low and not between
                found[here] = [
                    run
                    for run in found[here]
                    if (run - edge) * onwards > 0 or (run == edge and same)
                ]
        return found


@lru_cache(maxsize=8192)
def push_clue(length: int, runs: Runs) -> Bounds | None:
    """Return the bounds of each run by the clue alone."""
    nothing = Line(length, runs, (0,) * (runs.palette + 1))
    return nothing.push([0] * len(runs.sizes), [length] * len(runs.sizes), BLANKS_KNOWN)


def spans(places: int) -> tuple[Span, ...]:
    """Split a set of places into stretches of adjacent places."""
    found = []
    while places:
        low = places & -places
        start = low.bit_length() - 1
        ended = places + low
        end = (ended & -ended).bit_length() - 2
        found.append((start, end))
        places &= -1 << end + 1
    return tuple(found)


def around(place: int, painted: int, barred: int, length: int) -> tuple[Span, Span]:
    """Return the block that painting a place would make, and the room between barriers."""
    painted |= 1 << place
    start = end = place
    while start and painted >> start - 1 & 1:
        start -= 1
    while painted >> end + 1 & 1:
        end += 1
    low = (barred & (1 << start) - 1).bit_length()
    behind = barred >> end + 1
    high = end + (behind & -behind).bit_length() - 1 if behind else length - 1
    return (start, end), (low, high)


@lru_cache(maxsize=4096)
def find_starts(length: int, runs: Runs, ruled_out: RuledOut) -> tuple[int, ...]:
    """Return the set of starts of each run over all ways to fill a line.

    It checks claims, so it is independent of the rounds above.
    """
    full, painted = (1 << length) - 1, ruled_out[BLANK]
    fits = []
    for size, colour, gap in zip(runs.sizes, runs.colours, runs.gaps, strict=True):
        starts = (1 << length - size + 1) - 1 if size <= length else 0
        for shift in range(size):
            starts &= ~(ruled_out[colour] >> shift)
        fits.append(starts & ~(painted >> size) if gap else starts)
    # A place is the next cell to be filled; it moves on where its cell may be blank.
    before, reached = [], 1
    for starts, size, gap in zip(fits, runs.sizes, runs.gaps, strict=True):
        while (more := reached | (reached & ~painted & full) << 1) != reached:
            reached = more
        before.append(reached & starts)
        reached = before[-1] << size + gap
    rest = (1 << length + 1) - (1 << painted.bit_length())
    found = [0] * len(fits)
    for run in range(len(fits) - 1, -1, -1):
        rest = fits[run] & rest >> runs.sizes[run] + runs.gaps[run]
        found[run] = rest & before[run]
        while (more := rest | rest >> 1 & ~painted & full) != rest:
            rest = more
    return tuple(found)


def _join(sets: Iterable[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def _common(sets: Sequence[int], length: int) -> int:
    found = (1 << length) - 1
    for one in sets:
        found &= one
    return found
