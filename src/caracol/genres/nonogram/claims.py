"""What the arguments about runs say of a line, each claim with its check and its words.

Claims are checked by another account of the line (``runs.placed``) than the one that found the
argument, and on the cited cells alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from caracol.board.grid import Line as Cells
from caracol.deduction.claims import Claim
from caracol.genres.nonogram.runs import PAINTED, Span, placed, spans
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
        return [Is(self.line, self.runs, one, kind).said(teller) for one, kind in both if one]

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

    places: int
    painted: bool

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.places))

    def holds(self, known: Sequence[int]) -> bool:
        return not self.places & ~self.known(known)[not self.painted]

    def said(self, teller: Teller) -> str:
        cells = self.at(self.places)
        kind = "painted" if self.painted else "blank"
        return teller.words.say(f"runs.{kind}", len(cells) > 1, cells=teller.cells(cells))


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

    places: int

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.places))

    def holds(self, known: Sequence[int]) -> bool:
        return self.known(known)[0] == self.places and sum(self.runs) == self.places.bit_count() > 0

    def said(self, teller: Teller) -> str:
        if len(spans(self.places)) > FEW_SPANS:
            return teller.words.say("runs.complete-many", number=self.places.bit_count())
        painted = Is(self.line, self.runs, self.places, True).said(teller)
        return teller.words.say("runs.complete", len(self.runs) > 1, painted=painted)


@record
class EveryCell(OfLine):
    """The runs need every cell that is not blank."""

    places: int
    """The blanks."""

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.places))

    def holds(self, known: Sequence[int]) -> bool:
        blank = self.known(known)[1]
        return blank == self.places and len(self.line) - blank.bit_count() == sum(self.runs)

    def said(self, teller: Teller) -> str:
        blanks = Is(self.line, self.runs, self.places, False).said(teller)
        if len(spans(self.places)) > FEW_SPANS:
            blanks = teller.words.say("runs.blanks", number=self.places.bit_count())
        return teller.words.say(
            "runs.every-cell", len(self.runs) > 1, blanks=blanks, number=sum(self.runs)
        )


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
class Belongs(OfLine):
    """Only these runs can cover some painted cells."""

    block: Span
    which: tuple[int, ...]
    blank: int = 0
    """Blanks that show it, besides the painted cells themselves."""

    @property
    def size(self) -> int:
        """How many painted cells there are."""
        return self.block[1] - self.block[0] + 1

    @property
    def cells(self) -> tuple[int, ...]:
        places = range(self.block[0], self.block[1] + 1)
        return tuple(self.at(places)) + tuple(self.at(self.blank))

    def holds(self, known: Sequence[int]) -> bool:
        painted, blank = self.known(known)
        start, end = self.block
        places = (1 << end + 1) - (1 << start)
        covering = {
            run
            for run, starts in enumerate(self.starts(known))
            if any(one <= start and one + self.runs[run] > end for one in each(starts))
        }
        return not places & ~painted and not self.blank & ~blank and covering <= {*self.which}

    def said(self, teller: Teller, spoken: int = -1) -> str:
        """The claim in words; the run of which is spoken is "it"."""
        cells = self.at(range(self.block[0], self.block[1] + 1))
        if self.which == (spoken,):
            told = teller.cells(cells)
            return teller.words.say("runs.belongs-to-it", len(cells) > 1, cells=told)
        runs = teller.listed((self.run(teller, run) for run in self.which), "or")
        return teller.words.say(
            "runs.belongs", len(cells) > 1, cells=teller.cells(cells), runs=runs
        )


@record
class Bound(OfLine):
    """A run starts no earlier, or ends no later, than at a place; with the cells that show it."""

    which: int
    place: int
    start: bool
    """Whether it is said of the start."""
    painted: int = 0
    blank: int = 0
    belongs: tuple[Belongs, ...] = ()
    """To which runs some of the painted cells belong, where the bound is seen by that."""

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.painted | self.blank))

    def holds(self, known: Sequence[int]) -> bool:
        painted, blank = self.known(known)
        if self.painted & ~painted or self.blank & ~blank:
            return False
        # The cells that are told with it show it alone.
        starts = placed(len(self.line), self.runs, self.painted, self.blank)[self.which]
        told = set(self.cells)
        bare = [here if cell in told else ANYTHING for cell, here in enumerate(known)]
        if not all(one.holds(bare) for one in self.belongs):
            return False
        if self.start:
            return not starts & (1 << self.place) - 1
        return not starts >> self.place - self.runs[self.which] + 2

    @property
    def unowned(self) -> int:
        """The painted cells of which it is not said to which run they belong."""
        rest = self.painted
        for one in self.belongs:
            rest &= ~((1 << one.block[1] + 1) - (1 << one.block[0]))
        return rest

    def why(self, teller: Teller) -> list[str]:
        """What shows it, in words, but for the cells that are only known."""
        why = [one.said(teller, self.which) for one in self.belongs]
        others = self.runs[: self.which] if self.start else self.runs[self.which + 1 :]
        if not self.painted and not self.blank and others:
            runs, need = " ".join(map(str, others)), sum(others) + len(others)
            key = "runs.before-it" if self.start else "runs.behind-it"
            if len(others) > 2:
                key += "-many"
            why.append(teller.words.say(key, len(others) > 1, runs=runs, number=need))
        return why

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        if len(self.belongs) == 1 and not (self.blank | self.unowned):
            (one,) = self.belongs
            if one.which == (self.which,) and one.size == self.runs[self.which]:
                cells = teller.cells(one.at(range(one.block[0], one.block[1] + 1)))
                return say("runs.is-at", run=self.run(teller, self.which), cells=cells)
        why = [*self.plainly(teller, self.blank, self.unowned), *self.why(teller)]
        told = say(
            "runs.starts" if self.start else "runs.ends",
            run=self.run(teller, self.which),
            cell=teller.cells(self.at([self.place])),
        )
        return told + (say("runs.because", why=teller.listed(why)) if why else "")


@record
class Range(OfLine):
    """A run lies between two places; each bound with the cells that show it."""

    start: Bound
    end: Bound

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.start.cells + self.end.cells))

    def holds(self, known: Sequence[int]) -> bool:
        return (
            self.start.which == self.end.which
            and self.start.start
            and not self.end.start
            and self.start.holds(known)
            and self.end.holds(known)
        )

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        first, last = self.start.place, self.end.place
        run = self.run(teller, self.start.which)
        blank, painted = self.start.blank | self.end.blank, self.start.unowned | self.end.unowned
        plain = self.plainly(teller, blank, painted)
        why = [*plain, *self.start.why(teller), *self.end.why(teller)]
        alone = last - first + 1 == self.runs[self.start.which]
        cells = teller.cells(self.at(range(first, last + 1)))
        told = (
            say("runs.only-place", run=run, cells=cells)
            if alone
            else say(
                "runs.between",
                run=run,
                first=teller.cells(self.at([first])),
                last=teller.cells(self.at([last])),
            )
        )
        return told + (say("runs.because", why=teller.listed(dict.fromkeys(why))) if why else "")


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
        distance = self.block[0] if self.wall < 0 else self.wall - 1 - self.block[1]
        return teller.words.say(
            "runs.near-edge" if distance else "runs.at-edge", many, cells=told, number=distance
        )


@record
class AtLeast(OfLine):
    """The run that covers a block has at least so many cells."""

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
        return say("runs.no-run-between", least=self.least, most=self.most)


@record
class WouldMake(OfLine):
    """Painting any one of some places would make a run of so many cells at least."""

    places: int
    block: int
    """The painted cells that it would prolong or join."""
    least: int
    most: int | None = None
    """And at most so many, where blanks leave no more."""

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.block))

    def holds(self, known: Sequence[int]) -> bool:
        painted, blank = self.known(known)
        if self.block & ~painted:
            return False
        for place in each(self.places):
            start = end = place
            now = painted | 1 << place
            while start and now >> start - 1 & 1:
                start -= 1
            while now >> end + 1 & 1:
                end += 1
            if end - start + 1 < self.least:
                return False
            low = (blank & (1 << start) - 1).bit_length()
            behind = blank >> end + 1
            high = end + (behind & -behind).bit_length() - 1 if behind else len(self.line) - 1
            if self.most is not None and high - low + 1 > self.most:
                return False
        return True

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        block = teller.cells(self.at(self.block))
        fields = {
            "cells": teller.cells(self.at(self.places)),
            "least": self.least,
            "block": block,
        }
        many = self.places.bit_count() > 1
        if self.most is None:
            return say("runs.would-make", many, **fields)
        exact = self.least == self.most
        told = say("runs.run-of" if exact else "runs.run-of-to", least=self.least, most=self.most)
        return say("runs.would-be" if block else "runs.would-stand", many, run=told, **fields)


@record
class Flanked(OfLine):
    """Runs of the greatest length are painted, and some places lie at their ends."""

    places: int
    block: int

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.block))

    def holds(self, known: Sequence[int]) -> bool:
        longest = max(self.runs)
        blocks = spans(self.block)
        beside = 0
        for start, end in blocks:
            beside |= 1 << end + 1 | (1 << start >> 1)
        return (
            not self.block & ~self.known(known)[0]
            and all(end - start + 1 == longest for start, end in blocks)
            and not self.places & ~beside
        )

    def said(self, teller: Teller) -> str:
        return Is(self.line, self.runs, self.block, True).said(teller)


@record
class Gap(OfLine):
    """Blanks and edges leave only so much room around some places."""

    rooms: tuple[Span, ...]
    blanks: int
    most: int
    """The room of the largest."""

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.blanks))

    def holds(self, known: Sequence[int]) -> bool:
        walls = {
            place
            for start, end in self.rooms
            for place in (start - 1, end + 1)
            if 0 <= place < len(self.line)
        }
        sizes = [end - start + 1 for start, end in self.rooms]
        blank = self.known(known)[1]
        return (
            max(sizes) == self.most and {*each(self.blanks)} == walls and not self.blanks & ~blank
        )

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        blanks = Is(self.line, self.runs, self.blanks, False).said(teller)
        cells = [self.line[place] for start, end in self.rooms for place in range(start, end + 1)]
        return say(
            "runs.gaps" if len(self.rooms) > 1 else "runs.gap",
            self.most > 1,
            blanks=blanks,
            cells=teller.cells(cells),
            number=self.most,
        )


@record
class Within(OfLine):
    """If a run covers a block, it lies between two places."""

    block: Span
    which: int
    first: int
    last: int
    left: bool
    """Whether its end is told."""
    right: bool
    """Whether its start is told."""
    alone: bool
    """Whether no other run can cover the block."""
    blanks: int = 0

    @property
    def cells(self) -> tuple[int, ...]:
        block = range(self.block[0], self.block[1] + 1) if self.alone else ()
        return tuple(self.at(self.blanks)) + tuple(self.at(block))

    def holds(self, known: Sequence[int]) -> bool:
        size = self.runs[self.which]
        if self.blanks & ~self.known(known)[1]:
            return False
        if self.alone and not Belongs(self.line, self.runs, self.block, (self.which,)).holds(known):
            return False
        covering = (
            one
            for one in each(self.starts(known)[self.which])
            if one <= self.block[0] and one + size > self.block[1]
        )
        return all(self.first <= one <= self.last - size + 1 for one in covering)

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        told = []
        if self.right:
            told.append(say("runs.not-before", cell=teller.cells(self.at([self.first]))))
        if self.left:
            told.append(say("runs.not-after", cell=teller.cells(self.at([self.last]))))
        if self.alone:
            owned = Belongs(self.line, self.runs, self.block, (self.which,)).said(teller)
            said = say("runs.it-then", owned=owned, bounds=teller.listed(told))
        else:
            run = self.run(teller, self.which)
            said = say("runs.then", run=run, bounds=teller.listed(told))
        if self.blanks:
            why = Is(self.line, self.runs, self.blanks, False).said(teller)
            said += say("runs.because", why=why)
        return said
