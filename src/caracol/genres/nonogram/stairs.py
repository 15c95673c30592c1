"""The automaton of a line's clue."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from caracol.genres.nonogram.clues import ANY_LENGTH, ANY_RUNS, Clue
from caracol.rules import Stairs

BLANK = 0


@lru_cache(maxsize=8192)  # the lines of one puzzle, and of the next, share most of their clues
def reading(clue: Clue, colours: int) -> Stairs:
    """The automaton that accepts just the lines with these runs."""
    builder = _Builder(colours)
    for variant in _variants(clue):
        builder.add(variant)
    return builder.stairs()


@lru_cache(maxsize=64)  # the same function every time: the kernel remembers what it has made
def automata(colours: int) -> Callable[[Clue], Stairs]:
    """What makes the automaton of a clue where there are so many colours."""
    return lambda clue: reading(clue, colours)


def _variants(clue: Clue) -> list[Clue]:
    """The clue, with each asterisk kept or left out where the stairs cannot do both at once.

    An asterisk may stand for no run at all. Between runs of different colours these may then
    touch, and that move would go up three steps, over the gap; so the clue without the
    asterisk stands beside it as an automaton of its own.
    """
    if ANY_RUNS not in [length for length, _ in clue]:
        return [clue]
    plain: list[int] = [
        place
        for place, run in enumerate(clue)
        if run.length != ANY_RUNS or not place or clue[place - 1].length != ANY_RUNS
    ]
    items = tuple(clue[place] for place in plain)
    for place in range(1, len(items) - 1):
        if items[place].length == ANY_RUNS and items[place - 1].colour != items[place + 1].colour:
            rest = _variants(items[place + 1 :])
            kept = [items[: place + 1] + tail for tail in rest]
            return kept + [items[:place] + tail for tail in rest]
    return [items]


class _Builder:
    """Collects states and moves; one chain of states for each variant of a clue."""

    def __init__(self, colours: int) -> None:
        self.colours = colours
        self.values = range(colours + 1)
        self.states = self.start = self.accept = 0
        self.stay = [0] * (colours + 1)
        self.rise = [0] * (colours + 1)
        self.skip = [0] * (colours + 1)

    def stairs(self) -> Stairs:
        return Stairs(
            self.states,
            self.start,
            self.accept,
            tuple(self.stay),
            tuple(self.rise),
            tuple(self.skip),
        )

    def state(self) -> int:
        """A new state, as a mask."""
        self.states += 1
        return 1 << self.states - 1

    def add(self, clue: Clue) -> None:
        """Append the chain for a clue in which no asterisk follows another."""
        end, colour = 0, BLANK
        """The state in which all items so far are finished, and the colour of the last run."""
        after_free = False
        for place, item in enumerate(clue):
            following = clue[place + 1].colour if place + 1 < len(clue) else None
            if item.length == ANY_RUNS:
                end, after_free = self.free(end, colour, place == 0, following), True
                continue
            if after_free:
                ready = self.after_free(end, item.colour, place == 1)
            else:
                ready = self.gap(end, colour, item.colour)
            end, colour, after_free = self.run(ready, item.length, item.colour), item.colour, False
        self.finish(clue, end)

    def free(self, end: int, colour: int, first: bool, following: int | None) -> int:
        """A state in which anything may come, entered by a cell that does not prolong a run."""
        here = self.state()
        if first:
            self.start |= here
        for value in self.values:
            self.stay[value] |= here
            if not first and value != colour:
                self.rise[value] |= end
                if following is not None and value != following:
                    self.skip[value] |= end
        return here

    def after_free(self, end: int, colour: int, first: bool) -> int:
        """The state before a run that follows an asterisk: the last cell had another colour."""
        ready = self.state()
        if first:
            self.start |= ready
        for value in self.values:
            if value != colour:
                self.rise[value] |= end
        return ready

    def gap(self, end: int, before: int, colour: int) -> int:
        """The state before a run that follows another run, or begins the line."""
        ready = self.state()
        if not end:
            self.start |= ready
        else:
            self.rise[BLANK] |= end
            if before != colour:
                self.skip[colour] |= end
        return ready

    def run(self, ready: int, length: int, colour: int) -> int:
        cells = max(length, 1)
        self.stay[BLANK] |= ready
        # From the state before the run, up one with each of its cells.
        self.rise[colour] |= ready * ((1 << cells) - 1)
        self.states += cells
        here = 1 << self.states - 1
        if length == ANY_LENGTH:
            self.stay[colour] |= here
        return here

    def finish(self, clue: Clue, end: int) -> None:
        if not clue:
            end = self.state()
            self.start |= end
            self.stay[BLANK] |= end
        elif clue[-1].length == ANY_RUNS:
            # It may stand for nothing, so the run before it may also be the last.
            if len(clue) > 1:
                self.accept |= end >> 1
        elif clue[-1].length == ANY_LENGTH:
            rest = self.state()
            self.rise[BLANK] |= end
            self.stay[BLANK] |= rest
            self.accept |= rest
        else:
            self.stay[BLANK] |= end
        self.accept |= end
