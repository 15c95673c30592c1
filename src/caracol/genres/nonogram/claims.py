"""What the arguments about runs say of a line, each claim with its check and its words.

Claims are checked by another account of the line (``runs.placed``) than the one that found the
argument, and on the cited cells alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from caracol.board.grid import Line as Cells
from caracol.deduction.claims import Claim
from caracol.genres.nonogram.runs import PAINTED, Span, around, placed, spans
from caracol.genres.nonogram.stairs import BLANK
from caracol.records import record
from caracol.rules import each

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

ANYTHING = 1 << BLANK | 1 << PAINTED


FEW_SPANS = 4
"""Where more stretches than this are known, they are counted and not listed; all are marked."""


@record
class OfLine(Claim):
    """A claim about a line of one colour, with its cells and its runs."""

    line: Cells
    runs: tuple[int, ...]

    @property
    def cited(self) -> int:
        """The places of the known cells that it cites."""
        return 0

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.cited))

    def known(self, known: Sequence[int]) -> tuple[int, int]:
        """The places that are painted, and those that are blank."""
        painted = sum(1 << p for p, cell in enumerate(self.line) if known[cell] == 1 << PAINTED)
        return painted, sum(1 << p for p, cell in enumerate(self.line) if known[cell] == 1 << BLANK)

    def starts(self, known: Sequence[int]) -> tuple[int, ...]:
        """The set of starts of each run."""
        return placed(len(self.line), self.runs, *self.known(known))

    def at(self, places: int | Iterable[int]) -> list[int]:
        """The cells at these places."""
        return [self.line[place] for place in (each(places) if isinstance(places, int) else places)]

    def plainly(self, teller: Teller, blank: int, painted: int) -> list[str]:
        """That some cells are blank and some painted, in words."""
        both = ((blank, False), (painted, True))
        return [self.stated(teller, places, kind) for places, kind in both if places]

    def stated(self, teller: Teller, places: int, painted: bool) -> str:
        """That these places are painted, or that they are blank, in words."""
        cells = self.at(places)
        kind = "painted" if painted else "blank"
        return teller.words.say(f"runs.{kind}", len(cells) > 1, cells=teller.cells(cells))

    def run(self, teller: Teller, run: int) -> str:
        """A run by its length: "the 3", "the second 3", "the last 3"."""
        size = self.runs[run]
        alike = [other for other, length in enumerate(self.runs) if length == size]
        say = teller.words.say
        if len(alike) == 1:
            return say("runs.the", run=size)
        order = alike.index(run) + 1
        if run == alike[-1] and len(alike) > 2:
            return say("runs.last", run=size)
        if teller.words.find(f"runs.order.{order}") is None:
            return say("runs.numbered", run=size, order=order)
        return say(f"runs.order.{order}", run=size)


@record
class Is(OfLine):
    """These places are known to be painted, or blank."""

    cited: int
    painted: bool

    def holds(self, known: Sequence[int]) -> bool:
        return not self.cited & ~self.known(known)[not self.painted]

    def said(self, teller: Teller) -> str:
        return self.stated(teller, self.cited, self.painted)


@record
class Empty(OfLine):
    """There are no runs."""

    def holds(self, _known: Sequence[int]) -> bool:
        return not self.runs

    def said(self, teller: Teller) -> str:
        return teller.words.say("runs.empty")


@record
class AllPainted(OfLine):
    """As many cells are painted as the runs have."""

    cited: int

    def holds(self, known: Sequence[int]) -> bool:
        return self.known(known)[0] == self.cited and sum(self.runs) == self.cited.bit_count() > 0

    def said(self, teller: Teller) -> str:
        if len(spans(self.cited)) > FEW_SPANS:
            return teller.words.say("runs.complete-many", number=self.cited.bit_count())
        painted = self.stated(teller, self.cited, True)
        return teller.words.say("runs.complete", len(self.runs) > 1, painted=painted)


@record
class EveryCell(OfLine):
    """The runs need every cell that is not blank."""

    cited: int
    """The blanks."""

    def holds(self, known: Sequence[int]) -> bool:
        blank = self.known(known)[1]
        return blank == self.cited and len(self.line) - blank.bit_count() == sum(self.runs)

    def said(self, teller: Teller) -> str:
        blanks = self.stated(teller, self.cited, False)
        if len(spans(self.cited)) > FEW_SPANS:
            blanks = teller.words.say("runs.blanks", number=self.cited.bit_count())
        if sum(self.runs) == 1:
            return teller.words.say("runs.one-cell", blanks=blanks)
        number = sum(self.runs)
        name = "runs.both-cells" if number == 2 else "runs.every-cell"
        return teller.words.say(name, len(self.runs) > 1, blanks=blanks, number=number)


@record
class ExactFit(OfLine):
    """The runs, with one blank between two, take the whole line."""

    def holds(self, _known: Sequence[int]) -> bool:
        return sum(self.runs) + len(self.runs) - 1 == len(self.line)

    def said(self, teller: Teller) -> str:
        return teller.words.say("runs.exact-fit", len(self.runs) > 1, number=len(self.line))


@record
class Covers(OfLine):
    """A run covers some places whether all runs are pushed to one end or to the other."""

    which: int
    places: int

    @property
    def concluded(self) -> tuple[int, ...]:
        return tuple(self.at(self.places))

    def holds(self, _known: Sequence[int]) -> bool:
        size, before = self.runs[self.which], self.runs[: self.which]
        first = sum(before) + len(before)
        behind = self.runs[self.which + 1 :]
        last = len(self.line) - sum(behind) - len(behind) - size
        return self.places != 0 and all(last <= place < first + size for place in each(self.places))

    def said(self, teller: Teller) -> str:
        cells = teller.cells(self.at(self.places))
        return teller.words.say("runs.covers", run=self.run(teller, self.which), cells=cells)


@record
class AtWall(OfLine):
    """Painted cells lie near a wall, which is a blank or the edge."""

    block: Span
    wall: int

    @property
    def cells(self) -> tuple[int, ...]:
        cells = self.at(range(self.block[0], self.block[1] + 1))
        return tuple(cells + ([] if self.edge else self.at([self.wall])))

    @property
    def edge(self) -> bool:
        """Whether the wall is the edge of the board."""
        return not 0 <= self.wall < len(self.line)

    def holds(self, known: Sequence[int]) -> bool:
        painted, blank = self.known(known)
        places = (1 << self.block[1] + 1) - (1 << self.block[0])
        return not places & ~painted and (self.edge or bool(blank >> self.wall & 1))

    def said(self, teller: Teller) -> str:
        cells = self.at(range(self.block[0], self.block[1] + 1))
        many, told = len(cells) > 1, teller.cells(cells)
        if not self.edge:
            wall = teller.cells(self.at([self.wall]))
            return teller.words.say("runs.at-blank", many, cells=told, wall=wall)
        number = self.block[0] if self.wall < 0 else self.wall - 1 - self.block[1]
        if not number:
            return teller.words.say("runs.at-edge", many, cells=told)
        distance = teller.words.say("runs.distance", number > 1, number=number)
        return teller.words.say("runs.near-edge", many, cells=told, distance=distance)


@record
class AtLeast(OfLine):
    """The run that covers a block has at least so many cells."""

    follows: ClassVar[bool] = True
    block: Span
    size: int

    def holds(self, known: Sequence[int]) -> bool:
        start, end = self.block
        return all(
            self.runs[run] >= self.size
            for run, starts in enumerate(self.starts(known))
            if any(one <= start and one + self.runs[run] > end for one in each(starts))
        )

    def said(self, teller: Teller) -> str:
        return teller.words.say("runs.at-least", self.size > 1, number=self.size)


@record
class Sizes(OfLine):
    """No run has a size of this range; ``None`` is an open end."""

    least: int | None
    most: int | None

    def holds(self, _known: Sequence[int]) -> bool:
        return not any(
            (self.least is None or size >= self.least) and (self.most is None or size <= self.most)
            for size in self.runs
        )

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        if self.most is None:
            assert self.least is not None
            return say("runs.longest", number=self.least - 1)
        if self.least is None:
            return say("runs.shortest", number=self.most + 1)
        if self.least == self.most:
            return say("runs.no-run-of", number=self.least)
        return say("runs.no-run-between", run=sized(teller, self.least, self.most))


def sized(teller: Teller, least: int, most: int) -> str:
    """How long a run is: "3", "2 or 3", "2 to 4"."""
    key = ("run-of", "run-of-or", "run-of-to")[min(most - least, 2)]
    return teller.words.say(f"runs.{key}", least=least, most=most)


@record
class WouldMake(OfLine):
    """Painting any one of some places would make a run of so many cells at least."""

    places: int
    cited: int
    """The painted cells that it would prolong or join."""
    least: int
    most: int | None = None
    """And at most so many, where blanks leave no more."""

    def holds(self, known: Sequence[int]) -> bool:
        painted, blank = self.known(known)
        if self.cited & ~painted:
            return False
        for place in each(self.places):
            (start, end), (low, high) = around(place, painted, blank, len(self.line))
            if end - start + 1 < self.least:
                return False
            if self.most is not None and high - low + 1 > self.most:
                return False
        return True

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        block = teller.cells(self.at(self.cited))
        fields = {
            "cells": teller.cells(self.at(self.places)),
            "least": self.least,
            "block": block,
        }
        many = self.places.bit_count() > 1
        if self.most is None:
            return say("runs.would-make", many, **fields)
        told = sized(teller, self.least, self.most)
        return say("runs.would-be" if block else "runs.would-stand", many, run=told, **fields)


@record
class Flanked(OfLine):
    """Runs of the greatest length are painted, and some places lie at their ends."""

    places: int
    cited: int

    def holds(self, known: Sequence[int]) -> bool:
        longest = max(self.runs)
        blocks = spans(self.cited)
        beside = 0
        for start, end in blocks:
            beside |= 1 << end + 1 | (1 << start >> 1)
        return (
            not self.cited & ~self.known(known)[0]
            and all(end - start + 1 == longest for start, end in blocks)
            and not self.places & ~beside
        )

    def said(self, teller: Teller) -> str:
        return self.stated(teller, self.cited, True)


@record
class Gap(OfLine):
    """Blanks and edges leave only so much room around some places."""

    rooms: tuple[Span, ...]
    cited: int
    most: int
    """The room of the largest."""

    def holds(self, known: Sequence[int]) -> bool:
        walls = {
            place
            for start, end in self.rooms
            for place in (start - 1, end + 1)
            if 0 <= place < len(self.line)
        }
        sizes = [end - start + 1 for start, end in self.rooms]
        blank = self.known(known)[1]
        return max(sizes) == self.most and {*each(self.cited)} == walls and not self.cited & ~blank

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        blanks = self.stated(teller, self.cited, False)
        cells = [self.line[place] for start, end in self.rooms for place in range(start, end + 1)]
        return say(
            "runs.gaps" if len(self.rooms) > 1 else "runs.gap",
            self.most > 1,
            blanks=blanks,
            cells=teller.cells(cells),
            number=self.most,
        )
