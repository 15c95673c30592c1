"""Where the runs of one line can lie: the ground on which its arguments stand.

People reason about runs: how far left and right each of them can go, and to which of them a
painted cell can belong. Bounds come in rounds, each of which takes one more kind of thing into
account, so that an argument can be told with as little as it needs:

0. the lengths alone;
1. and the blanks;
2. and the painted cells to which only some runs reach;
3. and up: the same again, from the bounds of the round before, with the cells in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from caracol.genres.nonogram.clues import Run
from caracol.genres.nonogram.stairs import BLANK, reading
from caracol.records import NamedTuple
from caracol.rules import Automaton, Stairs

Span = tuple[int, int]
"""The first and the last place of something in a line; places count from 0."""

PAINTED = BLANK + 1

ROUNDS = 7
"""Bounds are sharpened no oftener than this."""


class Bounds(NamedTuple):
    """The earliest and the latest start of each run."""

    first: tuple[int, ...]
    last: tuple[int, ...]


class Line:
    """A clue, and what is known of its line; sets of places are integers."""

    def __init__(self, length: int, runs: tuple[int, ...], painted: int, blank: int) -> None:
        self.length, self.runs, self.painted, self.blank = length, runs, painted, blank
        self.blocks = spans(painted)
        """The painted cells, those side by side taken together."""
        self._bounds: dict[int, Bounds | None] = {}
        self._owners: dict[int, list[list[int]]] = {}
        self._free: dict[tuple[int, bool], int] = {}

    def free(self, size: int, whole: bool = True) -> int:
        """The starts of a run of this size: no blank in it, and no painted cell at its ends.

        Where not ``whole``, painted cells are not looked at.
        """
        if (size, whole) not in self._free:
            starts = (1 << self.length - size + 1) - 1 if size <= self.length else 0
            blank = self.blank
            for shift in range(size if blank else 0):
                starts &= ~(blank >> shift)
            if whole:
                starts &= ~(self.painted << 1) & ~(self.painted >> size)
            self._free[size, whole] = starts
        return self._free[size, whole]

    def bounds(self, depth: int) -> Bounds | None:
        """Between which starts each run lies; ``None`` where one has no place."""
        if depth not in self._bounds:
            self._bounds[depth] = self._bound(depth)
        return self._bounds[depth]

    def _bound(self, depth: int) -> Bounds | None:
        runs = self.runs
        low, high = [0] * len(runs), [self.length] * len(runs)
        if depth == 0:
            return Line(self.length, runs, 0, 0)._pushed(low, high, False)
        if depth == 1:
            return self._pushed(low, high, False)
        before = self.bounds(depth - 1)
        if before is None:
            return None
        low, high = list(before.first), list(before.last)
        for (start, end), owners in zip(self.blocks, self.owners(depth - 1), strict=True):
            if not owners:
                return None
            least, most = owners[0], owners[-1]
            for run in range(least):
                high[run] = min(high[run], start - 1 - runs[run])
            high[least] = min(high[least], start)
            low[most] = max(low[most], end - runs[most] + 1)
            for run in range(most + 1, len(runs)):
                low[run] = max(low[run], end + 2)
        return self._pushed(low, high, True)

    def _pushed(self, low: Sequence[int], high: Sequence[int], whole: bool) -> Bounds | None:
        """All runs as far to the front as they go, and all as far to the back."""
        runs = self.runs
        first, last = [], [0] * len(runs)
        place = 0
        for run, size in enumerate(runs):
            place = max(place, low[run])
            left = self.free(size, whole) >> place
            if not left:
                return None
            place += (left & -left).bit_length() - 1
            first.append(place)
            place += size + 1
        place = self.length
        for run in range(len(runs) - 1, -1, -1):
            size = runs[run]
            place = min(place - size, high[run])
            left = self.free(size, whole) & (1 << max(place, -1) + 1) - 1
            if not left:
                return None
            place = last[run] = left.bit_length() - 1
            if place < first[run]:
                return None
            place -= 1
        return Bounds(tuple(first), tuple(last))

    def covering(self, span: Span, run: int, bounds: Bounds, painted: int | None = None) -> int:
        """The starts with which a run covers these places, as a set.

        ``painted`` are the painted cells, where others are to be supposed.
        """
        size = self.runs[run]
        least = max(bounds.first[run], span[1] - size + 1)
        most = min(bounds.last[run], span[0])
        if most < least:
            return 0
        starts = self.free(size, painted is None)
        if painted is not None:
            starts &= ~(painted << 1) & ~(painted >> size)
        return starts & (1 << most + 1) - (1 << least)

    def owners(self, depth: int) -> list[list[int]]:
        """For each block the runs that can cover it."""
        if depth not in self._owners:
            self._owners[depth] = self._own(depth)
        return self._owners[depth]

    def _own(self, depth: int) -> list[list[int]]:
        bounds = self.bounds(depth)
        assert bounds is not None
        blocks, runs = self.blocks, self.runs
        found = [
            [run for run in range(len(runs)) if self.covering(block, run, bounds)]
            for block in blocks
        ]
        if depth < 2:
            return found
        # The runs of a later block are no earlier ones, and those of an earlier block no later.
        for onwards in (1, -1):
            for here in range(len(blocks))[::onwards][1:]:
                other = here - onwards
                if not found[other] or not found[here]:
                    break
                low, high = min(blocks[here][0], blocks[other][0]), blocks[max(here, other)][1]
                edge = found[other][0] if onwards == 1 else found[other][-1]
                # Both blocks are of one run only where it is long enough, with no blank between.
                between = self.blank >> low & (1 << high - low + 1) - 1
                same = edge in found[here] and runs[edge] > high - low and not between
                found[here] = [
                    run
                    for run in found[here]
                    if (run - edge) * onwards > 0 or (run == edge and same)
                ]
        return found


def spans(places: int) -> tuple[Span, ...]:
    """A set of places as stretches of neighbours."""
    found = []
    while places:
        low = places & -places
        start = low.bit_length() - 1
        ended = places + low
        end = (ended & -ended).bit_length() - 2
        found.append((start, end))
        places &= -1 << end + 1
    return tuple(found)


def around(place: int, painted: int, blank: int, length: int) -> tuple[Span, Span]:
    """The painted cells that would hang together if this one were, and the room between blanks."""
    painted |= 1 << place
    start = end = place
    while start and painted >> start - 1 & 1:
        start -= 1
    while painted >> end + 1 & 1:
        end += 1
    low = (blank & (1 << start) - 1).bit_length()
    behind = blank >> end + 1
    high = end + (behind & -behind).bit_length() - 1 if behind else length - 1
    return (start, end), (low, high)


@lru_cache(maxsize=4096)
def placed(length: int, runs: tuple[int, ...], painted: int, blank: int) -> tuple[int, ...]:
    """For each run the set of all its starts in any way to fill the line that agrees with this.

    An account of its own, on which claims are checked: nothing of the rounds is used.
    """
    full = (1 << length) - 1
    fit = {
        size: sum(
            1 << start
            for start in range(length - size + 1)
            if not blank >> start & (1 << size) - 1 and not painted >> start + size & 1
        )
        for size in set(runs)
    }

    def ahead(places: int) -> int:
        # From a place one may go on to the next where its cell may be blank.
        while (more := places | (places & ~painted & full) << 1) != places:
            places = more
        return places

    # A place is the next cell to be filled; one beyond the end is there after a run at the end.
    reached = [ahead(1)]
    for size in runs:
        ends = (reached[-1] & fit[size]) << size
        reached.append(ahead(ends << 1))
    after = sum(1 << place for place in range(painted.bit_length(), length + 2))
    found = [0] * len(runs)
    for run in range(len(runs) - 1, -1, -1):
        size = runs[run]
        fits = fit[size] & after >> size + 1
        found[run] = fits & reached[run]
        after = fits
        while (more := after | after >> 1 & ~painted & full) != after:
            after = more
    return tuple(found)


@lru_cache(maxsize=8192)
def lengths(stairs: Stairs | Automaton) -> tuple[int, ...] | None:
    """The runs of a clue in one colour, from its automaton; ``None`` of any other clue."""
    if not isinstance(stairs, Stairs) or len(stairs.stay) != 2:
        return None
    waits = [state for state in range(stairs.states) if stairs.stay[BLANK] >> state & 1]
    found = [end - start - 1 for start, end in pairwise(waits)]
    if found:
        found[-1] += 1
    clue = tuple(Run(length, 1) for length in found)
    if any(length < 1 for length in found) or reading(clue, 1) != stairs:
        return None
    return tuple(found)
