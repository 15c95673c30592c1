"""Claims about the positions of runs: which run a cell belongs to, and how far a run reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from caracol.deduction.words.sentences import SentenceWriter
from caracol.genres.nonogram.explaining.claims import LineClaim, covering_starts, state
from caracol.genres.nonogram.explaining.runs import Span
from caracol.genres.nonogram.stairs import BLANK
from caracol.rules import Fact, each


@dataclass(frozen=True)
class Belongs(LineClaim):
    """The claim that only these runs can cover the cited painted cells."""

    follows: ClassVar[bool] = True
    block: Span
    which: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of painted cells."""
        return self.block[1] - self.block[0] + 1

    def holds(self, known: Sequence[int]) -> bool:
        painted = not any(known[cell] >> BLANK & 1 for cell in self.cells)
        return painted and {*self.covering(known, self.block)} <= {*self.which}

    def describe(self, writer: SentenceWriter, spoken: int = -1, before: int = 0) -> str:
        """Put the claim into words, with "it" for a run just mentioned.

        The verb of the previous claim is not repeated if both subjects are singular or both
        are plural.
        """
        say, cells = writer.words.say, self.cells
        runs = writer.join_list((self.run(writer, run) for run in self.which), "or")
        if self.which == (spoken,) and not before:
            runs = say("runs.it")
        if before and (before > 1) == (len(cells) > 1):
            return say("runs.belongs-too", cells=writer.name_cells(cells), runs=runs)
        return say("runs.belongs", len(cells) > 1, cells=writer.name_cells(cells), runs=runs)


@dataclass(frozen=True)
class RunBound(LineClaim):
    """The claim that a run does not start before, or end after, a place, with its evidence."""

    premise: ClassVar[bool] = True
    which: int
    place: int
    start: bool
    """Whether the bound is about the start."""
    belongs: tuple[Belongs, ...] = ()
    """The runs that some of the painted cells belong to, if the bound depends on that."""

    def holds(self, known: Sequence[int]) -> bool:
        if not self.cites_known(known):
            return False
        # The cited cells must suffice.
        bare = [(2 << self.runs.palette) - 1] * len(known)
        for cell, mask in self.facts:
            bare[cell] = mask
        if not all(one.holds(bare) for one in self.belongs):
            return False
        starts = self.starts(bare)[self.which]
        if self.start:
            return not starts & (1 << self.place) - 1
        return not starts >> self.place - self.runs.sizes[self.which] + 2

    @property
    def plain_facts(self) -> list[Fact]:
        """The facts about cells that no claim assigns to a run."""
        owned = {cell for one in self.belongs for cell in one.cells}
        return [fact for fact in self.facts if fact.cell not in owned]

    def why(self, writer: SentenceWriter) -> list[str]:
        """Put the evidence into words, apart from the plain facts."""
        sizes = [0, *(one.size for one in self.belongs)]
        why = [
            one.describe(writer, self.which, before)
            for one, before in zip(self.belongs, sizes, strict=False)
        ]
        before = range(self.which)
        others = before if self.start else range(self.which + 1, len(self.runs.sizes))
        if not self.facts and others:
            runs = writer.join_list(self.kind(writer, run) for run in others)
            gaps = sum(self.runs.gaps[run if self.start else run - 1] for run in others)
            need = sum(self.runs.sizes[run] for run in others) + gaps
            key = "runs.before-it" if self.start else "runs.behind-it"
            if len(others) > 2:
                key += "-many"
            why.append(writer.words.say(key, len(others) > 1, runs=runs, number=need))
        return why

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        if len(self.belongs) == 1 and not self.plain_facts:
            (one,) = self.belongs
            if one.which == (self.which,) and one.size == self.runs.sizes[self.which]:
                cells = writer.name_cells(one.cells)
                return say("runs.is-at", run=self.run(writer, self.which), cells=cells)
        why = [*state(writer, self.plain_facts), *self.why(writer)]
        bound = say(
            "runs.starts" if self.start else "runs.ends",
            run=self.run(writer, self.which),
            cell=writer.name_cells(self.at([self.place])),
        )
        return bound + (say("runs.because", why=writer.join_list(why)) if why else "")


@dataclass(frozen=True)
class Range(LineClaim):
    """The claim that a run is between two places, with the evidence for each bound."""

    start: RunBound
    end: RunBound

    def holds(self, known: Sequence[int]) -> bool:
        return (
            self.start.which == self.end.which
            and self.start.start
            and not self.end.start
            and self.start.holds(known)
            and self.end.holds(known)
        )

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        first, last = self.start.place, self.end.place
        run = self.run(writer, self.start.which)
        plain = {*self.start.plain_facts, *self.end.plain_facts}
        facts = [fact for fact in self.facts if fact in plain]
        why = [*state(writer, facts), *self.start.why(writer), *self.end.why(writer)]
        if last - first + 1 == self.runs.sizes[self.start.which]:
            cells = writer.name_cells(self.at(range(first, last + 1)))
            lies = say("runs.only-place", run=run, cells=cells)
        else:
            ends = [writer.name_cells(self.at([place])) for place in (first, last)]
            lies = say("runs.between", run=run, first=ends[0], last=ends[1])
        return lies + (say("runs.because", why=writer.join_list(dict.fromkeys(why))) if why else "")


@dataclass(frozen=True)
class Within(LineClaim):
    """The claim that a run, if it covers a block, is between two places."""

    follows: ClassVar[bool] = True
    block: Span
    which: int
    first: int
    last: int
    left: bool
    """Whether the claim says where the run ends at the latest."""
    right: bool
    """Whether the claim says where the run starts at the earliest."""
    alone: bool
    """Whether no other run can cover the block, which is then cited."""

    @property
    def walls(self) -> list[Fact]:
        """The facts about cells outside the block."""
        block = self.at(range(self.block[0], self.block[1] + 1))
        return [fact for fact in self.facts if fact.cell not in block]

    @property
    def belongs(self) -> Belongs:
        """The claim that no other run can cover the block."""
        walls = self.walls
        facts = tuple(fact for fact in self.facts if fact not in walls)
        return Belongs(self.line, self.runs, facts, self.block, (self.which,))

    def holds(self, known: Sequence[int]) -> bool:
        if not self.cites_known(known) or (self.alone and not self.belongs.holds(known)):
            return False
        size = self.runs.sizes[self.which]
        covering = self.starts(known)[self.which] & covering_starts(self.block, size)
        return all(self.first <= one <= self.last - size + 1 for one in each(covering))

    @classmethod
    def describe_all(cls, claims: Sequence[Self], writer: SentenceWriter) -> list[str]:
        """Put claims into words, merging those that say the same about several runs."""
        bounds = {(*one._bounds(writer), one.facts) for one in claims}
        if len(claims) == 1 or len(bounds) > 1 or any(one.alone for one in claims):
            return [one.describe(writer) for one in claims]
        listed = writer.join_list(claims[0]._bounds(writer))
        return [claims[0]._because(writer, writer.words.say("runs.whichever", bounds=listed))]

    def _bounds(self, writer: SentenceWriter) -> list[str]:
        """Say how far the run reaches."""
        say = writer.words.say
        bounds = []
        if self.right:
            bounds.append(say("runs.not-before", cell=writer.name_cells(self.at([self.first]))))
        if self.left:
            bounds.append(say("runs.not-after", cell=writer.name_cells(self.at([self.last]))))
        return bounds

    def _because(self, writer: SentenceWriter, said: str) -> str:
        if not self.walls:
            return said
        why = writer.join_list(state(writer, self.walls))
        return said + writer.words.say("runs.because", why=why)

    def describe(self, writer: SentenceWriter) -> str:
        say, bounds = writer.words.say, writer.join_list(self._bounds(writer))
        if self.alone:
            said = say("runs.it-then", owned=self.belongs.describe(writer), bounds=bounds)
        else:
            said = say("runs.then", run=self.run(writer, self.which), bounds=bounds)
        return self._because(writer, said)
