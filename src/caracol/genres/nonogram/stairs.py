"""The automaton of a line's clue."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from caracol.genres.nonogram.clues import ANY_LENGTH, ANY_RUNS, Clue
from caracol.rules import Staircase

BLANK = 0


@lru_cache(maxsize=8192)  # lines, also those of different puzzles, share most of their clues
def automaton_of(clue: Clue, colours: int) -> Staircase:
    """Return the automaton that accepts exactly the lines with these runs."""
    if colours == 1 and clue and min(clue)[0] > 0:
        return climb_plainly(clue)
    return build_stairs(clue, colours)


def build_stairs(clue: Clue, colours: int) -> Staircase:
    """Return the same automaton, item by item: the definition of what a clue accepts."""
    builder = _Builder(colours)
    for variant in _variants(clue):
        builder.add(variant)
    return builder.stairs()


def climb_plainly(clue: Clue) -> Staircase:
    """Return the automaton of known lengths in one colour, which nearly all clues have."""
    stay = climb = step = states = 0
    for length, _ in clue:
        # The state before a run, and one for each of its cells; a blank leads to the next run.
        stay |= 1 << states
        climb |= (1 << length) - 1 << states
        states += length + 1
        step |= 1 << states - 1
    end = 1 << states - 1
    return Staircase(states, 1, end, (stay | end, 0), (step ^ end, climb), (0, 0))


@lru_cache(maxsize=64)  # return the same function each time: the kernel caches by function
def automata(colours: int) -> Callable[[Clue], Staircase]:
    """Return a function from a clue to its automaton, for this number of colours."""
    return lambda clue: automaton_of(clue, colours)


def _variants(clue: Clue) -> list[Clue]:
    """Return the clue with some asterisks kept or left out, in every combination.

    An asterisk may stand for no runs at all. Runs of different colours on its two sides may
    then touch, but that move would climb three states at once, which a staircase cannot do;
    so the clue without the asterisk becomes a separate chain of states.
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
    """A collector of states and moves, with one chain of states per variant of a clue."""

    def __init__(self, colours: int) -> None:
        self.colours = colours
        self.values = range(colours + 1)
        self.states = self.start = self.accept = 0
        self.stay = [0] * (colours + 1)
        self.rise = [0] * (colours + 1)
        self.skip = [0] * (colours + 1)

    def stairs(self) -> Staircase:
        return Staircase(
            self.states,
            self.start,
            self.accept,
            tuple(self.stay),
            tuple(self.rise),
            tuple(self.skip),
        )

    def state(self) -> int:
        """Add a state, and return it as a mask."""
        self.states += 1
        return 1 << self.states - 1

    def add(self, clue: Clue) -> None:
        """Append the chain for a clue in which no asterisk follows another."""
        # The state in which all items so far are finished, and the colour of the last run.
        end, colour = 0, BLANK
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
        """Add a state that accepts anything, entered by a cell that does not extend a run."""
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
        """Add the state before a run that follows an asterisk and a cell of another colour."""
        ready = self.state()
        if first:
            self.start |= ready
        for value in self.values:
            if value != colour:
                self.rise[value] |= end
        return ready

    def gap(self, end: int, before: int, colour: int) -> int:
        """Add the state before a run that follows another run or begins the line."""
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
        # Each cell of the run climbs one state.
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
            # The asterisk may stand for no runs, so the line may also end with the run before it.
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
