"""What is claimed of lines of several colours, each next to its words.

Where each run can lie comes first: nearly all claims are about that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from caracol.board.grid import Line as Cells
from caracol.deduction.claims import Claim
from caracol.genres.nonogram.clues import Clue, Run, shortest
from caracol.genres.nonogram.stairs import BLANK
from caracol.records import record
from caracol.rules import Fact

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller


@lru_cache(maxsize=4096)
def starts(clue: Clue, masks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each run all its starts in any way to fill a line of which this is known."""
    length, number = len(masks), len(clue)
    blank = [bool(mask >> BLANK & 1) for mask in masks]
    touching = [one.colour != other.colour for one, other in pairwise(clue)]

    def fits(run: Run, start: int) -> bool:
        cells = masks[start : start + run.length]
        return len(cells) == run.length and all(mask >> run.colour & 1 for mask in cells)

    def onwards(places: set[int]) -> set[int]:
        """These places and all that are reached from them over blanks."""
        found = set(places)
        for place in range(length):
            if place in found and blank[place]:
                found.add(place + 1)
        return found

    before = []
    ready = onwards({0})
    for place, run in enumerate(clue):
        before.append({start for start in ready if fits(run, start)})
        ends = {start + run.length for start in before[-1]}
        if place < number - 1 and not touching[place]:
            ends = {end + 1 for end in ends if end < length and blank[end]}
        ready = onwards(ends)
    rest = {place for place in range(length + 1) if all(blank[place:])}
    found: list[tuple[int, ...]] = [()] * number
    for place in range(number - 1, -1, -1):
        run = clue[place]
        gap = place < number - 1 and not touching[place]
        mine = set()
        for start in range(length - run.length + 1):
            end = start + run.length
            free = not gap or (end < length and blank[end])
            if free and end + gap in rest and fits(run, start):
                mine.add(start)
        found[place] = tuple(sorted(mine & before[place]))
        rest = set(mine)
        for start in range(length - 1, -1, -1):
            if start + 1 in rest and blank[start]:
                rest.add(start)
    return tuple(found)


# -- claims --------------------------------------------------------------------------------------


@record
class OfColours(Claim):
    """A claim about a line of several colours, with its cells, its runs, and what it cites."""

    line: Cells
    clue: Clue
    facts: tuple[Fact, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(fact.cell for fact in self.facts)

    def spans(self, known: Sequence[int]) -> list[tuple[int, int]] | None:
        """The first and the last place that each run can have; ``None`` where nothing fits."""
        found = starts(self.clue, tuple(known[cell] for cell in self.line))
        if not all(found):
            return None
        return [
            (one[0], one[-1] + run.length - 1) for one, run in zip(found, self.clue, strict=True)
        ]

    def at(self, teller: Teller, first: int, last: int | None = None) -> str:
        """A place, or all from one to another, by the names of the cells."""
        return teller.cells(self.line[first : (first if last is None else last) + 1])

    def run(self, teller: Teller, which: int) -> str:
        """A run by its colour and its length: "the red 3", "the second red 3"."""
        run = self.clue[which]
        alike = [other for other, one in enumerate(self.clue) if one == run]
        words, order = teller.words, alike.index(which) + 1
        told = words.say("runs.coloured", colour=teller.value(run.colour), run=run.length)
        if len(alike) == 1:
            return words.say("runs.the", run=told)
        if which == alike[-1] and len(alike) > 2:
            return words.say("runs.last", run=told)
        if words.find(f"runs.order.{order}") is None:
            return words.say("runs.numbered", run=told, order=order)
        return words.say(f"runs.order.{order}", run=told)

    def because(self, teller: Teller, told: str) -> str:
        """A claim with the facts that show it."""
        if not self.facts:
            return told
        return told + teller.words.say("runs.because", why=teller.facts(self.facts))


@record
class NoRuns(OfColours):
    """There are no runs."""

    def holds(self, _known: Sequence[int]) -> bool:
        return not self.clue

    def said(self, teller: Teller) -> str:
        return teller.words.say("runs.empty")


@record
class Done(OfColours):
    """As many cells are painted as the runs have."""

    def holds(self, known: Sequence[int]) -> bool:
        painted = [cell for cell in self.line if not known[cell] >> BLANK & 1]
        return len(painted) == sum(run.length for run in self.clue) > 0

    def said(self, teller: Teller) -> str:
        painted = teller.facts(self.facts)
        return teller.words.say("runs.complete", len(self.clue) > 1, painted=painted)


@record
class AllNeeded(OfColours):
    """The runs need every cell that is not blank."""

    def holds(self, known: Sequence[int]) -> bool:
        left = [cell for cell in self.line if known[cell] != 1 << BLANK]
        return len(left) == sum(run.length for run in self.clue)

    def said(self, teller: Teller) -> str:
        number = sum(run.length for run in self.clue)
        blanks = teller.facts(self.facts)
        if number == 1:
            return teller.words.say("runs.one-cell", blanks=blanks)
        key, many = "runs.every-cell", len(self.clue) > 1
        return teller.words.say(key, many, blanks=blanks, number=number)


@record
class TakesAll(OfColours):
    """The runs, with a blank between two of one colour, take the whole line."""

    def holds(self, _known: Sequence[int]) -> bool:
        return shortest(self.clue) == len(self.line)

    def said(self, teller: Teller) -> str:
        many = len(self.clue) > 1
        gaps = shortest(self.clue) > sum(run.length for run in self.clue)
        key = "runs.exact-fit-colours" if many and gaps else "runs.exact-fit-touching"
        return teller.words.say(key, many, number=len(self.line))


@record
class Lies(OfColours):
    """A run lies between two places, or covers some cells wherever it is pushed."""

    which: int
    first: int
    last: int

    def holds(self, known: Sequence[int]) -> bool:
        spans = self.spans(known)
        return spans is not None and (
            self.first <= spans[self.which][0] and spans[self.which][1] <= self.last
        )

    @property
    def covered(self) -> tuple[int, int]:
        """The first and the last place that it covers wherever it lies."""
        size = self.clue[self.which].length
        return self.last - size + 1, self.first + size - 1

    def said(self, teller: Teller) -> str:
        say, run = teller.words.say, self.run(teller, self.which)
        if not self.facts:
            return say("runs.covers", run=run, cells=self.at(teller, *self.covered))
        if self.last - self.first + 1 == self.clue[self.which].length:
            told = say("runs.only-place", run=run, cells=self.at(teller, self.first, self.last))
        else:
            first, last = self.at(teller, self.first), self.at(teller, self.last)
            told = say("runs.between", run=run, first=first, last=last)
        return self.because(teller, told)


@record
class EndsAt(OfColours):
    """A run starts no earlier, or ends no later, than at a place."""

    which: int
    place: int
    start: bool

    def holds(self, known: Sequence[int]) -> bool:
        spans = self.spans(known)
        if spans is None:
            return False
        first, last = spans[self.which]
        return first >= self.place if self.start else last <= self.place

    def said(self, teller: Teller) -> str:
        key, cell = "runs.starts" if self.start else "runs.ends", self.at(teller, self.place)
        told = teller.words.say(key, run=self.run(teller, self.which), cell=cell)
        return self.because(teller, told)


@record
class Joins(OfColours):
    """Painting a place in a colour would make so many cells of it, or more."""

    place: int
    colour: int
    least: int

    def holds(self, known: Sequence[int]) -> bool:
        here = [known[cell] for cell in self.line]
        return joined(here, self.place, self.colour) >= self.least

    def said(self, teller: Teller) -> str:
        return teller.words.say(
            "runs.would-make-colour",
            cell=self.at(teller, self.place),
            least=self.least,
            colour=teller.value(self.colour),
            block=teller.cells(self.cells),
        )


@record
class Shorter(OfColours):
    """No run of a colour is longer than this."""

    colour: int
    longest: int

    def holds(self, _known: Sequence[int]) -> bool:
        return all(r.length <= self.longest for r in self.clue if r.colour == self.colour)

    def said(self, teller: Teller) -> str:
        colour = teller.value(self.colour)
        return teller.words.say("runs.longest-colour", colour=colour, number=self.longest)


@record
class NoneOf(OfColours):
    """No run has this colour."""

    colour: int

    def holds(self, _known: Sequence[int]) -> bool:
        return all(run.colour != self.colour for run in self.clue)

    def said(self, teller: Teller) -> str:
        return teller.words.say("runs.no-colour", colour=teller.value(self.colour))


def joined(here: Sequence[int], place: int, colour: int) -> int:
    """How many cells side by side have a colour where this one gets it, too."""
    first = last = place
    while first and here[first - 1] == 1 << colour:
        first -= 1
    while last + 1 < len(here) and here[last + 1] == 1 << colour:
        last += 1
    return last - first + 1
