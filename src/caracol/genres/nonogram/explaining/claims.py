"""The claims of arguments about runs, each with its check and its wording.

A claim is checked on the cited cells alone, and by a different algorithm (``runs.find_starts``)
from the one that found the argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from caracol.board.grid import Line as Cells
from caracol.deduction.words.claims import Claim
from caracol.deduction.words.sentences import SentenceWriter
from caracol.genres.nonogram.explaining.arguments import make_line
from caracol.genres.nonogram.explaining.runs import Line, Runs, Span, around, find_starts, spans
from caracol.genres.nonogram.stairs import BLANK
from caracol.rules import Fact, each

FEW_SPANS = 4
"""Maximum number of stretches that a sentence lists; if there are more, it counts them."""


@dataclass(frozen=True)
class LineClaim(Claim):
    """A claim about a line, with its cells, its runs, and the facts that it cites."""

    line: Cells
    runs: Runs
    facts: tuple[Fact, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(fact.cell for fact in self.facts)

    def read(self, known: Sequence[int]) -> Line:
        """Return the line with what is known about its cells."""
        return make_line([known[cell] for cell in self.line], self.runs)

    def starts(self, known: Sequence[int]) -> tuple[int, ...]:
        """Return the set of possible starts of each run."""
        return find_starts(len(self.line), self.runs, self.read(known).ruled_out)

    def cites_known(self, known: Sequence[int]) -> bool:
        """Return whether all cited facts are known."""
        return not any(known[cell] & ~mask for cell, mask in self.facts)

    def at(self, places: int | Iterable[int]) -> list[int]:
        """Return the cells at these places."""
        return [self.line[place] for place in (each(places) if isinstance(places, int) else places)]

    def covering(self, known: Sequence[int], block: Span) -> list[int]:
        """Return the runs that can cover a block of painted cells."""
        return [
            run
            for run, starts in enumerate(self.starts(known))
            if starts & covering_starts(block, self.runs.sizes[run])
        ]

    def run(self, writer: SentenceWriter, which: int) -> str:
        """Name a run by its length and colour: "the 3", "the second red 3", "the last 3"."""
        kind = self.runs.kinds[which]
        alike = [other for other, one in enumerate(self.runs.kinds) if one == kind]
        say, order, called = writer.words.say, alike.index(which) + 1, self.kind(writer, which)
        if len(alike) == 1:
            return say("runs.the", run=called)
        if which == alike[-1] and len(alike) > 2:
            return say("runs.last", run=called)
        if writer.words.find(f"runs.order.{order}") is None:
            return say("runs.numbered", run=called, order=order)
        return say(f"runs.order.{order}", run=called)

    def kind(self, writer: SentenceWriter, which: int) -> str:
        """Name a run together with others of its kind: "3", "red 3"."""
        size, colour = self.runs.sizes[which], self.runs.colours[which]
        if self.runs.palette == 1:
            return str(size)
        return writer.words.say("runs.coloured", colour=writer.describe_value(colour), run=size)

    def any_run(self, writer: SentenceWriter, colours: int) -> str:
        """Name any run of these colours: "run", or "red run" if there are other colours."""
        if not self.runs.used & ~colours:
            return writer.words.say("runs.run")
        colour = writer.list_alternatives(colours & self.runs.used or colours)
        return writer.words.say("runs.coloured", colour=colour, run=writer.words.say("runs.run"))


def covering_starts(block: Span, size: int) -> int:
    """Return the set of starts with which a run of this size covers a block."""
    first = max(0, block[1] - size + 1)
    return (1 << block[0] + 1) - (1 << first) if first <= block[0] else 0


def state(writer: SentenceWriter, facts: Iterable[Fact]) -> list[str]:
    """State facts, blanks first: "r1c1 is blank", "r1c4 and r1c5 are red"."""
    groups: dict[int, list[int]] = {}
    for cell, mask in sorted(facts, key=lambda fact: fact.mask):
        groups.setdefault(mask, []).append(cell)
    return [writer.describe_known(cells, mask, deduced=True) for mask, cells in groups.items()]


@dataclass(frozen=True)
class Known(LineClaim):
    """The claim that some cells are known."""

    def holds(self, known: Sequence[int]) -> bool:
        return self.cites_known(known)

    def describe(self, writer: SentenceWriter) -> str:
        return writer.join_list(state(writer, self.facts))


@dataclass(frozen=True)
class Empty(LineClaim):
    """The claim that there are no runs."""

    def holds(self, _known: Sequence[int]) -> bool:
        return not self.runs.sizes

    def describe(self, writer: SentenceWriter) -> str:
        return writer.words.say("runs.empty")


@dataclass(frozen=True)
class AllPainted(LineClaim):
    """The claim that the painted cells are all that the runs have."""

    def holds(self, known: Sequence[int]) -> bool:
        painted = [cell for cell in self.line if not known[cell] >> BLANK & 1]
        return painted == [*self.cells] and sum(self.runs.sizes) == len(painted) > 0

    def describe(self, writer: SentenceWriter) -> str:
        if count_spans(self) > FEW_SPANS:
            return writer.words.say("runs.complete-many", number=len(self.cells))
        painted = writer.join_list(state(writer, self.facts))
        return writer.words.say("runs.complete", len(self.runs.sizes) > 1, painted=painted)


def count_spans(claim: LineClaim) -> int:
    """Return the number of stretches of adjacent cells that the cited cells form."""
    cited = set(claim.cells)
    return len(spans(sum(1 << p for p, cell in enumerate(claim.line) if cell in cited)))


@dataclass(frozen=True)
class EveryCell(LineClaim):
    """The claim that the runs need every cell except the cited blanks."""

    def holds(self, known: Sequence[int]) -> bool:
        blank = [cell for cell in self.line if known[cell] == 1 << BLANK]
        return blank == [*self.cells] and len(self.line) - len(blank) == sum(self.runs.sizes)

    def describe(self, writer: SentenceWriter) -> str:
        blanks = writer.join_list(state(writer, self.facts))
        if count_spans(self) > FEW_SPANS:
            blanks = writer.words.say("runs.blanks", number=len(self.cells))
        number = sum(self.runs.sizes)
        if number == 1:
            return writer.words.say("runs.one-cell", blanks=blanks)
        name = "runs.both-cells" if number == 2 else "runs.every-cell"
        return writer.words.say(name, len(self.runs.sizes) > 1, blanks=blanks, number=number)


@dataclass(frozen=True)
class ExactFit(LineClaim):
    """The claim that the runs, with one blank between two of one colour, take the whole line."""

    def holds(self, _known: Sequence[int]) -> bool:
        return sum(self.runs.sizes) + sum(self.runs.gaps) == len(self.line)

    def describe(self, writer: SentenceWriter) -> str:
        gaps, between = sum(self.runs.gaps), len(self.runs.gaps) - 1
        key = "exact-fit" if gaps == between else "exact-fit-colours"
        key = key if gaps or not between else "exact-fit-touching"
        say, number = writer.words.say, len(self.line)
        all_cells = (
            say("runs.both") if number == 2 else say("runs.all-cells", number > 1, number=number)
        )
        return say(f"runs.{key}", between > 0, all_cells=all_cells)


@dataclass(frozen=True)
class Covers(LineClaim):
    """The claim that a run covers some places, whichever end all runs are pushed to."""

    which: int
    places: int

    @property
    def concluded_cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.places))

    def holds(self, _known: Sequence[int]) -> bool:
        sizes, gaps, which = self.runs.sizes, self.runs.gaps, self.which
        first = sum(sizes[:which]) + sum(gaps[:which])
        last = len(self.line) - sum(sizes[which:]) - sum(gaps[which:])
        return self.places != 0 and not self.places & ~((1 << first + sizes[which]) - (1 << last))

    def describe(self, writer: SentenceWriter) -> str:
        cells = writer.name_cells(self.at(self.places))
        return writer.words.say("runs.covers", run=self.run(writer, self.which), cells=cells)


@dataclass(frozen=True)
class AtWall(LineClaim):
    """The claim that painted cells are near the edge or a cell that cannot have their colour."""

    block: Span
    wall: int

    def holds(self, known: Sequence[int]) -> bool:
        block = self.at(range(self.block[0], self.block[1] + 1))
        colours = {known[cell] for cell in block}
        edge = not 0 <= self.wall < len(self.line)
        apart = edge or not known[self.line[self.wall]] & known[block[0]]
        return self.cites_known(known) and len(colours) == 1 and apart

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        cells = self.at(range(self.block[0], self.block[1] + 1))
        block = writer.join_list(state(writer, [fact for fact in self.facts if fact.cell in cells]))
        walls = state(writer, [fact for fact in self.facts if fact.cell not in cells])
        if walls:
            return say("runs.at-blank", block=block, wall=walls[0])
        number = self.block[0] if self.wall < 0 else self.wall - 1 - self.block[1]
        if not number:
            return say("runs.at-edge", block=block)
        distance = say("runs.distance", number > 1, number=number)
        return say("runs.near-edge", block=block, distance=distance)


@dataclass(frozen=True)
class AtLeast(LineClaim):
    """The claim that the run covering a block has a minimum number of cells."""

    follows: ClassVar[bool] = True
    block: Span
    size: int

    def holds(self, known: Sequence[int]) -> bool:
        return all(self.runs.sizes[r] >= self.size for r in self.covering(known, self.block))

    def describe(self, writer: SentenceWriter) -> str:
        return writer.words.say("runs.at-least", self.size > 1, number=self.size)


@dataclass(frozen=True)
class Sizes(LineClaim):
    """The claim that no run of some colours has a size in a range; ``None`` is an open end."""

    least: int | None
    most: int | None
    colours: int

    def holds(self, _known: Sequence[int]) -> bool:
        sizes = [self.runs.sizes[run] for run in self.runs.of(self.colours)]
        return not any(
            (self.least is None or size >= self.least) and (self.most is None or size <= self.most)
            for size in sizes
        )

    def describe(self, writer: SentenceWriter) -> str:
        say, run = writer.words.say, self.any_run(writer, self.colours)
        if self.least is None and self.most is None:
            return say("runs.no-colour", colour=writer.list_alternatives(self.colours))
        if self.most is None:
            assert self.least is not None
            return say("runs.longest", run=run, number=self.least - 1)
        if self.least is None:
            return say("runs.shortest", run=run, number=self.most + 1)
        if self.least == self.most and not self.runs.used & ~self.colours:
            return say("runs.no-run-of", number=self.least)
        return say("runs.no-run-between", run=run, size=size_range(writer, self.least, self.most))


def size_range(writer: SentenceWriter, least: int, most: int) -> str:
    """Say how long a run is: "3", "2 or 3", "2 to 4"."""
    key = ("run-of", "run-of-or", "run-of-to")[min(most - least, 2)]
    return writer.words.say(f"runs.{key}", least=least, most=most)


@dataclass(frozen=True)
class WouldMake(LineClaim):
    """The claim that painting any one of some places would make a run of a minimum length.

    It cites the painted cells that the new one would extend or join.
    """

    places: int
    colour: int
    least: int
    most: int | None = None
    """The maximum length, if blanks limit it."""

    def holds(self, known: Sequence[int]) -> bool:
        line = self.read(known)
        painted, barred = line.coloured(self.colour), line.barred(1 << self.colour)
        if any(known[cell] != 1 << self.colour for cell in self.cells):
            return False
        for place in each(self.places):
            (start, end), (low, high) = around(place, painted, barred, len(self.line))
            if end - start + 1 < self.least:
                return False
            if self.most is not None and high - low + 1 > self.most:
                return False
        return True

    def describe(self, writer: SentenceWriter) -> str:
        say, many = writer.words.say, self.places.bit_count() > 1
        block = writer.name_cells(self.cells)
        fields = {
            "cells": writer.name_cells(self.at(self.places)),
            "least": self.least,
            "block": block,
        }
        if self.most is not None:
            run = self.any_run(writer, 1 << self.colour)
            size = size_range(writer, self.least, self.most)
            key = "runs.would-be" if block else "runs.would-stand"
            return say(key, many, run=run, size=size, **fields)
        if self.runs.used & ~(1 << self.colour):
            return say(
                "runs.would-make-colour", many, colour=writer.describe_value(self.colour), **fields
            )
        return say("runs.would-make", many, **fields)


@dataclass(frozen=True)
class Flanked(LineClaim):
    """The claim that places are at the ends of painted runs of a colour's maximum length."""

    places: int
    colour: int

    def holds(self, known: Sequence[int]) -> bool:
        longest = max(self.runs.sizes[run] for run in self.runs.of(1 << self.colour))
        blocks = spans(sum(1 << self.line.index(cell) for cell in self.cells))
        beside = 0
        for start, end in blocks:
            beside |= 1 << end + 1 | (1 << start >> 1)
        return (
            all(known[cell] == 1 << self.colour for cell in self.cells)
            and all(end - start + 1 == longest for start, end in blocks)
            and not self.places & ~beside
        )

    def describe(self, writer: SentenceWriter) -> str:
        return writer.join_list(state(writer, self.facts))


@dataclass(frozen=True)
class Gap(LineClaim):
    """The claim that edges and cells without some colours leave little room around a place."""

    rooms: tuple[Span, ...]
    colours: int
    most: int
    """The size of the largest room."""

    def holds(self, known: Sequence[int]) -> bool:
        walls = {
            self.line[place]
            for start, end in self.rooms
            for place in (start - 1, end + 1)
            if 0 <= place < len(self.line)
        }
        return (
            max(end - start + 1 for start, end in self.rooms) == self.most
            and {*self.cells} == walls
            and not any(known[cell] & self.colours for cell in walls)
        )

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        cells = [self.line[place] for start, end in self.rooms for place in range(start, end + 1)]
        return say(
            "runs.gaps" if len(self.rooms) > 1 else "runs.gap",
            self.most > 1,
            blanks=writer.join_list(state(writer, self.facts)),
            cells=writer.name_cells(cells),
            number=self.most,
        )
